"""How long the command takes to start, against Python doing nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator

from bench.measure import ROUNDS, Figure, How, Spread, environment, in_turn, seconds_of


def figures(how: How) -> Iterator[Figure]:
    """To say its version, and to the first verdict on an engine."""
    command = shutil.which("fk-conform")
    if command is None:
        how.missing.append("fk-conform on the PATH")
        return
    pair = in_turn(
        lambda: subprocess.run([command, "--version"], stdout=subprocess.DEVNULL, check=True),
        lambda: subprocess.run([sys.executable, "-c", "pass"], check=True),
    )
    yield Figure("version", "fk-conform --version, to python -c pass", pair.ratio, at_most=3.0)
    firsts = [first_verdict(command) for _ in range(ROUNDS + 1)][1:]
    quarter = [seconds / 0.25 for seconds in firsts]
    told = f"{Spread(firsts)} seconds from the start of the command to the first verdict on the reference engine"
    yield Figure(
        "first-verdict", "start to the first verdict, to a quarter of a second", Spread(quarter), at_most=1.0, told=told
    )


def first_verdict(command: str) -> float:
    """Seconds until the first case is judged."""

    def run() -> None:
        words = [command, "--no-config", "--format", "json"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment()) as process:
            assert process.stdout
            for line in process.stdout:
                if b'"type": "case"' in line:
                    break
            process.stdout.close()
            process.kill()

    return seconds_of(run)
