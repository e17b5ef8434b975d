"""Readings checked by machine: every case is run under every choice of alternatives that can matter to it.

One whose outcome depends on a reading must say under which alternative it holds; one that does not must not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from fk_conform.check import Checkout, Finding
from fk_conform.check.ruling import Outcome, outcomes
from fk_conform.kills import pattern
from fk_conform.mistakes import load, mistaken
from fk_conform.spec import Spec
from fk_conform.suite import Case


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases marked with a reading too few or too many, or with the answer of another table.

    A case that passes at no table at all has a wrong answer, and is for the check of derivations.
    """
    for case in checkout.cases:
        known = list(outcomes(case, checkout.spec))
        failing = [
            _differing(each, case, checkout.spec) for each in known if _agrees(each, case.under) and not each.passed
        ]
        passing = [_differing(each, case, checkout.spec) for each in known if each.passed]
        if {} in failing and passing:
            what = f"its answer is that under {_least(passing)}"
            yield checkout.finding(case, what, "mend the answer, or name what it holds under in `under:`")
        elif failing and passing:
            what = f"its answer is another under {_least(failing)}"
            yield checkout.finding(case, what, "name under `under:` every reading that the answer depends on")
        yield from _tables(case, checkout)
        for name in case.under:
            rest = {other: alternative for other, alternative in case.under.items() if other != name}
            if all(each.passed for each in known if _agrees(each, rest)):
                what = f"its answer does not depend on {name}"
                yield checkout.finding(case, what, f"take {name} out of `under:`", "under")


def _tables(case: Case, checkout: Checkout) -> Iterator[Finding]:
    """Readings under `table:` that stand under `under:` too, or at which nothing shows that does not elsewhere."""
    for name in case.table:
        if name in case.under:
            what = f"{name} stands under `table:` and under `under:`"
            yield checkout.finding(case, what, f"take {name} out of `table:`", "table")
            continue
        rest = {other: alternative for other, alternative in case.table.items() if other != name}
        if _caught(case, checkout.spec) <= _caught(dataclasses.replace(case, table=rest), checkout.spec):
            what = f"it catches no mistake at a table with {name}: {case.table[name]} that it does not catch elsewhere"
            yield checkout.finding(case, what, f"take {name} out of `table:`, or name the mistake under kills", "table")


def _caught(case: Case, spec: Spec) -> set[str]:
    """The mistakes that a case says it is there to catch, and catches at its table."""
    caught = set()
    for mistake in set(case.kills) & load().keys():
        with mistaken(mistake):
            caught |= {mistake} if pattern([case], spec, {}) else set()
    return caught


def _least(tables: Sequence[Mapping[str, str]]) -> str:
    """The table that plays least otherwise."""
    return ", ".join(f"{name}: {alternative}" for name, alternative in min(tables, key=len).items())


def _agrees(outcome: Outcome, readings: Mapping[str, str]) -> bool:
    """Whether there is a table of this outcome that plays by these readings."""
    return all(outcome.table.get(name, alternative) == alternative for name, alternative in readings.items())


def _differing(outcome: Outcome, case: Case, spec: Spec) -> dict[str, str]:
    """What a table of this outcome plays otherwise than the case says or, where it says nothing, than by default."""
    expected = {**spec.default_readings, **case.under}
    return {name: alternative for name, alternative in outcome.table.items() if alternative != expected[name]}
