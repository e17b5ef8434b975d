"""A ruling: what the reference engine answers to a question, by which clauses, and what it would answer elsewhere."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from fk_conform.check.ruling import at_every_table, clauses_applied_by
from fk_conform.compiling import clause_order
from fk_conform.rule.asked import Asked
from fk_conform.rule.nearest import nearest
from fk_conform.rule.position import Position
from fk_conform.rule.problems import NotUnderstood
from fk_conform.rule.questions import Inquiry, Said
from fk_conform.rule.questions.question import Table
from fk_conform.rule.words import Words
from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.verdict import MALFORMED
from forty_kings.readings import Readings

Json = Any


@dataclass(frozen=True)
class Elsewhere:
    """The answer at another table: the readings that it plays otherwise, and all of which it takes to answer so."""

    readings: dict[str, str]
    said: Said


@dataclass(frozen=True)
class Ruling:
    """A question, its answer, and all that belongs to it. `applied` are the clauses, those that decide first.

    `elsewhere` is None where other tables were not asked, for it would take its time.
    """

    asked: Asked
    inquiry: Inquiry
    answer: Json
    said: Said
    applied: tuple[str, ...]
    nearest: tuple[Case, ...]
    elsewhere: tuple[Elsewhere, ...] | None
    table: Table

    @property
    def sentence(self) -> str:
        """The ruling in one sentence."""
        return self.table.words.sentence(self.said.answer, self.said.because)


def rule(
    asked: Asked,
    position: Position,
    readings: Mapping[str, str],
    spec: Spec,
    cases: Iterable[Case],
    at_length: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Ruling:
    """The ruling at a table that plays by these readings, all named; raises `NotUnderstood`.

    `spec` is in the language of the answer. An answer that takes its time is found out in a context `at_length`.
    """
    position.lang, position.readings = asked.lang, Readings.of(readings)
    inquiry = asked.question.inquire(position, asked.named)
    table = Table(Words(asked.lang), spec, position.readings)
    with at_length() if inquiry.in_short else nullcontext():
        answer = inquiry.answer(table.readings)
    if answer.get("error", {}).get("code") == MALFORMED:
        raise NotUnderstood("impossible", said=answer["error"]["message"])
    said = _say(asked, inquiry, answer, table)
    in_short = dataclasses.replace(inquiry, params=inquiry.in_short) if inquiry.in_short else inquiry
    applied = clauses_applied_by(lambda: in_short.answer(table.readings))
    if "error" in answer:
        applied.add(spec.reasons[answer["error"]["data"]["reason"]])
    deciding = tuple(dict.fromkeys(said.clauses))
    others = sorted(applied.difference(deciding), key=clause_order)
    holding = [case for case in cases if case.holds_under(readings)]
    return Ruling(
        asked,
        inquiry,
        answer,
        said,
        (*deciding, *others),
        tuple(nearest(inquiry.method, inquiry.params, answer, deciding, applied, holding, spec)),
        None if inquiry.in_short else tuple(_elsewhere(asked, inquiry, table)),
        table,
    )


def _say(asked: Asked, inquiry: Inquiry, answer: Json, table: Table) -> Said:
    if "error" in answer:
        return asked.question.say_refusal(inquiry, answer["error"], table)
    return asked.question.say(inquiry, answer["result"], table)


def _elsewhere(asked: Asked, inquiry: Inquiry, table: Table) -> Iterator[Elsewhere]:
    """The tables at which the answer is another: for each the fewest readings that make it so.

    A table that plays two readings otherwise is told of only where neither of the two would do by itself.
    """
    here = table.readings.as_dict()
    known = {
        name: [here[name], *(other for other in alternatives if other != here[name])]
        for name, alternatives in table.spec.readings.items()
    }
    tables = list(at_every_table(inquiry.answer, known))
    answers = []
    for settled, answer in tables:
        others = {name: alternative for name, alternative in settled.items() if alternative != here[name]}
        there = Table(table.words, table.spec, Readings.of({**here, **others}))
        answers.append((settled, others, _say(asked, inquiry, answer, there)))

    def answer_at(others: Mapping[str, str]) -> str:
        """What is answered at the table that plays these readings otherwise."""
        plays = {**here, **others}
        return next(said.answer for settled, _, said in answers if settled.items() <= plays.items())

    for _, others, said in sorted(answers, key=lambda each: len(each[1])):
        fewer = [{name: others[name] for name in others if name != left_out} for left_out in others]
        if all(answer_at(each) != said.answer for each in fewer) and said.answer != answer_at({}):
            yield Elsewhere(others, said)
