"""Saved reports for tests, made up case by case."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fk_conform.verdict import VERDICT_WORDS

Json = Any

LEVELS = ("table", "deal", "play", "cliques", "hand", "game")


def lines_of(
    verdicts: Mapping[str, str],
    *,
    verdict: str = "",
    engine: str = "tiny",
    claimed: tuple[str, ...] = (),
    faults: tuple[str, ...] = (),
    footer: bool = True,
    unread: int = 0,
    **header: Json,
) -> list[Json]:
    """The lines of a report with these verdicts, by case; `unread` cases are counted and have no line.

    What it comes to follows from them, if nothing else is said.
    """
    wrong = bool(faults) or any(each in ("failed", "fault") for each in verdicts.values())
    verdict = verdict or ("not-conformant" if wrong else "conformant")
    first = {"type": "header", "report": 1, "suite": "1.0.0", "started": "2025-11-29T20:11:00Z", "readings": {}}
    lines: list[Json] = [{**first, "selection": {}, "cases": len(verdicts) + unread, **header}]
    if engine:
        lines.append({"type": "session", "engine": {"name": engine, "version": "0.1"}})
    for name, each in verdicts.items():
        line = {"type": "case", "id": name, "clause": name.partition("c")[0], "verdict": each, "title": f"Title {name}"}
        lines.append({**line, "message": "it is wrong"} if each == "failed" else line)
    lines += [{"type": "fault", "message": fault} for fault in faults]
    if footer:
        counts = Counter(verdicts.values())
        levels = [{"id": name, "claimed": name in claimed, "passed": 1, "cases": 1} for name in LEVELS]
        end = {"type": "footer", "verdict": verdict, "levels": levels, "seconds": 1.234}
        lines.append({**end, "counts": {name: counts[name] for name in VERDICT_WORDS}})
    return lines


def save(path: Path, verdicts: Mapping[str, str], **more: Any) -> Path:
    """A file with such a report."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines_of(verdicts, **more)), encoding="utf-8")
    return path
