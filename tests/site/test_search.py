"""The search finds the clause before the cases that are about it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.site.conftest import LOOKS, Look, Reader
from tests.site.parts import finds_the_clause_first, search

ENGLISH = (("follow suit", r"FK4\.\d+"), ("clique", r"FK5\.\d+"), ("FK4.3", r"FK4\.3"))
FRENCH = (("fournir", r"FK4\.\d+"), ("clique", r"FK5\.\d+"), ("FK4.3", r"FK4\.3"))
ASKED = [(look, words, clause) for look in LOOKS for words, clause in (FRENCH if look.lang == "fr" else ENGLISH)]


@pytest.mark.parametrize(("look", "words", "clause"), ASKED, indirect=["look"], ids=str)
def test_the_clause_is_found_before_its_cases(reader: Reader, words: str, clause: str) -> None:
    reader.go("")
    finds_the_clause_first(reader, words, clause)


def test_what_is_found_is_opened_by_keyboard(reader: Reader) -> None:
    page = reader.go("about/")
    search(reader, "FK4.3")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(reader.address("about/"))
    expect(page.locator("article")).to_contain_text("FK4.3")


def test_it_is_opened_by_clicking(reader: Reader, look: Look) -> None:
    page = reader.go("")
    page.locator("label[for=__search]:visible" if look.width < 960 else "[name=query]").first.click()
    page.keyboard.type("FK5.5")
    page.locator(".md-search-result__link").first.click()
    expect(page.locator("article")).to_contain_text("FK5.5")
