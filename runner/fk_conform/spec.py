"""The specification as the runner needs it: clauses, readings, methods, levels."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from fk_conform import data
from fk_conform.errors import UsageError


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause. Its text is in the language of the specification that it is of; `french` is French in any."""

    id: str
    title: str
    rule: str
    basis: str
    sources: tuple[str, ...]
    note: str
    deduction: str
    reading: str
    weak: bool
    differ: bool
    see: tuple[str, ...]
    without_case: str
    withdrawn: str
    french: str


@dataclass(frozen=True, slots=True)
class Level:
    """A level, its methods, and those of them of which one will do."""

    id: str
    title: str
    methods: tuple[str, ...]
    either: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake: the clause that it breaks, and what it is."""

    id: str
    clause: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to play where tables may differ: what holds under it, and the sources that hold with it."""

    rule: str
    held_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """A work of the bibliography: its kind, and its fields as they stand there."""

    kind: str
    fields: Mapping[str, str]

    def __str__(self) -> str:
        """Author, title and year, enough to name it in a terminal."""
        named = [self.fields[name] for name in ("author", "title", "howpublished", "year") if name in self.fields]
        return re.sub("[{}]", "", ", ".join(named)).replace("--", "–")


@dataclass(frozen=True, slots=True)
class Note:
    """A note on the history of the game: the clauses that it mentions, and the works that it cites."""

    id: str
    slug: str
    title: str
    clauses: tuple[str, ...]
    sources: tuple[str, ...]


def in_a_line(text: str) -> str:
    r"""A text without its line breaks. The spaces of French that do not break stay.

    >>> in_a_line("Non\u00a0; seul\n  un joueur\n")
    'Non\xa0; seul un joueur'
    """
    return re.sub(r"[ \t-\r]+", " ", text).strip(" ")


class Spec:
    """The compiled specification, in English or, as far as it is translated, in French."""

    def __init__(self, compiled: Any, lang: str = "en") -> None:
        def said(text: dict[str, str]) -> str:
            return in_a_line(text.get(lang, text["en"]))

        self.lang = lang
        self.chapters: dict[str, str] = {f"FK{part['chapter']}": said(part["title"]) for part in compiled["chapters"]}
        self.slugs: dict[str, str] = {
            f"FK{part['chapter']}": f"{part['chapter']}-{part['slug']}" for part in compiled["chapters"]
        }
        self.clauses = {clause["id"]: _clause(clause, said) for clause in compiled["clauses"]}
        self.readings: dict[str, list[str]] = {
            reading["id"]: _default_first(reading) for reading in compiled["readings"]
        }
        self.alternatives = {
            (reading["id"], each["id"]): Alternative(said(each["rule"]), tuple(each["held_by"]))
            for reading in compiled["readings"]
            for each in reading["alternatives"]
        }
        self.titles: dict[str, str] = {each["id"]: said(each["title"]) for each in compiled["readings"]}
        self.questions: dict[str, str] = {each["id"]: said(each["question"]) for each in compiled["readings"]}
        self.reasons: dict[str, str] = {reason["id"]: reason["clause"] for reason in compiled["reasons"]}
        self.meanings: dict[str, str] = {reason["id"]: said(reason["meaning"]) for reason in compiled["reasons"]}
        self.methods: list[str] = [method["id"] for method in compiled["methods"]]
        self.levels = [
            Level(level["id"], said(level["title"]), tuple(level["methods"]), tuple(level.get("either", ())))
            for level in compiled["levels"]
        ]
        self.works = {key: Work(work["type"], work["fields"]) for key, work in compiled["sources"].items()}
        self.sources: dict[str, str] = {key: str(work) for key, work in self.works.items()}
        self.notes = {
            note["id"]: Note(
                note["id"], note["slug"], said(note["title"]), tuple(note["clauses"]), tuple(note["sources"])
            )
            for note in compiled["notes"]
        }
        self.mistakes = {
            each["id"]: Mistake(each["id"], each["clause"], said(each["mistake"])) for each in compiled["mistakes"]
        }
        self.shapes: dict[str, Any] = compiled["shapes"]

    @property
    def default_readings(self) -> dict[str, str]:
        """Every reading in its default."""
        return {name: alternatives[0] for name, alternatives in self.readings.items()}

    def readings_of(self, words: list[str]) -> dict[str, str]:
        """The readings in `name=alternative` words; raises `UsageError` for what there is not."""
        wanted = {}
        for word in words:
            name, _, alternative = word.partition("=")
            if name not in self.readings:
                raise UsageError(
                    f"--reading {word}: there is no reading {name!r}; there are {', '.join(self.readings)}"
                )
            if alternative not in self.readings[name]:
                expected = " or ".join(self.readings[name])
                raise UsageError(f"--reading {word}: expected {name}={expected}")
            wanted[name] = alternative
        return wanted

    def source(self, named: str) -> str:
        """A source as a clause names it, in full: the work, its key, and the place in it.

        >>> load_spec().source("cats-at-cards §1")
        'Quarante de Roi, catsatcards.com (cats-at-cards), §1'
        """
        key, _, place = named.partition(" ")
        work = f"{self.sources.get(key, key)} ({key})"
        return f"{work}, {place}" if place else work


@cache
def load_spec(lang: str = "en") -> Spec:
    """The specification that goes with this runner."""
    return Spec(data.spec(), lang)


def _clause(clause: Any, said: Callable[[dict[str, str]], str]) -> Clause:
    return Clause(
        id=clause["id"],
        title=said(clause["title"]),
        rule=said(clause["rule"]),
        basis=clause["basis"],
        sources=tuple(clause["sources"]),
        note=said(clause["notes"]) if "notes" in clause else "",
        deduction=said(clause["deduction"]) if "deduction" in clause else "",
        reading=clause.get("reading", ""),
        weak=clause.get("weak", False),
        differ=clause.get("differ", False),
        see=tuple(clause.get("see", ())),
        without_case=_without_case(clause),
        withdrawn=said(clause["withdrawn"]) if "withdrawn" in clause else "",
        french=in_a_line(clause["rule"].get("fr", "")),
    )


def _without_case(clause: Any) -> str:
    """Why the clause has no case, or none on one side; empty if it has."""
    if clause.get("untested"):
        return str(clause["untested"])
    return " ".join(dict.fromkeys(clause.get("exempt", {}).values()))


def _default_first(reading: Any) -> list[str]:
    alternatives = [alternative["id"] for alternative in reading["alternatives"]]
    return sorted(alternatives, key=lambda alternative: alternative != reading["default"])
