"""What is written in French by hand goes with the English, and nothing is missing."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from tests.helpers import ROOT

DOCS = ROOT / "docs"
FENCE = r"(?ms)^```\w.*?^```$"
CODE = rf"{FENCE}|`[^`]+`|\{{\{{.*?\}}\}}"


def names(folder: str) -> set[str]:
    """The pages of a folder."""
    return {path.name for path in (DOCS / folder).glob("*.md")}


def pairs() -> list[tuple[Path, Path]]:
    """Every page in French, with the English that it goes with."""
    folders = [(DOCS, DOCS / "fr"), *((DOCS / kind / "en", DOCS / kind / "fr") for kind in ("pages", "intros"))]
    pages = [(english / french.name, french) for english, of in folders for french in sorted(of.glob("*.md"))]
    return [*pages, (ROOT / "spec" / "protocol.md", ROOT / "spec" / "protocol.fr.md")]


def shape(page: Path) -> tuple[list[str], list[str]]:
    """The code of a page but for its comments, and of the rest how each heading, item and row begins."""
    text = page.read_text(encoding="utf-8")
    code = [re.sub(r"(?m) *# .*$", "", block) for block in re.findall(FENCE, text)]
    return code, re.findall(r"(?m)^(#+ |- |\|(?: `[^`]*`)?|\d\. )", re.sub(FENCE, "", text))


def quoted(page: Path) -> Counter[str]:
    """What stands as code within the prose of a page, but for words such as FILE that stand for others."""
    prose = re.sub(FENCE, "", page.read_text(encoding="utf-8"))
    return Counter(re.sub(r"[A-Z]{2,}|\s+", " ", code) for code in re.findall(r"`[^`]+`", prose))


def numbers(page: Path) -> Counter[str]:
    """The numbers in the prose of a page, without what groups their digits."""
    prose = re.sub(CODE, "", page.read_text(encoding="utf-8"))
    return Counter(re.sub(r"\D", "", number) for number in re.findall(r"\d+(?:[,.\u00a0]\d+)*", prose))


def test_every_page_is_there_in_french() -> None:
    assert names("pages/fr") == names("pages/en")
    assert names("intros/fr") == names("intros/en")


def test_every_guide_is_there_in_french() -> None:
    assert names("fr") == names("")


@pytest.mark.parametrize(("english", "french"), pairs(), ids=lambda path: str(path.relative_to(ROOT)))
def test_french_shows_the_same_code_and_is_built_alike(english: Path, french: Path) -> None:
    assert shape(french) == shape(english)


@pytest.mark.parametrize(("english", "french"), pairs(), ids=lambda path: str(path.relative_to(ROOT)))
def test_french_has_the_same_numbers_and_words_of_code(english: Path, french: Path) -> None:
    assert numbers(french) == numbers(english)
    assert quoted(french) == quoted(english)


@pytest.mark.parametrize("french", [french for _, french in pairs()], ids=lambda path: str(path.relative_to(ROOT)))
def test_no_french_mark_is_parted_from_its_word(french: Path) -> None:
    prose = re.sub(CODE, "x", french.read_text(encoding="utf-8"))
    parted = re.findall(r".*(?:(?:^|[ \n])[;:?!»](?=\s|$)|«[ \n]).*", prose)
    assert parted == [], "a space that does not break, U+00A0, stands before ; : ! ? » and after «"
