"""The report of a proof for a person at a terminal: failures as a run tells them, and what was asked of each domain."""

from __future__ import annotations

import shlex
import sys
import textwrap
from collections.abc import Iterable
from typing import IO

from fk_conform.prove.part import ONCE_MORE, Named
from fk_conform.prove.proof import Begun, DomainResult, Ended, Event, Options, Step
from fk_conform.prove.state import TOLD_IN_FULL
from fk_conform.report.failure import tell_failure
from fk_conform.report.text import LABEL, WIDTH, Progress, TextReport
from fk_conform.running import CaseResult
from fk_conform.spec import Spec
from fk_conform.verdict import FAILURE_WORDS

NAME = 11

VERDICTS = {
    "conformant": "no wrong answer",
    "not-conformant": "not all is right",
    "stopped": "stopped",
    "not-started": "the engine could not be run",
    "nothing-ran": "nothing was asked that the engine offers",
    "interrupted": "interrupted",
}


class ProofReport(TextReport):
    """Tells what happens in a proof. Failures, faults and the engine are told as by a run."""

    def __init__(self, out: IO[str], spec: Spec, version: str, terminal: IO[str] | None = None) -> None:
        super().__init__(out, spec, version, verbose=True)
        self.remaining = Remaining(terminal or sys.stderr)
        self.progress = self.remaining
        self.options = Options(())
        self.results: list[DomainResult] = []

    def tell(self, event: Event) -> None:
        """Tells one event."""
        match event:
            case Step():
                self.remaining.tell(event)
                return
            case Begun():
                self._begun(event)
            case DomainResult():
                self._domain(event)
            case Ended():
                self._ended(event)
            case _:
                self.write(event)
        self.out.flush()

    def _begun(self, begun: Begun) -> None:
        self.options = begun.options
        share = "all" if self.options.limit is None else "some"
        what = ", ".join(self.options.questions or [f"{share} {name}" for name in self.options.domains])
        self._line(f"{self._paint('The Forty Kings', 'bold')}, suite {self.version}: {what}")
        if self.options.bundled:
            self._line("No engine was named, so this is the bundled reference engine, forty-kings.")
        for note in self.options.notes:
            self._line(note)
        for name, tally in begun.done.items():
            failed = f"; failed were {', '.join(tally.failed)}" if tally.failed else ""
            self._line(f"Taken up again after {tally.asked:,} questions of {name}{failed}.")

    def _domain(self, result: DomainResult) -> None:
        self.progress.clear()
        self.clause = ""
        tally = result.tally
        if self.told or not self.results:
            self._line("")
            self.told = 0
        self._line(f"  {self._mark_of(result)} {result.part.domain.name.ljust(NAME)}{result.why or _counts(result)}")
        kinds = [f"{number:,} {FAILURE_WORDS[kind]}" for kind, number in tally.kinds.most_common()]
        if kinds:
            self._indented(f"Failures: {', '.join(kinds)}.")
        if tally.failures > TOLD_IN_FULL:
            self._indented(f"Only the first {TOLD_IN_FULL} are told.")
        self.results.append(result)

    def _mark_of(self, result: DomainResult) -> str:
        if result.tally.failures:
            return self._mark(False)
        right = result.tally.passed and (result.complete or self.options.questions)
        return self._mark(True) if right else "–"

    def _ended(self, ended: Ended) -> None:
        self.progress.clear()
        self._line("")
        asked = [result for result in self.results if result.tally.asked]
        if asked and not self.options.questions:
            self._what_it_says(asked)
        if ended.stopped_after:
            self._line(f"Stopped after {ended.stopped_after}.")
        if ended.verdict == "interrupted" and not self.options.questions:
            self._line(self._how_to_go_on())
        number, right = (sum(getattr(each.tally, name) for each in asked) for name in ("asked", "passed"))
        counts = f"{_questions(number)}, {right:,} answered rightly," if asked else "nothing was asked"
        sentence = f"{counts} in {ended.seconds:.2f} s: {VERDICTS[ended.verdict]}"
        self._line(self._paint(sentence, "green" if ended.exit == 0 else "red"))

    def _how_to_go_on(self) -> str:
        if self.options.state:
            return f"It goes on from here with --resume {shlex.quote(str(self.options.state))}."
        return "How far it came was not kept; with --resume FILE it would be."

    def _what_it_says(self, asked: Iterable[DomainResult]) -> None:
        """What the proof stands on, and where it is none."""
        again = 0
        for result in asked:
            domain = result.part.domain
            again += result.tally.again
            text = f"{domain.method}: {domain.covers} The answers expected rest on {domain.rests}"
            if domain.assumes:
                text += f" Taken for granted is {domain.assumes}"
            if not result.complete:
                text += " Only a part of it was asked, so nothing is proved of the whole."
            self._note(domain.name, text)
        if again:
            self._note(
                "symmetry",
                "Of questions that differ only in the names of the suits or, of tricks and courses, in who begins, one "
                "was asked, chosen by chance. That the engine answers them alike was sampled, not proved: instead of "
                f"one question in {ONCE_MORE} two were asked, {again:,} times.",
            )
        self._line("")

    def _note(self, label: str, text: str) -> None:
        lines = textwrap.wrap(text, WIDTH - NAME - 4, break_on_hyphens=False)
        for label_of_line, line in zip([label, *[""] * len(lines)], lines, strict=False):
            self._line(f"    {self._paint(label_of_line.ljust(NAME), 'dim')}{line}")

    def _indented(self, text: str) -> None:
        self._note("", text)

    def _details(self, result: CaseResult) -> None:
        for label, text in tell_failure(result):
            if label != "link":  # No page tells of a question that is in no suite.
                self._labelled(label, text)
        # In one line, however long, so that it can be copied.
        self._line(f"      {self._paint('again'.ljust(LABEL), 'dim')}{self._command_for(result.case.id)}")

    def _command_for(self, case: str) -> str:
        """The command that asks a question again."""
        words = ["fk-conform", "prove", case]
        words += ["--isolate"] if self.options.isolate else []
        words += [f"--reading={name}={value}" for name, value in self.options.readings.items()]
        return shlex.join(words if self.options.bundled else [*words, "--", *self.options.command])


def _counts(result: DomainResult) -> str:
    tally, domain = result.tally, result.part.domain
    asked = _questions(tally.asked)
    if isinstance(result.part, Named) or not tally.places:
        return asked
    if not domain.whole:
        share = "all" if tally.places == len(domain) else f"{tally.places:,} of"
        return f"{asked}, from {share} {len(domain):,} scenes"
    if tally.stands_for == tally.asked == domain.whole:
        return f"{asked}, all there are"
    share = "all" if tally.stands_for == domain.whole else f"{tally.stands_for:,} of"
    return f"{asked}, which stand for {share} {domain.whole:,} {domain.provided}".rstrip()


def _questions(number: int) -> str:
    return f"{number:,} question{'s' if number != 1 else ''}"


class Remaining(Progress):
    """The line on a terminal, with an estimate of the time that is left."""

    def step(self) -> None:
        """A failure is told; that is no news for this line."""

    def tell(self, step: Step) -> None:
        """Says how far it is, ten times a second at most."""
        if not self.next:
            self.begin(step.about)
        if self.clock() >= self.next and self.out.isatty():
            self.next = self.clock() + 0.1
            share = min(100 * step.asked // max(step.about, 1), 99)
            self.out.write(f"\r\x1b[K{step.domain} {share} %, {step.asked:,} questions; about {_time(step.left)} to go")
            self.out.flush()
            self.shown = True


def _time(seconds: float) -> str:
    """A time in words.

    >>> _time(8), _time(200), _time(7300)
    ('8 s', '3 min', '2 h 2 min')
    """
    minutes = round(seconds / 60)
    if minutes < 2:
        return f"{max(round(seconds), 1)} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
