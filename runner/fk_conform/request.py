"""What the engine is sent: the question and never the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fk_conform.suite import Case

PROTOCOL = 1


def request_line(case: Case, number: int) -> bytes:
    """The request of a case, as a line. `number` is its id on the wire, which says nothing of the case."""
    return _line(number, case.method, case.wire)


def initialize_line(number: int, suite: str, readings: Mapping[str, str]) -> bytes:
    """The first request to every process."""
    params = {"protocol": PROTOCOL, "suite": suite, "readings": dict(readings)}
    return _line(number, "initialize", json.dumps(params, separators=(",", ":")).encode())


def _line(number: int, method: str, params: bytes) -> bytes:
    return b'{"jsonrpc":"2.0","id":%d,"method":"%b","params":%b}\n' % (number, method.encode(), params)
