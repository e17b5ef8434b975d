"""The last touches: items that do not matter go, and every card lies where it belongs, unless that matters."""

from __future__ import annotations

import json
from typing import Any

from tests.helpers import DEALT, HANDS

from fk_conform.fuzz.strategies import Request
from fk_conform.fuzz.tidy import tidied

Json = Any

# South deals; two cards have changed places, and two others.
MIXED = {
    "east": ["KH", "QS", "JS", "AS", "TS", "9S", "8S", "7S"],
    "north": ["KS", "QH", "JH", "AH", "TH", "9H", "8H", "7C"],
    "west": HANDS["west"],
    "south": ["KC", "QC", "JC", "AC", "TC", "9C", "8C", "7H"],
}


def hands(params: Json, shows: Any = lambda request: True) -> Json:
    request = Request("replay_hand", json.dumps(params))
    return json.loads(tidied(request, shows).params)["hands"]


def test_everybody_gets_a_suit_beginning_with_the_first_player() -> None:
    assert hands({**DEALT, "hands": MIXED, "turn_up": "KC", "events": []}) == HANDS
    assert hands({"first": "east", "hands": MIXED, "calls": [], "ranks": [], "shows": []}) == HANDS


def test_cards_that_matter_stay_where_they_are() -> None:
    def shows(request: Request) -> bool:
        return "KH" in json.loads(request.params)["hands"]["east"]

    found = hands({**DEALT, "hands": MIXED, "turn_up": "KC", "events": []}, shows)
    assert found == {
        **HANDS,
        "east": ["QS", "JS", "AS", "TS", "9S", "8S", "7S", "KH"],
        "north": ["KS", *HANDS["north"][1:]],
    }


def test_items_that_do_not_matter_are_left_out() -> None:
    rounds = [{"south": "KS"}, {"south": "QS"}, {"south": "JS"}]

    def shows(request: Request) -> bool:
        return "QS" in request.params

    tidy = tidied(Request("draw_dealer", json.dumps({"rounds": rounds})), shows)
    assert json.loads(tidy.params) == {"rounds": [{"south": "QS"}]}


def test_what_is_no_whole_deal_is_left_as_it_is() -> None:
    for odd in (
        {**DEALT, "hands": {**MIXED, "west": []}},
        {**DEALT, "hands": {**MIXED, "west": ["KS", *HANDS["west"][1:]]}},
        {**DEALT, "hands": None},
        {**DEALT, "hands": MIXED, "dealer": "nobody"},
        {"hands": MIXED},
    ):
        assert hands(odd) == odd["hands"]
