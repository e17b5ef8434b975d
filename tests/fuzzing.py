"""What the tests of fuzzing have in common: wrong engines in this process, and what is found of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from tests.helpers import LONG

from fk_conform.answer import Introduction
from fk_conform.faults import Exited, Fault
from fk_conform.fuzz import unit
from fk_conform.fuzz.follow import Finding, follow_up
from fk_conform.fuzz.parties import Program, Reference
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.strategies import MAKE, Request
from fk_conform.fuzz.symptom import Reply
from fk_conform.fuzz.unit import Sighting, hunt
from fk_conform.mistakes import mistaken
from fk_conform.spec import Spec

Json = Any


def program(*command: str) -> Program:
    """An engine that is given time."""
    return Program(command, "1.0.0", LONG)


class InProcess:
    """The reference engine with a mistake, or without one, in the place of a process; the command is the mistake."""

    def __init__(self, program: Program, wanted: Mapping[str, str], spec: Spec) -> None:
        (self.mistake,) = program.command
        self.introduction = Introduction({"name": "wrong", "version": "1"}, frozenset(MAKE), dict(wanted))
        self.reference = Reference(wanted)
        self.loose: list[Fault] = []
        self.over = False

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def replies(self, requests: Sequence[Request]) -> list[Reply]:
        """What it says; what it raises is what would be seen as its end."""
        if not self.mistake:
            return self.reference.replies(requests)
        with mistaken(self.mistake):
            return [self._reply(request) for request in requests]

    def _reply(self, request: Request) -> Reply:
        try:
            return self.reference.replies([request])[0]
        except Exception:
            return Exited()


@contextmanager
def in_process() -> Iterator[None]:
    """Inside it the engines of a plan are the reference engine in this process, with a mistake."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unit, "Process", InProcess)
        yield


def sightings(plan: Plan, units: Sequence[int]) -> list[Sighting]:
    """What some units sight, each symptom once."""
    found: dict[object, Sighting] = {}
    for number in units:
        for sighting in hunt(plan, number).sightings:
            found.setdefault(sighting.symptom, sighting)
    return list(found.values())


def found(mistake: str, method: str, units: int = 1, **readings: str) -> list[Finding]:
    """What is found of a mistake within so many small units that ask one method."""
    plan = _plan(mistake, method, readings)
    with in_process():
        return [follow_up(plan, sighting) for sighting in sightings(plan, range(0, 2 * units, 2))]


def first(kind: str, mistake: str, method: str, **readings: str) -> tuple[Finding, Json]:
    """The first finding of a kind, of a mistake within a small unit that asks one method, and the params of it."""
    plan = _plan(mistake, method, readings)
    with in_process():
        sighting = next(each for each in hunt(plan, 0).sightings if each.symptom.kind == kind)
        finding = follow_up(plan, sighting)
    return finding, json.loads(finding.request.params)


def only(mistake: str, method: str, units: int = 1, **readings: str) -> tuple[Finding, Json]:
    """The one thing that is found of a mistake, and the params of its request."""
    (finding,) = found(mistake, method, units, **readings)
    return finding, json.loads(finding.request.params)


def _plan(mistake: str, method: str, readings: Mapping[str, str]) -> Plan:
    fixed = {name.replace("_", "-"): alternative for name, alternative in readings.items()}
    return Plan(7, program(mistake), None, (method,), fixed, 200)
