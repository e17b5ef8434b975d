"""The last measurements that were kept, for the page that explains them: bench/results.json."""

from __future__ import annotations

import json
import statistics
from functools import cache
from typing import Any

from docs.generator.book import ROOT

RESULTS = ROOT / "bench" / "results.json"
WORDS = {
    "en": {"to": "to", "at most": "at most", "at least": "at least", True: "yes", False: "**no**", None: "–"},
    "fr": {"to": "à", "at most": "au plus", "at least": "au moins", True: "oui", False: "**non**", None: "–"},
}


@cache
def results() -> Any:
    """What was measured last, on which day and which machine."""
    return json.loads(RESULTS.read_text(encoding="utf-8"))


def cells(name: str, lang: str) -> str:
    """The cells of a figure in the table: its median and spread, its bound, and whether that is kept."""
    figure = next((figure for figure in results()["figures"] if figure["id"] == name), None)
    if figure is None:
        return "– | – | –"  # It is measured, and has not been kept yet.
    words = WORDS[lang]
    ratios = figure["ratios"]
    spread = f"({number(min(ratios), lang)} {words['to']} {number(max(ratios), lang)})"
    bound = figure["bound"]
    for word in ("at most", "at least"):
        bound = bound.replace(word, words[word])
    return (
        f"{number(statistics.median(ratios), lang)} {spread} | {_marks(bound, lang) or '–'} | {words[figure['holds']]}"
    )


def number(value: float, lang: str) -> str:
    """A number with three digits that count, as the language writes it."""
    rounded = float(f"{value:.3g}")
    return _marks(f"{rounded:,.0f}" if rounded >= 100 else f"{value:#.3g}", lang)


def _marks(text: str, lang: str) -> str:
    return text.replace(",", "\u202f").replace(".", ",") if lang == "fr" else text
