"""The report for programs: every line conforms to its schema, and only a run that came to its end has a footer."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.helpers import FALSE, LONG, ROOT, SHORT, SUITE, TRICK, follow, make_case, make_run, run, spec, zoo
from tests.zoo.zoo import AT_A_REQUEST

from fk_conform.answer import DEEPEST
from fk_conform.report import report_in
from fk_conform.report.jsonl import JsonReport
from fk_conform.running import CaseResult, Event, Run
from fk_conform.verdict import judge

Json = Any

SCHEMA = json.loads((ROOT / "spec" / "schema" / "report.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

MUST_TRUMP = make_case(
    "FK4.4c01",
    "legal_cards",
    {"hand": ["7H", "7D"], "trick": ["KS"], "trump": "hearts"},
    {"expect": {"cards": ["7H"]}},
    {"when-void": "must-trump"},
)


def lines_of(events: list[Event]) -> list[Json]:
    """The lines of the report, each strict JSON that conforms to the schema."""
    out = io.StringIO()
    report = JsonReport(out, "1.0.0")
    for event in events:
        report.write(event)
    return checked(out.getvalue())


def checked(text: str) -> list[Json]:
    assert text.isascii()
    assert text.endswith("\n")
    lines = [json.loads(line, parse_constant=pytest.fail) for line in text.splitlines()]
    for line in lines:
        assert [error.message for error in VALIDATOR.iter_errors(line)] == []
    return lines


def test_a_case_that_was_not_run_because_its_method_was_given_up_says_so() -> None:
    cases = [follow(f"FK4.3c{number:02}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 12)]
    lines = lines_of(list(make_run(zoo("dies", '"legal_cards"'), [*cases, TRICK]).events()))
    (not_run,) = [line for line in lines if line.get("verdict") == "not-run"]
    assert not_run["id"] == "FK4.3c11"
    assert not_run["why"] == "not run after ten faults of the engine in a row at legal_cards"


@pytest.mark.parametrize(
    "name",
    [
        "right_throughout",
        "dies",
        "segfaults",
        "dies_painted",
        "hangs",
        "garbage",
        "latin_1",
        "nested_too_deeply",
        "too_large_a_number",
        "unknown_code",
        "answers_twice",
        "dies_of_several",
        "denies",
        "denies_every_other_time",
        "refuses",
        "calls_it_malformed",
        "answers_null",
        "paints",
        "painted",
        "dies_at_start",
        "dies_at_end",
        "offers_nothing",
        "follows_another_reading",
    ],
)
def test_every_line_of_every_report_conforms_to_the_schema(name: str) -> None:
    at = '"judge_trick"' if name in AT_A_REQUEST else None
    outcome = run(zoo(name, at), [FALSE[0], TRICK], SHORT if name == "hangs" else LONG)
    lines = lines_of(outcome.told)
    assert lines[0]["type"] == "header"
    assert [line["type"] for line in lines].count("footer") == 1
    assert lines[-1]["type"] == "footer"
    assert [line["id"] for line in lines if line["type"] == "case"] == [case.id for case in outcome_cases(outcome.told)]
    counts = lines[-1]["counts"]
    for verdict, number in counts.items():
        assert [line["verdict"] for line in lines if line["type"] == "case"].count(verdict) == number
    assert lines[-1]["exit"] == outcome.footer.exit


def outcome_cases(events: list[Event]) -> list[Any]:
    return [event.case for event in events if isinstance(event, CaseResult)]


def test_the_header_tells_what_is_run() -> None:
    outcome = run(zoo("right_throughout"), [TRICK], readings={"when-void": "must-trump"})
    header = lines_of(outcome.told)[0]
    assert header["suite"] == header["runner"] == "1.0.0"
    assert header["command"] == zoo("right_throughout")
    assert header["readings"] == {"when-void": "must-trump"}
    assert header["cases"] == 1
    assert header["engine"] is None
    assert header["started"].endswith("Z")


def test_a_session_tells_who_the_engine_is_and_what_it_follows() -> None:
    lines = lines_of(run(zoo("follows_another_reading"), [TRICK, MUST_TRUMP]).told)
    first, *_ = [line for line in lines if line["type"] == "session"]
    assert first["engine"] == {"name": "forty-kings", "version": "1.0.0"}
    assert first["readings_wanted"] == spec().default_readings
    assert first["readings_followed"] == {**spec().default_readings, "when-void": "must-trump"}
    assert first["methods"] == sorted(set(spec().methods) - {"initialize"})


def test_a_failure_tells_what_was_expected_what_came_and_the_difference() -> None:
    (line,) = [line for line in lines_of(run(zoo("answers_nothing"), [TRICK]).told) if line["type"] == "case"]
    assert line["verdict"] == "failed"
    assert line["kind"] == "wrong-answer"
    assert line["expected"] == {"expect": {"winner": "east", "points": 12}}
    assert line["got"] == {"result": {}}
    assert line["difference"] == ["winner is missing", "points is missing"]
    assert line["message"] == "winner is missing"


def test_a_fault_tells_kind_signal_and_standard_error() -> None:
    (line,) = [line for line in lines_of(run(zoo("segfaults"), [TRICK]).told) if line["type"] == "case"]
    assert line["verdict"] == "fault"
    assert line["fault"]["kind"] == "exited"
    assert (line["fault"]["status"], line["fault"]["signal"]) == (None, "SIGSEGV")
    assert "got" not in line


def test_a_fault_of_no_case_has_a_line_of_its_own() -> None:
    (line,) = [line for line in lines_of(run(zoo("dies_at_end"), [TRICK]).told) if line["type"] == "fault"]
    assert (line["kind"], line["status"], line["stderr"]) == ("end-status", 3, [])


def test_a_case_that_does_not_apply_says_why() -> None:
    (line,) = [line for line in lines_of(run(zoo("offers_nothing"), [TRICK]).told) if line["type"] == "case"]
    assert line["verdict"] == "not-applicable"
    assert line["why"] == "the engine does not offer judge_trick"


def test_an_answer_nested_as_deep_as_may_be_can_be_told() -> None:
    deep: Json = []
    for _ in range(DEEPEST):
        deep = [deep]
    verdict = judge(TRICK, {"jsonrpc": "2.0", "id": 1, "result": deep}, spec().shapes)
    (line,) = lines_of([CaseResult(TRICK, verdict, None, 0.001)])
    assert line["got"] == {"result": deep}


def test_the_readings_that_a_case_depends_on_are_told() -> None:
    (line,) = [line for line in lines_of(run(zoo("right_throughout"), [MUST_TRUMP]).told) if line["type"] == "case"]
    assert line["under"] == {"when-void": "must-trump"}


class Cut(io.StringIO):
    """An output that is gone after some lines."""

    def write(self, text: str) -> int:
        if self.getvalue().count("\n") == 4:
            raise BrokenPipeError
        return super().write(text)


def write_all(report: JsonReport, events: Iterable[Event]) -> None:
    for event in events:
        report.write(event)


def test_a_report_that_is_cut_has_no_footer() -> None:
    out = Cut()
    report = JsonReport(out, "1.0.0")
    subject: Run = make_run(zoo("right_throughout"))
    events = subject.events()
    with pytest.raises(BrokenPipeError):
        write_all(report, events)
    events.close()
    lines = checked(out.getvalue())
    assert [line["type"] for line in lines] == ["header", "session", "case", "case"]


def test_a_report_of_a_run_that_was_interrupted_has_a_footer_that_says_so() -> None:
    subject = make_run(zoo("hangs", '"judge_trick"'), limits=LONG)
    told = []
    for event in subject.events():
        told.append(event)
        if isinstance(event, CaseResult):
            subject.interrupt()
    lines = lines_of(told)
    assert lines[-1]["type"] == "footer"
    assert (lines[-1]["verdict"], lines[-1]["exit"]) == ("interrupted", 130)
    assert len([line for line in lines if line["type"] == "case"]) == len(SUITE)


def test_each_line_is_written_out_at_once() -> None:
    class Counting(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    out = Counting()
    report = JsonReport(out, "1.0.0")
    told = run(zoo("right_throughout"), [TRICK]).told
    for event in told:
        report.write(event)
    assert out.flushed >= len(told)


def test_the_report_of_a_format_is_made() -> None:
    assert isinstance(report_in("json", io.StringIO(), spec(), False), JsonReport)


def test_the_title_of_a_case_is_told() -> None:
    (line,) = [line for line in lines_of(run(zoo("right_throughout"), [TRICK]).told) if line["type"] == "case"]
    assert line["title"] == TRICK.title


def test_a_run_that_was_stopped_tells_after_what() -> None:
    footer = lines_of(run(zoo("dies"), [TRICK, *SUITE[:4], *SUITE[6:], *FALSE]).told)[-1]
    assert footer["verdict"] == "stopped"
    assert footer["stopped_after"] == "ten faults of the engine in a row"
    assert "stopped_after" not in lines_of(run(zoo("right_throughout"), [TRICK]).told)[-1]


def test_no_line_that_is_shown_in_the_log_of_a_workflow_is_a_command() -> None:
    answer = {"result": {"winner": "##[error]mine", "points": "\n::error::mine"}}
    verdict = judge(TRICK, {"jsonrpc": "2.0", "id": 1, **answer}, spec().shapes)
    out = io.StringIO()
    JsonReport(out, "1.0.0").write(CaseResult(TRICK, verdict, None, 0.001))
    assert "##[" not in out.getvalue()
    assert out.getvalue().count("\n") == 1
    assert json.loads(out.getvalue())["got"] == answer
