"""Checked derivations: the clauses that a case rests on are among those that the reference engine applied.

A malformed request is turned away before any rule is applied, so of those there is nothing to compare.
"""

from __future__ import annotations

from collections.abc import Iterator

from fk_conform.check import Checkout, Finding
from fk_conform.check.ruling import clauses_applied, passes


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases that claim a clause which plays no part in the answer, and cases that the reference engine fails."""
    for case in checkout.cases:
        if not passes(case, checkout.spec):
            yield checkout.finding(
                case, "the reference engine answers otherwise", "find out by the clause who is wrong"
            )
        elif not case.malformed:
            applied = clauses_applied(case, checkout.spec)
            # A refusal may be decided before a clause is reached that it is there to be told apart from.
            also = () if case.refuse else case.also
            for clause in (case.clause, *also):
                if clause not in applied:
                    what = f"the reference engine did not apply {clause} to answer it"
                    mend = "file it under a clause that the answer needs, or tie the clause to its function"
                    yield checkout.finding(case, what, mend)
