"""`python -m docs.editions`: closes the edition of today. What its clauses say is kept in `spec/editions/`, for ever.

What has changed from one edition to the next is found by comparing what was kept.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from fk_conform import data
from fk_conform.spec import in_a_line
from fk_conform.version import version

Json = Any

FOLDER = Path(__file__).resolve().parent.parent / "spec" / "editions"
# The sum of each file beside it, as `sha256sum --check` reads it.
SUMS = "SHA256SUMS"


@dataclass(frozen=True)
class Wording:
    """What an edition says in a clause: its title, its rule and why it was withdrawn, by language, and its basis."""

    id: str
    title: Mapping[str, str]
    rule: Mapping[str, str]
    basis: str
    withdrawn: Mapping[str, str]


@dataclass(frozen=True)
class Edition:
    """An edition: its version, empty as long as it has not been closed, and its clauses."""

    version: str
    clauses: Mapping[str, Wording]


@dataclass(frozen=True)
class Changes:
    """What an edition has changed in the wordings of a language, and in what they rest on: each before and after."""

    added: list[Wording]
    reworded: list[tuple[Wording, Wording]]
    rebased: list[tuple[Wording, Wording]]
    withdrawn: list[Wording]


NOTHING = Edition("", {})


def compare(old: Edition, new: Edition, lang: str) -> Changes:
    """What has changed from an edition to a later one; raises `ValueError` if a clause is gone.

    A clause that was added and withdrawn in one is both.
    """
    gone = sorted(set(old.clauses) - set(new.clauses))
    if gone:
        raise ValueError(f"{', '.join(gone)}: gone since edition {old.version}; a clause is withdrawn, and stays")
    both = [(old.clauses[name], clause) for name, clause in new.clauses.items() if name in old.clauses]
    return Changes(
        added=[clause for name, clause in new.clauses.items() if name not in old.clauses],
        reworded=[(was, now) for was, now in both if _words(was, lang) != _words(now, lang)],
        rebased=[(was, now) for was, now in both if was.basis != now.basis],
        withdrawn=[
            clause
            for name, clause in new.clauses.items()
            if clause.withdrawn and (name not in old.clauses or not old.clauses[name].withdrawn)
        ],
    )


def _words(clause: Wording, lang: str) -> tuple[str, str]:
    return clause.title[lang], clause.rule[lang]


def closed(folder: Path = FOLDER) -> list[Edition]:
    """The editions that have been closed, the first one first."""
    kept = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]
    return sorted((_edition(each["version"], each["clauses"]) for each in kept), key=lambda each: order(each.version))


def of_today() -> Edition:
    """What the clauses say now."""
    return _edition("", data.spec()["clauses"])


def history(editions: list[Edition]) -> Iterator[tuple[Edition, Edition]]:
    """Each edition with the one before it."""
    yield from pairwise([NOTHING, *editions])


def order(version: str) -> list[int]:
    """The numbers of a version: 1.10.0 comes after 1.9.0."""
    return [int(number) for number in version.split(".")]


def _edition(version: str, clauses: list[Json]) -> Edition:
    return Edition(version, {clause["id"]: _wording(clause) for clause in clauses})


def _wording(clause: Json) -> Wording:
    def said(name: str) -> dict[str, str]:
        """A text by language, whatever its line breaks."""
        return {lang: in_a_line(text) for lang, text in clause.get(name, {}).items()}

    return Wording(clause["id"], said("title"), said("rule"), clause["basis"], said("withdrawn"))


def close(edition: Edition, version: str, folder: Path = FOLDER) -> Path:
    """Keeps what an edition says; raises `ValueError` if its version is not later than all that were closed."""
    last = max((order(each.version) for each in closed(folder)), default=[])
    if order(version) <= last:
        told = ".".join(map(str, last))
        raise ValueError(f"{version} is not later than {told}, which is closed; expected another version")
    clauses = [
        {"id": each.id, "title": each.title, "rule": each.rule, "basis": each.basis}
        | ({"withdrawn": each.withdrawn} if each.withdrawn else {})
        for each in edition.clauses.values()
    ]
    text = json.dumps({"version": version, "clauses": clauses}, ensure_ascii=False, indent=1) + "\n"
    path = folder / f"{version}.json"
    folder.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    with (folder / SUMS).open("a", encoding="utf-8") as sums:
        sums.write(f"{hashlib.sha256(text.encode()).hexdigest()}  {path.name}\n")
    return path


def main() -> None:
    """Closes the edition of today."""
    try:
        print(close(of_today(), version()))
    except ValueError as error:
        sys.exit(f"reference/forty_kings/version.py: {error}")


if __name__ == "__main__":
    main()
