"""The cases in tests of one's own, for an engine that is a Python object."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from fk_conform.faults import Fault
from fk_conform.in_pytest.plan import Plan
from fk_conform.in_pytest.words import say_failure, say_faults
from fk_conform.inprocess import PythonEngine
from fk_conform.library import run_cases
from fk_conform.outcome import Report
from fk_conform.pytest_plugin import Settings
from fk_conform.report.sentences import say_sum
from fk_conform.spec import load_spec
from fk_conform.suite import Case, load_cases
from fk_conform.version import version

PLAN = pytest.StashKey["Plan"]()


class CaseInTest:
    """A case in a test of one's own."""

    def __init__(self, case: Case, plan: Plan) -> None:
        self.case = case
        self._plan = plan

    def __repr__(self) -> str:
        return f"<{self.case.id}: {self.case.title}>"

    def check(self, engine: object) -> None:
        """Puts the case to an object with the methods, or to one made of its class.

        The test fails if the answer is another than that of the case, and is skipped if the case does not apply.
        """
        __tracebackhide__ = True
        plan = self._plan
        table = _seated(engine, plan, self.case)
        if isinstance(table, Fault):
            pytest.fail(say_faults([table]), pytrace=False)
        result = table.ask(self.case)
        if result.not_as_it_should_be:
            pytest.fail(say_failure(result, plan.spec), pytrace=False)
        if result.verdict.verdict == "not-applicable":
            pytest.skip(result.verdict.message)


def _seated(engine: object, plan: Plan, case: Case) -> PythonEngine | Fault:
    try:
        return PythonEngine(engine, plan.spec, version(), plan.readings, case.asked_under)
    except Fault as fault:
        return fault


def cases_in_test(settings: Settings) -> list[Any]:
    """The parameters of a test that is run for each case."""
    stash = settings.config.stash
    if PLAN not in stash:
        stash[PLAN] = Plan(settings)
        stash[PLAN].register_marks(settings.config)
    plan = stash[PLAN]
    parameters = []
    for case in plan.cases:
        marks = [getattr(pytest.mark, name) for name in plan.marks(case)]
        expectation = plan.expectation(case)
        marks += [expectation] if expectation else []
        parameters.append(pytest.param(CaseInTest(case, plan), id=case.id, marks=marks))
    return parameters


def checker(settings: Settings) -> Callable[..., Report]:
    """What the fixture `fk_check` is."""

    def check(engine: object, cases: Iterable[Case | str] | None = None, **how: Any) -> Report:
        """Puts cases to an engine; the test fails unless all that apply pass. Keywords are as for `fk_conform.run`."""
        __tracebackhide__ = True
        plan = {
            "readings": load_spec().readings_of(settings.readings),
            "corpus": settings.corpus,
            "symmetry": settings.text("symmetry") or "none",
        }
        if cases is None and settings.path("cases"):
            cases = list(load_cases(path=settings.path("cases")))
        report = run_cases(engine, cases, **{**plan, **how})
        if not report.conformant:
            pytest.fail(f"{say_sum(report.footer)}\n{report.text()}", pytrace=False)
        return report

    return check
