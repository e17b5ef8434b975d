"""The readings: where tables may differ, and who holds what."""

from __future__ import annotations

from collections.abc import Iterator

from docs.generator.book import Book
from docs.generator.page import Page, bullets, details, escape
from docs.generator.pages.rules import cite_button

from fk_conform.spec import in_a_line

PATH = "readings.md"


def pages(book: Book) -> Iterator[Page]:
    """One page."""
    intro = book.prose("readings")
    text = "\n".join(_reading(name, book) for name in book.spec.readings)
    yield Page(PATH, book.say("readings"), f"# {book.say('readings')}\n\n{intro}\n\n{text}", {"search": {"boost": 2}})


def _reading(name: str, book: Book) -> str:
    parts = [f"## {name} {{#{name}}}\n", f"{escape(book.spec.questions[name])}\n"]
    for number, alternative in enumerate(book.spec.readings[name]):
        told = book.spec.alternatives[name, alternative]
        default = f" ({book.say('default')})" if number == 0 else ""
        held = book.parts(_holder(each, book) for each in told.held_by) or book.say("nobody")
        parts.append(f"**`{alternative}`**{default}{book.colon} {escape(told.rule)}\n")
        parts.append(f"{book.say('held-by')}{book.colon} {held}.\n")
    notes = (each.get("note", {}) for each in book.compiled["readings"] if each["id"] == name)
    parts += [f"{escape(in_a_line(note[book.lang]))}\n" for note in notes if note]
    clauses = [clause.id for clause in book.spec.clauses.values() if clause.reading == name]
    parts.append(f"{book.say('clauses')}{book.colon} {book.links(clauses, PATH)}\n")
    cases = [case for case in book.cases.values() if name in case.asked_under]
    lines = [f"{book.link(case.id, PATH)} {escape(book.title(case))} (`{case.asked_under[name]}`)" for case in cases]
    parts.append(details(f"{book.say('cases')} ({len(cases)})", bullets(lines)))
    parts.append(cite_button(name, book))
    return "\n".join(parts)


def _holder(named: str, book: Book) -> str:
    """Who holds an alternative; of a work that is known through others only, that it has not been seen."""
    note = book.spec.works[named.partition(" ")[0]].fields.get("note", "")
    return book.source(named, PATH) + (f" ({book.say('not-seen')})" if note.startswith("Not seen.") else "")
