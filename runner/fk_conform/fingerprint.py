"""Fingerprints: what a wrong answer is known by when failures are compared."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

from fk_conform.shapes import Shape

Json = Any

# For each case that fails, the fingerprint of the wrong answer.
Pattern = dict[str, str]

FAULT = "fault"


def fingerprint(method: str, answer: Json, shapes: Mapping[str, Shape]) -> str:
    """A short name for an answer, the same for answers that differ in the order of a set or in a message alone.

    `answer` holds a `result` or an `error`, as a verdict keeps it.
    """
    if "error" in answer:
        data = answer["error"].get("data")
        said = [answer["error"].get("code"), data.get("reason"), data.get("event")] if isinstance(data, dict) else []
        canonical: Json = said or [answer["error"].get("code")]
    else:
        canonical = _in_order(answer.get("result"), shapes[method])
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"))
    return f"{zlib.crc32(text.encode(errors='surrogatepass')):08x}"


def _in_order(value: Json, shape: Shape) -> Json:
    if isinstance(value, list) and shape["is"] == "set":
        return sorted(value, key=json.dumps)
    if isinstance(value, list) and shape["is"] == "list":
        return [_in_order(item, shape["of"]) for item in value]
    if isinstance(value, dict) and shape["is"] == "map":
        return {name: _in_order(member, shape["of"]) for name, member in value.items()}
    if isinstance(value, dict) and shape["is"] == "record":
        return {name: _in_order(value[name], member) for name, member in shape["members"].items() if name in value}
    return value
