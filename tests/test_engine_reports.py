"""The reports beside the engines are what the runner reports of them today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from engines import reports
from jsonschema import Draft202012Validator
from tests.helpers import ROOT

from fk_conform.suite import load_cases

PATHS = sorted((ROOT / "engines").glob("*/report.json"))


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """Engines that have to be compiled are."""
    reports.build()


@pytest.mark.parametrize("folder", reports.COMMANDS)
def test_a_report_tells_what_the_engine_does_today(folder: str) -> None:
    today = reports.without_times(reports.report(reports.COMMANDS[folder]))
    assert reports.without_times(reports.read(reports.path_of(folder))) == today, "make reports makes them anew"


@pytest.mark.parametrize("folder", reports.COMMANDS)
def test_a_report_has_every_case_that_was_derived_by_hand_and_each_has_passed(folder: str) -> None:
    lines = reports.read(reports.path_of(folder))
    verdicts = [(line["id"], line["verdict"]) for line in lines if line["type"] == "case"]
    assert sorted(verdicts) == sorted((case.id, "passed") for case in load_cases(corpus=False))
    assert all(level["claimed"] for level in lines[-1]["levels"])


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.parent.name)
def test_a_report_has_the_form_of_reports_and_an_end(path: Path) -> None:
    schema = json.loads((ROOT / "spec" / "schema" / "report.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema)
    lines = reports.read(path)
    for line in lines:
        validator.validate(line)
    assert lines[-1]["type"] == "footer"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.parent.name)
def test_an_engine_with_a_report_says_in_its_readme_what_it_is(path: Path) -> None:
    assert (path.parent / "README.md").read_text(encoding="utf-8").startswith("# ")
