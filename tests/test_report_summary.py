"""The summary of saved reports: what it tells, and that it tells when a report does not tell all."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import fk_conform, zoo
from tests.saved import save

from fk_conform.cli import main


def told(*paths: Path, capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    """The summaries, each as lines without the blanks between words."""
    assert main(["summary", *map(str, paths)]) == 0
    out = capsys.readouterr().out
    return [[" ".join(line.split()) for line in part.splitlines()] for part in out.split("\n\n")]


def test_a_report_is_told_with_engine_counts_failures_and_levels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts = {
        "FK4.9c01": "passed",
        "FK4.9c02": "failed",
        "FK4.3c01": "fault",
        "FK4.3c02": "failed",
        "FK1.1c01": "not-applicable",
    }
    file = save(tmp_path / "a.jsonl", verdicts, verdict="not-conformant", claimed=("deal",), faults=("it died",))
    (lines,) = told(file, capsys=capsys)
    assert lines == [
        f"{file}: tiny 0.1",
        "run suite 1.0.0, begun 2025-11-29T20:11:00Z",
        "came to 1 passed, 2 failed, 1 with a fault, 1 not applicable in 1.23 s: not conformant",
        "fault it died",
        "failures FK4.9 (1), FK4.3 (2)",
        "levels ✗ Table ✓ Deal ✗ Play ✗ Cliques ✗ Hand ✗ Game",
    ]


def test_a_report_that_is_cut_is_told_to_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (lines,) = told(save(tmp_path / "a.jsonl", {"FK4.9c01": "passed"}, footer=False, unread=4), capsys=capsys)
    assert "came to 1 passed: incomplete" in lines
    assert "lacks it has no footer, and 4 of 5 cases are not known" in lines
    assert not any(line.startswith("levels") for line in lines)


def test_a_run_that_was_interrupted_is_told_to_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = {"FK4.9c01": "passed", "FK4.9c02": "not-run"}
    (lines,) = told(save(tmp_path / "a.jsonl", verdicts, verdict="interrupted"), capsys=capsys)
    assert "came to 1 passed, 1 not run in 1.23 s: interrupted" in lines
    assert "lacks 1 of 2 cases were not run" in lines


def test_a_selection_and_readings_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = {"selection": {"ids": ["FK4"]}, "readings": {"when-void": "must-trump"}}
    (lines,) = told(save(tmp_path / "a.jsonl", {"FK4.9c01": "passed"}, **more), capsys=capsys)
    assert "run suite 1.0.0, begun 2025-11-29T20:11:00Z, a selection, when-void: must-trump" in lines
    assert not any(line.startswith("levels") for line in lines)


def test_several_are_told_one_after_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [save(tmp_path / name, {"FK4.9c01": "passed"}, engine=name) for name in ("a", "b")]
    assert [lines[0] for lines in told(*files, capsys=capsys)] == [f"{file}: {file.name} 0.1" for file in files]


def test_one_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = save(tmp_path / "a", {"FK4.9c01": "passed"})
    assert main(["summary", str(good), str(tmp_path / "gone")]) == 2
    assert capsys.readouterr().err == f"fk-conform: {tmp_path / 'gone'}: No such file or directory\n"


def test_a_report_of_a_real_run_is_told(tmp_path: Path) -> None:
    file = tmp_path / "report.jsonl"
    fk_conform("FK4.9", "--no-corpus", "--output", f"json={file}", "--", *zoo("paints", '"judge_trick"'))
    done = fk_conform("summary", str(file))
    assert done.returncode == 0
    assert "forty-kings 1.0.0" in done.stdout
    assert "failures    FK4.9 (" in done.stdout
    assert all(line.isprintable() for line in done.stdout.split("\n"))
