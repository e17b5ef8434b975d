"""What the reference engine answers to a case, and by which clauses."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import cache
from types import CodeType, FrameType
from typing import Any

from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.verdict import judge
from forty_kings.clauses import clauses_by_code
from forty_kings.engine import Engine
from forty_kings.readings import Readings

Json = Any


def answer(case: Case, readings: Mapping[str, str]) -> Json:
    """The reference engine's answer at a table that plays by these readings."""
    request = f'{{"jsonrpc":"2.0","id":1,"method":"{case.method}","params":{case.params}}}'
    return json.loads(Engine(Readings.of(readings)).answer(request))


def passes(case: Case, spec: Spec, readings: Mapping[str, str] | None = None) -> bool:
    """Whether the reference engine passes a case: under the readings that it names, or under those given."""
    table = {**spec.default_readings, **case.under} if readings is None else readings
    return judge(case, answer(case, table), spec.shapes).verdict == "passed"


def clauses_applied(case: Case, spec: Spec) -> set[str]:
    """The clauses whose functions the reference engine called to answer a case."""
    tied = _tied()
    applied: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            applied.update(tied.get(frame.f_code, ()))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        answer(case, {**spec.default_readings, **case.under})
    finally:
        sys.setprofile(before)
    return applied


@cache
def _tied() -> dict[CodeType, tuple[str, ...]]:
    return clauses_by_code()
