"""How a ruling is told: as text for the table at which it is disputed, or as JSON for programs."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from fk_conform import data
from fk_conform.edition import this_edition
from fk_conform.links import link
from fk_conform.named import Named, clause
from fk_conform.report.words import say_question
from fk_conform.rule.problems import EN
from fk_conform.rule.ruling import Ruling
from fk_conform.spec import Clause
from fk_conform.suite import Case

Json = Any

WIDTH = 100
INDENT = 10
# Clauses that were looked at besides, of which the titles are still told; of more the ids alone.
MOST_BY_TITLE = 12


def as_text(ruling: Ruling, verbose: bool = False) -> str:
    """The ruling for people: the sentence, why, what it rests on, the nearest cases, and what holds elsewhere."""
    return "\n".join(_lines(ruling, verbose)) + "\n"


def _lines(ruling: Ruling, verbose: bool) -> Iterator[str]:
    words, spec = ruling.table.words, ruling.table.spec
    heading = words.heading
    deciding = [spec.clauses[name] for name in dict.fromkeys(ruling.said.clauses)]
    others = [spec.clauses[name] for name in ruling.applied[len(deciding) :]]
    yield from wrapped(ruling.sentence)
    changed = _changed(ruling)
    if changed:
        yield from wrapped(heading("table", readings=words.several(changed)))
    for name in ruling.inquiry.taken_for_granted:
        yield from wrapped(words.say(name))
    yield from ("", heading("why"))
    for each in deciding:
        yield from _labelled(each.id, each.rule)
    yield from ("", heading("rests"))
    for each in [*deciding, *(others if verbose else ())]:
        yield from _labelled(each.id, _basis(each, ruling))
    for key in _works(ruling, [*deciding, *(others if verbose else ())]):
        yield from _labelled("", f"{key}: {spec.sources[key]}.")
    if others:
        yield from ("", heading("also"))
        if verbose:
            for each in others:
                yield from _labelled(each.id, each.rule)
        elif len(others) > MOST_BY_TITLE:
            yield from _indented(", ".join(each.id for each in others) + ".")
        else:
            yield from _indented(words.in_a_row([f"{each.id} {each.title}" for each in others]) + ".")
    yield from ("", heading("nearest"))
    for case in ruling.nearest:
        yield from _labelled(case.id, _title(case, ruling))
    yield from ("", heading("readings"))
    if not ruling.elsewhere:
        yield from _indented(heading("not-asked" if ruling.elsewhere is None else "same"))
    for there in ruling.elsewhere or ():
        yield from _indented(", ".join(f"{name}: {alternative}" for name, alternative in there.readings.items()))
        yield from _labelled("", words.sentence(there.said.answer, there.said.because))
        for name, alternative in there.readings.items():
            yield from _labelled("", _alternative(name, alternative, ruling))
    yield from ("", heading("asked"))
    yield from _indented(f"{ruling.inquiry.method}: {_question(ruling)}")
    yield from ("", heading("cite"))
    yield f"  fk-conform cite {' '.join([*(each.id for each in deciding), *(case.id for case in ruling.nearest[:1])])}"


def _title(case: Case, ruling: Ruling) -> str:
    """The title of a case in the language of the ruling, if it has one in it."""
    lang = ruling.table.words.lang
    title: str = case.title if lang == EN else data.translation(lang)["cases"].get(case.id, case.title)
    return title


def _changed(ruling: Ruling) -> list[str]:
    """The readings of the table that are not the defaults."""
    defaults = ruling.table.spec.default_readings
    return [
        f"{name}: {alternative}"
        for name, alternative in ruling.table.readings.as_dict().items()
        if alternative != defaults[name]
    ]


def _basis(each: Clause, ruling: Ruling) -> str:
    """What a clause rests on, in a sentence."""
    heading = ruling.table.words.heading
    sources = ", ".join(each.sources)
    name = "ruled-from" if each.basis == "ruled" and sources else each.basis
    said = heading(name, sources=sources, deduction=each.deduction.rstrip("."))
    weak = f", {heading('weak')}" if each.weak else ""
    note = f" {each.note}" if each.note else ""
    return f"{said[0].upper()}{said[1:]}{weak}.{note}"


def _works(ruling: Ruling, clauses: Sequence[Clause]) -> list[str]:
    """The works that the clauses name, each once."""
    keys = [source.partition(" ")[0] for each in clauses for source in each.sources]
    return list(dict.fromkeys(keys))


def _alternative(name: str, alternative: str, ruling: Ruling) -> str:
    """What an alternative says, and who holds it."""
    words, spec = ruling.table.words, ruling.table.spec
    said = spec.alternatives[name, alternative]
    sources = words.in_a_row([spec.source(source) for source in said.held_by])
    held = words.heading("held-by", sources=sources) if sources else words.heading("held-by-nobody")
    return words.heading("alternative", rule=f"{said.rule[0].lower()}{said.rule[1:]}", held=held)


def _question(ruling: Ruling) -> str:
    """What the reference engine was asked, in short."""
    params = json.dumps(ruling.inquiry.params)
    return say_question(Case("", "", "", ruling.inquiry.method, params, ""))


def wrapped(text: str, width: int = WIDTH) -> list[str]:
    """The lines of a text; none begins with what French sets apart from the word before it.

    >>> wrapped("un deux : trois", 7)
    ['un', 'deux :', 'trois']
    """
    held_together = re.sub(r" (?=[;:!?»])|(?<=«) ", "\u00a0", text)
    lines = textwrap.wrap(held_together, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _labelled(label: str, text: str) -> Iterator[str]:
    lines = wrapped(text, WIDTH - INDENT - 2) or [""]
    yield f"  {label.ljust(INDENT)}{lines[0]}"
    yield from (" " * (INDENT + 2) + line for line in lines[1:])


def _indented(text: str) -> Iterator[str]:
    yield from (f"  {line}" for line in wrapped(text, WIDTH - 2))


def as_json(ruling: Ruling) -> Json:
    """The ruling for programs; its form is in spec/schema/ruling.schema.json."""
    spec = ruling.table.spec
    return {
        "ruling": 1,
        "version": this_edition().version,
        "question": ruling.asked.question.id,
        "lang": ruling.table.words.lang,
        "asked": {"method": ruling.inquiry.method, "params": ruling.inquiry.params},
        "readings": ruling.table.readings.as_dict(),
        "sentence": ruling.sentence,
        "yes": ruling.said.yes,
        "answer": _answer(ruling.answer),
        "taken_for_granted": [ruling.table.words.say(name) for name in ruling.inquiry.taken_for_granted],
        "clauses": [_clause(spec.clauses[name], name in ruling.said.clauses, ruling) for name in ruling.applied],
        "nearest": [
            {"id": case.id, "title": _title(case, ruling), "link": link(Named("case", case.id, case.title), spec)}
            for case in ruling.nearest
        ],
        "elsewhere": [
            {
                "readings": there.readings,
                "sentence": ruling.table.words.sentence(there.said.answer, there.said.because),
                "yes": there.said.yes,
            }
            for there in ruling.elsewhere
        ]
        if ruling.elsewhere is not None
        else None,
    }


def _answer(answer: Json) -> Json:
    """What the reference engine answered: its result, or why and where it refuses."""
    return {"result": answer["result"]} if "result" in answer else {"refused": answer["error"]["data"]}


def _clause(each: Clause, decides: bool, ruling: Ruling) -> Json:
    spec = ruling.table.spec
    return {
        "id": each.id,
        "title": each.title,
        "rule": each.rule,
        "decides": decides,
        "basis": each.basis,
        "weak": each.weak,
        **({"deduction": each.deduction} if each.deduction else {}),
        **({"note": each.note} if each.note else {}),
        "sources": [{"key": source, "work": spec.source(source)} for source in each.sources],
        "link": link(clause(each.id, spec), spec),
    }
