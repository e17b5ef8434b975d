"""The reasons of refusal, in their order of precedence."""

from __future__ import annotations

from collections.abc import Iterator

from docs.generator.book import Book
from docs.generator.page import Page, bullets, details, escape

PATH = "reasons.md"


def pages(book: Book) -> Iterator[Page]:
    """One page."""
    parts = [f"# {book.say('reasons')}\n", book.prose("reasons"), "\n"]
    for reason, clause in book.spec.reasons.items():
        cases = [case for case in book.cases.values() if case.refuse and case.refuse.reason == reason]
        lines = bullets(f"{book.link(case.id, PATH)} {escape(book.title(case))}" for case in cases)
        parts += [
            f"## {reason} {{#{reason}}}\n",
            f"{escape(book.spec.meanings[reason])} ({book.link(clause, PATH)})\n",
            details(f"{book.say('cases')} ({len(cases)})", lines),
        ]
    yield Page(PATH, book.say("reasons"), "\n".join(parts))
