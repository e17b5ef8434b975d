"""The engine that is a program, for as long as pytest runs."""

from __future__ import annotations

from collections.abc import Mapping

from fk_conform.asking import Asker
from fk_conform.conversation import GivenUp, Limits
from fk_conform.faults import Fault, PartlyOffered
from fk_conform.in_pytest.plan import Plan
from fk_conform.running import CaseResult, LooseFault, Options, Run
from fk_conform.suite import Case, load_cases
from fk_conform.version import version


class Program:
    """The engine, a process for each choice of readings, started when it is needed."""

    def __init__(self, command: list[str], plan: Plan, limits: Limits) -> None:
        self.command = command
        self.plan = plan
        self.limits = limits
        self.given_up = ""
        self._askers: dict[str, Asker] = {}
        self._answered: dict[str, set[bool]] = {}

    def ask(self, case: Case, wanted: Mapping[str, str]) -> tuple[CaseResult | None, list[Fault]]:
        """What comes of a case, and the faults besides. There is no result if the engine is given up."""
        asker = self._asker(wanted)
        result = None
        try:
            result = asker.ask(case)
        except GivenUp as given_up:
            self.given_up = str(given_up)
        faults = asker.faults[:]
        asker.faults.clear()
        if result and self._is_partly_offered(result):
            faults.append(PartlyOffered(case.method))
        return result, faults

    def mind_manners(self) -> list[Fault]:
        """The faults that an engine shows in a run of a single case, from its start to its end."""
        case = next(iter(load_cases(corpus=False)))
        run = Run([case], Options(self.command, self.limits), self.plan.spec, version())
        return [event.fault for event in run.events() if isinstance(event, LooseFault)]

    def close(self) -> None:
        """Ends all processes."""
        for asker in self._askers.values():
            asker.close()

    def _asker(self, wanted: Mapping[str, str]) -> Asker:
        key = str(sorted(wanted.items()))
        if key not in self._askers:
            self._askers[key] = Asker(
                self.command, self.plan.spec, version(), self.plan.readings, self.limits, wanted=wanted
            )
        return self._askers[key]

    def _is_partly_offered(self, result: CaseResult) -> bool:
        """Whether it denied to offer a method that it answers, and this is where it shows."""
        if result.seconds is None:
            return False
        known = self._answered.setdefault(result.case.method, set())
        shows = result.denied not in known and bool(known)
        known.add(result.denied)
        return shows
