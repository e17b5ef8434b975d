"""Two saved reports compared: what is fixed, broken, new or gone, and that nothing is claimed that is not known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.saved import save

from fk_conform.cli import main
from fk_conform.report.diff import Diff, diff
from fk_conform.report.saved import read_report

Verdicts = dict[str, str]


def compared(folder: Path, old: Verdicts, new: Verdicts, of_old: Any = None, of_new: Any = None) -> Diff:
    """What has changed from one report to the other."""
    return diff(
        read_report(save(folder / "old", old, **(of_old or {}))),
        read_report(save(folder / "new", new, **(of_new or {}))),
    )


def ids(found: Diff) -> dict[str, list[str]]:
    return {change: [case.id for case in cases] for change, cases in found.changes.items()}


ANSWERED = {
    "right": ("passed", "unexpected-pass"),
    "wrong": ("failed", "fault"),
    "excused": ("expected-failure",),
    "not judged": ("not-applicable",),
}


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ("right", "wrong", "broken"),
        ("wrong", "right", "fixed"),
        ("excused", "right", "fixed"),
        ("right", "excused", "expected"),
        ("right", "right", "right as before"),
        ("wrong", "wrong", "wrong as before"),
        ("wrong", "excused", "wrong as before"),
        ("excused", "wrong", "wrong as before"),
        ("not judged", "right", "new"),
        ("not judged", "wrong", "new"),
        ("right", "not judged", "gone"),
        ("wrong", "not judged", "gone"),
        ("not judged", "not judged", None),
    ],
)
def test_what_has_come_of_a_case(before: str, after: str, change: str | None, tmp_path: Path) -> None:
    for old in ANSWERED[before]:
        for new in ANSWERED[after]:
            found = compared(tmp_path, {"FK4.9c01": old}, {"FK4.9c01": new})
            assert ids(found) == ({change: ["FK4.9c01"]} if change else {})
            assert found.broken is (change == "broken")
            assert found.undecided == ""


def test_a_case_that_is_in_one_report_only_is_new_or_gone(tmp_path: Path) -> None:
    found = compared(tmp_path, {"FK4.9c01": "passed"}, {"FK4.9c02": "failed"})
    assert ids(found) == {"gone": ["FK4.9c01"], "new": ["FK4.9c02"]}
    assert not found.broken


@pytest.mark.parametrize(
    ("old", "new", "of_old", "of_new", "why"),
    [
        # It was right, and the new report does not tell how it is now.
        ("passed", "not-run", {}, {"verdict": "interrupted"}, "new is incomplete: 1 of 1 cases were not run"),
        ("passed", None, {}, {"footer": False, "unread": 1}, "new is incomplete: it has no footer, and 1 of 1"),
        # It is wrong, and the old report does not tell how it was.
        ("not-run", "failed", {"verdict": "interrupted"}, {}, "old is incomplete: 1 of 1 cases were not run"),
        (None, "failed", {"footer": False, "unread": 1}, {}, "old is incomplete: it has no footer, and 1 of 1"),
    ],
)
def test_what_is_not_known_is_neither_broken_nor_gone(
    old: str | None, new: str | None, of_old: Any, of_new: Any, why: str, tmp_path: Path
) -> None:
    before, after = ({"FK4.9c01": verdict} if verdict else {} for verdict in (old, new))
    found = compared(tmp_path, before, after, of_old, of_new)
    assert ids(found) == {"undecided": ["FK4.9c01"]}
    assert not found.broken
    assert f"{tmp_path}/{why}" in found.undecided


@pytest.mark.parametrize(("old", "new"), [("failed", "not-run"), ("not-run", "passed"), ("not-run", "not-run")])
def test_where_nothing_can_have_broken_what_is_not_known_does_not_matter(old: str, new: str, tmp_path: Path) -> None:
    found = compared(tmp_path, {"FK4.9c01": old}, {"FK4.9c01": new})
    assert ids(found) == {}
    assert found.undecided == ""


def test_a_fault_of_the_engine_that_is_new_is_something_broken(tmp_path: Path) -> None:
    same: Verdicts = {"FK4.9c01": "passed"}
    assert compared(tmp_path, same, same, {}, {"faults": ("it died",)}).broken
    assert not compared(tmp_path, same, same, {"faults": ("it died",)}, {"faults": ("it died",)}).broken
    assert not compared(tmp_path, same, same, {"faults": ("it died",)}, {}).broken


@pytest.mark.parametrize(
    ("new", "more", "status"),
    [
        ({"FK4.9c01": "passed", "FK4.9c02": "passed"}, {}, 0),
        ({"FK4.9c01": "passed", "FK4.9c02": "failed"}, {}, 0),
        ({"FK4.9c01": "failed", "FK4.9c02": "passed"}, {}, 1),
        ({"FK4.9c01": "not-run", "FK4.9c02": "failed"}, {"verdict": "interrupted"}, 2),
        # That one has broken is certain, though of the other nothing is known.
        ({"FK4.9c01": "failed", "FK4.9c02": "not-run"}, {"verdict": "interrupted"}, 1),
    ],
)
def test_the_exit_status_says_whether_something_has_broken(
    new: Verdicts, more: Any, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = save(tmp_path / "old", {"FK4.9c01": "passed", "FK4.9c02": "failed"})
    assert main(["diff", str(old), str(save(tmp_path / "new", new, **more))]) == status
    said = capsys.readouterr()
    assert said.err.count("\n") == (status == 2)


def test_it_is_told_case_by_case_with_variants_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("FK4.3c01", "FK4.3c01~HSDC+1", "FK4.3c02", "FK4.9c01~HSDC+1", "FK1.1c01", "FK1.2c01")
    verdicts = ("passed", "passed", "failed", "passed", "failed", "passed")
    old = save(tmp_path / "old", dict(zip(names, verdicts, strict=True)))
    changed = {**dict.fromkeys(names[:5], "failed"), "FK4.3c02": "passed", "FK5.1c01": "passed", "FK5.1c02": "failed"}
    new = save(
        tmp_path / "new", changed, engine="small", suite="1.1.0", selection={"corpus": False}, readings={"a": "b"}
    )
    assert main(["diff", str(old), str(new)]) == 1
    lines = capsys.readouterr().out.splitlines()
    for line in (
        f"old  {old}: tiny 0.1, suite 1.0.0: not conformant",
        f"new  {new}: small 0.1, suite 1.1.0: not conformant",
        "Not the same cases were selected.",
        "Not the same readings were asked for.",
        "Broken, right before and wrong now: 3",
        "  FK4.3c01  Title FK4.3c01 (and 1 variant)",
        "    it is wrong",
        "  FK4.9c01~HSDC+1  Title FK4.9c01~HSDC+1",
        "Fixed, wrong before and right now: 1",
        "  FK4.3c02  Title FK4.3c02",
        "New, not judged before: 2",
        "  ✓ FK5.1c01  Title FK5.1c01",
        "  ✗ FK5.1c02  Title FK5.1c02",
        "Gone, not judged any more: 1",
        "  FK1.2c01  Title FK1.2c01",
        "3 broken, 1 fixed, 2 new, 1 gone; 0 right as before, 1 wrong as before",
    ):
        assert line in lines
    assert any(line.startswith("The suites are not the same") for line in lines)


def test_only_so_many_are_listed_unless_all_are_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"FK4.3c{number:03}" for number in range(60)]
    own = {"selection": {"cases": "own.yaml"}}
    files = [str(save(tmp_path / verdict, dict.fromkeys(names, verdict), **own)) for verdict in ("failed", "passed")]
    assert main(["diff", *files]) == 0
    short = capsys.readouterr().out
    assert main(["diff", "--verbose", *files]) == 0
    full = capsys.readouterr().out
    assert short.count("  FK4.3c") == 40
    assert "  … and 20 more; --verbose lists all\n" in short
    assert full.count("  FK4.3c") == 60
