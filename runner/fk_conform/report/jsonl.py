"""The report as JSON lines, for programs: a header, sessions, cases and faults as they come, and a footer.

A report without a footer is of a run that did not come to its end. The form is in spec/schema/report.schema.json.
"""

from __future__ import annotations

import json
from typing import IO, Any

from fk_conform.diagnose import Diagnosis
from fk_conform.running import CaseResult, Event, Findings, Footer, Header, LooseFault, Session


class JsonReport:
    """Writes a line an event, each flushed."""

    def __init__(self, out: IO[str], version: str) -> None:
        self.out = out
        self.version = version

    def write(self, event: Event) -> None:
        """Writes the line of one event."""
        # As in `harmless`: a report that is shown in the log of a workflow holds no command. ## stands in strings only.
        self.out.write(json.dumps(self._line(event)).replace("##[", r"#\u0023[") + "\n")
        self.out.flush()

    def _line(self, event: Event) -> dict[str, Any]:
        match event:
            case Header():
                return _header(event, self.version)
            case Session(wanted, introduction):
                return {
                    "type": "session",
                    "readings_wanted": wanted,
                    "readings_followed": introduction.readings,
                    "engine": introduction.engine,
                    "methods": sorted(introduction.methods),
                }
            case CaseResult():
                return _case(event)
            case LooseFault(fault):
                return {"type": "fault", **fault.as_json()}
            case Findings(diagnoses):
                return {"type": "findings", "diagnoses": [_diagnosis(diagnosis) for diagnosis in diagnoses]}
            case Footer():
                return _footer(event)


def _header(header: Header, version: str) -> dict[str, Any]:
    return {
        "type": "header",
        "report": 1,
        "suite": version,
        "runner": version,
        "engine": None,
        "command": list(header.command),
        "readings": header.readings,
        "selection": header.selection,
        "cases": header.cases,
        "generated": header.generated,
        "variants": header.variants,
        "started": header.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        **({"notes": list(header.notes)} if header.notes else {}),
    }


def _case(result: CaseResult) -> dict[str, Any]:
    case, verdict = result.case, result.verdict
    line: dict[str, Any] = {
        "type": "case",
        "id": case.id,
        "clause": case.clause,
        "title": case.title,
        "method": case.method,
        "under": case.under,
        "verdict": verdict.verdict,
    }
    if verdict.verdict in ("failed", "expected-failure") and not result.fault:
        line |= {"kind": verdict.kind, "message": verdict.message, "expected": case.expected}
        line |= {"got": verdict.got, "difference": list(verdict.differences)}
    if result.fault:
        line["fault"] = result.fault.as_json()
    if verdict.reason:
        line["reason"] = verdict.reason
    if verdict.verdict == "not-applicable" or verdict.kind == "skipped":
        line["why"] = verdict.message
    if result.seconds is not None:
        line["ms"] = round(result.seconds * 1000, 3)
    return line


def _diagnosis(diagnosis: Diagnosis) -> dict[str, Any]:
    return {
        "subject": diagnosis.subject,
        "explains": sorted(diagnosis.explains),
        "failures": diagnosis.failures,
        **({"alike": list(diagnosis.alike)} if diagnosis.alike else {}),
        **({"left_out": diagnosis.left_out} if diagnosis.left_out else {}),
        **({"malformed": diagnosis.malformed} if diagnosis.malformed else {}),
    }


def _footer(footer: Footer) -> dict[str, Any]:
    levels = [
        {
            "id": result.level.id,
            "claimed": result.claimed,
            "passed": result.passed,
            "cases": result.cases,
            **({"why": result.why} if result.why else {}),
        }
        for result in footer.levels
    ]
    unmatched = [
        {"file": line.file, "line": line.number, "name": line.name, "reason": line.reason} for line in footer.unmatched
    ]
    return {
        "type": "footer",
        "verdict": footer.verdict,
        "exit": footer.exit,
        "counts": footer.counts,
        "levels": levels,
        "seconds": round(footer.seconds, 3),
        **({"stopped_after": footer.stopped_after} if footer.stopped_after else {}),
        **({"unmatched": unmatched} if unmatched else {}),
    }
