"""What is translated: what is said of cases, mistakes, clauses and works, and nothing that there is not."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from fk_conform import data
from fk_conform.spec import Spec
from fk_conform.suite import load_cases
from fk_conform.yamlfile import read_yaml

ROOT = Path(__file__).resolve().parent.parent
FRENCH = read_yaml(ROOT / "spec" / "translations" / "fr.yaml", "fr.yaml")
CASES = list(load_cases(corpus=False))
SPEC = Spec(data.spec())
WANTED = {
    "cases": {case.id: case.title for case in CASES},
    "because": {case.id: case.because for case in CASES},
    "mistakes": {mistake.id: mistake.sentence for mistake in SPEC.mistakes.values()},
    "from": {mistake["id"]: mistake["from"]["en"] for mistake in data.spec()["mistakes"] if "from" in mistake},
    "without_case": {clause.id: clause.without_case for clause in SPEC.clauses.values() if clause.without_case},
    "works": {key: work.fields["note"] for key, work in SPEC.works.items() if "note" in work.fields},
}


@pytest.mark.parametrize("part", WANTED)
def test_what_is_translated_is_there_in_english(part: str) -> None:
    assert [name for name in FRENCH[part] if name not in WANTED[part]] == []


@pytest.mark.parametrize("part", WANTED)
def test_nothing_is_left_untranslated(part: str) -> None:
    missing = [name for name in WANTED[part] if name not in FRENCH[part]]
    assert missing == [], f"{len(missing)} of {len(WANTED[part])} {part} have no French"


def told(text: str) -> tuple[Counter[str], Counter[str]]:
    """The clauses and cases that a text names, and the numbers in the rest of it."""
    named = r"FK\d+(?:\.\d+(?:c\d+)?)?"
    # A ten is TH in English and 10♥ in French.
    rest = re.sub(r"\bT(?=[SHDC]\b)", "10", re.sub(named, "", text))
    return Counter(re.findall(named, text)), Counter(re.findall(r"\d+", rest))


@pytest.mark.parametrize("part", ["because", "without_case", "works"])
def test_french_names_the_same_clauses_and_numbers(part: str) -> None:
    assert [name for name, text in FRENCH[part].items() if told(text) != told(WANTED[part][name])] == []


@pytest.mark.parametrize("part", WANTED)
def test_no_french_mark_is_parted_from_its_word(part: str) -> None:
    parted = [name for name, text in FRENCH[part].items() if re.search(r"(?:^| )[;:?!»](?=\s|$)|« ", text)]
    assert parted == [], "a space that does not break, U+00A0, stands before ; : ! ? » and after «"
