"""Saved reports side by side: engines by clauses, and in each cell how many cases passed of those that were judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from string import ascii_uppercase

from fk_conform.report.markdown import code, plain, table
from fk_conform.report.page import page
from fk_conform.report.saved import SavedReport
from fk_conform.spec import Spec

MEANING = "✓ all judged have passed · ✗ so many of them · ? not all are known · – none applies · blank: none selected"


@dataclass(frozen=True)
class Cell:
    """A clause in a report: how many of its cases passed, were judged, and are there; whether some are not known."""

    passed: int = 0
    judged: int = 0
    cases: int = 0
    not_known: bool = False

    @property
    def mark(self) -> str:
        """One sign for it."""
        if self.passed < self.judged:
            return "✗"
        if self.not_known:
            return "?"
        if self.judged:
            return "✓"
        return "–" if self.cases else ""

    @property
    def text(self) -> str:
        """The sign, and how many passed of those judged where these are not all."""
        return f"{self.mark} {self.passed}/{self.judged}" if self.mark == "✗" else self.mark


@dataclass(frozen=True)
class Matrix:
    """The reports, and for each clause its cells, in the order of the reports."""

    reports: Sequence[SavedReport]
    rows: dict[str, list[Cell]]

    @property
    def names(self) -> list[str]:
        """The engines, with their files where two are called alike."""
        engines = [report.engine for report in self.reports]
        return [
            f"{report.engine} ({report.path})" if engines.count(report.engine) > 1 else report.engine
            for report in self.reports
        ]


def matrix(reports: Sequence[SavedReport]) -> Matrix:
    """The reports side by side."""
    clauses = sorted({case.clause for report in reports for case in report.cases.values()}, key=_in_order)
    columns = [_cells(report) for report in reports]
    # Of a report without a footer nobody knows what should have followed, in any clause.
    others = [Cell(not_known=report.footer is None) for report in reports]
    rows = {
        clause: [cells.get(clause, other) for cells, other in zip(columns, others, strict=True)] for clause in clauses
    }
    return Matrix(reports, rows)


def as_text(matrix: Matrix, spec: Spec) -> Iterator[str]:
    """The matrix for a terminal."""
    letters = [_letter(place) for place in range(len(matrix.reports))]
    for letter, report in zip(letters, matrix.reports, strict=True):
        yield f"{letter}  {report.engine} ({report.path}): {_came_to(report)}"
    yield ""
    rows = [[clause, *(cell.text for cell in cells), _title(clause, spec)] for clause, cells in matrix.rows.items()]
    widths = [max(map(len, column)) for column in zip(["", *letters, ""], *rows, strict=True)]
    for row in [["", *letters, ""], *rows]:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
    yield from ("", MEANING)


def as_markdown(matrix: Matrix, spec: Spec) -> Iterator[str]:
    """The matrix as a table of Markdown."""
    head = ["Clause", "", *map(code, matrix.names)]
    came_to = ["", "", *(plain(_came_to(report)) for report in matrix.reports)]
    rows = [
        [clause, plain(_title(clause, spec)), *(cell.text for cell in cells)] for clause, cells in matrix.rows.items()
    ]
    yield table(head, [came_to, *rows])
    yield f"\n{MEANING}"


def as_html(matrix: Matrix, spec: Spec) -> Iterator[str]:
    """The matrix as a page."""
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in matrix.names)
    came_to = "".join(f"<td>{escape(_came_to(report))}</td>" for report in matrix.reports)
    body = [
        "<header><h1>The Forty Kings: engines by clauses</h1></header>",
        f"<p>{MEANING}</p>",
        '<table class="matrix" tabindex="0">',
    ]
    body.append(f'<thead><tr><th scope="col">Clause</th><th></th>{names}</tr></thead>')
    body.append(f"<tbody><tr><th></th><td></td>{came_to}</tr>")
    for clause, cells in matrix.rows.items():
        drawn = "".join(f'<td class="{KINDS[cell.mark]}">{cell.text}</td>' for cell in cells)
        body.append(f'<tr><th scope="row">{escape(clause)}</th><td>{escape(_title(clause, spec))}</td>{drawn}</tr>')
    body.append("</tbody></table>")
    yield page("The Forty Kings: engines by clauses", body, script=False).rstrip()


KINDS = {"✓": "good", "✗": "bad", "?": "odd", "–": "none", "": "none"}


def _cells(report: SavedReport) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for case in report.cases.values():
        cell = cells.get(case.clause, Cell())
        cells[case.clause] = Cell(
            cell.passed + case.right,
            cell.judged + case.right + case.wrong,
            cell.cases + 1,
            cell.not_known or case.verdict == "not-run" or report.footer is None,
        )
    return cells


def _in_order(clause: str) -> tuple[int, ...]:
    return tuple(int(number) for number in clause.removeprefix("FK").split(".") if number.isdecimal())


def _title(clause: str, spec: Spec) -> str:
    return spec.clauses[clause].title if clause in spec.clauses else ""


def _came_to(report: SavedReport) -> str:
    lacks = f", {report.lacks}" if report.lacks else ""
    return (
        f"{report.right} of {report.right + report.wrong} passed, suite {report.header.suite}: {report.verdict}{lacks}"
    )


def _letter(place: int) -> str:
    """A name for a column: A to Z, then AA and so on.

    >>> _letter(0), _letter(25), _letter(26)
    ('A', 'Z', 'AA')
    """
    rest, last = divmod(place, len(ascii_uppercase))
    return (_letter(rest - 1) if rest else "") + ascii_uppercase[last]
