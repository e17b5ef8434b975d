"""The pages that are written by hand: those of the site, and the guides that the repository has anyway."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docs.generator import measured
from docs.generator.book import ROOT, Book
from docs.generator.drawing import cards
from docs.generator.drawn import draw_deal
from docs.generator.page import Page, fenced, relative
from docs.generator.steps import stepped

from fk_conform.cite import citation, cite
from fk_conform.named import find

PAGES = ROOT / "docs" / "pages"
GUIDES = sorted((ROOT / "docs").glob("*.md"))


def pages(book: Book) -> Iterator[Page]:
    """What is in `docs/pages`, in this language or else in English, and the guides of `docs/`."""
    for english in sorted((PAGES / "en").rglob("*.md")):
        path = english.relative_to(PAGES / "en").as_posix()
        own = PAGES / book.lang / path
        yield _page(path, own if own.is_file() else english, book)
    for english in GUIDES:
        own = ROOT / "docs" / book.lang / english.name
        yield _page(f"guides/{english.name}", own if own.is_file() else english, book)


def _page(path: str, file: Path, book: Book) -> Page:
    text = file.read_text(encoding="utf-8")
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    assert title, f"{file} has no title"
    if path.startswith("guides/"):
        text = _without_links_into_the_repository(text)
    else:
        text = re.sub(r"\{\{ *(\S[^{}]*?) *\}\}", lambda match: _filled(match[1].split(), book, path), text)
    is_translated = book.lang == "en" or book.lang in file.relative_to(ROOT / "docs").parts
    return Page(path, title[1], text if is_translated else book.in_english(text))


def _filled(words: list[str], book: Book, path: str) -> str:
    """What stands for a place that is to be filled: a link to whatever has this id, or something drawn or counted."""
    match words:
        case ["cards", *names]:
            return cards(names, book.lang)
        case ["table", name]:
            return draw_deal(book.cases[name], book.lang)
        case ["steps", name]:
            return stepped(book.cases[name], book)
        case ["count", what]:
            return str({"clauses": len(book.spec.clauses), "cases": len(book.cases)}[what])
        case ["say", what]:
            return book.say(what)
        case ["figure", name]:
            return measured.cells(name, book.lang)
        case ["figures", what]:
            return str(measured.results()[what])
        case ["citation"]:
            return fenced(cite([citation(find("FK4.3", book.spec, book.cases), book.spec)], "text"))
        case [name]:
            return book.link(name, path)
    raise ValueError(f"{path}: nothing can be put for {' '.join(words)}")


def _without_links_into_the_repository(text: str) -> str:
    """Links to other guides lead to their pages; those to files that are not on the site become plain text."""

    def mended(match: re.Match[str]) -> str:
        words, target = match[1], match[2]
        if re.match(r"https?:|#", target) or Path(target.partition("#")[0]) in [Path(guide.name) for guide in GUIDES]:
            return match[0]
        protocol = re.search(r"spec/protocol(?:\.fr)?\.md(#.*)?$", target)
        if protocol:
            return f"[{words}]({relative('protocol.md', 'guides/x.md')}{protocol[1] or ''})"
        return words

    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)", mended, text)
