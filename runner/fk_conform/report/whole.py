"""Reports that are written when all is known, for at their head stands how it ended."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import IO

from fk_conform.outcome import Report
from fk_conform.running import Event, Footer
from fk_conform.spec import Spec


class WholeReport(ABC):
    """Gathers the events of a run, and writes the report when the footer comes."""

    def __init__(self, out: IO[str], spec: Spec, version: str) -> None:
        self.out = out
        self.spec = spec
        self.version = version
        self._events: list[Event] = []

    def write(self, event: Event) -> None:
        """Takes one event; the footer is the last."""
        self._events.append(event)
        if isinstance(event, Footer):
            self.out.write(self.text_of(Report(tuple(self._events))))
            self.out.flush()

    @abstractmethod
    def text_of(self, report: Report) -> str:
        """The report of a run that has ended."""
