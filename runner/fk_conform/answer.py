"""From a line that an engine wrote to an answer, or to the fault that the line is."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fk_conform.faults import BadHandshake, NoAnswer, NoJson, NoUtf8
from fk_conform.verdict import MALFORMED, NO_SUCH_METHOD, REFUSED

Json = Any

KNOWN_CODES = (REFUSED, MALFORMED, NO_SUCH_METHOD)
# Far deeper than any answer is, and far from where Python itself gives up, here or when a report quotes the answer.
DEEPEST = 100


def read_line(line: bytes) -> Json:
    """The JSON of a line. Raises `NoUtf8` or `NoJson`.

    It is strict: no NaN, no member twice, no number and no nesting beyond all use.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise NoUtf8(excerpt(line)) from None
    try:
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError):
        raise NoJson(excerpt(line)) from None
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(value):
        raise NoJson(f"nested more than {DEEPEST} deep: {excerpt(line)}")
    return value


def check_answer(message: Json) -> Json:
    """The message, if it is an answer of the protocol: a result or an error of a known code. Raises `NoAnswer`."""
    if not isinstance(message, dict):
        raise NoAnswer(f"expected an object, got {excerpt(message)}")
    if message.get("jsonrpc") != "2.0":
        raise NoAnswer(f'expected "jsonrpc":"2.0", got {excerpt(message)}')
    if ("result" in message) == ("error" in message):
        raise NoAnswer(f"expected either result or error, got {excerpt(message)}")
    error = message.get("error", {"code": REFUSED})
    code = error.get("code") if isinstance(error, dict) else None
    if type(code) is not int or code not in KNOWN_CODES:
        expected = ", ".join(map(str, KNOWN_CODES))
        raise NoAnswer(f"expected an error with one of the codes {expected}, got {excerpt(message)}")
    return message


@dataclass(frozen=True)
class Introduction:
    """What an engine said of itself: its name and version, the methods it offers, the readings it follows."""

    engine: Json
    methods: frozenset[str]
    readings: dict[str, str]

    @classmethod
    def of(cls, answer: Json, known: Mapping[str, Sequence[str]]) -> Introduction:
        """The introduction in an answer to `initialize`. Raises `BadHandshake`.

        `known` are the readings that there are, each with its alternatives, the default first.
        """
        result = answer.get("result")
        if not isinstance(result, dict):
            raise BadHandshake(f"initialize was answered with {excerpt(answer)}")
        engine, methods, readings = (result.get(name) for name in ("engine", "methods", "readings"))
        if type(result.get("protocol")) is not int or result["protocol"] != 1:
            raise BadHandshake(f"protocol: expected 1, got {excerpt(result.get('protocol'))}")
        if not isinstance(engine, dict) or not all(isinstance(engine.get(name), str) for name in ("name", "version")):
            raise BadHandshake(f"engine: expected an object with a name and a version, got {excerpt(engine)}")
        if not isinstance(methods, list) or not all(isinstance(method, str) for method in methods):
            raise BadHandshake(f"methods: expected a list of names, got {excerpt(methods)}")
        if not isinstance(readings, dict) or not all(isinstance(each, str) for each in readings.values()):
            raise BadHandshake(f"readings: expected an object of alternatives by reading, got {excerpt(readings)}")
        followed = {name: readings.get(name, alternatives[0]) for name, alternatives in known.items()}
        for name, alternative in followed.items():
            if alternative not in known[name]:
                # No case would hold under it, and so none would be failed.
                expected = " or ".join(known[name])
                raise BadHandshake(f"readings: expected {name}: {expected}, got {excerpt(alternative)}")
        return cls(engine, frozenset(methods), followed)


def excerpt(value: Json, most: int = 160) -> str:
    """The beginning of what an engine wrote, made safe for a terminal: control characters stand as escapes."""
    if isinstance(value, bytes):
        text = value[: most + 1].decode(errors="backslashreplace")
    else:
        try:
            text = json.dumps(value, ensure_ascii=False)
        except (ValueError, RecursionError):
            text = f"({type(value).__name__})"
    return harmless(text if len(text) <= most else text[: most - 1] + "…")


def harmless(text: str) -> str:
    r"""The text with everything that a terminal, or GitHub in the log of a workflow, would act on written as an escape.

    >>> harmless("a\x1b[31mb"), harmless("##[add-mask]e")
    ('a\\x1b[31mb', '#\\x23[add-mask]e')
    """
    escaped = text if text.isprintable() else "".join(map(_escaped, text))
    # GitHub takes this for the beginning of a command wherever it stands in a line.
    return escaped.replace("##[", r"#\x23[")


def _escaped(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode()


def _members(pairs: list[tuple[str, Json]]) -> Json:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member stands twice")
    return members


def _no_constant(word: str) -> Json:
    raise ValueError(f"{word} is no JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError("a number that is too large")
    return number


def _is_deep(value: Json) -> bool:
    inside = [value]
    for _ in range(DEEPEST):
        inside = [each for outer in inside for each in _within(outer)]
    return bool(inside)


def _within(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
