"""Two-sided coverage: a case that permits and one that forbids, counted from cases that ran."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fk_conform.check import Checkout, Finding
from fk_conform.check.ruling import passes
from fk_conform.check.wording import is_signed
from fk_conform.suite import Case


@dataclass(frozen=True)
class Coverage:
    """What stands for a clause: how many of its cases passed, permit and forbid, and how many mistakes they catch.

    They are `unreviewed` where its wording is not the one that they were signed for.
    """

    clause: str
    cases: int
    permits: int
    forbids: int
    mistakes: int
    unreviewed: bool


def coverage(checkout: Checkout) -> list[Coverage]:
    """The table, clause by clause. Only cases that the reference engine passes count."""
    return _counted(checkout, [case for case in checkout.cases if passes(case, checkout.spec)])


def _counted(checkout: Checkout, counting: Sequence[Case]) -> list[Coverage]:
    unreviewed = {file.clause for file in checkout.files if not is_signed(checkout, file)}
    rows = []
    for clause in checkout.spec.clauses:
        cases = [case for case in counting if case.clause == clause]
        sides = [case.shows for case in cases]
        mistakes = {mistake for case in cases for mistake in case.kills}
        numbers = (len(cases), sides.count("permits"), sides.count("forbids"), len(mistakes))
        rows.append(Coverage(clause, *numbers, unreviewed=clause in unreviewed))
    return rows


def check(checkout: Checkout) -> Iterator[Finding]:
    """Clauses without a case, or without one on one side, that do not say why.

    A case that fails counts here: what is wrong is the case, which other checks find, and not that there is none.
    """
    rows = {row.clause: row for row in _counted(checkout, checkout.cases)}
    for path, line, clause in checkout.clauses:
        row = rows[clause["id"]]
        name = checkout.name(path)
        exempt = clause.get("exempt", {})
        for side, number in (("permits", row.permits), ("forbids", row.forbids)):
            if clause.get("conduct") and not number and side not in exempt:
                what = f"{clause['id']} is about conduct and no case shows what it {side}"
                yield Finding(name, line, what, f"add one, or say under exempt: {side}: why there is none")
            if number and side in exempt:
                what = f"{clause['id']} is said to be exempt on the side that {side}, and has a case there"
                yield Finding(name, line, what, f"take exempt: {side}: away")
        both = {"permits", "forbids"}.issubset(exempt)
        if not row.cases and not clause.get("untested") and not both:
            yield Finding(
                name, line, f"{clause['id']} has no case", "add one, or say under untested: why there is none"
            )
        if row.cases and clause.get("untested"):
            yield Finding(name, line, f"{clause['id']} is said to be untested, and has a case", "take untested: away")
