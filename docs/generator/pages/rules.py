"""The rules: a page a chapter, and all on one page to print."""

from __future__ import annotations

from collections.abc import Iterator

from docs.generator.book import Book
from docs.generator.page import Page, bullets, details, escape, fenced

from fk_conform.edition import this_edition
from fk_conform.spec import Clause
from fk_conform.suite import Case

# What the print edition is called as PDF; `docs.pdf` prints it after the site has been built.
PDF = {"en": "forty-kings.pdf", "fr": "quarante-de-roi.pdf"}
SIDES = ("permits", "forbids", "")


def pages(book: Book) -> Iterator[Page]:
    """The chapters, an index of them, and the print edition."""
    yield Page("rules/index.md", book.say("rules"), _contents(book))
    for chapter, title in book.spec.chapters.items():
        path = book.place(chapter)
        clauses = [clause for clause in book.spec.clauses.values() if clause.id.partition(".")[0] == chapter]
        text = "".join(_clause(clause, book, path) for clause in clauses)
        # A clause is to be found before the cases that are about it.
        yield Page(path, f"{chapter} {title}", f"# {chapter} {title}\n\n{text}", {"search": {"boost": 4}})
    yield Page("rules/print.md", book.say("rules"), _print_edition(book), {"search": {"exclude": True}})


def _contents(book: Book) -> str:
    parts = [f"# {book.say('rules')}\n", _editions(book)]
    for chapter, title in book.spec.chapters.items():
        parts.append(f"## {book.link(chapter, 'rules/index.md', f'{chapter} {title}')}\n")
        clauses = [clause for clause in book.spec.clauses.values() if clause.id.partition(".")[0] == chapter]
        parts.append(bullets(f"{book.link(each.id, 'rules/index.md')} {escape(each.title)}" for each in clauses))
    return "\n".join(parts)


def _editions(book: Book) -> str:
    """Where the rules are as they can be printed."""
    pdf = f' · <a href="../{PDF[book.lang]}">PDF</a>' if book.pdf else ""
    return f"[{book.say('print')}](print.md){pdf}\n"


def _clause(clause: Clause, book: Book, path: str) -> str:
    parts = [
        f"## {clause.id} {escape(clause.title)} {{#{clause.id}}}\n",
        f'<p class="fk-rule">{escape(clause.rule)}</p>\n',
        f'<p class="fk-basis fk-{clause.basis}">{book.say(clause.basis)}</p>\n',
        bullets(_facts(clause, book, path)),
    ]
    if clause.reading:
        parts.append(_reading(clause, book, path))
    parts += [_cases(clause, book, path), _mistakes(clause, book, path), _cite(clause.id, book)]
    return "\n".join(parts) + "\n"


def _facts(clause: Clause, book: Book, path: str) -> Iterator[str]:
    if clause.withdrawn:
        yield f"**{book.say('withdrawn')}{book.colon}** {escape(clause.withdrawn)}"
    if clause.deduction:
        yield f"**{book.say('deduction')}{book.colon}** {escape(clause.deduction)}"
    if clause.sources:
        yield f"**{book.say('sources')}{book.colon}** {book.parts(book.source(each, path) for each in clause.sources)}"
    if clause.note:
        yield f"**{book.say('note')}{book.colon}** {escape(clause.note)}"
    if clause.weak:
        yield book.say("weak")
    if clause.see:
        yield f"**{book.say('see')}{book.colon}** {book.links(clause.see, path)}"
    referred = [other for other in book.referred_by.get(clause.id, []) if other not in clause.see]
    if referred:
        yield f"**{book.say('referred')}{book.colon}** {book.links(referred, path)}"
    functions = book.functions.get(clause.id)
    if functions:
        yield f"**{book.say('function')}{book.colon}** {', '.join(f'`{name}`' for name in functions)}"
    if clause.without_case:
        yield f"**{book.say('no-case')}{book.colon}** {book.told('without_case', clause.id, clause.without_case)}"


def _reading(clause: Clause, book: Book, path: str) -> str:
    name = clause.reading
    lines = [f"**{book.say('reading')}** {book.link(name, path)}{book.colon} {escape(book.spec.questions[name])}\n"]
    for number, alternative in enumerate(book.spec.readings[name]):
        default = f" ({book.say('default')})" if number == 0 else ""
        lines.append(f"- `{alternative}`{default}{book.colon} {escape(book.spec.alternatives[name, alternative].rule)}")
    indented = "\n".join(f"    {line}" for line in lines)
    return f'!!! reading "{book.say("reading")}"\n\n{indented}\n'


def _cases(clause: Clause, book: Book, path: str) -> str:
    cases = book.cases_of.get(clause.id, [])
    if not cases:
        return ""
    parts = []
    for side in SIDES:
        of_side = [case for case in cases if case.shows == side]
        if of_side:
            heading = f"*{clause.id} {book.say(side)}{book.colon}*\n\n" if side else ""
            parts.append(heading + bullets(f"{book.link(case.id, path)} {_title(case, book)}" for case in of_side))
    return details(f"{book.say('cases')} ({len(cases)})", "\n".join(parts), "fk-cases-of")


def _title(case: Case, book: Book) -> str:
    under = f" ({', '.join(f'`{name}: {value}`' for name, value in case.under.items())})" if case.under else ""
    return escape(book.title(case)) + under


def _mistakes(clause: Clause, book: Book, path: str) -> str:
    names = book.mistakes_of.get(clause.id, [])
    if not names:
        return ""
    lines = [f"{escape(book.sentence(name))} ({book.link(name, path)})" for name in names]
    return details(f"{book.say('mistakes')} ({len(names)})", bullets(lines), "fk-mistakes-of")


def _cite(name: str, book: Book) -> str:
    return cite_button(name, book)


def cite_button(name: str, book: Book) -> str:
    """The button that shows how to cite a thing, in each style, ready to be copied."""
    citations = book.citations(name)
    blocks = [
        f"{label}\n\n{fenced(citations[style], 'text')}"
        for style, label in (("text", book.say("text")), ("markdown", "Markdown"), ("bibtex", "BibTeX"))
    ]
    return details(f"{book.say('cite')} {name}", "\n".join(blocks), "fk-cite")


def _print_edition(book: Book) -> str:
    """The clauses with what each rests on, and nothing that cannot be pressed on paper."""
    bases = bullets(book.say(basis) for basis in ("stated", "deduced", "ruled"))
    parts = [f"# {book.say('rules')}\n", f"{book.say('generated-from')} {this_edition().version}\n", bases]
    for chapter, title in book.spec.chapters.items():
        parts.append(f"## {chapter} {title}\n")
        for clause in book.spec.clauses.values():
            if clause.id.partition(".")[0] == chapter:
                sign = book.say(clause.basis).split()[0]
                sources = book.parts(clause.sources)
                parts.append(
                    f'<p class="fk-print"><b>{clause.id}</b> {sign} <b>{escape(clause.title)}.</b> '
                    f"{escape(clause.rule)} <small>{escape(sources)}</small></p>\n"
                )
    works = bullets(f"**{key}**{book.colon} {escape(named)}" for key, named in book.spec.sources.items())
    parts.append(f"## {book.say('sources')}\n\n{works}")
    return "\n".join(parts)
