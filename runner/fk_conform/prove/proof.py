"""A proof: the questions of the domains, put to an engine as they are made, and what came of them.

Questions are counted in blocks, which are deterministic. A block counts once all its questions and all blocks
before it have been answered, so that a proof that is taken up again comes to the same as one that was never
interrupted. Processes of the engine are ended and started anew now and then, for a conversation remembers what it
has asked.
"""

from __future__ import annotations

import itertools
import selectors
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from fk_conform.answer import Introduction
from fk_conform.conversation import Conversation, GivenUp, Limits, Stream, Table
from fk_conform.errors import UsageError
from fk_conform.faults import Fault, PartlyOffered
from fk_conform.prove import DOMAINS, make_domain
from fk_conform.prove.part import Named, Part
from fk_conform.prove.state import CHANGED, TOLD_IN_FULL, State, Tally, load_state, looks_of
from fk_conform.running import EXIT_OF, CaseResult, LooseFault, Session
from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.verdict import Json, Verdict, judge
from fk_conform.watch import engine_files

# A process of the engine is asked about so many questions.
LIFE = 100_000
SECONDS_BETWEEN_SAVES = 1.0


@dataclass(frozen=True)
class Options:
    """What to prove of which engine, and how."""

    command: Sequence[str]
    limits: Limits = Limits()
    readings: dict[str, str] = field(default_factory=dict)
    domains: Sequence[str] = tuple(DOMAINS)
    questions: Sequence[str] = ()
    limit: int | None = None
    symmetry: bool = True
    jobs: int = 1
    isolate: bool = False
    state: Path | None = None
    bundled: bool = False
    memory: int | None = None
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Begun:
    """The beginning of a proof; `done` is what had been asked of each domain before, if it is taken up again."""

    options: Options
    done: dict[str, Tally]


@dataclass(frozen=True)
class Step:
    """So many questions of a domain have been asked, of about so many; and about so many seconds are left for all."""

    domain: str
    asked: int
    about: int
    left: float


@dataclass(frozen=True)
class DomainResult:
    """What came of a domain. Where nothing was asked it says why; `complete` if all was asked that there is."""

    part: Part | Named
    tally: Tally
    complete: bool
    why: str = ""


@dataclass(frozen=True)
class Ended:
    """The end of a proof: its verdict, the exit status, how long it took in all; after what it was stopped."""

    verdict: str
    seconds: float
    stopped_after: str = ""

    @property
    def exit(self) -> int:
        """The exit status, as that of a run."""
        return EXIT_OF[self.verdict]


Event = Begun | Session | Step | CaseResult | LooseFault | DomainResult | Ended


@dataclass
class _Block:
    """Questions that are counted together: those of some places, up to `stop`."""

    stop: int
    tally: Tally = field(default_factory=Tally)
    open: int = 0
    made: bool = False
    failures: list[tuple[int, CaseResult]] = field(default_factory=list)


class Proof:
    """One proof against an engine; `events` yields what comes of it."""

    def __init__(self, options: Options, spec: Spec, suite: str) -> None:
        self.options = options
        self.spec = spec
        self.suite = suite
        self.interrupted = False
        wanted = {**spec.default_readings, **options.readings}
        self._table = Table(
            options.command, options.limits, suite, wanted, spec.readings, options.isolate, options.memory
        )
        proof = {
            "suite": suite,
            "command": list(options.command),
            "files": looks_of(engine_files(options.command)),
            "readings": wanted,
            "domains": list(options.domains),
            "limit": options.limit,
            "symmetry": options.symmetry,
        }
        self._state = load_state(options.state, proof) if options.state else State(proof)
        self._began = monotonic() - self._state.seconds
        self._save()
        self._introduction: Introduction | None = None
        self._numbers = itertools.count(1)
        self._waiting: deque[LooseFault | Session] = deque()
        self._blocks: deque[_Block] = deque()
        self._open: dict[str, tuple[_Block, int]] = {}
        self._answered = 0
        self._given_up = ""
        self._results: list[DomainResult] = []

    def interrupt(self) -> None:
        """Ends the proof as soon as may be; what is known is still told."""
        self.interrupted = True

    def events(self) -> Generator[Event, None, None]:
        """Everything that happens, in a stable order."""
        self._began = monotonic() - self._state.seconds
        began = monotonic()
        yield Begun(self.options, dict(self._state.tallies))
        try:
            for _ in self._converse(deque(), 1):
                pass
        except GivenUp as given_up:
            self._given_up = str(given_up)
        yield from self._loose()
        if self._introduction and not self._at_an_end():
            yield from self._domains(self._introduction, began)
        self._save()
        yield Ended(self._verdict(), self._state.seconds, self._given_up)

    def _at_an_end(self) -> bool:
        return self.interrupted or bool(self._given_up)

    def _domains(self, introduction: Introduction, began: float) -> Iterator[Event]:
        self._check_engine(introduction)
        parts = [part for name in self.options.domains if (part := self._part(name, introduction.readings))]
        self._check_tallies(parts)
        offered = [part for part in parts if part.domain.method in introduction.methods]
        for part in parts:
            if part not in offered:
                yield self._nothing_of(part, f"the engine does not offer {part.domain.method}")
            elif self._at_an_end():
                yield self._nothing_of(part, "not begun")
            else:
                yield from self._domain(part, offered[offered.index(part) + 1 :], began)

    def _nothing_of(self, part: Part | Named, why: str) -> DomainResult:
        self._results.append(DomainResult(part, Tally(), False, why))
        return self._results[-1]

    def _part(self, name: str, readings: dict[str, str]) -> Part | Named | None:
        named = [question for question in self.options.questions if question.partition("-")[0] == name]
        if self.options.questions and not named:
            return None
        domain = make_domain(name, readings)
        return Named(domain, named) if named else Part(domain, self.options.limit, self.options.symmetry)

    def _check_engine(self, introduction: Introduction) -> None:
        """What was asked of another engine, or of one that followed other readings, is not taken up."""
        engine = {
            "name": introduction.engine["name"],
            "version": introduction.engine["version"],
            "readings": introduction.readings,
            "methods": sorted(introduction.methods),
        }
        if self._state.engine not in (None, engine):
            raise UsageError(f"--resume {self.options.state}: {CHANGED}")
        self._state.engine = engine

    def _check_tallies(self, parts: Iterable[Part | Named]) -> None:
        """What is kept of a domain must be what comes of asking it so far."""
        for part in parts:
            tally = self._state.tallies.get(part.domain.name)
            if tally and isinstance(part, Part) and not part.can_have_come_to(tally):
                what = f"what it says of {part.domain.name} does not add up; begin with another file"
                raise UsageError(f"--resume {self.options.state}: {what}")

    def _domain(self, part: Part | Named, later: Sequence[Part | Named], began: float) -> Iterator[Event]:
        tally = self._state.tallies.setdefault(part.domain.name, Tally())
        about_later = sum(other.about for other in later)
        saved = monotonic()
        while tally.places < len(part) and not self._at_an_end():
            questions = Stream(self._questions(part, tally.places))
            try:
                for _ in self._converse(questions, self.options.jobs):
                    yield from self._loose()
                    yield from self._count(tally)
                    rate = self._answered / (monotonic() - began)
                    left = max(part.about - tally.asked, 0) + about_later
                    yield Step(part.domain.name, tally.asked, part.about, left / rate if rate else 0.0)
                    if monotonic() - saved > SECONDS_BETWEEN_SAVES:
                        saved = monotonic()
                        self._save()
            except GivenUp as given_up:
                self._given_up = str(given_up)
            yield from self._loose()
            yield from self._count(tally)
            self._save()
        complete = part.complete and tally.places == len(part)
        if self._blocks:
            # It has come to an end in between: what is known is told, but it will be asked again.
            tally = self._with_open_blocks(tally)
            yield from self._failures(self._blocks, tally)
            self._blocks.clear()
            self._open.clear()
        if 0 < tally.denied < tally.asked:
            self._on_fault(None, PartlyOffered(part.domain.method))
            yield from self._loose()
        why = f"the engine does not offer {part.domain.method}" if tally.denied and tally.denied == tally.asked else ""
        self._results.append(DomainResult(part, tally, complete, why))
        yield self._results[-1]

    def _questions(self, part: Part | Named, start: int) -> Iterator[Case]:
        """The questions of a part, block by block, for one life of the engine; each is open as soon as it is made."""
        made = 0
        for place in range(start, len(part), part.block):
            block = _Block(min(place + part.block, len(part)))
            self._blocks.append(block)
            for each in range(place, block.stop):
                for case in part.questions(each):
                    self._open[case.id] = (block, made)
                    block.open += 1
                    made += 1
                    yield case
                block.tally.stands_for += part.stands_for(each)
            block.made = True
            if made >= LIFE * self.options.jobs:
                return

    def _converse(self, queue: deque[Case], jobs: int) -> Iterator[None]:
        """Lets so many processes of the engine take from the queue until nothing is left, a turn each time."""
        with selectors.DefaultSelector() as selector:
            lanes = [
                Conversation(
                    self._table,
                    queue,
                    self._numbers,
                    selector,
                    self._on_introduction,
                    self._on_answer,
                    self._on_fault,
                    self._applies,
                )
                for _ in range(jobs)
            ]
            try:
                for lane in lanes:
                    lane.start()
                while not self.interrupted and not all(lane.done for lane in lanes):
                    for key, _ in selector.select(0.05):
                        key.data()
                    for lane in lanes:
                        lane.tick()
                    yield
            finally:
                for lane in lanes:
                    lane.stop()
                self._table.clear()

    def _on_introduction(self, introduction: Introduction) -> None:
        if self._introduction is None:
            self._introduction = introduction
            self._waiting.append(Session(self._table.readings, introduction))

    def _applies(self, case: Case, introduction: Introduction) -> bool:
        agreed = self._introduction
        assert agreed
        if (introduction.methods, introduction.readings) != (agreed.methods, agreed.readings):
            raise GivenUp("the engine introduced itself otherwise than the first time")
        return True

    def _on_answer(self, case: Case, answer: Json, seconds: float) -> None:
        self._answered += 1
        self._record(CaseResult(case, judge(case, answer, self.spec.shapes), None, seconds))

    def _on_fault(self, case: Case | None, fault: Fault) -> None:
        if case is None:
            self._state.loose_faults += 1
            self._waiting.append(LooseFault(fault))
        else:
            self._record(CaseResult(case, Verdict("fault", fault.code, fault.message), fault))

    def _record(self, result: CaseResult) -> None:
        block, number = self._open.pop(result.case.id)
        block.open -= 1
        tally = block.tally
        tally.asked += 1
        tally.again += "~" in result.case.id
        if result.verdict.verdict == "passed":
            tally.passed += 1
        elif result.denied:
            tally.denied += 1
        else:
            tally.kinds["fault" if result.fault else result.verdict.kind] += 1
            block.failures.append((number, result))

    def _loose(self) -> Iterator[Event]:
        while self._waiting:
            yield self._waiting.popleft()

    def _count(self, tally: Tally) -> Iterator[Event]:
        """Counts the blocks that are done, in their order, and tells the first failures in full."""
        while self._blocks and self._blocks[0].made and not self._blocks[0].open:
            block = self._blocks.popleft()
            tally.add(block.tally)
            tally.places = block.stop
            yield from self._failures([block], tally)

    def _failures(self, blocks: Iterable[_Block], tally: Tally) -> Iterator[CaseResult]:
        for block in blocks:
            for _, result in sorted(block.failures, key=lambda failure: failure[0]):
                if len(tally.failed) == TOLD_IN_FULL:
                    return
                tally.failed.append(result.case.id)
                yield result

    def _with_open_blocks(self, tally: Tally) -> Tally:
        told = Tally(tally.places, failed=[*tally.failed])
        told.add(tally)
        for block in self._blocks:
            block.tally.stands_for = 0
            told.add(block.tally)
        return told

    def _save(self) -> None:
        self._state.seconds = monotonic() - self._began
        if self.options.state:
            self._state.save(self.options.state)

    def _verdict(self) -> str:
        if self.interrupted:
            return "interrupted"
        if self._introduction is None:
            return "not-started"
        if self._given_up:
            return "stopped"
        if self._state.loose_faults or any(result.tally.failures for result in self._results):
            return "not-conformant"
        return "conformant" if any(result.tally.passed for result in self._results) else "nothing-ran"
