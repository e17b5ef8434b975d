"""Where the specification and the suite are, compiled: carried by the wheel, or made from the checkout.

A checkout compiles again only when one of its files is newer than what was compiled before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent
CARRIED = PACKAGE / "data"
CHECKOUT = PACKAGE.parent.parent

Json = Any


def spec() -> Json:
    """The compiled specification."""
    return json.loads(_compiled("spec.json").read_text(encoding="utf-8"))


def edition() -> Json:
    """What a citation needs to know of this edition: title, authors, and where it is published."""
    return json.loads(_compiled("edition.json").read_text(encoding="utf-8"))


def translation(lang: str) -> Json:
    """What stands in another language of what is written in English alone: titles of cases, sentences of mistakes."""
    return json.loads(_compiled(f"translation.{lang}.json").read_text(encoding="utf-8"))


def cases() -> Json:
    """The compiled cases derived by hand."""
    return json.loads(_compiled("cases.json").read_text(encoding="utf-8"))


def corpus() -> Iterator[Json]:
    """The compiled cases that were generated, one by one."""
    with _compiled("corpus.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def kills() -> dict[str, dict[str, str]]:
    """The kill matrix: for each mistake and reading the cases that fail, each with the fingerprint of the answer."""
    matrix: dict[str, dict[str, str]] = json.loads(_compiled("kills.json").read_text(encoding="utf-8"))
    return matrix


def root() -> Path:
    """The folder with spec/ and cases/: inside an installed package, or the checkout."""
    return CARRIED if CARRIED.is_dir() else CHECKOUT


def compile_into(folder: Path, source: Path) -> None:
    """Compiles spec/, cases/ and CITATION.cff of `source` into `folder`."""
    from fk_conform.compiling import (
        case_files,
        compile_cases,
        compile_corpus,
        compile_edition,
        compile_kills,
        compile_spec,
        compile_translation,
        mark_unreviewed,
        mark_variants,
    )

    compiled_spec = compile_spec(source / "spec")
    clauses = {clause["id"] for clause in compiled_spec["clauses"]}
    compiled_cases = compile_cases(case_files(source / "cases"), source / "spec", clauses)
    mark_unreviewed(compiled_cases, compiled_spec["clauses"])
    mark_variants(compiled_cases)
    compiled_corpus = compile_corpus(sorted((source / "cases" / "corpus").glob("*.jsonl")))
    compiled_kills = compile_kills(source / "cases" / "kills.json")
    compiled_edition = compile_edition(source)
    compiled_translations = {
        path.stem: compile_translation(source / "spec", path.stem)
        for path in sorted((source / "spec" / "translations").glob("*.yaml"))
    }
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "edition.json", [compiled_edition])
    for lang, compiled in compiled_translations.items():
        _write(folder / f"translation.{lang}.json", [compiled])
    _write(folder / "spec.json", [compiled_spec])
    _write(folder / "cases.json", [compiled_cases])
    _write(folder / "kills.json", [compiled_kills])
    _write(folder / "corpus.jsonl", compiled_corpus)


def _write(path: Path, values: Iterable[Json]) -> None:
    """Writes the values, a line each, and only then puts the file in its place."""
    # The name is this process's own: several runners may find at the same time that it is not fresh.
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    with unfinished.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(value, ensure_ascii=False) + "\n" for value in values)
    unfinished.replace(path)


def _compiled(name: str) -> Path:
    if CARRIED.is_dir():
        return CARRIED / "compiled" / name
    return _freshly_compiled(CHECKOUT) / name


def look_again() -> None:
    """Has what was compiled held against its sources once more; without that this is done once in a process."""
    _freshly_compiled.cache_clear()


@cache
def _freshly_compiled(checkout: Path) -> Path:
    folder = checkout / "build" / "compiled"
    if not _is_fresh(folder):
        compile_into(folder, checkout)
        (folder / "stamp").write_text(_stamp(), encoding="utf-8")
    return folder


def _is_fresh(folder: Path) -> bool:
    stamp = folder / "stamp"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _stamp()


def _stamp() -> str:
    """What the sources looked like: their names, sizes and times."""
    paths = [
        CHECKOUT / "CITATION.cff",
        *CHECKOUT.glob("spec/**/*.*"),
        *CHECKOUT.glob("cases/**/*.[yj]*"),
        *PACKAGE.glob("*.py"),
    ]
    stats = [(path.relative_to(CHECKOUT).as_posix(), path.stat()) for path in sorted(paths)]
    return "\n".join(f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in stats)
