"""No two cases ask the same."""

from __future__ import annotations

import json
from collections.abc import Iterator

from fk_conform.check import Checkout, Finding
from fk_conform.suite import Case


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases with the question, and the readings, of another one; and titles that are there twice."""
    asked: dict[str, str] = {}
    titles: dict[str, str] = {}
    for case in checkout.cases:
        first = asked.setdefault(question(case), case.id)
        if first != case.id:
            what = f"it asks the same as {first}"
            yield checkout.finding(case, what, "make it another question, or take one of the two away", "given")
        first = titles.setdefault(case.title.lower(), case.id)
        if first != case.id:
            yield checkout.finding(case, f"its title is that of {first}", "name the point that is its own", "title")


def question(case: Case) -> str:
    """The question of a case in one form, whatever the order of the members."""
    return json.dumps([case.method, json.loads(case.params), case.under], sort_keys=True)
