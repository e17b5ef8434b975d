"""The report as JUnit XML, for the many services that show it: a suite a clause, a test case a case.

What a run comes to besides its cases, such as that it was interrupted or that the engine ended badly, is a case of a
suite of its own, so that the report says failure wherever the runner does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from fk_conform.answer import harmless
from fk_conform.outcome import Report
from fk_conform.report.failure import Told, command_again, say_failure, tell_failure, tell_fault
from fk_conform.report.sentences import say_end, say_engines, say_sum, say_unmatched
from fk_conform.report.whole import WholeReport
from fk_conform.running import CaseResult

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LABEL = 10
# What a test case can hold, and by what name a suite counts those that do.
COUNTED_AS = {"failure": "failures", "error": "errors", "skipped": "skipped"}

Element = ElementTree.Element


class JunitReport(WholeReport):
    """Writes the XML when the run has ended."""

    def text_of(self, report: Report) -> str:
        """The XML of a run."""
        by_clause: dict[str, list[Element]] = {}
        for result in report.results:
            by_clause.setdefault(result.case.clause, []).append(_case(report, result))
        titles = {clause: f"{clause} {self.spec.clauses[clause].title}" for clause in by_clause}
        suites = [_suite(report, titles[clause], cases) for clause, cases in by_clause.items()]
        besides = _besides(report)
        if besides:
            suites.append(_suite(report, "The run", besides))
        name = f"{say_engines(report.sessions)}: The Forty Kings, suite {self.version}"
        cases = [case for suite in suites for case in suite]
        counts = _counts(cases)
        counts.pop("skipped")  # Of all together some consumers do not take it.
        root = _element("testsuites", name=name, **counts, time=f"{report.seconds:.3f}")
        root.extend(suites)
        ElementTree.indent(root)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(report: Report, name: str, cases: Sequence[Element]) -> Element:
    time = sum(float(case.get("time", 0)) for case in cases)
    # In UTC; without a mark that says so, for some consumers take none.
    timestamp = report.header.started.strftime("%Y-%m-%dT%H:%M:%S")
    suite = _element("testsuite", name=name, **_counts(cases), time=f"{time:.3f}", timestamp=timestamp)
    suite.extend(cases)
    return suite


def _counts(cases: Sequence[Element]) -> dict[str, str]:
    held = [child.tag for case in cases for child in case]
    return {"tests": str(len(cases)), **{name: str(held.count(tag)) for tag, name in COUNTED_AS.items()}}


def _case(report: Report, result: CaseResult) -> Element:
    verdict = result.verdict
    name, time = harmless(f"{result.case.id} {result.case.title}"), f"{result.seconds or 0:.3f}"
    case = _element("testcase", classname=result.case.clause, name=name, time=time)
    match verdict.verdict:
        case "passed":
            pass
        case "not-applicable" | "not-run":
            case.append(_element("skipped", message=harmless(verdict.message) or "not run"))
        case "expected-failure":
            case.append(_element("skipped", message=f"failed as expected: {harmless(verdict.reason)}"))
        case kind:
            again = command_again(report.header, result.case.id)
            told = [*tell_failure(result), *([("again", again)] if again else [])]
            tag = "error" if result.fault else "failure"
            case.append(_element(tag, _lines(told), type=verdict.kind or kind, message=say_failure(result)))
    return case


def _besides(report: Report) -> list[Element]:
    """What goes wrong with a run besides what goes wrong with its cases."""
    cases = []
    for fault in report.loose_faults:
        case = _element("testcase", classname="run", name="a fault of the engine", time="0.000")
        case.append(_element("error", _lines(tell_fault(fault)), type=fault.code, message=harmless(fault.message)))
        cases.append(case)
    for line in report.footer.unmatched:
        case = _element("testcase", classname="run", name="an expected failure", time="0.000")
        case.append(_element("failure", type="unmatched", message=say_unmatched(line)))
        cases.append(case)
    end = say_end(report.footer)
    if end:
        case = _element("testcase", classname="run", name="the run comes to its end", time="0.000")
        case.append(_element("error", say_sum(report.footer), type=report.verdict, message=end))
        cases.append(case)
    return cases


def _lines(told: Iterable[Told]) -> str:
    return "\n".join(f"{label.ljust(LABEL)}{text}" for label, text in told)


def _element(tag: str, text: str = "", **attributes: str) -> Element:
    """An element without anything that XML 1.0 has no form for."""
    element = ElementTree.Element(tag, {name: NO_XML.sub("", value) for name, value in attributes.items()})
    element.text = NO_XML.sub("", text) or None
    return element
