"""The report as JUnit XML: of the form that consumers know, read by one of them, and valid whatever an engine says."""

from __future__ import annotations

import dataclasses
import re
from xml.etree import ElementTree

import pytest
from junitparser import JUnitXml
from tests.events import EVIL, RUNS, answered, footer, header, of_an_evil_engine, of_every_verdict, of_the_zoo, told_in
from tests.helpers import ROOT, SUITE, TRICK
from xmlschema import XMLSchema

from fk_conform.running import CaseResult, Event
from fk_conform.verdict import Verdict

SCHEMA = XMLSchema(str(ROOT / "tests" / "junit.xsd"))


def read(text: str) -> JUnitXml:
    """The report as a consumer reads it, once it is found to be of the right form and to count rightly."""
    SCHEMA.validate(text)
    root = ElementTree.fromstring(text)
    for element in [root, *root.findall("testsuite")]:
        cases = element.findall(".//testcase")
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            if name != "skipped" or element is not root:
                assert int(element.get(name, "")) == sum(case.find(tag) is not None for case in cases)
        assert int(element.get("tests", "")) == len(cases)
    found = JUnitXml.fromstring(text.encode())
    assert isinstance(found, JUnitXml)
    return found


def test_each_verdict_is_what_a_consumer_takes_it_for() -> None:
    found = read(told_in("junit", of_every_verdict()))
    kinds = {
        case.name.split()[0]: [type(result).__name__ for result in case.result] for suite in found for case in suite
    }
    assert kinds == {
        "FK1.1c01": [],
        "FK4.9c01": ["Failure"],
        "FK4.3c01": ["Error"],
        "FK4.3c02": ["Skipped"],
        "FK4.3c03": ["Failure"],
        "FK4.8c01": ["Skipped"],
        "FK4.10c01": ["Skipped"],
        "a": ["Error"],  # a fault of the engine
        "an": ["Failure"],  # an expected failure that matches nothing
    }
    assert (found.tests, found.failures, found.errors) == (9, 3, 2)
    assert sum(suite.skipped for suite in found) == 3


def test_a_suite_is_a_clause() -> None:
    found = read(told_in("junit", of_every_verdict()))
    names = [suite.name for suite in found]
    assert names[1].startswith("FK4.9 ")
    assert names[-1] == "The run"
    assert len(names) == len(set(names)) == 6


def test_a_failure_is_told_in_full_and_with_its_kind() -> None:
    found = read(told_in("junit", of_every_verdict()))
    (failure,) = next(case for suite in found for case in suite if case.name.startswith("FK4.9c01")).result
    assert failure.type == "wrong-answer"
    assert failure.message == 'winner: expected "east", got "west"'
    lines = [" ".join(line.split()) for line in failure.text.splitlines()]
    assert lines == [
        "asked judge_trick: leader west · cards KS QS 7H JS · trump hearts",
        "expected winner east · points 12",
        "got winner west · points 12",
        'differs winner: expected "east", got "west"',
        "because It is so.",
        "again fk-conform FK4.9c01 -- ./engine",
    ]


@pytest.mark.parametrize("name", RUNS)
def test_the_report_tells_of_a_failure_where_the_runner_does(name: str) -> None:
    found = read(told_in("junit", of_the_zoo(name)))
    assert (found.failures + found.errors > 0) is (RUNS[name] != 0)


def test_a_run_that_did_not_come_to_its_end_says_why() -> None:
    *_, run = read(told_in("junit", of_the_zoo("interrupted")))
    (case,) = run
    assert case.name == "the run comes to its end"
    (error,) = case.result
    assert error.type == "interrupted"
    assert re.fullmatch(r"interrupted; \d+ cases were not run", error.message)


def test_whatever_an_engine_says_the_report_is_valid_and_harmless() -> None:
    text = told_in("junit", of_an_evil_engine())
    found = read(text)
    assert found.tests == 8
    assert all(line.isprintable() for line in text.split("\n"))
    assert "##[" not in text
    assert not re.search(r"(?m)^\s*::", text)


def test_what_xml_has_no_form_for_is_left_out_of_commands_and_escaped_in_titles() -> None:
    case = dataclasses.replace(TRICK, title=f"a\x00b {EVIL}")
    events: list[Event] = [
        header(command=[EVIL]),
        answered(case, {"result": {}}),
        footer("not-conformant", {"failed": 1}),
    ]
    (suite,) = read(told_in("junit", events))
    (found,) = suite
    assert found.name.startswith("FK4.9c01 a\\x00b ")
    assert "</script><script>alert(1)" in found.result[0].text


def test_a_run_of_nothing_that_applies_is_no_success() -> None:
    events: list[Event] = [
        header(),
        CaseResult(SUITE[0], Verdict("not-applicable", message="so")),
        footer("nothing-ran"),
    ]
    assert read(told_in("junit", events)).errors == 1
