"""The cases: a page each, with the question drawn, and an index to look through."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from docs.generator.book import Book
from docs.generator.drawn import draw_answer, draw_other_answer, draw_question
from docs.generator.page import Page, attribute, bullets, details, escape, fenced
from docs.generator.pages.rules import cite_button
from docs.generator.steps import steps_of

from fk_conform.check.ruling import answer, at_every_table
from fk_conform.suite import Case
from fk_conform.symmetry import sample, variants
from fk_conform.verdict import judge

Json = Any

# So many sisters are named; the others follow the same pattern.
SISTERS = 3


def pages(book: Book) -> Iterator[Page]:
    """The index, and a page a case."""
    yield Page("cases/index.md", book.say("cases"), _index(book), {"search": {"exclude": True}, "hide": ["toc"]})
    for case in book.cases.values():
        title = f"{case.id} {book.title(case)}"
        # Found by its title and reason, and after the clause that it is about.
        yield Page(book.place(case.id), title, _case(case, book), {"search": {"boost": 0.5}, "hide": ["toc"]})


def outcome_of(case: Case) -> str:
    """What kind of answer a case wants: a result, a refusal, or that it is malformed."""
    return "malformed" if case.malformed else "refused" if case.refuse else "answer"


def _case(case: Case, book: Book) -> str:
    path = book.place(case.id)
    parts = [
        f"# {case.id} {escape(book.title(case))}\n",
        _about(case, book, path),
        f"## {book.say('question')} {{#question}}\n",
        draw_question(case, book.lang),
        f"## {book.say('answer')} {{#answer}}\n",
        draw_answer(case, book.lang),
        f"## {book.say('because')} {{#because}}\n",
        book.because(case),
        _elsewhere(case, book),
        steps_of(case, book),
        _catches(case, book, path),
        _engines(case, book),
        _sisters(case, book),
        cite_button(case.id, book),
    ]
    return "\n".join(part for part in parts if part)


def _about(case: Case, book: Book, path: str) -> str:
    clauses = [case.clause, *case.also]
    lines = [f"{book.link(name, path)} {escape(book.spec.clauses[name].rule)}" for name in clauses]
    if case.shows:
        lines[0] += f" – *{book.say(case.shows)}*"
    if case.asked_under:
        told = ", ".join(book.link(name, path, f"{name}: {value}") for name, value in case.asked_under.items())
        lines.append(f"{book.say('under')} {told}")
    return bullets(lines)


def _elsewhere(case: Case, book: Book) -> str:
    """Where another answer holds, by the reference engine; nothing if the answer is the same at every table."""
    told = []
    for table, said in at_every_table(lambda readings: answer(case, readings), book.spec.readings):
        if judge(case, said, book.spec.shapes).verdict != "passed":
            played = ", ".join(f"`{name}: {value}`" for name, value in table.items())
            told.append(f"{played}{book.colon} {draw_other_answer(case, said, book.lang)}")
    return f"\n**{book.say('elsewhere')}**\n\n{bullets(told)}" if told else ""


def _catches(case: Case, book: Book, path: str) -> str:
    if not case.kills:
        return ""
    lines = [f"{escape(book.sentence(name))} ({book.link(name, path)})" for name in case.kills]
    return f"## {book.say('catches')} {{#catches}}\n\n{bullets(lines)}"


def _engines(case: Case, book: Book) -> str:
    request = {"jsonrpc": "2.0", "id": 1, "method": case.method, "params": json.loads(case.params)}
    answer = _answer(case)
    parts = [
        f"{book.say('request')}{book.colon}\n\n{fenced(json.dumps(request, ensure_ascii=False), 'json')}",
        f"{book.say('wanted')}{book.colon}\n\n{fenced(json.dumps(answer, ensure_ascii=False), 'json')}",
        f"{book.say('run')}{book.colon}\n\n{fenced(f'fk-conform {case.id} -- ./my-engine', 'sh')}",
    ]
    verdicts = bullets(
        f"{escape(report.name)}{book.colon} {book.say(report.verdicts.get(case.id, 'not-run'))}"
        for report in book.reports
    )
    if verdicts:
        parts.append(f"{book.say('verdicts')}{book.colon}\n\n{verdicts}")
    # What is in code is not searched: words of the rules are, and whole hands would bury them.
    return f"## {book.say('for-engines')} {{#engines data-search-exclude}}\n\n" + "\n".join(parts)


def _answer(case: Case) -> Json:
    if case.malformed:
        return {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602}}
    if case.refuse:
        event = {} if case.refuse.event is None else {"event": case.refuse.event}
        return {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "data": {"reason": case.refuse.reason, **event}}}
    return {"jsonrpc": "2.0", "id": 1, "result": case.expect}


def _sisters(case: Case, book: Book) -> str:
    number = sum(1 for _ in variants(case))
    if not number:
        return ""
    first = sample(case)
    names = [each.id for each in variants(case)][:SISTERS]
    shown = list(dict.fromkeys([*([first.id] if first else []), *names]))[:SISTERS]
    command = fenced("\n".join(f"fk-conform {name} -- ./my-engine" for name in shown), "sh")
    return details(f"{book.say('sisters')} ({number})", command, "fk-sisters")


def _index(book: Book) -> str:
    """A list that is whole without a script; `filter.js` narrows it and keeps what was asked in the address."""
    level_of = {method: level.id for level in book.spec.levels for method in level.methods}
    chapters = [(name, f"{name} {title}") for name, title in book.spec.chapters.items()]
    outcomes_told = [
        ("answer", book.say("answer")),
        ("refused", book.say("refused")),
        ("malformed", book.say("malformed")),
    ]
    fields = [
        _select("chapter", book, chapters),
        _select("method", book, [(method, method) for method in book.spec.methods if method != "initialize"]),
        _select("level", book, [(level.id, level.title) for level in book.spec.levels]),
        _select("outcome", book, outcomes_told),
        f'<label>{book.say("words")} <input name="words" type="search" autocomplete="off"></label>',
    ]
    rows = []
    for case in book.cases.values():
        facts = {
            "clause": case.clause,
            "chapter": case.clause.partition(".")[0],
            "method": case.method,
            "level": level_of.get(case.method, ""),
            "outcome": outcome_of(case),
        }
        data = "".join(f' data-{name}="{attribute(value)}"' for name, value in facts.items())
        rows.append(f'<li{data}><a href="{case.id}/">{case.id}</a> {attribute(book.title(case))}</li>')
    return (
        f"# {book.say('cases')}\n\n"
        f'<form class="fk-filter" data-fk="filter">{"".join(fields)}<output></output></form>\n\n'
        f'<ul class="fk-index">\n{chr(10).join(rows)}\n</ul>\n'
    )


def _select(name: str, book: Book, options: list[tuple[str, str]]) -> str:
    told = "".join(f'<option value="{attribute(value)}">{attribute(text)}</option>' for value, text in options)
    all_of_them = f'<option value="">{book.say("all")}</option>'
    return f'<label>{book.say(name)} <select name="{name}">{all_of_them}{told}</select></label>'
