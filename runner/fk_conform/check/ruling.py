"""What the reference engine answers to a case, and by which clauses."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from types import CodeType, FrameType
from typing import Any

from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.verdict import judge
from forty_kings.clauses import clauses_by_code
from forty_kings.engine import Engine
from forty_kings.readings import Readings

Json = Any


def answer(case: Case, readings: Readings) -> Json:
    """The reference engine's answer at a table that plays by these readings."""
    request = f'{{"jsonrpc":"2.0","id":1,"method":"{case.method}","params":{case.params}}}'
    return json.loads(Engine(readings).answer(request))


def passes(case: Case, spec: Spec) -> bool:
    """Whether the reference engine passes a case under the readings that it names."""
    table = {**spec.default_readings, **case.under}
    return judge(case, answer(case, Readings.of(table)), spec.shapes).verdict == "passed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a case at every table that plays like this; the other readings were not so much as looked at."""

    table: dict[str, str]
    passed: bool


def outcomes(case: Case, spec: Spec) -> Iterator[Outcome]:
    """What comes of a case at every table there is: each plays like exactly one of these.

    The reference engine is asked at one table; where it looks at no other readings than some, its answer is the
    same at all tables that agree in those, and only of these the alternatives have to be asked.
    """
    to_ask: list[dict[str, str]] = [{}]
    while to_ask:
        settled = to_ask.pop()
        readings = _Watched(Readings.of({**spec.default_readings, **settled}))
        passed = judge(case, answer(case, readings), spec.shapes).verdict == "passed"
        for name, alternatives in spec.readings.items():
            if name in readings.looked_at and name not in settled:
                to_ask += [{**settled, name: other} for other in alternatives[1:]]
                settled = {**settled, name: alternatives[0]}
        yield Outcome(settled, passed)


class _Watched(Readings):
    """Readings that note which of them are looked at. To compare or to hash them is to look at all."""

    __slots__ = ("looked_at",)

    looked_at: set[str]

    def __init__(self, readings: Readings) -> None:
        object.__setattr__(self, "looked_at", set())
        for field in fields(readings):
            object.__setattr__(self, field.name, getattr(readings, field.name))

    def __getattribute__(self, name: str) -> Any:
        if name in Readings.__slots__:
            self.looked_at.add(name.replace("_", "-"))
        return super().__getattribute__(name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Readings) and self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash(Readings.of(self.as_dict()))


def clauses_applied(case: Case, spec: Spec) -> set[str]:
    """The clauses whose functions the reference engine called to answer a case."""
    tied = _tied()
    applied: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            applied.update(tied.get(frame.f_code, ()))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        answer(case, Readings.of({**spec.default_readings, **case.under}))
    finally:
        sys.setprofile(before)
    return applied


@cache
def _tied() -> dict[CodeType, tuple[str, ...]]:
    return clauses_by_code()
