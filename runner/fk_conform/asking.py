"""Asking an engine one thing after another, where the next question depends on the last answer.

A run knows its cases beforehand; fuzzing, following a difference down, and tests that somebody else collects do not.
The process is looked after as in a run: it is started when it is needed, and again after a fault.
"""

from __future__ import annotations

import itertools
import selectors
import time
from collections import deque
from collections.abc import Mapping, Sequence
from time import monotonic
from types import TracebackType

from fk_conform.answer import Introduction
from fk_conform.conversation import Conversation, Limits, Table
from fk_conform.faults import Fault
from fk_conform.running import CaseResult, not_applicable
from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.verdict import Json, Verdict, judge

# A conversation remembers what it has asked; after so many questions it makes way for a new one.
LIFE = 100_000
# When the time is over, so many seconds without a word are silence.
SILENCE = 2.0


class Asker:
    """An engine at one table, to be asked whenever there is something to ask.

    `readings` are those of the table, as far as they are not the defaults; what is `wanted` besides is asked for, and
    only cases that depend on it mind. Raises `GivenUp` if the engine cannot be started or goes wrong ten times in a
    row. `faults` holds those that belong to no question. An engine that is silent at the time `until` or later, on the
    clock of `time.time`, is not waited for: then it is `over`, and there is no reply to what is asked.

    >>> import sys
    >>> from fk_conform.spec import load_spec
    >>> from fk_conform.suite import load_cases
    >>> case = next(case for case in load_cases(corpus=False) if case.id == "FK4.3c02")
    >>> with Asker([sys.executable, "-m", "forty_kings"], load_spec(), "1.0.0") as asker:
    ...     asker.ask(case).verdict.verdict
    'passed'
    """

    def __init__(
        self,
        command: Sequence[str],
        spec: Spec,
        suite: str,
        readings: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        memory: int | None = None,
        wanted: Mapping[str, str] | None = None,
        until: float | None = None,
    ) -> None:
        self.spec = spec
        self.readings = dict(readings or {})
        self.faults: list[Fault] = []
        self.until = until
        self.over = False
        table = {**spec.default_readings, **(wanted or {}), **self.readings}
        self._table = Table(command, limits or Limits(), suite, table, spec.readings, memory=memory)
        self._selector = selectors.DefaultSelector()
        self._queue: deque[Case] = deque()
        self._replies: dict[str, CaseResult] = {}
        self._answers: dict[str, Json] = {}
        self._asked = 0
        self._heard = monotonic()
        self._lane: Conversation | None = None

    def __enter__(self) -> Asker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def introduction(self) -> Introduction:
        """What the engine said of itself; starts it if need be."""
        lane = self._conversation()
        while lane.introduction is None:
            self._turn(lane)
        return lane.introduction

    def ask(self, case: Case) -> CaseResult:
        """What comes of one case."""
        return self.ask_all([case])[0]

    def ask_all(self, cases: Sequence[Case]) -> list[CaseResult]:
        """What comes of some cases, in their order; their ids must differ. They are sent ahead of the answers.

        Of fewer, if it is over.
        """
        if self.over:
            return []
        lane = self._conversation()
        self._asked += len(cases)
        self._replies.clear()
        self._answers.clear()
        self._queue.extend(cases)
        self._heard = monotonic()
        lane.resume()
        while len(self._replies) < len(cases):
            self._turn(lane)
            if self._is_silent_too_late():
                self.over = True
                lane.stop()
                break
        return [self._replies[case.id] for case in itertools.takewhile(lambda case: case.id in self._replies, cases)]

    def answers(self, cases: Sequence[Case]) -> list[Json | Fault | None]:
        """What the engine says to some cases, whatever they expect.

        For each the answer, the fault that it ran into, or None where the engine does not play what the case is about;
        of fewer, if it is over.
        """
        results = self.ask_all(cases)
        return [result.fault or self._answers.get(result.case.id) for result in results]

    def close(self) -> None:
        """Ends the engine."""
        if self._lane:
            self._lane.stop()
            self._lane = None
        self._table.clear()
        self._selector.close()

    def _conversation(self) -> Conversation:
        if self._lane and self._asked > LIFE:
            self._lane.stop()
            self._lane = None
        if self._lane is None:
            self._asked = 0
            self._lane = Conversation(
                self._table,
                self._queue,
                itertools.count(1),
                self._selector,
                lambda introduction: None,
                self._on_answer,
                self._on_fault,
                self._applies,
                stays=True,
            )
            self._lane.start()
        return self._lane

    def _is_silent_too_late(self) -> bool:
        return self.until is not None and time.time() >= self.until and monotonic() - self._heard >= SILENCE

    def _turn(self, lane: Conversation) -> None:
        for key, _ in self._selector.select(0.05):
            key.data()
        lane.tick()

    def _applies(self, case: Case, introduction: Introduction) -> bool:
        why_not = not_applicable(case, introduction, self.readings)
        if why_not:
            self._replies[case.id] = CaseResult(case, why_not)
        return why_not is None

    def _on_answer(self, case: Case, answer: Json, seconds: float) -> None:
        self._heard = monotonic()
        self._answers[case.id] = answer
        self._replies[case.id] = CaseResult(case, judge(case, answer, self.spec.shapes), None, seconds)

    def _on_fault(self, case: Case | None, fault: Fault) -> None:
        self._heard = monotonic()
        if case is None:
            self.faults.append(fault)
        else:
            self._replies[case.id] = CaseResult(case, Verdict("fault", fault.code, fault.message), fault)
