"""How a run grows with the suite: time and memory for one, ten and a hundred times as many generated cases."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.engines import ROOT, c_engine
from bench.measure import ROUNDS, Figure, How, Spread, environment, ratio_of, seconds_of

TIMES = (1, 10, 100)
CASES = 300


def figures(how: How) -> Iterator[Figure]:
    """Ten times the cases may take ten times the time, and no more memory."""
    fast = c_engine()
    if fast is None or not Path("/proc/self/status").exists():
        how.missing.append("a C compiler" if fast is None else "/proc, which tells of memory")
        return
    times = TIMES[: how.few(3, 2)]
    with tempfile.TemporaryDirectory() as name:
        measured = [_run(fast, Path(name), number) for number in times]
    for (small, (seconds, memory)), (large, (more_seconds, more_memory)) in zip(
        zip(times, measured, strict=True), list(zip(times, measured, strict=True))[1:], strict=False
    ):
        growth = large // small
        told = f"{CASES * small:,} to {CASES * large:,} cases: {seconds} s to {more_seconds} s"
        per_case = ratio_of([each / growth for each in more_seconds.figures], seconds.figures)
        what = f"time a case, {large} times as many to {small}"
        yield Figure(f"time-{large}", what, per_case, at_most=1.2, told=told)
        told = f"{memory} MB to {more_memory} MB"
        flat = ratio_of(more_memory.figures, memory.figures)
        yield Figure(f"memory-{large}", f"peak memory, {large} times as many to {small}", flat, at_most=1.2, told=told)


def _run(engine: tuple[str, ...], folder: Path, times: int) -> tuple[Spread, Spread]:
    """Seconds and megabytes of a run of so many times the cases."""
    corpus = (ROOT / "cases" / "corpus" / "hands.jsonl").read_text(encoding="utf-8").splitlines()[:CASES]
    path = folder / f"{times}.jsonl"
    with path.open("w", encoding="utf-8") as out:
        for number in range(times):
            for place, line in enumerate(corpus):
                out.write(json.dumps({**json.loads(line), "id": f"many-{number * CASES + place}"}) + "\n")
    words = [sys.executable, "-c", _WATCHED, "--no-config", "--cases", str(path), "--format", "json", "--", *engine]
    seconds, megabytes = [], []

    def run() -> None:
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment(), check=True)
        megabytes.append(int(done.stderr.split()[-1]) / 1024)

    for _ in range(ROUNDS):
        seconds.append(seconds_of(run))
    return Spread(seconds), Spread(megabytes)


_WATCHED = """
import re, sys
from fk_conform.cli import main
status = main(sys.argv[1:])
# Of this program alone; what getrusage tells begins with what started it.
print(re.search("VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1], file=sys.stderr)
sys.exit(status)
"""
