"""Collected = on disk: every file under cases/ is in the suite, under the name of its clause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fk_conform.check import Checkout, Finding
from fk_conform.check.corpus import FILES

CORPUS = {"README.md", "generate.py", *FILES}


def check(checkout: Checkout) -> Iterator[Finding]:
    """Files that are in no suite, cases that were not collected, ids out of order, and wrong names."""
    yield from _strangers(checkout)
    collected = {case.id for case in checkout.cases}
    slugs = {clause["id"]: clause["slug"] for _, _, clause in checkout.clauses}
    for file in checkout.files:
        name = f"{file.clause[2:]}-{slugs.get(file.clause)}.yaml"
        if file.path.name != name:
            yield Finding(
                checkout.name(file.path), 1, f"the file of {file.clause} is called otherwise", f"call it {name}"
            )
        for number, case in enumerate(file.content["cases"], 1):
            if case["id"] not in collected:
                line = file.line_of(case["id"])
                yield Finding(checkout.name(file.path), line, f"{case['id']} was not collected", "see the errors above")
            if case["id"] != f"{file.clause}c{number:02}" and not case.get("withdrawn"):
                what = f"{case['id']} is the case number {number} of its file"
                yield Finding(
                    checkout.name(file.path), file.line_of(case["id"]), what, f"call it {file.clause}c{number:02}"
                )


def _strangers(checkout: Checkout) -> Iterator[Finding]:
    known = {file.path for file in checkout.files} | {
        checkout.root / "cases" / name for name in ("README.md", "kills.json")
    }
    known |= {checkout.root / "cases" / "corpus" / name for name in CORPUS}
    for path in sorted((checkout.root / "cases").rglob("*")):
        if not path.is_dir() and path not in known and not _is_cache(path):
            yield Finding(
                checkout.name(path), 1, "this file is in no suite", "name it NUMBER-SLUG.yaml, or take it away"
            )


def _is_cache(path: Path) -> bool:
    return "__pycache__" in path.parts
