"""What the tests of reports have in common: events of runs, made up or of engines of the zoo, and reports of them."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterable
from functools import cache
from typing import Any

from tests.helpers import MALFORMED, REFUSED, SUITE, TRICK, make_run, run, spec, zoo

from fk_conform.diagnose import Diagnosis
from fk_conform.expected import Line
from fk_conform.faults import EndStatus, Exited, Fault, NoJson
from fk_conform.outcome import Report
from fk_conform.report import report_in
from fk_conform.running import CaseResult, Event, Findings, Footer, Header, LooseFault
from fk_conform.suite import Case
from fk_conform.verdict import VERDICT_WORDS, Verdict, judge

Json = Any

# What some terminal, parser, browser or CI service would act on, or choke on.
EVIL = (
    "\x1b[31m\x9b2J\x07\x00\u202e\ud800\ufffe</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    " & ]]> <!-- \"'`` ` | [a](http://example.org/) ![](http://example.org/x.png) @somebody #1 *b* \\ \n::error::mine\n"
    "  ::set-env name=A::b\n##[error]mine\nBail out!\nok 1 - mine\n  ...\n1..1\n# SKIP # TODO"
)


def header(command: list[str] | None = None, cases: int = 2, bundled: bool = False, **more: Any) -> Header:
    """The beginning of a run of an engine."""
    began = datetime.datetime(2025, 11, 29, 20, 11, tzinfo=datetime.UTC)
    return Header(
        command or ["./engine"], bundled, more.pop("readings", {}), more.pop("selection", {}), cases, began, **more
    )


def footer(verdict: str, counts: dict[str, int] | None = None, stopped_after: str = "", **more: Any) -> Footer:
    """The end of a run."""
    return Footer(verdict, {**dict.fromkeys(VERDICT_WORDS, 0), **(counts or {})}, [], 1.234, stopped_after, **more)


def answered(case: Case, answer: Json) -> CaseResult:
    """A case with this answer."""
    return CaseResult(case, judge(case, {"jsonrpc": "2.0", "id": 1, **answer}, spec().shapes), None, 0.001)


def fault_at(case: Case, fault: Fault) -> CaseResult:
    """A case at which the engine went wrong."""
    return CaseResult(case, Verdict("fault", fault.code, fault.message), fault)


def told_in(form: str, events: Iterable[Event], verbose: bool = False) -> str:
    """The report of these events in a format."""
    out = io.StringIO()
    report = report_in(form, out, spec(), verbose)
    for event in events:
        report.write(event)
    return out.getvalue()


def of_every_verdict() -> list[Event]:
    """A run in which a case has come to each verdict there is, with a fault of no case and a line that matches none."""
    wrong = answered(TRICK, {"result": {"winner": "west", "points": 12}})
    results = [
        CaseResult(SUITE[0], Verdict("passed"), None, 0.001),
        wrong,
        fault_at(SUITE[1], Exited(status=-11, stderr=["no such card"])),
        CaseResult(SUITE[2], Verdict("expected-failure", "wrong-answer", "it is wrong", reason="not done yet")),
        CaseResult(SUITE[3], Verdict("unexpected-pass", reason="not done yet either"), None, 0.001),
        CaseResult(SUITE[4], Verdict("not-applicable", "not-offered", "the engine does not offer replay_hand")),
        CaseResult(SUITE[6], Verdict("not-run")),
    ]
    counts = dict.fromkeys(VERDICT_WORDS, 1)
    return [
        header(cases=len(results)),
        *results,
        LooseFault(EndStatus(status=3)),
        Findings([Diagnosis("M-ace-above-king", frozenset([TRICK.id]), 1)]),
        footer("not-conformant", counts, unmatched=(Line("known.txt", 3, "FK4.9c99", "not done"),)),
    ]


def of_an_evil_engine() -> list[Event]:
    """A run of an engine that says whatever may do harm, wherever it can say something."""
    refused = {"error": {"code": 1, "message": EVIL, "data": {"reason": EVIL, "event": EVIL}}}
    results = [
        answered(TRICK, {"result": {EVIL: EVIL, "winner": EVIL, "points": [EVIL, {EVIL: EVIL}]}}),
        answered(REFUSED, refused),
        answered(SUITE[1], {"result": {"cards": ["7S", EVIL]}}),
        answered(MALFORMED, {"result": EVIL}),
        answered(SUITE[8], {"error": {"code": -32602, "message": EVIL}}),
        fault_at(SUITE[2], NoJson(EVIL, 3, [EVIL, EVIL])),
        CaseResult(SUITE[3], Verdict("not-applicable", "other-reading", EVIL)),
    ]
    return [
        header(cases=len(results)),
        *(event for event in run(zoo("painted"), [TRICK]).sessions),
        *results,
        LooseFault(Exited(EVIL, 1, [EVIL])),
        footer("not-conformant", {"failed": 5, "fault": 1, "not-applicable": 1}),
    ]


# Runs of all ways to end, each with the exit status of the runner.
RUNS = {
    "right_throughout": 0,
    "answers_nothing": 1,
    "dies_painted": 1,
    "dies_at_end": 1,
    "offers_nothing": 4,
    "dies_at_start": 3,
    "interrupted": 130,
}

FEW = [*SUITE[:3], TRICK]


@cache
def of_the_zoo(name: str) -> tuple[Event, ...]:
    """All that a run of a small suite tells of an engine of the zoo; or of a right one that was interrupted."""
    if name != "interrupted":
        return tuple(run(zoo(name), FEW).told)
    subject = make_run(zoo("sleeps_a_little"), FEW)
    events = []
    for event in subject.events():
        events.append(event)
        if isinstance(event, CaseResult):
            subject.interrupt()
    return tuple(events)


def report_of(events: Iterable[Event]) -> Report:
    """The report as a value."""
    return Report(tuple(events))
