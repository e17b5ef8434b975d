"""Which levels an engine may claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from fk_conform.spec import Level, Spec

NOT_PUT = {"not-applicable", "denied"}


@dataclass(frozen=True)
class LevelResult:
    """A level: whether it may be claimed, how many of its cases passed of those that apply, and why not."""

    level: Level
    claimed: bool
    passed: int
    cases: int
    why: str = ""


def judge_levels(spec: Spec, by_method: Mapping[str, Counter[str]], complete: bool) -> list[LevelResult]:
    """The levels, by the verdicts on the cases of each method; `denied` is that of a case whose method was denied.

    One is claimed if its methods are offered and every case of them that applies has passed, in a run of all.
    """
    return [_judge_level(level, by_method, complete) for level in spec.levels]


def _judge_level(level: Level, by_method: Mapping[str, Counter[str]], complete: bool) -> LevelResult:
    offered = {method for method in level.methods if not NOT_PUT.issuperset(by_method.get(method, ()))}
    missing = [method for method in level.methods if method not in offered]
    if offered.intersection(level.either):
        missing = [method for method in missing if method not in level.either]
    verdicts = sum((by_method[method] for method in offered), Counter[str]())
    cases = verdicts.total() - verdicts["not-applicable"]
    passed = verdicts["passed"] + verdicts["unexpected-pass"]
    not_run = verdicts["not-run"]
    if not_run:
        why = f"{not_run} of {cases} cases were not run"
    elif passed < cases:
        why = f"{cases - passed} of {cases} cases did not pass"
    elif not complete:
        why = "only a run of the whole suite tells"
    elif missing:
        why = f"{', '.join(missing)} not offered"
    else:
        why = ""
    return LevelResult(level, not why, passed, cases, why)
