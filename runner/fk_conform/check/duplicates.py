"""No two cases ask the same: neither in other words, nor with suits and seats called otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from fk_conform.check import Checkout, Finding
from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.symmetry import all_params

Json = Any

# The members of a question whose order means nothing: the cards of a hand, and those that are shown.
SETS = ("hand", "show")


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases with the question of another one, cases that are a variant of another, and titles that are there twice."""
    asked: dict[str, Case] = {}
    titles: dict[str, str] = {}
    for case in checkout.cases:
        first = asked.setdefault(question(case, checkout.spec), case)
        if first is not case:
            what = f"it asks the same as {first.id}"
            yield checkout.finding(case, what, "make it another question, or take one of the two away", "given")
            continue
        title = titles.setdefault(case.title.lower(), case.id)
        if title != case.id:
            yield checkout.finding(case, f"its title is that of {title}", "name the point that is its own", "title")
    for first, case in _variants_of_others(list(asked.values()), checkout.spec):
        what = f"it is a variant of {first.id} by other suits or seats, such as a run puts anyway"
        mend = f"take one of the two away, or name under kills: a mistake for which {first.id} is not there"
        yield checkout.finding(case, what, mend, "given")


def question(case: Case, spec: Spec) -> str:
    """The question of a case in one form, and where it is put, whatever the order of members and of sets."""
    return json.dumps([case.method, _table(case, spec), _in_order(json.loads(case.params))], sort_keys=True)


def _variants_of_others(cases: Sequence[Case], spec: Spec) -> Iterator[tuple[Case, Case]]:
    """Cases that a renaming makes one of the other, in a clause and with the same kind of answer.

    One that names a mistake for which the other is not there has a point of its own: that suits or seats are told
    apart.
    """

    def likeness(case: Case) -> list[str]:
        # Names differ in length, but a renaming leaves as many words as there were.
        kind, words = next(iter(case.expected)), case.params.count('"')
        return [case.clause, case.method, kind, _table(case, spec), str(words)]

    for _, group in groupby(sorted(cases, key=likeness), likeness):
        alike = sorted(group, key=lambda case: case.id)
        first_of: dict[str, Case] = {}
        for case in alike if len(alike) > 1 else ():
            first = first_of.setdefault(_whatever_it_is_called(case), case)
            if first is not case and set(case.kills) <= set(first.kills):
                yield first, case


def _whatever_it_is_called(case: Case) -> str:
    """One form for the question of a case and of all its variants."""
    return min(json.dumps(_in_order(json.loads(params)), sort_keys=True) for params in all_params(case))


def _table(case: Case, spec: Spec) -> str:
    """The table at which a case is put, in every reading."""
    return json.dumps({**spec.default_readings, **case.asked_under}, sort_keys=True)


def _in_order(value: Json, name: str = "") -> Json:
    """A value with its sets sorted; `name` is the member that it is."""
    if isinstance(value, dict):
        return {member: _in_order(each, "hand" if name == "hands" else member) for member, each in value.items()}
    if isinstance(value, list):
        items = [_in_order(each) for each in value]
        return sorted(items, key=json.dumps) if name in SETS else items
    return value
