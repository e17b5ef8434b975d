"""The runner as a library: what `fk_conform.run` takes, and what it gives back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import FALSE, SUITE, TRICK, zoo
from tests.test_inprocess import MUST_TRUMP, Whole

import fk_conform
from fk_conform import Limits, UsageError, load_cases

Json = Any
REFERENCE = [sys.executable, "-m", "forty_kings"]


class AceHigh:
    """An engine that takes the ace for the highest card."""

    def judge_trick(self, leader: str, cards: list[str], trump: str) -> Json:
        if len(cards) != 4 or trump not in ("spades", "hearts", "diamonds", "clubs"):
            raise ValueError
        seats = ["south", "east", "north", "west"]
        order = [seats[(seats.index(leader) + place) % 4] for place in range(4)]

        def strength(card: str) -> tuple[bool, bool, int]:
            return card[1] == trump[0].upper(), card[1] == cards[0][1], "789TJQKA".index(card[0])

        points = {"K": 5, "Q": 4, "J": 3}
        return {
            "winner": order[cards.index(max(cards, key=strength))],
            "points": sum(points.get(card[0], 0) for card in cards),
        }


def test_an_engine_in_process_is_put_to_the_whole_suite_and_may_claim_all_levels() -> None:
    report = fk_conform.run(Whole, corpus=False, symmetry="none")
    assert (report.verdict, report.exit, report.failures) == ("conformant", 0, ())
    assert report.counts["passed"] == len(report.results) == len(list(load_cases(corpus=False)))
    assert all(level.claimed for level in report.levels)
    assert len(report.sessions) > 1


@pytest.mark.parametrize("command", [REFERENCE, tuple(REFERENCE), " ".join(REFERENCE)], ids=["list", "tuple", "string"])
def test_an_engine_may_be_a_command(command: object) -> None:
    report = fk_conform.run(command, SUITE)
    assert report.conformant
    assert list(report.header.command) == REFERENCE


def test_an_engine_may_be_a_path(tmp_path: Path) -> None:
    engine = tmp_path / "my engine"
    engine.write_text(f"#!/bin/sh\nexec {sys.executable} -m forty_kings\n", encoding="utf-8")
    engine.chmod(0o755)
    assert fk_conform.run(engine, SUITE).conformant


def test_cases_may_be_named() -> None:
    report = fk_conform.run(Whole, ["fk1.4", "FK4.9c01"])
    assert [result.case.id for result in report.results] == [f"FK1.4c0{n}" for n in range(1, 9)] + ["FK4.9c01"]
    assert [result.case.id for result in fk_conform.run(Whole, "FK4.9c01").results] == ["FK4.9c01"]


def test_cases_of_ones_own_and_names_go_together_and_each_is_asked_once() -> None:
    report = fk_conform.run(Whole, [*FALSE, "FK4.9c01", TRICK])
    assert [result.case.id for result in report.results] == ["FK4.9c01", *(case.id for case in FALSE)]


@pytest.mark.parametrize(
    ("cases", "how", "says"),
    [
        (["FK99"], {}, "there is no case, clause or chapter 'FK99'"),
        ([], {}, "no case is selected"),
        (None, {"readings": {"when-void": "never"}}, "expected when-void=any-card or must-trump"),
        (None, {"symmetry": "some"}, "symmetry: expected none, sample, all, not 'some'"),
        (None, {"jobs": 0}, "jobs: expected 1 or more, not 0"),
        ([MUST_TRUMP], {"readings": {"when-void": "any-card"}}, "none of those named holds under the readings given"),
    ],
)
def test_what_there_is_not_is_an_error_of_usage(cases: Any, how: Any, says: str) -> None:
    with pytest.raises(UsageError, match=says.replace("'", ".")):
        fk_conform.run(Whole, cases, **how)


@pytest.mark.parametrize("command", [[], "", "./engine 'of mine"])
def test_an_empty_or_broken_command_is_an_error_of_usage(command: object) -> None:
    with pytest.raises(UsageError):
        fk_conform.run(command, SUITE)


def test_with_readings_fixed_only_what_holds_under_them_is_asked() -> None:
    report = fk_conform.run(Whole, [MUST_TRUMP, TRICK], readings={"when-void": "must-trump"})
    assert report.counts["passed"] == 2
    assert report.header.readings == {"when-void": "must-trump"}
    report = fk_conform.run(Whole, [MUST_TRUMP, TRICK], readings={"when-void": "any-card"})
    assert [result.case.id for result in report.results] == [TRICK.id]


def test_failures_are_told_with_what_they_look_like() -> None:
    report = fk_conform.run(AceHigh)
    assert report.verdict == "not-conformant"
    assert {"FK1.4c02", "FK1.4c04"} <= {result.case.id for result in report.failures}
    assert report.diagnoses[0].subject == "M-ace-above-king"


def test_fail_fast_asks_no_more_after_the_first_failure() -> None:
    report = fk_conform.run(Whole, [*SUITE, *FALSE, TRICK], fail_fast=True)
    assert len(report.failures) == 1
    assert report.counts["not-run"] == 1


def test_failures_may_be_expected(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    known.write_text("FK4.3c08 not yet\nFK4.3c09 not yet\n", encoding="utf-8")
    report = fk_conform.run(Whole, [*SUITE, *FALSE], xfail=known)
    assert (report.verdict, report.exit, report.failures) == ("as-expected", 0, ())
    with pytest.raises(UsageError, match="--xfail"):
        fk_conform.run(Whole, SUITE, xfail=tmp_path / "none")


def test_an_engine_in_process_that_always_goes_wrong_is_given_up() -> None:
    class Broken:
        def judge_trick(self, leader: str, cards: list[str], trump: str) -> Json:
            raise KeyError(trump)

    report = fk_conform.run(Broken, ["FK1.4", "FK1.7"])
    assert (report.verdict, len(report.faults), report.counts["not-run"]) == ("stopped", 10, 6)


def test_an_engine_in_process_that_does_not_introduce_itself_is_not_started() -> None:
    class Mute:
        def initialize(self) -> None:
            return None

    report = fk_conform.run(Mute, SUITE)
    assert (report.verdict, report.exit, report.counts["not-run"]) == ("not-started", 3, len(SUITE))
    assert [fault.code for fault in report.faults] == ["bad-handshake"]


def test_limits_hold_for_a_command() -> None:
    report = fk_conform.run(zoo("hangs"), [TRICK], limits=Limits(start=20.0, answer=0.2, end=0.5))
    assert [fault.code for fault in report.faults] == ["answer-timeout"]


def test_the_whole_suite_is_asked_with_variants_and_the_corpus_as_by_the_command() -> None:
    class Nothing:
        pass

    report = fk_conform.run(Nothing)
    assert (report.verdict, report.exit) == ("nothing-ran", 4)
    assert report.header.generated > 0
    assert report.header.variants > 0
    assert fk_conform.run(Nothing, corpus=False, symmetry="none").header.cases == len(list(load_cases(corpus=False)))


def test_to_import_the_package_loads_nothing_of_it() -> None:
    code = "import fk_conform, sys; print([name for name in sys.modules if name.startswith('fk_conform.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    assert all(getattr(fk_conform, name) for name in fk_conform.__all__)
    with pytest.raises(AttributeError, match="no attribute 'shuffle'"):
        fk_conform.shuffle  # noqa: B018
