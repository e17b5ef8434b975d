"""What a case expects is well said: no member of a set twice, and a side of a clause only where there are two."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from fk_conform.check import Checkout, Finding
from fk_conform.shapes import VALUE, Shape

Json = Any


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases whose answer names a member of a set twice, refusals said to permit, and sides where there are none."""
    conduct = {clause["id"] for _, _, clause in checkout.clauses if clause.get("conduct")}
    for case in checkout.cases:
        shape = checkout.spec.shapes.get(case.method, VALUE)
        for where, name in _twice(case.expect, shape, ""):
            yield checkout.finding(case, f"{where} is a set, and names {name} twice", "name it once", "expect")
        if case.shows == "permits" and (case.refuse or case.malformed):
            what = f"it {'is malformed' if case.malformed else 'is refused'}, and is said to show what is permitted"
            yield checkout.finding(case, what, "write forbids, or mend the answer", "shows")
        if case.shows and case.clause not in conduct:
            what = f"it is said to show what {case.clause} {case.shows}, which is not about conduct"
            yield checkout.finding(case, what, "take shows: away, or mark the clause with conduct: true", "shows")


def _twice(value: Json, shape: Shape, where: str) -> Iterator[tuple[str, str]]:
    """The sets within a value that name a member twice, each with the member."""
    if shape["is"] == "set" and isinstance(value, list):
        for name, number in Counter(json.dumps(each, sort_keys=True) for each in value).items():
            if number > 1:
                yield where, name.strip('"')
    elif shape["is"] == "list" and isinstance(value, list):
        for number, each in enumerate(value):
            yield from _twice(each, shape["of"], f"{where}[{number}]")
    elif shape["is"] in ("map", "record") and isinstance(value, dict):
        for name, member in value.items():
            of = shape["of"] if shape["is"] == "map" else shape["members"].get(name, VALUE)
            yield from _twice(member, of, f"{where}.{name}".lstrip("."))
