"""Ending what takes long by Ctrl-C or SIGTERM, so that what is known is still told."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interruptible(Protocol):
    """Something that can be ended before its time."""

    interrupted: bool

    def interrupt(self) -> None:
        """Ends it as soon as may be."""


class Telling:
    """A stretch in which something is told, as a context: the second signal does not break it off, the third does."""

    def __init__(self) -> None:
        self.spared = False
        self._now = False

    def __enter__(self) -> None:
        self._now = True

    def __exit__(self, *error: object) -> None:
        self._now = False

    def spare(self) -> bool:
        """Whether what is told now is to be told to its end."""
        if not self._now or self.spared:
            return False
        self.spared = True
        return True


@contextmanager
def interruptible(run: Interruptible) -> Iterator[Telling]:
    """Inside it the first Ctrl-C, SIGTERM or end of the terminal interrupts the run, and the second everything.

    Where it gives, `Telling`, is entered holds out until the third, for what is written would be left half-written.
    """
    telling = Telling()

    def interrupt(number: int, frame: FrameType | None) -> None:
        if not run.interrupted:
            run.interrupt()
        elif not telling.spare():
            raise KeyboardInterrupt

    with _heeding(interrupt):
        yield telling


@contextmanager
def ended_as_by_ctrl_c() -> Iterator[None]:
    """Inside it SIGTERM and the end of the terminal do as Ctrl-C does, so that what was started is ended too."""

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    with _heeding(end):
        yield


@contextmanager
def taking_time(doing: str) -> Iterator[None]:
    """Inside it something is done that takes its time: standard error says so, and Ctrl-C ends it with a line."""
    try:
        with ended_as_by_ctrl_c():
            _say(f"{doing} takes its time; Ctrl-C ends it")
            yield
    except KeyboardInterrupt:
        _say("interrupted")
        raise


def _say(sentence: str) -> None:
    print(f"fk-conform: {sentence}", file=sys.stderr, flush=True)


@contextmanager
def _heeding(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    # What is ignored, as the end of the terminal under nohup, stays ignored.
    heeded = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handler) for number in heeded}
    try:
        yield
    finally:
        for number, handler_before in before.items():
            signal.signal(number, handler_before)
