"""Questions and answers drawn as cards: what becomes a card, whose it is, and that nothing else becomes markup."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.events import EVIL
from tests.helpers import HANDS, MALFORMED, SUITE, TRICK, make_case

from fk_conform.report.cards import draw, draw_answer, draw_card, draw_question, signs
from fk_conform.suite import Case, load_cases

Json = Any

NAME = re.compile(r'aria-label="(\w+ of \w+)"')


def cards_in(drawn: str) -> list[str]:
    """The cards, as somebody who copies them gets them."""
    return [rank + suit for rank, suit in re.findall(r"<b>(.)</b>.*?<i>(.)</i>", drawn)]


def plays_in(drawn: str) -> list[list[tuple[str, str]]]:
    """The tricks, each of seats and cards."""
    tricks = re.findall(r'<ol class="trick">(.*?)</ol>', drawn)
    return [
        [(seat, *cards_in(play)) for seat, play in re.findall(r"<span>(\w+)</span>(.*?)</li>", trick)]
        for trick in tricks
    ]


def test_a_card_has_a_name_a_rank_and_the_sign_of_its_suit() -> None:
    drawn = draw_card("TS")
    assert NAME.findall(drawn) == ["ten of spades"]
    assert cards_in(drawn) == ["TS"]
    assert '<use href="#spades"/>' in drawn


def test_the_suits_have_four_signs_of_different_shape() -> None:
    shapes = re.findall(r'<symbol id="(\w+)".*?<path d="(.*?)"', signs())
    assert [name for name, _ in shapes] == ["spades", "hearts", "diamonds", "clubs"]
    assert len({path for _, path in shapes}) == 4


def test_all_thirty_two_cards_can_be_drawn() -> None:
    pack = [card for hand in HANDS.values() for card in hand]
    assert cards_in(draw(pack)) == pack
    assert len(set(NAME.findall(draw(pack)))) == 32


@pytest.mark.parametrize(
    "value", ["10S", "1S", "KX", "ks", "K", "KSS", "", "K S", "Kspades", EVIL, 7, None, True, 1.5, [], {}]
)
def test_what_is_no_card_is_text(value: Json) -> None:
    assert cards_in(draw(value)) == []
    assert re.fullmatch(r"<code>[^<>]+</code>", draw(value))


def test_a_list_with_one_thing_that_is_no_card_is_no_hand() -> None:
    assert cards_in(draw(["KS", "10S"])) == []
    assert cards_in(draw(["KS", "QS"])) == ["KS", "QS"]


def test_a_trick_is_drawn_with_who_played_what() -> None:
    # West leads; the turn goes to the right: south, east, north.
    assert plays_in(draw_question(TRICK)) == [[("west", "KS"), ("south", "QS"), ("east", "7H"), ("north", "JS")]]


def test_a_deal_is_drawn_as_four_hands_each_held_by_suits() -> None:
    hands = {"south": ["7C", "KH", "8C"], "east": ["AS", "TS"], "north": ["QD"], "west": ["9H"]}
    drawn = draw({"hands": hands})
    shown = re.findall(r'<div class="(\w+)"><dt>\1</dt><dd>(.*?)</dd>', drawn)
    assert {seat: cards_in(hand) for seat, hand in shown} == {
        "south": ["KH", "8C", "7C"],
        "east": ["AS", "TS"],
        "north": ["QD"],
        "west": ["9H"],
    }


def test_events_are_drawn_a_line_a_trick_and_what_is_said_where_it_is_said() -> None:
    first = [("east", "7S"), ("north", "7H"), ("west", "7D"), ("south", "KC")]
    events: list[Json] = [{"seat": seat, "card": card} for seat, card in first]
    events[0]["announce"] = 3
    said = [
        {"seat": "east", "rank": "Q"},
        {"seat": "west", "good": True},
        {"seat": "east", "show": ["QS", "QH", "QD"]},
    ]
    events = [*events, *said, {"seat": "south", "card": "QC"}]
    drawn = draw(events)
    assert [[play[:2] for play in trick if len(play) > 1] for trick in plays_in(drawn)] == [
        [*first, ("east", "QS")],
        [("south", "QC")],
    ]
    assert "announces 3" in drawn
    assert "names Q" in drawn
    assert "says good" in drawn
    assert cards_in(drawn) == ["7S", "7H", "7D", "KC", "QS", "QH", "QD", "QC"]


def test_an_event_of_another_kind_is_drawn_member_by_member() -> None:
    drawn = draw([{"seat": "east", "card": "KS", "loud": True}, {"seat": "east", "good": 1}])
    assert "<dt>loud</dt><dd><code>true</code>" in drawn
    assert "<dt>good</dt><dd><code>1</code>" in drawn


def test_a_malformed_question_is_drawn_as_it_is_asked() -> None:
    leader = make_case("FK4.9c02", "judge_trick", {"leader": "west", "cards": ["KS", "KS"]}, {"malformed": True})
    assert plays_in(draw_question(leader)) == []
    assert cards_in(draw_question(leader)) == ["KS", "KS"]
    assert "10S" in draw_question(MALFORMED)
    assert draw_question(make_case("FK1.1c02", "deal", [EVIL], {"malformed": True})).startswith("<code>")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"malformed": True}, "malformed"),
        ({"refuse": {"reason": "must-follow-suit", "event": 2}}, "refused: must-follow-suit at event 2"),
        ({"error": {"code": -32602, "message": "no"}}, "malformed (no)"),
        ({"result": "KS or QS"}, "&quot;KS or QS&quot;"),
    ],
)
def test_an_answer_without_members_is_text(answer: Json, text: str) -> None:
    assert draw_answer(answer) == f"<p>{text}</p>"


def test_an_answer_with_cards_is_drawn() -> None:
    assert cards_in(draw_answer({"expect": {"cards": ["7S", "KS"]}})) == ["7S", "KS"]
    assert cards_in(draw_answer({"result": {"clique": {"show": ["7S"]}, "turn_up": "KS"}})) == ["7S", "KS"]


def test_an_answer_of_megabytes_is_told_in_short() -> None:
    drawn = draw_answer({"result": {"cards": ["KS"] * 100_000}})
    assert len(drawn) < 2000


def test_nothing_that_an_engine_says_is_markup() -> None:
    drawn = draw_answer(
        {"result": {EVIL: [EVIL, {EVIL: EVIL}], "cards": [EVIL], "seat": {"seat": "east", "card": EVIL}}}
    )
    drawn += draw([{"seat": "east", "announce": EVIL}, {"seat": "east", "rank": EVIL}, {"seat": "east", "show": EVIL}])
    assert "<script" not in drawn
    assert "<img" not in drawn
    assert drawn.isprintable()


def test_every_case_of_the_suite_can_be_drawn() -> None:
    def check(case: Case) -> None:
        asked = re.findall(r'"([KQJAT987][SHDC])"', case.params)
        if not case.malformed:
            assert sorted(cards_in(draw_question(case))) == sorted(asked)
        answered = re.findall(r'"([KQJAT987][SHDC])"', json.dumps(case.expected))
        assert sorted(cards_in(draw_answer(case.expected))) == sorted(answered)

    for case in [*load_cases(), *SUITE]:
        check(case)
