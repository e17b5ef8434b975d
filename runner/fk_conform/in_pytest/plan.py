"""What is to be asked in a run of pytest, as its settings have it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

import pytest

from fk_conform.cli.words import canonical
from fk_conform.conversation import Limits
from fk_conform.errors import UsageError
from fk_conform.expected import load_expected
from fk_conform.more import SYMMETRIES, more_from
from fk_conform.pytest_plugin import SUITE, Settings
from fk_conform.sessions import plan_sessions
from fk_conform.spec import load_spec
from fk_conform.suite import Case, Selection, load_cases, select
from fk_conform.verdict import Verdict

# The name of the item that looks after what belongs to no case.
MANNERS = "engine"

Sessions = list[tuple[dict[str, str], list[Case]]]


class Plan:
    """What is to be asked, as the settings have it. Raises `pytest.UsageError` for one that is wrong."""

    def __init__(self, settings: Settings, names: Iterable[str] = ()) -> None:
        self.settings = settings
        self.names = list(names)
        self.spec = load_spec()
        try:
            self.readings = self.spec.readings_of(settings.readings)
            self.sessions = self._sessions()
            xfail = settings.path("xfail")
            self.expected = load_expected(xfail) if xfail else None
        except UsageError as error:
            # An option of the command is called so here.
            raise pytest.UsageError(f"fk-conform: {re.sub('^--', '--fk-', str(error))}") from None

    @property
    def cases(self) -> list[Case]:
        """All cases, in the order of the sessions that they need."""
        return [case for _, cases in self.sessions for case in cases]

    def _sessions(self) -> Sessions:
        settings = self.settings
        symmetry = settings.text("symmetry") or "none"
        if symmetry not in SYMMETRIES:
            raise UsageError(f"fk_symmetry: expected {', '.join(SYMMETRIES)}, not {symmetry!r}")
        if self.names == [MANNERS]:
            return []
        names = [canonical(name) for name in self.names if name != MANNERS]
        selection = Selection(ids=() if "" in names else tuple(names), corpus=settings.corpus)
        cases = select(load_cases(settings.corpus, settings.path("cases")), selection, self.spec)
        sessions = plan_sessions([*cases, *more_from(cases, symmetry, False)], self.spec, self.readings)
        if not sessions or not any(cases for _, cases in sessions):
            raise UsageError("no case is selected: none of those named holds under the readings given")
        return sessions

    @cached_property
    def _levels(self) -> dict[str, str]:
        return {method: level.id for level in self.spec.levels for method in level.methods}

    def marks(self, case: Case) -> list[str]:
        """The names of the markers of a case: its chapter, clause, level and method."""
        level = self._levels.get(case.method)
        return [SUITE, *_chapter_and_clause(case), *([f"level_{level}"] if level else []), case.method]

    def register_marks(self, config: pytest.Config) -> None:
        """Makes the markers known, so that strict ones pass."""
        for chapter, title in self.spec.chapters.items():
            config.addinivalue_line("markers", f"{chapter}: cases of chapter {chapter}, {title}")
        for clause in self.spec.clauses.values():
            config.addinivalue_line("markers", f"{clause.id}: cases of clause {clause.id}, {clause.title}")
        for level in self.spec.levels:
            config.addinivalue_line("markers", f"level_{level.id}: cases of level {level.title}")
        for method in self.spec.methods:
            config.addinivalue_line("markers", f"{method}: cases that ask {method}")

    def expectation(self, case: Case) -> pytest.MarkDecorator | None:
        """The mark of a case that is expected to fail. If it passes all the same it fails by that."""
        if self.expected is None:
            return None
        failed = self.expected.judge(case, Verdict("failed"))
        passed = self.expected.judge(case, Verdict("passed"))
        if failed.verdict == "failed":
            return None
        return pytest.mark.xfail(reason=failed.reason, strict=passed.verdict != "passed")


def limits_of(settings: Settings) -> Limits:
    """The time limits; raises `pytest.UsageError` for one that is none."""
    limits = {}
    for name in ("start", "answer", "end"):
        text = settings.text(f"{name}_timeout")
        try:
            limits[name] = float(text) if text else getattr(Limits, name)
        except ValueError:
            limits[name] = 0.0
        if not 0 < limits[name] < 86400:
            raise pytest.UsageError(
                f"fk-conform: --fk-{name}-timeout: expected a number of seconds greater than 0, not {text!r}"
            )
    return Limits(**limits)


def _chapter_and_clause(case: Case) -> tuple[str, str]:
    return case.clause.partition(".")[0], case.clause
