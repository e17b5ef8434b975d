"""A campaign: units are done one after another or many at once, and what they sight is followed up.

What is found does not depend on who does the work, or on how long it takes: the results of units are looked at in the
order of their numbers, and whatever shows a symptom for the first time is followed up.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from fk_conform.answer import Introduction
from fk_conform.diagnose import Diagnosis, diagnose
from fk_conform.faults import Fault
from fk_conform.fingerprint import Pattern, fingerprint
from fk_conform.fuzz.clause import Likeness, likeness, wrong_answers
from fk_conform.fuzz.follow import Finding, as_sighted, follow_up
from fk_conform.fuzz.keep import Corpus, Kept
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.strategies import MAKE
from fk_conform.fuzz.symptom import Symptom, is_fault
from fk_conform.fuzz.unit import SILENT, Sighting, UnitResult, hunt, introduce
from fk_conform.fuzz.workers import Desk, Lost, Workers

Json = Any

# After so many symptoms there is more to mend than to find.
MOST_SYMPTOMS = 40
# How long to wait for work before looking around, in seconds.
TURN = 0.1

VERDICTS = {"nothing-found": 0, "found": 1, "stopped": 1, "not-started": 3, "nothing-ran": 4, "interrupted": 130}


@dataclass(frozen=True)
class Begun:
    """The beginning of a campaign, and what the engine and the one it is compared with say of themselves."""

    plan: Plan
    introductions: Sequence[Introduction]


@dataclass(frozen=True)
class Step:
    """How far a campaign is: so many units and requests done, findings told and followed up, after so many seconds."""

    units: int
    requests: int
    findings: int
    followed_up: int
    seconds: float


@dataclass(frozen=True)
class Found:
    """A finding, what it looks like, and where it is kept."""

    finding: Finding
    like: Likeness
    kept: Kept


@dataclass(frozen=True)
class LooseFault:
    """A fault that belongs to no request; the same is told once."""

    fault: Json


@dataclass(frozen=True)
class Ended:
    """The end of a campaign: its verdict, what was done, and why it came to its end before its time, if it did.

    `alike` is how often something was sighted that came to a finding that had been told already. It hunted for so many
    seconds, and took so many in all. `excuses` say why units were not done, and how many.
    """

    verdict: str
    units: int
    asked: Mapping[str, int]
    findings: int
    alike: int
    hunted: float
    seconds: float
    why: str = ""
    excuses: Mapping[str, int] = field(default_factory=dict)
    diagnoses: Sequence[Diagnosis] = ()

    @property
    def exit(self) -> int:
        """The exit status."""
        return VERDICTS[self.verdict]


Event = Begun | Step | Found | LooseFault | Ended


class Campaign:
    """One campaign; `events` yields what comes of it.

    It ends after so many `units`, or with those that were begun within so many `seconds`; an engine that is silent when
    these are over is not waited for.
    """

    def __init__(
        self, plan: Plan, workers: Workers, corpus: Corpus, units: int | None = None, seconds: float | None = None
    ) -> None:
        self.plan = plan
        self.corpus = corpus
        self.units = units
        self.seconds = seconds
        self.interrupted = False
        self._workers = workers
        self._desk = Desk(workers)
        self._began = self._hunted = monotonic()
        self._why = ""
        self._begun_units = 0
        self._results: dict[int, UnitResult] = {}
        self._counted = 0
        self._asked: Counter[str] = Counter()
        self._excuses: Counter[str] = Counter()
        self._loose: set[str] = set()
        self._sightings: dict[Symptom, Sighting] = {}
        self._followed: dict[Symptom, Finding] = {}
        self._looked_at = 0
        self._told: dict[Symptom, Found] = {}
        self._alike = 0
        self._patterns: dict[str, Pattern] = {}

    def interrupt(self) -> None:
        """Ends the campaign as soon as may be; what was sighted is still told and kept."""
        self.interrupted = True

    def events(self) -> Generator[Event, None, None]:
        """Everything that happens, but for `Step` in an order that does not depend on who does the work."""
        try:
            introductions = self._introduced()
            if introductions is None:
                yield self._ended("interrupted")
                return
        except Fault as fault:
            self._why = fault.message
            yield LooseFault(fault.as_json())
            yield self._ended("not-started")
            return
        self._settle_methods(introductions)
        yield Begun(self.plan, introductions)
        self._began = self._hunted = monotonic()
        self._settle_end()
        if self.plan.methods:
            yield from self._go_on()
        yield self._ended(self._verdict())

    def _introduced(self) -> list[Introduction] | None:
        """What the engines say of themselves; None if the campaign is interrupted before."""
        self._desk.give("introductions", introduce, self.plan)
        while not self.interrupted:
            for _, introductions in self._desk.take(TURN):
                return list(introductions)
        return None

    def _settle_methods(self, introductions: Sequence[Introduction]) -> None:
        """Settles which methods are asked: of those that are wanted, if any are named, the ones that all offer.

        None, if an engine does not follow the readings that were asked for by name.
        """
        wanted = self.plan.methods or tuple(MAKE)
        offered = frozenset.intersection(*(introduction.methods for introduction in introductions))
        for name, alternative in self.plan.fixed.items():
            if any(introduction.readings[name] != alternative for introduction in introductions):
                self._why = f"the engine does not follow {name}: {alternative}"
                offered = frozenset()
        self.plan = replace(self.plan, methods=tuple(method for method in wanted if method in offered))

    def _settle_end(self) -> None:
        """Settles until when an engine that is silent is waited for."""
        if self.seconds is not None:
            until = time.time() + self.seconds
            other = self.plan.other and replace(self.plan.other, until=until)
            self.plan = replace(self.plan, engine=replace(self.plan.engine, until=until), other=other)

    def _go_on(self) -> Iterator[Event]:
        try:
            while self._hand_out() and not self.interrupted:
                for name, result in self._desk.take(TURN):
                    if isinstance(result, UnitResult):
                        self._results[result.number] = result
                    elif isinstance(name, Symptom):
                        self._followed[name] = result
                yield from self._count()
                yield from self._tell()
                yield self._step()
        except Lost:
            self._why = "its work was lost with the worker that did it, several times"
        if SILENT in self._excuses and not self._asked:
            self._why = "nothing was answered before the time was over"
        for symptom, sighting in self._sightings.items():
            # There was no time to follow these up.
            self._followed.setdefault(symptom, as_sighted(self.plan, sighting))
        yield from self._tell()

    def _step(self) -> Step:
        requests, open_ones = sum(self._asked.values()), len(self._sightings) - self._looked_at
        return Step(self._counted, requests, len(self._told), open_ones, monotonic() - self._began)

    def _hand_out(self) -> bool:
        """Sees that there is enough to do; False if there is nothing more to do."""
        while not self._is_over() and len(self._desk) <= self._workers.number:
            self._desk.give(self._begun_units, hunt, self.plan, self._begun_units)
            self._begun_units += 1
        return len(self._desk) > 0

    def _is_over(self) -> bool:
        late = self.seconds is not None and monotonic() - self._began >= self.seconds
        return bool(self._why) or late or self._begun_units == self.units

    def _count(self) -> Iterator[Event]:
        """Looks at the units that are done, in their order."""
        while self._counted in self._results and not self._why:
            result = self._results.pop(self._counted)
            self._counted += 1
            self._hunted = monotonic()
            self._asked.update(result.asked)
            for fault in result.loose:
                if fault["kind"] not in self._loose:
                    self._loose.add(fault["kind"])
                    yield LooseFault(fault)
            if result.why:
                self._excuses[result.why] += 1
            if result.asked and not result.answered:
                self._why = "nothing that was asked was answered"
                self._sightings[result.sightings[0].symptom] = result.sightings[0]
                return
            self._follow(result.sightings)

    def _follow(self, sightings: Sequence[Sighting]) -> None:
        """Has those followed up that show something for the first time."""
        for sighting in sightings:
            if sighting.symptom in self._sightings:
                self._alike += 1
            elif len(self._sightings) < MOST_SYMPTOMS:
                self._sightings[sighting.symptom] = sighting
                self._desk.give(sighting.symptom, follow_up, self.plan, sighting)
            else:
                self._why = f"after {MOST_SYMPTOMS} findings there is more to mend than to find"

    def _tell(self) -> Iterator[Event]:
        """Tells what has been followed up, in the order in which it was sighted."""
        for symptom in list(self._sightings)[self._looked_at :]:
            if symptom not in self._followed:
                return
            self._looked_at += 1
            finding = self._followed[symptom]
            if finding.symptom in self._told:
                self._alike += 1
            else:
                self._told[finding.symptom] = self._found(finding)
                yield self._told[finding.symptom]

    def _found(self, finding: Finding) -> Found:
        wrong = wrong_answers(finding.request, finding.readings, self.plan.spec) if _is_comparable(finding) else {}
        like = likeness(finding, wrong, self.plan.spec)
        found = Found(finding, like, self.corpus.keep(finding, like, self.plan))
        for name, answer in wrong.items():
            self._patterns.setdefault(name, {})[found.kept.id] = answer
        return found

    def _diagnoses(self) -> list[Diagnosis]:
        """What the wrong answers look like together."""
        shapes = self.plan.spec.shapes
        failures = {
            found.kept.id: fingerprint(found.finding.request.method, found.finding.wrong_reply, shapes)
            for found in self._told.values()
            if _is_comparable(found.finding)
        }
        return diagnose(failures, set(), self._patterns) if failures else []

    def _verdict(self) -> str:
        if self.interrupted:
            return "interrupted"
        if self._told or self._loose:
            return "found"
        if self._why and self.plan.methods:
            return "stopped"
        return "nothing-found" if self._asked else "nothing-ran"

    def _ended(self, verdict: str) -> Ended:
        return Ended(
            verdict=verdict,
            units=self._counted,
            asked=self._asked,
            findings=len(self._told) + len(self._loose),
            alike=self._alike,
            hunted=self._hunted - self._began,
            seconds=monotonic() - self._began,
            why=self._why,
            excuses=self._excuses,
            diagnoses=self._diagnoses(),
        )


def _is_comparable(finding: Finding) -> bool:
    """Whether what was answered can be compared with what the known mistakes answer."""
    return len(finding.asked) == 1 and not is_fault(finding.wrong_reply)
