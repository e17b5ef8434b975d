"""Where the specification and the suite are, compiled: carried by the wheel, or made from the checkout.

A checkout compiles again only when one of its files is newer than what was compiled before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent
CARRIED = PACKAGE / "data"
CHECKOUT = PACKAGE.parent.parent

Json = Any


def spec() -> Json:
    """The compiled specification."""
    return json.loads(_compiled("spec.json").read_text(encoding="utf-8"))


def cases() -> Json:
    """The compiled cases derived by hand."""
    return json.loads(_compiled("cases.json").read_text(encoding="utf-8"))


def corpus() -> Iterator[Json]:
    """The generated cases, one by one."""
    for path in sorted((root() / "cases" / "corpus").glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines)


def root() -> Path:
    """The folder with spec/ and cases/: inside an installed package, or the checkout."""
    return CARRIED if CARRIED.is_dir() else CHECKOUT


def compile_into(folder: Path, source: Path) -> None:
    """Compiles spec/ and cases/ of `source` into `folder`."""
    from fk_conform.compiling import case_files, compile_cases, compile_spec

    compiled_spec = compile_spec(source / "spec")
    clauses = {clause["id"] for clause in compiled_spec["clauses"]}
    compiled_cases = compile_cases(case_files(source / "cases"), source / "spec", clauses)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (("spec.json", compiled_spec), ("cases.json", compiled_cases)):
        unfinished = folder / f".{name}"
        unfinished.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        unfinished.replace(folder / name)


def _compiled(name: str) -> Path:
    if CARRIED.is_dir():
        return CARRIED / "compiled" / name
    folder = CHECKOUT / "build" / "compiled"
    if not _is_fresh(folder):
        compile_into(folder, CHECKOUT)
        (folder / "stamp").write_text(_stamp(), encoding="utf-8")
    return folder / name


def _is_fresh(folder: Path) -> bool:
    stamp = folder / "stamp"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _stamp()


def _stamp() -> str:
    """What the sources looked like: their names, sizes and times."""
    paths = [*CHECKOUT.glob("spec/**/*.*"), *CHECKOUT.glob("cases/*.yaml"), *PACKAGE.glob("*.py")]
    stats = [(path.relative_to(CHECKOUT).as_posix(), path.stat()) for path in sorted(paths)]
    return "\n".join(f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in stats)
