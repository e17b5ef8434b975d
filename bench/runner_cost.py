"""What the runner adds: the suite through `fk-conform`, and the same requests read by the bare engine from a file.

The ratio is the time of the run over the time of the engine alone. Both start the same processes with the same
requests; the runner also loads the suite, reads the answers and judges them.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.measure import in_turn, machine
from fk_conform.request import initialize_line, request_line
from fk_conform.running import plan_sessions
from fk_conform.spec import load_spec
from fk_conform.suite import load_cases
from fk_conform.version import version

ENGINES = {
    "reference engine": [sys.executable, "-m", "forty_kings"],
    "JavaScript engine": ["node", "engines/javascript/engine.mjs"],
}


def write_requests(folder: Path) -> list[Path]:
    """The requests of a run, a file for each session, as the runner would send them."""
    paths = []
    for number, (readings, cases) in enumerate(plan_sessions(list(load_cases()), load_spec(), {})):
        ids = itertools.count(1)
        lines = [initialize_line(next(ids), version(), readings)]
        lines += [request_line(case, next(ids)) for case in cases]
        paths.append(folder / f"session-{number}.jsonl")
        paths[-1].write_bytes(b"".join(lines))
    return paths


def main() -> None:
    """Prints the ratio for each engine that the machine can run."""
    print(machine())
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with tempfile.TemporaryDirectory() as folder:
        requests = write_requests(Path(folder))

        def bare(command: Sequence[str]) -> None:
            for path in requests:
                with path.open("rb") as source:
                    subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, env=environment, check=True)

        def run(command: Sequence[str]) -> None:
            runner = [sys.executable, "-m", "fk_conform", "--answer-timeout", "60", "--", *command]
            subprocess.run(runner, stdout=subprocess.DEVNULL, env=environment, check=True)

        for name, command in ENGINES.items():
            pair = in_turn(partial(run, command), partial(bare, command))
            print(f"{name}: the run takes {pair.ratio} times what the engine takes alone")
            print(f"  run {pair.one} s, engine alone {pair.other} s")


if __name__ == "__main__":
    main()
