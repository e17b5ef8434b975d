"""A whole hand, gone through step by step."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.site.conftest import Reader
from tests.site.parts import CASES, asked, says, side, standing

HAND = "FK6.5c04"
EVENTS = asked(HAND)["events"]
LAST = len(EVENTS)


def test_it_is_gone_through_by_clicking(reader: Reader) -> None:
    page = reader.go(f"cases/{HAND}/")
    forward = page.get_by_role("button", name=says(reader, "forward"))
    plays = 0
    for step in range(LAST):
        assert standing(reader) == f"{step} / {LAST}"
        expect(page.locator(".fk-deciding a").first).to_be_visible()
        plays += page.locator(".fk-replay .fk-lawful").count() > 0
        forward.click()
    # Whoever may play has marked cards; only who has to name a rank may not.
    assert plays == sum("rank" not in event for event in EVENTS) == 33
    points = CASES[HAND].expect["points"]
    expect(page.locator(".fk-replay")).to_contain_text(" · ".join(f"{side(reader, s)} {n}" for s, n in points.items()))
    page.get_by_role("button", name=says(reader, "back"), exact=True).click()
    assert standing(reader) == f"{LAST - 1} / {LAST}"
    page.get_by_role("button", name=says(reader, "to-start")).click()
    assert standing(reader) == f"0 / {LAST}"
    page.get_by_role("button", name=says(reader, "to-end")).click()
    assert standing(reader) == f"{LAST} / {LAST}"


def test_it_is_gone_through_by_keyboard_alone(reader: Reader) -> None:
    page = reader.go(f"cases/{HAND}/")
    reader.tab_to(page.locator("[data-fk=replay]"))
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", LAST), ("Home", 0)):
        page.keyboard.press(key)
        assert standing(reader) == f"{at} / {LAST}"
    reader.press_on(page.get_by_role("button", name=says(reader, "forward")))
    reader.press_on(page.get_by_role("button", name=says(reader, "forward")), "Space")
    assert standing(reader) == f"2 / {LAST}"


def test_the_clause_that_decides_is_a_link_to_the_rule(reader: Reader) -> None:
    page = reader.go(f"cases/{HAND}/")
    link = page.locator(".fk-deciding a").first
    name = link.inner_text().split()[0]
    link.click()
    expect(page).to_have_url(reader.address(f"rules/4-play/#{name}"))
    expect(page.locator(f"[id='{name}']")).to_be_in_viewport()


def test_it_is_on_the_page_to_learn_from_too(reader: Reader) -> None:
    page = reader.go("learn/")
    page.get_by_role("button", name=says(reader, "to-end")).click()
    assert standing(reader) == f"{LAST} / {LAST}"
