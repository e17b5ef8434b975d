"""The page of measurements shows every figure that was kept, and says whether its bound is."""

from __future__ import annotations

import re

import pytest
from docs.generator import measured
from docs.generator.measured import cells, number
from docs.generator.written import PAGES

FIGURES = {figure["id"]: figure for figure in measured.results()["figures"]}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_figure_is_on_the_page_once(lang: str) -> None:
    text = (PAGES / lang / "speed.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\{\{ figure (\S+) \}\}", text)) == sorted(FIGURES)


def test_what_was_kept_is_a_whole_run_in_which_nothing_was_left_out() -> None:
    assert measured.results()["missing"] == []
    assert measured.results()["quick"] is False
    assert all(len(figure["ratios"]) >= 5 for name, figure in FIGURES.items() if name != "lines-whole")


def test_a_figure_is_shown_with_its_spread_and_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {"id": "a", "ratios": [1.0, 1.25, 1234.5], "bound": "at most 1.5", "holds": True}
    missed = {"id": "b", "ratios": [0.5], "bound": "at least 1.5", "holds": False}
    free = {"id": "c", "ratios": [2.0], "bound": "", "holds": None}
    monkeypatch.setattr(measured, "results", lambda: {"figures": [kept, missed, free]})
    assert cells("a", "en") == "1.25 (1.00 to 1,230) | at most 1.5 | yes"
    assert cells("a", "fr") == "1,25 (1,00 à 1\u202f230) | au plus 1,5 | oui"
    assert cells("b", "en") == "0.500 (0.500 to 0.500) | at least 1.5 | **no**"
    assert cells("c", "fr") == "2,00 (2,00 à 2,00) | – | –"
    assert cells("d", "en") == "– | – | –"


@pytest.mark.parametrize(("value", "shown"), [(0.12345, "0.123"), (80, "80.0"), (99.96, "100"), (1234.5, "1,230")])
def test_a_number_has_three_digits_that_count(value: float, shown: str) -> None:
    assert number(value, "en") == shown
