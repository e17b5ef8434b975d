"""What all domains have in common.

A domain is a row of units. A unit is a class of questions that are the same up to symmetry, or a scene from which many
questions follow. Any unit can be had by its number, so that the row can be taken up again anywhere, and no more is in
memory than is asked.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from fk_conform.suite import Case

SEED = 1792


class Domain(ABC):
    """What one method is asked about.

    `covers` says what is asked, `rests` what the expected answers rest on, and `assumes` what is taken for granted
    besides the symmetry. `whole` is how many questions there are, all told, and 0 where that is not counted; that those
    asked stand for them may be `provided` something. `typical` is about how many are asked of a unit.
    """

    name: ClassVar[str]
    method: ClassVar[str]
    covers: ClassVar[str]
    rests: ClassVar[str]
    assumes: ClassVar[str] = ""
    whole: ClassVar[int] = 0
    provided: ClassVar[str] = ""
    typical: ClassVar[int] = 1

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.readings = readings

    @abstractmethod
    def __len__(self) -> int:
        """How many units there are."""

    @abstractmethod
    def stands_for(self, unit: int) -> int:
        """How many questions there are that the asking of this unit answers for; 0 where that is not counted."""

    @abstractmethod
    def asked(self, unit: int) -> Iterator[Case]:
        """The questions that are asked of a unit."""

    def every(self, unit: int) -> Iterator[Case]:
        """The questions of a unit if no use is made of symmetry."""
        return self.asked(unit)

    def question(self, unit: int, name: str) -> Case | None:
        """The question of a unit that is called so, if there is one."""
        return next((case for case in self.every(unit) if case.id == name), None) if unit < len(self) else None


class ClassDomain(Domain):
    """A domain whose units are classes: one member of each is asked, chosen by chance, always the same."""

    @abstractmethod
    def members(self, unit: int) -> int:
        """How many questions are the same up to symmetry."""

    @abstractmethod
    def member(self, unit: int, number: int) -> Case:
        """One of them."""

    def stands_for(self, unit: int) -> int:
        """As many as are the same."""
        return self.members(unit)

    def asked(self, unit: int) -> Iterator[Case]:
        """One member."""
        yield self.member(unit, chance(self.name, unit) % self.members(unit))

    def every(self, unit: int) -> Iterator[Case]:
        """All members."""
        return (self.member(unit, number) for number in range(self.members(unit)))


def chance(*of: object) -> int:
    """A number by chance, but always the same of the same.

    >>> chance("tricks", 7) == chance("tricks", 7) != chance("tricks", 8)
    True
    """
    return zlib.crc32(f"{SEED} {of}".encode())


def quoted(words: Sequence[str]) -> str:
    """A list of words as it stands in JSON; none of them needs an escape.

    >>> quoted(["KS", "7H"])
    '["KS","7H"]'
    """
    return '["' + '","'.join(words) + '"]' if words else "[]"
