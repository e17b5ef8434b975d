r"""The report in the Test Anything Protocol, for `prove` and other harnesses.

What stands in it is TAP 14: # and \ are escaped, diagnostics are YAML blocks, the plan comes last. The first line says
13 all the same: a harness of version 14 reads that as well, and many that are in use take a stream that says 14 for a
broken one. What a run comes to besides its cases is a test point too, so that it fails wherever the runner does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import IO

from fk_conform.answer import harmless
from fk_conform.report.failure import Told, command_again, say_failure, tell_failure, tell_fault
from fk_conform.report.sentences import say_diagnosis, say_end, say_extent, say_introduction, say_sum, say_unmatched
from fk_conform.running import CaseResult, Event, Findings, Footer, Header, LooseFault, Session
from fk_conform.spec import Spec


class TapReport:
    """Writes a test point a case as they come. Without its plan, the last line, a report is not complete."""

    def __init__(self, out: IO[str], spec: Spec, version: str) -> None:
        self.out = out
        self.spec = spec
        self.version = version
        self.header: Header | None = None
        self.number = 0

    def write(self, event: Event) -> None:
        """Tells one event."""
        match event:
            case Header():
                self.header = event
                self._line("TAP version 13")
                self._line(f"# The Forty Kings, suite {self.version}: {say_extent(event)}")
                for note in event.notes:
                    self._line(f"# {harmless(note)}")
            case Session(introduction=introduction):
                self._line(f"# Engine: {' '.join(say_introduction(introduction, self.spec))}")
            case CaseResult():
                self._case(event)
            case LooseFault(fault):
                self._point(False, "a fault of the engine")
                self._diagnostics(fault.message, tell_fault(fault))
            case Findings(diagnoses):
                for diagnosis in diagnoses:
                    self._line(f"# {': '.join(say_diagnosis(diagnosis, self.spec))}")
            case Footer():
                self._footer(event)
        self.out.flush()

    def _case(self, result: CaseResult) -> None:
        verdict, title = result.verdict, f"{result.case.id} {result.case.title}"
        match verdict.verdict:
            case "passed":
                self._point(True, title)
            case "not-applicable":
                self._point(True, title, f"SKIP {verdict.message}")
            case "not-run":
                self._point(True, title, f"SKIP {verdict.message or 'not run'}")
            case "expected-failure":
                self._point(False, title, f"TODO {verdict.reason}")
            case "unexpected-pass":
                # Not as TODO: a harness would let it pass.
                self._point(False, f"{title} (passed, though expected to fail)")
            case _:
                self._point(False, title)
        if result.not_as_it_should_be:
            again = command_again(self.header, result.case.id) if self.header else ""
            self._diagnostics(say_failure(result), [*tell_failure(result), *([("again", again)] if again else [])])

    def _footer(self, footer: Footer) -> None:
        for line in footer.unmatched:
            self._point(False, say_unmatched(line))
        end = say_end(footer)
        if end:
            # Not as a bail-out: at one `prove` would not begin with any other test either.
            self._point(False, "the run comes to its end")
            self._diagnostics(end, [])
        self._line(f"# {say_sum(footer)}")
        self._line(f"1..{self.number}")

    def _point(self, good: bool, description: str, directive: str = "") -> None:
        self.number += 1
        directed = f" # {_escaped(directive)}" if directive else ""
        self._line(f"{'ok' if good else 'not ok'} {self.number} - {_escaped(description)}{directed}")

    def _diagnostics(self, message: str, told: Iterable[Told]) -> None:
        by_label: dict[str, list[str]] = {"message": [harmless(message)]}
        for label, text in told:
            by_label.setdefault(label, []).append(text)
        self._line("  ---")
        for label, texts in by_label.items():
            # JSON is YAML. Not as a list of strings: those that hold a colon are beyond the YAML of Perl.
            self._line(f"  {label}: {json.dumps(chr(10).join(texts), ensure_ascii=False)}")
        self._line("  ...")

    def _line(self, text: str) -> None:
        self.out.write(text + "\n")


def _escaped(text: str) -> str:
    return harmless(text).replace("\\", "\\\\").replace("#", "\\#")
