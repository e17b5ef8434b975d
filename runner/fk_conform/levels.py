"""Which levels an engine may claim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fk_conform.spec import Level, Spec

if TYPE_CHECKING:
    from fk_conform.running import CaseResult


NOT_PUT = {"not-applicable", "denied"}


@dataclass(frozen=True)
class LevelResult:
    """A level: whether it may be claimed, how many of its cases passed of those that apply, and why not."""

    level: Level
    claimed: bool
    passed: int
    cases: int
    why: str = ""


def judge_levels(spec: Spec, results: Iterable[CaseResult], complete: bool) -> list[LevelResult]:
    """The levels.

    One is claimed if its methods are offered and every case of them that applies has passed, in a run of all.
    """
    by_method: dict[str, list[str]] = {}
    for result in results:
        verdict = "denied" if result.denied else result.verdict.verdict
        by_method.setdefault(result.case.method, []).append(verdict)
    return [_judge_level(level, by_method, complete) for level in spec.levels]


def _judge_level(level: Level, by_method: dict[str, list[str]], complete: bool) -> LevelResult:
    offered = {method for method in level.methods if not NOT_PUT.issuperset(by_method.get(method, ()))}
    missing = [method for method in level.methods if method not in offered]
    if offered.intersection(level.either):
        missing = [method for method in missing if method not in level.either]
    verdicts = [verdict for method in offered for verdict in by_method[method] if verdict != "not-applicable"]
    passed = sum(verdict in ("passed", "unexpected-pass") for verdict in verdicts)
    not_run = verdicts.count("not-run")
    if not_run:
        why = f"{not_run} of {len(verdicts)} cases were not run"
    elif passed < len(verdicts):
        why = f"{len(verdicts) - passed} of {len(verdicts)} cases did not pass"
    elif not complete:
        why = "only a run of the whole suite tells"
    elif missing:
        why = f"{', '.join(missing)} not offered"
    else:
        why = ""
    return LevelResult(level, not why, passed, len(verdicts), why)
