"""The report as one HTML page, with filters, and with hands and tricks drawn as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape

from fk_conform.answer import harmless
from fk_conform.outcome import Report
from fk_conform.report.cards import draw_answer, draw_question, signs
from fk_conform.report.failure import Told, command_again, in_order_of_interest, tell_failure, tell_fault
from fk_conform.report.page import page
from fk_conform.report.sentences import (
    is_partial,
    say_counts,
    say_diagnosis,
    say_end,
    say_engines,
    say_extent,
    say_introduction,
    say_skipped,
    say_sum,
    say_unmatched,
)
from fk_conform.report.whole import WholeReport
from fk_conform.report.words import in_order_of
from fk_conform.running import CaseResult
from fk_conform.verdict import VERDICT_WORDS

# How many failures are drawn; with all of them the page of an engine that fails everywhere would be too large.
DRAWN = 200
MARKS = {"passed": "✓", "failed": "✗", "fault": "✗", "unexpected-pass": "✗", "expected-failure": "◦"}
# Not shown at first if there is anything else.
QUIET = ("passed", "not-applicable", "not-run")
# What is shown as it is written, and not as prose.
CODE = ("again", "stderr")


class HtmlReport(WholeReport):
    """Writes the page when the run has ended."""

    def text_of(self, report: Report) -> str:
        """The page of a run."""
        title = f"{say_engines(report.sessions)}: {_spoken(report.verdict)} – The Forty Kings"
        return page(title, [signs(), *self._head(report), *self._filters(report), *self._cases(report)])

    def _head(self, report: Report) -> Iterator[str]:
        header, good = report.header, report.exit == 0
        yield f'<header><h1>The Forty Kings: <span class="{_class(good)}">{_spoken(report.verdict)}</span></h1>'
        introduced = dict.fromkeys(say_introduction(session.introduction, self.spec) for session in report.sessions)
        yield from (f"<p><strong>{escape(name)}</strong> {escape(does)}.</p>" for name, does in introduced)
        yield f"<p>{escape(say_sum(report.footer))}</p>"
        began = header.started.strftime("%Y-%m-%d %H:%M:%S")
        yield f"<p>Suite {escape(self.version)}: {escape(say_extent(header))}. Begun at {began} UTC.</p>"
        yield from (f"<p>{escape(harmless(note))}</p>" for note in header.notes)
        yield from self._besides(report)
        yield from self._levels(report)
        yield "</header>"

    def _besides(self, report: Report) -> Iterator[str]:
        """What there is to say of the run besides its cases."""
        end = say_end(report.footer)
        if end:
            yield f'<p class="bad">The run did not come to its end: {escape(end)}.</p>'
        yield from (f'<p class="bad">{escape(say_unmatched(line))}</p>' for line in report.footer.unmatched)
        skipped = Counter(result.case.method for result in report.results if result.verdict.kind == "skipped")
        if skipped:
            yield f'<p class="bad">{escape(say_skipped(skipped))}</p>'
        for fault in report.loose_faults:
            yield f'<section class="body"><h2>A fault of the engine</h2>{_list(tell_fault(fault))}</section>'
        for diagnosis in report.diagnoses:
            label, sentence = say_diagnosis(diagnosis, self.spec)
            yield f"<p>{escape(label)}: {escape(sentence)}.</p>"

    def _levels(self, report: Report) -> Iterator[str]:
        if is_partial(report.header.selection) or say_end(report.footer):
            return
        yield '<table class="levels"><thead><tr><th>Level<th><th>Passed<th></tr></thead><tbody>'
        for result in report.levels:
            mark = f'<td class="{_class(result.claimed)}">{"✓" if result.claimed else "✗"}' if result.cases else "<td>–"
            number = f"{result.passed} of {result.cases}" if result.cases else "–"
            yield f'<tr><th scope="row">{escape(result.level.title)}{mark}<td>{number}<td>{escape(result.why)}</tr>'
        yield "</tbody></table>"

    def _filters(self, report: Report) -> Iterator[str]:
        counts = {verdict: number for verdict, number in _count(report.results).items() if number}
        loud = any(verdict not in QUIET for verdict in counts)
        clauses = dict.fromkeys(result.case.clause for result in report.results)
        methods = dict.fromkeys(result.case.method for result in report.results)
        yield '<form role="search" hidden><fieldset><legend>Verdict</legend>'
        for verdict, number in counts.items():
            checked = "" if loud and verdict in QUIET else " checked"
            box = f'<input type="checkbox" name="verdict" value="{verdict}"{checked}>'
            yield f"<label>{box} {VERDICT_WORDS[verdict]} ({number})</label>"
        yield '</fieldset><label>Clause <select name="clause"><option value="">all</option>'
        yield from (_option(clause, f"{clause} {self.spec.clauses[clause].title}") for clause in clauses)
        yield '</select></label><label>Method <select name="method"><option value="">all</option>'
        yield from (_option(method, method) for method in methods)
        yield "</select></label>"
        yield '<label>Words <input type="search" name="words" placeholder="press / to type here"></label>'
        yield '<button type="reset">Reset</button> <button type="button" name="open">Open all</button>'
        yield '<output aria-live="polite"></output></form>'

    def _cases(self, report: Report) -> Iterator[str]:
        """The cases, clause by clause; a clause that comes again at another table is not told of twice."""
        drawn = {result.case.id for result in in_order_of_interest(report)[:DRAWN]}
        by_clause: dict[str, list[CaseResult]] = {}
        for result in report.results:
            by_clause.setdefault(result.case.clause, []).append(result)
        yield "<main>"
        for clause, results in by_clause.items():
            title, counts = escape(self.spec.clauses[clause].title), say_counts(_count(results))
            yield f'<section id="{clause}"><h2>{clause} {title} <small>{counts}</small></h2>'
            yield from (_case(report, result, result.case.id in drawn) for result in results)
            yield "</section>"
        yield '</main><p class="nothing" hidden>No case is as the filters have it.</p>'


def _case(report: Report, result: CaseResult, drawn: bool) -> str:
    case, verdict = result.case, result.verdict
    name, kind = escape(case.id), verdict.verdict
    facts = f'id="{name}" class="case {kind}" data-verdict="{kind}" data-method="{escape(case.method)}"'
    head = f'<span class="mark">{MARKS.get(kind, "–")}</span> <b>{name}</b> {escape(case.title)}'
    if kind == "passed":
        return f"<p {facts}>{head}</p>"
    if kind in QUIET:
        return f"<p {facts}>{head} <small>{escape(harmless(verdict.message) or 'not run')}</small></p>"
    told = list(tell_failure(result))
    again = command_again(report.header, case.id)
    if again:
        told.append(("again", again))
    body = _list(told, dict(_drawn(result)) if drawn else {})
    return f'<details {facts}><summary>{head}</summary><div class="body">{body}</div></details>'


def _drawn(result: CaseResult) -> Iterator[Told]:
    """What of a failure is shown as cards, by its label."""
    yield "asked", f"<code>{escape(result.case.method)}</code>{draw_question(result.case)}"
    yield "expected", draw_answer(result.case.expected)
    if not result.fault:
        yield "got", draw_answer(in_order_of(result.case.expected, result.verdict.got))


def _list(told: Iterable[Told], drawn: dict[str, str] | None = None) -> str:
    """Labels and texts, or what is drawn in place of a text."""
    rows = []
    for label, text in told:
        shown = (drawn or {}).get(label) or _shown(label, text)
        rows.append(f'<div class="{label}"><dt>{label}</dt><dd>{shown}</dd></div>')
    return f"<dl>{''.join(rows)}</dl>"


def _shown(label: str, text: str) -> str:
    if label == "link":
        return f'<a href="{escape(text)}">{escape(text)}</a>'
    return f"<code>{escape(text)}</code>" if label in CODE else f"<p>{escape(text)}</p>"


def _count(results: Iterable[CaseResult]) -> dict[str, int]:
    """How many of some cases came to what, in the order of the verdicts."""
    counts = Counter(result.verdict.verdict for result in results)
    return {verdict: counts[verdict] for verdict in VERDICT_WORDS}


def _option(value: str, text: str) -> str:
    return f'<option value="{escape(value)}">{escape(text)}</option>'


def _class(good: bool) -> str:
    return "good" if good else "bad"


def _spoken(verdict: str) -> str:
    return verdict.replace("-", " ")
