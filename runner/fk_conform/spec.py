"""The specification as the runner needs it: clauses, readings, methods, levels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from fk_conform import data
from fk_conform.errors import UsageError


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause, in English."""

    id: str
    title: str
    rule: str
    basis: str
    sources: tuple[str, ...]
    note: str
    deduction: str
    reading: str
    weak: bool
    see: tuple[str, ...]
    without_case: str
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


class Spec:
    """The compiled specification."""

    def __init__(self, compiled: Any) -> None:
        self.chapters: dict[str, str] = {f"FK{part['chapter']}": part["title"]["en"] for part in compiled["chapters"]}
        self.clauses = {clause["id"]: _clause(clause) for clause in compiled["clauses"]}
        self.readings: dict[str, list[str]] = {
            reading["id"]: _default_first(reading) for reading in compiled["readings"]
        }
        self.alternatives = {
            (reading["id"], each["id"]): _alternative(each)
            for reading in compiled["readings"]
            for each in reading["alternatives"]
        }
        self.questions: dict[str, str] = {each["id"]: each["question"]["en"] for each in compiled["readings"]}
        self.reasons: dict[str, str] = {reason["id"]: reason["clause"] for reason in compiled["reasons"]}
        self.methods: list[str] = [method["id"] for method in compiled["methods"]]
        self.levels = [
            Level(level["id"], level["title"]["en"], tuple(level["methods"]), tuple(level.get("either", ())))
            for level in compiled["levels"]
        ]
        self.sources: dict[str, str] = compiled["sources"]
        self.mistakes = {
            each["id"]: Mistake(each["id"], each["clause"], each["mistake"]["en"]) for each in compiled["mistakes"]
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


@cache
def load_spec() -> Spec:
    """The specification that goes with this runner."""
    return Spec(data.spec())


def _clause(clause: Any) -> Clause:
    return Clause(
        id=clause["id"],
        title=clause["title"]["en"],
        rule=" ".join(clause["rule"]["en"].split()),
        basis=clause["basis"],
        sources=tuple(clause["sources"]),
        note=clause.get("notes", {}).get("en", ""),
        deduction=clause.get("deduction", {}).get("en", ""),
        reading=clause.get("reading", ""),
        weak=clause.get("weak", False),
        see=tuple(clause.get("see", ())),
        without_case=_without_case(clause),
        french=" ".join(clause["rule"].get("fr", "").split()),
    )


def _alternative(alternative: Any) -> str:
    held_by = ", ".join(alternative["held_by"]) or "no source"
    return f"{' '.join(alternative['rule']['en'].split())} Held by: {held_by}."


def _without_case(clause: Any) -> str:
    """Why the clause has no case, or none on one side; empty if it has."""
    if clause.get("untested"):
        return str(clause["untested"])
    return " ".join(dict.fromkeys(clause.get("exempt", {}).values()))


def _default_first(reading: Any) -> list[str]:
    alternatives = [alternative["id"] for alternative in reading["alternatives"]]
    return sorted(alternatives, key=lambda alternative: alternative != reading["default"])
