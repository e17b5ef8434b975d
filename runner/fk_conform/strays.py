"""Finding what an engine has left behind.

An engine and all that it starts are one group of processes and are ended together. A process can leave its group; but
it keeps the environment that it was started with, and a mark in it.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import time
from pathlib import Path

MARK = "FK_CONFORM_ENGINE"
_numbers = itertools.count(1)


def new_mark() -> str:
    """A mark that no other engine has."""
    return f"{os.getpid()}-{time.time_ns()}-{next(_numbers)}"


def end_strays(mark: str) -> None:
    """Ends all processes that bear a mark. Where the system has no /proc there is no way to see them."""
    wanted = f"{MARK}={mark}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (process / "environ").read_bytes().split(b"\0"):
                os.kill(int(process.name), signal.SIGKILL)
