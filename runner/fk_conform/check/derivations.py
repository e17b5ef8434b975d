"""Checked derivations: the clauses that a case rests on are among those that the reference engine applied.

A malformed request is turned away before any rule is applied, so of those there is nothing to compare.
"""

from __future__ import annotations

from collections.abc import Iterator

from fk_conform.check import Checkout, Finding
from fk_conform.check.ruling import clauses_applied, outcomes, passes


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases that claim a clause which plays no part in the answer, and cases that the reference engine fails.

    A case that it fails and that would pass at another table is for the check of readings.
    """
    for case in checkout.cases:
        if not passes(case, checkout.spec):
            if not any(outcome.passed for outcome in outcomes(case, checkout.spec)):
                what = "the reference engine answers otherwise"
                yield checkout.finding(case, what, "find out by the clause who is wrong")
        elif not case.malformed:
            applied = clauses_applied(case, checkout.spec)
            # A refusal may be decided before a clause is reached that it is there to be told apart from.
            also = () if case.refuse else case.also
            for clause in (case.clause, *also):
                if clause not in applied and clause in checkout.spec.clauses:
                    what = f"the reference engine did not apply {clause} to answer it"
                    mend = "file it under a clause that the answer needs, or tie the clause to its function"
                    yield checkout.finding(case, what, mend)
