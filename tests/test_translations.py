"""What is translated: every title of a case and every known mistake, and nothing that there is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from fk_conform import data
from fk_conform.suite import load_cases
from fk_conform.yamlfile import read_yaml

ROOT = Path(__file__).resolve().parent.parent
FRENCH = read_yaml(ROOT / "spec" / "translations" / "fr.yaml", "fr.yaml")
MISTAKES = data.spec()["mistakes"]
WANTED = {
    "cases": [case.id for case in load_cases(corpus=False)],
    "mistakes": [mistake["id"] for mistake in MISTAKES],
    "from": [mistake["id"] for mistake in MISTAKES if "from" in mistake],
}


@pytest.mark.parametrize("part", WANTED)
def test_what_is_translated_is_there_in_english(part: str) -> None:
    assert [name for name in FRENCH[part] if name not in WANTED[part]] == []


@pytest.mark.parametrize("part", WANTED)
def test_nothing_is_left_untranslated(part: str) -> None:
    missing = [name for name in WANTED[part] if name not in FRENCH[part]]
    assert missing == [], f"{len(missing)} of {len(WANTED[part])} {part} have no French"
