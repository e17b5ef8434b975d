"""The corpus: what campaigns have found, kept in a folder as case files that can be run again."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fk_conform.errors import UsageError
from fk_conform.fuzz.casefile import case_file
from fk_conform.fuzz.clause import Likeness
from fk_conform.fuzz.follow import Finding
from fk_conform.fuzz.plan import Plan
from fk_conform.suite import Case, load_cases

# Where findings are kept if nothing else is said.
FOLDER = Path(".fk-fuzz")


@dataclass(frozen=True)
class Kept:
    """A finding in the corpus: its file, the text of it, and the cases in it, the last of which is answered wrongly."""

    path: Path
    text: str
    cases: tuple[Case, ...]

    @property
    def id(self) -> str:
        """The id of the case that is answered wrongly."""
        return self.cases[-1].id


class Corpus:
    """A folder of case files, one a finding. Raises `UsageError` if something else is in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._check_it_can_be_kept_in()
        self._kept = [self._read(path) for path in sorted(folder.glob("*.yaml"))]

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[Kept]:
        return iter(self._kept)

    def keep(self, finding: Finding, like: Likeness, plan: Plan) -> Kept:
        """Writes a finding into the folder, if it is not there yet."""
        begin = self._next_number(like.clause)
        numbers = range(begin, begin + len(finding.asked))
        path = self.folder / f"{like.clause}c{begin:02}.yaml"
        self.folder.mkdir(parents=True, exist_ok=True)
        # Under a name of this process's own, until it is complete.
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        unfinished.write_text(case_file(finding, like, numbers, plan), encoding="utf-8")
        new = self._read(unfinished)
        there = next((kept for kept in self._kept if _what(kept.cases) == _what(new.cases)), None)
        if there:
            unfinished.unlink()
            return there
        unfinished.replace(path)
        self._kept.append(Kept(path, new.text, new.cases))
        return self._kept[-1]

    def _check_it_can_be_kept_in(self) -> None:
        """It would be a pity to find that out with the first finding."""
        there = next(path for path in (self.folder, *self.folder.absolute().parents) if path.exists())
        if not there.is_dir() or not os.access(there, os.W_OK):
            raise UsageError(f"--corpus {self.folder}: it is no folder that can be written to")

    def _read(self, path: Path) -> Kept:
        return Kept(path, path.read_text(encoding="utf-8"), tuple(load_cases(path=path)))

    def _next_number(self, clause: str) -> int:
        """The first number after those of the cases of a clause, in the suite and here."""
        here = (case for kept in self._kept for case in kept.cases)
        numbers = [_number(case) for case in (*load_cases(corpus=False), *here) if case.clause == clause]
        return max(numbers, default=0) + 1


def _number(case: Case) -> int:
    found = re.search(r"c(\d+)$", case.id)
    return int(found[1]) if found else 0


def _what(cases: Sequence[Case]) -> list[tuple[object, ...]]:
    """What cases ask and expect, whatever they are called."""
    return [(case.clause, case.method, case.params, case.expected, case.under, case.table) for case in cases]
