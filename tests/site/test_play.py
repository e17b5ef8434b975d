"""A hand played at the table, whatever the cards are."""

from __future__ import annotations

from playwright.sync_api import Locator, expect
from tests.site.conftest import Reader
from tests.site.parts import says, side

# Eight plays, and what may be said and shown between them.
MOST_ACTS = 14


def table(reader: Reader) -> Locator:
    return reader.go("play/").locator("[data-fk=play]")


def to_act(reader: Reader) -> Locator:
    """What the reader can press: a card, something to say or show, or the next hand."""
    buttons = reader.page.locator("[data-fk=play] button")
    expect(buttons.first).to_be_visible()
    return buttons.first


def over(reader: Reader) -> Locator:
    return reader.page.get_by_text(says(reader, "hand-over"))


def check_the_count(reader: Reader) -> None:
    """Whatever has been played, the cards of a hand come to 48 points."""
    text = over(reader).inner_text()
    points = [int(text.split(f"{side(reader, name)} ")[1].split()[0]) for name in ("north-south", "east-west")]
    assert sum(points) - 48 in (0, 6, 8, 10, 12, 15, 20, 30, 40), text


def test_a_whole_hand_is_played_by_clicking_and_the_next_begins(reader: Reader) -> None:
    table(reader)
    for _ in range(MOST_ACTS):
        to_act(reader)
        if over(reader).count():
            break
        to_act(reader).click()
    expect(over(reader)).to_be_visible()
    check_the_count(reader)
    reader.page.get_by_role("button", name=says(reader, "next-hand")).click()
    expect(over(reader)).to_have_count(0)
    expect(reader.page.locator(".fk-south .fk-card")).to_have_count(8)


def test_a_whole_hand_is_played_by_keyboard_alone(reader: Reader) -> None:
    table(reader)
    reader.tab_to(to_act(reader))
    for _ in range(MOST_ACTS):
        expect(to_act(reader)).to_be_focused()
        if over(reader).count():
            break
        reader.page.keyboard.press("Enter")
    expect(over(reader)).to_be_visible()
    reader.page.keyboard.press("Enter")
    expect(over(reader)).to_have_count(0)


def test_something_is_announced_only_where_there_is_something_to_announce(reader: Reader) -> None:
    table(reader)
    to_act(reader)
    held = [str(each.get_attribute("aria-label")) for each in reader.page.locator(".fk-south .fk-card").all()]
    honours = [name.split()[0] for name in held]
    most = max(honours.count(rank) for rank in ("king", "queen", "jack", "roi", "dame", "valet"))
    # Nothing, three cards, and with four of a rank four cards too.
    assert reader.page.locator("input[name=announce]").count() == {3: 2, 4: 3}.get(most, 0)
