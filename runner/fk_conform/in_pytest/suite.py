"""The cases as items of pytest, and what is told of them as a whole."""

from __future__ import annotations

import datetime
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from fk_conform import data
from fk_conform.cli.words import engine_command
from fk_conform.diagnose import diagnose
from fk_conform.errors import UsageError
from fk_conform.fingerprint import fingerprint
from fk_conform.in_pytest.plan import MANNERS, Plan, limits_of
from fk_conform.in_pytest.program import Program
from fk_conform.in_pytest.words import say_failure, say_faults
from fk_conform.pytest_plugin import SUITE, Settings, is_of_suite
from fk_conform.report.failure import command_again
from fk_conform.report.sentences import say_diagnosis
from fk_conform.running import CaseResult, Header
from fk_conform.suite import Case
from fk_conform.version import version


class CaseItem(pytest.Item):
    """A case as a test."""

    def __init__(self, *, case: Case, wanted: Mapping[str, str], suite: Suite, **others: Any) -> None:
        super().__init__(**others)
        self.case = case
        self.wanted = wanted
        self.suite = suite
        self.result: CaseResult | None = None
        for name in suite.plan.marks(case):
            self.add_marker(name)
        expectation = suite.plan.expectation(case)
        if expectation:
            self.add_marker(expectation)
        # So that -k finds words of the title, as that of fk-conform does.
        self.extra_keyword_matches.add(case.title)
        self.user_properties += [("title", case.title), ("clause", case.clause), ("method", case.method)]

    def runtest(self) -> None:
        """Asks the engine."""
        program = self.suite.program
        if program.given_up:
            pytest.skip(f"not run after {program.given_up}")
        self.result, faults = program.ask(self.case, self.wanted)
        if self.result and self.result.not_as_it_should_be:
            pytest.fail(self.suite.say(self.result), pytrace=False)
        if faults:
            pytest.fail(say_faults(faults), pytrace=False)
        if self.result is None:
            pytest.fail(f"stopped after {program.given_up}", pytrace=False)
        if self.result.verdict.verdict == "not-applicable":
            pytest.skip(self.result.verdict.message)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is: under the name of the suite, for there is no file that the tester would know."""
        return self.config.rootpath / SUITE, 0, f"{self.case.id}: {self.case.title}"


class MannersItem(pytest.Item):
    """What belongs to no case, as a test: the engine starts, introduces itself, and ends when its input does."""

    def __init__(self, *, suite: Suite, **others: Any) -> None:
        super().__init__(**others)
        self.suite = suite
        self.add_marker(SUITE)

    def runtest(self) -> None:
        """Starts the engine, asks one thing, and lets it end."""
        faults = self.suite.program.mind_manners()
        if faults:
            pytest.fail(say_faults(faults), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """As for a case."""
        return self.config.rootpath / SUITE, 0, "the engine starts, introduces itself and ends"


class CaseCollector(pytest.Collector):
    """The suite, as something to collect from."""

    def __init__(self, *, suite: Suite, **others: Any) -> None:
        super().__init__(**others)
        self.suite = suite

    def collect(self) -> Iterator[pytest.Item]:
        """The manners of the engine first, and then the cases, session by session."""
        names = self.suite.plan.names
        if not names or MANNERS in names or "" in names:
            yield MannersItem.from_parent(self, name=MANNERS, suite=self.suite)
        for wanted, cases in self.suite.plan.sessions:
            for case in cases:
                yield CaseItem.from_parent(self, name=case.id, case=case, wanted=wanted, suite=self.suite)


class Suite:
    """The plugin for the time that an engine is there: collects the cases, and tells what their failures look like."""

    def __init__(self, settings: Settings) -> None:
        self.plan = Plan(settings, settings.names)
        self.plan.register_marks(settings.config)
        try:
            command = engine_command(settings.engine)
        except UsageError as error:
            raise pytest.UsageError(f"fk-conform: {error}") from None
        self.program = Program(command, self.plan, limits_of(settings))
        cases = settings.path("cases")
        now = datetime.datetime.now(datetime.UTC)
        selection = {"cases": str(cases)} if cases else {}
        self.header = Header(self.program.command, False, self.plan.readings, selection, len(self.plan.cases), now)
        self._fingerprints: dict[str, str] = {}
        self._passed: set[str] = set()

    def say(self, result: CaseResult) -> str:
        """What is told of a failure: first the gist in a line, which pytest repeats in its summary."""
        return say_failure(result, self.plan.spec, command_again(self.header, result.case.id))

    def pytest_report_header(self) -> str:
        """What is put to which engine."""
        number = len(self.plan.cases)
        return f"The Forty Kings: {number} cases of suite {version()}, put to {self.plan.settings.engine}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> None:
        """What names cases is no file for pytest to look for."""
        session.config.args = [word for word in session.config.args if not is_of_suite(word)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Adds the cases, before anything is deselected."""
        collector = CaseCollector.from_parent(session, name=SUITE, nodeid=SUITE, suite=self)
        items.extend(session.genitems(collector))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Adds the fingerprint of the answer, which crosses from a worker to whoever tells the end."""
        report = yield
        if isinstance(item, CaseItem | MannersItem) and report.skipped and isinstance(report.longrepr, tuple):
            # Skipped where the case is, and not in this file.
            path, line, _ = item.reportinfo()
            report.longrepr = (str(path), line + 1, report.longrepr[2])
        if isinstance(item, CaseItem) and item.result and call.when == "call":
            report.fk_answer = self._answer(item.result)  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Takes note of what a case came to."""
        name, verdict, mark = getattr(report, "fk_answer", None) or ("", "", "")
        if verdict == "passed":
            self._passed.add(name)
        elif verdict == "failed":
            self._fingerprints[name] = mark

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Which mistake the failures look like."""
        if not self._fingerprints:
            return
        diagnoses = diagnose(self._fingerprints, self._passed, data.kills())
        if diagnoses:
            terminalreporter.section("The Forty Kings")
        for diagnosis in diagnoses:
            label, sentence = say_diagnosis(diagnosis, self.plan.spec)
            terminalreporter.write_line(f"{label}: {sentence}.")

    def pytest_sessionfinish(self) -> None:
        """Ends the engine."""
        self.program.close()

    def _answer(self, result: CaseResult) -> tuple[str, str, str] | None:
        case, verdict = result.case, result.verdict
        if case.derived_from != case.id or case.generated or result.fault:
            return None
        failed = verdict.verdict == "failed"
        mark = fingerprint(case.method, verdict.got, self.plan.spec.shapes) if failed else ""
        return case.id, verdict.verdict, mark
