"""All that there is to tell, in one language, and where each thing stands."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from docs.generator.page import attribute, escape, relative
from docs.generator.words import word

from fk_conform import data
from fk_conform.cite import citation, cite
from fk_conform.named import find
from fk_conform.spec import Spec
from fk_conform.suite import Case, load_cases
from fk_conform.yamlfile import read_yaml
from forty_kings.clauses import functions_by_clause

Json = Any

ROOT = Path(__file__).resolve().parents[2]
STYLES = ("text", "markdown", "bibtex")


@dataclass(frozen=True)
class EngineReport:
    """What the runner reported of an engine: its folder, what it called itself, and the verdict on each case."""

    folder: str
    name: str
    version: str
    readings: Mapping[str, str]
    verdicts: Mapping[str, str]
    levels: Mapping[str, bool]


class Book:
    """The specification, the suite and all about them, in one language."""

    def __init__(self, lang: str, pdf: bool = False) -> None:
        self.lang = lang
        # Whether the rules will be there as PDF too.
        self.pdf = pdf
        self.compiled: Json = data.spec()
        self.spec = Spec(self.compiled, lang)
        self.cases: dict[str, Case] = {case.id: case for case in load_cases(corpus=False)}
        self.functions = functions_by_clause()

    def say(self, name: str) -> str:
        """What a page says."""
        return word(name, self.lang)

    @property
    def colon(self) -> str:
        """A colon, as it is set in this language."""
        return self.say("colon")

    def parts(self, told: Iterable[str]) -> str:
        """Several things, with semicolons between."""
        return f"{self.say('semicolon')} ".join(told)

    def title(self, case: Case) -> str:
        """The title of a case, in English as long as it has no other."""
        return self.translated["cases"].get(case.id, case.title)

    def told(self, part: str, name: str, english: str) -> str:
        """A few words, plain text, that are translated apart, in English as long as they have no other."""
        translated = self.translated[part].get(name)
        return escape(translated) if translated else self.in_english_too(english)

    def because(self, case: Case) -> str:
        """How the answer of a case follows, in English as long as it stands in no other language; as Markdown."""
        translated = self.translated["because"].get(case.id)
        return escape(translated) if translated else self.in_english(escape(case.because))

    @cached_property
    def translated(self) -> dict[str, dict[str, str]]:
        """What is translated apart from where it stands: what is said of cases, mistakes and the like."""
        path = ROOT / "spec" / "translations" / f"{self.lang}.yaml"
        return read_yaml(path, path.name) if path.is_file() else defaultdict(dict)

    def sentence(self, mistake: str) -> str:
        """What a known mistake is."""
        return self.translated["mistakes"].get(mistake, self.spec.mistakes[mistake].sentence)

    def in_english(self, markdown: str) -> str:
        """A part that is there in English only: in another language that is said, and marked for those who listen."""
        if self.lang == "en":
            return markdown
        return f'<div lang="en" markdown>\n\n*{self.say("untranslated")}*\n\n{markdown}\n\n</div>\n'

    def in_english_too(self, text: str) -> str:
        """A few words, plain text, that are there in English only."""
        told = escape(text)
        return told if self.lang == "en" or not text else f'<span lang="en">{told}</span> {self.say("in-english")}'

    def prose(self, name: str) -> str:
        """What is written by hand to begin a page that is otherwise generated."""
        path = ROOT / "docs" / "intros" / self.lang / f"{name}.md"
        return path.read_text(encoding="utf-8").strip()

    def note_text(self, name: str) -> str:
        """The text of a history note, without its head."""
        suffix = "" if self.lang == "en" else f".{self.lang}"
        path = ROOT / "spec" / "history" / f"{self.spec.notes[name].slug}{suffix}.md"
        return path.read_text(encoding="utf-8").split("---\n", 2)[2].strip()

    @cached_property
    def origins(self) -> dict[str, str]:
        """Where people bring a mistake from, as far as it is known."""
        return {
            each["id"]: self.translated["from"].get(each["id"], each["from"]["en"])
            for each in self.compiled["mistakes"]
            if "from" in each
        }

    @cached_property
    def cases_of(self) -> dict[str, list[Case]]:
        """The cases of each clause, in the order of the suite."""
        return _grouped((case.clause, case) for case in self.cases.values())

    @cached_property
    def mistakes_of(self) -> dict[str, list[str]]:
        """The known mistakes that break each clause."""
        return _grouped((mistake.clause, mistake.id) for mistake in self.spec.mistakes.values())

    @cached_property
    def kills(self) -> dict[str, list[str]]:
        """The cases that catch each mistake."""
        return {name: list(cases) for name, cases in data.kills().items() if name.startswith("M-")}

    @cached_property
    def referred_by(self) -> dict[str, list[str]]:
        """The clauses, reasons and notes that refer to each clause."""
        clauses = ((other, clause.id) for clause in self.spec.clauses.values() for other in clause.see)
        reasons = ((clause, reason) for reason, clause in self.spec.reasons.items())
        notes = ((clause, note.id) for note in self.spec.notes.values() for clause in note.clauses)
        return _grouped([*clauses, *reasons, *notes])

    @cached_property
    def reports(self) -> list[EngineReport]:
        """The committed reports of the engines, by the names of their folders."""
        return [_read_report(path) for path in sorted((ROOT / "engines").glob("*/report.json"))]

    @property
    def names(self) -> list[str]:
        """The id of everything that can be cited."""
        spec = self.spec
        kinds = (spec.chapters, spec.clauses, self.cases, spec.readings, spec.reasons, spec.mistakes)
        return [name for kind in (*kinds, spec.works, spec.notes) for name in kind]

    def place(self, name: str) -> str:
        """Where a thing stands, as a source file of MkDocs."""
        spec = self.spec
        if name in self.cases:
            return f"cases/{name}.md"
        if name in spec.clauses:
            return f"rules/{spec.slugs[name.partition('.')[0]]}.md#{name}"
        if name in spec.chapters:
            return f"rules/{spec.slugs[name]}.md"
        if name in spec.notes:
            return f"history/{spec.notes[name].slug}.md"
        for page, names in (
            ("readings", spec.readings), ("mistakes", spec.mistakes), ("reasons", spec.reasons), ("sources", spec.works)
        ):  # fmt: skip
            if name in names:
                return f"{page}.md#{name}"
        raise KeyError(name)

    def link(self, name: str, start: str, text: str = "") -> str:
        """A link from the page at `start` to what is called so; the text of a clause shows when it is pointed at."""
        clause = self.spec.clauses.get(name)
        told = clause.rule if clause else self.sentence(name) if name in self.spec.mistakes else ""
        title = f' "{attribute(told)}"' if told else ""
        return f"[{escape(text or name)}]({relative(self.place(name), start)}{title})"

    def links(self, names: Iterable[str], start: str) -> str:
        """Several links, with commas between."""
        return ", ".join(self.link(name, start) for name in names)

    def source(self, named: str, start: str) -> str:
        """A source as a clause names it, linked to the bibliography."""
        key, _, place = named.partition(" ")
        return self.link(key, start, self.spec.sources[key]) + (f", {escape(place)}" if place else "")

    def citations(self, name: str) -> dict[str, str]:
        """How to cite a thing, by style."""
        thing = find(name, self.spec, self.cases)
        return {style: cite([citation(thing, self.spec)], style) for style in STYLES}


def _grouped(pairs: Iterable[tuple[str, Any]]) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def _read_report(path: Path) -> EngineReport:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    session = next(line for line in lines if line["type"] == "session")
    footer = next(line for line in lines if line["type"] == "footer")
    return EngineReport(
        folder=path.parent.name,
        name=session["engine"]["name"],
        version=session["engine"]["version"],
        readings=session["readings_followed"],
        verdicts={line["id"]: line["verdict"] for line in lines if line["type"] == "case"},
        levels={level["id"]: level["claimed"] for level in footer["levels"]},
    )
