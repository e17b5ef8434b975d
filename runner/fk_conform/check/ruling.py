"""What the reference engine answers to a case, and by which clauses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from types import CodeType, FrameType
from typing import Any, TypeVar

from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.verdict import judge
from forty_kings.clauses import clauses_by_code
from forty_kings.engine import Engine
from forty_kings.readings import Readings

Json = Any
Answer = TypeVar("Answer")


def answer(case: Case, readings: Readings) -> Json:
    """The reference engine's answer at a table that plays by these readings."""
    return answer_to(case.method, case.params, readings)


def answer_to(method: str, params: str, readings: Readings) -> Json:
    """The reference engine's answer to a question; `params` is the JSON of it."""
    request = f'{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}'
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
    """What comes of a case at every table there is: each plays like exactly one of these."""
    for table, said in at_every_table(lambda readings: answer(case, readings), spec.readings):
        yield Outcome(table, judge(case, said, spec.shapes).verdict == "passed")


def at_every_table(
    ask: Callable[[Readings], Answer], known: Mapping[str, Sequence[str]]
) -> Iterator[tuple[dict[str, str], Answer]]:
    """What is answered at every table there is: each plays like exactly one of these.

    `known` are the readings with their alternatives; the first to be asked is the table that plays the first of each.
    Where the reference engine looks at no other readings than some, its answer is the same at all tables that agree
    in those, and only of these the alternatives have to be asked.
    """
    to_ask: list[dict[str, str]] = [{}]
    first = {name: alternatives[0] for name, alternatives in known.items()}
    while to_ask:
        settled = to_ask.pop()
        readings = _Watched(Readings.of({**first, **settled}))
        said = ask(readings)
        for name, alternatives in known.items():
            if name in readings.looked_at and name not in settled:
                to_ask += [{**settled, name: other} for other in alternatives[1:]]
                settled = {**settled, name: alternatives[0]}
        yield settled, said


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
    readings = Readings.of({**spec.default_readings, **case.under})
    return clauses_applied_by(lambda: answer(case, readings))


def clauses_applied_by(act: Callable[[], object]) -> set[str]:
    """The clauses whose functions the reference engine called in the course of an act."""
    tied = _tied()
    applied: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            applied.update(tied.get(frame.f_code, ()))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return applied


@cache
def _tied() -> dict[CodeType, tuple[str, ...]]:
    return clauses_by_code()
