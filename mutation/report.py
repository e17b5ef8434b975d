"""From the sessions of a run to survivors.md and the score."""

from __future__ import annotations

import datetime
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mutation.noise import KINDS


@dataclass(frozen=True)
class Survivor:
    """A mutant that the suite lets live: the operator, and the line before and after."""

    operator: str
    line: int
    before: str
    after: str


@dataclass
class Outcome:
    """What came of the mutants of a module."""

    killed: int = 0
    pending: int = 0
    noise: Counter[str] = field(default_factory=Counter)
    survivors: list[Survivor] = field(default_factory=list)


@dataclass(frozen=True)
class Ruling:
    """What was found out by hand about a survivor: whether no answer can show it, and why."""

    equivalent: bool
    reason: str


# What came of each module, or None where it was not run; and the rulings, by module and mutated line.
Outcomes = Mapping[str, Outcome | None]
Rulings = Mapping[tuple[str, str], Ruling]


def is_whole(outcomes: Outcomes) -> bool:
    """Whether every mutant of every module was run: only then is a score that of the engine."""
    return all(outcome is not None and not outcome.pending for outcome in outcomes.values())


def write_report(outcomes: Outcomes, rulings: Rulings, file: Path) -> str:
    """Writes what came of the modules into a file, and gives the table of the scores."""
    table = score_table(outcomes, rulings)
    parts = [
        "# Survivors\n",
        f"Written by `make mutation` on {datetime.date.today().isoformat()}; the reasons are in `rulings.toml`. "
        "What the columns mean is in the [README](README.md).\n",
        table,
        "## What was not run, by kind\n",
        noise_table(outcomes),
        *(_section(module, outcome, rulings) for module, outcome in outcomes.items() if outcome and outcome.survivors),
    ]
    file.write_text("\n".join(parts), encoding="utf-8")
    return table


def read_rulings(path: Path) -> Rulings:
    """The rulings, by module and mutated line."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("ruling", []) if path.is_file() else []
    return {
        (entry["module"], line): Ruling(entry["equivalent"], entry["reason"])
        for entry in entries
        for line in entry["mutants"]
    }


def read_session(session: Path) -> Outcome | None:
    """The outcome of a module; None if it was not run."""
    from cosmic_ray.work_db import use_db
    from cosmic_ray.work_item import TestOutcome, WorkerOutcome

    if not session.is_file():
        return None
    outcome = Outcome()
    with use_db(str(session)) as database:
        outcome.pending = len(list(database.pending_work_items))
        for item, result in database.completed_work_items:
            if result.worker_outcome == WorkerOutcome.SKIPPED:
                outcome.noise[result.output] += 1
            elif result.test_outcome == TestOutcome.SURVIVED:
                (mutation,) = item.mutations
                outcome.survivors.append(_survivor(mutation.operator_name, mutation.start_pos[0], result.diff))
            else:
                outcome.killed += 1
    outcome.survivors.sort(key=lambda survivor: (survivor.line, survivor.after))
    return outcome


def _survivor(operator: str, line: int, diff: str) -> Survivor:
    changes = diff.splitlines()[3:]
    before = " / ".join(change[1:].strip() for change in changes if change.startswith("-"))
    after = " / ".join(change[1:].strip() for change in changes if change.startswith("+"))
    return Survivor(operator.partition("/")[2], line, before, after)


def score_table(outcomes: Outcomes, rulings: Rulings) -> str:
    """The score of each module and of all; where not all was run, that of a part, which stands for nothing else."""
    lines = [
        "| module | mutants | killed | equivalent | gaps | not yet ruled on | not yet run | score |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    total = [0] * 6
    for module, outcome in outcomes.items():
        if outcome is None:
            lines.append(f"| `{module}.py` | – | – | – | – | – | all | not run |")
            continue
        found = [rulings.get((module, survivor.after)) for survivor in outcome.survivors]
        equivalent = sum(ruling is not None and ruling.equivalent for ruling in found)
        gaps = sum(ruling is not None and not ruling.equivalent for ruling in found)
        run = outcome.killed + len(found)
        row = [run, outcome.killed, equivalent, gaps, found.count(None), outcome.pending]
        total = [sum(pair) for pair in zip(total, row, strict=True)]
        lines.append(f"| `{module}.py` | {' | '.join(map(str, row))} | {score(row)} |")
    whole = is_whole(outcomes)
    name, result = ("**all**", f"**{score(total)}**") if whole else ("a part", f"{score(total)} of this part")
    lines.append(f"| {name} | {' | '.join(map(str, total))} | {result} |\n")
    return "\n".join(lines)


def score(row: Sequence[int]) -> str:
    """Killed among all that are not equivalent, in percent, never rounded up.

    >>> score([1000, 998, 1, 1, 0, 0])
    '99.8 %'
    """
    run, killed, equivalent = row[:3]
    return f"{killed * 1000 // (run - equivalent) / 10} %" if run > equivalent else "–"


def noise_table(outcomes: Outcomes) -> str:
    """How many mutations were left out, and why."""
    count: Counter[str] = sum((outcome.noise for outcome in outcomes.values() if outcome), Counter())
    rows = [f"| {kind} | {count[kind]} | {reason} |" for kind, reason in KINDS.items()]
    return "\n".join(["| kind | mutations | reason |", "|---|--:|---|", *rows, ""])


def _section(module: str, outcome: Outcome, rulings: Rulings) -> str:
    lines = [f"## `{module}.py`\n", "| line | becomes | by | |", "|--:|---|---|---|"]
    for survivor in outcome.survivors:
        ruling = rulings.get((module, survivor.after))
        words = "not yet ruled on"
        if ruling:
            words = f"{'equivalent' if ruling.equivalent else '**gap**'}: {ruling.reason}"
        after = survivor.after.replace("|", "\\|")
        lines.append(f"| {survivor.line} | `{after}` | {survivor.operator} | {words} |")
    return "\n".join([*lines, ""])
