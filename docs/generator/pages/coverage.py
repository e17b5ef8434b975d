"""What stands for each clause: how many cases, on which side, and how many mistakes they catch."""

from __future__ import annotations

from collections.abc import Iterator

from docs.generator.book import Book
from docs.generator.page import Page, escape, table

PATH = "coverage.md"


def pages(book: Book) -> Iterator[Page]:
    """One page."""
    rows = []
    for clause in book.spec.clauses.values():
        cases = book.cases_of.get(clause.id, [])
        sides = [case.shows for case in cases]
        mistakes = {mistake for case in cases for mistake in case.kills}
        rows.append(
            [
                f"{book.link(clause.id, PATH)} {escape(clause.title)}",
                str(sides.count("permits")),
                str(sides.count("forbids")),
                str(len(cases)),
                str(len(mistakes)),
                book.told("without_case", clause.id, clause.without_case),
            ]
        )
    names = ("clause", "permits", "forbids", "cases", "mistakes", "note")
    text = f"# {book.say('coverage')}\n\n{book.prose('coverage')}\n\n{table(map(book.say, names), rows)}"
    yield Page(PATH, book.say("coverage"), text, {"search": {"exclude": True}, "hide": ["toc"]})
