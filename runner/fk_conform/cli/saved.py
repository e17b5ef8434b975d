"""Saved reports for the verbs that read them: of which suite they are, and that they tell of its cases."""

from __future__ import annotations

import sys
from pathlib import Path

from fk_conform.answer import harmless
from fk_conform.errors import FileError
from fk_conform.report.saved import SavedReport, read_report
from fk_conform.suite import load_cases
from fk_conform.version import version


def load_report(path: Path) -> SavedReport:
    """The report in a file. Raises `FileError` if it tells of cases that its suite does not have.

    What another suite has is not known here; that it is another is said on standard error.
    """
    report = read_report(path)
    if report.header.suite != version():
        suite = harmless(report.header.suite)
        print(f"fk-conform: {path} is of suite {suite}, and this is suite {version()}", file=sys.stderr)
    elif not report.header.selection.get("cases"):
        _check_cases(report)
    return report


def _check_cases(report: SavedReport) -> None:
    clauses = {case.id: case.clause for case in load_cases()}
    for case in report.cases.values():
        clause = clauses.get(case.derived_from)
        if clause is None:
            raise FileError(report.path, case.line, f"id: there is no case {case.id} in suite {report.header.suite}")
        if clause != case.clause:
            raise FileError(report.path, case.line, f"clause: {case.id} stands under {clause}, not {case.clause}")
