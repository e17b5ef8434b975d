"""What an engine that fails has probably got wrong: its failures, against those of the known mistakes and readings.

Nothing is claimed that is not explained: a mistake is named only if nearly all the failures that it would cause are
there, and if of those that are put down to it enough are answered just as it would answer. Of several mistakes at once
those are named that explain most together. And nothing is named where most failures would be left unexplained, or where
they are answered just like those that are explained, as by an engine that says the same to everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fk_conform.fingerprint import Pattern

MOST = 3
# The share of the failures that a mistake would cause which have to be there, and the share of these that it would
# answer just so.
LEAST_THERE = 0.75
LEAST_EXACT = 0.6
# How many failures must be left for a mistake to be named because they are just those that it would cause.
LEAST_LEFT = 2
# The share of all failures that must be explained, and the share of what the others leave that each must explain.
LEAST_OF_ALL = 0.5
LEAST_OF_THE_REST = 0.25
# How many failures, for each that is explained, are too many to be left with the very same answer.
TOO_MANY_ALIKE = 0.25
# What a failure counts whose answer is the mistake's own, or another one, and what naming one more mistake costs.
JUST_SO = 1.0
OTHER_ANSWER = 0.4
ONE_MORE = 0.3


@dataclass(frozen=True)
class Diagnosis:
    """A mistake or a reading (`name: alternative`), and the failures that are put down to it.

    `failures` is the number of all that were looked at. `alike` are those that show in just the same way, so that the
    failures do not tell which of them it is. `left_out` failures are in generated cases, by which nothing is known, and
    `malformed` ones at malformed requests, where these were not looked at.
    """

    subject: str
    explains: frozenset[str]
    failures: int
    alike: tuple[str, ...] = ()
    left_out: int = 0
    malformed: int = 0


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
    named = _borne_out(named, failures)
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
    counts = {case: JUST_SO if pattern[case] == failures[case] else OTHER_ANSWER for case in there}
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
    if any(each.count(JUST_SO) < max(1, LEAST_EXACT * len(each)) for each in counts.values()):
        return 0.0
    return sum(map(sum, counts.values())) - sum(suspect.missing + ONE_MORE for suspect in named)


def _causes(named: Sequence[_Suspect]) -> dict[str, _Suspect]:
    """Which mistake each failure is put down to: the first that explains it best."""
    causes: dict[str, _Suspect] = {}
    for suspect in named:
        for case, count in suspect.counts.items():
            if case not in causes or count > causes[case].counts[case]:
                causes[case] = suspect
    return causes


def _for_the_rest(left: set[str], suspects: list[_Suspect]) -> list[_Suspect]:
    """The one whose failures are all there and account for all that is left, though few are answered just so."""
    if len(left) < LEAST_LEFT:
        return []
    whole = [
        suspect
        for suspect in suspects
        if not suspect.missing
        and left <= suspect.counts.keys()
        and any(suspect.counts[case] == JUST_SO for case in left)
    ]
    return [max(whole, key=lambda each: (sum(each.counts[case] for case in left), -len(each.counts)))] if whole else []


def _borne_out(named: Sequence[_Suspect], failures: Pattern) -> list[_Suspect]:
    """These without those that explain little of what the others leave; none if together they do not explain enough."""
    causes = _causes(named)
    left = failures.keys() - causes.keys()
    counts = Counter(suspect.name for suspect in causes.values())
    enough = [
        suspect for suspect in named if counts[suspect.name] >= LEAST_OF_THE_REST * (counts[suspect.name] + len(left))
    ]
    if len(enough) < len(named):
        return _borne_out(enough, failures)
    just_so = Counter(failures[case] for case, suspect in causes.items() if suspect.counts[case] == JUST_SO)
    alike = Counter(failures[case] for case in left)
    answer = max(just_so, key=lambda each: just_so[each], default="")
    told_apart = not left or alike[answer] < TOO_MANY_ALIKE * just_so[answer]
    return enough if told_apart and len(causes) >= LEAST_OF_ALL * len(failures) else []
