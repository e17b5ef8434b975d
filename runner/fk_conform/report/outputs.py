"""Where reports go: one to standard output, any number into files.

A report in a file is written whole or not at all: it stands under another name until the run has ended. JSON and TAP
are written as the run goes on, for those show themselves when their end is missing.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fk_conform.errors import UsageError
from fk_conform.report import FORMATS, Reporter, report_in
from fk_conform.running import Event, Footer
from fk_conform.spec import Spec
from fk_conform.version import version

SHOW_WHEN_CUT = ("json", "tap")


@dataclass(frozen=True)
class Output:
    """A report in a file: its format, and where it goes."""

    form: str
    path: Path

    @classmethod
    def of(cls, word: str) -> Output:
        """What `FORMAT=FILE` means. Raises `UsageError`.

        >>> Output.of("junit=out/report.xml")
        Output(form='junit', path=PosixPath('out/report.xml'))
        """
        form, _, name = word.partition("=")
        if form not in FORMATS or not name:
            raise UsageError(f"--output {word}: expected FORMAT=FILE, FORMAT being one of {', '.join(FORMATS)}")
        if name == "-":
            raise UsageError(f"--output {word}: expected a file; --format {form} prints it on standard output")
        return cls(form, Path(name))


class FileReport:
    """A report that goes into a file. Raises `UsageError` if nothing can be written there."""

    def __init__(self, output: Output, spec: Spec, verbose: bool) -> None:
        self._name = f"--output {output.form}={output.path}"
        in_place = output.form in SHOW_WHEN_CUT or (output.path.exists() and not output.path.is_file())
        # A link stays one: what it leads to is written.
        self.path = output.path if in_place else output.path.resolve()
        self._written = self.path if in_place else self.path.with_name(f".{self.path.name}.{os.getpid()}.unfinished")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._out = self._written.open("w", encoding="utf-8", errors="replace", newline="\n")
            if not in_place:
                # What an earlier run has left there must not be taken for this one's.
                self.path.unlink(missing_ok=True)
        except OSError as error:
            raise self._impossible(error) from None
        self._report = report_in(output.form, self._out, spec, verbose)

    def write(self, event: Event) -> None:
        """Tells one event; with the footer the report is whole, and is put in its place."""
        if self._out.closed:
            return
        try:
            self._report.write(event)
            if isinstance(event, Footer):
                self._out.close()
                self._written.replace(self.path)
        except OSError as error:
            self._take_away()
            raise self._impossible(error) from None

    def close(self) -> None:
        """Takes away what is not finished."""
        if not self._out.closed:
            self._take_away()

    def _take_away(self) -> None:
        with contextlib.suppress(OSError):
            self._out.close()
        if self._written != self.path:
            self._written.unlink(missing_ok=True)

    def _impossible(self, error: OSError) -> UsageError:
        return UsageError(f"{self._name}: {error.strerror or error}")


class Reports:
    """Several reports of one run. Where one cannot be written any more the others still are.

    Standard output is to come last, for it alone can keep one waiting.
    """

    def __init__(self, reports: Sequence[Reporter]) -> None:
        self._all = reports
        self._open = list(reports)
        self._error: Exception | None = None

    def write(self, event: Event) -> None:
        """Tells one event in all of them; raises what went wrong once none is left, or all is told."""
        for report in list(self._open):
            try:
                report.write(event)
            except (OSError, UsageError) as error:
                self._open.remove(report)
                self._error = self._error or error
            except KeyboardInterrupt:
                self._open.remove(report)
                raise
        if self._error and (not self._open or isinstance(event, Footer)):
            raise self._error

    def close(self) -> None:
        """Takes away what is not finished."""
        for report in self._all:
            if isinstance(report, FileReport):
                report.close()


def open_reports(form: str, outputs: Sequence[str], spec: Spec, verbose: bool) -> Reports:
    """The report in this format on standard output, and those `outputs`, each FORMAT=FILE, in files."""
    wanted = [Output.of(word) for word in outputs]
    paths = [output.path.resolve() for output in wanted]
    for output, path in zip(wanted, paths, strict=True):
        if paths.count(path) > 1 and (path.is_file() or not path.exists()):
            raise UsageError(f"--output {output.form}={output.path}: the file is named twice")
    files: list[FileReport] = []
    try:
        for output in wanted:
            files.append(FileReport(output, spec, verbose))
    except UsageError:
        Reports(files).close()
        raise
    screen = report_in(form, sys.stdout, spec, verbose)
    if os.environ.get("GITHUB_ACTIONS") != "true":
        return Reports([*files, screen])
    from fk_conform.report.github import Annotated, JobSummary

    return Reports([*files, JobSummary(spec, version()), Annotated(screen, form)])
