"""What an engine that fails has probably got wrong: its failures, against those of the known mistakes and readings.

Nothing is claimed that is not explained: a mistake is named only if nearly all the failures that it would cause are
there, and what is said is how many of the failures it accounts for. Two mistakes at once are found one after the
other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fk_conform.fingerprint import Pattern

MOST = 3
# The share of the failures that a mistake would cause which have to be there; and what a failure with another wrong
# answer counts.
LEAST_SHARE = 0.75
OTHER_ANSWER = 0.4


@dataclass(frozen=True)
class Diagnosis:
    """A mistake or a reading (`name: alternative`), and the failures that it explains."""

    subject: str
    explains: frozenset[str]
    failures: int


def diagnose(failures: Pattern, passed: set[str], patterns: Mapping[str, Pattern]) -> list[Diagnosis]:
    """The likeliest mistakes, best first, each explaining failures that those before it do not.

    `failures` are the cases that failed, with the fingerprints of the answers; `passed` those that passed.
    """
    known = {name: _asked(pattern, failures, passed) for name, pattern in patterns.items()}
    found: list[Diagnosis] = []
    left = dict(failures)
    while left and len(found) < MOST:
        scored = ((_score(known[name], failures, left), name) for name in known)
        best, name = max(scored, key=lambda scored: (scored[0], scored[1].startswith("M-")))
        if best <= 0:
            break
        explains = frozenset(left.keys() & known[name].keys())
        found.append(Diagnosis(name, explains, len(failures)))
        left = {case: answer for case, answer in left.items() if case not in explains}
        del known[name]
    return found


def _asked(pattern: Pattern, failures: Pattern, passed: set[str]) -> Pattern:
    """The part of a pattern that this run could show."""
    return {case: answer for case, answer in pattern.items() if case in failures or case in passed}


def _score(pattern: Pattern, failures: Pattern, left: Pattern) -> float:
    """How well a mistake explains what is left.

    Its failures that are there, less those that are not; 0 if too few are.
    """
    if not pattern:
        return 0.0
    there = [case for case in pattern if case in failures]
    if len(there) < LEAST_SHARE * len(pattern):
        return 0.0
    explained = sum(1.0 if pattern[case] == left[case] else OTHER_ANSWER for case in there if case in left)
    return explained - (len(pattern) - len(there)) if explained else 0.0
