"""What is told of a failure in every format: what was asked, expected and got, and how to ask it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping

from fk_conform.answer import harmless
from fk_conform.edition import this_edition
from fk_conform.faults import Fault
from fk_conform.outcome import Report
from fk_conform.report.words import in_order_of, say_answer, say_question, shortened
from fk_conform.running import CaseResult, Header
from fk_conform.suite import AGAIN, Case
from fk_conform.symmetry import in_words
from fk_conform.verdict import Json

# The kinds of failures of which the answer alone does not show where it differs from the one expected.
TOLD_BY_DIFFERENCE = ("wrong-answer", "wrong-reason", "wrong-event")
MOST_DIFFERENCES = 20
REMEMBERS = "where it passes when first asked, the engine keeps something from one request to the next"

Told = tuple[str, str]


def tell_failure(result: CaseResult) -> Iterator[Told]:
    """What there is to tell of a case that failed: texts, each with its label; none can act on a terminal."""
    case, verdict = result.case, result.verdict
    if case.derived_from != case.id:
        yield "variant", in_words(case.id)
    if case.under:
        yield "under", ", ".join(f"{name}: {alternative}" for name, alternative in case.under.items())
    yield "asked", f"{case.method}: {say_question(case)}"
    yield "expected", say_answer(case.expected)
    if result.fault:
        yield from tell_fault(result.fault)
    elif verdict.kind:
        yield "got", say_answer(in_order_of(case.expected, verdict.got))
        if verdict.kind in TOLD_BY_DIFFERENCE:
            yield from (("differs", shortened(each)) for each in verdict.differences[:MOST_DIFFERENCES])
            if len(verdict.differences) > MOST_DIFFERENCES:
                yield "differs", f"and in {len(verdict.differences) - MOST_DIFFERENCES} more places"
    yield "because", harmless(because(case))
    if case.id.endswith(AGAIN):
        yield "hint", REMEMBERS
    if verdict.reason:
        yield "known", harmless(verdict.reason)
    if this_edition().site:
        yield "link", _link(case)


def because(case: Case) -> str:
    """How the answer follows. That of a variant is derived in the words of its case, and so this is named.

    >>> because(Case("FK1.4c02~HSDC+1", "FK1.4", "", "judge_trick", "{}", "The king wins."))
    '(of FK1.4c02) The king wins.'
    """
    return case.because if case.derived_from == case.id else f"(of {case.derived_from}) {case.because}"


def _link(case: Case) -> str:
    # Loaded only where there is a site: most runs have no failures to link to, or nowhere.
    from fk_conform.links import link
    from fk_conform.named import Named
    from fk_conform.spec import load_spec

    return link(Named("case", case.id, case.title), load_spec())


def tell_fault(fault: Fault) -> Iterator[Told]:
    """What there is to tell of a fault of the engine."""
    yield "fault", shortened(fault.message)
    if fault.signal:
        yield "ended", f"by {fault.signal}"
    elif fault.status is not None:
        yield "ended", f"with exit status {fault.status}"
    yield from (("stderr", harmless(line)) for line in fault.stderr)
    if fault.advice:
        yield "hint", fault.advice


def say_failure(result: CaseResult) -> str:
    """What is wrong, in a sentence."""
    return shortened(result.verdict.message) or "passed, though expected to fail"


def in_order_of_interest(report: Report) -> list[CaseResult]:
    """The failures that are worth telling, those first that are played wrongly.

    What was malformed and answered comes last, for few engines begin with it; variants that fail as their case does
    are left out.
    """
    failed = {result.case.id for result in report.failures}
    failures = [
        result
        for result in report.failures
        if result.case.derived_from == result.case.id or result.case.derived_from not in failed
    ]
    return sorted(failures, key=lambda result: result.verdict.kind == "malformed-accepted")


def command_again(header: Header, case: str) -> str:
    """The command that runs a case again, in the same way; empty where the engine was no program."""
    if not header.command:
        return ""
    selection = header.selection
    # Whether a case fails when it is asked again may depend on whatever was asked before.
    whole = case.endswith(AGAIN) and case not in selection.get("ids", ())
    words = [
        "fk-conform",
        *([*_selected(selection), "--purity"] if whole else [case]),
        *(f"--reading={name}={value}" for name, value in header.readings.items()),
    ]
    if "cases" in selection:
        words += ["--cases", selection["cases"]]
    if header.isolate:
        words.append("--isolate")
    return shlex.join(words if header.bundled else [*words, "--", *header.command])


def _selected(selection: Mapping[str, Json]) -> Iterator[str]:
    """The words that select the same cases."""
    yield from selection.get("ids", ())
    yield from (f"--method={method}" for method in selection.get("methods", ()))
    yield from (f"--level={level}" for level in selection.get("levels", ()))
    if "words" in selection:
        yield from ("-k", selection["words"])
    if "last-failed" in selection:
        yield "--last-failed"
