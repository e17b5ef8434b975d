"""The protocol: the contract as it stands in the specification, and the schema of every method, word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs.generator.book import ROOT, Book
from docs.generator.page import Page, fenced

PATH = "protocol.md"


def pages(book: Book) -> Iterator[Page]:
    """The contract, in French as it is translated, and, below it, the schemas."""
    name = "protocol.md" if book.lang == "en" else f"protocol.{book.lang}.md"
    contract = (ROOT / "spec" / name).read_text(encoding="utf-8")
    # Files of the specification are not on the site.
    contract = re.sub(r"\[([^\]]+)\]\((?!https?:|#)[^)]*\)", r"\1", contract)
    schemas = sorted((ROOT / "spec" / "schema" / "methods").glob("*.json"))
    blocks = [
        f"### {path.name.partition('.')[0]} {{#schema-{path.name.partition('.')[0]}}}\n\n"
        f"{fenced(path.read_text(encoding='utf-8'), 'json')}"
        for path in schemas
    ]
    text = f"{contract}\n\n## {book.say('schemas')} {{#schemas}}\n\n" + "\n".join(blocks)
    yield Page(PATH, book.say("protocol"), text)
