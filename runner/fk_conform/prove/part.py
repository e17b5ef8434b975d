"""What is asked of a domain: all of it, a part spread over it, or questions that were named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fk_conform.errors import UsageError
from fk_conform.prove.domain import ClassDomain, Domain, chance
from fk_conform.prove.state import Tally
from fk_conform.suite import Case
from fk_conform.symmetry import RENAMINGS, renamed

# One question in so many is asked once more, with suits renamed and the table turned.
ONCE_MORE = 100
# Of a scene with many questions, so many belong to a part.
OF_A_UNIT = 20

A_QUESTION = re.compile(r"([a-z]+)-(\d+)\.(\d+)(~([SHDC]{4})\+([0-3]))?$")
WITHOUT_SEATS = ("find_cliques", "legal_cards")


class Part:
    """A row of places, each with the questions of a unit.

    With a `limit` there are about so many questions, evenly spread. Without `symmetry` every member of a class is
    asked, and nothing once more.
    """

    def __init__(self, domain: Domain, limit: int | None = None, symmetry: bool = True) -> None:
        self.domain = domain
        self.symmetry = symmetry or not isinstance(domain, ClassDomain)
        of_a_unit: float = domain.typical
        if not self.symmetry:
            of_a_unit = domain.whole / len(domain)
        self._most = None
        self._length = len(domain)
        if limit is not None:
            if domain.typical > OF_A_UNIT:
                self._most = of_a_unit = OF_A_UNIT
            self._length = min(len(domain), max(1, round(limit / of_a_unit)))
        self.about = round(self._length * of_a_unit)
        # About a thousand questions are counted together.
        self.block = max(1, round(1000 / of_a_unit))

    def __len__(self) -> int:
        return self._length

    @property
    def complete(self) -> bool:
        """Whether it is the whole domain."""
        return self._length == len(self.domain) and self._most is None

    def stands_for(self, place: int) -> int:
        """How many questions are answered for by those of this place."""
        return self.domain.stands_for(self._unit(place))

    def questions(self, place: int) -> Iterator[Case]:
        """The questions of this place."""
        unit = self._unit(place)
        cases = self.domain.asked(unit) if self.symmetry else self.domain.every(unit)
        if self._most:
            every = list(cases)
            cases = (every[len(every) * number // self._most] for number in range(min(self._most, len(every))))
        for case in cases:
            yield case
            if self.symmetry and chance("once more", case.id) % ONCE_MORE == 0:
                yield once_more(case)

    def can_have_come_to(self, tally: Tally) -> bool:
        """Whether so many questions, standing for so many, are those of so many places."""
        if tally.places > len(self) or (tally.places < len(self) and tally.places % self.block):
            return False
        if tally.stands_for != sum(map(self.stands_for, range(tally.places))):
            return False
        if isinstance(self.domain, ClassDomain):
            return tally.asked - tally.again == (tally.places if self.symmetry else tally.stands_for)
        return bool(tally.asked) == bool(tally.places)

    def _unit(self, place: int) -> int:
        if self._length == len(self.domain):
            return place
        start, stop = (len(self.domain) * number // self._length for number in (place, place + 1))
        # Not in even steps, which would always meet the same ranks.
        return start + chance("part", place) % (stop - start)


class Named:
    """Questions of a domain that were named."""

    def __init__(self, domain: Domain, names: Sequence[str]) -> None:
        self.domain = domain
        self.names = names
        self.about = self.block = len(names)
        self.complete = self.symmetry = False

    def __len__(self) -> int:
        return len(self.names)

    def stands_for(self, place: int) -> int:
        """For itself alone."""
        return 0

    def questions(self, place: int) -> Iterator[Case]:
        """The question of this place."""
        yield question(self.domain, self.names[place])


def question(domain: Domain, name: str) -> Case:
    """The question of a domain that is called so; raises `UsageError` if there is none."""
    found = A_QUESTION.match(name)
    base = name.partition("~")[0]
    case = domain.question(int(found.group(2)), base) if found else None
    if not found or not case:
        raise UsageError(f"there is no question {name!r}; the report of a proof says how those that failed are called")
    return renamed(case, found.group(5), int(found.group(6))) if found.group(4) else case


def once_more(case: Case) -> Case:
    """The same question with the suits renamed and the table turned, by chance."""
    start = chance("renamed", case.id)
    for number in range(len(RENAMINGS) * 4):
        naming, turn = divmod((start + number) % (len(RENAMINGS) * 4), 4)
        again = renamed(case, RENAMINGS[naming], 0 if case.method in WITHOUT_SEATS else turn)
        if again.params != case.params:
            return again
    raise AssertionError("no question is the same under every renaming")
