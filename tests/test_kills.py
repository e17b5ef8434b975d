"""The kill matrix is fresh, no mistake survives the suite, and every case catches what it says it is there to catch."""

from __future__ import annotations

import pytest
from tests.helpers import ROOT, spec

from fk_conform import data
from fk_conform.cli.mistakes import as_json, idle_cases
from fk_conform.fingerprint import FAULT
from fk_conform.kills import compute, pattern, subjects
from fk_conform.mistakes import Rules
from fk_conform.suite import load_cases

CASES = list(load_cases(corpus=False))
KILLS = data.kills()
SUBJECTS = subjects(spec())
SLICES = 8


def test_the_matrix_holds_every_mistake_and_every_reading_but_the_defaults_in_their_order() -> None:
    assert list(KILLS) == SUBJECTS
    readings = {f"{name}: {other}" for name, alternatives in spec().readings.items() for other in alternatives[1:]}
    assert {name for name in KILLS if not name.startswith("M-")} == readings
    assert {name for name in KILLS if name.startswith("M-")} == set(spec().mistakes)


@pytest.mark.parametrize("number", range(SLICES))
def test_the_matrix_is_fresh(number: int) -> None:
    stale = [name for name, found in compute(SUBJECTS[number::SLICES], 1) if found != KILLS.get(name)]
    assert stale == [], "fk-conform mistakes --write makes cases/kills.json anew"


def test_the_file_is_written_as_the_command_writes_it() -> None:
    assert (ROOT / "cases" / "kills.json").read_text(encoding="utf-8") == as_json(KILLS)


def test_several_processes_find_the_same_in_the_same_order() -> None:
    names = SUBJECTS[:2] + SUBJECTS[-2:]
    assert list(compute(names, 2)) == list(compute(names, 1))
    assert [name for name, _ in compute(names, 2)] == names


def test_no_mistake_and_no_other_reading_survives_the_cases_that_were_derived_by_hand() -> None:
    assert [name for name in SUBJECTS if not KILLS[name]] == []


def test_every_case_catches_what_it_says_it_is_there_to_catch() -> None:
    wrong = [f"{case.id} does not catch {name}" for case in CASES for name in case.kills if case.id not in KILLS[name]]
    assert wrong == []


def test_the_reference_engine_fails_nothing() -> None:
    assert pattern(CASES, spec(), {}) == {}


def test_a_wrong_engine_that_raises_shows_as_a_fault() -> None:
    def crash(params: object, readings: object) -> None:
        raise KeyError("no such seat")

    tricks = [case for case in CASES if case.method == "judge_trick"]
    rules = Rules()
    rules.replace_method("judge_trick", crash)
    try:
        found = pattern(CASES, spec(), {})
    finally:
        rules.restore()
    assert found == {case.id: FAULT for case in tricks}


def test_a_case_is_idle_if_others_of_its_clause_catch_all_that_it_catches() -> None:
    patterns = {"M-one": {"FK4.3c01": "x", "FK4.3c02": "x"}, "M-two": {"FK4.3c02": "x", "FK4.4c01": "x"}}
    idle = idle_cases(patterns)
    assert "FK4.3c01" in idle
    assert "FK4.3c02" not in idle  # only a case of another clause catches M-two, too
    assert "FK4.4c01" not in idle
    assert "FK4.4c02" in idle  # it catches nothing
