"""Choices: what a request that is made by chance is made of.

Whatever makes requests asks a `Chooser` again and again for a number below another, and nothing else decides what
comes out. So a request can be made again from the numbers, and made smaller by making them smaller: 0 is always the
simplest choice.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")

FINE = 64


class Chooser(ABC):
    """Somebody who chooses."""

    @abstractmethod
    def below(self, number: int) -> int:
        """One of the numbers from 0 to the one before this."""

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """One of these; the first is the simplest."""
        return things[self.below(len(things))]

    def often(self, share: float) -> bool:
        """Whether something is so that is so in this share of all cases; that it is not is simpler."""
        return self.below(FINE) >= round(FINE * (1 - share))

    def goes_on(self, about: int) -> bool:
        """Whether to go on with what is done about so many times in a row; to stop is simpler."""
        return self.below(FINE) >= FINE // about

    def shares(self, things: Sequence[Thing], sizes: Sequence[int]) -> list[list[Thing]]:
        """These dealt out in shares of these sizes, each way as likely as the others; in order is simplest."""
        shares: list[list[Thing]] = [[] for _ in sizes]
        for number, thing in enumerate(things):
            place = self.below(len(things) - number)
            for share, size in zip(shares, sizes, strict=True):
                if place < size - len(share):
                    share.append(thing)
                    break
                place -= size - len(share)
        return shares

    def shuffled(self, things: Sequence[Thing], number: int | None = None) -> list[Thing]:
        """These in another order, or so many of them; as they come is simplest."""
        left = list(things)
        for place in range(len(left) - 1 if number is None else number):
            other = place + self.below(len(left) - place)
            left[place], left[other] = left[other], left[place]
        return left[:number]


class Chance(Chooser):
    """Chooses by chance, the same for the same `random.Random`, and remembers what.

    >>> chance = Chance(random.Random(9))
    >>> chance.shuffled("KQJ", 2), chance.made
    (['Q', 'K'], [1, 0])
    """

    def __init__(self, rng: random.Random) -> None:
        self.made: list[int] = []
        self.stops: list[int] = []  # the places in `made` at which it might have stopped to go on
        self._random = rng.random

    def below(self, number: int) -> int:
        """One of the numbers, each as likely as the others."""
        if number < 2:
            return 0
        chosen = int(self._random() * number)
        self.made.append(chosen)
        return chosen

    def goes_on(self, about: int) -> bool:
        """Whether to go on."""
        self.stops.append(len(self.made))
        return super().goes_on(about)


class Remembered(Chooser):
    """Chooses what was chosen before; when there is no more of it, the simplest.

    >>> again = Remembered([1])
    >>> again.shuffled("KQJ"), again.made
    (['Q', 'K', 'J'], [1, 0])
    """

    def __init__(self, choices: Iterable[int]) -> None:
        self.made: list[int] = []
        self._choices = iter(choices)

    def below(self, number: int) -> int:
        """The next number."""
        if number < 2:
            return 0
        self.made.append(min(next(self._choices, 0), number - 1))
        return self.made[-1]
