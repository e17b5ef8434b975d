"""Failures that are expected: a file of cases that an engine is known to fail, each with a reason.

A line holds a name and a reason, with a space between: `FK4.3c02 renounces are not told apart yet`. The name is the id
of a case, clause or chapter, or a pattern such as `FK5.1?c*`; a line that begins with # is a comment. What is expected
to fail and passes is told, and so is a line that matches no case at all: the file is to stay true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

from fk_conform.errors import FileError, UsageError
from fk_conform.more import case_named
from fk_conform.suite import OF_A_VARIANT, Case, load_cases
from fk_conform.verdict import Verdict

WILD = re.compile(r"[*?\[]")


@dataclass(frozen=True)
class Line:
    """One line: where it stands, what it names, and why that is expected to fail."""

    file: str
    number: int
    name: str
    reason: str

    @property
    def place(self) -> str:
        """The file and the line."""
        return f"{self.file}:{self.number}"

    def means(self, case: Case) -> bool:
        """Whether a case, or the case that it is a variant of, is named."""
        return self.name in _names(case) or bool(WILD.search(self.name) and fnmatchcase(self._meant(case), self.name))

    def means_itself(self, case: Case) -> bool:
        """Whether the case is named itself: of the variants of a case nothing is said but that they may fail too."""
        return self._meant(case) == case.id

    def _meant(self, case: Case) -> str:
        return case.id if OF_A_VARIANT.search(self.name) else case.derived_from


@dataclass(frozen=True)
class ExpectedFailures:
    """The lines of a file, in their order."""

    lines: tuple[Line, ...]

    def judge(self, case: Case, verdict: Verdict) -> Verdict:
        """The verdict in view of what is expected: the first line that means the case counts."""
        line = self._line_for(case)
        if line and verdict.verdict in ("failed", "fault"):
            return replace(verdict, verdict="expected-failure", reason=line.reason)
        if line and verdict.verdict == "passed" and line.means_itself(case):
            return replace(verdict, verdict="unexpected-pass", reason=line.reason)
        return verdict

    def means(self, case: Case) -> bool:
        """Whether the case is expected to fail."""
        return self._line_for(case) is not None

    def unmatched(self, asked: Iterable[Case], path: Path | None = None) -> tuple[Line, ...]:
        """The lines that match no case: neither one of those asked, nor any of the suite or of the cases at a path."""
        left = _not_meaning_any(self.lines, asked)
        if left:
            left = _not_meaning_any(left, [*load_cases(), *(load_cases(path=path) if path else ())])
        return tuple(left)

    def _line_for(self, case: Case) -> Line | None:
        named = [self._by_name[name] for name in _names(case) if name in self._by_name]
        patterns = [line for line in self._patterns if line.means(case)]
        return min([*named, *patterns], key=lambda line: line.number, default=None)

    @cached_property
    def _by_name(self) -> dict[str, Line]:
        return {line.name: line for line in reversed(self.lines) if not WILD.search(line.name)}

    @cached_property
    def _patterns(self) -> list[Line]:
        return [line for line in self.lines if WILD.search(line.name)]


def load_expected(path: Path) -> ExpectedFailures:
    """The expected failures of a file; raises `UsageError` if it cannot be read or a line gives no reason."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no UTF-8"
        raise UsageError(f"--xfail {path}: {why}") from None
    # Here, for a run without such a file has no need of it.
    from fk_conform.cli.words import canonical

    lines = []
    for number, words in enumerate(text.splitlines(), 1):
        name, reason = [*words.split(maxsplit=1), "", ""][:2]
        if not name or name.startswith("#"):
            continue
        if not reason or reason.startswith("#"):
            raise FileError(str(path), number, f"after {name} a reason was expected: why it is known to fail")
        lines.append(Line(str(path), number, canonical(name), reason.strip()))
    return ExpectedFailures(tuple(lines))


def _names(case: Case) -> tuple[str, ...]:
    """By what names a case can be meant."""
    return (case.id, case.derived_from, case.clause, case.clause.partition(".")[0])


def _not_meaning_any(lines: Iterable[Line], cases: Iterable[Case]) -> list[Line]:
    """The lines of which none of the cases is meant, nor any variant that could be made of one."""
    by_id = {case.id: case for case in cases}
    names = {name for case in by_id.values() for name in _names(case)}
    return [line for line in lines if line.name not in names and not _means_one(line, by_id)]


def _means_one(line: Line, by_id: dict[str, Case]) -> bool:
    """Whether a pattern, or the name of a variant that was not asked, means anything."""
    if WILD.search(line.name):
        of_case = OF_A_VARIANT.split(line.name, maxsplit=1)[0]
        return any(fnmatchcase(name, of_case) for name in by_id)
    return case_named(line.name, by_id) is not None
