"""`fk-conform show`: a case or a clause, with all that belongs to it, in the terminal."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Mapping, Sequence

from fk_conform import data
from fk_conform.cite import without_tex
from fk_conform.cli.words import Parser, canonical
from fk_conform.edition import this_edition
from fk_conform.links import link
from fk_conform.more import case_named
from fk_conform.named import Named, find
from fk_conform.report.failure import because
from fk_conform.report.text import wants_colour
from fk_conform.report.words import say_answer, say_question
from fk_conform.spec import Clause, Spec, load_spec
from fk_conform.suite import Case, load_cases
from fk_conform.symmetry import in_words

DESCRIPTION = """\
Shows a case with its clause and sources, a clause with its cases, the clauses of a chapter, a reading, a known mistake,
a reason of refusal, a work of the bibliography with all that cites it, or a note on the history of the game.
"""

EXAMPLES = """\
fk-conform show FK4.3c02
fk-conform show FK4.3
fk-conform show FK4 when-void M-no-follow
fk-conform show lalanne-2021 H2
"""
WIDTH = 100
UNSIGNED = """\
The clause has been reworded since somebody signed that its cases hold. They are unreviewed until that has been done
again: fk-conform check --resign.
"""


def main(words: Sequence[str]) -> int:
    """Shows each thing that is named."""
    options = parser().parse_args(words)
    spec = load_spec()
    cases = {case.id: case for case in load_cases()}
    for name in options.ids:
        show(canonical(name), spec, cases)
    return 0


def show(name: str, spec: Spec, cases: Mapping[str, Case]) -> None:
    """Whatever it is that is called so; raises `UsageError` if nothing is."""
    thing = find(name, spec, cases)
    match thing.kind:
        case "case" if name in cases:
            show_case(cases[name], spec)
        case "case":
            variant = case_named(name, cases)
            assert variant
            print(f"{in_words(name)}\n")
            show_case(variant, spec)
        case "clause":
            show_clause(spec.clauses[name], spec)
            own = [case for case in cases.values() if case.clause == name and not case.generated]
            if any(case.unreviewed for case in own):
                _labelled("unsigned", UNSIGNED)
                print()
            show_titles(own)
        case "chapter":
            for clause in spec.clauses.values():
                if clause.id.startswith(f"{name}."):
                    show_clause(clause, spec)
        case "reading":
            show_reading(thing, spec)
        case "mistake":
            show_mistake(thing, spec, [case for case in cases.values() if name in case.kills])
        case "reason":
            show_reason(thing, spec, [case for case in cases.values() if case.refuse and case.refuse.reason == name])
        case "source":
            show_source(thing, spec)
        case "note":
            show_note(thing, spec)


def show_reading(thing: Named, spec: Spec) -> None:
    """A reading: its question, and its alternatives with whoever holds them."""
    name = thing.id
    print(f"{_bold(name)}  {spec.questions[name]}\n")
    for alternative in spec.readings[name]:
        default = " (default)" if alternative == spec.readings[name][0] else ""
        said = spec.alternatives[name, alternative]
        _labelled(alternative + default, f"{said.rule} Held by: {', '.join(said.held_by) or 'no source'}.")
    _cite(thing, spec)
    for clause in spec.clauses.values():
        if clause.reading == name:
            show_clause(clause, spec)


def show_mistake(thing: Named, spec: Spec, cases: Sequence[Case]) -> None:
    """A known mistake, the clause that it breaks, and the cases that are there to catch it."""
    print(f"{_bold(thing.id)}  {thing.title}\n")
    _cite(thing, spec)
    show_titles(cases)
    show_clause(spec.clauses[spec.mistakes[thing.id].clause], spec)


def show_reason(thing: Named, spec: Spec, cases: Sequence[Case]) -> None:
    """A reason of refusal, the clause that it belongs to, and the cases that are refused for it."""
    print(f"{_bold(thing.id)}  {thing.title}\n")
    _cite(thing, spec)
    show_clause(spec.clauses[spec.reasons[thing.id]], spec)
    show_titles(cases)


def show_source(thing: Named, spec: Spec) -> None:
    """A work of the bibliography: what is known of it, and what cites it, with the place."""
    work = spec.works[thing.id]
    print(f"{_bold(thing.id)}  {thing.title}\n")
    for name, text in work.fields.items():
        _labelled(name, without_tex(text))
    _cite(thing, spec)
    for clause in spec.clauses.values():
        places = [source.partition(" ")[2] for source in clause.sources if source.split()[0] == thing.id]
        if places:
            print(f"  {clause.id.ljust(7)} {clause.title}{''.join(f', {place}' for place in places if place)}")
    for (reading, alternative), said in spec.alternatives.items():
        if thing.id in (source.split()[0] for source in said.held_by):
            print(f"  {reading}: {alternative}")
    for note in spec.notes.values():
        if thing.id in note.sources:
            print(f"  {note.id.ljust(7)} {note.title}")
    print()


def show_note(thing: Named, spec: Spec) -> None:
    """A note on the history of the game, as it stands, and what it cites."""
    note = spec.notes[thing.id]
    print(f"{_bold(note.id)}  {note.title}\n")
    text = (data.root() / "spec" / "history" / f"{note.slug}.md").read_text(encoding="utf-8")
    print(text.split("---\n", 2)[2].strip() + "\n")
    for source in note.sources:
        _labelled("source", spec.source(source))
    _labelled("clauses", ", ".join(note.clauses))
    _cite(thing, spec)


def show_case(case: Case, spec: Spec) -> None:
    """The case, and under it its clause."""
    print(f"{_bold(case.id)}  {case.title}\n")
    _labelled("asked", f"{case.method}: {say_question(case)}")
    if case.under:
        _labelled("under", ", ".join(f"{name}: {alternative}" for name, alternative in case.under.items()))
    _labelled("answer", say_answer(case.expected))
    _labelled("because", because(case))
    for mistake in case.kills:
        _labelled("catches", f"{mistake}: {spec.mistakes[mistake].sentence}")
    if case.unreviewed:
        _labelled("unsigned", UNSIGNED)
    if case.generated:
        _labelled("generated", "made by a program, not derived by hand")
    _cite(Named("case", case.id, case.title), spec)
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
    for note in spec.notes.values():
        if clause.id in note.clauses:
            _labelled("history", f"{note.id}, {note.title}")
    _cite(Named("clause", clause.id, clause.title), spec)


def _cite(thing: Named, spec: Spec) -> None:
    """How to cite it in a few words, and where it stands."""
    edition = this_edition()
    label = "cite".ljust(10)
    # In one line, however long, so that it can be copied.
    print(f"  {label}{thing.id}, {edition.name} {edition.version}, {link(thing, spec, edition)}\n")


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


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform show", DESCRIPTION, EXAMPLES)
    parser.add_argument(
        "ids", nargs="+", metavar="ID", help="as in FK4.3c02 FK4.3 FK4 when-void M-no-follow card-not-held H2"
    )
    return parser
