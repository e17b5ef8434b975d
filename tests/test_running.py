"""A run: which sessions it takes, the order in which it tells what comes, and what it comes to."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import pytest
from tests.helpers import (
    FALSE,
    LONG,
    PASSED,
    REFUSED,
    ROOT,
    SUITE,
    TRICK,
    follow,
    make_case,
    make_run,
    none_alive,
    run,
    spec,
    zoo,
)

from fk_conform.running import EXIT_OF, CaseResult, Footer, Header, Session
from fk_conform.sessions import plan_sessions
from fk_conform.suite import Case, Selection

DEFAULTS = {
    "when-void": "any-card",
    "renounce": "only-when-void",
    "four-as-three": "refused",
    "good-when-higher": "concedes",
    "unshown": "nobody-scores",
    "both-reach": "higher-total",
    "level-totals": "play-on",
}


HOUSE_RULES = ROOT / "tests" / "zoo" / "house_rules.py"
PLAY = [case for case in SUITE if case.method in ("legal_cards", "judge_trick")]


def under(name: str, **readings: str) -> Case:
    """A case that holds under some readings; they are written with a line below instead of a hyphen."""
    given = {reading.replace("_", "-"): alternative for reading, alternative in readings.items()}
    return make_case(name, "deal", {}, {"malformed": True}, given)


def plan(cases: list[Case], fixed: dict[str, str] | None = None) -> list[tuple[dict[str, str], list[str]]]:
    """The sessions, each with what it wants other than the defaults and with the ids of its cases."""
    return [
        (
            {name: alternative for name, alternative in wanted.items() if DEFAULTS[name] != alternative},
            [case.id for case in members],
        )
        for wanted, members in plan_sessions(cases, spec(), fixed or {})
    ]


# Sessions


def test_the_defaults_are_those_of_the_specification() -> None:
    assert spec().default_readings == DEFAULTS


def test_every_session_wants_something_of_every_reading() -> None:
    cases = [under("a"), under("b", when_void="must-trump")]
    assert [wanted.keys() for wanted, _ in plan_sessions(cases, spec(), {})] == [DEFAULTS.keys()] * 2


def test_cases_that_hold_under_the_defaults_take_one_session() -> None:
    cases = [
        under("a"),
        under("b", when_void="any-card"),
        under("c", unshown="nobody-scores", renounce="only-when-void"),
    ]
    assert plan(cases) == [({}, ["a", "b", "c"])]


def test_alternatives_that_agree_share_a_session() -> None:
    cases = [
        under("a"),
        under("b", when_void="must-trump"),
        under("c", when_void="any-card"),
        under("d", unshown="next-best-scores"),
        under("e", when_void="must-trump", level_totals="drawn"),
    ]
    assert plan(cases) == [
        ({}, ["a", "c"]),
        ({"when-void": "must-trump", "unshown": "next-best-scores", "level-totals": "drawn"}, ["b", "d", "e"]),
    ]


def test_alternatives_that_do_not_agree_are_put_in_further_sessions() -> None:
    cases = [
        under("a", when_void="must-trump", unshown="next-best-scores"),
        under("b", when_void="must-trump", unshown="nobody-scores"),
        under("c", unshown="next-best-scores"),
    ]
    assert plan(cases) == [
        ({"when-void": "must-trump", "unshown": "next-best-scores"}, ["a", "c"]),
        ({"when-void": "must-trump"}, ["b"]),
    ]


def test_without_a_case_that_holds_under_the_defaults_there_is_no_session_of_them() -> None:
    assert plan([under("a", both_reach="clique-first")]) == [({"both-reach": "clique-first"}, ["a"])]


def test_with_readings_fixed_there_is_one_session_of_what_holds_under_them() -> None:
    cases = [
        under("a"),
        under("b", when_void="must-trump"),
        under("c", when_void="any-card"),
        under("d", when_void="must-trump", unshown="next-best-scores"),
    ]
    assert plan(cases, {"when-void": "must-trump"}) == [({"when-void": "must-trump"}, ["a", "b"])]


def test_a_case_whose_point_shows_only_at_a_table_is_put_there_though_it_holds_at_any() -> None:
    shown = dataclasses.replace(under("b"), table={"when-void": "must-trump"})
    assert shown.holds_under(DEFAULTS)
    assert plan([under("a"), shown]) == [({}, ["a"]), ({"when-void": "must-trump"}, ["b"])]
    assert plan([under("a"), shown], {"when-void": "any-card"}) == [({}, ["a"])]


def test_to_an_engine_that_does_not_sit_at_the_table_asked_for_nothing_applies() -> None:
    outcome = run([sys.executable, str(HOUSE_RULES), "when-void=any-card"], readings={"when-void": "must-trump"})
    assert {result.verdict.verdict for result in outcome.results} == {"not-applicable"}
    assert {result.verdict.message for result in outcome.results} == {"the engine follows when-void: any-card"}
    assert (outcome.footer.verdict, outcome.footer.exit) == ("nothing-ran", 4)


def test_a_run_at_one_table_claims_no_level() -> None:
    footer = run(zoo("right_throughout"), PLAY, readings={"when-void": "any-card"}).footer
    assert not any(result.claimed for result in footer.levels)


def test_no_case_gets_lost_and_each_holds_in_its_session() -> None:
    cases = [
        under(f"{first}{second}{third}", when_void=first, unshown=second, level_totals=third)
        for first in ("any-card", "must-trump")
        for second in ("nobody-scores", "next-best-scores")
        for third in ("play-on", "drawn")
    ]
    sessions = plan_sessions(cases, spec(), {})
    assert sorted(case.id for _, members in sessions for case in members) == sorted(case.id for case in cases)
    assert all(case.holds_under(wanted) for wanted, members in sessions for case in members)


def test_each_session_is_an_engine_of_its_own_that_is_told_what_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZOO_LOG", str(tmp_path / "log"))
    void = {"hand": ["7H", "7D"], "trick": ["KS"], "trump": "hearts"}
    trumps = make_case("FK4.4c01", "legal_cards", void, {"expect": {"cards": ["7H"]}}, {"when-void": "must-trump"})
    outcome = run(zoo("right_throughout"), [trumps, TRICK, follow("FK4.3c01", ["7S", "KH"], "KS", ["7S"])])
    assert set(outcome.verdicts.values()) == {"passed"}
    asked = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    wanted = [request["params"]["readings"] for request in asked if request["method"] == "initialize"]
    assert wanted == [DEFAULTS, {**DEFAULTS, "when-void": "must-trump"}]
    assert [session.wanted for session in outcome.sessions] == wanted
    # What the engine is not to know is in no request.
    assert {tuple(request) for request in asked} == {("jsonrpc", "id", "method", "params")}


# Order


def test_events_are_header_session_cases_footer() -> None:
    outcome = run(zoo("right_throughout"))
    assert [type(event) for event in outcome.told] == [Header, Session, *[CaseResult] * len(SUITE), Footer]
    assert outcome.header.cases == len(SUITE)


@pytest.mark.parametrize("name", ["last_first", "sleeps_a_little", "dies_of_several"])
def test_the_order_of_the_cases_is_that_of_the_suite_however_they_are_answered(name: str) -> None:
    cases = [*SUITE, *FALSE]
    outcome = run(zoo(name), cases, jobs=3)
    assert [result.case for result in outcome.results] == cases
    assert outcome.verdicts == PASSED | dict.fromkeys((case.id for case in FALSE), "failed")


def test_several_processes_share_the_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # More than are asked ahead, so that each process gets some, and each case is asked once.
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    monkeypatch.setenv("ZOO_LOG", str(tmp_path / "log"))
    cases = [follow(f"FK4.3c{number:03}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 301)]
    outcome = run(zoo("right_throughout"), cases, jobs=3)
    assert [result.case for result in outcome.results] == cases
    assert set(outcome.verdicts.values()) == {"passed"}
    assert len(outcome.sessions) == 1
    assert len((tmp_path / "pids").read_text(encoding="utf-8").split()) == 3
    asked = [json.loads(line)["id"] for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert len(asked) == len(set(asked)) == 303


def test_no_more_processes_are_started_than_there_are_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    run(zoo("right_throughout"), [TRICK], jobs=8)
    assert len((tmp_path / "pids").read_text(encoding="utf-8").split()) == 1


def test_the_time_of_an_answer_is_told_and_that_of_a_fault_is_not() -> None:
    outcome = run(zoo("dies", '"judge_trick"'), [SUITE[1], TRICK])
    answered, fault = outcome.results
    assert answered.seconds is not None
    assert answered.seconds > 0
    assert fault.seconds is None


# Ending early


@pytest.mark.parametrize("name", ["refuses", "dies"])
def test_with_fail_fast_the_first_failure_is_the_last_that_is_told(name: str) -> None:
    outcome = run(zoo(name, '"trick":["KS"]'), [SUITE[1], SUITE[2], *FALSE, TRICK], fail_fast=True)
    verdicts = [verdict.split()[0] for verdict in outcome.verdicts.values()]
    assert verdicts[1:] == [{"refuses": "failed", "dies": "fault"}[name], "not-run", "not-run", "not-run"]
    assert outcome.footer.verdict == "not-conformant"
    assert sum(outcome.footer.counts.values()) == 5


def test_with_fail_fast_a_fault_that_belongs_to_no_case_ends_the_run_too() -> None:
    outcome = run(zoo("answers_twice", '"trick":["KS"]'), [SUITE[2], *SUITE[3:5] * 40], fail_fast=True)
    assert [fault.code for fault in outcome.loose] == ["repeated-id"]
    assert outcome.footer.counts["not-run"]


def test_with_fail_fast_and_no_failure_all_is_run() -> None:
    assert run(zoo("right_throughout"), fail_fast=True).footer.verdict == "conformant"


def test_a_run_that_is_interrupted_tells_what_is_known_and_leaves_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    interrupted = make_run(zoo("hangs", '"judge_trick"'), limits=LONG)
    told = []
    for event in interrupted.events():
        told.append(event)
        if isinstance(event, CaseResult) and event.case is SUITE[4]:
            interrupted.interrupt()
    footer = told[-1]
    assert isinstance(footer, Footer)
    assert (footer.verdict, footer.exit) == ("interrupted", 130)
    assert footer.counts["passed"] == 5
    assert footer.counts["not-run"] == 5
    assert none_alive(tmp_path / "pids")


def test_a_run_that_is_given_up_in_the_middle_leaves_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    events = make_run(zoo("leaves_a_child"), jobs=2).events()
    for event in events:
        if isinstance(event, CaseResult):
            break
    events.close()
    assert none_alive(tmp_path / "pids")


# What it comes to


@pytest.mark.parametrize(
    ("name", "cases", "verdict", "status"),
    [
        ("right_throughout", SUITE, "conformant", 0),
        ("right_throughout", FALSE, "not-conformant", 1),
        ("dies", [TRICK], "not-conformant", 1),
        ("dies_at_end", [TRICK], "not-conformant", 1),
        ("denies", [TRICK], "nothing-ran", 4),
        ("offers_nothing", [TRICK], "nothing-ran", 4),
        ("dies_at_start", [TRICK], "not-started", 3),
    ],
)
def test_a_run_comes_to_a_verdict_and_an_exit_status(name: str, cases: list[Case], verdict: str, status: int) -> None:
    footer = run(zoo(name), cases).footer
    assert (footer.verdict, footer.exit) == (verdict, status)
    assert sum(footer.counts.values()) == len(cases)


def test_an_engine_that_cannot_be_started_has_not_been_judged() -> None:
    outcome = run(["./no-such-engine"])
    assert outcome.footer.verdict == "not-started"
    assert [fault.code for fault in outcome.loose] == ["cannot-start"]
    assert outcome.footer.counts["not-run"] == len(SUITE)


def test_every_verdict_has_an_exit_status() -> None:
    schema = json.loads((Path(__file__).parent.parent / "spec/schema/report.schema.json").read_text(encoding="utf-8"))
    assert set(schema["$defs"]["footer"]["properties"]["verdict"]["enum"]) == EXIT_OF.keys()
    assert sorted(set(EXIT_OF.values())) == [0, 1, 3, 4, 130]


@pytest.mark.parametrize(
    ("selection", "claimed"),
    [
        (Selection(), True),
        (Selection(corpus=False), True),
        (Selection(levels=("play",)), False),
        (Selection(ids=("FK4",)), False),
        (Selection(cases="my-cases"), False),
    ],
)
def test_a_level_is_claimed_only_when_the_whole_suite_was_selected(selection: Selection, claimed: bool) -> None:
    footer = run(zoo("right_throughout"), PLAY, selection=selection).footer
    (play,) = [result for result in footer.levels if result.level.id == "play"]
    assert play.claimed is claimed


def test_no_level_is_claimed_in_a_run_that_was_not_finished() -> None:
    footer = run(zoo("dies_at_start"), PLAY).footer
    assert not any(result.claimed for result in footer.levels)
    # All that belongs to the level has passed, and yet there were cases that nobody was asked.
    false = make_case("FK5.1c01", "find_cliques", {"hand": []}, {"expect": {"cliques": []}})
    outcome = run(zoo("right_throughout"), [*PLAY, false, REFUSED], fail_fast=True)
    assert outcome.verdicts == {
        **dict.fromkeys((case.id for case in PLAY), "passed"),
        false.id: "failed",
        REFUSED.id: "not-run",
    }
    (play,) = [result for result in outcome.footer.levels if result.level.id == "play"]
    assert play.why == "only a run of the whole suite tells"
