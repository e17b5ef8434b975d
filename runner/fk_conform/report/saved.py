"""Reports that were saved as JSON lines, read back.

What is no report, or was changed or cut in the middle, is refused with file and line. A report whose end is missing is
read as far as it goes, and says what it does not tell.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from fk_conform.answer import excerpt, harmless
from fk_conform.errors import FileError
from fk_conform.report.sentences import say_name
from fk_conform.verdict import VERDICT_WORDS

Json = Any
T = TypeVar("T")

EXPECTED = "expected a report made with --format json"
VERSION = 1

# How an engine answered, whatever was expected of it. Of what is neither nothing is known.
RIGHT = ("passed", "unexpected-pass")
WRONG = ("failed", "fault", "expected-failure")
# What a run comes to where nothing is wrong that was not expected to be.
IN_ORDER = ("conformant", "as-expected", "not-as-expected", "nothing-ran")


@dataclass(frozen=True)
class SavedCase:
    """What came of a case, and of a failure what is wrong. Reports of older runners have no titles."""

    id: str
    clause: str
    verdict: str
    title: str = ""
    message: str = ""
    line: int = field(default=0, compare=False)

    @property
    def right(self) -> bool:
        """Whether it was answered rightly."""
        return self.verdict in RIGHT

    @property
    def wrong(self) -> bool:
        """Whether it was answered wrongly, or not at all."""
        return self.verdict in WRONG

    @property
    def derived_from(self) -> str:
        """The id of the case that a variant of it was derived from; its own id if it is none."""
        return re.split("[~@]", self.id, maxsplit=1)[0]


@dataclass(frozen=True)
class SavedLevel:
    """A level, whether it may be claimed, and how many of its cases passed of those that apply."""

    id: str
    claimed: bool
    passed: int
    cases: int


@dataclass(frozen=True)
class SavedDiagnosis:
    """A mistake or a reading that explains so many of the failures."""

    subject: str
    explains: int
    failures: int


@dataclass(frozen=True)
class SavedHeader:
    """What was run, and when: `cases` is the number of all."""

    suite: str
    started: str
    readings: Mapping[str, str]
    selection: Mapping[str, Json]
    cases: int


@dataclass(frozen=True)
class SavedFooter:
    """How a run ended."""

    verdict: str
    levels: tuple[SavedLevel, ...]
    seconds: float


@dataclass(frozen=True)
class SavedReport:
    """A report as far as it goes. Without a footer it is of a run that did not come to its end, or was cut."""

    path: str
    header: SavedHeader
    engines: tuple[str, ...]
    cases: Mapping[str, SavedCase]
    faults: tuple[str, ...]
    diagnoses: tuple[SavedDiagnosis, ...]
    footer: SavedFooter | None

    @property
    def engine(self) -> str:
        """What the engine called itself."""
        return ", ".join(self.engines) or "an engine that could not be run"

    @property
    def counts(self) -> dict[str, int]:
        """How many cases came to what, as far as is known."""
        counts = Counter(case.verdict for case in self.cases.values())
        return {verdict: counts[verdict] for verdict in VERDICT_WORDS}

    @property
    def right(self) -> int:
        """How many cases were answered rightly."""
        return sum(case.right for case in self.cases.values())

    @property
    def wrong(self) -> int:
        """How many cases were answered wrongly, or not at all."""
        return sum(case.wrong for case in self.cases.values())

    @property
    def verdict(self) -> str:
        """What the run came to, as far as is known."""
        return self.footer.verdict.replace("-", " ") if self.footer else "incomplete"

    @property
    def lacks(self) -> str:
        """What it does not tell; empty if it tells all."""
        unknown = self.header.cases - len(self.cases) + self.counts["not-run"]
        if self.footer is None:
            return f"it has no footer, and {unknown} of {self.header.cases} cases are not known"
        return f"{unknown} of {self.header.cases} cases were not run" if unknown else ""


def read_report(path: Path) -> SavedReport:
    """The report in a file. Raises `FileError`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FileError(str(path), None, error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise FileError(str(path), None, f"it is no UTF-8; {EXPECTED}") from None
    lines = list(_lines(str(path), text))
    if not lines:
        raise FileError(str(path), None, f"it is empty; {EXPECTED}")
    return _report(str(path), lines)


def _lines(path: str, text: str) -> Iterator[_Members]:
    """The lines as objects. If the last is cut in the middle it is left out: the want of a footer shows that."""
    written = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    for number, line in written:
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            if number > 1 and (number, line) == written[-1] and not text.endswith("\n"):
                return
            raise FileError(path, number, f"no line of a report; {EXPECTED}") from None
        if not isinstance(told, dict):
            raise FileError(path, number, f"no line of a report; {EXPECTED}")
        yield _Members(path, number, told)


def _report(path: str, lines: list[_Members]) -> SavedReport:
    header = _header(lines[0])
    engines: dict[str, None] = {}
    cases: dict[str, SavedCase] = {}
    faults: list[str] = []
    diagnoses: list[SavedDiagnosis] = []
    footer = None
    for line in lines[1:]:
        if footer:
            raise line.error("after the footer nothing more was expected")
        match line.text("type"):
            case "session":
                engine = line.inside("engine")
                engines[say_name({name: engine.text(name) for name in ("name", "version")})] = None
            case "case":
                case = _case(line)
                if case.id in cases:
                    raise line.error(f"a second line of {case.id}")
                cases[case.id] = case
            case "fault":
                faults.append(harmless(line.text("message")))
            case "findings":
                diagnoses.extend(map(_diagnosis, line.each("diagnoses")))
            case "footer":
                footer = _footer(line, header, cases, len(faults))
                if not engines and any(case.verdict in ("passed", "failed") for case in cases.values()):
                    raise line.error("a line of the session in which there were answers is missing")
            case other:
                raise line.error(f"type: expected case, session, fault, findings or footer, got {excerpt(other)}")
    return SavedReport(path, header, tuple(engines), cases, tuple(faults), tuple(diagnoses), footer)


def _header(line: _Members) -> SavedHeader:
    if line.members.get("type") != "header":
        raise line.error(f"no header of a report; {EXPECTED}")
    version = line.whole("report")
    if version != VERSION:
        raise line.error(f"report: expected version {VERSION}, got {version}; it was made by another fk-conform")
    readings, selection = line.inside("readings"), line.inside("selection")
    followed = {name: readings.text(name) for name in readings.members}
    return SavedHeader(line.text("suite"), line.text("started"), followed, selection.members, line.whole("cases"))


def _case(line: _Members) -> SavedCase:
    verdict = line.text("verdict")
    if verdict not in VERDICT_WORDS:
        raise line.error(f"verdict: expected one of {', '.join(VERDICT_WORDS)}, got {excerpt(verdict)}")
    wrong = line.inside("fault") if "fault" in line.members else line
    title, message = (harmless(each.text(name, "")) for each, name in ((line, "title"), (wrong, "message")))
    return SavedCase(harmless(line.text("id")), harmless(line.text("clause")), verdict, title, message, line.line)


def _diagnosis(members: _Members) -> SavedDiagnosis:
    return SavedDiagnosis(harmless(members.text("subject")), len(members.items("explains")), members.whole("failures"))


def _footer(line: _Members, header: SavedHeader, cases: Mapping[str, SavedCase], faults: int) -> SavedFooter:
    """The footer, if it counts what is there and comes to what follows from it."""
    told = line.inside("counts")
    counts = Counter(case.verdict for case in cases.values())
    for verdict in VERDICT_WORDS:
        number = told.whole(verdict, 0)
        if number != counts[verdict]:
            words = VERDICT_WORDS[verdict]
            raise line.error(f"counts: {number} {words}, but there are {counts[verdict]} lines of such cases")
    if len(cases) != header.cases:
        raise line.error(f"the header counts {header.cases} cases, but there are {len(cases)} lines of cases")
    verdict = line.text("verdict")
    wrong = counts["failed"] + counts["fault"] + faults
    if (verdict in IN_ORDER and wrong) or (verdict == "not-conformant" and not wrong):
        raise line.error(f"verdict: {excerpt(verdict)}, but there are {wrong} lines of failures and faults")
    levels = tuple(
        SavedLevel(harmless(each.text("id")), each.flag("claimed"), each.whole("passed"), each.whole("cases"))
        for each in line.each("levels")
    )
    return SavedFooter(harmless(verdict), levels, line.number("seconds"))


class _Members:
    """An object in a line: its members, each of the type that it is expected to have."""

    def __init__(self, path: str, line: int, members: dict[str, Json], within: str = "") -> None:
        self.path = path
        self.line = line
        self.members = members
        self.within = within

    def error(self, message: str) -> FileError:
        """What is wrong with the line."""
        return FileError(self.path, self.line, message)

    def text(self, name: str, default: str | None = None) -> str:
        """A string."""
        return self._member(name, str, "a string", default)

    def whole(self, name: str, default: int | None = None) -> int:
        """A whole number."""
        return self._member(name, int, "a whole number", default)

    def number(self, name: str) -> float:
        """A number, whole or not."""
        return (
            float(self.members[name]) if type(self.members.get(name)) is int else self._member(name, float, "a number")
        )

    def flag(self, name: str) -> bool:
        """A boolean."""
        return self._member(name, bool, "true or false")

    def items(self, name: str) -> list[Json]:
        """A list."""
        return self._member(name, list, "a list")

    def inside(self, name: str) -> _Members:
        """An object."""
        return _Members(self.path, self.line, self._member(name, dict, "an object"), f"{self.within}{name}.")

    def each(self, name: str) -> Iterator[_Members]:
        """The objects in a list."""
        for place, value in enumerate(self.items(name)):
            within = f"{self.within}{name}[{place}]"
            if not isinstance(value, dict):
                raise self.error(f"{within}: expected an object, got {excerpt(value)}")
            yield _Members(self.path, self.line, value, f"{within}.")

    def _member(self, name: str, kind: type[T], what: str, default: T | None = None) -> T:
        value = self.members.get(name, default)
        if type(value) is kind:
            return value
        got = f", got {excerpt(value)}" if name in self.members else ""
        raise self.error(f"{self.within}{name}: expected {what}{got}")
