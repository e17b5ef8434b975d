"""How long the command takes to say its version, against Python doing nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys

from bench.measure import in_turn, machine


def main() -> None:
    """Prints the ratio."""
    command = shutil.which("fk-conform")
    if command is None:
        sys.exit("fk-conform is not installed; `make test` or `pip install .` installs it")
    pair = in_turn(
        lambda: subprocess.run([command, "--version"], stdout=subprocess.DEVNULL, check=True),
        lambda: subprocess.run([sys.executable, "-c", "pass"], check=True),
        rounds=15,
    )
    print(machine())
    print(f"fk-conform --version takes {pair.ratio} times what `python -c pass` takes")


if __name__ == "__main__":
    main()
