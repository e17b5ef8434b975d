"""A badge, as the JSON that the endpoint badge of shields.io reads: https://shields.io/badges/endpoint-badge."""

from __future__ import annotations

from typing import Any

from fk_conform.report.saved import SavedReport
from fk_conform.report.sentences import is_partial
from fk_conform.spec import Spec

LABEL = "Forty Kings"
# Runs that tell nothing of the engine as a whole.
UNFINISHED = ("incomplete", "interrupted", "stopped", "not started", "nothing ran")


def badge(report: SavedReport, spec: Spec) -> dict[str, Any]:
    """The badge of a report. Levels are named, and conformance, only where a run of the whole suite shows them."""
    message, colour = _message(report, spec)
    return {"schemaVersion": 1, "label": LABEL, "message": message, "color": colour}


def _message(report: SavedReport, spec: Spec) -> tuple[str, str]:
    if report.footer is None or report.verdict in UNFINISHED:
        return report.verdict, "lightgrey"
    claimed = {level.id for level in report.footer.levels if level.claimed}
    if report.wrong or report.faults:
        faults = "" if report.wrong else ", with faults of the engine"
        return f"{report.right} of {report.right + report.wrong} passed{faults}", "orange" if claimed else "red"
    if is_partial(report.header.selection) or report.header.readings or report.lacks:
        return f"{report.right} passed, of a selection", "blue"
    titles = [level.title for level in spec.levels if level.id in claimed]
    if len(titles) == len(spec.levels):
        return "conformant", "brightgreen"
    return ", ".join(titles) or f"{report.right} passed, no level", "green" if titles else "yellow"
