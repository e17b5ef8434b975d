"""Which sessions a run takes: a session is one choice of readings, and the cases that are put at it.

The first wants all defaults; cases that hold under other alternatives are put in as few further sessions as will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from fk_conform.more import CasesAndMore
from fk_conform.spec import Spec
from fk_conform.suite import Case


@dataclass(frozen=True)
class Sitting:
    """The readings that are wanted in a session, and its cases, which may be gone through again and again."""

    wanted: dict[str, str]
    extent: Extent
    _plan: Plan
    _number: int

    def __iter__(self) -> Iterator[Case]:
        return self._plan.asked.of(lambda case: self._plan.place_of(case) == self._number)


@dataclass
class Extent:
    """How many cases there are in a session: those not derived by hand, and all of each method."""

    generated: int = 0
    variants: int = 0
    methods: Counter[str] = field(default_factory=Counter)

    @property
    def cases(self) -> int:
        """All of them."""
        return self.methods.total()

    def add(self, case: Case, besides: int) -> None:
        """Counts a case, and so many that are asked besides."""
        self.methods[case.method] += 1 + besides
        self.generated += case.generated
        self.variants += case.is_variant + besides


class Plan:
    """The sessions of some cases.

    A case goes into the first session whose readings agree with those that it is asked under. With `fixed` readings
    there is one session, of the cases that are put at such a table. What is asked besides a case goes where it goes.
    """

    def __init__(self, asked: CasesAndMore, spec: Spec, fixed: Mapping[str, str]) -> None:
        self.asked = asked
        self._defaults = spec.default_readings
        self._settled: list[dict[str, str]] = [{**self._defaults, **fixed}]
        self._extents = [Extent()]
        for case, besides in asked.counted():
            number = self._find_place(case, more_tables=not fixed)
            if number is not None:
                self._extents[number].add(case, besides)

    def __iter__(self) -> Iterator[Sitting]:
        for number, (settled, extent) in enumerate(zip(self._settled, self._extents, strict=True)):
            if extent.cases:
                yield Sitting({**self._defaults, **settled}, extent, self, number)

    def place_of(self, case: Case) -> int | None:
        """The number of the session that a case is put in; None if it is put in none."""
        asked_under = case.asked_under
        if not asked_under:
            return 0
        for number, settled in enumerate(self._settled):
            if all(settled.get(name, alternative) == alternative for name, alternative in asked_under.items()):
                return number
        return None

    def _find_place(self, case: Case, more_tables: bool) -> int | None:
        number = self.place_of(case)
        if number is None and not more_tables:
            return None
        if number is None:
            number = len(self._settled)
            self._settled.append({})
            self._extents.append(Extent())
        self._settled[number].update(case.asked_under)
        return number


def plan_sessions(
    cases: Iterable[Case], spec: Spec, fixed: Mapping[str, str]
) -> list[tuple[dict[str, str], list[Case]]]:
    """The sessions that are needed: the readings wanted in each, and its cases, in order."""
    return [(sitting.wanted, list(sitting)) for sitting in Plan(CasesAndMore(list(cases)), spec, fixed)]
