"""The notes on the history of the game, with their works as footnotes, and a time line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import shorten

from docs.generator.book import Book
from docs.generator.page import Page, attribute, bullets
from docs.generator.pages.rules import cite_button

INDEX = "history/index.md"
# The time line: years from mark to mark, the heights of the first row and of each row, and letters of a title.
STEP, TOP, ROW, LONGEST = 50, 20, 24, 36


def pages(book: Book) -> Iterator[Page]:
    """The index with the time line, and a page a note."""
    notes = bullets(book.link(name, INDEX, note.title) for name, note in book.spec.notes.items())
    texts = bullets(f"[{book.say(name)}](../{name}.md)" for name in ("sources", "compared"))
    text = f"# {book.say('history')}\n\n{book.prose('history')}\n\n{_time_line(book)}\n\n{notes}{texts}"
    yield Page(INDEX, book.say("history"), text)
    for name, note in book.spec.notes.items():
        path = book.place(name)
        body = _linked(book.note_text(name), book, path)
        yield Page(path, note.title, f"# {note.title}\n\n{body}\n\n{cite_button(name, book)}")


def _linked(text: str, book: Book, path: str) -> str:
    """The text of a note, its works made footnotes and its clauses links."""
    cited = list(dict.fromkeys(re.findall(r"\[@([a-z0-9-]+)\]", text)))
    text = re.sub(r"\s*\[@([a-z0-9-]+)\]", r"[^\1]", text)
    # Two numbers in a row would be read as one.
    text = re.sub(r"\](?=\[\^)", "]<sup>,&nbsp;</sup>", text)
    text = re.sub(r"\bFK\d+\.\d+\b", lambda match: book.link(match[0], path), text)
    text = re.sub(r"\((H\d)\)", lambda match: f"({book.link(match[1], path)})", text)
    footnotes = "\n".join(f"[^{key}]: {book.source(key, path)}" for key in cited)
    return f"{text}\n\n{footnotes}\n"


def _time_line(book: Book) -> str:
    """The dated works on a line, each a link to the bibliography, so high that no line crosses the words of another."""
    named = {key: work.fields.get("year", "")[:4] for key, work in book.spec.works.items()}
    years = {key: int(year) for key, year in named.items() if year.isdecimal()}
    first = min(years.values()) // STEP * STEP
    last = max(years.values()) // STEP * STEP + STEP
    dated = sorted(years, key=lambda key: years[key])
    # Words stand to the right of their line, and at the end of the time to the left.
    late = [key for key in dated if years[key] > (first + 2 * last) / 3]
    rows = {
        key: row for group in ([key for key in dated if key not in late], late[::-1]) for row, key in enumerate(group)
    }
    bottom = TOP + ROW * (max(rows.values()) + 1)

    def place(year: int) -> str:
        """Where a year is, from left to right."""
        return f"{20 + 760 * (year - first) / (last - first):.0f}"

    marks = []
    for key in dated:
        x, y, anchor = place(years[key]), TOP + ROW * rows[key], "end" if key in late else "start"
        told = shorten(book.spec.works[key].fields["title"], LONGEST, placeholder=" …")
        marks.append(
            f'<a href="../sources/#{key}"><line x1="{x}" x2="{x}" y1="{y}" y2="{bottom}"/>'
            f'<text x="{x}" y="{y - 4}" text-anchor="{anchor}">{years[key]} {attribute(told)}</text></a>'
        )
    scale = "".join(
        f'<text x="{place(year)}" y="{bottom + 20}" text-anchor="middle">{year}</text>'
        for year in range(first, last + STEP, STEP)
    )
    return (
        f'<div class="fk-wide"><svg class="fk-time" viewBox="0 0 800 {bottom + 30}" role="group" '
        f'aria-label="{book.say("time-line")}"><line x1="20" x2="780" y1="{bottom}" y2="{bottom}"/>'
        f"{scale}{''.join(marks)}</svg></div>\n"
    )
