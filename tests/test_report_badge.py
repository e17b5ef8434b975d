"""The badge: of the form that shields.io reads, and never saying more than the report does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import spec
from tests.saved import LEVELS, save

from fk_conform.cli import main
from fk_conform.report.badge import badge
from fk_conform.report.saved import read_report

GOOD = {"FK4.9c01": "passed", "FK4.9c02": "passed"}
BAD = {**GOOD, "FK4.9c03": "failed"}


@pytest.mark.parametrize(
    ("verdicts", "more", "message", "colour"),
    [
        (GOOD, {"claimed": LEVELS}, "conformant", "brightgreen"),
        (GOOD, {"claimed": ("play", "deal")}, "Deal, Play", "green"),
        (GOOD, {}, "2 passed, no level", "yellow"),
        # Of a run of a part nobody can say that the engine is conformant.
        (GOOD, {"claimed": LEVELS, "selection": {"ids": ["FK4"]}}, "2 passed, of a selection", "blue"),
        (GOOD, {"claimed": LEVELS, "readings": {"when-void": "must-trump"}}, "2 passed, of a selection", "blue"),
        ({**GOOD, "FK4.9c03": "not-run"}, {"claimed": LEVELS}, "2 passed, of a selection", "blue"),
        (GOOD, {"claimed": LEVELS, "selection": {"corpus": False}}, "conformant", "brightgreen"),
        (BAD, {"verdict": "not-conformant"}, "2 of 3 passed", "red"),
        (BAD, {"verdict": "not-conformant", "claimed": ("deal",)}, "2 of 3 passed", "orange"),
        # That a failure is expected makes no engine conformant.
        (
            {**GOOD, "FK4.9c03": "expected-failure"},
            {"verdict": "as-expected", "claimed": ("deal",)},
            "2 of 3 passed",
            "orange",
        ),
        (
            {**GOOD, "FK4.9c03": "unexpected-pass"},
            {"verdict": "not-as-expected", "claimed": LEVELS},
            "conformant",
            "brightgreen",
        ),
        (
            GOOD,
            {"verdict": "not-conformant", "faults": ("it died",)},
            "2 of 2 passed, with faults of the engine",
            "red",
        ),
        (GOOD, {"verdict": "interrupted"}, "interrupted", "lightgrey"),
        (GOOD, {"verdict": "stopped"}, "stopped", "lightgrey"),
        ({"FK4.9c01": "not-run"}, {"verdict": "not-started"}, "not started", "lightgrey"),
        ({"FK4.9c01": "not-applicable"}, {"verdict": "nothing-ran"}, "nothing ran", "lightgrey"),
        (GOOD, {"footer": False}, "incomplete", "lightgrey"),
        (BAD, {"footer": False}, "incomplete", "lightgrey"),
    ],
)
def test_the_badge_says_what_the_report_shows(
    verdicts: dict[str, str], more: dict[str, Any], message: str, colour: str, tmp_path: Path
) -> None:
    report = read_report(save(tmp_path / "report.jsonl", verdicts, **more))
    assert badge(report, spec()) == {"schemaVersion": 1, "label": "Forty Kings", "message": message, "color": colour}


def test_the_command_prints_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["badge", str(save(tmp_path / "report.jsonl", GOOD, claimed=LEVELS))]) == 0
    assert json.loads(capsys.readouterr().out)["message"] == "conformant"


def test_of_no_report_there_is_no_badge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").write_text("", encoding="utf-8")
    assert main(["badge", str(tmp_path / "empty")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"fk-conform: {tmp_path / 'empty'}: it is empty; expected a report made with --format json\n"
