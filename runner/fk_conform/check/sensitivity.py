"""Readings checked by machine: every case is run under every choice of alternatives.

One whose outcome depends on a reading must say under which alternative it holds; one that does not must not.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from fk_conform.check import Checkout, Finding
from fk_conform.check.ruling import passes
from fk_conform.spec import Spec
from fk_conform.suite import Case

# A count of lines takes long, and leaves announcements and the score of the game aside.

BEARS_ON = {"count_lines": ("when-void", "renounce")}


def check(checkout: Checkout) -> Iterator[Finding]:
    """Cases marked with a reading too few or too many."""
    for case in checkout.cases:
        tables = list(_tables(case, checkout.spec))
        for table in tables:
            if case.holds_under(table) and not passes(case, checkout.spec, table):
                others = _others(table, checkout.spec, case)
                what = f"its answer is another under {others}"
                yield checkout.finding(case, what, "name under `under:` every reading that the answer depends on")
                break
        for name in case.under:
            rest = {other: alternative for other, alternative in case.under.items() if other != name}
            exchanged = [table for table in tables if _holds(rest, table)]
            if all(passes(case, checkout.spec, table) for table in exchanged):
                what = f"its answer does not depend on {name}"
                yield checkout.finding(case, what, f"take {name} out of `under:`", "under")


def _tables(case: Case, spec: Spec) -> Iterator[Mapping[str, str]]:
    """Every choice of alternatives that can make a difference to a method."""
    names = BEARS_ON.get(case.method, tuple(spec.readings))
    for chosen in itertools.product(*(spec.readings[name] for name in names)):
        yield {**spec.default_readings, **case.under, **dict(zip(names, chosen, strict=True))}


def _holds(readings: Mapping[str, str], table: Mapping[str, str]) -> bool:
    return all(table[name] == alternative for name, alternative in readings.items())


def _others(table: Mapping[str, str], spec: Spec, case: Case) -> str:
    others: Sequence[str] = [
        f"{name}: {table[name]}"
        for name, alternatives in spec.readings.items()
        if table[name] != case.under.get(name, alternatives[0])
    ]
    return ", ".join(others)
