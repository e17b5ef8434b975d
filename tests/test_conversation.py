"""What the engines of the zoo come to: which fault, on which case, and that the run goes on and judges all others."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from tests.helpers import (
    FALSE,
    LONG,
    MALFORMED,
    PASSED,
    REFUSED,
    ROOT,
    SHORT,
    SUITE,
    TRICK,
    Outcome,
    follow,
    make_case,
    none_alive,
    pids_in,
    run,
    zoo,
)
from tests.zoo.zoo import ALTOGETHER, AT_A_REQUEST, INTRODUCTIONS

from fk_conform import conversation
from fk_conform.conversation import Limits
from fk_conform.expected import ExpectedFailures, Line
from fk_conform.suite import Case

AT_THE_TRICK = '"judge_trick"'
JUDGED = PASSED | dict.fromkeys((case.id for case in FALSE), "failed")
CASES = [*SUITE, *FALSE]
JUDGED_OF_THREE = dict.fromkeys((case.id for case in (SUITE[1], TRICK, SUITE[2])), "passed")

# These end the process, or the runner ends it: of several requests that are open each is then asked alone.
TO_BE_STARTED_AGAIN = {
    "dies": "exited",
    "segfaults": "exited",
    "never_ends_its_line": "too-long",
    "garbage": "no-json",
    "another_id": "unknown-id",
    "hangs": "answer-timeout",
    "closes_stdout": "closed-output",
}
# The same goes for these, but each takes its time, so they are put to the test at the last case alone.
LIKEWISE = {
    "leaves": "exited",
    "dies_painted": "exited",
    "chatters": "no-json",
    "logs_then_garbage": "no-json",
    "latin_1": "no-utf8",
    "utf_16": "no-utf8",
    "utf_16_without_mark": "no-json",
    "byte_order_mark": "no-json",
    "not_a_number": "no-json",
    "too_large_a_number": "no-json",
    "too_many_digits": "no-json",
    "a_line_of_a_hundred_megabytes": "too-long",
    "bytes_of_a_lone_surrogate": "no-utf8",
    "a_member_twice": "no-json",
    "nested_too_deeply": "no-json",
    "a_list_of_answers": "no-answer",
    "a_bare_string": "no-answer",
    "the_id_as_text": "unknown-id",
    "the_id_as_float": "unknown-id",
    "a_null_id": "unknown-id",
    "no_id": "no-answer",
    "closes_stdin": "answer-timeout",
    "writes_blank_lines_for_ever": "answer-timeout",
}
# These show by their id what they answer, so the process can go on.
NO_ANSWERS = [
    "both_result_and_error",
    "neither_result_nor_error",
    "unknown_code",
    "no_code",
    "error_as_text",
    "code_as_boolean",
    "another_jsonrpc",
    "no_jsonrpc",
]
IN_SILENCE = ("hangs", "closes_stdout", "closes_stdin", "writes_blank_lines_for_ever")
AS_THEY_MAY_BE = [
    "carriage_returns",
    "blank_lines",
    "more_members",
    "long_winded_on_stderr",
    "answers_in_pieces",
    "right_throughout",
    "last_first",
    "slow_to_start",
    "floods_stderr_from_the_start",
    "leaves_a_child",
    "says_nothing_of_readings",
    "follows_an_unknown_reading",
]


# A fault at one request


@pytest.mark.parametrize(("name", "code"), TO_BE_STARTED_AGAIN.items())
def test_a_fault_falls_on_the_case_that_causes_it_and_all_others_are_judged(name: str, code: str) -> None:
    outcome = run(zoo(name, AT_THE_TRICK), CASES, SHORT if name in IN_SILENCE else LONG)
    assert outcome.verdicts == {**JUDGED, TRICK.id: f"fault {code}"}
    assert outcome.loose == []
    assert outcome.footer.verdict == "not-conformant"


@pytest.mark.parametrize(("name", "code"), LIKEWISE.items())
def test_a_fault_at_the_last_case_falls_on_it(name: str, code: str) -> None:
    outcome = run(zoo(name, AT_THE_TRICK), [*FALSE, TRICK], SHORT if name in IN_SILENCE else LONG)
    assert outcome.verdicts == {FALSE[0].id: "failed", FALSE[1].id: "failed", TRICK.id: f"fault {code}"}
    assert outcome.loose == []


@pytest.mark.parametrize("name", NO_ANSWERS)
def test_what_is_no_answer_but_has_an_id_falls_on_its_case_and_the_process_goes_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    outcome = run(zoo(name, AT_THE_TRICK), CASES)
    assert outcome.verdicts == {**JUDGED, TRICK.id: "fault no-answer"}
    assert outcome.loose == []
    assert len(pids_in(tmp_path / "pids")) == 1


def test_a_fault_is_told_with_status_and_standard_error() -> None:
    fault = run(zoo("dies", AT_THE_TRICK), [TRICK]).fault_of(TRICK)
    assert (fault.status, fault.signal) == (1, None)
    assert fault.stderr[-1] == "KeyError: 'no such card'"
    assert "--isolate" in fault.hint


def test_a_fault_is_told_with_the_signal_that_ended_the_process() -> None:
    fault = run(zoo("segfaults"), [TRICK]).fault_of(TRICK)
    assert fault.signal == "SIGSEGV"
    assert fault.as_json()["status"] is None


def test_what_an_engine_logged_before_it_wrote_garbage_is_told() -> None:
    fault = run(zoo("logs_then_garbage"), [TRICK]).fault_of(TRICK)
    assert fault.stderr == ["the reason stands here"]
    assert fault.message == "the engine wrote a line that is no JSON: garbage"
    assert (fault.status, fault.signal) == (None, None)


def test_a_timeout_hints_at_flushing_and_does_not_show_how_the_runner_ended_the_process() -> None:
    fault = run(zoo("hangs"), [TRICK], SHORT).fault_of(TRICK)
    assert "flush" in fault.hint
    assert "--answer-timeout" in fault.hint
    assert (fault.status, fault.signal) == (None, None)


def test_nothing_in_a_fault_can_act_on_a_terminal() -> None:
    for name in ("garbage", "dies_painted"):
        fault = run(zoo(name), [TRICK]).fault_of(TRICK)
        for text in (fault.message, *fault.stderr):
            assert text.isprintable()
    assert fault.stderr == ["the cards are \\x1b[31mred\\x1b[0m and \\x07loud\\r", "\\xff"]


def test_a_fault_at_an_only_case_needs_no_second_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    assert run(zoo("dies"), [TRICK]).verdicts == {TRICK.id: "fault exited"}
    assert len(pids_in(tmp_path / "pids")) == 1


@pytest.mark.parametrize("case", [REFUSED, MALFORMED], ids=["a refusal", "malformed"])
@pytest.mark.parametrize("name", ["dies", "unknown_code", "no_code", "garbage"])
def test_a_fault_is_never_taken_for_the_refusal_that_the_case_expects(name: str, case: Case) -> None:
    outcome = run(zoo(name), [case])
    assert outcome.verdicts[case.id].startswith("fault ")
    assert outcome.footer.counts["passed"] == 0


def test_several_faults_fall_on_their_cases() -> None:
    outcome = run(zoo("dies", '"legal_cards"'), [SUITE[1], TRICK, SUITE[2], REFUSED])
    assert outcome.verdicts == {
        SUITE[1].id: "fault exited",
        TRICK.id: "passed",
        SUITE[2].id: "fault exited",
        REFUSED.id: "passed",
    }


def test_an_answer_too_many_is_said_once_and_names_its_case() -> None:
    outcome = run(zoo("answers_twice", AT_THE_TRICK), CASES)
    assert outcome.verdicts == JUDGED
    (fault,) = outcome.loose
    assert fault.code == "repeated-id"
    assert TRICK.id in fault.message
    assert outcome.footer.verdict == "not-conformant"


def test_every_answer_given_twice_is_said_once_and_blames_no_case() -> None:
    outcome = run(zoo("answers_twice"))
    assert outcome.verdicts == PASSED
    assert [fault.code for fault in outcome.loose] == ["repeated-id"]
    assert outcome.footer.verdict == "not-conformant"


# No fault


@pytest.mark.parametrize("name", AS_THEY_MAY_BE)
def test_what_the_protocol_puts_up_with_is_no_fault(name: str) -> None:
    at = AT_THE_TRICK if name == "more_members" else None
    outcome = run(zoo(name, at))
    assert outcome.verdicts == PASSED
    assert outcome.loose == []


def test_an_answer_that_is_wrong_is_no_fault() -> None:
    for name in ("refuses", "calls_it_malformed", "answers_nothing", "answers_null", "paints"):
        outcome = run(zoo(name, AT_THE_TRICK), [TRICK, SUITE[1]])
        assert outcome.verdicts == {TRICK.id: "failed", SUITE[1].id: "passed"}
        assert outcome.loose == []


# When several requests are open


def test_a_fault_that_does_not_come_again_when_each_is_asked_alone_is_told_once_and_falls_on_no_case() -> None:
    outcome = run(zoo("dies_of_several"))
    assert outcome.verdicts == PASSED
    (fault,) = outcome.loose
    assert fault.code == "not-repeated"
    assert fault.status == 1
    assert fault.stderr[-1] == "IndexError: several requests at once"
    assert outcome.footer.verdict == "not-conformant"


def test_an_engine_that_keeps_something_from_one_request_to_the_next_is_found_out() -> None:
    # Each process dies at its third request, of which the first is the introduction.
    outcome = run(zoo("dies_at_the_third_request"), SUITE[:4])
    # The second case is asked again alone, and then it is the second request; the third case is the third.
    assert list(outcome.verdicts.values()) == ["passed", "passed", "fault exited", "passed"]
    assert outcome.fault_of(SUITE[2]).status == 4


# Ten in a row


def test_ten_faults_in_a_row_stop_the_run_and_it_is_said_once() -> None:
    cases = [follow(f"FK4.3c{number:02}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 31)]
    outcome = run(zoo("dies"), cases)
    assert list(outcome.verdicts.values()) == ["fault exited"] * 10 + ["not-run"] * 20
    assert outcome.loose == []
    assert outcome.footer.verdict == "stopped"
    assert outcome.footer.stopped_after == "ten faults of the engine in a row"
    assert outcome.footer.exit == 1


def test_after_ten_faults_in_a_row_at_one_method_the_others_are_asked_on() -> None:
    cases = [TRICK, *(follow(f"FK4.3c{number:02}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 31)), *SUITE[8:9]]
    outcome = run(zoo("dies", '"legal_cards"'), cases)
    assert list(outcome.verdicts.values()) == ["passed", *["fault exited"] * 10, *["not-run"] * 20, "passed"]
    assert {result.verdict.message for result in outcome.results if result.verdict.verdict == "not-run"} == {
        "not run after ten faults of the engine in a row at legal_cards"
    }
    assert outcome.loose == []
    assert (outcome.footer.verdict, outcome.footer.exit) == ("not-conformant", 1)


def test_a_method_that_was_given_up_is_not_asked_for_at_another_table_either() -> None:
    of_default = [follow(f"FK4.3c{number:02}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 13)]
    of_another = [
        make_case(f"FK4.4c{number:02}", "legal_cards", {}, {"malformed": True}, {"when-void": "must-trump"})
        for number in range(1, 4)
    ]
    outcome = run(zoo("dies", '"legal_cards"'), [*of_default, TRICK, *of_another])
    assert list(outcome.verdicts.values()) == ["fault exited"] * 10 + ["not-run"] * 2 + ["passed"] + ["not-run"] * 3


def test_an_engine_that_goes_wrong_at_whatever_it_is_asked_is_stopped_after_one_more() -> None:
    cases = [follow(f"FK4.3c{number:02}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 31)]
    outcome = run(zoo("dies"), [*cases, TRICK, *SUITE[8:9]])
    assert list(outcome.verdicts.values()) == ["fault exited"] * 10 + ["not-run"] * 20 + ["fault exited", "not-run"]
    assert (outcome.footer.verdict, outcome.footer.stopped_after) == ("stopped", "ten faults of the engine in a row")


def test_faults_that_were_expected_do_not_count() -> None:
    cases = [follow(f"FK4.3c{number:02}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 31)]
    expected = ExpectedFailures((Line("xfail", 1, "FK4.3c[012]*", "it dies"),))
    outcome = run(zoo("dies", '"legal_cards"'), [*cases, TRICK], expected=expected)
    known = [result.verdict.verdict for result in outcome.results]
    # The thirtieth is not among them, and so it is the first of a row.
    assert known == ["expected-failure"] * 29 + ["fault", "passed"]
    assert (outcome.footer.verdict, outcome.footer.exit) == ("not-conformant", 1)


def test_an_answer_in_between_and_the_count_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "MOST_FAULTS_IN_A_ROW", 3)
    outcome = run(zoo("dies", '"legal_cards"'), [*SUITE[1:3], TRICK, *SUITE[6:8]])
    assert list(outcome.verdicts.values()) == ["fault exited"] * 2 + ["passed"] + ["fault exited"] * 2
    assert outcome.footer.verdict == "not-conformant"


def test_an_answer_that_is_none_counts_as_an_answer_for_the_engine_lives() -> None:
    cases = [follow(f"FK4.3c{number:02}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 31)]
    outcome = run(zoo("unknown_code"), cases)
    assert set(outcome.verdicts.values()) == {"fault no-answer"}
    assert outcome.footer.verdict == "not-conformant"


def test_an_engine_that_does_not_start_again_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    monkeypatch.setattr(conversation, "MOST_FAULTS_IN_A_ROW", 3)
    outcome = run(zoo("starts_only_once"))
    assert set(outcome.verdicts.values()) == {"not-run"}
    assert [fault.code for fault in outcome.loose] == ["exited"] * 3
    assert outcome.footer.verdict == "stopped"


# The start


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("silent", "start-timeout"),
        ("slow_to_start", "start-timeout"),
        ("keeps_all_answers_until_the_end", "start-timeout"),
        ("dies_at_start", "exited"),
        ("greets", "no-json"),
        ("answers_before_it_is_asked", "unknown-id"),
        ("refuses_to_introduce_itself", "no-answer"),
        ("introduces_itself_as_null", "bad-handshake"),
    ],
)
def test_an_engine_that_does_not_introduce_itself_is_not_asked_anything(
    name: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZOO_SECONDS", "600")
    limits = Limits(start=0.3) if code == "start-timeout" else LONG
    outcome = run(zoo(name), limits=limits)
    assert [fault.code for fault in outcome.loose] == [code]
    assert set(outcome.verdicts.values()) == {"not-run"}
    assert outcome.sessions == []
    assert (outcome.footer.verdict, outcome.footer.exit) == ("not-started", 3)


def test_a_start_that_takes_too_long_hints_at_flushing() -> None:
    (fault,) = run(zoo("silent"), limits=Limits(start=0.3)).loose
    assert "flush" in fault.hint
    assert "--start-timeout" in fault.hint


def test_what_an_engine_said_before_it_died_at_start_is_told() -> None:
    (fault,) = run(zoo("dies_at_start")).loose
    assert fault.status == 1
    assert fault.stderr == ["the cards are in the other jacket"]


@pytest.mark.parametrize(
    "name", ["protocol_2", "no_engine", "methods_as_object", "no_readings", "readings_as_list", "unknown_alternative"]
)
def test_an_introduction_that_is_wrong_is_a_bad_handshake_that_names_the_member(name: str) -> None:
    outcome = run(zoo(name), [TRICK])
    (fault,) = outcome.loose
    assert fault.code == "bad-handshake"
    assert f": {next(iter(INTRODUCTIONS[name]))}: expected " in fault.message
    assert outcome.footer.verdict == "not-started"


def test_an_engine_that_ends_when_other_readings_are_wanted_is_judged_as_far_as_it_went() -> None:
    other = make_case(
        "FK4.4c01",
        "legal_cards",
        {"hand": ["7H", "7D"], "trick": ["KS"], "trump": "hearts"},
        {"expect": {"cards": ["7H"]}},
        {"when-void": "must-trump"},
    )
    default = make_case("FK4.4c02", "judge_trick", json.loads(TRICK.params), TRICK.expected, {"when-void": "any-card"})
    outcome = run(zoo("dies_when_wanted_otherwise"), [default, other])
    assert outcome.verdicts == {default.id: "passed", other.id: "not-run"}
    assert [fault.code for fault in outcome.loose] == ["exited"]
    assert outcome.footer.verdict == "stopped"
    assert "introduced itself" in outcome.footer.stopped_after


# What it offers and follows


def test_a_method_that_is_not_listed_is_not_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_LOG", str(tmp_path / "log"))
    outcome = run(zoo("offers_legal_cards"))
    for result in outcome.results:
        expected = "passed" if result.case.method == "legal_cards" else "not-applicable"
        assert result.verdict.verdict == expected
    asked = {json.loads(line)["method"] for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()}
    assert asked == {"initialize", "legal_cards"}
    assert outcome.footer.verdict == "conformant"


def test_methods_that_the_suite_does_not_know_are_passed_over() -> None:
    assert set(run(zoo("offers_more"), [SUITE[1], TRICK]).verdicts.values()) == {"passed"}


def test_an_engine_that_offers_nothing_is_not_judged() -> None:
    outcome = run(zoo("offers_nothing"))
    assert set(outcome.verdicts.values()) == {"not-applicable"}
    assert (outcome.footer.verdict, outcome.footer.exit) == ("nothing-ran", 4)


def test_a_method_that_is_listed_and_always_denied_does_not_apply() -> None:
    outcome = run(zoo("denies", AT_THE_TRICK))
    assert outcome.verdicts == {**PASSED, TRICK.id: "not-applicable"}
    assert outcome.loose == []
    assert outcome.footer.verdict == "conformant"


def test_a_method_that_is_denied_only_sometimes_is_a_fault() -> None:
    outcome = run(zoo("denies_every_other_time"))
    (fault,) = outcome.loose
    assert fault.code == "partly-offered"
    assert fault.message.endswith(": legal_cards")
    assert outcome.footer.counts["fault"] == 0
    assert outcome.footer.verdict == "not-conformant"


VOID = {"hand": ["7H", "7D"], "trick": ["KS"], "trump": "hearts"}
ANY_CARD = make_case("FK4.4c01", "legal_cards", VOID, {"expect": {"cards": ["7H", "7D"]}}, {"when-void": "any-card"})
MUST_TRUMP = make_case("FK4.4c02", "legal_cards", VOID, {"expect": {"cards": ["7H"]}}, {"when-void": "must-trump"})


def test_only_cases_that_hold_under_the_readings_it_says_it_follows_are_put_to_it() -> None:
    # It says so whatever is wanted, and yet follows what is wanted: only what it says counts.
    outcome = run(zoo("follows_another_reading"), [ANY_CARD, TRICK, MUST_TRUMP])
    assert outcome.verdicts == {ANY_CARD.id: "not-applicable", TRICK.id: "passed", MUST_TRUMP.id: "passed"}
    (result,) = [result for result in outcome.results if result.case is ANY_CARD]
    assert result.verdict.message == "the engine follows when-void: must-trump"


def test_who_says_nothing_of_readings_follows_the_defaults() -> None:
    outcome = run(zoo("says_nothing_of_readings"), [ANY_CARD, TRICK, MUST_TRUMP])
    assert outcome.verdicts == {ANY_CARD.id: "passed", TRICK.id: "passed", MUST_TRUMP.id: "not-applicable"}


# The end


@pytest.mark.parametrize(
    ("name", "code", "status"), [("dies_at_end", "end-status", 3), ("never_ends", "end-timeout", None)]
)
def test_a_bad_end_is_told_after_all_cases_and_falls_on_none(name: str, code: str, status: int | None) -> None:
    outcome = run(zoo(name), limits=Limits(start=20, answer=20, end=0.3) if status is None else LONG)
    assert outcome.verdicts == PASSED
    (fault,) = outcome.loose
    assert (fault.code, fault.status, fault.signal) == (code, status, None)
    assert outcome.footer.verdict == "not-conformant"


def test_something_said_at_the_end_is_told() -> None:
    outcome = run(zoo("says_something_at_the_end"))
    assert outcome.verdicts == PASSED
    assert [fault.message for fault in outcome.loose] == ["the engine wrote a line that is no JSON: goodbye"]


def test_an_engine_that_keeps_its_answers_until_its_input_ends_is_told_to_flush() -> None:
    outcome = run(zoo("keeps_its_answers_until_the_end"), [TRICK], SHORT)
    assert outcome.verdicts == {TRICK.id: "fault answer-timeout"}
    assert "flush" in outcome.fault_of(TRICK).hint


# Nothing is left behind


@pytest.mark.parametrize(
    ("name", "jobs"),
    [
        ("leaves_a_child", 1),
        ("leaves_a_child_in_a_session_of_its_own", 2),
        ("leaves_a_grandchild_that_nobody_is_the_parent_of", 1),
        ("leaves_a_child_and_dies", 1),
        ("leaves_a_child_that_talks", 1),
        ("never_ends", 3),
        ("hangs", 1),
        ("closes_stdout", 1),
        ("dies_of_several", 3),
    ],
)
def test_no_process_is_left(name: str, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    run(zoo(name), [SUITE[1], TRICK, SUITE[2]], Limits(start=20, answer=0.2, end=0.2), jobs=jobs)
    assert none_alive(tmp_path / "pids")


# A process for each case


def test_an_engine_that_answers_once_and_ends_is_judged_with_a_process_for_each_case() -> None:
    outcome = run(zoo("answers_once"), [SUITE[1], TRICK, FALSE[0]], isolate=True)
    assert outcome.verdicts == {SUITE[1].id: "passed", TRICK.id: "passed", FALSE[0].id: "failed"}
    assert outcome.loose == []


def test_an_engine_that_answers_once_and_ends_is_told_of_isolate_without_it() -> None:
    outcome = run(zoo("answers_once"), [TRICK])
    assert outcome.verdicts == {TRICK.id: "fault exited"}
    assert "--isolate" in outcome.fault_of(TRICK).hint


def test_each_case_has_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    monkeypatch.setenv("ZOO_LOG", str(tmp_path / "log"))
    run(zoo("right_throughout"), [SUITE[1], TRICK], isolate=True)
    # One to introduce itself, and one for each case, that is asked nothing else.
    assert len(pids_in(tmp_path / "pids")) == 3
    methods = [json.loads(line)["method"] for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert methods == ["initialize", "legal_cards", "judge_trick"]


def test_a_process_that_is_to_follow_another_reading_is_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZOO_LOG", str(tmp_path / "log"))
    assert run(zoo("right_throughout"), [MUST_TRUMP], isolate=True).verdicts == {MUST_TRUMP.id: "passed"}
    lines = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert [line["method"] for line in lines] == ["initialize", "initialize", "legal_cards"]
    assert lines[1]["params"]["readings"]["when-void"] == "must-trump"


@pytest.mark.parametrize(("name", "code"), [("dies", "exited"), ("garbage", "no-json")])
def test_a_fault_in_a_process_of_its_own_falls_on_its_case(name: str, code: str) -> None:
    outcome = run(zoo(name, AT_THE_TRICK), [SUITE[1], TRICK, SUITE[2]], isolate=True)
    assert outcome.verdicts == {SUITE[1].id: "passed", TRICK.id: f"fault {code}", SUITE[2].id: "passed"}


def test_too_many_bad_ends_in_a_row_stop_a_run_with_a_process_for_each_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "MOST_FAULTS_IN_A_ROW", 3)
    outcome = run(zoo("dies_at_end"), SUITE[:5], isolate=True)
    assert [fault.code for fault in outcome.loose] == ["end-status"] * 3
    # The first process only introduced itself.
    assert list(outcome.verdicts.values()) == ["passed"] * 2 + ["not-run"] * 3
    assert outcome.footer.verdict == "stopped"


# The zoo


def test_every_engine_of_the_zoo_has_a_test() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    others = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)
    )
    for name in (*AT_A_REQUEST, *ALTOGETHER, *INTRODUCTIONS):
        assert f'"{name}"' in text or f'"{name}"' in others, name


def test_an_outcome_is_told_in_order() -> None:
    outcome = run(zoo("dies", AT_THE_TRICK), CASES)
    assert isinstance(outcome, Outcome)
    assert [result.case.id for result in outcome.results] == [case.id for case in CASES]
    assert outcome.told[0] is outcome.header
    assert outcome.told[-1] is outcome.footer


def test_an_engine_that_takes_more_memory_than_it_may_ends_and_is_told_so() -> None:
    outcome = run(zoo("eats_memory", AT_THE_TRICK), [SUITE[1], TRICK, SUITE[2]], memory=1024)
    assert outcome.verdicts == {**JUDGED_OF_THREE, TRICK.id: "fault exited"}
    fault = outcome.fault_of(TRICK)
    assert fault.message == "the engine ended before it had answered: it may use 1024 MB of memory"
    assert fault.stderr[-1] == "MemoryError"
    assert fault.advice == ""


def test_memory_that_is_only_reserved_does_not_count() -> None:
    node = shutil.which("node")
    assert node
    command = [node, str(ROOT / "engines" / "javascript" / "engine.mjs")]
    assert run(command, [TRICK], memory=1024).verdicts == {TRICK.id: "passed"}


def test_a_lone_surrogate_in_an_answer_is_a_wrong_answer() -> None:
    outcome = run(zoo("answers_with_a_lone_surrogate", AT_THE_TRICK), [TRICK])
    assert outcome.verdicts == {TRICK.id: "failed"}


# Answers one request, and writes no JSON to the next, in one breath; and looks whether anything comes before it has
# introduced itself.
IMPATIENT = """
import json, os, select, sys
lines, buffered = [], b""
def line():
    global buffered
    while b"\\n" not in buffered:
        chunk = os.read(0, 65536)
        if not chunk:
            sys.exit()
        buffered += chunk
    first, _, buffered = buffered.partition(b"\\n")
    return json.loads(first)
request = line()
early = buffered or select.select([0], [], [], 0.3)[0]
if early:
    open(sys.argv[1], "w").close()
engine = {"engine": {"name": "impatient", "version": "1"}, "protocol": 1, "methods": ["legal_cards"], "readings": {}}
os.write(1, json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": engine}).encode() + b"\\n")
first = line()
answer = {"jsonrpc": "2.0", "id": first["id"], "result": {"cards": []}}
os.write(1, json.dumps(answer).encode() + b"\\nwell\\n")
while True:
    line()
"""


def test_a_process_that_follows_one_that_failed_is_asked_nothing_before_it_has_introduced_itself(
    tmp_path: Path,
) -> None:
    cases = [follow(f"FK4.3c{number:02}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 5)]
    outcome = run([sys.executable, "-c", IMPATIENT, str(tmp_path / "early")], cases)
    assert len(outcome.results) == len(cases)
    assert any(result.fault for result in outcome.results) or outcome.loose
    assert not (tmp_path / "early").exists()
