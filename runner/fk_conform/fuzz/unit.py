"""A unit of a campaign: its requests are made, put to the engine, and what is answered wrongly is looked into."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from fk_conform.answer import Introduction
from fk_conform.faults import Fault
from fk_conform.fuzz.parties import Process, Reference
from fk_conform.fuzz.plan import Made, Plan
from fk_conform.fuzz.strategies import Request
from fk_conform.fuzz.symptom import Reply, Symptom, plain, symptom_of
from fk_conform.spec import Spec

Json = Any

SILENT = "the engine was silent when the time was over"
# How many requests of a unit that show the same are looked into, to see whether something else is behind it.
LOOKED_INTO = 4


@dataclass(frozen=True)
class Sighting:
    """Something that was answered wrongly in a unit, at its so manieth request, and at a table of these readings.

    `choices` are those of the request, or of one cut short that is answered wrongly already; `others` are those of some
    more requests that show the same.
    """

    symptom: Symptom
    unit: int
    place: int
    choices: tuple[int, ...]
    table: Mapping[str, str]
    reply: Json
    others: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class UnitResult:
    """What came of a unit: how often each method was asked, what was sighted, and the faults that belong to no request.

    `answered` is how many requests were answered at all; `why` says why not all was asked, if so.
    """

    number: int
    asked: Mapping[str, int]
    answered: int = 0
    sightings: tuple[Sighting, ...] = ()
    loose: tuple[Json, ...] = ()
    why: str = ""


class OtherReadings(Exception):
    """The two engines do not follow the same readings, so there is nothing to compare."""


class Came(NamedTuple):
    """What came of a request: what is wrong, if anything, the right answer, and what the two parties said to it."""

    symptom: Symptom | None
    right: Json
    other: Reply
    reply: Reply


class Comparison:
    """An engine at one table, compared there with the reference engine or, if there is one, with the other engine."""

    def __init__(self, engine: Process, other: Process | None, spec: Spec) -> None:
        self.engine = engine
        self.other = other
        self.spec = spec
        self.table = engine.introduction.readings
        self.reference = Reference(self.table)
        if other and other.introduction.readings != self.table:
            raise OtherReadings

    @property
    def over(self) -> bool:
        """Whether an engine was silent when the time was over."""
        return self.engine.over or bool(self.other and self.other.over)

    def compare(self, requests: Sequence[Request]) -> list[Came]:
        """What comes of each request; of fewer, if an engine gives up, or is silent when the time is over."""
        right = self.reference.replies(requests)
        others = self.other.replies(requests) if self.other else right
        replies = self.engine.replies(requests)
        return [
            Came(self._symptom(request, *answers), *answers)
            for request, *answers in zip(requests, right, others, replies, strict=False)
        ]

    def _symptom(self, request: Request, right: Json, other: Reply, reply: Reply) -> Symptom | None:
        if isinstance(other, Fault):
            return Symptom(request.method, "fault", f"{other.code} of the other engine")
        if other is None:
            return None
        return symptom_of(request, other, reply, self.spec, right.get("error", {}).get("message", ""))


@contextmanager
def comparing(plan: Plan, wanted: Mapping[str, str]) -> Iterator[Comparison]:
    """The engines of a plan, started anew, at a table where these readings are wanted.

    Raises the `Fault` of one that does not introduce itself, and `OtherReadings`.
    """
    with Process(plan.engine, wanted, plan.spec) as engine:
        if plan.other is None:
            yield Comparison(engine, None, plan.spec)
            return
        with Process(plan.other, engine.introduction.readings, plan.spec) as other:
            yield Comparison(engine, other, plan.spec)


def introduce(plan: Plan) -> list[Introduction]:
    """What the engine says of itself and, if there is one, the other. Raises a `Fault`."""
    introductions = []
    for program in (plan.engine, plan.other):
        if program:
            with Process(program, plan.table(0), plan.spec) as process:
                introductions.append(process.introduction)
    return introductions


def hunt(plan: Plan, number: int) -> UnitResult:
    """Does a unit."""
    try:
        with comparing(plan, plan.table(number)) as comparison:
            asked = all_asked(plan, number, comparison.table)
            came = comparison.compare([made.request for made in asked])
            sightings = tuple(_sighted(plan, number, comparison, asked, came))
    except OtherReadings:
        return UnitResult(number, {}, why="the two engines do not follow the same readings")
    except Fault as fault:
        return UnitResult(number, {}, why=fault.message)
    return UnitResult(
        number,
        Counter(made.request.method for made in asked[: len(came)]),
        sum(not isinstance(each.reply, Fault) for each in came),
        sightings,
        tuple(fault.as_json() for fault in comparison.engine.loose),
        SILENT if comparison.over else "",
    )


def all_asked(plan: Plan, number: int, table: Mapping[str, str]) -> list[Made]:
    """All that is asked in a unit, in its order."""
    made = list(plan.requests(number, table))
    return [*made, *(made[place] for place in plan.asked_again(number))]


def _sighted(
    plan: Plan, number: int, comparison: Comparison, asked: Sequence[Made], came: Sequence[Came]
) -> Iterator[Sighting]:
    """What is behind that which was answered wrongly, each once, made from as few choices as any."""
    seen: Counter[Symptom] = Counter()
    found: dict[Symptom, list[Sighting]] = {}
    for place, each in enumerate(came):
        if each.symptom is None or seen[each.symptom] == LOOKED_INTO:
            continue
        seen[each.symptom] += 1
        choices, behind = _behind(plan, comparison, asked[place]) or (asked[place].choices, each)
        symptom = behind.symptom or each.symptom
        sighting = Sighting(symptom, number, place, choices, comparison.table, plain(behind.reply))
        found.setdefault(symptom, []).append(sighting)
    for sightings in found.values():
        first, *others = sorted(sightings, key=lambda sighting: len(sighting.choices))
        yield replace(first, others=tuple(other.choices for other in others[: LOOKED_INTO - 1]))


def _behind(plan: Plan, comparison: Comparison, made: Made) -> tuple[tuple[int, ...], Came] | None:
    """What is wrong already where a request is cut as short as it can be; None if nothing is before its end."""
    for short in plan.cut_short(made, comparison.table):
        for came in comparison.compare([short.request]):
            if came.symptom:
                return short.choices, came
    return None
