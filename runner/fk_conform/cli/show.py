"""`fk-conform show`: a case or a clause, with all that belongs to it, in the terminal."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from fk_conform.cli.words import Parser, canonical
from fk_conform.errors import UsageError
from fk_conform.report.text import wants_colour
from fk_conform.report.words import say_answer, say_question
from fk_conform.spec import Clause, Mistake, Spec, load_spec
from fk_conform.suite import Case, load_cases
from fk_conform.symmetry import in_words, variant_of

DESCRIPTION = """\
Shows a case with its clause and sources, a clause with its cases, the clauses of a chapter, a reading, a known mistake,
or a reason of refusal.
"""

EXAMPLES = """\
fk-conform show FK4.3c02
fk-conform show FK4.3
fk-conform show FK4 when-void M-no-follow
"""
WIDTH = 100


def main(words: Sequence[str]) -> int:
    """Shows each thing that is named."""
    parser = Parser("fk-conform show", DESCRIPTION, EXAMPLES)
    parser.add_argument(
        "ids", nargs="+", metavar="ID", help="as in FK4.3c02 FK4.3 FK4 when-void M-no-follow card-not-held"
    )
    options = parser.parse_args(words)
    spec = load_spec()
    cases = {case.id: case for case in load_cases()}
    for name in options.ids:
        show(canonical(name), spec, cases)
    return 0


def show(name: str, spec: Spec, cases: Mapping[str, Case]) -> None:
    """Whatever it is that is called so; raises `UsageError` if nothing is."""
    variant = variant_of(name, cases)
    if name in cases:
        show_case(cases[name], spec)
    elif variant:
        print(f"{in_words(name)}\n")
        show_case(variant, spec)
    elif name in spec.clauses:
        show_clause(spec.clauses[name], spec)
        show_titles([case for case in cases.values() if case.clause == name and not case.generated])
    elif name in spec.chapters:
        for clause in spec.clauses.values():
            if clause.id.startswith(f"{name}."):
                show_clause(clause, spec)
    elif name in spec.readings:
        show_reading(name, spec)
    elif name in spec.mistakes:
        show_mistake(spec.mistakes[name], spec, [case for case in cases.values() if name in case.kills])
    elif name in spec.reasons:
        show_clause(spec.clauses[spec.reasons[name]], spec)
        show_titles([case for case in cases.values() if case.refuse and case.refuse.reason == name])
    else:
        raise UsageError(
            f"there is no case or clause {name!r}, nor anything else of that name; {_hint(name, spec, cases)}"
        )


def _hint(name: str, spec: Spec, cases: Mapping[str, Case]) -> str:
    close = get_close_matches(name, [*spec.clauses, *cases, *spec.readings, *spec.mistakes], 1)
    return f"did you mean {close[0]}?" if close else "see `fk-conform list`"


def show_reading(name: str, spec: Spec) -> None:
    """A reading: its question, and its alternatives with whoever holds them."""
    print(f"{_bold(name)}  {spec.questions[name]}\n")
    for alternative in spec.readings[name]:
        default = " (default)" if alternative == spec.readings[name][0] else ""
        said = spec.alternatives[name, alternative]
        _labelled(alternative + default, f"{said.rule} Held by: {', '.join(said.held_by) or 'no source'}.")
    print()
    for clause in spec.clauses.values():
        if clause.reading == name:
            show_clause(clause, spec)


def show_mistake(mistake: Mistake, spec: Spec, cases: Sequence[Case]) -> None:
    """A known mistake, the clause that it breaks, and the cases that are there to catch it."""
    print(f"{_bold(mistake.id)}  {mistake.sentence}\n")
    show_titles(cases)
    show_clause(spec.clauses[mistake.clause], spec)


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
    if clause.french:
        _labelled("French", clause.french)
    _labelled("basis", f"{clause.basis}. {clause.deduction}" if clause.deduction else clause.basis)
    for source in clause.sources:
        _labelled("source", spec.source(source))
    if clause.note:
        _labelled("note", clause.note)
    if clause.reading:
        alternatives = spec.readings[clause.reading]
        _labelled("reading", f"{clause.reading}: {alternatives[0]} (default) or {', '.join(alternatives[1:])}")
    if clause.weak:
        _labelled("weak", "one of the rulings on which the sources help least")
    if clause.without_case:
        _labelled("no case", clause.without_case)
    if clause.see:
        _labelled("see also", ", ".join(clause.see))
    print()


def show_titles(cases: Sequence[Case]) -> None:
    """The cases of a clause, a line each."""
    for case in cases:
        print(f"  {case.id}  {case.title}")
    print()


def _labelled(label: str, text: str) -> None:
    lines = textwrap.wrap(" ".join(text.split()), WIDTH - 12, break_long_words=False, break_on_hyphens=False) or [""]
    print(f"  {label.ljust(10)}{lines[0]}" if len(label) < 10 else f"  {label}\n{' ' * 12}{lines[0]}")
    for line in lines[1:]:
        print(" " * 12 + line)


def _bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if wants_colour(sys.stdout) else text
