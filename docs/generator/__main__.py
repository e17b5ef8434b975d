"""`python -m docs.generator`: writes the sources of the site, a folder a language, for MkDocs to build."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path

from docs.generator import scripts, written
from docs.generator.book import ROOT, Book
from docs.generator.page import Page
from docs.generator.pages import (
    cases,
    changes,
    coverage,
    engines,
    history,
    mistakes,
    protocol,
    readings,
    reasons,
    rules,
    sources,
)
from docs.generator.words import LANGUAGES

KINDS = (rules, cases, readings, mistakes, reasons, history, sources, engines, coverage, protocol, changes, written)


def main() -> None:
    """Writes all pages of all languages."""
    parser = argparse.ArgumentParser(prog="python -m docs.generator", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="default: build/site")
    parser.add_argument("--pdf", action="store_true", help="link to the rules as PDF, which docs.pdf will print")
    words = parser.parse_args()
    for lang in LANGUAGES:
        write(Book(lang, words.pdf), words.out / lang)


def write(book: Book, folder: Path) -> None:
    """Writes the pages of a language, and what they need."""
    shutil.rmtree(folder, ignore_errors=True)
    for page in checked(all_pages(book)):
        path = folder / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page.source(), encoding="utf-8")
    shutil.copytree(ROOT / "docs" / "assets", folder / "assets")
    for name, text in scripts.generated(book).items():
        (folder / "assets" / name).write_text(text, encoding="utf-8")


def all_pages(book: Book) -> Iterator[Page]:
    """Every page of the site in a language."""
    for kind in KINDS:
        yield from kind.pages(book)


def checked(pages: Iterator[Page]) -> Iterator[Page]:
    """The pages; raises `ValueError` if two have the same path, or an anchor stands twice on one."""
    seen: set[str] = set()
    for page in pages:
        if page.path in seen:
            raise ValueError(f"two pages are called {page.path}")
        seen.add(page.path)
        twice = {name for name in page.ids if page.ids.count(name) > 1}
        if twice:
            raise ValueError(f"{page.path}: {', '.join(sorted(twice))} stands there twice")
        yield page


if __name__ == "__main__":
    main()
