"""The engines that are measured, and the requests of a run as a file."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from bench.measure import environment
from fk_conform.request import initialize_line, request_line
from fk_conform.sessions import plan_sessions
from fk_conform.spec import load_spec
from fk_conform.suite import Case
from fk_conform.version import version

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = [sys.executable, "-m", "forty_kings"]


@cache
def c_engine() -> tuple[str, ...] | None:
    """The command of the C engine, built for speed; None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = ROOT / "build" / "bench-engine"
    program.parent.mkdir(exist_ok=True)
    source = str(ROOT / "engines" / "c" / "engine.c")
    subprocess.run([compiler, "-std=c11", "-O2", "-o", str(program), source], check=True)
    return (str(program),)


def write_requests(cases: Sequence[Case], folder: Path) -> list[Path]:
    """The requests of a run, a file for each session, as the runner would send them."""
    paths = []
    for number, (readings, members) in enumerate(plan_sessions(cases, load_spec(), {})):
        ids = itertools.count(1)
        lines = [initialize_line(next(ids), version(), readings)]
        lines += [request_line(case, next(ids)) for case in members]
        paths.append(folder / f"session-{number}.jsonl")
        paths[-1].write_bytes(b"".join(lines))
    return paths


def answer_all(command: Sequence[str], requests: Sequence[Path]) -> list[bytes]:
    """What an engine answers to requests read from files, with no runner between."""
    answers = []
    for path in requests:
        with path.open("rb") as source:
            run = subprocess.run(command, stdin=source, stdout=subprocess.PIPE, env=environment(), check=True)
            answers += run.stdout.splitlines()
    return answers


def conform(*words: str) -> None:
    """A run of the runner, whose report nobody reads; it has to find the engine conformant."""
    command = [sys.executable, "-m", "fk_conform", "--no-config", "--answer-timeout", "600", *words]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(), check=True)
