"""The report as Markdown, short enough for the summary of a CI job, a comment or a page.

What an engine says stands in code only: there it is no link, no mention of somebody and no HTML.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from fk_conform.answer import harmless
from fk_conform.outcome import Report
from fk_conform.report.failure import Told, command_again, in_order_of_interest, tell_failure, tell_fault
from fk_conform.report.sentences import (
    is_partial,
    say_diagnosis,
    say_end,
    say_extent,
    say_introduction,
    say_skipped,
    say_some,
    say_sum,
    say_unmatched,
)
from fk_conform.report.whole import WholeReport
from fk_conform.running import CaseResult

TOLD_IN_FULL = 20
LABEL = 10
UNESCAPED_BAR, BAR = r"(?<!\\)\|", r"\\|"


class MarkdownReport(WholeReport):
    """Writes the Markdown when the run has ended."""

    def text_of(self, report: Report) -> str:
        """The Markdown of a run."""
        parts = [*self._head(report), *self._besides(report), *self._levels(report), *self._failures(report)]
        return "\n\n".join([*parts, *_not_applicable(report)]) + "\n"

    def _head(self, report: Report) -> Iterator[str]:
        yield f"## The Forty Kings: {report.verdict.replace('-', ' ')}"
        yield f"Suite {self.version}: {say_extent(report.header)}."
        yield from map(plain, map(harmless, report.header.notes))
        introduced = {say_introduction(session.introduction, self.spec): None for session in report.sessions}
        yield from (f"**{code(name)}** {plain(does)}." for name, does in introduced)
        yield f"**{say_sum(report.footer)}**"

    def _besides(self, report: Report) -> Iterator[str]:
        """What there is to say of the run besides its cases."""
        end = say_end(report.footer)
        if end:
            yield f"The run did not come to its end: {plain(end)}."
        for line in report.footer.unmatched:
            yield f"Of the expected failures: {code(say_unmatched(line))}"
        for fault in report.loose_faults:
            yield f"A fault of the engine:\n\n{_block(tell_fault(fault))}"
        for diagnosis in report.diagnoses:
            label, sentence = say_diagnosis(diagnosis, self.spec)
            yield f"{label}: {plain(sentence)}."

    def _levels(self, report: Report) -> Iterator[str]:
        if is_partial(report.header.selection) or say_end(report.footer):
            return
        rows = [
            (
                result.level.title,
                "–" if not result.cases else "✓" if result.claimed else "✗",
                f"{result.passed} of {result.cases}" if result.cases else "–",
                plain(result.why),
            )
            for result in report.levels
        ]
        yield table(("Level", "", "Passed", ""), rows)

    def _failures(self, report: Report) -> Iterator[str]:
        if not report.failures:
            return
        cases = Counter(result.case.clause for result in report.results)
        by_clause: dict[str, list[str]] = {}
        for result in report.failures:
            by_clause.setdefault(result.case.clause, []).append(result.case.id)
        rows = [
            (clause, plain(self.spec.clauses[clause].title), f"{len(ids)} of {cases[clause]}", say_some(ids))
            for clause, ids in by_clause.items()
        ]
        yield "### Failures"
        yield table(("Clause", "", "Failed", "Cases"), rows)
        told = in_order_of_interest(report)
        if len(told) > TOLD_IN_FULL:
            yield f"The first {TOLD_IN_FULL} of {len(told)}:"
        yield from (_failure(report, result) for result in told[:TOLD_IN_FULL])


def _failure(report: Report, result: CaseResult) -> str:
    again = command_again(report.header, result.case.id)
    told = list(tell_failure(result))
    # In a block of code nothing can be clicked on.
    address = dict(told).get("link", "")
    rest = [each for each in told if each[0] != "link"]
    block = _block([*rest, *([("again", again)] if again else [])])
    name = f"<b>{escape(result.case.id)}</b>"
    linked = f'<a href="{escape(address)}">{name}</a>' if address else name
    summary = f"{linked} {escape(harmless(result.case.title))}"
    return f"<details><summary>{summary}</summary>\n\n{block}\n\n</details>"


def _not_applicable(report: Report) -> Iterator[str]:
    why = [result.verdict.message for result in report.results if result.verdict.verdict == "not-applicable"]
    if why:
        lines = (f"- {plain(harmless(reason))} ({number})" for reason, number in Counter(why).items())
        yield "\n".join(["Not applicable:", "", *lines])
    skipped = Counter(result.case.method for result in report.results if result.verdict.kind == "skipped")
    if skipped:
        yield plain(say_skipped(skipped))


def _block(told: Iterable[Told]) -> str:
    """A code block, whatever the text."""
    text = "\n".join(f"{label.ljust(LABEL)}{each}" for label, each in told)
    fence = "`" * max(3, 1 + _longest_run(text))
    return f"{fence}text\n{text}\n{fence}"


def code(text: str) -> str:
    """The text as code, whatever it holds.

    >>> print(code("a`b"), code("`"))
    ``a`b`` `` ` ``
    """
    ticks = "`" * (1 + _longest_run(text))
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def plain(text: str) -> str:
    r"""The text as text: nothing in it is markup.

    >>> plain("an <i>n</i> and a * or _")
    'an &lt;i&gt;n&lt;/i&gt; and a \\* or \\_'
    """
    escaped = re.sub(r"([\\`*_{}\[\]#|~$])", r"\\\1", text)
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(re.sub(UNESCAPED_BAR, BAR, cell) for cell in cells)} |" for cells in lines)


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
