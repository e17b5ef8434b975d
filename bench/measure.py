"""Measuring two things in turn, and telling their ratio."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 5


@dataclass(frozen=True)
class Spread:
    """Several figures of one thing."""

    figures: list[float]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.figures)

    def __str__(self) -> str:
        return f"{self.median:.3g} ({min(self.figures):.3g} to {max(self.figures):.3g})"


@dataclass(frozen=True)
class Pair:
    """Two things measured in turn, in seconds, and the ratio of the first to the second, round by round."""

    one: Spread
    other: Spread
    ratio: Spread


def in_turn(one: Callable[[], object], other: Callable[[], object], rounds: int = ROUNDS) -> Pair:
    """Times the two in turn, one other one other, after one round that does not count."""
    ones, others = [], []
    for number in range(rounds + 1):
        seconds = _seconds(one), _seconds(other)
        if number:
            ones.append(seconds[0])
            others.append(seconds[1])
    ratios = [first / second for first, second in zip(ones, others, strict=True)]
    return Pair(Spread(ones), Spread(others), Spread(ratios))


def machine() -> str:
    """What the figures were measured on."""
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, {platform.system()}"


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
