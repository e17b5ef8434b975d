"""`fk-conform mistakes`: run the suite against every known mistake, and see which case catches what."""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from fk_conform.cli.signals import ended_as_by_ctrl_c
from fk_conform.cli.words import Parser, jobs
from fk_conform.errors import UsageError
from fk_conform.fingerprint import Pattern
from fk_conform.kills import compute, subjects
from fk_conform.report.text import Progress
from fk_conform.spec import Spec, load_spec
from fk_conform.suite import load_cases

EXAMPLES = """\
fk-conform mistakes
fk-conform mistakes M-ace-above-king
fk-conform mistakes -j 2 --matrix
fk-conform mistakes --format json > kills.json
"""


WIDTH = 100
INDENT = 10


def main(words: Sequence[str]) -> int:
    """Prints the kill matrix; 1 if a mistake survives all cases that were derived by hand."""
    options = parser().parse_args(words)
    if options.write and options.names:
        raise UsageError("--write writes the whole of cases/kills.json, and goes without names of mistakes")
    spec = load_spec()
    names = _names(options.names, spec)
    patterns = _compute(names, options.jobs)
    if options.write:
        write(patterns)
    if options.format == "json":
        print(as_json(patterns), end="")
    else:
        _tell(patterns, spec, options.matrix)
        if not options.names:
            _tell_of_all(patterns, spec)
    return 1 if any(not pattern for pattern in patterns.values()) else 0


def _names(chosen: Sequence[str], spec: Spec) -> list[str]:
    everything = subjects(spec)
    for name in chosen:
        if name not in everything:
            raise UsageError(f"there is no wrong engine for {name!r}; see spec/mistakes.yaml")
    return list(chosen) or everything


def _compute(names: Sequence[str], jobs: int) -> dict[str, Pattern]:
    progress = Progress(sys.stderr)
    progress.begin(len(names))
    patterns = {}
    with ended_as_by_ctrl_c(), closing(compute(names, jobs)) as computed:
        for name, pattern in computed:
            patterns[name] = pattern
            progress.step()
    progress.clear()
    return patterns


def as_json(patterns: Mapping[str, Pattern]) -> str:
    """The matrix, a line a mistake."""
    lines = [f"{json.dumps(name)}: {json.dumps(pattern)}" for name, pattern in patterns.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(patterns: Mapping[str, Pattern]) -> None:
    """Writes the matrix into the checkout."""
    from fk_conform.data import CHECKOUT

    if not (CHECKOUT / "cases").is_dir():
        raise UsageError("--write: there is no checkout to write into")
    (CHECKOUT / "cases" / "kills.json").write_text(as_json(patterns), encoding="utf-8")
    print(f"wrote {Path('cases') / 'kills.json'}", file=sys.stderr)


def _tell(patterns: Mapping[str, Pattern], spec: Spec, matrix: bool) -> None:
    for name, pattern in patterns.items():
        clause = spec.mistakes[name].clause if name in spec.mistakes else "reading"
        print(f"{name.ljust(36)} {clause.ljust(8)} {str(len(pattern)).rjust(4)}  {_cases(pattern, matrix)}")
    survivors = [name for name, pattern in patterns.items() if not pattern]
    mistakes = sum(name in spec.mistakes for name in patterns)
    kinds = ((mistakes, "mistake"), (len(patterns) - mistakes, "other reading"))
    print()
    print(f"{' and '.join(_so_many(*kind) for kind in kinds if kind[0])}; surviving: {', '.join(survivors) or 'none'}")


def _tell_of_all(patterns: Mapping[str, Pattern], spec: Spec) -> None:
    """What only the whole matrix shows."""
    mistakes = {name: pattern for name, pattern in patterns.items() if name in spec.mistakes}
    thin = [(name, next(iter(pattern))) for name, pattern in mistakes.items() if len(pattern) == 1]
    print(f"{_so_many(len(thin), 'mistake')} caught by one case alone:")
    for name, case in thin:
        print(f"  {case.ljust(11)} {name}")
    idle = idle_cases(mistakes)
    catch = "catches" if len(idle) == 1 else "catch"
    print(f"{_so_many(len(idle), 'case')} that {catch} nothing but what another of the same clause does:")
    for clause in spec.clauses:
        numbers = sorted(case.removeprefix(clause) for case in idle if case.startswith(f"{clause}c"))
        for line, text in enumerate(textwrap.wrap(" ".join(numbers), WIDTH - INDENT)):
            print(f"  {('' if line else clause).ljust(INDENT - 2)}{text}")


def _so_many(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _cases(pattern: Pattern, matrix: bool) -> str:
    names = list(pattern)
    return " ".join(names) if matrix or len(names) <= 4 else f"{' '.join(names[:4])} …"


def idle_cases(patterns: Mapping[str, Pattern]) -> set[str]:
    """Cases all of whose mistakes are caught by another single case of the same clause too, mistake by mistake."""
    caught_by: dict[str, set[str]] = {case.id: set() for case in load_cases(corpus=False)}
    clause_of = {case.id: case.clause for case in load_cases(corpus=False)}
    for name, pattern in patterns.items():
        for case in pattern:
            caught_by[case].add(name)
    idle = set()
    for case, mistakes in caught_by.items():
        others = [
            caught for other, caught in caught_by.items() if other != case and clause_of[other] == clause_of[case]
        ]
        if mistakes <= set().union(*others):
            idle.add(case)
    return idle


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser(
        "fk-conform mistakes",
        "Runs the cases derived by hand against a wrong engine for each known mistake; prints which cases catch it.",
        EXAMPLES,
    )
    parser.add_argument("names", nargs="*", metavar="MISTAKE", help="only these mistakes (M-…)")
    parser.add_argument("-j", "--jobs", type=jobs, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    parser.add_argument(
        "--matrix", action="store_true", help="every case that catches a mistake, not their number alone"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text", help="json: what cases/kills.json holds")
    parser.add_argument("--write", action="store_true", help="write cases/kills.json anew (in a checkout)")
    return parser
