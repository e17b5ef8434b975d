"""Symptoms: in what way an answer is not the one that was expected.

While a request is made smaller its symptom has to stay the same, and what shows the same symptom counts as one finding.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fk_conform.faults import Fault, PartlyOffered
from fk_conform.fuzz.strategies import Request
from fk_conform.spec import Spec
from fk_conform.suite import Case, Refusal
from fk_conform.verdict import MALFORMED, NO_SUCH_METHOD, judge

Json = Any
# What comes of a request: an answer, a fault, or None where the engine does not play what it is about.
Reply = Json | Fault | None

A_NAME = re.compile(r"\w+")
A_MEMBER = re.compile(r"\w+(?=[.\[:])|\w+(?= is missing)")
A_DETAIL = re.compile(r"'[^']*'|\b[KQJAT987][SHDC]\b|\b(south|east|north|west|spades|hearts|diamonds|clubs)\b|-?\d+")


@dataclass(frozen=True, slots=True)
class Symptom:
    """In which method what is wrong, and about what: a member of the result or of the request, a reason, a fault.

    `kind` is that of a failure of a case; or malformed, of what should have been called so; fault; or changing, of an
    answer that depends on what was asked before, in whatever method.
    """

    method: str
    kind: str
    about: str = ""


def symptom_of(request: Request, right: Json, reply: Reply, spec: Spec, complaint: str = "") -> Symptom | None:
    """How a reply differs from the right answer; None if it does not, or cannot be compared.

    `complaint` is what the reference engine says of a malformed request.
    """
    method = request.method
    if isinstance(reply, Fault):
        return Symptom(method, "fault", reply.code)
    if reply is None or _denies(right):
        return None
    if _denies(reply):
        return Symptom(method, "fault", PartlyOffered.code)
    case = expecting(request, right)
    verdict = judge(case, reply, spec.shapes)
    if verdict.verdict == "passed":
        return None
    if case.malformed:
        return Symptom(method, "malformed", complained_of(complaint))
    if verdict.kind == "wrong-answer":
        return Symptom(method, verdict.kind, members_that_differ(request, right, reply, spec)[0])
    reason = reason_of(right) or reason_of(reply)
    return Symptom(method, verdict.kind, reason if reason in spec.reasons else "")


def members_that_differ(request: Request, right: Json, reply: Json, spec: Spec) -> list[str]:
    """The members of a result that are not the right ones, in their order."""
    differences = judge(expecting(request, right), reply, spec.shapes).differences
    found = [A_NAME.match(difference) for difference in differences]
    return list(dict.fromkeys(each[0] if each else "" for each in found))


def expecting(request: Request, answer: Json) -> Case:
    """A case that puts a request and expects this answer; it has no name."""
    error = answer.get("error", {})
    refused = error.get("code") not in (None, MALFORMED)
    data = _data(error)
    return Case(
        id="",
        clause="",
        title="",
        method=request.method,
        params=request.params,
        because="",
        expect=answer.get("result"),
        refuse=Refusal(str(data.get("reason")), data.get("event")) if refused else None,
        malformed=error.get("code") == MALFORMED,
    )


def complained_of(complaint: str) -> str:
    """What a complaint is about: a member of the params or, where none is named, the complaint without its details.

    >>> complained_of("hands.south[2]: '10S' is no card"), complained_of("turn_up is missing")
    ('hands', 'turn_up')
    >>> complained_of("west has 7 cards, expected 8")
    '… has … cards, expected …'
    """
    member = A_MEMBER.match(complaint)
    return member[0] if member else A_DETAIL.sub("…", complaint)


def reason_of(answer: Json) -> str:
    """The reason of a refusal; empty if there is none."""
    reason = _data(answer.get("error", {})).get("reason")
    return reason if isinstance(reason, str) else ""


def plain(reply: Reply) -> Json:
    """A reply as JSON."""
    return {"fault": reply.as_json()} if isinstance(reply, Fault) else reply


def is_fault(reply: Reply) -> bool:
    """Whether a reply, as JSON or not, is a fault."""
    return isinstance(reply, Fault) or (isinstance(reply, dict) and "fault" in reply)


def _denies(answer: Json) -> bool:
    return bool(answer.get("error", {}).get("code") == NO_SUCH_METHOD)


def _data(error: Mapping[str, Json]) -> Mapping[str, Json]:
    data = error.get("data")
    return data if isinstance(data, dict) else {}
