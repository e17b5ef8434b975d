"""Changes between editions, clause by clause, and the log of all that has changed besides."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from docs import editions
from docs.editions import Changes, Edition, Wording
from docs.generator.book import ROOT, Book
from docs.generator.page import Page, bullets, details, escape

PATH = "changes.md"


def pages(book: Book) -> Iterator[Page]:
    """One page: what is not yet published, then the editions, the last one first, then the log."""
    closed = editions.closed()
    last = closed[-1] if closed else editions.NOTHING
    parts = [f"# {book.say('changes')}\n", book.prose("changes"), "\n", _part(last, editions.of_today(), book)]
    parts += [_part(old, new, book) for old, new in reversed(list(editions.history(closed)))]
    parts.append(f"## {book.say('log')} {{#log}}\n\n{book.in_english(_log(book))}")
    yield Page(PATH, book.say("changes"), "\n".join(parts), {"search": {"exclude": True}})


def _part(old: Edition, new: Edition, book: Book) -> str:
    name = new.version or book.say("unpublished")
    anchor = f"edition-{new.version}" if new.version else "unpublished"
    told = "\n".join(_told(editions.compare(old, new, book.lang), old, name, book))
    return f"## {name} {{#{anchor}}}\n\n{told or book.say('no-change')}\n"


def _told(changes: Changes, old: Edition, name: str, book: Book) -> Iterator[str]:
    """What has changed, kind by kind; nothing of what has not."""
    if changes.added:
        lines = bullets(_named(clause, book) for clause in changes.added)
        # All that the first edition says is new in it.
        yield details(f"{book.say('added')} ({len(changes.added)})", lines, opened=bool(old.clauses))
    if changes.reworded:
        yield _head("reworded", len(changes.reworded), book)
        for was, now in changes.reworded:
            yield f"{_named(now, book)}\n\n{side_by_side(was, now, old.version, name, book.lang)}"
    if changes.rebased:
        yield _head("rebased", len(changes.rebased), book)
        yield bullets(
            f"{_named(now, book)}{book.colon} {_basis(was, book)} → {_basis(now, book)}" for was, now in changes.rebased
        )
    if changes.withdrawn:
        yield _head("withdrawn", len(changes.withdrawn), book)
        yield bullets(
            f"{_named(each, book)}{book.colon} {escape(each.withdrawn[book.lang])}" for each in changes.withdrawn
        )


def _head(what: str, number: int, book: Book) -> str:
    return f"**{book.say(what)} ({number})**\n"


def _named(clause: Wording, book: Book) -> str:
    return f"{book.link(clause.id, PATH)} {escape(clause.title[book.lang])}"


def _basis(clause: Wording, book: Book) -> str:
    return book.say(clause.basis).partition(":")[0].strip()


def side_by_side(was: Wording, now: Wording, before: str, after: str, lang: str) -> str:
    """Both wordings, each under its edition, with the words that differ marked; the title only if it differs."""
    pairs = [marked(was.rule[lang], now.rule[lang])]
    if was.title[lang] != now.title[lang]:
        pairs.insert(0, marked(was.title[lang], now.title[lang]))
    old, new = ("<br>".join(side) for side in zip(*pairs, strict=True))
    return f'<dl class="fk-diff"><dt>{before}</dt><dd>{old}</dd><dt>{after}</dt><dd>{new}</dd></dl>\n'


def marked(old: str, new: str) -> tuple[str, str]:
    """Two wordings as HTML, with what only the first has struck out and what only the second has underlined.

    >>> marked("One may follow suit.", "One must follow suit.")
    ('One <del>may</del> follow suit.', 'One <ins>must</ins> follow suit.')
    """
    before, after = old.split(" "), new.split(" ")
    left: list[str] = []
    right: list[str] = []
    for what, start, end, from_, to in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for side, words, tag in ((left, before[start:end], "del"), (right, after[from_:to], "ins")):
            text = html.escape(" ".join(words), quote=False)
            if text:
                side.append(text if what == "equal" else f"<{tag}>{text}</{tag}>")
    return " ".join(left), " ".join(right)


def _log(book: Book) -> str:
    """The log of changes, each clause in it a link, below a heading of this page."""
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition("\n")[2]
    log = re.sub(r"^#", "##", log.strip(), flags=re.MULTILINE)
    log = re.sub(r"\]\((?!https?:|#)[^)]*\)", "]", log)
    return re.sub(r"(?<![`\w])FK\d+\.\d+\b(?!c)", lambda match: book.link(match[0], PATH), log)
