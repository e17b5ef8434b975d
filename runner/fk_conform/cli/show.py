"""`fk-conform show`: a case or a clause, with all that belongs to it, in the terminal."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence

from fk_conform.cli.words import Parser
from fk_conform.errors import UsageError
from fk_conform.report.text import wants_colour
from fk_conform.report.words import say_answer, say_question
from fk_conform.spec import Clause, Spec, load_spec
from fk_conform.suite import Case, load_cases

EXAMPLES = """\
fk-conform show FK4.3c02
fk-conform show FK4.3
"""
WIDTH = 100


def main(words: Sequence[str]) -> int:
    """Shows each thing that is named."""
    parser = Parser(
        "fk-conform show", "Shows a case with its clause and sources, or a clause with its cases.", EXAMPLES
    )
    parser.add_argument("ids", nargs="+", metavar="ID", help="a case (FK4.3c02) or a clause (FK4.3)")
    options = parser.parse_args(words)
    spec = load_spec()
    cases = list(load_cases())
    by_id = {case.id: case for case in cases}
    for name in options.ids:
        if name in by_id:
            show_case(by_id[name], spec)
        elif name in spec.clauses:
            show_clause(spec.clauses[name], spec)
            show_titles([case for case in cases if case.clause == name and not case.generated])
        else:
            raise UsageError(f"there is no case or clause {name!r}; see `fk-conform list`")
    return 0


def show_case(case: Case, spec: Spec) -> None:
    """The case, and under it its clause."""
    print(f"{_bold(case.id)}  {case.title}\n")
    _labelled("asked", f"{case.method}: {say_question(case)}")
    if case.under:
        _labelled("under", ", ".join(f"{name}: {alternative}" for name, alternative in case.under.items()))
    _labelled("answer", say_answer(case.expected))
    _labelled("because", case.because)
    for mistake in case.kills:
        _labelled("catches", f"{mistake}: {spec.mistakes[mistake].sentence}")
    if case.generated:
        _labelled("generated", "made by a program, not derived by hand")
    print()
    for clause in (case.clause, *case.also):
        show_clause(spec.clauses[clause], spec)


def show_clause(clause: Clause, spec: Spec) -> None:
    """The text of a clause, what it rests on, and its sources."""
    print(f"{_bold(clause.id)}  {clause.title}\n")
    for line in textwrap.wrap(clause.rule, WIDTH - 2):
        print(f"  {line}")
    print()
    _labelled("basis", f"{clause.basis}. {clause.deduction}" if clause.deduction else clause.basis)
    for source in clause.sources:
        key, _, place = source.partition(" ")
        _labelled("source", f"{spec.sources.get(key, key)} ({key}), {place}" if place else spec.sources.get(key, key))
    if clause.note:
        _labelled("note", clause.note)
    if clause.reading:
        alternatives = spec.readings[clause.reading]
        _labelled("reading", f"{clause.reading}: {alternatives[0]} (default) or {', '.join(alternatives[1:])}")
    print()


def show_titles(cases: Sequence[Case]) -> None:
    """The cases of a clause, a line each."""
    for case in cases:
        print(f"  {case.id}  {case.title}")
    print()


def _labelled(label: str, text: str) -> None:
    lines = textwrap.wrap(" ".join(text.split()), WIDTH - 12, break_long_words=False, break_on_hyphens=False) or [""]
    print(f"  {label.ljust(10)}{lines[0]}")
    for line in lines[1:]:
        print(" " * 12 + line)


def _bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if wants_colour(sys.stdout) else text
