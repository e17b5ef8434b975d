"""Readings checked by machine: every case is run under every choice of alternatives that can matter to it.

One whose outcome depends on a reading must say under which alternative it holds; one that does not must not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fk_conform.check import Checkout, Finding
from fk_conform.check.ruling import Outcome, outcomes
from fk_conform.spec import Spec
from fk_conform.suite import Case


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases marked with a reading too few or too many."""
    for case in checkout.cases:
        known = list(outcomes(case, checkout.spec))
        failing = [
            _differing(each, case, checkout.spec) for each in known if _agrees(each, case.under) and not each.passed
        ]
        if failing:
            others = ", ".join(f"{name}: {alternative}" for name, alternative in min(failing, key=len).items())
            what = f"its answer is another under {others}" if others else "it fails under the readings that it names"
            yield checkout.finding(case, what, "name under `under:` every reading that the answer depends on")
        for name in case.under:
            rest = {other: alternative for other, alternative in case.under.items() if other != name}
            if all(each.passed for each in known if _agrees(each, rest)):
                what = f"its answer does not depend on {name}"
                yield checkout.finding(case, what, f"take {name} out of `under:`", "under")


def _agrees(outcome: Outcome, readings: Mapping[str, str]) -> bool:
    """Whether there is a table of this outcome that plays by these readings."""
    return all(outcome.table.get(name, alternative) == alternative for name, alternative in readings.items())


def _differing(outcome: Outcome, case: Case, spec: Spec) -> dict[str, str]:
    """What a table of this outcome plays otherwise than the case says or, where it says nothing, than by default."""
    expected = {**spec.default_readings, **case.under}
    return {name: alternative for name, alternative in outcome.table.items() if alternative != expected[name]}
