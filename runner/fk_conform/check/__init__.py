"""The suite checks itself: one check a file, each a function from the suite to its findings.

`fk-conform check` runs them all. They are about the files of a checkout: the cases and the
specification as people wrote them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from fk_conform.compiling import case_files, clause_order, compile_cases, compile_spec
from fk_conform.errors import FileError
from fk_conform.spec import Spec
from fk_conform.suite import Case, case_of
from fk_conform.textfile import read_text
from fk_conform.yamlfile import line_of, read_yaml
from forty_kings.readings import ALTERNATIVES

Json = Any

CHECKS = (
    "specification",
    "files",
    "references",
    "answers",
    "because",
    "duplicates",
    "wording",
    "coverage",
    "derivations",
    "sensitivity",
    "kills",
    "corpus",
)


@dataclass(frozen=True, order=True)
class Finding:
    """Something that is wrong: where, what, and how to mend it."""

    file: str
    line: int
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}; {self.mend}"


@dataclass(frozen=True)
class CaseFile:
    """A case file as it stands."""

    path: Path
    clause: str
    content: Json

    def line_of(self, case: str = "", member: str = "") -> int:
        """The line of a case, or of a member of it; of the file's clause if none is named."""
        if not case:
            return line_of(self.path, [member or "clause"]) or 1
        number = next(number for number, each in enumerate(self.content["cases"]) if each["id"] == case)
        return line_of(self.path, ["cases", number, *([member] if member else ["id"])]) or 1


class Checkout:
    """The specification and the suite of a folder, as files and compiled."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.spec = Spec(compile_spec(root / "spec"))
        self._refuse_unknown_readings()
        paths = case_files(root / "cases")
        self.cases: list[Case] = [
            case_of(compiled) for compiled in compile_cases(paths, root / "spec", set(self.spec.clauses))
        ]
        self.files = [self._case_file(path) for path in paths]
        self.files.sort(key=lambda file: clause_order(file.clause))

    @cached_property
    def file_of(self) -> dict[str, CaseFile]:
        """The file of each clause."""
        return {file.clause: file for file in self.files}

    @cached_property
    def clauses(self) -> list[tuple[Path, int, Json]]:
        """Every clause as it stands, with its file and line."""
        found = []
        for path in sorted((self.root / "spec" / "clauses").glob("*.yaml")):
            for number, clause in enumerate(read_yaml(path, str(path))["clauses"]):
                found.append((path, line_of(path, ["clauses", number]) or 1, clause))
        return found

    @cached_property
    def works(self) -> dict[str, int]:
        """The line of each work of the bibliography."""
        lines = read_text(self.root / "spec" / "sources.bib", "spec/sources.bib").splitlines()
        heads = ((number, re.match(r"@\w+\{ *([\w-]+)", text)) for number, text in enumerate(lines, 1))
        return {head[1]: number for number, head in heads if head}

    def name(self, path: Path) -> str:
        """A file as it is named in the checkout."""
        return path.relative_to(self.root).as_posix()

    def finding(self, case: Case, what: str, mend: str, member: str = "") -> Finding:
        """A finding about a case."""
        file = self.file_of[case.clause]
        return Finding(self.name(file.path), file.line_of(case.id, member), f"{case.id}: {what}", mend)

    def _refuse_unknown_readings(self) -> None:
        """The reference engine, which answers most checks, can be asked only for readings that it knows."""
        path = self.root / "spec" / "readings.yaml"
        for number, (name, alternatives) in enumerate(self.spec.readings.items()):
            for alternative in alternatives:
                if alternative not in ALTERNATIVES.get(name, ()):
                    what = f"the reference engine knows no {name}: {alternative}"
                    raise FileError(self.name(path), line_of(path, ["readings", number]), what)
        for name in ALTERNATIVES:
            if name not in self.spec.readings:
                raise FileError(self.name(path), None, f"{name}, which the reference engine knows, is missing")

    def _case_file(self, path: Path) -> CaseFile:
        content = read_yaml(path, self.name(path))
        return CaseFile(path, content["clause"], content)


Check = Callable[[Checkout], Iterable[Finding]]


def run_checks(checkout: Checkout, names: Iterable[str] = CHECKS) -> Iterator[Finding]:
    """The findings of these checks, check by check, each in the order of the files."""
    for name in names:
        check: Check = import_module(f"fk_conform.check.{name}").check
        yield from sorted(check(checkout))
