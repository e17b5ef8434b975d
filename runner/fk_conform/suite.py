"""The suite: cases, and which of them to run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fk_conform import data
from fk_conform.errors import FileError, UsageError
from fk_conform.spec import Spec

Json = Any

# What the id of a variant has after that of its case.
OF_A_VARIANT = re.compile("[~@]")
AGAIN, TWIN = "@again", "@twin"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: its reason, and the place of what is refused where the request has a list."""

    reason: str
    event: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One question and its answer.

    `params` is the JSON that is sent. One of `expect` (a result), `refuse` and `malformed` holds the answer. `under`
    are the readings that it depends on, `table` those at which its point shows though the answer is the same. It is
    `unreviewed` where its clause has been reworded since somebody signed that its cases hold. `new_questions` says
    which of its variants ask another question, as the function of `symmetry` does; None if nobody has found out.
    """

    id: str
    clause: str
    title: str
    method: str
    params: str
    because: str
    expect: Json = None
    refuse: Refusal | None = None
    malformed: bool = False
    under: dict[str, str] = field(default_factory=dict)
    table: dict[str, str] = field(default_factory=dict)
    shows: str = ""
    also: tuple[str, ...] = ()
    kills: tuple[str, ...] = ()
    file: str = ""
    generated: bool = False
    unreviewed: bool = False
    new_questions: int | None = None

    @property
    def wire(self) -> bytes:
        """The params, as they are sent."""
        return self.params.encode()

    @property
    def derived_from(self) -> str:
        """The id of the case that a variant of it was derived from; its own id if it is none."""
        return OF_A_VARIANT.split(self.id, maxsplit=1)[0]

    @property
    def is_variant(self) -> bool:
        """Whether it was derived from another case: by a renaming, or to ask again."""
        return OF_A_VARIANT.search(self.id) is not None

    @property
    def expected(self) -> Json:
        """The answer as it stands in the case file."""
        if self.malformed:
            return {"malformed": True}
        if self.refuse:
            event = {} if self.refuse.event is None else {"event": self.refuse.event}
            return {"refuse": {"reason": self.refuse.reason, **event}}
        return {"expect": self.expect}

    def holds_under(self, readings: Mapping[str, str]) -> bool:
        """Whether the answer holds at a table that plays by these readings."""
        return all(readings.get(name) == alternative for name, alternative in self.under.items())

    @property
    def asked_under(self) -> dict[str, str]:
        """The readings at which it is put to an engine: those it depends on, and those at which its point shows."""
        return {**self.under, **self.table} if self.table else self.under


@dataclass(frozen=True, slots=True)
class Selection:
    """Which cases to run; nothing named selects all.

    `cases` is the file or folder that stands in for the suite; `last_failed` leaves only what failed last time.
    """

    ids: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    words: str = ""
    corpus: bool = True
    cases: str = ""
    last_failed: bool = False

    @property
    def everything(self) -> bool:
        """Whether all cases that were derived by hand are selected: only then may levels be claimed."""
        return not (self.narrows or self.cases or self.last_failed)

    @property
    def narrows(self) -> bool:
        """Whether only some of the cases that there are, are selected."""
        return bool(self.ids or self.methods or self.levels or self.words)

    def as_json(self) -> dict[str, Json]:
        """What was selected by; empty for the whole suite."""
        chosen: dict[str, Json] = {
            "ids": list(self.ids),
            "methods": list(self.methods),
            "levels": list(self.levels),
            "words": self.words,
            "cases": self.cases,
            "last-failed": self.last_failed,
        }
        return {name: value for name, value in chosen.items() if value} | ({} if self.corpus else {"corpus": False})


# How long a file of generated cases is, in bytes, that is read once.
KEPT = 1 << 20


class Stored:
    """Generated cases in a file, a line each: read whenever they are gone through, for there may be any number."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[Case]:
        from fk_conform.compiling import compile_corpus
        from fk_conform.textfile import name_of

        spec = data.spec()
        methods = {method["id"] for method in spec["methods"]}
        clauses = {clause["id"] for clause in spec["clauses"]}
        readings = {each["id"]: [choice["id"] for choice in each["alternatives"]] for each in spec["readings"]}
        for number, compiled in enumerate(compile_corpus([self.path]), 1):
            if compiled["method"] not in methods:
                raise FileError(name_of(self.path), number, f"there is no method {compiled['method']}")
            if compiled["clause"] not in clauses:
                raise FileError(name_of(self.path), number, f"there is no clause {compiled['clause']}")
            case = case_of(compiled, generated=True)
            for name, alternative in case.asked_under.items():
                if alternative not in readings.get(name, ()):
                    raise FileError(name_of(self.path), number, f"there is no reading {name}: {alternative}")
            yield case


def load_cases(corpus: bool = True, path: Path | None = None) -> Iterable[Case]:
    """The cases derived by hand, in the order of their clauses, then the generated ones; or those at a path."""
    if path is None:
        return _of_the_suite(corpus)
    if not path.exists():
        raise UsageError(f"--cases {path}: there is no such file or folder")
    if path.suffix != ".jsonl":
        return _derived_at(path)
    return Stored(path) if path.stat().st_size > KEPT else list(Stored(path))


def _of_the_suite(corpus: bool) -> Iterator[Case]:
    yield from map(case_of, data.cases())
    if corpus:
        yield from (case_of(compiled, generated=True) for compiled in data.corpus())


def _derived_at(path: Path) -> Iterator[Case]:
    from fk_conform.compiling import case_files, compile_cases

    clauses = {clause["id"] for clause in data.spec()["clauses"]}
    yield from map(case_of, compile_cases(case_files(path), data.root() / "spec", clauses))


def select(cases: Iterable[Case], selection: Selection, spec: Spec) -> list[Case]:
    """The cases that are selected; raises `UsageError` for a name that nothing has, and if nothing is selected."""
    everything = list(cases)
    named_variants = _named_variants(everything, selection)
    _check_names(everything, selection, spec)
    by_level = {method for level in spec.levels if level.id in selection.levels for method in level.methods}
    named = [case for case in [*everything, *named_variants] if _is_selected(case, selection, by_level)]
    # Words are looked for in titles first: in derivations nearly every word of the game occurs somewhere.
    chosen = [case for case in named if _has(selection.words, f"{case.id} {case.method} {case.title}")]
    chosen = chosen or [case for case in named if _has(selection.words, case.because)]
    if not chosen:
        raise UsageError("no case is selected; see `fk-conform list`")
    return chosen


def _named_variants(cases: Sequence[Case], selection: Selection) -> list[Case]:
    """The variants that are selected by their own ids."""
    names = [name for name in selection.ids if OF_A_VARIANT.search(name)]
    if not names:
        return []
    from fk_conform.more import case_named

    by_id = {case.id: case for case in cases}
    found = [(name, case_named(name, by_id)) for name in names]
    for name, variant in found:
        if variant is None:
            like = "FK4.3c02~HCDS+1, FK4.3c02@again or FK4.18c01@twin"
            raise UsageError(f"there is no variant {name!r}; one is called as in {like}")
    return [variant for _, variant in found if variant]


def _is_selected(case: Case, selection: Selection, by_level: set[str]) -> bool:
    return (
        (not selection.ids or any(is_named_by(case, name) for name in selection.ids))
        and (not selection.methods or case.method in selection.methods)
        and (not selection.levels or case.method in by_level)
    )


def _has(words: str, text: str) -> bool:
    return all(word in text.lower() for word in words.lower().split())


def is_named_by(case: Case, name: str) -> bool:
    """Whether a name given to select by means this case: its id, its clause or its chapter."""
    return name in (case.id, case.clause, case.clause.partition(".")[0])


def _check_names(cases: Sequence[Case], selection: Selection, spec: Spec) -> None:
    known = {case.id for case in cases} | set(spec.clauses) | set(spec.chapters)
    for name in selection.ids:
        if name not in known and not OF_A_VARIANT.search(name):
            raise UsageError(f"there is no case, clause or chapter {name!r}; see `fk-conform list`")
    for method in selection.methods:
        if method not in spec.methods:
            raise UsageError(f"--method {method}: there is no such method; there are {', '.join(spec.methods)}")
    for level in selection.levels:
        names = [each.id for each in spec.levels]
        if level not in names:
            raise UsageError(f"--level {level}: there is no such level; there are {', '.join(names)}")


def case_of(compiled: Json, generated: bool = False) -> Case:
    """The case that was compiled."""
    refuse = compiled.get("refuse")
    return Case(
        id=compiled["id"],
        clause=compiled["clause"],
        title=compiled["title"],
        method=compiled["method"],
        params=compiled["params"],
        because=" ".join(compiled["because"].split()),
        expect=compiled.get("expect"),
        refuse=Refusal(refuse["reason"], refuse.get("event")) if refuse else None,
        malformed=compiled.get("malformed", False),
        under=compiled.get("under", {}),
        table=compiled.get("table", {}),
        shows=compiled.get("shows", ""),
        also=tuple(compiled.get("also", ())),
        kills=tuple(compiled.get("kills", ())),
        file=compiled.get("file", ""),
        generated=generated,
        unreviewed=compiled.get("unreviewed", False),
        new_questions=int(compiled["new_questions"], 16) if "new_questions" in compiled else None,
    )
