"""What saved reports come to, in a few lines each."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator

from fk_conform.report.saved import SavedReport
from fk_conform.report.sentences import is_partial, say_counts
from fk_conform.spec import Spec

WIDTH = 100
LABEL = 12


def summary(report: SavedReport, spec: Spec) -> str:
    """What a report comes to."""
    return "\n".join([f"{report.path}: {report.engine}", *_lines(report, spec)])


def _lines(report: SavedReport, spec: Spec) -> Iterator[str]:
    header, footer = report.header, report.footer
    selected = ", a selection" if is_partial(header.selection) else ""
    readings = "".join(f", {name}: {alternative}" for name, alternative in header.readings.items())
    yield from _labelled("run", f"suite {header.suite}, begun {header.started}{selected}{readings}")
    seconds = f" in {footer.seconds:.2f} s" if footer else ""
    yield from _labelled("came to", f"{say_counts(report.counts)}{seconds}: {report.verdict}")
    if report.lacks:
        yield from _labelled("lacks", report.lacks)
    for fault in report.faults:
        yield from _labelled("fault", fault)
    wrong = Counter(case.clause for case in report.cases.values() if case.wrong)
    if wrong:
        yield from _labelled("failures", ", ".join(f"{clause} ({number})" for clause, number in wrong.items()))
    for diagnosis in report.diagnoses:
        mistake = spec.mistakes.get(diagnosis.subject)
        sentence = f"{mistake.sentence} ({diagnosis.subject})" if mistake else diagnosis.subject
        yield from _labelled("looks like", f"{sentence}; {diagnosis.explains} of {diagnosis.failures} failures")
    if footer and not is_partial(header.selection):
        titles = {level.id: level.title for level in spec.levels}
        marks = (
            f"{'✓' if level.claimed else '✗' if level.cases else '–'} {titles.get(level.id, level.id)}"
            for level in footer.levels
        )
        yield from _labelled("levels", "  ".join(marks))


def _labelled(label: str, text: str) -> Iterator[str]:
    first, *rest = textwrap.wrap(text, WIDTH - LABEL - 2, break_long_words=False, break_on_hyphens=False) or [""]
    yield f"  {label.ljust(LABEL)}{first}"
    yield from (" " * (LABEL + 2) + line for line in rest)
