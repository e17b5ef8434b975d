"""Asking one thing after another: the answers, the faults, and an engine that is there when it is needed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.helpers import FALSE, LONG, PASSED, ROOT, SHORT, SUITE, TRICK, make_case, none_alive, pids_in, spec, zoo

from fk_conform.asking import Asker
from fk_conform.conversation import GivenUp, Limits
from fk_conform.faults import Fault

HOUSE_RULES = ROOT / "tests" / "zoo" / "house_rules.py"
REFERENCE = [sys.executable, "-m", "forty_kings"]


def asker(command: list[str], limits: Limits = LONG, **readings: str) -> Asker:
    """Readings are written with a line below instead of a hyphen."""
    return Asker(command, spec(), "1.0.0", {name.replace("_", "-"): value for name, value in readings.items()}, limits)


def test_questions_are_answered_one_after_another_by_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = tmp_path / "pids"
    monkeypatch.setenv("ZOO_PIDS", str(pids))
    with asker(zoo("right_throughout")) as engine:
        assert {case.id: engine.ask(case).verdict.verdict for case in SUITE} == PASSED
        assert len(set(pids_in(pids))) == 1
    assert none_alive(pids)


def test_many_are_asked_at_once_and_told_in_their_order() -> None:
    with asker(REFERENCE) as engine:
        results = engine.ask_all([*SUITE, *FALSE])
    assert [result.case for result in results] == [*SUITE, *FALSE]
    assert [result.verdict.verdict for result in results] == ["passed"] * len(SUITE) + ["failed"] * len(FALSE)


def test_what_the_engine_says_is_there_whatever_was_expected() -> None:
    with asker(REFERENCE) as engine:
        (answer,) = engine.answers([FALSE[0]])
    assert isinstance(answer, dict)
    assert answer["result"] == {"cards": ["7S"]}  # spades were led, and the seven is the only one


def test_it_waits_between_questions_without_a_limit() -> None:
    with asker(REFERENCE, SHORT) as engine:
        engine.ask(TRICK)
        lane = engine._lane
        assert lane
        lane._deadline = 0.0  # as if hours had gone by
        engine._turn(lane)
        assert engine.ask(TRICK).verdict.verdict == "passed"
        assert engine.faults == []


def test_after_a_fault_it_is_started_again() -> None:
    with asker(zoo("dies", '"trick":["KS"]')) as engine:
        results = [engine.ask(case) for case in SUITE[:5]]
    assert [result.verdict.verdict for result in results] == ["passed", "passed", "fault", "passed", "passed"]
    assert results[2].fault
    assert results[2].fault.code == "exited"


def test_an_engine_that_cannot_be_started_is_given_up() -> None:
    with asker(["./no-such-engine"]) as engine, pytest.raises(GivenUp):
        engine.ask(TRICK)
    assert [fault.code for fault in engine.faults] == ["cannot-start"]


def test_an_engine_that_goes_wrong_ten_times_in_a_row_is_given_up() -> None:
    with asker(zoo("dies")) as engine:
        for _ in range(9):
            assert isinstance(engine.answers([TRICK])[0], Fault)
        with pytest.raises(GivenUp):
            engine.ask(TRICK)


def test_what_the_engine_does_not_play_is_not_applicable() -> None:
    case = make_case("FK4.4c01", "legal_cards", {}, {"malformed": True}, {"when-void": "must-trump"})
    with asker([sys.executable, str(HOUSE_RULES), "when-void=any-card"]) as engine:
        assert engine.ask(case).verdict.verdict == "not-applicable"
        assert engine.answers([case]) == [None]
        assert engine.introduction.readings["when-void"] == "any-card"
    with asker(REFERENCE, when_void="must-trump") as engine:
        assert engine.ask(case).verdict.verdict == "passed"
        assert engine.introduction.readings["when-void"] == "must-trump"
