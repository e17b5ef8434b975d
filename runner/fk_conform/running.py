"""A run: the cases of the suite, session by session, put to an engine, and what came of each in a stable order.

Cases are made as they are put and let go when they have been told, so that a run takes no more room for more of them.
"""

from __future__ import annotations

import dataclasses
import datetime
import itertools
import selectors
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from fk_conform import data
from fk_conform.answer import Introduction
from fk_conform.conversation import TEN_IN_A_ROW, Conversation, GivenUp, Limits, Stream, Table
from fk_conform.diagnose import Diagnosis, diagnose
from fk_conform.engine import Listener
from fk_conform.faults import Fault, PartlyOffered
from fk_conform.fingerprint import Pattern, fingerprint
from fk_conform.levels import LevelResult, judge_levels
from fk_conform.more import CasesAndMore
from fk_conform.sessions import Plan
from fk_conform.spec import Spec
from fk_conform.suite import Case, Selection
from fk_conform.verdict import PASSED, VERDICT_WORDS, Json, Verdict, judge

if TYPE_CHECKING:
    from fk_conform.expected import ExpectedFailures, Line
    from fk_conform.right_answers import RightAnswers

NOT_RUN = Verdict("not-run")
# How long answers are left to gather, in seconds: to be woken for each would cost the engine more than us.
A_MOMENT = 0.001

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
    """One run of some cases against an engine; `events` yields what comes of it.

    The cases are gone through more than once: first to be counted.
    """

    def __init__(self, cases: CasesAndMore | Sequence[Case], options: Options, spec: Spec, suite: str) -> None:
        self.options = options
        self.spec = spec
        self.suite = suite
        self.asked = cases if isinstance(cases, CasesAndMore) else CasesAndMore(cases)
        self.sittings = [sitting for part in self._parts() for sitting in Plan(part, spec, options.readings)]
        self.number = sum(sitting.extent.cases for sitting in self.sittings)
        self.tally = Tally(spec)
        self.interrupted = False
        self._left = sum((sitting.extent.methods for sitting in self.sittings), Counter[str]())
        self._given_up = ""
        self._skipped: list[str] = []
        self._started = False
        self._began = monotonic()
        self._fail_fast = False
        self._known: deque[Event] = deque()
        self._number_handed_out = [0] * len(self.sittings)
        self._to_come = [self._handed_out(place) for place in range(len(self.sittings))]
        self._untold: deque[Case] = deque()
        self._early: dict[int, CaseResult] = {}
        self._last_told: CaseResult | None = None
        self._told = 0

    def _parts(self) -> list[CasesAndMore]:
        """What is put one after the other: what is wanted first, and all the rest."""
        first = self.options.first
        if not first:
            return [self.asked]
        return [CasesAndMore([case for case in self.asked if (case.id in first) is wanted]) for wanted in (True, False)]

    def interrupt(self) -> None:
        """Ends the run as soon as may be; what is known is still told, and the footer says that it was interrupted."""
        self.interrupted = True

    def events(self) -> Generator[Event, None, None]:
        """Everything that happens, in a stable order: header, then session by session, and the footer."""
        self._began = monotonic()
        options = self.options
        yield Header(
            options.command,
            options.bundled,
            options.readings,
            options.selection.as_json(),
            self.number,
            datetime.datetime.now(datetime.UTC),
            options.isolate,
            generated=sum(sitting.extent.generated for sitting in self.sittings),
            variants=sum(sitting.extent.variants for sitting in self.sittings),
            notes=options.notes,
        )
        for sitting, cases in zip(self.sittings, self._to_come, strict=True):
            yield from self._session(sitting.wanted, cases, sitting.extent.cases)
            if self._at_an_end():
                break
        yield from self._rest()
        yield self._footer(monotonic() - self._began)

    def broken_off(self, told: int) -> Iterator[Event]:
        """What is still to be told of a run whose events were broken off after so many cases: all that is known."""
        self.interrupted = True
        # What was broken off in the making of a case makes no more of them.
        self._to_come = [self._handed_out(place) for place in range(len(self.sittings))]
        if told < self._told and self._last_told:
            yield self._last_told
        yield from self._rest()
        yield self._footer(monotonic() - self._began)

    def _at_an_end(self) -> bool:
        return self.interrupted or bool(self._given_up) or self._fail_fast

    def _handed_out(self, place: int) -> Iterator[Case]:
        """The cases of a session that have not been taken, as they are; each is to be told of in its turn."""
        for case in itertools.islice(self.sittings[place], self._number_handed_out[place], None):
            self._number_handed_out[place] += 1
            self._untold.append(case)
            yield case

    def _session(self, wanted: dict[str, str], cases: Iterator[Case], number: int) -> Iterator[Event]:
        queue = Stream(cases)
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
        right = self._right_answers()

        def on_introduction(introduction: Introduction) -> None:
            nonlocal introduced
            if not introduced:
                introduced = self._started = True
                self._known.append(Session(wanted, introduction))

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
                    right=right,
                    on_right=self._on_right,
                )
                for _ in range(min(options.jobs, number))
            ]
            try:
                yield from self._converse(lanes, selector)
            except GivenUp as given_up:
                self._given_up = str(given_up)
            finally:
                for lane in lanes:
                    lane.stop()
                table.clear()
        yield from self._tell_known()

    def _converse(self, lanes: list[Conversation], selector: selectors.BaseSelector) -> Iterator[Event]:
        for lane in lanes:
            lane.start()
        while not self._at_an_end() and not all(lane.done for lane in lanes):
            if all(lane.takes_its_time for lane in lanes):
                sleep(A_MOMENT)
            for key, _ in selector.select(0.05):
                key.data()
            for lane in lanes:
                lane.tick()
            yield from self._tell_known()

    def _on_answer(self, case: Case, answer: Json, seconds: float) -> bool:
        verdict = judge(case, answer, self.spec.shapes)
        self._record(CaseResult(case, verdict, None, seconds))
        return verdict is PASSED

    def _on_right(self, case: Case, seconds: float) -> None:
        self._record(CaseResult(case, PASSED, None, seconds))

    def _right_answers(self) -> RightAnswers | None:
        """A place for the answers of a session by which those to variants are known; None where there are few."""
        if self.asked.symmetry != "all":
            return None
        from fk_conform.right_answers import RightAnswers

        return RightAnswers()

    def _on_fault(self, case: Case | None, fault: Fault) -> None:
        if case is None:
            self.tally.loose_faults += 1
            self._fail_fast = self.options.fail_fast
            self._known.append(LooseFault(fault))
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
        if all(method in self._skipped for method, number in self._left.items() if number):
            raise GivenUp(TEN_IN_A_ROW)

    def _not_run_any_more(self, case: Case) -> Verdict | None:
        """Why a case is not put though it applies: its method has been given up. None if it is put."""
        if case.method not in self._skipped:
            return None
        return Verdict("not-run", "skipped", f"not run after {TEN_IN_A_ROW} at {case.method}")

    def _record(self, result: CaseResult) -> None:
        """What came of a case is known; it is told when all cases before it have been told."""
        if self._fail_fast:
            return  # The first failure is the last, though more answers came in the same breath.
        if self.options.expected:
            verdict = self.options.expected.judge(result.case, result.verdict)
            result = dataclasses.replace(result, verdict=verdict)
        self._count(result)
        untold = self._untold
        if untold[0] is not result.case:
            self._early[id(result.case)] = result
        else:
            untold.popleft()
            self._known.append(result)
            while self._early and untold and id(untold[0]) in self._early:
                self._known.append(self._early.pop(id(untold.popleft())))
        if self.options.fail_fast and result.not_as_it_should_be:
            self._fail_fast = True

    def _count(self, result: CaseResult) -> None:
        self.tally.add(result)
        self._left[result.case.method] -= 1

    def _tell_known(self) -> Iterator[Event]:
        """What can be told now without changing the order of the cases."""
        while self._known:
            event = self._known.popleft()
            if isinstance(event, CaseResult):
                self._note_as_told(event)
            yield event

    def _note_as_told(self, result: CaseResult) -> None:
        self._told += 1
        self._last_told = result

    def _rest(self) -> Iterator[Event]:
        """What was settled out of order before the end, the cases that were never put, and what shows only now."""
        yield from self._tell_known()
        coming: Iterator[Case] = itertools.chain.from_iterable(self._to_come)
        while self._untold or next(coming, None) is not None:
            case = self._untold.popleft()
            result = self._early.pop(id(case), None)
            if result is None:
                result = CaseResult(case, NOT_RUN)
                self._count(result)
            self._note_as_told(result)
            yield result
        partly = ", ".join(self.tally.methods_partly_offered())
        if partly:
            self._on_fault(None, PartlyOffered(partly))
        yield from self._tell_known()
        diagnoses = self.tally.diagnoses()
        if diagnoses:
            yield Findings(diagnoses)

    def _footer(self, seconds: float) -> Footer:
        options, tally = self.options, self.tally
        complete = options.selection.everything and not options.readings and not tally.cut_off
        levels = judge_levels(self.spec, tally.by_method, complete)
        unmatched = self._unmatched()
        verdict = self._verdict(tally.counts, bool(unmatched))
        return Footer(verdict, tally.counts, levels, seconds, self._given_up, unmatched)

    def _unmatched(self) -> tuple[Line, ...]:
        if not self.options.expected:
            return ()
        others = self.options.selection.cases
        asked = (case for sitting in self.sittings for case in sitting)
        return self.options.expected.unmatched(asked, Path(others) if others else None)

    def _verdict(self, counts: dict[str, int], unmatched: bool) -> str:
        if self.interrupted:
            return "interrupted"
        if not self._started:
            return "not-started"
        if self._given_up:
            return "stopped"
        if counts["failed"] or counts["fault"] or self.tally.loose_faults:
            return "not-conformant"
        if counts["unexpected-pass"] or unmatched:
            return "not-as-expected"
        if counts["expected-failure"]:
            return "as-expected"
        return "conformant" if counts["passed"] else "nothing-ran"


class Tally:
    """What is kept of the results: numbers, and of failures so much that a mistake can be told by them."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.by_method: dict[str, Counter[str]] = {}
        self.loose_faults = 0
        self.cut_off = False
        self._answered: set[str] = set()
        self._failures: dict[str, str] = {}
        self._failures_generated = 0
        self._passed: set[str] = set()
        self._malformed: set[str] = set()

    @property
    def counts(self) -> dict[str, int]:
        """How many cases came to each verdict."""
        total: Counter[str] = sum(self.by_method.values(), Counter())
        total["not-applicable"] += total.pop("denied", 0)
        return {word: total[word] for word in VERDICT_WORDS}

    def add(self, result: CaseResult) -> None:
        """Counts a result."""
        case, verdict = result.case, result.verdict
        word = "denied" if verdict.kind == "denied" else verdict.verdict
        if case.method not in self.by_method:
            self.by_method[case.method] = Counter()
        self.by_method[case.method][word] += 1
        if verdict is NOT_RUN:
            self.cut_off = True
        elif result.seconds is not None and word != "denied":
            self._answered.add(case.method)
        if not case.is_variant:  # A variant fails as its case does.
            self._add_for_diagnosis(result)

    def _add_for_diagnosis(self, result: CaseResult) -> None:
        case, verdict = result.case, result.verdict
        # What an engine has got wrong does not depend on what was expected of it.
        if verdict.verdict in ("passed", "unexpected-pass"):
            if not case.generated:
                self._passed.add(case.id)
        elif verdict.verdict in ("failed", "expected-failure") and not result.fault:
            if case.generated:
                self._failures_generated += 1  # How a mistake shows there is not known.
            else:
                self._failures[case.id] = fingerprint(case.method, verdict.got, self.spec.shapes)
                if verdict.kind == "malformed-accepted":
                    self._malformed.add(case.id)

    def methods_partly_offered(self) -> list[str]:
        """The methods that the engine sometimes said it does not offer, and sometimes answered."""
        return sorted(method for method in self._answered if self.by_method[method]["denied"])

    def diagnoses(self) -> list[Diagnosis]:
        """What the failures look like.

        Who takes malformed requests takes them in many ways. Where nothing explains those, what was played wrongly is
        looked at apart.
        """
        found = self._diagnose(self._failures)
        malformed = self._malformed & self._failures.keys()
        if found or not malformed:
            return found
        played = {name: answer for name, answer in self._failures.items() if name not in malformed}
        return [dataclasses.replace(each, malformed=len(malformed)) for each in self._diagnose(played)]

    def _diagnose(self, failures: Pattern) -> list[Diagnosis]:
        if not failures:
            return []
        return diagnose(failures, self._passed, data.kills(), self._failures_generated)


def not_applicable(case: Case, introduction: Introduction, fixed: Mapping[str, str]) -> Verdict | None:
    """Why a case is not put to an engine that introduced itself so; None if it is.

    `fixed` are the readings of the table, if they were asked for by name.
    """
    if case.method not in introduction.methods:
        return Verdict("not-applicable", "not-offered", f"the engine does not offer {case.method}")
    wanted = {**case.asked_under, **fixed} if fixed else case.asked_under
    if not wanted:
        return None
    others = [name for name in wanted if introduction.readings[name] != wanted[name]]
    if others:
        follows = ", ".join(f"{name}: {introduction.readings[name]}" for name in others)
        return Verdict("not-applicable", "other-reading", f"the engine follows {follows}")
    return None
