"""Every mistake has its wrong engine, every case catches what it says, and cases/kills.json is of this suite.

Of each mistake only the cases are asked that name it, and those that the matrix does not know; a test asks all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fk_conform.check import Checkout, Finding
from fk_conform.check.ruling import passes
from fk_conform.compiling import compile_kills
from fk_conform.fingerprint import Pattern
from fk_conform.kills import pattern, subjects
from fk_conform.mistakes import load, mistaken
from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.yamlfile import line_of

NOT_CAUGHT = ""

Matrix = Mapping[str, Pattern]


def check(checkout: Checkout) -> Iterator[Finding]:
    """Mistakes without a wrong engine, cases that do not catch what they name, and a matrix of another suite."""
    yield from _without_engine(checkout)
    matrix = compile_kills(checkout.root / "cases" / "kills.json")
    found = _found(checkout, matrix)
    for case in checkout.cases:
        for mistake in case.kills:
            if found.get(mistake, {}).get(case.id) == NOT_CAUGHT:
                what = f"it does not catch {mistake}"
                yield checkout.finding(case, what, "take it out of kills, or put the question so that it does", "kills")
    why = next(_why_stale(checkout, matrix, found), "")
    if why:
        yield Finding("cases/kills.json", 1, f"it is not of this suite: {why}", "fk-conform mistakes --write")


def _without_engine(checkout: Checkout) -> Iterator[Finding]:
    path = checkout.root / "spec" / "mistakes.yaml"
    for number, mistake in enumerate(checkout.spec.mistakes):
        if mistake not in load():
            line = line_of(path, ["mistakes", number]) or 1
            what = f"{mistake} has no wrong engine, and so nobody knows what catches it"
            mend = "write one in runner/fk_conform/mistakes/, in the module of its chapter"
            yield Finding(checkout.name(path), line, what, mend)


def _found(checkout: Checkout, matrix: Matrix) -> Matrix:
    """For each mistake what came of the cases that are in question: the fingerprint of the wrong answer, or none.

    What the reference engine fails without any mistake is for another check.
    """
    known = {case for pattern in matrix.values() for case in pattern}
    right = [case for case in checkout.cases if passes(case, checkout.spec)]
    found = {}
    for mistake in load():
        asked = [case for case in right if mistake in case.kills or (matrix and case.id not in known)]
        marks = _marks(mistake, asked, asked, checkout.spec)
        if _differs(marks, matrix[mistake]) if mistake in matrix else NOT_CAUGHT in marks.values():
            # A wrong engine may remember, and at which table a case is put hangs on those before it.
            marks = _marks(mistake, asked, checkout.cases, checkout.spec)
        found[mistake] = marks
    return found


def _marks(mistake: str, asked: Sequence[Case], among: Sequence[Case], spec: Spec) -> Pattern:
    """What comes of some cases under a mistake when all those among which they are have been asked in their order."""
    with mistaken(mistake):
        failures = pattern(among, spec, {})
    return {case.id: failures.get(case.id, NOT_CAUGHT) for case in asked}


def _differs(marks: Pattern, known: Pattern) -> list[str]:
    """The cases of which the matrix knows something else."""
    return [case for case, mark in marks.items() if known.get(case, NOT_CAUGHT) != mark]


def _why_stale(checkout: Checkout, matrix: Matrix, found: Matrix) -> Iterator[str]:
    """What shows that the matrix is not of the suite as it is."""
    names = subjects(checkout.spec)
    yield from (f"{name} is not in it" for name in names if name not in matrix)
    yield from (f"{name} is in it" for name in matrix if name not in names)
    cases = {case.id for case in checkout.cases}
    yield from (f"{case} is in it" for pattern in matrix.values() for case in pattern if case not in cases)
    for mistake, marks in found.items():
        yield from (f"{case} fails otherwise under {mistake}" for case in _differs(marks, matrix[mistake]))
