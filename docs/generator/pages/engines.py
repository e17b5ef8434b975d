"""What is known of each engine: its levels, and the clauses at which it fails."""

from __future__ import annotations

from collections.abc import Iterator

from docs.generator.book import Book, EngineReport
from docs.generator.page import Page, escape, table

PATH = "engines.md"


def pages(book: Book) -> Iterator[Page]:
    """One page: the levels of each engine, and a matrix of engines and clauses."""
    levels = book.spec.levels
    head = [book.say("engines"), *(level.title for level in levels)]
    rows = [
        [f"**{escape(report.name)}** {escape(report.version)}", *(_claimed(report, level.id) for level in levels)]
        for report in book.reports
    ]
    matrix = [
        [
            f"{book.link(clause, PATH)} {escape(book.spec.clauses[clause].title)}",
            *(_share(report, clause, book) for report in book.reports),
        ]
        for clause in book.cases_of
    ]
    text = (
        f"# {book.say('engines')}\n\n{book.prose('engines')}\n\n{table(head, rows)}\n\n"
        f"## {book.say('clauses')} {{#clauses}}\n\n"
        f"{table([book.say('clause'), *(escape(report.name) for report in book.reports)], matrix)}"
    )
    yield Page(PATH, book.say("engines"), text, {"search": {"exclude": True}})


def _claimed(report: EngineReport, level: str) -> str:
    return "✓" if report.levels.get(level) else "–"


def _share(report: EngineReport, clause: str, book: Book) -> str:
    verdicts = [report.verdicts.get(case.id, "not-run") for case in book.cases_of[clause]]
    passed = verdicts.count("passed")
    return f"✓ {passed}" if passed == len(verdicts) else f"{passed} / {len(verdicts)}"
