"""Asking what has been kept once more: what is still wrong, and what is fixed."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from fk_conform.faults import Fault
from fk_conform.fuzz.keep import Corpus, Kept
from fk_conform.fuzz.parties import Process, Program
from fk_conform.fuzz.strategies import Request
from fk_conform.fuzz.symptom import Reply
from fk_conform.running import CaseResult, not_applicable
from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.verdict import Verdict, judge

STATES = {"passed": "fixed", "failed": "still wrong", "fault": "still wrong", "not-applicable": "not applicable"}


@dataclass(frozen=True)
class Again:
    """What came of a finding when it was asked again, and what that means for it: a value of `STATES`."""

    kept: Kept
    result: CaseResult

    @property
    def state(self) -> str:
        """Fixed, still wrong, or not applicable."""
        # A method that is offered and denied all the same was a finding for just that.
        return STATES["failed" if self.result.denied else self.result.verdict.verdict]


class Rerun:
    """Asks everything in a corpus again, each finding of a process that has just been started."""

    def __init__(self, corpus: Corpus, program: Program, spec: Spec) -> None:
        self.corpus = corpus
        self.program = program
        self.spec = spec
        self.interrupted = False

    def interrupt(self) -> None:
        """Ends it after the finding that is being asked."""
        self.interrupted = True

    def events(self) -> Generator[Again, None, None]:
        """What comes of each finding. Raises the `Fault` if the engine cannot be run."""
        for kept in self.corpus:
            if self.interrupted:
                return
            yield Again(kept, self._asked(kept))

    def _asked(self, kept: Kept) -> CaseResult:
        *_, case = kept.cases
        with Process(self.program, {**self.spec.default_readings, **case.asked_under}, self.spec) as process:
            why_not = not_applicable(case, process.introduction, {})
            if why_not:
                return CaseResult(case, why_not)
            replies = process.replies([Request(each.method, each.params) for each in kept.cases])
        return self._result(case, replies[-1] if len(replies) == len(kept.cases) else Fault("it was given up before"))

    def _result(self, case: Case, reply: Reply) -> CaseResult:
        if isinstance(reply, Fault):
            return CaseResult(case, Verdict("fault", reply.code, reply.message), reply)
        return CaseResult(case, judge(case, reply, self.spec.shapes))


def exit_of(states: list[str]) -> int:
    """The exit status, of what became of all that was kept."""
    if "still wrong" in states:
        return 1
    return 0 if "fixed" in states else 4
