"""What an engine that fails has probably got wrong: its failures, against those of the known mistakes and readings.

Nothing is claimed that is not explained: a mistake is named only if nearly all the failures that it would cause are
there, and if of those that are put down to it enough are answered just as it would answer. Of several mistakes at once
those are named that explain most together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fk_conform.fingerprint import Pattern

MOST = 3
# The share of the failures that a mistake would cause which have to be there, and the share of these that it would
# answer just so.
LEAST_THERE = 0.75
LEAST_EXACT = 0.3
# How many failures must be left for a mistake to be named because they are just those that it would cause.
LEAST_LEFT = 2
# What a failure counts whose answer is another one than the mistake's, and what naming one more mistake costs.
OTHER_ANSWER = 0.4
ONE_MORE = 0.3


@dataclass(frozen=True)
class Diagnosis:
    """A mistake or a reading (`name: alternative`), and the failures that are put down to it.

    `failures` is the number of all that were looked at. `alike` are those that show in just the same way, so that the
    failures do not tell which of them it is. `left_out` failures are in generated cases, by which nothing is known.
    """

    subject: str
    explains: frozenset[str]
    failures: int
    alike: tuple[str, ...] = ()
    left_out: int = 0


@dataclass(frozen=True)
class _Suspect:
    """A mistake that is there: what each of its failures counts, and how many that it would cause are not there."""

    name: str
    counts: dict[str, float]
    missing: int


def diagnose(
    failures: Pattern, passed: set[str], patterns: Mapping[str, Pattern], left_out: int = 0
) -> list[Diagnosis]:
    """The likeliest mistakes, up to three, the one that explains most first.

    `failures` are the cases that failed, with the fingerprints of the answers; `passed` those that passed; and so many
    failures are `left_out`. A failure that several mistakes would cause is put down to the one that would answer just
    so.
    """
    # Of what shows alike the reading is named, not the mistake: who plays it has perhaps only not said so.
    names = sorted(patterns, key=lambda name: name.startswith("M-"))
    asked = {name: _asked(patterns[name], failures, passed) for name in names}
    suspects = [suspect for name, pattern in asked.items() if (suspect := _suspect(name, pattern, failures))]
    named: list[_Suspect] = []
    while len(named) < MOST:
        rest = _for_the_rest(failures.keys() - _causes(named), suspects) if named else []
        better = [*named, *rest] if rest else _with_one_more(named, suspects)
        if not better:
            break
        named = better
    explained: dict[str, set[str]] = {suspect.name: set() for suspect in named}
    for case, suspect in _causes(named).items():
        explained[suspect.name].add(case)
    found = []
    for name, cases in explained.items():
        alike = tuple(other for other in asked if asked[other] == asked[name] and other != name)
        found.append(Diagnosis(name, frozenset(cases), len(failures), alike, left_out))
    return sorted(found, key=lambda diagnosis: -len(diagnosis.explains))


def _asked(pattern: Pattern, failures: Pattern, passed: set[str]) -> Pattern:
    """The part of a pattern that this run could show."""
    return {case: answer for case, answer in pattern.items() if case in failures or case in passed}


def _suspect(name: str, pattern: Pattern, failures: Pattern) -> _Suspect | None:
    """A mistake as a suspect, if nearly all its failures are there."""
    there = [case for case in pattern if case in failures]
    if not there or len(there) < LEAST_THERE * len(pattern):
        return None
    counts = {case: 1.0 if pattern[case] == failures[case] else OTHER_ANSWER for case in there}
    return _Suspect(name, counts, len(pattern) - len(there))


def _with_one_more(named: list[_Suspect], suspects: list[_Suspect]) -> list[_Suspect]:
    """These and one more, each exchanged for a better one where there is one; nothing if that explains no more."""
    best, options = named, [[*named, other] for other in suspects]
    while options:
        better = max(options, key=_explained)
        if _explained(better) <= _explained(best):
            break
        best = better
        options = [[*best[:place], other, *best[place + 1 :]] for place in range(len(best)) for other in suspects]
    return best if len(best) > len(named) else []


def _explained(named: list[_Suspect]) -> float:
    """How much some mistakes explain together, less what they would explain that is not there.

    Nothing, if one of them explains failures that the others do not, and too few of them just so.
    """
    counts: dict[str, list[float]] = {suspect.name: [] for suspect in named}
    for case, suspect in _causes(named).items():
        counts[suspect.name].append(suspect.counts[case])
    if any(each.count(1.0) < max(1, LEAST_EXACT * len(each)) for each in counts.values()):
        return 0.0
    return sum(map(sum, counts.values())) - sum(suspect.missing + ONE_MORE for suspect in named)


def _causes(named: list[_Suspect]) -> dict[str, _Suspect]:
    """Which mistake each failure is put down to: the first that explains it best."""
    causes: dict[str, _Suspect] = {}
    for suspect in named:
        for case, count in suspect.counts.items():
            if case not in causes or count > causes[case].counts[case]:
                causes[case] = suspect
    return causes


def _for_the_rest(left: set[str], suspects: list[_Suspect]) -> list[_Suspect]:
    """The one whose failures are all there and account for all that is left, whatever the answers."""
    if len(left) < LEAST_LEFT:
        return []
    whole = [suspect for suspect in suspects if not suspect.missing and left <= suspect.counts.keys()]
    return [max(whole, key=lambda each: (sum(each.counts[case] for case in left), -len(each.counts)))] if whole else []
