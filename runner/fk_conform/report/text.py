"""The report for a person at a terminal."""

from __future__ import annotations

import os
import shlex
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import IO

from fk_conform.answer import harmless
from fk_conform.diagnose import Diagnosis
from fk_conform.faults import Fault
from fk_conform.report.words import in_order_of, say_answer, say_question
from fk_conform.running import CaseResult, Event, Findings, Footer, Header, LooseFault, Session
from fk_conform.spec import Spec
from fk_conform.symmetry import in_words
from fk_conform.verdict import FAILURE_WORDS, VERDICT_WORDS

TOLD_IN_FULL = 20
MALFORMED_TOLD = 3
WIDTH = 100
LABEL = 10

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
        self.progress = Progress(sys.stderr)
        self.header: Header | None = None
        self.told = 0
        self.shortened = False
        self.clause = ""
        self.kinds: Counter[str] = Counter()
        self.not_offered: Counter[str] = Counter()
        self.not_followed: Counter[str] = Counter()
        self.introduced: list[dict[str, str]] = []
        self.failed: set[str] = set()
        self.malformed: list[CaseResult] = []
        self.variants_failed = 0
        self.partial = False
        self.diagnoses: list[Diagnosis] = []

    def write(self, event: Event) -> None:
        """Tells one event."""
        match event:
            case Header():
                self._header(event)
            case Session():
                self._session(event)
            case CaseResult():
                self._case(event)
            case LooseFault(fault):
                self._loose_fault(fault)
            case Findings(diagnoses):
                self.diagnoses = diagnoses
            case Footer():
                self._footer(event)
        self.out.flush()

    def _header(self, header: Header) -> None:
        self.header = header
        self.partial = any(name != "corpus" for name in header.selection)
        derived = header.cases - header.generated - header.variants
        number = f"{derived} case{'s' if derived != 1 else ''}{' selected' if self.partial else ''}"
        variants = f", {header.variants} variants of them" if header.variants else ""
        generated = f", {header.generated} generated" if header.generated else ""
        self._line(f"{self._paint('The Forty Kings', 'bold')}, suite {self.version}: {number}{variants}{generated}")
        if header.bundled:
            self._line("No engine was named, so this is the bundled reference engine, forty-kings.")
        self.progress.begin(header.cases)

    def _session(self, session: Session) -> None:
        introduction = session.introduction
        self.clause = ""
        if introduction.readings in self.introduced:
            return  # It was asked to play otherwise, and plays on as before.
        self.introduced.append(introduction.readings)
        wanted = self.header.readings if self.header else {}
        unfollowed = [word for word, value in wanted.items() if introduction.readings[word] != value]
        name = harmless(f"{introduction.engine['name']} {introduction.engine['version']}")
        defaults = self.spec.default_readings
        others = [f"{name}: {value}" for name, value in introduction.readings.items() if value != defaults[name]]
        plays = f"plays {', '.join(map(harmless, others))}" if others else "plays every reading in its default"
        methods = [method for method in self.spec.methods if method in introduction.methods and method != "initialize"]
        offers = f"offers {len(methods)} of {len(self.spec.methods) - 1} methods"
        self._line("")
        self._line(f"{self._paint(name, 'bold')} {plays}; {offers}.")
        for word in unfollowed:
            self._line(self._paint(f"It does not follow {word}: {wanted[word]}, which was asked for.", "yellow"))

    def _case(self, result: CaseResult) -> None:
        self.progress.step()
        verdict = result.verdict.verdict
        if verdict == "not-applicable" and result.verdict.kind == "other-reading":
            self.not_followed[result.verdict.message] += 1
        elif verdict == "not-applicable":
            self.not_offered[result.case.method] += 1
        if verdict not in ("failed", "fault"):
            return
        self.failed.add(result.case.id)
        derived_from = result.case.derived_from
        if derived_from == result.case.id:
            self.kinds[result.verdict.kind if verdict == "failed" else "fault"] += 1
        else:
            self.variants_failed += 1
            if derived_from in self.failed and not self.verbose:
                return  # It fails as its case does; the sum says how many do.
        if result.verdict.kind == "malformed-accepted" and not self.partial:
            self.malformed.append(result)
        else:
            self._failure(result)

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
        case, verdict = result.case, result.verdict
        if case.derived_from != case.id:
            self._labelled("variant", in_words(case.id))
        if case.under:
            self._labelled("under", ", ".join(f"{name}: {alternative}" for name, alternative in case.under.items()))
        self._labelled("asked", f"{case.method}: {say_question(case)}")
        self._labelled("expected", say_answer(case.expected))
        if result.fault:
            self._fault(result.fault)
        else:
            self._labelled("got", say_answer(in_order_of(case.expected, verdict.got)))
            if verdict.kind in ("wrong-answer", "wrong-reason", "wrong-event"):
                for difference in verdict.differences:
                    self._labelled("differs", harmless(difference))
        self._labelled("because", case.because)
        # In one line, however long, so that it can be copied.
        self._line(f"      {self._paint('again'.ljust(LABEL), 'dim')}{self._command_for(case.id)}")

    def _fault(self, fault: Fault) -> None:
        self._labelled("fault", fault.message)
        if fault.signal:
            self._labelled("ended", f"by {fault.signal}")
        elif fault.status is not None:
            self._labelled("ended", f"with exit status {fault.status}")
        for line in fault.stderr:
            self._labelled("stderr", line)
        if fault.advice:
            self._labelled("hint", fault.advice)

    def _loose_fault(self, fault: Fault) -> None:
        self.progress.clear()
        self._line("")
        self._line(f"  {self._mark(False)} {self._paint('a fault of the engine', 'bold')}")
        self._fault(fault)

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
            self._diagnosis(diagnosis)
        if self.not_offered:
            counts = (f"{method} ({number})" for method, number in self.not_offered.items())
            self._wrapped("Not applicable, for the method is not offered", counts)
        if self.not_followed:
            counts = (f"{harmless(why)} ({number})" for why, number in self.not_followed.items())
            self._wrapped("Not applicable", counts)
        if footer.verdict == "stopped":
            self._line(f"Stopped after {footer.stopped_after}.")
        if not self.partial and footer.verdict in ("conformant", "not-conformant"):
            self._levels(footer)
        self._line(self._paint(self._sum(footer), "green" if footer.exit == 0 else "red"))

    def _malformed(self) -> None:
        """What was answered though it is no request comes after what was played wrongly: few engines begin with it."""
        self.clause = ""
        for result in self.malformed[: None if self.verbose else MALFORMED_TOLD]:
            self._failure(result)
        rest = [result.case.id for result in self.malformed[MALFORMED_TOLD:]]
        if rest and not self.verbose:
            self._line("")
            self._wrapped("Malformed as well, and answered", rest)

    def _diagnosis(self, diagnosis: Diagnosis) -> None:
        failures = f"{diagnosis.failures} failure{'s' if diagnosis.failures != 1 else ''}"
        explains = f"explains {len(diagnosis.explains)} of {failures}"
        if diagnosis.alike:
            more = [f"{len(diagnosis.alike) - 3} others"] if len(diagnosis.alike) > 3 else []
            explains += f", as would {' and '.join([*diagnosis.alike[:3], *more])}"
        mistake = self.spec.mistakes.get(diagnosis.subject)
        if mistake:
            self._wrapped("Looks like", [f"{mistake.sentence} ({mistake.id}, {mistake.clause}); {explains}"])
        else:
            self._wrapped("Answers as a table does that plays", [f"{diagnosis.subject}; {explains}"])

    def _levels(self, footer: Footer) -> None:
        for result in footer.levels:
            number = f"{result.passed} of {result.cases}" if result.cases else "–"
            why = f"  {result.why}" if result.why else ""
            mark = self._mark(result.claimed) if result.cases else self._paint("–", "dim")
            self._line(f"  {mark} {result.level.title.ljust(8)} {number.rjust(10)}{why}")
        if footer.verdict == "conformant" and all(result.claimed for result in footer.levels):
            self._line(self._paint("Forty Kings conformant: all six levels.", "bold"))
        self._line("")

    def _sum(self, footer: Footer) -> str:
        counts = [f"{number} {VERDICT_WORDS[name]}" for name, number in footer.counts.items() if number]
        return f"{', '.join(counts) or 'nothing ran'} in {footer.seconds:.2f} s: {footer.verdict.replace('-', ' ')}"

    def _command_for(self, case: str) -> str:
        """The command that runs a case again, in the same way."""
        assert self.header
        purity = ["--purity"] if "@" in case else []
        words = [
            "fk-conform",
            case.partition("@")[0],
            *purity,
            *(f"--reading={name}={value}" for name, value in self.header.readings.items()),
        ]
        if "cases" in self.header.selection:
            words += ["--cases", self.header.selection["cases"]]
        if self.header.isolate:
            words.append("--isolate")
        return shlex.join(words if self.header.bundled else [*words, "--", *self.header.command])

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
        self.out.write(text + "\n")


class Progress:
    """A line on a terminal that says how far a long run has come; it is wiped before anything else is written."""

    def __init__(self, out: IO[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.out = out
        self.clock = clock
        self.shown = False
        self.done = self.all = 0
        self.next = 0.0

    def begin(self, number: int) -> None:
        """A run of so many cases begins."""
        self.all = number
        self.next = self.clock() + 1.0

    def step(self) -> None:
        """One more case is done."""
        self.done += 1
        if self.clock() >= self.next and self.out.isatty():
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
