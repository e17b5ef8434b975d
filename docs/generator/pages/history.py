"""The notes on the history of the game, with their works as footnotes, and a time line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs.generator.book import Book
from docs.generator.page import Page, attribute, bullets
from docs.generator.pages.rules import cite_button

INDEX = "history/index.md"
FIRST, LAST = 1740, 2030


def pages(book: Book) -> Iterator[Page]:
    """The index with the time line, and a page a note."""
    notes = bullets(book.link(name, INDEX, note.title) for name, note in book.spec.notes.items())
    text = f"# {book.say('history')}\n\n{book.prose('history')}\n\n{_time_line(book)}\n\n{notes}"
    yield Page(INDEX, book.say("history"), text)
    for name, note in book.spec.notes.items():
        path = book.place(name)
        body = _linked(book.note_text(name), book, path)
        yield Page(path, note.title, f"# {note.title}\n\n{body}\n\n{cite_button(name, book)}")


def _linked(text: str, book: Book, path: str) -> str:
    """The text of a note, its works made footnotes and its clauses links."""
    cited = list(dict.fromkeys(re.findall(r"\[@([a-z0-9-]+)\]", text)))
    text = re.sub(r"\s*\[@([a-z0-9-]+)\]", r"[^\1]", text)
    text = re.sub(r"\bFK\d+\.\d+\b", lambda match: book.link(match[0], path), text)
    text = re.sub(r"\((H\d)\)", lambda match: f"({book.link(match[1], path)})", text)
    footnotes = "\n".join(f"[^{key}]: {book.source(key, path)}" for key in cited)
    return f"{text}\n\n{footnotes}\n"


def _time_line(book: Book) -> str:
    """The dated works on a line, each a link to the bibliography."""
    dated = sorted(
        (int(work.fields["year"][:4]), key)
        for key, work in book.spec.works.items()
        if work.fields.get("year", "")[:4].isdecimal()
    )
    marks = []
    for number, (year, key) in enumerate(dated):
        x = 20 + 760 * (year - FIRST) / (LAST - FIRST)
        y = 150 - 22 * (number % 6)
        anchor = "end" if x > 560 else "start"
        marks.append(
            f'<a href="../sources/#{key}"><line x1="{x:.0f}" x2="{x:.0f}" y1="{y}" y2="170"/>'
            f'<text x="{x:.0f}" y="{y - 4}" text-anchor="{anchor}">{year} {attribute(key)}</text></a>'
        )
    years = "".join(
        f'<text x="{20 + 760 * (year - FIRST) / (LAST - FIRST):.0f}" y="190" text-anchor="middle">{year}</text>'
        for year in range(1750, LAST, 50)
    )
    return (
        f'<svg class="fk-time" viewBox="0 0 800 200" role="group" aria-label="{book.say("time-line")}">'
        f'<line x1="20" x2="780" y1="170" y2="170"/>{years}{"".join(marks)}</svg>\n'
    )
