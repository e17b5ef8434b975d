"""Comparing an answer with what the case expects.

Strict in types, free in order only for sets. What is no answer at all is not judged here: it is a fault of the engine.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fk_conform.suite import Case

Json = Any
Shape = dict[str, Any]

# The verdicts, and how a person would say them.
VERDICT_WORDS = {
    "passed": "passed",
    "failed": "failed",
    "fault": "with a fault",
    "expected-failure": "failed as expected",
    "unexpected-pass": "passed unexpectedly",
    "not-applicable": "not applicable",
    "not-run": "not run",
}

# The kinds of failures, and how a person would say them: "three …".
FAILURE_WORDS = {
    "wrong-answer": "with another answer",
    "refused": "refused though lawful",
    "not-refused": "accepted though refused by the rules",
    "wrong-reason": "refused for another reason",
    "wrong-event": "refused at another event",
    "malformed-accepted": "malformed and answered all the same",
    "malformed-refused": "malformed and refused as if they were possible",
    "called-malformed": "called malformed though possible",
    "fault": "with a fault of the engine",
}

# What the types of single values are called.
TYPE_WORDS = {
    str: "a string",
    int: "a whole number",
    float: "a number with a point",
    bool: "a boolean",
}

REFUSED, MALFORMED, NO_SUCH_METHOD = 1, -32602, -32601


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a case.

    `verdict` is one of `VERDICT_WORDS`. A failure has its kind, a sentence, and the differences, a line each; a case
    that was not put says why; and one that was expected to fail has the reason that was given for it.
    """

    verdict: str
    kind: str = ""
    message: str = ""
    got: Json = None
    differences: tuple[str, ...] = ()
    reason: str = ""


PASSED = Verdict("passed")


def judge(case: Case, answer: Json, shapes: dict[str, Shape]) -> Verdict:
    """The verdict on an answer (a response object that has been found to be one)."""
    if "result" in answer:
        return _judge_result(case, answer["result"], shapes[case.method])
    error = answer["error"]
    if error["code"] == NO_SUCH_METHOD:
        return Verdict("not-applicable", "denied", f"the engine does not offer {case.method}")
    if error["code"] == MALFORMED:
        return PASSED if case.malformed else _failed("called-malformed", _expected(case), "malformed", error)
    return _judge_refusal(case, error)


def _judge_result(case: Case, result: Json, shape: Shape) -> Verdict:
    if case.malformed:
        return _failed("malformed-accepted", "malformed", "an answer", result)
    if case.refuse:
        return _failed("not-refused", _expected(case), "an answer", result)
    differences = tuple(compare(case.expect, result, shape, ""))
    if not differences:
        return PASSED
    return Verdict("failed", "wrong-answer", differences[0], {"result": result}, differences)


def _judge_refusal(case: Case, error: Json) -> Verdict:
    data = error.get("data")
    reason, event = (data.get("reason"), data.get("event")) if isinstance(data, dict) else (None, None)
    if case.refuse is None:
        kind = "malformed-refused" if case.malformed else "refused"
        return _failed(kind, _expected(case), f"refused: {_say(reason)}", error)
    if reason != case.refuse.reason:
        message = f"refused, for another reason: expected {case.refuse.reason}, got {_say(reason)}"
        return Verdict("failed", "wrong-reason", message, {"error": error}, (message,))
    if case.refuse.event is not None and (event != case.refuse.event or type(event) is not int):
        message = f"refused, but at another event: expected {case.refuse.event}, got {_say(event)}"
        return Verdict("failed", "wrong-event", message, {"error": error}, (message,))
    return PASSED


def _failed(kind: str, expected: str, got: str, answer: Json) -> Verdict:
    message = f"expected {expected}, got {got}"
    key = "error" if isinstance(answer, dict) and "code" in answer else "result"
    return Verdict("failed", kind, message, {key: answer}, (message,))


def _expected(case: Case) -> str:
    if case.malformed:
        return "malformed"
    return f"refused: {case.refuse.reason}" if case.refuse else "an answer"


def compare(expected: Json, got: Json, shape: Shape, where: str) -> Iterator[str]:
    """The differences between an expected value and the one that came, a line each; none if they agree.

    >>> list(compare(["7S", "KS"], ["KS", "7S"], {"is": "set"}, "cards"))
    []
    >>> list(compare(1, True, {"is": "value"}, "points"))
    ['points: expected 1, got true (a boolean where a whole number is wanted)']
    """
    if type(expected) is not type(got):
        yield f"{where or 'result'}: expected {_say(expected)}, got {_say(got)}{_of_another_type(expected, got)}"
    elif shape["is"] == "set" and isinstance(expected, list):
        yield from _compare_sets(expected, got, where)
    elif shape["is"] == "list" and isinstance(expected, list):
        yield from _compare_lists(expected, got, shape["of"], where)
    elif shape["is"] in ("map", "record") and isinstance(expected, dict):
        yield from _compare_objects(expected, got, shape, where)
    elif not is_same(expected, got):
        yield f"{where}: expected {_say(expected)}, got {_say(got)}"


def _of_another_type(expected: Json, got: Json) -> str:
    """What to add where two values may look alike though they are of different types."""
    if type(expected) not in TYPE_WORDS or type(got) not in TYPE_WORDS:
        return ""
    return f" ({TYPE_WORDS[type(got)]} where {TYPE_WORDS[type(expected)]} is wanted)"


def _compare_sets(expected: list[Json], got: list[Json], where: str) -> Iterator[str]:
    wanted, came = [_key(value) for value in expected], [_key(value) for value in got]
    missing = [value for value in wanted if value not in came]
    extra = [value for value in came if value not in wanted]
    twice = sorted(value for value, number in Counter(came).items() if number > 1)
    for values, what in ((missing, "missing"), (extra, "not expected"), (twice, "there more than once")):
        if values:
            listed = ", ".join(value.strip('"') for value in values)
            yield f"{where}: {listed} {what}"


def _compare_lists(expected: list[Json], got: list[Json], of: Shape, where: str) -> Iterator[str]:
    if len(expected) != len(got):
        yield f"{where}: expected {_say(expected)}, got {_say(got)}"
        return
    for place, (wanted, came) in enumerate(zip(expected, got, strict=True)):
        yield from compare(wanted, came, of, f"{where}[{place}]")


def _compare_objects(expected: dict[str, Json], got: dict[str, Json], shape: Shape, where: str) -> Iterator[str]:
    inside = f"{where}." if where else ""
    closed = shape["is"] == "map"
    required = (
        expected if closed else [*expected, *(name for name in shape.get("required", ()) if name not in expected)]
    )
    for name in required:
        if name not in got:
            yield f"{inside}{name} is missing"
        elif name in expected:
            member = shape["of"] if closed else shape["members"].get(name, {"is": "value"})
            yield from compare(expected[name], got[name], member, f"{inside}{name}")
    if closed:
        extra = [name for name in got if name not in expected]
        if extra:
            yield f"{where}: {', '.join(extra)} not expected"
    elif not where:
        yield from (f"{name} not expected" for name in _answered_instead(expected, got, shape))


def _answered_instead(expected: dict[str, Json], got: dict[str, Json], shape: Shape) -> list[str]:
    """Members that contradict the answer: of alternatives, as dealer and redraw, only the one expected may be there."""
    alternatives = [name for name in shape["members"] if name not in shape.get("required", ())]
    return [name for name in alternatives if name in got and name not in expected]


def is_same(expected: Json, got: Json) -> bool:
    """Whether two values are the same, types included, order included.

    >>> is_same([1, {"a": None}], [1, {"a": None}]), is_same(1, 1.0), is_same(0, False)
    (True, False, False)
    """
    if type(expected) is not type(got):
        return False
    if isinstance(expected, list):
        return len(expected) == len(got) and all(map(is_same, expected, got))
    if isinstance(expected, dict):
        return expected.keys() == got.keys() and all(is_same(expected[name], got[name]) for name in expected)
    return bool(expected == got)


def _key(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def _say(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "..."
