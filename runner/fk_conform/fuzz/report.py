"""What is told of a campaign: to a person at a terminal, or as JSON lines to a program."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Protocol

from fk_conform.answer import harmless
from fk_conform.fuzz.campaign import Begun, Ended, Event, Found, LooseFault, Step
from fk_conform.fuzz.casefile import replies, say_reply, title
from fk_conform.fuzz.keep import FOLDER
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.rerun import Again
from fk_conform.fuzz.symptom import is_fault
from fk_conform.report.sentences import ALIKE_TOLD, say_diagnosis, say_introduction
from fk_conform.report.text import LABEL, Progress, TextReport
from fk_conform.report.words import say_answer, say_question
from fk_conform.spec import Spec

Json = Any

TOLD_IN_FULL = 20

VERDICTS = {
    "nothing-found": "nothing found",
    "found": "not all is right",
    "stopped": "stopped",
    "not-started": "the engine could not be run",
    "nothing-ran": "nothing was asked that the engine offers",
    "interrupted": "interrupted",
}
WHO_IS_RIGHT = {
    ("engine",): "the other engine",
    ("other",): "the engine",
    ("engine", "other"): "neither of them",
}


class Report(Protocol):
    """A way of telling what happens."""

    def tell(self, event: Event) -> None:
        """Tells one event."""


class FuzzReport(TextReport):
    """Tells findings as they come: what was asked, what was said, and the case that it makes."""

    def __init__(
        self, out: IO[str], spec: Spec, version: str, notes: Sequence[str] = (), bundled: bool = False
    ) -> None:
        super().__init__(out, spec, version, verbose=True)
        self.notes = notes
        self.bundled = bundled
        self.hunting = Hunting(sys.stderr)
        self.progress = self.hunting
        self.plan: Plan | None = None
        self.kept: list[Path] = []

    def tell(self, event: Event) -> None:
        """Tells one event."""
        match event:
            case Step():
                self.hunting.tell(event)
                return
            case Begun():
                self._begun(event)
            case Found():
                self._found(event)
            case LooseFault(fault):
                self._fault_of_no_request(fault)
            case Ended():
                self._ended(event)
        self.out.flush()

    def _begun(self, begun: Begun) -> None:
        plan = self.plan = begun.plan
        name = self._paint("The Forty Kings", "bold")
        self._line(f"{name}, suite {self.version}: requests by chance, seed {plan.seed}")
        if self.bundled:
            self._line("No engine was named, so this is the bundled reference engine, forty-kings.")
        for note in self.notes:
            self._line(note)
        self._line("")
        for introduction in begun.introductions:
            engine, does = say_introduction(introduction, self.spec)
            self._line(f"{self._paint(engine, 'bold')} {does}.")
        with_what = "Compared with one another" if plan.other else "Compared with the reference engine"
        tables = "at a table with these readings" if plan.fixed else "at this table and at others"
        self._line(f"{with_what}, {tables}.")

    def _found(self, found: Found) -> None:
        self.progress.clear()
        self._heading(found.like.clause)
        self._line(f"  {self._mark(False)} {self._paint(found.kept.id, 'bold')}  {title(found.finding, self.spec)}")
        self.kept.append(found.kept.path)
        if len(self.kept) > TOLD_IN_FULL:
            return
        for label, text in self._told_of(found):
            self._labelled(label, text)
        # In one line, however long, so that it can be copied.
        self._line(f"      {self._paint('again'.ljust(LABEL), 'dim')}{self._again(found)}")
        self._line(f"      {self._paint('case', 'dim')}")
        for line in found.kept.text.splitlines():
            if not line.startswith("#"):
                self._line(f"        {line}")

    def _told_of(self, found: Found) -> Iterator[tuple[str, str]]:
        assert self.plan
        finding = found.finding
        table = {**finding.under, **finding.table}
        if table:
            yield "table", ", ".join(f"{name}: {alternative}" for name, alternative in table.items())
        *before, case = found.kept.cases
        for each in before:
            yield "before", f"{each.method}: {say_question(each)}"
        yield "asked", f"{case.method}: {say_question(case)}"
        yield "expected", say_answer(case.expected)
        for name, reply in replies(finding, self.plan):
            yield "got", harmless(f"{name}: {say_reply(reply)}" if self.plan.other else say_reply(reply))
            if is_fault(reply):
                yield from told_of_fault(reply["fault"])
        if self.plan.other:
            yield "right is", f"{WHO_IS_RIGHT.get(finding.wrong, 'neither of them')}, says the reference engine"
        if not finding.again:
            yield "hint", "it was answered so once, and rightly when it was asked again"
        elif before:
            yield "hint", "asked alone it is answered rightly: the engine keeps something from one request to the next"
        alike = [name for name in found.like.subjects if name in self.spec.mistakes]
        if alike:
            more = [f"{len(alike) - ALIKE_TOLD} others"] if len(alike) > ALIKE_TOLD else []
            yield "as would", ", ".join([*alike[:ALIKE_TOLD], *more])

    def _again(self, found: Found) -> str:
        """The command that runs the case again."""
        assert self.plan
        other = self.plan.other if found.finding.wrong == ("other",) else None
        return run_again(found.kept.path, () if self.bundled and not other else (other or self.plan.engine).command)

    def _fault_of_no_request(self, fault: Json) -> None:
        self.progress.clear()
        self.clause = ""
        self._line("")
        self._line(f"  {self._mark(False)} {self._paint('a fault of the engine', 'bold')}")
        for label, text in [("fault", harmless(fault["message"])), *told_of_fault(fault)]:
            self._labelled(label, text)

    def _ended(self, ended: Ended) -> None:
        self.progress.clear()
        self._line("")
        if len(self.kept) > TOLD_IN_FULL:
            self._line(f"Only the first {TOLD_IN_FULL} findings are told in full.")
        for diagnosis in ended.diagnoses:
            label, sentence = say_diagnosis(diagnosis, self.spec)
            self._wrapped(label, [sentence])
        if self.kept and self.plan:
            folder = self.kept[0].parent
            self._line(f"Kept in {folder}. When something has been mended: {rerun(folder, self._command())}")
        for excuse, number in ended.excuses.items():
            self._line(f"Left out: {so_many(number, 'unit')}, for {harmless(excuse)}.")
        if ended.why:
            self._line(f"It came to its end before its time: {harmless(ended.why)}.")
        self._line(self._paint(say_sum(ended), "green" if ended.exit == 0 else "red"))

    def _command(self) -> Sequence[str]:
        return () if self.bundled or not self.plan else self.plan.engine.command


def told_of_fault(fault: Json) -> Iterator[tuple[str, str]]:
    """What more there is to tell of a fault: how the process ended, and the end of its standard error."""
    if fault["signal"]:
        yield "ended", f"by {fault['signal']}"
    elif fault["status"] is not None:
        yield "ended", f"with exit status {fault['status']}"
    yield from (("stderr", harmless(line)) for line in fault["stderr"])


class JsonReport:
    """Writes a line an event, each flushed; of progress it says nothing. See spec/schema/fuzz.schema.json."""

    def __init__(self, out: IO[str], spec: Spec, version: str) -> None:
        self.out = out
        self.spec = spec
        self.version = version
        self.plan: Plan | None = None

    def tell(self, event: Event) -> None:
        """Writes the line of one event."""
        if isinstance(event, Begun):
            self.plan = event.plan
        if not isinstance(event, Step):
            self.out.write(json.dumps(self._line(event)) + "\n")
            self.out.flush()

    def _line(self, event: Event) -> dict[str, Json]:
        match event:
            case Begun(plan, introductions):
                return {
                    "type": "campaign",
                    "fuzz": 1,
                    "suite": self.version,
                    "seed": plan.seed,
                    "command": list(plan.engine.command),
                    "against": list(plan.other.command) if plan.other else None,
                    "methods": list(plan.methods),
                    "readings": dict(plan.fixed),
                    "engines": [introduction.engine for introduction in introductions],
                }
            case Found():
                return self._finding(event)
            case LooseFault(fault):
                return {"type": "fault", **fault}
            case Ended():
                return _end(event)
        raise TypeError(event)

    def _finding(self, found: Found) -> dict[str, Json]:
        assert self.plan
        finding, case = found.finding, found.kept.cases[-1]
        return {
            "type": "finding",
            "id": found.kept.id,
            "clause": found.like.clause,
            "applied": list(finding.applied),
            "method": case.method,
            "kind": finding.symptom.kind,
            "about": finding.symptom.about,
            "message": title(finding, self.spec),
            "unit": finding.unit,
            "under": dict(finding.under),
            "table": dict(finding.table),
            "before": [{"method": each.method, "params": json.loads(each.params)} for each in found.kept.cases[:-1]],
            "params": json.loads(case.params),
            "expected": case.expected,
            "replies": [{"command": name, **reply} for name, reply in replies(finding, self.plan)],
            "wrong": list(finding.wrong),
            "again": finding.again,
            "alike": list(found.like.subjects),
            "file": str(found.kept.path),
            "case": found.kept.text,
        }


class RerunReport:
    """Tells what came of findings that were asked again, in a line each, for a person or a program."""

    def __init__(self, out: IO[str], command: Sequence[str], bundled: bool, form: str) -> None:
        self.out = out
        self.command = () if bundled else command
        self.form = form
        self.states: list[str] = []

    def tell(self, again: Again) -> None:
        """Tells one."""
        self.states.append(again.state)
        if self.form == "json":
            self._write(_again(again))
            return
        mark = {"fixed": "✓", "still wrong": "✗"}.get(again.state, "–")
        self._write(f"  {mark} {again.kept.id}  {again.state}: {again.result.case.title}")
        if again.state == "still wrong":
            self._write(f"      now     {harmless(again.result.verdict.message)}")
            self._write(f"      again   {run_again(again.kept.path, self.command)}")
        elif again.state == "not applicable":
            self._write(f"      for     {harmless(again.result.verdict.message)}")

    def end(self, interrupted: bool) -> None:
        """Tells how many came to what."""
        counts = Counter(self.states)
        if self.form == "json":
            self._write({"type": "again-end", "counts": dict(counts), "interrupted": interrupted})
            return
        parts = [f"{number} {state}" for state, number in counts.items()]
        self._write(f"{', '.join(parts) or 'nothing was asked'}{'; interrupted' if interrupted else ''}")

    def _write(self, line: str | dict[str, Json]) -> None:
        self.out.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
        self.out.flush()


def _again(again: Again) -> dict[str, Json]:
    verdict = again.result.verdict
    return {
        "type": "again",
        "id": again.kept.id,
        "state": again.state,
        "message": verdict.message,
        "file": str(again.kept.path),
    }


def _end(ended: Ended) -> dict[str, Json]:
    return {
        "type": "end",
        "verdict": ended.verdict,
        "exit": ended.exit,
        "findings": ended.findings,
        "units": ended.units,
        "requests": sum(ended.asked.values()),
        "asked": dict(ended.asked),
        "hunted": round(ended.hunted, 3),
        "seconds": round(ended.seconds, 3),
        "why": ended.why,
        "left_out": dict(ended.excuses),
        "diagnoses": [
            {"subject": each.subject, "explains": sorted(each.explains), "alike": list(each.alike)}
            for each in ended.diagnoses
        ],
    }


def run_again(path: Path, command: Sequence[str]) -> str:
    """The command that runs a kept case again."""
    return harmless(shlex.join(["fk-conform", "--cases", str(path), *(["--", *command] if command else [])]))


def rerun(folder: Path, command: Sequence[str]) -> str:
    """The command that asks everything again that is kept in a folder."""
    where = [] if folder == FOLDER else ["--corpus", str(folder)]
    return harmless(shlex.join(["fk-conform", "fuzz", "--rerun", *where, *(["--", *command] if command else [])]))


def say_sum(ended: Ended) -> str:
    """What a campaign comes to, in a sentence.

    >>> say_sum(Ended("nothing-found", 3, {"deal": 3000}, 0, 0, 2.0, 2.5))
    '3 units, 3,000 requests at 1,500 a second, in 2.5 s: nothing found'
    """
    requests = sum(ended.asked.values())
    rate = f" at {requests / ended.hunted:,.0f} a second" if requests and ended.hunted else ""
    found = f"{so_many(ended.findings, 'finding')}; " if ended.findings else ""
    done = (
        f"{so_many(ended.units, 'unit')}, {so_many(requests, 'request')}{rate}" if ended.units else "nothing was asked"
    )
    return f"{found}{done}, in {ended.seconds:.1f} s: {VERDICTS[ended.verdict]}"


def so_many(number: int, what: str) -> str:
    """A number of things.

    >>> so_many(1, "unit"), so_many(1200, "request")
    ('1 unit', '1,200 requests')
    """
    return f"{number:,} {what}{'s' if number != 1 else ''}"


class Hunting(Progress):
    """The line on a terminal that says how far a campaign is."""

    def tell(self, step: Step) -> None:
        """Says it, ten times a second at most."""
        if self.clock() < self.next or not self.out.isatty():
            return
        self.next = self.clock() + 0.1
        parts = [f"{step.seconds:.0f} s", so_many(step.units, "unit"), so_many(step.requests, "request")]
        parts += [so_many(step.findings, "finding")] if step.findings else []
        parts += [f"{step.followed_up} being followed up"] if step.followed_up else []
        self.out.write(f"\r\x1b[K{', '.join(parts)}")
        self.out.flush()
        self.shown = True
