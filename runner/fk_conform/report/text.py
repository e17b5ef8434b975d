"""The report for a person at a terminal."""

from __future__ import annotations

import os
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import IO

from fk_conform.answer import harmless
from fk_conform.diagnose import Diagnosis
from fk_conform.faults import Fault
from fk_conform.report.failure import command_again, tell_failure, tell_fault
from fk_conform.report.sentences import (
    is_partial,
    say_diagnosis,
    say_extent,
    say_introduction,
    say_skipped,
    say_some,
    say_sum,
)
from fk_conform.running import CaseResult, Event, Findings, Footer, Header, LooseFault, Session
from fk_conform.spec import Spec
from fk_conform.verdict import FAILURE_WORDS

TOLD_IN_FULL = 20
MALFORMED_TOLD = 3
WIDTH = 100
LABEL = 10
UNEXPLAINED = "No known mistake explains the failures"
# The verdicts on runs that came to their end.
COMPLETE = ("conformant", "as-expected", "not-as-expected", "not-conformant")

CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def wants_colour(out: IO[str]) -> bool:
    """Whether to write in colour: on a terminal that can, unless NO_COLOR says no (https://no-color.org)."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class TextReport:
    """Tells failures grouped by clause as they come, and at the end the counts and the levels."""

    def __init__(
        self, out: IO[str], spec: Spec, version: str, verbose: bool = False, colour: bool | None = None
    ) -> None:
        self.out = out
        self.spec = spec
        self.version = version
        self.verbose = verbose
        self.colour = wants_colour(out) if colour is None else colour
        # Beside a report on the screen; a file needs none, and takes none.
        self.progress = Progress(sys.stderr if out is sys.stdout else out)
        self.header: Header | None = None
        self.told = 0
        self.shortened = False
        self.clause = ""
        self.kinds: Counter[str] = Counter()
        self.not_offered: Counter[str] = Counter()
        self.not_followed: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.introduced: list[dict[str, str]] = []
        self.failed: set[str] = set()
        self.malformed: list[CaseResult] = []
        self.derived_failed = False
        self.variants_failed = 0
        self.partial = False
        self.diagnoses: list[Diagnosis] = []
        self._written = False
        self.expected: dict[str, list[str]] = {}
        self.unexpected: dict[str, list[str]] = {}

    def write(self, event: Event) -> None:
        """Tells one event."""
        match event:
            case CaseResult():
                self._case(event)
            case Header():
                self._header(event)
            case Session():
                self._session(event)
            case LooseFault(fault):
                self._loose_fault(fault)
            case Findings(diagnoses):
                self.diagnoses = diagnoses
            case Footer():
                self._footer(event)
        if self._written:
            self._written = False
            self.out.flush()

    def _header(self, header: Header) -> None:
        self.header = header
        self.partial = is_partial(header.selection)
        self._line(f"{self._paint('The Forty Kings', 'bold')}, suite {self.version}: {say_extent(header)}")
        if header.bundled:
            self._line("No engine was named, so this is the bundled reference engine, forty-kings.")
        for note in header.notes:
            self._line(note)
        self.progress.begin(header.cases)

    def _session(self, session: Session) -> None:
        introduction = session.introduction
        self.clause = ""
        if introduction.readings in self.introduced:
            return  # It was asked to play otherwise, and plays on as before.
        self.introduced.append(introduction.readings)
        wanted = self.header.readings if self.header else {}
        unfollowed = [word for word, value in wanted.items() if introduction.readings[word] != value]
        name, does = say_introduction(introduction, self.spec)
        self._line("")
        self._line(f"{self._paint(name, 'bold')} {does}.")
        for word in unfollowed:
            self._line(self._paint(f"It does not follow {word}: {wanted[word]}, which was asked for.", "yellow"))

    def _case(self, result: CaseResult) -> None:
        self.progress.step()
        verdict = result.verdict.verdict
        if verdict == "passed":
            return
        if verdict == "not-applicable" and result.verdict.kind == "other-reading":
            self.not_followed[result.verdict.message] += 1
        elif verdict == "not-applicable":
            self.not_offered[result.case.method] += 1
        elif result.verdict.kind == "skipped":
            self.skipped[result.case.method] += 1
        elif verdict == "expected-failure":
            self._expected(result)
        elif verdict == "unexpected-pass":
            self.unexpected.setdefault(result.verdict.reason, []).append(result.case.id)
        if verdict not in ("failed", "fault"):
            return
        self.failed.add(result.case.id)
        derived_from = result.case.derived_from
        if derived_from == result.case.id:
            self.kinds[result.verdict.kind if verdict == "failed" else "fault"] += 1
            self.derived_failed |= verdict == "failed" and not result.case.generated
        else:
            self.variants_failed += 1
            if derived_from in self.failed and not self.verbose:
                return  # It fails as its case does; the sum says how many do.
        if result.verdict.kind == "malformed-accepted" and not self.partial:
            self.malformed.append(result)
        else:
            self._failure(result)

    def _expected(self, result: CaseResult) -> None:
        if self.verbose:
            self._failure(result)
        known = self.expected.setdefault(result.verdict.reason, [])
        if result.case.derived_from not in known:
            known.append(result.case.id)

    def _failure(self, result: CaseResult) -> None:
        self.progress.clear()
        self._heading(result.case.clause)
        self._line(f"  {self._mark(False)} {self._paint(result.case.id, 'bold')}  {result.case.title}")
        self.told += 1
        if self.told <= TOLD_IN_FULL or self.verbose:
            self._details(result)
        else:
            self._labelled("got", harmless(result.verdict.message))
            self.shortened = True

    def _heading(self, clause: str) -> None:
        if clause != self.clause:
            self.clause = clause
            self._line("")
            self._line(f"{self._paint(clause, 'cyan')}  {self.spec.clauses[clause].title}")

    def _details(self, result: CaseResult) -> None:
        for told in tell_failure(result):
            self._labelled(*told)
        again = command_again(self.header, result.case.id) if self.header else ""
        if again:
            # In one line, however long, so that it can be copied.
            self._line(f"      {self._paint('again'.ljust(LABEL), 'dim')}{again}")

    def _loose_fault(self, fault: Fault) -> None:
        self.progress.clear()
        self._line("")
        self._line(f"  {self._mark(False)} {self._paint('a fault of the engine', 'bold')}")
        for told in tell_fault(fault):
            self._labelled(*told)

    def _footer(self, footer: Footer) -> None:
        self.progress.clear()
        self._malformed()
        self._line("")
        if self.shortened:
            self._line(f"Only the first {TOLD_IN_FULL} failures are told in full; --verbose tells all.")
        if len(self.failed) > 1:
            failures = [f"{number} {FAILURE_WORDS[kind]}" for kind, number in self.kinds.most_common()]
            variants = [f"{self.variants_failed} in variants of cases"] if self.variants_failed else []
            self._wrapped("Failures", [*failures, *variants])
        for diagnosis in self.diagnoses:
            label, sentence = say_diagnosis(diagnosis, self.spec)
            self._wrapped(label, [sentence])
        if self.derived_failed and not self.diagnoses:
            self._line(f"{UNEXPLAINED}.")
        self._as_expected_or_not(footer)
        if self.not_offered:
            counts = (f"{method} ({number})" for method, number in self.not_offered.items())
            self._wrapped("Not applicable, for the method is not offered", counts)
        if self.not_followed:
            number = sum(self.not_followed.values())
            each = (part for why in self.not_followed for part in why.removeprefix("the engine follows ").split(", "))
            label = f"Not applicable, for the engine follows other readings ({number})"
            self._wrapped(label, map(harmless, dict.fromkeys(each)))
        if self.skipped:
            self._line(say_skipped(self.skipped))
        if footer.verdict == "stopped":
            self._line(f"Stopped after {footer.stopped_after}.")
        if not self.partial and footer.verdict in COMPLETE:
            self._levels(footer)
        self._line(self._paint(say_sum(footer), "green" if footer.exit == 0 else "red"))

    def _as_expected_or_not(self, footer: Footer) -> None:
        for label, by_reason in (
            ("Failed as expected", self.expected),
            ("Passed, though expected to fail", self.unexpected),
        ):
            if by_reason:
                self._wrapped(label, [f"{say_some(ids)} ({harmless(reason)})" for reason, ids in by_reason.items()])
        for line in footer.unmatched:
            self._wrapped("There is no such case", [harmless(f"{line.name} ({line.place}: {line.reason})")])

    def _malformed(self) -> None:
        """What was answered though it is no request comes after what was played wrongly: few engines begin with it."""
        self.clause = ""
        for result in self.malformed[: None if self.verbose else MALFORMED_TOLD]:
            self._failure(result)
        rest = [result.case.id for result in self.malformed[MALFORMED_TOLD:]]
        if rest and not self.verbose:
            self._line("")
            self._wrapped("Malformed as well, and answered", rest)

    def _levels(self, footer: Footer) -> None:
        for result in footer.levels:
            number = f"{result.passed} of {result.cases}" if result.cases else "–"
            why = f"  {result.why}" if result.why else ""
            mark = self._mark(result.claimed) if result.cases else self._paint("–", "dim")
            self._line(f"  {mark} {result.level.title.ljust(8)} {number.rjust(10)}{why}")
        if footer.verdict == "conformant" and all(result.claimed for result in footer.levels):
            self._line(self._paint("Forty Kings conformant: all six levels.", "bold"))
        self._line("")

    def _wrapped(self, label: str, parts: Iterable[str]) -> None:
        for line in textwrap.wrap(
            f"{label}: {', '.join(parts)}.", WIDTH, subsequent_indent="  ", break_on_hyphens=False
        ):
            self._line(line)

    def _labelled(self, label: str, text: str) -> None:
        lines = textwrap.wrap(text, WIDTH - LABEL - 6, break_long_words=False, break_on_hyphens=False) or [""]
        self._line(f"      {self._paint(label.ljust(LABEL), 'dim')}{lines[0]}")
        for line in lines[1:]:
            self._line(" " * (6 + LABEL) + line)

    def _mark(self, good: bool) -> str:
        return self._paint("✓", "green") if good else self._paint("✗", "red")

    def _paint(self, text: str, how: str) -> str:
        return f"\x1b[{CODES[how]}m{text}\x1b[0m" if self.colour else text

    def _line(self, text: str) -> None:
        self._written = True
        self.out.write(text + "\n")


class Progress:
    """A line on a terminal that says how far a long run has come; it is wiped before anything else is written."""

    def __init__(self, out: IO[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.out = out
        self.clock = clock
        self.shown = self.watched = False
        self.done = self.all = 0
        self.next = 0.0

    def begin(self, number: int) -> None:
        """A run of so many cases begins."""
        self.all = number
        self.watched = self.out.isatty()
        self.next = self.clock() + 1.0

    def step(self) -> None:
        """One more case is done."""
        self.done += 1
        if self.watched and self.clock() >= self.next:
            self.next = self.clock() + 0.1
            self.out.write(f"\r{self.done} of {self.all}")
            self.out.flush()
            self.shown = True

    def clear(self) -> None:
        """Wipes the line."""
        if self.shown:
            self.out.write("\r\x1b[K")
            self.out.flush()
            self.shown = False
