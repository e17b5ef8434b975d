"""On GitHub Actions: failures as annotations, and a summary of the job.

The runner of GitHub reads a job's output for commands to itself. Whatever an engine says is kept from it: it is told to
take no commands before the first line of a report, and told to take them again, by a word that nobody can guess, after
the last. See https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from fk_conform.answer import harmless
from fk_conform.outcome import Report
from fk_conform.report import Reporter
from fk_conform.report.failure import Told, command_again, in_order_of_interest, say_failure, tell_failure
from fk_conform.report.markdown import MarkdownReport
from fk_conform.report.sentences import say_end, say_unmatched
from fk_conform.running import CaseResult, Event, Footer, Header
from fk_conform.spec import Spec

# GitHub shows ten annotations of a kind for a step, and cuts off a title that is longer.
MOST = 10
LONGEST_TITLE = 255


class Annotated:
    """A report on standard output, and after it its failures as annotations."""

    def __init__(self, report: Reporter, form: str) -> None:
        self._report = report
        # Where the report is one for programs, or goes into a file, there must be nothing else in it.
        self._out = sys.stderr if form != "text" or _is_file(sys.stdout) else sys.stdout
        self._token = secrets.token_hex(16)
        self._events: list[Event] = []

    def write(self, event: Event) -> None:
        """Tells one event, with no command taken from it; with the footer come the annotations."""
        if isinstance(event, Header):
            self._line(f"::stop-commands::{self._token}")
        self._report.write(event)
        self._events.append(event)
        if isinstance(event, Footer):
            self._line(f"::{self._token}::")
            for title, message in to_annotate(Report(tuple(self._events))):
                self._line(f"::error title={_escaped(title, in_title=True)}::{_escaped(message)}")

    def _line(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()


class JobSummary(MarkdownReport):
    """Puts the report in Markdown at the end of the summary of the job, if there is to be one."""

    def __init__(self, spec: Spec, version: str) -> None:
        super().__init__(sys.stderr, spec, version)
        self._name = os.environ.get("GITHUB_STEP_SUMMARY", "")

    def write(self, event: Event) -> None:
        """Takes one event; with the footer the summary is written. That it cannot be does not matter to the run."""
        self._events.append(event)
        if isinstance(event, Footer) and self._name:
            try:
                with Path(self._name).open("a", encoding="utf-8", errors="replace") as out:
                    out.write("\n" + self.text_of(Report(tuple(self._events))))
            except OSError as error:
                print(f"fk-conform: GITHUB_STEP_SUMMARY={self._name}: {error.strerror or error}", file=sys.stderr)


def to_annotate(report: Report) -> list[Told]:
    """The failures of a run, each with a title and what there is to tell; the last of too many says how many more."""
    found = list(_all_to_annotate(report))
    if len(found) > MOST:
        more = len(found) - MOST + 1
        found[MOST - 1 :] = [(f"{more} more failures", "All are told in the report.")]
    return found


def _all_to_annotate(report: Report) -> Iterator[Told]:
    end = say_end(report.footer)
    if end:
        yield "The run did not come to its end", end
    yield from (("A fault of the engine", harmless(fault.message)) for fault in report.loose_faults)
    yield from (("An expected failure", say_unmatched(line)) for line in report.footer.unmatched)
    yield from ((f"{each.case.id} {each.case.title}", _told(report, each)) for each in in_order_of_interest(report))


def _told(report: Report, result: CaseResult) -> str:
    told = [f"{label}: {text}" for label, text in tell_failure(result)]
    again = command_again(report.header, result.case.id)
    return "\n".join([say_failure(result), *told, *([f"again: {again}"] if again else [])])


def _escaped(text: str, in_title: bool = False) -> str:
    r"""The text as GitHub has it in a command.

    >>> _escaped("100%, or\nso: 99%", in_title=True)
    '100%25%2C or%0Aso%3A 99%25'
    """
    escaped = text[: LONGEST_TITLE if in_title else None].replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return escaped.replace(":", "%3A").replace(",", "%2C") if in_title else escaped


def _is_file(out: IO[str]) -> bool:
    try:
        return stat.S_ISREG(os.fstat(out.fileno()).st_mode)
    except (OSError, ValueError):
        return False
