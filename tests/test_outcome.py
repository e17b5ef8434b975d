"""A report as a value: what of a run is found where."""

from __future__ import annotations

import dataclasses

import pytest
from tests.helpers import FALSE, SUITE, run, zoo

from fk_conform.outcome import Report

WRONG = Report(tuple(run(zoo("right_throughout"), [*SUITE, *FALSE]).told))
FAULTY = Report(tuple(run(zoo("dies", '"trick":["KS"]'), SUITE[:5]).told))


def test_results_come_in_the_order_of_the_run_and_failures_are_told_apart() -> None:
    assert [result.case for result in WRONG.results] == [*SUITE, *FALSE]
    assert [result.case for result in WRONG.failures] == FALSE
    assert {name: number for name, number in WRONG.counts.items() if number} == {"passed": 10, "failed": 2}


def test_header_and_sessions_tell_what_was_run() -> None:
    assert WRONG.header.cases == len(SUITE) + len(FALSE)
    assert [session.introduction.engine["name"] for session in WRONG.sessions] == ["forty-kings"]


def test_the_verdict_is_that_of_the_command() -> None:
    assert (WRONG.verdict, WRONG.exit, WRONG.conformant) == ("not-conformant", 1, False)
    assert WRONG.seconds >= 0
    assert repr(WRONG) == "<Report: 10 passed, 2 failed: not-conformant>"


def test_faults_are_those_of_cases_and_those_of_none() -> None:
    assert [fault.code for fault in FAULTY.faults] == ["exited"]
    assert [result.case.id for result in FAULTY.failures] == ["FK4.3c02"]
    assert [fault.code for fault in Report(tuple(run(["./none"], SUITE).told)).faults] == ["cannot-start"]


def test_its_text_is_that_of_the_command() -> None:
    text = WRONG.text()
    assert text.startswith("The Forty Kings, suite ")
    assert "✗ FK4.3c08  The case FK4.3c08" in text
    assert text.rstrip().endswith("not conformant")


def test_it_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        WRONG.events = ()  # type: ignore[misc]
