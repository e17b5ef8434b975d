"""Which sessions a run takes: a session is one choice of readings, and the cases that are put at it.

The first wants all defaults; cases that hold under other alternatives are put in as few further sessions as will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from fk_conform.more import Asked
from fk_conform.spec import Spec
from fk_conform.suite import Case


@dataclass(frozen=True)
class Sitting:
    """The readings that are wanted in a session, and its cases, which may be gone through again and again."""

    wanted: dict[str, str]
    _plan: Plan
    _number: int

    def __iter__(self) -> Iterator[Case]:
        return self._plan.asked.of(lambda case: self._plan.place_of(case) == self._number)


class Plan:
    """The sessions of some cases.

    A case goes into the first session whose readings agree with those that it is asked under. With `fixed` readings
    there is one session, of the cases that are put at such a table. What is asked besides a case goes where it goes.
    """

    def __init__(self, asked: Asked, spec: Spec, fixed: Mapping[str, str]) -> None:
        self.asked = asked
        self._defaults = spec.default_readings
        self._settled: list[dict[str, str]] = [{**self._defaults, **fixed}]
        self._sat_at: set[int] = set()
        for case in asked.cases:
            self._find_place(case, more_tables=not fixed)

    def __iter__(self) -> Iterator[Sitting]:
        for number in sorted(self._sat_at):
            yield Sitting({**self._defaults, **self._settled[number]}, self, number)

    def place_of(self, case: Case) -> int | None:
        """The number of the session that a case is put in; None if it is put in none."""
        asked_under = case.asked_under
        for number, settled in enumerate(self._settled):
            if all(settled.get(name, alternative) == alternative for name, alternative in asked_under.items()):
                return number
        return None

    def _find_place(self, case: Case, more_tables: bool) -> None:
        number = self.place_of(case)
        if number is None and not more_tables:
            return
        if number is None:
            number = len(self._settled)
            self._settled.append({})
        self._settled[number].update(case.asked_under)
        self._sat_at.add(number)


def plan_sessions(
    cases: Iterable[Case], spec: Spec, fixed: Mapping[str, str]
) -> list[tuple[dict[str, str], list[Case]]]:
    """The sessions that are needed: the readings wanted in each, and its cases, in order."""
    return [(sitting.wanted, list(sitting)) for sitting in Plan(Asked(list(cases)), spec, fixed)]
