"""Every id that is named is there, and every work of the bibliography is used."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator
from pathlib import Path

from fk_conform.check import Checkout, Finding
from fk_conform.textfile import read_text
from fk_conform.yamlfile import line_of

CLAUSE = re.compile(r"\bFK\d+\.\d+\b(?!c)")
CASE = re.compile(r"\bFK\d+\.\d+c\d{2,}\b")
WORDS_OF_A_CLAUSE = ("title", "rule", "deduction", "notes", "exempt", "untested", "withdrawn")
# Where else clauses and cases are named; of clauses and cases only the words for people are searched.
TEXTS = (
    "*.md",
    "spec/*.yaml",
    "spec/**/*.md",
    "cases/**/*.md",
    "docs/**/*.md",
    "reference/**/*.py",
    "runner/**/*.py",
    "engines/*/*.*",
)


def check(checkout: Checkout) -> Iterator[Finding]:
    """Dead references in clauses, cases, readings, reasons, mistakes and notes; unused works and unused mistakes."""
    yield from _clauses(checkout)
    yield from _cases(checkout)
    yield from _texts(checkout)
    yield from _unused(checkout)


def _clauses(checkout: Checkout) -> Iterator[Finding]:
    spec = checkout.spec
    for path, line, clause in checkout.clauses:
        for other in clause.get("see", ()):
            if other not in spec.clauses:
                yield Finding(
                    checkout.name(path), line, f"{clause['id']} refers to {other}, which is not there", "mend see"
                )
        for source in clause["sources"]:
            if source.partition(" ")[0] not in spec.sources:
                what = f"{clause['id']} names the source {source!r}, which is not in the bibliography"
                yield Finding(checkout.name(path), line, what, "mend the key, or add the work to spec/sources.bib")
        if clause.get("reading") and clause["reading"] not in spec.readings:
            what = f"{clause['id']} names the reading {clause['reading']}, which is not there"
            yield Finding(checkout.name(path), line, what, "mend reading")


def _cases(checkout: Checkout) -> Iterator[Finding]:
    for case in checkout.cases:
        for other in case.also:
            if other not in checkout.spec.clauses:
                yield checkout.finding(case, f"it refers to {other}, which is not there", "mend also", "also")
        if case.clause in case.also:
            yield checkout.finding(case, "it refers to its own clause besides", "take it out of also", "also")
        for mistake in case.kills:
            if mistake not in checkout.spec.mistakes:
                what = f"it names the mistake {mistake}, which is not there"
                yield checkout.finding(case, what, "mend kills, or add it to spec/mistakes.yaml", "kills")


def _texts(checkout: Checkout) -> Iterator[Finding]:
    """Clauses and cases that are named in any text of the project, in clauses and in cases."""
    cases = {case.id for case in checkout.cases}
    for path, line, clause in checkout.clauses:
        words = json.dumps([clause.get(member) for member in WORDS_OF_A_CLAUSE])
        for name in _dead(words, checkout.spec.clauses, cases):
            what = f"{clause['id']} names {name}, which is not there"
            yield Finding(checkout.name(path), line, what, "mend the id")
    for case in checkout.cases:
        for name in _dead(f"{case.title}\n{case.because}", checkout.spec.clauses, cases):
            yield checkout.finding(case, f"it names {name}, which is not there", "mend the id")
    for path in _text_files(checkout.root):
        for number, text in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            for name in _dead(text, checkout.spec.clauses, cases):
                yield Finding(checkout.name(path), number, f"{name} is named, which is not there", "mend the id")


def _text_files(root: Path) -> list[Path]:
    files = {path for pattern in TEXTS for path in root.glob(pattern)}
    # These speak of cases that are yet to be written.
    return sorted(path for path in files if path.is_file() and path.name not in ("CONTRIBUTING.md", "fuzzing.md"))


def _dead(text: str, clauses: Container[str], cases: Container[str]) -> Iterator[str]:
    """The clauses and cases that a text names and that are not there."""
    yield from (name for name in CLAUSE.findall(text) if name not in clauses)
    yield from (name for name in CASE.findall(text) if name not in cases)


def _unused(checkout: Checkout) -> Iterator[Finding]:
    used = {source.partition(" ")[0] for _, _, clause in checkout.clauses for source in clause["sources"]}
    used |= {source.partition(" ")[0] for each in checkout.spec.alternatives.values() for source in each.held_by}
    for path in (checkout.root / "spec" / "history").glob("*.md"):
        used |= set(re.findall(r"@([\w-]+)", read_text(path, checkout.name(path))))
    for key, line in checkout.works.items():
        if key not in used:
            yield Finding("spec/sources.bib", line, f"{key} is used nowhere", "cite it, or take it away")
    named = {mistake for case in checkout.cases for mistake in case.kills}
    mistakes = checkout.root / "spec" / "mistakes.yaml"
    for number, mistake in enumerate(checkout.spec.mistakes):
        if mistake not in named:
            line = line_of(mistakes, ["mistakes", number]) or 1
            yield Finding(checkout.name(mistakes), line, f"no case is there to catch {mistake}", "name it under kills")
