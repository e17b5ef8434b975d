"""`python -m docs.anchors`: notes every address of today in `anchors.txt`, so that it is missed if it ever goes.

An address is never taken from the list, nor given to anything else: somebody may have cited it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ANCHORS = Path(__file__).with_name("anchors.txt")


def published() -> list[str]:
    """Every address that was ever published."""
    return ANCHORS.read_text(encoding="utf-8").split()


def of_today() -> Iterator[str]:
    """The pages of today, and the place of each thing that can be cited, in each language."""
    from docs.generator.__main__ import all_pages
    from docs.generator.book import Book
    from docs.generator.words import LANGUAGES

    from fk_conform.links import place
    from fk_conform.named import find

    for lang in LANGUAGES:
        book = Book(lang)
        start = "" if lang == "en" else f"{lang}/"
        for page in all_pages(book):
            yield start + address(page.path)
        for name in book.names:
            yield start + place(find(name, book.spec, book.cases), book.spec)


def address(path: str) -> str:
    """Where a page is on the site, by its source.

    >>> address("rules/4-play.md"), address("rules/index.md"), address("index.md")
    ('rules/4-play/', 'rules/', '')
    """
    return re.sub(r"(^|/)index$", r"\1", path.removesuffix(".md")).rstrip("/") + "/" * (path != "index.md")


def main() -> None:
    """Adds what is new, and says how much that is."""
    known = published()
    new = [each for each in dict.fromkeys(of_today()) if each and each not in set(known)]
    ANCHORS.write_text("".join(f"{each}\n" for each in [*known, *new]), encoding="utf-8")
    print(f"{len(new)} addresses are new, {len(known)} were known")


if __name__ == "__main__":
    main()
