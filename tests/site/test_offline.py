"""The copy that is opened from a disk keeps search, filter, desk, replay and table."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.site.conftest import Reader
from tests.site.parts import CASES, expect_cards, finds_the_clause_first, lay_out, says, shown, standing


def test_it_finds_clauses(at_disk: Reader) -> None:
    at_disk.go("")
    words = "fournir" if at_disk.look.lang == "fr" else "follow suit"
    finds_the_clause_first(at_disk, words, r"FK4\.\d+")


def test_it_narrows_the_cases(at_disk: Reader) -> None:
    page = at_disk.go("cases/")
    page.locator("[name=method]").select_option("judge_trick")
    wanted = [case.id for case in CASES.values() if case.method == "judge_trick"]
    assert shown(at_disk) == wanted
    page.reload()
    assert shown(at_disk) == wanted
    page.locator(".fk-index li:not([hidden]) a").first.click()
    expect(page.locator("h1")).to_contain_text(wanted[0])


def test_it_rules_and_its_address_brings_back_what_was_asked(at_disk: Reader) -> None:
    lay_out(at_disk, "FK4.3c02")
    expect_cards(at_disk, CASES["FK4.3c02"].expect["cards"])
    address = at_disk.page.url
    at_disk.go("about/")
    at_disk.page.goto(address)
    expect_cards(at_disk, CASES["FK4.3c02"].expect["cards"])
    at_disk.page.locator(".fk-result a", has_text="FK4.3").first.click()
    expect(at_disk.page).to_have_url(re.compile(r"rules/4-play\.html#FK4\.3$"))


def test_it_goes_through_a_hand(at_disk: Reader) -> None:
    page = at_disk.go("cases/FK6.5c04/")
    page.get_by_role("button", name=says(at_disk, "forward")).click()
    assert standing(at_disk).startswith("1 / ")
    page.locator(".fk-deciding a").first.click()
    expect(page).to_have_url(re.compile(r"rules/\d-\w+\.html#FK"))


def test_it_can_be_played(at_disk: Reader) -> None:
    page = at_disk.go("play/")
    button = page.locator("[data-fk=play] button").first
    button.click()
    expect(page.locator("[data-fk=play] .fk-middle .fk-card").first).to_be_visible()


def test_its_other_language_is_on_the_same_page(at_disk: Reader) -> None:
    page = at_disk.go("rules/4-play/")
    page.locator(".fk-language").click()
    expect(page).to_have_url(at_disk.address("rules/4-play/", "en" if at_disk.look.lang == "fr" else "fr"))


def test_its_link_to_the_other_language_leads_to_the_same_clause(at_disk: Reader) -> None:
    page = at_disk.go("rules/3-dealing/#FK3.12")
    page.locator(".fk-language").click()
    expect(page).to_have_url(at_disk.address("rules/3-dealing/#FK3.12", "en" if at_disk.look.lang == "fr" else "fr"))
