"""What is tried both over HTTP and from a disk: each interactive part, by click or by keyboard."""

from __future__ import annotations

import json
import re
from typing import Any

from docs.generator.words import RANKS, SEATS, SIDES, card_words, word
from playwright.sync_api import Locator, expect
from tests.site.conftest import Reader

from fk_conform.suite import Case, load_cases

CASES: dict[str, Case] = {case.id: case for case in load_cases(corpus=False)}


def asked(case: str) -> Any:
    """What a case asks."""
    return json.loads(CASES[case].params)


def says(reader: Reader, name: str) -> str:
    """What the site says in the language of the reader."""
    return word(name, reader.look.lang)


# The desk


def desk(reader: Reader, question: str = "legal_cards") -> Locator:
    """The desk, with a question chosen."""
    reader.go("desk/")
    choose(reader, "question", says(reader, f"ask-{question}"))
    return reader.page.locator("[data-fk=desk]")


def choose(reader: Reader, label: str, option: str) -> None:
    """Chooses from a list of the desk, called by its label."""
    field(reader, says(reader, label)).select_option(label=option)


def field(reader: Reader, label: str, within: Locator | None = None) -> Locator:
    """The field that stands below a label."""
    start = within or reader.page.locator("[data-fk=desk]")
    exact = re.compile(rf"^\s*{re.escape(label)}")
    return start.locator("label").filter(has_text=exact).locator("select, input").first


def place(reader: Reader, area: str) -> Locator:
    """The button that has the next cards go somewhere."""
    return reader.page.locator(f"input[name=fk-into][value={area}]")


def card(reader: Reader, name: str) -> Locator:
    """A card of the pack."""
    return reader.page.locator(".fk-pack button").filter(
        has=reader.page.locator(f'[aria-label="{card_words(name, reader.look.lang)}"]')
    )


def ruling(reader: Reader) -> Locator:
    """What the desk has ruled."""
    return reader.page.locator(".fk-ruling")


def expect_cards(reader: Reader, names: list[str]) -> None:
    """The cards that may be played are just these."""
    expect(ruling(reader).locator("svg")).to_have_count(len(names))
    told = [each.get_attribute("aria-label") for each in ruling(reader).locator("svg").all()]
    assert sorted(map(str, told)) == sorted(card_words(name, reader.look.lang) for name in names)


def deal_line(first: str, hands: dict[str, list[str]]) -> str:
    """Hands as a line, as the README has it: from the one who plays first, suits by dots, the highest first."""
    order = list(SEATS)
    seats = [order[(order.index(first) + step) % 4] for step in range(4)]
    told = [".".join("".join(name[0] for name in hands[seat] if name[1] == suit) for suit in "SHDC") for seat in seats]
    return f"{first}:{' '.join(told)}"


def seat(reader: Reader, name: str) -> str:
    """What a seat is called."""
    return SEATS[name][reader.look.lang]


def side(reader: Reader, name: str) -> str:
    """What a side is called."""
    return SIDES[name][reader.look.lang]


def rank(reader: Reader, name: str) -> str:
    """What a rank is called."""
    return RANKS[name][reader.look.lang]


def lay_out(reader: Reader, case: str) -> None:
    """Lays out by clicking what a case asks about the cards that may be played."""
    given = asked(case)
    desk(reader)
    field(reader, says(reader, "trump")).select_option(given["trump"])
    for area in ("trick", "hand"):
        place(reader, area).check()
        for name in given[area]:
            card(reader, name).click()


# Search


def search(reader: Reader, words: str) -> list[str]:
    """Searches by keyboard; the addresses found, the best first."""
    page = reader.page
    page.keyboard.press("/")
    query = page.locator("input[name=query]")
    expect(query).to_be_focused()
    page.keyboard.type(words)
    results = page.locator(".md-search-result__list a.md-search-result__link")
    expect(results.first).to_be_attached()
    # Results come in again with each letter; the last count stands when it no longer changes.
    expect(page.locator(".md-search-result__meta")).to_contain_text(re.compile(r"\d"))
    page.wait_for_timeout(400)
    return [str(each.get_attribute("href")) for each in results.all()]


def finds_the_clause_first(reader: Reader, words: str, clause: str) -> None:
    """What is found leads to a clause of this name before any case."""
    found = search(reader, words)
    clauses = [number for number, href in enumerate(found) if re.search(rf"#{clause}$", href)]
    cases = [number for number, href in enumerate(found) if "cases/FK" in href]
    assert clauses, f"{words}: {clause} is not among {found}"
    assert not cases or clauses[0] < cases[0], f"{words}: a case is found before the clause: {found}"


# Replay


def standing(reader: Reader) -> str:
    """At which step the hand is shown, of how many."""
    return str(reader.page.locator(".fk-count").inner_text())


# Filter


def shown(reader: Reader) -> list[str]:
    """The cases that the index shows."""
    return list(reader.page.locator(".fk-index li:not([hidden]) a").all_inner_texts())
