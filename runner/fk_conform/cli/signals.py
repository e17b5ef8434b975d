"""Ending what takes long by Ctrl-C or SIGTERM, so that what is known is still told."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interruptible(Protocol):
    """Something that can be ended before its time."""

    interrupted: bool

    def interrupt(self) -> None:
        """Ends it as soon as may be."""


@contextmanager
def interruptible(run: Interruptible) -> Iterator[None]:
    """Inside it the first Ctrl-C, SIGTERM or end of the terminal interrupts the run, and the second everything."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        if run.interrupted:
            raise KeyboardInterrupt
        run.interrupt()

    # What is ignored, as the end of the terminal under nohup, stays ignored.
    heeded = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, interrupt) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
