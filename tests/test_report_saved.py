"""Saved reports read back: what was written is read, and what is damaged, foreign, cut or empty is not taken for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.events import RUNS, of_an_evil_engine, of_every_verdict, of_the_zoo, report_of, told_in
from tests.helpers import ROOT
from tests.saved import lines_of, save

from fk_conform.answer import Introduction
from fk_conform.cli import main
from fk_conform.errors import FileError
from fk_conform.report.saved import SavedReport, read_report
from fk_conform.running import Session

Json = Any


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, so that messages name files in short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(text: str | bytes) -> SavedReport:
    """The report that a file with this text is."""
    file = Path("report.jsonl")
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_report(file)


def refused(text: str | bytes) -> str:
    """Why a text is no report, in a line."""
    with pytest.raises(FileError) as caught:
        read(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


*BEFORE, FAULT, FINDINGS, END = of_every_verdict()
SESSION = Session({}, Introduction({"name": "tiny", "version": "0.1"}, frozenset(), {}))
WHOLE = told_in("json", [*BEFORE, SESSION, FAULT, FINDINGS, END])
LINES = WHOLE.splitlines()
FOOTER = json.loads(LINES[-1])


def changed(place: int, **members: Json) -> str:
    """The report with other members in a line; None for one that is left out."""
    line = {name: value for name, value in {**json.loads(LINES[place]), **members}.items() if value is not None}
    return "\n".join([*LINES[:place], json.dumps(line), *(LINES[place + 1 :] if place != -1 else [])]) + "\n"


def without(kind: str) -> str:
    """The report without the lines of a kind."""
    return "\n".join(line for line in LINES if json.loads(line)["type"] != kind) + "\n"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", RUNS)
def test_what_was_told_is_read(name: str) -> None:
    report = report_of(of_the_zoo(name))
    saved = read(told_in("json", report.events))
    assert list(saved.cases) == [result.case.id for result in report.results]
    assert saved.counts == report.counts
    assert saved.footer
    assert saved.footer.verdict == report.verdict
    assert [level.id for level in saved.footer.levels] == [result.level.id for result in report.levels]
    assert len(saved.faults) == len(report.loose_faults)
    assert bool(saved.lacks) is bool(report.counts["not-run"])


@pytest.mark.usefixtures("folder")
def test_every_verdict_is_read_with_what_goes_with_it() -> None:
    saved = read(WHOLE)
    case = saved.cases["FK4.9c01"]
    assert (case.clause, case.title, case.verdict) == ("FK4.9", "The case FK4.9c01", "failed")
    assert case.message == 'winner: expected "east", got "west"'
    assert saved.cases["FK4.3c01"].message == "the engine ended before it had answered"
    assert (saved.right, saved.wrong) == (2, 3)
    assert saved.diagnoses[0].subject == "M-ace-above-king"
    assert saved.faults == ("the engine did not exit with 0 at the end of its input",)


@pytest.mark.usefixtures("folder")
def test_nothing_that_an_engine_has_said_can_act_on_a_terminal() -> None:
    saved = read(told_in("json", of_an_evil_engine()))
    texts = [saved.engine, *saved.faults, *(case.message for case in saved.cases.values())]
    assert len(texts) == 9
    assert all(text.isprintable() for text in texts)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "report.jsonl: it is empty; expected a report made with --format json"),
        ("\n \n", "report.jsonl: it is empty; "),
        ("not a report\n", "report.jsonl:1: no line of a report; expected a report made with --format json"),
        ('{"name": "package", "version": "1"}\n', "report.jsonl:1: no header of a report; "),
        ("[1, 2]\n", "report.jsonl:1: no line of a report; "),
        ("<html>\n</html>\n", "report.jsonl:1: no line of a report; "),
        ("[" * 100_000, "report.jsonl:1: no line of a report; "),
        (WHOLE.encode("utf-16"), "report.jsonl: it is no UTF-8; "),
        (b"\xff\xfe\x00", "report.jsonl: it is no UTF-8; "),
        (LINES[1] + "\n", "report.jsonl:1: no header of a report; "),
        (WHOLE + WHOLE, f"report.jsonl:{len(LINES) + 1}: after the footer nothing more was expected"),
        (LINES[0] + "\n" + WHOLE, "report.jsonl:2: type: expected case, session, fault, findings or footer, got"),
        ("\n".join([*LINES[:3], LINES[3][:40], *LINES[4:]]) + "\n", "report.jsonl:4: no line of a report; "),
        ("\n".join([*LINES[:2], LINES[1], *LINES[2:]]) + "\n", "report.jsonl:3: a second line of FK1.1c01"),
        (
            "\n".join([*LINES[:2], *LINES[3:]]) + "\n",
            f"report.jsonl:{len(LINES) - 1}: counts: 1 failed, but there are 0",
        ),
        (without("session"), f"report.jsonl:{len(LINES) - 1}: a line of the session in which there were answers is"),
        (
            changed(-1, verdict="conformant"),
            f'report.jsonl:{len(LINES)}: verdict: "conformant", but there are 3 lines of failures and faults',
        ),
        (changed(0, report=2), "report.jsonl:1: report: expected version 1, got 2; it was made by another fk-conform"),
        (changed(0, report="1"), 'report.jsonl:1: report: expected a whole number, got "1"'),
        (changed(0, cases=None), "report.jsonl:1: cases: expected a whole number"),
        (changed(0, cases=True), "report.jsonl:1: cases: expected a whole number, got true"),
        (changed(0, readings={"when-void": 1}), "report.jsonl:1: readings.when-void: expected a string, got 1"),
        (changed(0, cases=8), f"report.jsonl:{len(LINES)}: the header counts 8 cases, but there are 7 lines of cases"),
        (changed(1, type="song"), "report.jsonl:2: type: expected case, session, fault, findings or footer, got"),
        (changed(1, verdict="won"), "report.jsonl:2: verdict: expected one of passed, failed, fault, "),
        (changed(1, id=None), "report.jsonl:2: id: expected a string"),
        (changed(3, fault="it died"), 'report.jsonl:4: fault: expected an object, got "it died"'),
        (changed(-1, counts=[]), f"report.jsonl:{len(LINES)}: counts: expected an object, got []"),
        (changed(-1, levels=[3]), f"report.jsonl:{len(LINES)}: levels[0]: expected an object, got 3"),
        (changed(-1, levels=[{"id": 3}]), f"report.jsonl:{len(LINES)}: levels[0].id: expected a string, got 3"),
        (changed(-1, seconds="1"), f'report.jsonl:{len(LINES)}: seconds: expected a number, got "1"'),
    ],
    ids=range(31),
)
def test_what_is_no_report_is_refused_in_a_line_with_its_place(text: str | bytes, says: str) -> None:
    assert refused(text).startswith(says)


@pytest.mark.usefixtures("folder")
def test_a_file_that_is_not_there_or_no_file_is_refused_in_a_line() -> None:
    for path, says in (("gone.jsonl", "gone.jsonl: No such file or directory"), (".", ".: Is a directory")):
        with pytest.raises(FileError, match=says):
            read_report(Path(path))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("lines", range(1, len(LINES)))
def test_a_report_that_is_cut_is_read_as_far_as_it_goes_and_says_so(lines: int) -> None:
    known = sum(json.loads(line)["type"] == "case" for line in LINES[:lines])
    unknown = 7 - known + any('"not-run"' in line for line in LINES[1:lines])
    for text in ("\n".join(LINES[:lines]) + "\n", "\n".join(LINES[:lines]) + "\n" + LINES[lines][:-5]):
        saved = read(text)
        assert saved.footer is None
        assert len(saved.cases) == known
        assert saved.verdict == "incomplete"
        assert saved.lacks == f"it has no footer, and {unknown} of 7 cases are not known"


def in_the_old_form(line: Json) -> Json:
    """A line as the first runners wrote it."""
    later = ("title", "generated", "variants", "notes", "stopped_after", "unmatched")
    return {name: value for name, value in line.items() if name not in later}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "how", [str, lambda text: text.replace("\n", "\r\n"), str.rstrip, lambda text: "\ufeff" + text]
)
def test_reports_of_older_runners_and_from_other_systems_are_read(how: Callable[[str], str]) -> None:
    kept = {"passed", "failed", "fault", "not-applicable", "not-run"}
    old = [in_the_old_form(json.loads(line)) for line in LINES if json.loads(line).get("verdict") in kept | {None}]
    old[0]["cases"] = len(kept)
    footer = in_the_old_form(FOOTER)
    footer["counts"] = {name: number for name, number in footer["counts"].items() if name in kept}
    saved = read(how("\n".join(map(json.dumps, [*old, footer])) + "\n"))
    assert saved.footer
    assert saved.cases["FK4.9c01"].title == ""
    assert saved.lacks == "1 of 5 cases were not run"


def test_the_examples_of_the_schema_can_be_read(folder: Path) -> None:
    schema = json.loads((ROOT / "spec" / "schema" / "report.schema.json").read_text(encoding="utf-8"))
    examples = {kind: schema["$defs"][kind]["examples"] for kind in ("header", "session", "case", "fault", "findings")}
    cases = {case["id"]: case for case in examples.pop("case")}
    lines = [line for kind in examples.values() for line in kind]
    (folder / "examples.jsonl").write_text("\n".join(map(json.dumps, [*lines, *cases.values()])), encoding="utf-8")
    saved = read_report(folder / "examples.jsonl")
    assert list(saved.cases) == list(cases)


# What the verbs say of the suite


OfAVerb = Callable[..., tuple[int, str]]


@pytest.fixture
def of_a_verb(folder: Path, capsys: pytest.CaptureFixture[str]) -> OfAVerb:
    """The exit status of a verb that reads a report, and what it says on standard error."""

    def call(verb: str) -> tuple[int, str]:
        status = main([verb, *["a.jsonl"] * (2 if verb == "diff" else 1)])
        return status, capsys.readouterr().err

    return call


VERBS = ("summary", "diff", "matrix", "badge")


@pytest.mark.parametrize("verb", VERBS)
def test_a_report_with_a_line_removed_is_refused(verb: str, folder: Path, of_a_verb: OfAVerb) -> None:
    lines = save(folder / "a.jsonl", {"FK4.9c01": "passed", "FK4.9c02": "passed"}).read_text("utf-8").splitlines()
    (folder / "a.jsonl").write_text("\n".join([*lines[:3], *lines[4:]]) + "\n", encoding="utf-8")
    says = "fk-conform: a.jsonl:4: counts: 2 passed, but there are 1 lines of such cases\n"
    assert of_a_verb(verb) == (2, says)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    ("name", "changes", "says"),
    [
        ("FK4.9c99", {}, "id: there is no case FK4.9c99 in suite 1.0.0"),
        ("FK4.9c99~HCDS+1", {}, "id: there is no case FK4.9c99~HCDS+1 in suite 1.0.0"),
        ("FK4.9c01", {"clause": "FK4.3"}, "clause: FK4.9c01 stands under FK4.9, not FK4.3"),
    ],
)
def test_a_case_that_the_suite_of_a_report_does_not_have_is_refused(
    name: str, changes: Json, says: str, verb: str, folder: Path, of_a_verb: OfAVerb
) -> None:
    lines = lines_of({name: "passed"})
    lines[2] |= changes
    (folder / "a.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert of_a_verb(verb) == (2, f"fk-conform: a.jsonl:3: {says}\n")


@pytest.mark.parametrize("verb", VERBS)
def test_a_report_of_another_suite_is_told_to_be_one(verb: str, folder: Path, of_a_verb: OfAVerb) -> None:
    save(folder / "a.jsonl", {"FK4.9c99": "passed"}, suite="0.9.0")
    status, said = of_a_verb(verb)
    assert status == 0
    assert set(said.splitlines()) == {"fk-conform: a.jsonl is of suite 0.9.0, and this is suite 1.0.0"}


@pytest.mark.parametrize("verb", VERBS)
def test_cases_of_one_s_own_need_not_be_those_of_the_suite(verb: str, folder: Path, of_a_verb: OfAVerb) -> None:
    save(folder / "a.jsonl", {"FK4.9c99": "passed"}, selection={"cases": "own.yaml"})
    assert of_a_verb(verb) == (0, "")
