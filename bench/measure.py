"""Measuring two things in turn, telling their ratio, and holding it against a bound."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

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


@dataclass(frozen=True)
class Figure:
    """A ratio with what it is of, and the bound that it has to keep: at most, or at least, so much; if there is one.

    By its id the page of the site that explains it knows it.
    """

    id: str
    what: str
    ratio: Spread
    at_most: float | None = None
    at_least: float | None = None
    told: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the bound is kept; None if there is none."""
        if self.at_most is not None:
            return self.ratio.median <= self.at_most
        return self.ratio.median >= self.at_least if self.at_least is not None else None

    @property
    def bound(self) -> str:
        """The bound in words."""
        if self.at_most is not None:
            return f"at most {self.at_most:g}"
        return f"at least {self.at_least:g}" if self.at_least is not None else ""

    def as_json(self) -> dict[str, Any]:
        """The figure for programs."""
        return {
            "id": self.id,
            "what": self.what,
            "ratios": self.ratio.figures,
            "bound": self.bound,
            "holds": self.holds,
            "told": self.told,
        }


@dataclass(frozen=True)
class How:
    """How thoroughly to measure: quickly, smaller things are measured, as often."""

    quick: bool = False
    missing: list[str] = field(default_factory=list)

    def few(self, number: int, quick: int) -> int:
        """A number that is smaller when it has to go quickly."""
        return quick if self.quick else number


def in_turn(one: Callable[[], object], other: Callable[[], object]) -> Pair:
    """Times the two in turn, one other one other, after one round that does not count."""
    ones, others = [], []
    for number in range(ROUNDS + 1):
        seconds = seconds_of(one), seconds_of(other)
        if number:
            ones.append(seconds[0])
            others.append(seconds[1])
    return Pair(Spread(ones), Spread(others), ratio_of(ones, others))


def ratio_of(ones: list[float], others: list[float]) -> Spread:
    """The ratios, round by round."""
    return Spread([first / second for first, second in zip(ones, others, strict=True)])


def machine() -> str:
    """What the figures were measured on."""
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, {platform.system()}"


def seconds_of(work: Callable[[], object]) -> float:
    """How long something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def environment() -> dict[str, str]:
    """The environment for what is started: as an author's machine has it."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
