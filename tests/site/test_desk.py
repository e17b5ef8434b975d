"""The desk: four questions, set up by click or by keyboard, and sent as an address."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from urllib.parse import quote, unquote

import pytest
from docs.generator.words import SUITS, card_words
from playwright.sync_api import expect
from tests.site.conftest import LOOKS, Reader
from tests.site.parts import (
    CASES,
    asked,
    card,
    choose,
    deal_line,
    desk,
    expect_cards,
    field,
    lay_out,
    place,
    rank,
    ruling,
    says,
    seat,
    side,
)

from fk_conform.spec import load_spec


def test_the_lawful_cards_of_a_case_are_found_by_clicking(reader: Reader) -> None:
    lay_out(reader, "FK4.3c02")
    expect_cards(reader, CASES["FK4.3c02"].expect["cards"])
    expect(reader.page.locator(".fk-result")).to_contain_text("FK4.3")
    basis = says(reader, "stated").partition(":")[0].strip()
    expect(reader.page.locator(".fk-result")).to_contain_text(f"({basis})")


def test_the_lawful_cards_of_a_case_are_found_by_keyboard_alone(reader: Reader) -> None:
    given = asked("FK4.3c02")
    desk(reader)
    page = reader.page
    reader.tab_to(field(reader, says(reader, "trump")))
    page.keyboard.press("ArrowDown")
    assert field(reader, says(reader, "trump")).input_value() == given["trump"] == "hearts"
    for area, key in (("trick", "ArrowUp"), ("hand", "ArrowDown")):
        reader.tab_to(page.locator("input[name=fk-into]:checked"))
        if not place(reader, area).is_checked():
            page.keyboard.press(key)
        for name in given[area]:
            reader.press_on(card(reader, name), "Space")
    expect_cards(reader, CASES["FK4.3c02"].expect["cards"])


def test_whoever_goes_by_keyboard_stays_where_they_were(reader: Reader) -> None:
    desk(reader)
    reader.press_on(card(reader, "KS"))
    expect(card(reader, "QS")).to_be_focused()
    reader.press_on(reader.page.locator(".fk-place button"))
    expect(place(reader, "hand")).to_be_focused()


def test_a_card_is_taken_away_by_clicking_it(reader: Reader) -> None:
    lay_out(reader, "FK4.3c02")
    reader.page.locator(".fk-place button").first.click()
    expect_cards(reader, asked("FK4.3c02")["hand"])


def test_a_trick_is_judged(reader: Reader) -> None:
    given, wanted = asked("FK4.9c01"), CASES["FK4.9c01"].expect
    desk(reader, "judge_trick")
    field(reader, says(reader, "trump")).select_option(given["trump"])
    field(reader, says(reader, "leader")).select_option(given["leader"])
    for name in given["cards"]:
        card(reader, name).click()
    expect(ruling(reader)).to_have_text(
        f"{seat(reader, wanted['winner'])} {says(reader, 'takes-it')}{says(reader, 'colon')} "
        f"{wanted['points']} {says(reader, 'points').lower()}"
    )
    expect(reader.page.locator(".fk-result")).to_contain_text("FK4.9")


def test_cliques_are_judged_from_a_pasted_line(reader: Reader) -> None:
    given, wanted = asked("FK5.6c09"), CASES["FK5.6c09"].expect
    desk(reader)
    field(reader, says(reader, "deal-line")).fill(deal_line(given["first"], given["hands"]))
    reader.page.get_by_role("button", name=says(reader, "take-over")).click()
    for said, label in (("calls", "announces"), ("ranks", "names"), ("shows", "shows")):
        for event in given[said]:
            fields = reader.page.locator("fieldset").filter(
                has=reader.page.locator("legend", has_text=re.compile(f"^{seat(reader, event['seat'])}$"))
            )
            value = event.get("announce") or event.get("rank") or event["show"][0][0]
            field(reader, says(reader, label), fields).select_option(str(value))
    clique = wanted["clique"]
    expect(ruling(reader)).to_have_text(
        f"{seat(reader, clique['seat'])}{says(reader, 'colon')} {clique['size']} × {rank(reader, clique['rank'])}, "
        f"{clique['points']} {says(reader, 'points').lower()}"
    )


HANDS = "KJ.JT.7.KJ9 .KA.KQA.T87 QA98.Q8.98. T7.97.JT.QA"


def test_what_is_wrong_with_a_deal_line_is_said_in_a_line(reader: Reader) -> None:
    desk(reader)
    for line, wrong, where in (
        ("", "no-deal-line", ""),
        ("<b>x</b>", "no-deal-line", ""),
        (f"nowhere:{HANDS}", "no-deal-line", ""),
        (HANDS, "no-deal-line", ""),
        ("south:", "not-four-hands", "0"),
        (f"south:{HANDS[:-11]}", "not-four-hands", "3"),
        ("south:KKKK...... x y z", "no-hand", "KKKK......"),
        (f"south:{HANDS.replace('T87', 'T86')}", "no-hand", ".KA.KQA.T86"),
        (f"south:{HANDS.replace('T87', 'T8')}", "not-eight-cards", ".KA.KQA.T8"),
        (f"south:{HANDS.replace('QA98', 'KA98')}", "card-twice", card_words("KS", reader.look.lang)),
    ):
        field(reader, says(reader, "deal-line")).fill(line)
        reader.page.get_by_role("button", name=says(reader, "take-over")).click()
        told = says(reader, wrong) + (f"{says(reader, 'colon')} {where}" if where else "")
        expect(field(reader, says(reader, "deal-line")).locator("xpath=../..").get_by_role("status")).to_have_text(told)


def test_a_deal_line_is_taken_over_with_the_enter_key(reader: Reader) -> None:
    desk(reader)
    field(reader, says(reader, "deal-line")).fill(f"east:{HANDS} 7S")
    field(reader, says(reader, "deal-line")).press("Enter")
    expect(reader.page.locator(".fk-place button")).to_have_count(32)


def test_a_game_is_scored(reader: Reader) -> None:
    given, wanted = asked("FK6.6c03"), CASES["FK6.6c03"].expect
    desk(reader, "score_match")
    field(reader, says(reader, "first-dealer")).select_option(given["first_dealer"])
    for row, hand in enumerate(given["hands"]):
        if row:
            reader.page.get_by_role("button", name=says(reader, "one-more")).click()
        fields = reader.page.locator("fieldset").nth(row)
        for name, points in hand["points"].items():
            field(reader, side(reader, name), fields).fill(str(points))
        if hand["clique"]:
            field(reader, says(reader, "clique"), fields).select_option(hand["clique"]["side"])
            field(reader, says(reader, "points"), fields).fill(str(hand["clique"]["points"]))
    score = " · ".join(f"{side(reader, name)} {points}" for name, points in wanted["score"].items())
    expect(ruling(reader)).to_have_text(
        f"{says(reader, 'winner')}{says(reader, 'colon')} {side(reader, wanted['winner'])}. {score}"
    )


def test_another_reading_gives_another_ruling_and_is_told_beside_the_first(reader: Reader) -> None:
    lay_out(reader, "FK4.4c01")
    expect_cards(reader, CASES["FK4.4c01"].expect["cards"])
    expect(reader.page.locator(".fk-result")).to_contain_text("when-void: must-trump")
    reader.page.locator("[data-fk=desk] summary").click()
    question = load_spec(lang=reader.look.lang).questions["when-void"]
    expect(reader.page.locator(".fk-result")).to_contain_text(f"when-void: must-trump {question}")
    choose_reading = field(reader, f"when-void{says(reader, 'colon')} {question}")
    choose_reading.select_option(CASES["FK4.4c02"].under["when-void"])
    expect_cards(reader, CASES["FK4.4c02"].expect["cards"])


def test_the_address_brings_back_what_has_been_set_up(reader: Reader) -> None:
    lay_out(reader, "FK4.3c02")
    address = reader.page.url
    assert json.loads(unquote(address.partition("#")[2]))["trick"] == ["KS"]
    reader.go("about/")
    reader.page.goto(address)
    expect_cards(reader, CASES["FK4.3c02"].expect["cards"])


def test_an_address_that_changes_in_place_is_followed(reader: Reader) -> None:
    lay_out(reader, "FK4.3c02")
    reader.page.evaluate("location.hash = ''")
    expect(reader.page.locator(".fk-place button")).to_have_count(0)


def test_a_link_to_a_place_of_the_page_takes_nothing_away(reader: Reader) -> None:
    lay_out(reader, "FK4.3c02")
    address = reader.page.url
    reader.page.evaluate("location.hash = document.querySelector('h1').id")
    expect(reader.page).to_have_url(address)
    expect_cards(reader, CASES["FK4.3c02"].expect["cards"])


def test_what_has_been_chosen_and_taken_back_does_no_damage(reader: Reader) -> None:
    desk(reader, "judge_cliques")
    for label, value in (("announces", "3"), ("names", "K"), ("shows", "K")):
        chosen = field(reader, says(reader, label))
        chosen.select_option(value)
        chosen.select_option("")
    reader.page.reload()
    expect(field(reader, says(reader, "announces"))).to_be_visible()
    expect(reader.page.get_by_role("alert")).to_have_text("")


def test_the_address_is_copied_by_click_or_by_key_and_this_is_said(reader: Reader) -> None:
    lay_out(reader, "FK4.3c02")
    button = reader.page.get_by_role("button", name=says(reader, "copy-address"))
    said = reader.page.get_by_role("status").filter(has_text=says(reader, "copied"))
    button.click()
    expect(said).to_be_visible()
    assert reader.page.evaluate("navigator.clipboard.readText()") == reader.page.url
    choose(reader, "trump", SUITS["clubs"][reader.look.lang])
    expect(said).to_have_count(0)
    reader.press_on(button, "Enter")
    expect(said).to_be_visible()
    assert '"clubs"' in unquote(reader.page.evaluate("navigator.clipboard.readText()"))


def test_an_address_that_cannot_be_copied_is_said_not_to_be(reader: Reader) -> None:
    desk(reader)
    reader.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    reader.page.get_by_role("button", name=says(reader, "copy-address")).click()
    expect(reader.page.get_by_role("status").filter(has_text=says(reader, "not-copied"))).to_be_visible()


def test_the_link_to_the_other_language_takes_along_what_has_been_set_up(reader: Reader) -> None:
    lay_out(reader, "FK4.3c02")
    other = replace(reader.look, lang="en" if reader.look.lang == "fr" else "fr")
    reader.page.locator(".fk-language").click()
    expect(reader.page).to_have_url(re.compile(rf"^{re.escape(reader.address('desk/', other.lang))}#"))
    reader.look = other
    expect_cards(reader, CASES["FK4.3c02"].expect["cards"])


def test_the_cases_of_the_desk_are_of_the_clause_that_decides(reader: Reader) -> None:
    lay_out(reader, "FK4.3c02")
    result = reader.page.locator(".fk-result")
    expect(result).to_contain_text(says(reader, "cases-of-clause"))
    told = result.locator("a", has_text=re.compile(r"^FK\d\.\d+c\d+$")).all_inner_texts()
    assert {name.partition("c")[0] for name in told} == {"FK4.3"}


def test_everything_can_be_cleared(reader: Reader) -> None:
    lay_out(reader, "FK4.3c02")
    reader.page.locator("[data-fk=desk]").get_by_role("button", name=says(reader, "clear")).click()
    expect(reader.page.locator(".fk-result")).to_have_text(says(reader, "need-hand"))


EVIL = "<img src=x onerror=alert(1)>"
HOSTILE = {
    "no JSON": "%7B",
    "no UTF-8": "%ff%fe",
    "null": "null",
    "a number": "12",
    "a list": "[1,2]",
    "markup everywhere": json.dumps(
        dict.fromkeys(("ask", "trump", "leader", "first", "into", "dealer", "target"), EVIL)
        | {area: [EVIL] for area in ("hand", "trick", "south", "east", "north", "west")}
    ),
    "markup in the readings": json.dumps({"readings": {"when-void": EVIL, EVIL: EVIL}}),
    "names of objects": '{"ask":"constructor","first":"__proto__","into":"toString","readings":{"__proto__":{"x":1}}}',
    "cards twice": json.dumps({"ask": "legal_cards", "hand": ["KS"] * 40, "trick": ["KS", "KS"]}),
    "too many hands": json.dumps({"ask": "score_match", "hands": [{"ns": 1}] * 5000}),
    "hands that are none": '{"ask":"score_match","hands":[null,1,{"ns":"x","ew":-4,"side":"a"},{"clique":1e99}]}',
    "calls that are none": json.dumps(
        {"ask": "judge_cliques", "calls": {"south": {}}, "ranks": {"south": EVIL}, "shows": []}
    ),
    "something deep": "[" * 5000 + "]" * 5000,
    "something long": json.dumps({"hand": ["KS"] * 20000}),
}


@pytest.mark.parametrize("look", LOOKS[:1], ids=str, indirect=True)
@pytest.mark.parametrize("kind", HOSTILE)
def test_an_address_may_hold_anything(kind: str, reader: Reader) -> None:
    page = reader.page
    page.on("dialog", lambda dialog: reader.troubles.append(f"a dialog: {dialog.message}"))
    said = HOSTILE[kind]
    page.goto(f"{reader.address('desk/')}#{said if said.startswith('%') else quote(said)}")
    expect(field(reader, says(reader, "question"))).to_be_visible()
    expect(page.locator(".fk-result")).not_to_be_empty()
    expect(page.get_by_role("alert")).to_have_text(says(reader, "damaged"))
    expect(page.locator(".fk-place button")).to_have_count(0)
    assert page.locator("[data-fk=desk] img").count() == 0
    choose(reader, "question", says(reader, "ask-legal_cards"))
    expect(page.locator(".fk-pack button")).to_have_count(32)


GOOD = quote(json.dumps({"ask": "legal_cards", "hand": ["KS", "QH"], "trick": ["KH"], "trump": "clubs"}))
DAMAGED = {
    "its end cut off": GOOD[:-20],
    "its last sign cut in two": GOOD[:-1],
    "a stop after it": f"{GOOD}.",
    "a word": "foo",
    "an unknown card": GOOD.replace("QH", "6H"),
    "an unknown reading": quote(json.dumps({"hand": ["KS"], "readings": {"when-void": "never"}})),
    "something besides": quote(json.dumps({"hand": ["KS"], "foot": []})),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_address_leaves_the_desk_empty_and_says_so_until_something_is_set_up(
    kind: str, reader: Reader
) -> None:
    page = reader.page
    page.goto(f"{reader.address('desk/')}#{GOOD}")
    expect(page.locator(".fk-place button")).to_have_count(3)
    expect(page.get_by_role("alert")).to_have_text("")
    page.goto(f"{reader.address('desk/')}#{DAMAGED[kind]}")
    expect(page.get_by_role("alert")).to_have_text(says(reader, "damaged"))
    expect(page.locator(".fk-place button")).to_have_count(0)
    card(reader, "KS").click()
    expect(page.get_by_role("alert")).to_have_text("")
