"""The conformance runner of The Forty Kings: it puts the cases of the suite to an engine and judges the answers.

A case goes one way, a station a module: `suite` (load, select), `request` (what is asked), `conversation` and
`engine` (the process and its faults), `verdict` (compare), `report`. `running` ties them; the command line, `cli`, only
turns words into calls. Beside the run stand what the suite is tested by (`check`, `mistakes`, `prove`, `fuzz`, with
`symmetry` and `purity`), what helps with a failure (`diagnose`, `divide`, `trace`, `watch`, `expected`), rulings and
citations (`rule`, `cite`, `links`), and what fits the runner in elsewhere (`in_pytest`, `scaffold`, `completion`). As a
library it is one function, `run`:

>>> import fk_conform
>>> class Engine:
...     def judge_trick(self, leader, cards, trump):
...         return {"winner": leader, "points": 0}
>>> report = fk_conform.run(Engine, ["FK1.4c01", "FK1.4c04"])
>>> report.verdict, report.counts["failed"]
('not-conformant', 2)
>>> report.failures[1].verdict.differences
('winner: expected "east", got "west"', 'points: expected 3, got 0')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

# To import the package costs next to nothing: what is behind these names is loaded when one is used.
if TYPE_CHECKING:
    from fk_conform.conversation import Limits
    from fk_conform.errors import UsageError
    from fk_conform.outcome import Report
    from fk_conform.suite import Case, load_cases

__all__ = ["Case", "Limits", "Report", "UsageError", "load_cases", "run"]

_HOMES = {
    "Case": "suite",
    "Limits": "conversation",
    "Report": "outcome",
    "UsageError": "errors",
    "load_cases": "suite",
}


def run(
    engine: object,
    cases: Iterable[Case | str] | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    corpus: bool = True,
    symmetry: str | None = None,
    purity: bool = False,
    fail_fast: bool = False,
    xfail: str | PathLike[str] | None = None,
    jobs: int = 1,
    isolate: bool = False,
    limits: Limits | None = None,
    memory: int | None = None,
) -> Report:
    """Puts cases to an engine and returns what came of it.

    `engine` is a command, in one string as for a shell or as a list of words, or an object of this process with the
    methods, or its class. `cases` are cases, or names of cases, clauses and chapters; none is the whole suite, with the
    generated `corpus`. `readings` are those of the table, if they are fixed. What the keywords after it mean is told by
    `fk-conform --help`; those from `jobs` on are for commands. Raises `UsageError` if there is no such case, reading or
    variant.
    """
    from fk_conform.library import run_cases

    return run_cases(
        engine,
        cases,
        readings=readings or {},
        corpus=corpus,
        symmetry=symmetry,
        purity=purity,
        fail_fast=fail_fast,
        xfail=xfail,
        jobs=jobs,
        isolate=isolate,
        limits=limits,
        memory=memory,
    )


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"fk_conform.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
