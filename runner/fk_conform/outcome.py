"""What came of a run, as a value: for programs that run the suite themselves."""

from __future__ import annotations

import io
from dataclasses import dataclass

from fk_conform.diagnose import Diagnosis
from fk_conform.faults import Fault
from fk_conform.levels import LevelResult
from fk_conform.running import CaseResult, Event, Findings, Footer, Header, LooseFault, Session


@dataclass(frozen=True, repr=False)
class Report:
    """All that a run told, from its header to its footer, in the order in which it told it."""

    events: tuple[Event, ...]

    def __repr__(self) -> str:
        counts = ", ".join(f"{number} {name}" for name, number in self.counts.items() if number)
        return f"<Report: {counts or 'nothing ran'}: {self.verdict}>"

    @property
    def header(self) -> Header:
        """What was run."""
        return next(event for event in self.events if isinstance(event, Header))

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The introductions of the engine, one for each choice of readings that it was asked for."""
        return tuple(event for event in self.events if isinstance(event, Session))

    @property
    def results(self) -> tuple[CaseResult, ...]:
        """What came of each case, in the order of the sessions."""
        return tuple(event for event in self.events if isinstance(event, CaseResult))

    @property
    def failures(self) -> tuple[CaseResult, ...]:
        """The results that are not as they should be: failed, with a fault of the engine, or passed unexpectedly."""
        return tuple(result for result in self.results if result.not_as_it_should_be)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of the engine, those of a case and those of none."""
        return self.loose_faults + tuple(result.fault for result in self.results if result.fault)

    @property
    def loose_faults(self) -> tuple[Fault, ...]:
        """The faults of the engine that belong to no case."""
        return tuple(event.fault for event in self.events if isinstance(event, LooseFault))

    @property
    def diagnoses(self) -> tuple[Diagnosis, ...]:
        """What the failures look like: the likeliest mistakes, the best first."""
        findings = (event.diagnoses for event in self.events if isinstance(event, Findings))
        return tuple(diagnosis for diagnoses in findings for diagnosis in diagnoses)

    @property
    def footer(self) -> Footer:
        """How it ended."""
        return next(event for event in self.events if isinstance(event, Footer))

    @property
    def verdict(self) -> str:
        """What the run came to, such as conformant, not-conformant or nothing-ran: a word of its JSON report."""
        return self.footer.verdict

    @property
    def conformant(self) -> bool:
        """Whether everything that applies has passed."""
        return self.verdict == "conformant"

    @property
    def exit(self) -> int:
        """The exit status of `fk-conform` for such a run."""
        return self.footer.exit

    @property
    def counts(self) -> dict[str, int]:
        """How many cases came to each verdict, such as passed, failed, fault or not-applicable."""
        return dict(self.footer.counts)

    @property
    def levels(self) -> tuple[LevelResult, ...]:
        """The levels, and whether each may be claimed."""
        return tuple(self.footer.levels)

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.footer.seconds

    def text(self, verbose: bool = False) -> str:
        """The report for a person, as the command prints it."""
        from fk_conform.report.text import TextReport
        from fk_conform.spec import load_spec
        from fk_conform.version import version

        out = io.StringIO()
        report = TextReport(out, load_spec(), version(), verbose, colour=False)
        for event in self.events:
            report.write(event)
        return out.getvalue()
