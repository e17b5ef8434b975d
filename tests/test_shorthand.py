"""The short forms of case files, written out."""

from __future__ import annotations

from typing import Any

import pytest

from fk_conform.shorthand import expand, expand_deal, expand_events

Json = Any

# East is first, so south deals; the turn-up is in south's hand.
LINE = "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"
HANDS = {
    "east": ["JS", "AH", "JD", "AD", "8D", "QC", "JC", "AC"],
    "north": ["QS", "AS", "QH", "JH", "TD", "7D", "9C", "8C"],
    "west": ["TS", "7S", "KH", "TH", "7H", "KD", "9D", "TC"],
    "south": ["KS", "9S", "8S", "9H", "8H", "QD", "KC", "7C"],
}


def test_a_deal_line_is_dealer_hands_and_turn_up() -> None:
    assert expand_deal(LINE) == {"dealer": "south", "hands": HANDS, "turn_up": "8S"}


@pytest.mark.parametrize(
    ("first", "dealer"), [("south", "west"), ("east", "south"), ("north", "east"), ("west", "north")]
)
def test_the_dealer_is_the_seat_before_the_first_and_holds_the_last_hand(first: str, dealer: str) -> None:
    dealt = expand_deal(LINE.replace("east", first))
    assert dealt["dealer"] == dealer
    assert dealt["hands"][first] == HANDS["east"]
    assert dealt["hands"][dealer] == HANDS["south"]


def test_a_suit_may_be_missing_from_a_hand_and_the_order_of_ranks_is_kept() -> None:
    dealt = expand_deal("east:..7K.QJA QA...98 T7... ...K7 8S")
    assert dealt["hands"]["east"] == ["7D", "KD", "QC", "JC", "AC"]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "east",
        "east:",
        "E:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S",
        "J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S",
        "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7",
        "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T 8S",
        "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S 9S",
        "east:J.A.JA8 QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S",
        "east:J.A.JA8.QJA.K QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S",
    ],
)
def test_what_is_no_deal_line_is_refused_and_quoted(line: str) -> None:
    with pytest.raises(ValueError, match=r"is no (deal line|hand), "):
        expand_deal(line)


@pytest.mark.parametrize(
    ("text", "events"),
    [
        (
            "west: KS 7D/3 QH/4",
            [
                {"seat": "west", "card": "KS"},
                {"seat": "south", "card": "7D", "announce": 3},
                {"seat": "east", "card": "QH", "announce": 4},
            ],
        ),
        (
            # Five plays: the round comes back to where it began.
            "north: 7S 8S 9S TS AS",
            [
                {"seat": seat, "card": card}
                for seat, card in zip(
                    ["north", "west", "south", "east", "north"], ["7S", "8S", "9S", "TS", "AS"], strict=True
                )
            ],
        ),
        ("south:", []),
        ("north names K", [{"seat": "north", "rank": "K"}]),
        ("west good", [{"seat": "west", "good": True}]),
        ("north shows KS KH KD", [{"seat": "north", "show": ["KS", "KH", "KD"]}]),
        # Whether a card or a rank is one is for the engine to say.
        ("north names X", [{"seat": "north", "rank": "X"}]),
        ("north: 10S", [{"seat": "north", "card": "10S"}]),
        # What is not text is sent as it stands.
        ({"seat": "up", "card": 7}, [{"seat": "up", "card": 7}]),
        (None, [None]),
        (7, [7]),
        (["north good"], [["north good"]]),
    ],
)
def test_a_line_of_events_is_written_out(text: Json, events: Json) -> None:
    assert expand_events(text) == events


@pytest.mark.parametrize(
    "text",
    [
        "",
        "north",
        "north names",
        "north names K Q",
        "north good enough",
        "north shows",
        "north plays KS",
        "KS QS",
        "N: KS",
        ": KS",
        "N names K",
        "nobody good",
        "me shows KS",
        "north: KS/5",
        "north: KS/",
        "north: KS/three",
    ],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no event|is no seat|announces neither 3 nor 4"):
        expand_events(text)


def test_the_events_of_a_case_are_strung_together_and_the_deal_is_put_in() -> None:
    given = {"deal": LINE, "events": ["east: JS QS", {"seat": "west", "card": "7S"}, "north good"], "seat": "north"}
    assert expand("view_hand", given) == {
        "dealer": "south",
        "hands": HANDS,
        "turn_up": "8S",
        "events": [
            {"seat": "east", "card": "JS"},
            {"seat": "north", "card": "QS"},
            {"seat": "west", "card": "7S"},
            {"seat": "north", "good": True},
        ],
        "seat": "north",
    }


def test_for_judge_cliques_a_deal_line_is_the_first_player_and_the_hands() -> None:
    params = expand("judge_cliques", {"deal": LINE, "calls": [], "ranks": [], "shows": []})
    assert params == {"first": "east", "hands": HANDS, "calls": [], "ranks": [], "shows": []}


def test_a_member_that_is_given_beside_the_deal_line_stands() -> None:
    params = expand("replay_hand", {"deal": LINE, "turn_up": "KS", "events": []})
    assert params["turn_up"] == "KS"
    assert params["dealer"] == "south"


@pytest.mark.parametrize(
    "given", [{"dealer": 7, "deck": []}, {"events": "north good"}, {"deal": 7}, {"events": None}, {}]
)
def test_what_is_not_in_a_short_form_is_sent_as_it_stands(given: dict[str, Json]) -> None:
    assert expand("replay_hand", given) == given


def test_what_is_given_is_left_as_it_was() -> None:
    given: dict[str, Json] = {"deal": LINE, "events": ["north good"]}
    expand("replay_hand", given)
    assert given == {"deal": LINE, "events": ["north good"]}
