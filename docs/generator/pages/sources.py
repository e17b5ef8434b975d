"""The bibliography, with all that cites each work, and the sources compared point by point."""

from __future__ import annotations

from collections.abc import Iterator

from docs.generator.book import Book
from docs.generator.page import Page, attribute, bullets, escape, table
from docs.generator.pages.rules import cite_button

from fk_conform.spec import Clause

PATH = "sources.md"
COMPARED = "compared.md"
# The two texts that the clauses rest on, and the third witness.
WITNESSES = ("lalanne-2021", "wikipedia-quarante-de-roi", "jeux-de-cartes-com")


def pages(book: Book) -> Iterator[Page]:
    """The bibliography and the comparison."""
    parts = [f"# {book.say('sources')}\n", book.prose("sources"), "\n"]
    for key, named in book.spec.sources.items():
        clauses = [clause.id for clause in book.spec.clauses.values() if _names(clause, key)]
        notes = [note.id for note in book.spec.notes.values() if key in note.sources]
        held = [
            reading
            for (reading, _), told in book.spec.alternatives.items()
            if any(each.partition(" ")[0] == key for each in told.held_by)
        ]
        parts += [f"## {key} {{#{key}}}\n", f"{escape(named)}\n"]
        fields = book.spec.works[key].fields
        if "url" in fields:
            parts.append(f'<a href="{attribute(fields["url"])}">{escape(fields["url"])}</a>\n')
        note = fields.get("note")
        parts.append(bullets([book.told("works", key, note)] if note else []))
        cited = [
            f"{book.say(what)}{book.colon} {book.links(dict.fromkeys(ids), PATH)}"
            for what, ids in (("clauses", clauses), ("readings", held), ("history", notes))
            if ids
        ]
        parts += [f"**{book.say('cited-by')}**\n", bullets(cited), cite_button(key, book)]
    yield Page(PATH, book.say("sources"), "\n".join(parts), {"search": {"boost": 0.7}})
    yield Page(COMPARED, book.say("compared"), _compared(book), {"search": {"exclude": True}, "hide": ["toc"]})


def _names(clause: Clause, key: str) -> bool:
    return any(source.partition(" ")[0] == key for source in clause.sources)


def _compared(book: Book) -> str:
    """Which witness says what, clause by clause: that it is so, that it is otherwise, or nothing."""
    rows, differing = [], []
    for clause in book.spec.clauses.values():
        says = [_says(clause, witness, book) for witness in WITNESSES]
        named = f"{book.link(clause.id, COMPARED)} {escape(clause.title)}"
        differ = clause.differ or any(said.startswith(book.say("otherwise")) for said in says)
        if differ:
            differing.append(named)
        rows.append(
            [
                named,
                *says,
                book.say(clause.basis).partition(":")[0],
                f"**{book.say('differ')}.** {escape(clause.note)}" if differ else escape(clause.note),
            ]
        )
    head = [
        book.say("clause"),
        *(book.link(witness, COMPARED) for witness in WITNESSES),
        book.say("basis"),
        book.say("note"),
    ]
    top = f"# {book.say('compared')}\n\n{book.prose('compared')}\n\n**{book.say('differ')}**\n\n{bullets(differing)}"
    return f"{top}\n{table(head, rows)}"


def _says(clause: Clause, witness: str, book: Book) -> str:
    if clause.reading:
        default = book.spec.readings[clause.reading][0]
        for alternative in book.spec.readings[clause.reading]:
            held = book.spec.alternatives[clause.reading, alternative].held_by
            if any(each.partition(" ")[0] == witness for each in held):
                return (
                    book.say("so") if alternative == default else f"{book.say('otherwise')}{book.colon} `{alternative}`"
                )
    if not _names(clause, witness):
        return book.say("silent")
    return book.say("so") if clause.basis == "stated" else book.say("in-part")
