"""`python -m engines.reports`: what the runner reports of each engine of this project, into `engines/*/report.json`.

A report is written only where something else than its times is new, so that it changes with the suite and the engine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Json = Any

ROOT = Path(__file__).resolve().parent.parent
COMMANDS: Mapping[str, Sequence[str]] = {
    "c": ["engines/c/engine"],
    "javascript": ["node", "engines/javascript/engine.mjs"],
    "python": ["forty-kings"],
}


def main() -> None:
    """Reports on all engines."""
    build()
    for folder, command in COMMANDS.items():
        new, path = report(command), path_of(folder)
        if not path.is_file() or without_times(new) != without_times(read(path)):
            path.write_text("".join(f"{json.dumps(line)}\n" for line in new), encoding="utf-8")


def build() -> None:
    """Compiles what has to be compiled."""
    subprocess.run(["make", "--silent", "-C", "engines/c"], cwd=ROOT, check=True)


def report(command: Sequence[str]) -> list[Json]:
    """The lines of a report on an engine, without the time that each answer took."""
    runner = [sys.executable, "-m", "fk_conform", "--no-config", "--no-corpus", "--symmetry", "none"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run = subprocess.run(
        [*runner, "--format", "json", "--", *command],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if run.returncode not in (0, 1):  # conformant, or not
        run.check_returncode()
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    return [{name: value for name, value in line.items() if name != "ms"} for line in lines]


def without_times(lines: Sequence[Json]) -> list[Json]:
    """A report without what is another each time.

    >>> without_times([{"type": "header", "started": "2025-11-29T20:11:00Z"}, {"type": "footer", "seconds": 1.7}])
    [{'type': 'header'}, {'type': 'footer'}]
    """
    times = ("started", "seconds")
    return [{name: value for name, value in line.items() if name not in times} for line in lines]


def path_of(folder: str) -> Path:
    """Where the report on an engine stands."""
    return ROOT / "engines" / folder / "report.json"


def read(path: Path) -> list[Json]:
    """The lines of a report."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
