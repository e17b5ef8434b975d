"""What the mutation run reports: the score of the engine where all was run, and of a part what is known of the part."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutation import run
from mutation.report import Outcome, Ruling, Survivor, score_table, write_report
from tests.helpers import ROOT

LIVES = Survivor("ReplaceTrueWithFalse", 7, "if a:", "if not a:")
GAP = {("play", LIVES.after): Ruling(False, "nobody asks")}
ALL = {module: Outcome(killed=3) for module in run.MODULES}


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in which nothing has been run, with a report of before."""
    (tmp_path / "mutation").mkdir()
    (tmp_path / "build").mkdir()
    (tmp_path / "mutation" / "survivors.md").write_text("of before", encoding="utf-8")
    (tmp_path / "reference").symlink_to(ROOT / "reference")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "BUILD", tmp_path / "build")
    return tmp_path


def test_the_score_of_all_modules_is_that_of_the_engine(build: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.tell({**ALL, "play": Outcome(killed=2, survivors=[LIVES])}) == 0
    # Ten modules with three mutants each, of which one lives.
    assert "| **all** | 30 | 29 | 0 | 0 | 1 | 0 | **96.6 %** |" in capsys.readouterr().out
    assert "96.6 %" in (build / "mutation" / "survivors.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("lacking", [None, Outcome(killed=2, pending=1)])
def test_a_part_of_the_modules_leaves_the_report_of_all_as_it_is(
    lacking: Outcome | None, build: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.tell({**ALL, "lines": lacking}) == 0
    out = capsys.readouterr().out
    assert "**" not in out
    assert "100.0 % of this part" in out
    assert out.endswith(
        "written to build/survivors.md\nmutation/survivors.md is left as it is: for all modules, make mutation\n"
    )
    assert (build / "mutation" / "survivors.md").read_text(encoding="utf-8") == "of before"
    assert "**all**" not in (build / "build" / "survivors.md").read_text(encoding="utf-8")


def test_where_nothing_has_been_run_no_report_is_written(build: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run.main(["--report"])
    assert left.value.code == 2
    assert "nothing has been run of the engine as it is now" in capsys.readouterr().err
    assert (build / "mutation" / "survivors.md").read_text(encoding="utf-8") == "of before"
    assert not list((build / "build").iterdir())


def test_a_gap_counts_against_the_score_and_an_equivalent_mutant_does_not(tmp_path: Path) -> None:
    outcomes = {"play": Outcome(killed=3, survivors=[LIVES])}
    assert "| `play.py` | 4 | 3 | 0 | 1 | 0 | 0 | 75.0 % |" in score_table(outcomes, GAP)
    equivalent = {("play", LIVES.after): Ruling(True, "a is never there")}
    assert "| `play.py` | 4 | 3 | 1 | 0 | 0 | 0 | 100.0 % |" in score_table(outcomes, equivalent)
    write_report(outcomes, GAP, tmp_path / "report.md")
    assert "**gap**: nobody asks" in (tmp_path / "report.md").read_text(encoding="utf-8")
