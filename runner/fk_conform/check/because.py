"""A `because` derives: it is there, it says something, and it says it of this case."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fk_conform.check import Checkout, Finding
from fk_conform.check.duplicates import question
from fk_conform.spec import Spec
from fk_conform.suite import Case

FEWEST_WORDS = 8
FEWEST_OF_THEIR_OWN = 6
# What stands where a derivation has still to be written.
TO_DERIVE = "To be derived by hand"


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases whose `because` is missing or too short to derive anything, repeats the title, or is that of another."""
    seen: dict[str, Case] = {}
    for case in checkout.cases:
        words = case.because.split()
        # Neither capitals nor marks make another derivation of it.
        said = " ".join(re.findall(r"\w+", case.because.lower()))
        if case.because.startswith(TO_DERIVE):
            what = "its answer has still to be derived"
            yield checkout.finding(case, what, "say how the answer follows from the clause", "because")
        elif len(words) < FEWEST_WORDS:
            what = f"its because has {len(words)} words, too few to derive the answer"
            yield checkout.finding(case, what, "say how the answer follows from the clause", "because")
        elif len(set(said.split())) < FEWEST_OF_THEIR_OWN:
            what = f"its because has {len(set(said.split()))} different words, too few to derive the answer"
            yield checkout.finding(case, what, "say how the answer follows from the clause", "because")
        elif said == " ".join(re.findall(r"\w+", case.title.lower())):
            what = "its because only repeats the title"
            yield checkout.finding(case, what, "say how the answer follows from the clause", "because")
        elif said in seen and not _asks_the_same(case, seen[said], checkout.spec):
            what = f"its because is word for word that of {seen[said].id}"
            yield checkout.finding(case, what, "say what is so of this case", "because")
        seen.setdefault(said, case)


def _asks_the_same(case: Case, other: Case, spec: Spec) -> bool:
    """Whether it is the case that is there twice, which is a finding of its own, and not the derivation."""
    return question(case, spec) == question(other, spec)
