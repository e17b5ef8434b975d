"""A `because` derives: it is there, it says something, and it says it of this case."""

from __future__ import annotations

from collections.abc import Iterator

from fk_conform.check import Checkout, Finding
from fk_conform.check.duplicates import question
from fk_conform.spec import Spec
from fk_conform.suite import Case

FEWEST_WORDS = 8
# What stands where a derivation has still to be written.
TO_DERIVE = "To be derived by hand"


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases whose `because` is missing or too short to derive anything, repeats the title, or is that of another."""
    seen: dict[str, Case] = {}
    for case in checkout.cases:
        words = case.because.split()
        if case.because.startswith(TO_DERIVE):
            what = "its answer has still to be derived"
            yield checkout.finding(case, what, "say how the answer follows from the clause", "because")
        elif len(words) < FEWEST_WORDS:
            what = f"its because has {len(words)} words, too few to derive the answer"
            yield checkout.finding(case, what, "say how the answer follows from the clause", "because")
        elif case.because.rstrip(".").lower() == case.title.rstrip(".").lower():
            what = "its because only repeats the title"
            yield checkout.finding(case, what, "say how the answer follows from the clause", "because")
        elif case.because in seen and not _asks_the_same(case, seen[case.because], checkout.spec):
            what = f"its because is word for word that of {seen[case.because].id}"
            yield checkout.finding(case, what, "say what is so of this case", "because")
        seen.setdefault(case.because, case)


def _asks_the_same(case: Case, other: Case, spec: Spec) -> bool:
    """Whether it is the case that is there twice, which is a finding of its own, and not the derivation."""
    return question(case, spec) == question(other, spec)
