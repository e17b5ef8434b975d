"""Which clause a wrong answer is about, and what mistake it looks like, as far as that can be told without reading it.

The known mistakes are asked what was asked of the engine. This is for one thread of a process alone: while a mistake
answers, the reference engine makes it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from fk_conform.fingerprint import Pattern, fingerprint
from fk_conform.fuzz.follow import Finding
from fk_conform.fuzz.parties import Reference, line
from fk_conform.fuzz.strategies import Request
from fk_conform.fuzz.symptom import expecting, is_fault, reason_of
from fk_conform.kills import subjects
from fk_conform.mistakes import mistaken
from fk_conform.spec import Spec
from fk_conform.suite import Case, load_cases
from fk_conform.verdict import judge
from forty_kings.engine import Engine
from forty_kings.readings import Readings

Json = Any

# That there is such a pack at all: the clause of most requests that are no possible question.
NO_POSSIBLE_QUESTION = "FK1.1"


@dataclass(frozen=True)
class Likeness:
    """The clause in question, and the mistakes and readings that would answer just so."""

    clause: str
    subjects: tuple[str, ...] = ()


def likeness(finding: Finding, wrong: Pattern, spec: Spec) -> Likeness:
    """What a finding is about; `wrong` are the wrong answers of the mistakes to the same request.

    What should have been refused is about the clause of the reason. Else it is about the clause of most mistakes
    that would answer so; about that of the reason it was refused for; or about the one that most cases were derived
    from that ask the method for what is wrong here. Of a malformed one no mistake may be known that would answer it.
    """
    reply = finding.wrong_reply
    said = "" if is_fault(reply) else fingerprint(finding.request.method, reply, spec.shapes)
    alike = tuple(name for name, answer in wrong.items() if answer == said)
    clauses = Counter(spec.mistakes[name].clause for name in alike if name in spec.mistakes)
    candidates = [
        *_clause_of_reason(finding.right, spec),
        *_among(finding.applied, [clause for clause, _ in clauses.most_common()]),
        *(_clause_of_reason(reply, spec) if finding.applied and len(finding.asked) == 1 else []),
        *_among(finding.applied, _clauses_of_cases(finding)),
        *finding.applied,
        NO_POSSIBLE_QUESTION,
    ]
    return Likeness(candidates[0], alike)


def wrong_answers(request: Request, readings: Mapping[str, str], spec: Spec) -> Pattern:
    """The fingerprint of what each known mistake answers to a request, if it is wrong, and so of other readings."""
    (right,) = Reference(readings).replies([request])
    case = expecting(request, right)
    found = {}
    for name, answer in _answers_of_others(request, readings, spec):
        if answer is not None and judge(case, answer, spec.shapes).verdict != "passed":
            found[name] = fingerprint(request.method, answer, spec.shapes)
    return found


def _answers_of_others(request: Request, readings: Mapping[str, str], spec: Spec) -> Iterator[tuple[str, Json]]:
    for name in subjects(spec):
        reading, _, alternative = name.partition(": ")
        if alternative:
            yield name, _answer(request, {**readings, reading: alternative})
        else:
            with mistaken(name):
                yield name, _answer(request, readings)


def _answer(request: Request, readings: Mapping[str, str]) -> Json:
    try:
        return json.loads(Engine(Readings.of(readings)).answer(line(request)))
    except Exception:  # A wrong engine may do anything; what it raises is no answer.
        return None


def _clause_of_reason(answer: Json, spec: Spec) -> list[str]:
    reason = reason_of(answer)
    return [spec.reasons[reason]] if reason in spec.reasons else []


def _clauses_of_cases(finding: Finding) -> list[str]:
    cases = _cases(finding.request.method) if finding.applied else []
    member = finding.symptom.about if finding.symptom.kind == "wrong-answer" else ""
    about = Counter(case.clause for case in cases if not member or member in (case.expect or {}))
    return [clause for clause, _ in about.most_common()]


def _among(applied: Sequence[str], clauses: Sequence[str]) -> list[str]:
    """Those of some clauses that were applied; all of them, where none was, for the request is malformed."""
    return [clause for clause in clauses if clause in applied or not applied]


@cache
def _cases(method: str) -> list[Case]:
    return [case for case in load_cases(corpus=False) if case.method == method]
