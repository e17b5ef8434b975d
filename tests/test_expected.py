"""Expected failures: how the file is read, what a line means, and what comes of a run that is as expected or not."""

from __future__ import annotations

import dataclasses
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.helpers import FALSE, PASSED, ROOT, SUITE, TRICK, Outcome, follow, run, zoo

from fk_conform.errors import FileError, UsageError
from fk_conform.expected import ExpectedFailures, Line, load_expected
from fk_conform.outcome import Report
from fk_conform.report.jsonl import JsonReport
from fk_conform.running import Findings
from fk_conform.suite import Case, Selection, load_cases
from fk_conform.verdict import Verdict

SCHEMA = Draft202012Validator(json.loads((ROOT / "spec" / "schema" / "report.schema.json").read_text(encoding="utf-8")))
FAILED, CRASHED = Verdict("failed", "wrong-answer", "it is wrong"), Verdict("fault", "exited", "it ended")
CASE = follow("FK4.3c02", ["7S", "KH"], "KS", ["7S"])


def expecting(*names: str) -> ExpectedFailures:
    """Lines that name these, each with a reason of its own."""
    return ExpectedFailures(tuple(Line("xfail.txt", place, name, f"why {name}") for place, name in enumerate(names, 1)))


def variant(of: Case, how: str) -> Case:
    return dataclasses.replace(of, id=of.id + how)


def loaded(tmp_path: Path, text: str) -> ExpectedFailures:
    file = tmp_path / "xfail.txt"
    file.write_text(text, encoding="utf-8")
    return load_expected(file)


# The file


def test_a_line_holds_a_name_and_a_reason_and_comments_and_blank_lines_hold_nothing(tmp_path: Path) -> None:
    text = "# what is not done yet\n\nFK4.3c02   trumps: see #12\n  fk5\t no cliques  \n   # more\n"
    assert [(line.number, line.name, line.reason) for line in loaded(tmp_path, text).lines] == [
        (3, "FK4.3c02", "trumps: see #12"),
        (4, "FK5", "no cliques"),
    ]


@pytest.mark.parametrize("text", ["FK4.3c02\n", "FK4.3c02   \n", "FK4.3c02 # later\n"])
def test_a_line_without_a_reason_is_refused_with_its_place(text: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"xfail\.txt:2: after FK4\.3c02 a reason was expected"):
        loaded(tmp_path, f"# why\n{text}")


def test_what_cannot_be_read_is_said_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--xfail .*gone\.txt: No such file"):
        load_expected(tmp_path / "gone.txt")
    (tmp_path / "latin").write_bytes(b"FK4.3c02 donn\xe9\n")
    with pytest.raises(UsageError, match="it is no UTF-8"):
        load_expected(tmp_path / "latin")


# What a line means


@pytest.mark.parametrize("name", ["FK4.3c02", "FK4.3", "FK4", "FK4.3c*", "FK*c02", "FK4.3c0[12]", "*"])
def test_a_case_is_meant_by_its_id_its_clause_its_chapter_or_a_pattern(name: str) -> None:
    assert expecting(name).judge(CASE, FAILED).verdict == "expected-failure"


@pytest.mark.parametrize("name", ["FK4.3c03", "FK4.30", "FK5", "FK4.3c0", "FK4.4*", "fk4.3c02", "*~*"])
def test_a_case_is_meant_by_nothing_else(name: str) -> None:
    assert expecting(name).judge(CASE, FAILED) is FAILED


def test_a_failure_and_a_fault_that_are_expected_keep_what_is_known_of_them_and_get_the_reason() -> None:
    for verdict in (FAILED, CRASHED):
        judged = expecting("FK4").judge(CASE, verdict)
        assert judged == dataclasses.replace(verdict, verdict="expected-failure", reason="why FK4")


def test_of_several_lines_the_first_counts() -> None:
    assert expecting("FK4.3c*", "FK4.3c02").judge(CASE, FAILED).reason == "why FK4.3c*"
    assert expecting("FK4.3c02", "*", "FK4.3c02").judge(CASE, FAILED).reason == "why FK4.3c02"


def test_what_passes_though_it_is_expected_to_fail_is_unexpected() -> None:
    judged = expecting("FK4.3").judge(CASE, Verdict("passed"))
    assert (judged.verdict, judged.reason) == ("unexpected-pass", "why FK4.3")


@pytest.mark.parametrize("verdict", ["not-applicable", "not-run"])
def test_of_what_was_not_put_nothing_is_expected(verdict: str) -> None:
    assert expecting("FK4").judge(CASE, Verdict(verdict)) == Verdict(verdict)


@pytest.mark.parametrize("how", ["~HCDS+1", "@again"])
def test_a_variant_may_fail_as_its_case_does_and_need_not(how: str) -> None:
    expected = expecting("FK4.3c02")
    assert expected.judge(variant(CASE, how), FAILED).verdict == "expected-failure"
    assert expected.judge(variant(CASE, how), Verdict("passed")).verdict == "passed"


def test_a_line_that_names_variants_means_them_and_not_their_case() -> None:
    for name in ("FK4.3c02~HCDS+1", "FK4.3c02~*"):
        expected = expecting(name)
        assert expected.judge(variant(CASE, "~HCDS+1"), FAILED).verdict == "expected-failure"
        assert expected.judge(variant(CASE, "~HCDS+1"), Verdict("passed")).verdict == "unexpected-pass"
        assert expected.judge(CASE, FAILED) is FAILED


# Lines that match nothing


@pytest.mark.parametrize(
    "name", ["FK4.3c02", "FK4.9c01", "FK5", "FK6.1*", "FK4.3c02~HCDS+1", "FK4.3c02@again", "FK4.3c02~*", "corpus-*"]
)
def test_what_names_something_of_the_suite_matches_though_only_a_part_was_asked(name: str) -> None:
    assert expecting(name).unmatched([TRICK]) == ()


@pytest.mark.parametrize("name", ["FK4.3c99", "FK9", "FK4.99", "KF*", "FK4.3c02~HHHH+9", "FK4.3c02@gain", "FK4.3c99~*"])
def test_what_names_nothing_is_unmatched(name: str) -> None:
    expected = expecting("FK4", name)
    assert expected.unmatched([TRICK]) == (expected.lines[1],)


def test_cases_that_stand_in_for_the_suite_match_and_so_does_the_suite(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "clause: FK4.3\ncases:\n  - {id: FK4.3c99, title: Mine, method: legal_cards, malformed: true,\n"
        "     given: {hand: [7S, KH], trick: [KS]}, because: There is no trump in it.}\n",
        encoding="utf-8",
    )
    assert expecting("FK4.3c99", "FK4.3c02").unmatched([], file) == ()


# Runs


def outcome_of(engine: str, cases: list[Case], *names: str, **how: Any) -> Outcome:
    return run(zoo(engine), cases, expected=expecting(*names), selection=Selection(ids=("FK4",)), **how)


@pytest.mark.parametrize(
    ("cases", "names", "verdict", "status"),
    [
        ([*SUITE, *FALSE], ["FK4.3c08", "FK4.3c09"], "as-expected", 0),
        (FALSE, ["FK4.3c0?"], "as-expected", 0),
        ([*SUITE, *FALSE], ["FK4.3c08"], "not-conformant", 1),
        (SUITE, ["FK4.3c01"], "not-as-expected", 1),
        ([*SUITE, *FALSE], ["FK4.3c01", "FK4.3c08", "FK4.3c09"], "not-as-expected", 1),
        (SUITE, ["FK4.3c99"], "not-as-expected", 1),
        ([*SUITE, *FALSE], ["FK4.3c08", "FK4.3c09", "FK4.3c99"], "not-as-expected", 1),
        (SUITE, ["FK4.7c01"], "conformant", 0),
        (SUITE, [], "conformant", 0),
    ],
)
def test_a_run_says_whether_it_came_as_expected(cases: list[Case], names: list[str], verdict: str, status: int) -> None:
    footer = outcome_of("right_throughout", cases, *names).footer
    assert (footer.verdict, footer.exit) == (verdict, status)
    assert footer.counts["failed"] + footer.counts["expected-failure"] == sum(case in FALSE for case in cases)


def test_a_fault_that_is_expected_is_none_of_the_run() -> None:
    outcome = run(zoo("dies", '"judge_trick"'), SUITE, expected=expecting("FK4.9c01"))
    assert outcome.footer.verdict == "as-expected"
    assert outcome.verdicts == {**PASSED, "FK4.9c01": "fault exited"}
    assert outcome.footer.counts["expected-failure"] == 1


def test_any_number_of_faults_may_be_expected() -> None:
    cases = [dataclasses.replace(TRICK, id=f"FK4.9c{number}") for number in range(20, 33)]
    outcome = run(zoo("dies"), cases, expected=expecting("FK4.9"))
    assert outcome.footer.counts["expected-failure"] == len(cases)
    assert outcome.footer.verdict == "as-expected"
    assert run(zoo("dies"), cases).footer.verdict == "stopped"


def test_a_fault_of_no_case_is_never_expected() -> None:
    assert outcome_of("dies_at_end", SUITE, "*c99").footer.verdict == "not-conformant"


def test_to_stop_at_the_first_failure_is_to_stop_at_the_first_that_is_not_as_expected() -> None:
    cases = [FALSE[0], SUITE[1], FALSE[1], SUITE[2]]
    verdicts = outcome_of("right_throughout", cases, "FK4.3c08", fail_fast=True).verdicts
    assert [*verdicts.values()] == ["expected-failure", "passed", "failed", "not-run"]
    verdicts = outcome_of("right_throughout", cases, "FK4.3c08", "FK4.3c01", fail_fast=True).verdicts
    assert [*verdicts.values()] == ["expected-failure", "unexpected-pass", "not-run", "not-run"]


def test_no_level_is_claimed_of_which_a_case_failed_as_expected() -> None:
    cases = [*SUITE, *FALSE]
    whole = run(zoo("right_throughout"), cases, expected=expecting("FK4.3c08", "FK4.3c09"))
    play = next(result for result in whole.footer.levels if result.level.id == "play")
    assert not play.claimed
    assert play.passed == play.cases - 2


def test_what_the_failures_look_like_is_said_whether_they_were_expected_or_not() -> None:
    mistake = [sys.executable, "-m", "fk_conform.mistakes", "M-ace-above-king"]
    cases = [case for case in load_cases(corpus=False) if case.method == "judge_trick"]
    found = [
        [event.diagnoses for event in run(mistake, cases, expected=expected).told if isinstance(event, Findings)]
        for expected in (None, expecting("*"))
    ]
    assert found[0][0][0].subject == "M-ace-above-king"
    assert found[1] == found[0]


def test_the_report_for_programs_tells_all_of_it_in_its_form() -> None:
    cases = [*SUITE, *FALSE]
    outcome = run(zoo("dies", '"judge_trick"'), cases, expected=expecting("FK4.3c08", "FK4.9", "FK4.3c01", "FK4.3c99"))
    out = io.StringIO()
    report = JsonReport(out, "1.0.0")
    for event in outcome.told:
        report.write(event)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [error.message for line in lines for error in SCHEMA.iter_errors(line)] == []
    by_id = {line["id"]: line for line in lines if line["type"] == "case"}
    assert (by_id["FK4.3c08"]["verdict"], by_id["FK4.3c08"]["reason"]) == ("expected-failure", "why FK4.3c08")
    assert by_id["FK4.3c08"]["kind"] == "wrong-answer"
    assert by_id["FK4.9c01"]["fault"]["kind"] == "exited"
    assert "kind" not in by_id["FK4.9c01"]
    assert (by_id["FK4.3c01"]["verdict"], by_id["FK4.3c01"]["reason"]) == ("unexpected-pass", "why FK4.3c01")
    assert "reason" not in by_id["FK4.3c09"]
    assert lines[-1]["unmatched"] == [{"file": "xfail.txt", "line": 4, "name": "FK4.3c99", "reason": "why FK4.3c99"}]


def text_of(outcome: Outcome, verbose: bool = False) -> str:
    return Report(tuple(outcome.told)).text(verbose)


def test_the_report_for_a_person_names_what_was_expected_and_why() -> None:
    outcome = outcome_of("right_throughout", [*SUITE, *FALSE], "FK4.3c08", "FK4.3c09", "FK4.3c01", "FK4.3c99")
    text = text_of(outcome)
    assert "✗" not in text
    assert "Failed as expected: FK4.3c08 (why FK4.3c08), FK4.3c09 (why FK4.3c09).\n" in text
    assert "Passed, though expected to fail: FK4.3c01 (why FK4.3c01).\n" in text
    assert "There is no such case: FK4.3c99 (xfail.txt:4: why FK4.3c99).\n" in text
    assert text.endswith(": not as expected\n")


def test_what_failed_as_expected_is_told_in_full_where_all_is() -> None:
    text = text_of(outcome_of("right_throughout", FALSE[:1], "FK4.3c08"), verbose=True)
    assert "✗ FK4.3c08" in text
    assert re.search(r"known +why FK4\.3c08\n", text)
    assert text.endswith(": as expected\n")


def test_of_many_that_failed_for_one_reason_and_of_their_variants_only_the_first_are_named() -> None:
    cases = [dataclasses.replace(FALSE[0], id=f"FK4.3c{number}{how}") for number in range(60, 70) for how in ("", "~a")]
    text = text_of(outcome_of("right_throughout", cases, "FK4.3"))
    first = " ".join(f"FK4.3c{number}" for number in range(60, 68))
    assert f"Failed as expected: {first} and 2 more (why FK4.3)." in " ".join(text.split())


def test_a_reason_is_made_harmless() -> None:
    painted = ExpectedFailures((Line("xfail.txt", 1, "FK4.3c08", "\x1b[31mred"), Line("xfail.txt", 2, "\x1b", "it")))
    outcome = run(zoo("right_throughout"), FALSE[:1], expected=painted)
    assert "\x1b" not in text_of(outcome) + text_of(outcome, verbose=True)


@pytest.mark.parametrize(
    "line",
    [
        {"verdict": "expected-failure"},
        {"verdict": "expected-failure", "reason": "r"},
        {"verdict": "unexpected-pass"},
        {"verdict": "passed", "reason": "r"},
        {"verdict": "failed", "reason": "r", "kind": "k", "message": "m", "expected": 1, "got": 2, "difference": []},
        {"verdict": "failed", "kind": "k"},
        {"verdict": "passed", "message": "m"},
    ],
)
def test_the_form_of_the_report_refuses_half_of_it(line: dict[str, object]) -> None:
    case = {"type": "case", "id": "FK4.3c02", "clause": "FK4.3", "method": "legal_cards", "under": {}}
    assert not SCHEMA.is_valid({**case, **line})
