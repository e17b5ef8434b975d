"""A `because` derives: it is there, it says something, and it says it of this case."""

from __future__ import annotations

from collections.abc import Iterator

from fk_conform.check import Checkout, Finding

FEWEST_WORDS = 8


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases whose `because` is too short to derive anything, repeats the title, or is that of another case."""
    seen: dict[str, str] = {}
    for case in checkout.cases:
        words = case.because.split()
        if len(words) < FEWEST_WORDS:
            what = f"its because has {len(words)} words, too few to derive the answer"
            yield checkout.finding(case, what, "say how the answer follows from the clause", "because")
        elif case.because.rstrip(".").lower() == case.title.rstrip(".").lower():
            what = "its because only repeats the title"
            yield checkout.finding(case, what, "say how the answer follows from the clause", "because")
        elif case.because in seen:
            what = f"its because is word for word that of {seen[case.because]}"
            yield checkout.finding(case, what, "say what is so of this case", "because")
        seen.setdefault(case.because, case.id)
