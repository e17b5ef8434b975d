"""A run: the cases of the suite, session by session, put to an engine, and what came of each in a stable order.

A session is one choice of readings. The first wants all defaults; cases that hold under other alternatives are put in
as few further sessions as will do.
"""

from __future__ import annotations

import dataclasses
import datetime
import itertools
import selectors
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fk_conform import data
from fk_conform.answer import Introduction
from fk_conform.conversation import TEN_IN_A_ROW, Conversation, GivenUp, Limits, Table
from fk_conform.diagnose import Diagnosis, diagnose
from fk_conform.engine import Listener, monotonic
from fk_conform.faults import Fault, PartlyOffered
from fk_conform.fingerprint import fingerprint
from fk_conform.levels import LevelResult, judge_levels
from fk_conform.spec import Spec
from fk_conform.suite import Case, Selection
from fk_conform.verdict import VERDICT_WORDS, Json, Verdict, judge

if TYPE_CHECKING:
    from fk_conform.expected import ExpectedFailures, Line

NOT_RUN = Verdict("not-run")

EXIT_OF = {
    "conformant": 0,
    "as-expected": 0,
    "not-as-expected": 1,
    "not-conformant": 1,
    "stopped": 1,
    "not-started": 3,
    "nothing-ran": 4,
    "interrupted": 130,
}


@dataclass(frozen=True)
class Options:
    """How to run.

    The engine's command, its time limits, the readings of the table if they are fixed, how many at once, how much
    memory each process may use, in MB, and who hears what is exchanged with it. `expected` are the failures that do not
    count, `first` the ids of cases that are put before all others, and `notes` what is to be said at the beginning.
    """

    command: Sequence[str]
    limits: Limits = Limits()
    readings: dict[str, str] = field(default_factory=dict)
    selection: Selection = Selection()
    jobs: int = 1
    isolate: bool = False
    fail_fast: bool = False
    bundled: bool = False
    memory: int | None = None
    listen: Callable[[], Listener] | None = None
    expected: ExpectedFailures | None = None
    first: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Header:
    """The beginning of a run: `cases` is the number of all, `generated` and `variants` those not derived by hand."""

    command: Sequence[str]
    bundled: bool
    readings: dict[str, str]
    selection: dict[str, Json]
    cases: int
    started: datetime.datetime
    isolate: bool = False
    generated: int = 0
    variants: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Session:
    """An engine introduced itself."""

    wanted: dict[str, str]
    introduction: Introduction


@dataclass(frozen=True)
class CaseResult:
    """What came of a case: a verdict, the fault if it is one, and how long the answer took, in seconds."""

    case: Case
    verdict: Verdict
    fault: Fault | None = None
    seconds: float | None = None

    @property
    def not_as_it_should_be(self) -> bool:
        """Whether the run fails by it: a failure or a fault that was not expected, or a pass that was not."""
        return self.verdict.verdict in ("failed", "fault", "unexpected-pass")

    @property
    def denied(self) -> bool:
        """Whether the engine answered that it does not offer the method."""
        return self.verdict.kind == "denied"


@dataclass(frozen=True)
class LooseFault:
    """A fault that belongs to no case."""

    fault: Fault


@dataclass(frozen=True)
class Findings:
    """What the failures look like: the likeliest mistakes, the best first."""

    diagnoses: list[Diagnosis]


@dataclass(frozen=True)
class Footer:
    """The end of a run: its verdict, the counts, the levels, how long it took in seconds, and the exit status.

    A run that was stopped says after what. `unmatched` are the lines of expected failures that match no case.
    """

    verdict: str
    counts: dict[str, int]
    levels: list[LevelResult]
    seconds: float
    stopped_after: str = ""
    unmatched: tuple[Line, ...] = ()

    @property
    def exit(self) -> int:
        """The exit status of the runner, the same in every format."""
        return EXIT_OF[self.verdict]


Event = Header | Session | CaseResult | LooseFault | Findings | Footer


class Run:
    """One run of some cases against an engine; `events` yields what comes of it."""

    def __init__(self, cases: Sequence[Case], options: Options, spec: Spec, suite: str) -> None:
        self.options = options
        self.spec = spec
        self.suite = suite
        first = [case for case in cases if case.id in options.first]
        rest = [case for case in cases if case.id not in options.first]
        self.sessions = [session for part in (first, rest) for session in plan_sessions(part, spec, options.readings)]
        self.cases = [case for _, members in self.sessions for case in members]
        self.results: dict[str, CaseResult] = {}
        self.interrupted = False
        self._loose_faults = 0
        self._given_up = ""
        self._skipped: list[str] = []
        self._started = False
        self._began = monotonic()
        self._fail_fast = False
        self._waiting: deque[Event] = deque()
        self._untold = deque(self.cases)

    def interrupt(self) -> None:
        """Ends the run as soon as may be; what is known is still told, and the footer says that it was interrupted."""
        self.interrupted = True

    def events(self) -> Generator[Event, None, None]:
        """Everything that happens, in a stable order: header, then session by session, and the footer."""
        self._began = monotonic()
        now = datetime.datetime.now(datetime.UTC)
        options = self.options
        selection = options.selection.as_json()
        number = len(self.cases)
        yield Header(
            options.command,
            options.bundled,
            options.readings,
            selection,
            number,
            now,
            options.isolate,
            generated=sum(case.generated for case in self.cases),
            variants=sum(case.derived_from != case.id for case in self.cases),
            notes=options.notes,
        )
        for wanted, cases in self.sessions:
            yield from self._session(wanted, cases)
            if self._at_an_end():
                break
        yield from self._rest()
        yield self._footer(monotonic() - self._began)

    def broken_off(self, told: int) -> Iterator[Event]:
        """What is still to be told of a run whose events were broken off after so many cases: all that is known."""
        self.interrupted = True
        self._untold = deque(self.cases[told:])
        yield from self._rest()
        yield self._footer(monotonic() - self._began)

    def _at_an_end(self) -> bool:
        return self.interrupted or bool(self._given_up) or self._fail_fast

    def _session(self, wanted: dict[str, str], cases: Sequence[Case]) -> Iterator[Event]:
        queue = deque(cases)
        options = self.options
        table = Table(
            options.command,
            options.limits,
            self.suite,
            wanted,
            self.spec.readings,
            options.isolate,
            options.memory,
            listen=options.listen,
        )
        introduced = False

        def on_introduction(introduction: Introduction) -> None:
            nonlocal introduced
            if not introduced:
                introduced = self._started = True
                self._waiting.append(Session(wanted, introduction))

        with selectors.DefaultSelector() as selector:
            numbers = itertools.count(1)
            lanes = [
                Conversation(
                    table,
                    queue,
                    numbers,
                    selector,
                    on_introduction,
                    self._on_answer,
                    self._on_fault,
                    self._applies,
                    skip=self._skip,
                    known=options.expected.means if options.expected else None,
                )
                for _ in range(min(options.jobs, len(cases)))
            ]
            try:
                yield from self._converse(lanes, selector)
            except GivenUp as given_up:
                self._given_up = str(given_up)
            finally:
                for lane in lanes:
                    lane.stop()
                table.clear()
        yield from self._known()

    def _converse(self, lanes: list[Conversation], selector: selectors.BaseSelector) -> Iterator[Event]:
        for lane in lanes:
            lane.start()
        while not self._at_an_end() and not all(lane.done for lane in lanes):
            for key, _ in selector.select(0.05):
                key.data()
            for lane in lanes:
                lane.tick()
            yield from self._known()

    def _on_answer(self, case: Case, answer: Json, seconds: float) -> None:
        self._record(CaseResult(case, judge(case, answer, self.spec.shapes), None, seconds))

    def _on_fault(self, case: Case | None, fault: Fault) -> None:
        if case is None:
            self._loose_faults += 1
            self._fail_fast = self.options.fail_fast
            self._waiting.append(LooseFault(fault))
        else:
            self._record(CaseResult(case, Verdict("fault", fault.code, fault.message), fault))

    def _applies(self, case: Case, introduction: Introduction) -> bool:
        why_not = not_applicable(case, introduction, self.options.readings) or self._not_run_any_more(case)
        if why_not:
            self._record(CaseResult(case, why_not))
        return why_not is None

    def _skip(self, method: str) -> None:
        """Puts no more cases of a method; raises `GivenUp` if there are none but of those."""
        self._skipped.append(method)
        if all(case.method in self._skipped for case in self.cases if case.id not in self.results):
            raise GivenUp(TEN_IN_A_ROW)

    def _not_run_any_more(self, case: Case) -> Verdict | None:
        """Why a case is not put though it applies: its method has been given up. None if it is put."""
        skipped = case.method in self._skipped
        return Verdict("not-run", "skipped", f"not run after {TEN_IN_A_ROW} at {case.method}") if skipped else None

    def _record(self, result: CaseResult) -> None:
        if self._fail_fast:
            return  # The first failure is the last, though more answers came in the same breath.
        if self.options.expected:
            verdict = self.options.expected.judge(result.case, result.verdict)
            result = dataclasses.replace(result, verdict=verdict)
        self.results[result.case.id] = result
        if self.options.fail_fast and result.not_as_it_should_be:
            self._fail_fast = True

    def _known(self) -> Iterator[Event]:
        """What can be told now without changing the order of the cases."""
        while self._waiting:
            yield self._waiting.popleft()
        while self._untold and self._untold[0].id in self.results:
            yield self.results[self._untold.popleft().id]

    def _rest(self) -> Iterator[Event]:
        """What was settled out of order before the end, the cases that were never put, and what shows only now."""
        for case in self._untold:
            yield self.results.setdefault(case.id, CaseResult(case, NOT_RUN))
        self._untold.clear()
        partly = ", ".join(self._methods_partly_offered())
        if partly:
            self._on_fault(None, PartlyOffered(partly))
        while self._waiting:
            yield self._waiting.popleft()
        diagnoses = self._diagnoses()
        if diagnoses:
            yield Findings(diagnoses)

    def _diagnoses(self) -> list[Diagnosis]:
        failures = {}
        passed = set()
        generated = 0
        for name, result in self.results.items():
            if result.case.derived_from != name:
                continue  # A variant fails as its case does.
            # What an engine has got wrong does not depend on what was expected of it.
            if result.verdict.verdict in ("passed", "unexpected-pass"):
                passed.add(name)
            elif result.verdict.verdict in ("failed", "expected-failure") and not result.fault:
                if result.case.generated:
                    generated += 1  # How a mistake shows there is not known.
                else:
                    failures[name] = fingerprint(result.case.method, result.verdict.got, self.spec.shapes)
        return diagnose(failures, passed, data.kills(), generated) if failures else []

    def _methods_partly_offered(self) -> list[str]:
        denied = {result.case.method for result in self.results.values() if result.denied}
        answers = [result for result in self.results.values() if result.seconds is not None]
        answered = {result.case.method for result in answers if not result.denied}
        return sorted(denied & answered)

    def _footer(self, seconds: float) -> Footer:
        counts = dict.fromkeys(VERDICT_WORDS, 0)
        for result in self.results.values():
            counts[result.verdict.verdict] += 1
        options = self.options
        cut_off = any(result.verdict == NOT_RUN for result in self.results.values())
        complete = options.selection.everything and not options.readings and not cut_off
        levels = judge_levels(self.spec, self.results.values(), complete)
        unmatched = self._unmatched()
        return Footer(self._verdict(counts, bool(unmatched)), counts, levels, seconds, self._given_up, unmatched)

    def _unmatched(self) -> tuple[Line, ...]:
        if not self.options.expected:
            return ()
        others = self.options.selection.cases
        return self.options.expected.unmatched(self.cases, Path(others) if others else None)

    def _verdict(self, counts: dict[str, int], unmatched: bool) -> str:
        if self.interrupted:
            return "interrupted"
        if not self._started:
            return "not-started"
        if self._given_up:
            return "stopped"
        if counts["failed"] or counts["fault"] or self._loose_faults:
            return "not-conformant"
        if counts["unexpected-pass"] or unmatched:
            return "not-as-expected"
        if counts["expected-failure"]:
            return "as-expected"
        return "conformant" if counts["passed"] else "nothing-ran"


def not_applicable(case: Case, introduction: Introduction, fixed: Mapping[str, str]) -> Verdict | None:
    """Why a case is not put to an engine that introduced itself so; None if it is.

    `fixed` are the readings of the table, if they were asked for by name.
    """
    if case.method not in introduction.methods:
        return Verdict("not-applicable", "not-offered", f"the engine does not offer {case.method}")
    wanted = {**case.asked_under, **fixed}
    others = [name for name in wanted if introduction.readings[name] != wanted[name]]
    if others:
        follows = ", ".join(f"{name}: {introduction.readings[name]}" for name in others)
        return Verdict("not-applicable", "other-reading", f"the engine follows {follows}")
    return None


def plan_sessions(cases: Sequence[Case], spec: Spec, fixed: dict[str, str]) -> list[tuple[dict[str, str], list[Case]]]:
    """The sessions that are needed: the readings wanted in each, and its cases, in order.

    A case goes into the first session whose readings agree with those that it holds under. With `fixed` readings
    there is one session, of the cases that hold under them.
    """
    defaults = spec.default_readings
    if fixed:
        table = {**defaults, **fixed}
        return [(table, [case for case in cases if is_put_at(case, table)])]
    sessions: list[tuple[dict[str, str], list[Case]]] = [(dict(defaults), [])]
    for case in cases:
        for settled, members in sessions:
            if all(settled.get(name, alternative) == alternative for name, alternative in case.asked_under.items()):
                settled.update(case.asked_under)
                members.append(case)
                break
        else:
            sessions.append((case.asked_under, [case]))
    return [({**defaults, **settled}, members) for settled, members in sessions if members]


def is_put_at(case: Case, readings: Mapping[str, str]) -> bool:
    """Whether a case is put to an engine that follows these readings."""
    return all(readings[name] == alternative for name, alternative in case.asked_under.items())
