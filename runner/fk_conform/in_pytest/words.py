"""What is told of a failure in pytest: the words of the report."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from fk_conform.answer import harmless
from fk_conform.faults import Fault
from fk_conform.report.failure import Told, tell_failure, tell_fault
from fk_conform.running import CaseResult
from fk_conform.spec import Spec

WIDTH = 84
LABEL = 10


def say_failure(result: CaseResult, spec: Spec, again: str = "") -> str:
    """What the report tells of a case that failed, below its gist."""
    clause = spec.clauses[result.case.clause]
    gist = harmless(result.fault.message if result.fault else result.verdict.message)
    told = [*tell_failure(result), *([("again", again)] if again else [])]
    return "\n".join(
        [gist, f"{clause.id}  {clause.title}", f"  {result.case.id}  {result.case.title}", *_laid_out(told)]
    )


def say_faults(faults: Iterable[Fault]) -> str:
    """What the report tells of faults that belong to no case."""
    faults = list(faults)
    return "\n".join([harmless(faults[0].message), *_laid_out(each for fault in faults for each in tell_fault(fault))])


def _laid_out(told: Iterable[Told]) -> Iterator[str]:
    for label, text in told:
        whole = label == "again"  # in one line, however long, so that it can be copied
        lines = [text] if whole else textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False) or [""]
        yield f"    {label.ljust(LABEL)}{lines[0]}"
        yield from (" " * (LABEL + 4) + line for line in lines[1:])
