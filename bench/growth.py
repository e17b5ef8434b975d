"""How a run grows with the suite: time and memory for one, ten and a hundred times as many generated cases.

And what else takes long: the suite against all known mistakes, its check of itself, the site.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.engines import ROOT, c_engine
from bench.measure import Figure, How, Spread, environment, ratio_of, seconds_of

TIMES = (1, 10, 100)
CASES = 300


def figures(how: How) -> Iterator[Figure]:
    """Ten times the cases may take ten times the time, and no more memory."""
    fast = c_engine()
    if fast is None:
        how.missing.append("a C compiler")
        return
    times = TIMES[: how.few(3, 2)]
    with tempfile.TemporaryDirectory() as name:
        measured = [_run(fast, Path(name), number, how) for number in times]
    for (small, (seconds, memory)), (large, (more_seconds, more_memory)) in zip(
        zip(times, measured, strict=True), list(zip(times, measured, strict=True))[1:], strict=False
    ):
        growth = large // small
        told = f"{CASES * small:,} to {CASES * large:,} cases: {seconds} s to {more_seconds} s"
        per_case = ratio_of([each / growth for each in more_seconds.figures], seconds.figures)
        yield Figure(f"time a case, {large} times as many to {small}", per_case, at_most=1.2, told=told)
        told = f"{memory} MB to {more_memory} MB"
        yield Figure(
            f"peak memory, {large} times as many to {small}", ratio_of(more_memory.figures, memory.figures), told=told
        )


def _run(engine: tuple[str, ...], folder: Path, times: int, how: How) -> tuple[Spread, Spread]:
    """Seconds and megabytes of a run of so many times the cases."""
    corpus = (ROOT / "cases" / "corpus" / "hands.jsonl").read_text(encoding="utf-8").splitlines()[:CASES]
    path = folder / f"FK4.16-{times}.yaml"
    cases = []
    for number in range(times):
        for place, line in enumerate(corpus):
            case = json.loads(line)
            cases.append(
                {
                    **case,
                    "id": f"FK4.16c{number * CASES + place + 10:05}",
                    "because": "It was generated, and is here to be many.",
                }
            )
    kept = [{name: value for name, value in case.items() if name not in ("clause", "generated")} for case in cases]
    path.write_text(json.dumps({"clause": "FK4.16", "pinned": "0" * 12, "cases": kept}), encoding="utf-8")
    seconds, megabytes = [], []
    for _ in range(how.few(3, 2)):
        words = [sys.executable, "-c", _WATCHED, "--no-config", "--cases", str(path), "--format", "json", "--", *engine]

        def run(words: list[str] = words) -> None:
            done = subprocess.run(
                words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment(), check=False
            )
            megabytes.append(int(done.stderr.split()[-1]) / 1024)

        seconds.append(seconds_of(run))
    return Spread(seconds), Spread(megabytes)


_WATCHED = """
import resource, sys
from fk_conform.cli import main
status = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""
