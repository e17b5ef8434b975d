"""The reference engine and the suite hold against each other, under every combination of readings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest
from tests.chance import ALL_READINGS

from fk_conform.spec import load_spec
from fk_conform.suite import Case, load_cases
from fk_conform.verdict import Verdict, judge
from forty_kings.engine import Engine
from forty_kings.readings import ALTERNATIVES, DEFAULT, Readings

Json = Any

BY_ID = {case.id: case for case in load_cases()}
CASES = [case for case in BY_ID.values() if not case.generated]
CORPUS = [case for case in BY_ID.values() if case.generated]
SHAPES = load_spec().shapes
FLIPPED = [DEFAULT, *(Readings.of({name: other}) for name, (_, other) in ALTERNATIVES.items())]


def verdict(case: Case, readings: Readings) -> Verdict:
    line = f'{{"jsonrpc":"2.0","id":1,"method":"{case.method}","params":{case.params}}}'
    return judge(case, json.loads(Engine(readings).answer(line)), SHAPES)


@pytest.mark.parametrize("readings", FLIPPED, ids=["default", *ALTERNATIVES])
def test_reference_engine_passes_every_case_that_holds_under_its_readings(readings: Readings) -> None:
    cases = [case for case in CASES if case.holds_under(readings.as_dict())]
    assert len(cases) > len(CASES) / 2
    failed = [
        (case.id, verdict(case, readings).message) for case in cases if verdict(case, readings) != Verdict("passed")
    ]
    assert failed == []


# All combinations of readings, of which there are 128. An answer can only depend on the readings that were looked at
# on the way to it, so one answer stands for all combinations that agree in those.


class Watched:
    """Some readings, which remember those that were looked at."""

    def __init__(self, chosen: dict[str, str]) -> None:
        self.chosen = chosen
        self.looked_at: dict[str, str] = {}

    def __getattr__(self, field: str) -> str:
        name = field.replace("_", "-")
        self.looked_at[name] = self.chosen.get(name, ALTERNATIVES[name][0])
        return self.looked_at[name]


Outcome = tuple[dict[str, str], Verdict]


@cache
def outcomes(case_id: str) -> list[Outcome]:
    """Every way in which the readings can decide a case: those looked at, and the verdict."""
    case = BY_ID[case_id]
    # A generated case is long, and may be beyond counting under readings under which it does not hold.
    return list(_outcomes(case, case.under if case.generated else {}))


def _outcomes(case: Case, chosen: dict[str, str]) -> Iterator[Outcome]:
    watched = Watched(chosen)
    came = verdict(case, cast(Readings, watched))
    yield watched.looked_at, came
    decided = dict(chosen)
    for name, alternative in watched.looked_at.items():
        if name not in decided:
            (other,) = set(ALTERNATIVES[name]) - {alternative}
            yield from _outcomes(case, {**decided, name: other})
            decided[name] = alternative


def agree(readings: dict[str, str], others: dict[str, str]) -> bool:
    """Whether some combination has all of these alternatives."""
    return all(others.get(name, alternative) == alternative for name, alternative in readings.items())


def test_outcomes_are_told_apart_so_that_each_combination_has_one() -> None:
    for case in CASES:
        assert sum(128 // 2 ** len(looked_at) for looked_at, _ in outcomes(case.id)) == 128


@pytest.mark.parametrize("case", [case for case in CASES if case.under][::6], ids=lambda case: case.id)
def test_outcomes_are_those_of_trying_all_combinations(case: Case) -> None:
    for readings in ALL_READINGS:
        (came,) = [came for looked_at, came in outcomes(case.id) if agree(looked_at, readings.as_dict())]
        assert came == verdict(case, readings)


def test_reference_engine_passes_every_case_generated_ones_too_under_all_combinations_that_it_allows() -> None:
    failed = {
        case.id: (looked_at, came.message)
        for case in [*CASES, *CORPUS]
        for looked_at, came in outcomes(case.id)
        if agree(case.under, looked_at) and came.verdict != "passed"
    }
    assert failed == {}


@pytest.mark.parametrize("case", [case for case in CASES if case.under], ids=lambda case: case.id)
def test_a_case_that_depends_on_readings_has_another_answer_when_one_of_them_is_another(case: Case) -> None:
    for name, alternative in case.under.items():
        (other,) = set(ALTERNATIVES[name]) - {alternative}
        flipped = {**case.under, name: other}
        answers = [came for looked_at, came in outcomes(case.id) if agree(flipped, looked_at)]
        assert any(came.verdict == "failed" for came in answers), f"{name} does not matter"


def test_only_cases_that_say_so_depend_on_a_reading() -> None:
    # The other side of it: a case that names no reading passes whatever the readings are.
    silent = [case for case in CASES if not case.under]
    assert [case.id for case in silent if any(came.verdict != "passed" for _, came in outcomes(case.id))] == []
