"""All that can be called by an id: chapters, clauses, cases, readings, mistakes, reasons, works and history notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from fk_conform.errors import UsageError
from fk_conform.more import case_named
from fk_conform.spec import Spec
from fk_conform.suite import Case


@dataclass(frozen=True)
class Named:
    """Something that has an id: what kind of thing it is, the id, and what it is called."""

    kind: str
    id: str
    title: str


def find(name: str, spec: Spec, cases: Mapping[str, Case]) -> Named:
    """Whatever it is that is called so; raises `UsageError` if nothing is.

    >>> from fk_conform.spec import load_spec
    >>> find("H5", load_spec(), {})
    Named(kind='note', id='H5', title='The name of the game')
    """
    case = case_named(name, cases)
    if case:
        return Named("case", name, case.title)
    for kind, titles in _titles(spec).items():
        if name in titles:
            return Named(kind, name, titles[name])
    raise UsageError(f"there is no case or clause {name!r}, nor anything else of that name; {_hint(name, spec, cases)}")


def clause(name: str, spec: Spec) -> Named:
    """The clause of this id."""
    return Named("clause", name, spec.clauses[name].title)


def _titles(spec: Spec) -> dict[str, dict[str, str]]:
    """What each thing is called, by kind and id. No two kinds share an id."""
    return {
        "clause": {name: clause.title for name, clause in spec.clauses.items()},
        "chapter": spec.chapters,
        "reading": spec.titles,
        "mistake": {name: mistake.sentence for name, mistake in spec.mistakes.items()},
        "reason": spec.meanings,
        "source": spec.sources,
        "note": {name: note.title for name, note in spec.notes.items()},
    }


def _hint(name: str, spec: Spec, cases: Mapping[str, Case]) -> str:
    known = [known for titles in _titles(spec).values() for known in titles]
    close = get_close_matches(name, [*known, *cases], 1)
    return f"did you mean {close[0]}?" if close else "see `fk-conform list`"
