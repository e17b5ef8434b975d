"""Changes between editions, clause by clause."""

from __future__ import annotations

from collections.abc import Iterator

from docs.generator.book import ROOT, Book
from docs.generator.page import Page

PATH = "changes.md"


def pages(book: Book) -> Iterator[Page]:
    """The log of changes, each clause in it a link."""
    import re

    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    log = re.sub(r"\]\((?!https?:|#)[^)]*\)", "]", log)
    log = re.sub(r"(?<![`\w])FK\d+\.\d+\b(?!c)", lambda match: book.link(match[0], PATH), log)
    yield Page(PATH, book.say("changes"), book.in_english(log), {"search": {"exclude": True}})
