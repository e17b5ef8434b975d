"""The specification holds together: numbered through, in both languages, of a piece with its sources and the engine."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from fk_conform.check import Checkout, Finding
from fk_conform.yamlfile import line_of, read_yaml
from forty_kings.engine import METHODS
from forty_kings.errors import REASONS

Json = Any

FIELDS_OF_A_WORK = ("title", "note", "keywords")
KEYWORDS = ("primary", "secondary", "witness")
# What is written in English alone: the known mistakes, whose French stands under spec/translations.
IN_ENGLISH = ("mistakes.yaml", "edition.yaml")


def check(checkout: Checkout) -> Iterator[Finding]:
    """Chapters misnumbered, readings and clauses that do not name each other, unknown sources, and missing French."""
    yield from _chapters(checkout)
    yield from _readings(checkout)
    yield from _reasons(checkout)
    yield from _methods(checkout)
    yield from _works(checkout)
    yield from _french(checkout)


def _chapters(checkout: Checkout) -> Iterator[Finding]:
    folder = checkout.root / "spec" / "clauses"
    for path in sorted(folder.iterdir()):
        if path.suffix != ".yaml":
            yield Finding(
                checkout.name(path), 1, "this file is no chapter", "name it NUMBER-SLUG.yaml, or take it away"
            )
    chapters = [(path, read_yaml(path, checkout.name(path))) for path in sorted(folder.glob("*.yaml"))]
    slugs: set[str] = set()
    for number, (path, chapter) in enumerate(sorted(chapters, key=lambda each: int(each[1]["chapter"])), 1):
        name = f"{chapter['chapter']}-{chapter['slug']}.yaml"
        if chapter["chapter"] != number:
            what = f"chapter {chapter['chapter']} is the one with number {number}"
            yield Finding(checkout.name(path), line_of(path, ["chapter"]) or 1, what, f"number it {number}")
        if path.name != name:
            yield Finding(checkout.name(path), 1, "the file is called otherwise than its chapter", f"call it {name}")
        for place, clause in enumerate(chapter["clauses"], 1):
            line = line_of(path, ["clauses", place - 1]) or 1
            wanted = f"FK{chapter['chapter']}.{place}"
            if clause["id"] != wanted:
                what = f"{clause['id']} is the clause number {place} of its chapter"
                yield Finding(checkout.name(path), line, what, f"call it {wanted}")
            if clause["slug"] in slugs:
                what = f"{clause['id']} has the short name {clause['slug']}, which another has"
                yield Finding(checkout.name(path), line, what, "give it one of its own")
            if clause["id"] in clause.get("see", ()):
                yield Finding(checkout.name(path), line, f"{clause['id']} refers to itself", "mend see")
            slugs.add(clause["slug"])


def _readings(checkout: Checkout) -> Iterator[Finding]:
    """A reading and its clause name each other, its default comes first, and those who hold with it are known."""
    path = checkout.root / "spec" / "readings.yaml"
    clause_of = {}
    for number, reading in enumerate(read_yaml(path, checkout.name(path))["readings"]):
        clause_of[reading["id"]] = reading["clause"]
        if reading["alternatives"][0]["id"] != reading["default"]:
            line = line_of(path, ["readings", number, "default"]) or 1
            what = f"{reading['id']} has another default than its first alternative"
            yield Finding(checkout.name(path), line, what, "put the default first")
        clause = checkout.spec.clauses.get(reading["clause"])
        if clause and clause.reading != reading["id"]:
            line = line_of(path, ["readings", number, "clause"]) or 1
            what = f"{reading['id']} is said to be of {clause.id}, which does not name it"
            yield Finding(checkout.name(path), line, what, "mend clause here, or reading there")
        for place, each in enumerate(reading["alternatives"]):
            for source in each["held_by"]:
                if source.partition(" ")[0] not in checkout.spec.sources:
                    line = line_of(path, ["readings", number, "alternatives", place, "held_by"]) or 1
                    what = f"{each['id']} is held by {source!r}, which is not in the bibliography"
                    yield Finding(checkout.name(path), line, what, "mend the key, or add the work to spec/sources.bib")
    for file, line, clause in checkout.clauses:
        name = clause.get("reading")
        if name in clause_of and clause_of[name] not in (clause["id"], *clause.get("see", ())):
            what = f"{clause['id']} names the reading {name}, and does not refer to {clause_of[name]}, of which that is"
            yield Finding(checkout.name(file), line, what, "mend reading or see")


def _reasons(checkout: Checkout) -> Iterator[Finding]:
    """The reasons are those of the reference engine, and the precedence is of reasons."""
    path = checkout.root / "spec" / "reasons.yaml"
    content = read_yaml(path, checkout.name(path))
    ids = [reason["id"] for reason in content["reasons"]]
    yield from _as_in_the_engine(checkout, path, "reasons", ids, list(REASONS))
    for number, reason in enumerate(content["reasons"]):
        if REASONS.get(reason["id"], reason["clause"]) != reason["clause"]:
            line = line_of(path, ["reasons", number, "clause"]) or 1
            what = f"{reason['id']} is said to be of {reason['clause']}, and in the reference engine of another clause"
            yield Finding(checkout.name(path), line, what, f"find out whether it is of {REASONS[reason['id']]}")
    for number, name in enumerate(content["precedence"]):
        if name not in ids:
            line = line_of(path, ["precedence", number]) or 1
            yield Finding(checkout.name(path), line, f"there is no reason {name}", "mend precedence")


def _methods(checkout: Checkout) -> Iterator[Finding]:
    """The methods are those of the reference engine, and those of a level are methods."""
    path = checkout.root / "spec" / "methods.yaml"
    yield from _as_in_the_engine(checkout, path, "methods", checkout.spec.methods, ["initialize", *METHODS])
    for number, level in enumerate(checkout.spec.levels):
        for name in (*level.methods, *level.either):
            if name not in checkout.spec.methods:
                line = line_of(path, ["levels", number]) or 1
                yield Finding(checkout.name(path), line, f"level {level.id} has no method {name}", "mend the name")


def _as_in_the_engine(
    checkout: Checkout, path: Path, member: str, ids: Collection[str], known: Collection[str]
) -> Iterator[Finding]:
    mend = "it goes with what is in the reference engine: change both"
    for number, name in enumerate(ids):
        if name not in known:
            line = line_of(path, [member, number]) or 1
            yield Finding(checkout.name(path), line, f"the reference engine knows no {name}", mend)
    for name in known:
        if name not in ids:
            yield Finding(checkout.name(path), 1, f"{name}, which the reference engine knows, is missing", mend)


def _works(checkout: Checkout) -> Iterator[Finding]:
    """Every work says what it is and through whom it is known, and notes on the history cite no others."""
    for key, work in checkout.spec.works.items():
        missing = [name for name in FIELDS_OF_A_WORK if not work.fields.get(name, "").strip()]
        if missing:
            what = f"{key} has no {' and no '.join(missing)}"
            yield Finding("spec/sources.bib", checkout.works[key], what, "add what is missing")
        elif work.fields["keywords"] not in KEYWORDS:
            what = f"{key} has the keyword {work.fields['keywords']!r}"
            yield Finding("spec/sources.bib", checkout.works[key], what, f"expected {' or '.join(KEYWORDS)}")
    for note in checkout.spec.notes.values():
        for source in note.sources:
            if source not in checkout.spec.sources:
                what = f"{note.id} names the source {source!r}, which is not in the bibliography"
                yield Finding(
                    f"spec/history/{note.slug}.md", 1, what, "mend the key, or add the work to spec/sources.bib"
                )


def _french(checkout: Checkout) -> Iterator[Finding]:
    """Every text of the specification that stands in English stands in French."""
    for path in sorted((checkout.root / "spec").rglob("*.yaml")):
        if path.name in IN_ENGLISH or path.parent.name == "translations":
            continue
        for place in _untranslated(read_yaml(path, checkout.name(path))):
            line = line_of(path, place) or 1
            yield Finding(checkout.name(path), line, f"{place[-1]} is not there in French", "add it under fr:")


def _untranslated(value: Json, place: tuple[str | int, ...] = ()) -> Iterator[list[str | int]]:
    """The places of texts that stand in English and not in French, or in French with the same words."""
    if isinstance(value, dict) and "en" in value:
        french = value.get("fr", "").strip()
        if not french or (french == value["en"].strip() and " " in french):
            yield list(place)
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from _untranslated(member, (*place, name))
    elif isinstance(value, list):
        for number, member in enumerate(value):
            yield from _untranslated(member, (*place, number))
