"""The known mistakes, and the cases that catch them: the kill matrix."""

from __future__ import annotations

from collections.abc import Iterator

from docs.generator.book import Book
from docs.generator.page import Page, details, escape

PATH = "mistakes.md"


def pages(book: Book) -> Iterator[Page]:
    """One page, chapter by chapter."""
    parts = [f"# {book.say('all-mistakes')}\n", book.prose("mistakes"), "\n"]
    for chapter, title in book.spec.chapters.items():
        parts.append(f"## {chapter} {title} {{#mistakes-{chapter}}}\n")
        for mistake in book.spec.mistakes.values():
            if mistake.clause.partition(".")[0] == chapter:
                parts.append(_mistake(mistake.id, book))
    yield Page(PATH, book.say("all-mistakes"), "\n".join(parts), {"search": {"exclude": True}})


def _mistake(name: str, book: Book) -> str:
    mistake = book.spec.mistakes[name]
    cases = [case for case in book.kills.get(name, []) if case in book.cases]
    named = [case for case in cases if name in book.cases[case].kills]
    first = named[:3] or cases[:3]
    origin = f" {book.say('from')}{book.colon} {escape(book.origins[name])}." if name in book.origins else ""
    caught = details(
        f"{book.say('caught-by')} {len(cases)}{book.colon} {', '.join(first)}", book.links(cases, PATH), "fk-caught"
    )
    return (
        f"### {name} {{#{name}}}\n\n{escape(book.sentence(name))} {book.say('breaks')} "
        f"{book.link(mistake.clause, PATH)}.{origin}\n\n{caught}"
    )
