"""Making requests smaller: fewest events, simplest deal, and always with the same symptom."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import spec

from fk_conform.errors import UsageError
from fk_conform.fuzz.choices import Chance
from fk_conform.fuzz.parties import Program
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.smallest import Enough, check_hypothesis, smallest
from fk_conform.fuzz.strategies import MAKE, Request

Json = Any

TABLE = spec().default_readings
PLAN = Plan(7, Program(("nobody",), "1.0.0"), None, tuple(MAKE))


def shrunk(shows: Callable[[Json], bool], method: str = "replay_hand") -> Json:
    """The smallest params of which something is so, found from the first by chance of which it is."""

    def shows_it(request: Request) -> bool:
        try:
            return request.method == method and shows(json.loads(request.params))
        except (AttributeError, IndexError, KeyError, TypeError):
            return False  # It is malformed.

    rng = random.Random(1)
    while True:
        chance = Chance(rng)
        if shows_it(PLAN.make(chance, TABLE)):
            return json.loads(smallest(lambda chooser: PLAN.make(chooser, TABLE), [chance.made], shows_it).params)


def test_a_hand_is_shrunk_to_the_simplest_deal_and_no_events() -> None:
    found = shrunk(lambda params: len(params["events"]) >= 0 and len(params["hands"]) == 4)
    assert found["events"] == []
    # South deals, so east is first: everybody holds a suit.
    assert found["dealer"] == "south"
    assert {seat: {card[1] for card in hand} for seat, hand in found["hands"].items()} == {
        "east": {"S"}, "north": {"H"}, "west": {"D"}, "south": {"C"},
    }  # fmt: skip


def test_only_as_many_events_are_left_as_are_needed() -> None:
    found = shrunk(lambda params: sum("card" in event for event in params["events"]) >= 5)
    assert [sorted(event) for event in found["events"]] == [["card", "seat"]] * 5


def test_an_announcement_needs_only_the_cards_of_the_clique_in_one_hand() -> None:
    """East has spades, and for two of them two more jacks."""

    def shows(params: Json) -> bool:
        event = params["events"][0]
        return event.get("announce") == 3 and [card[0] for card in params["hands"][event["seat"]]].count("J") == 3

    found = shrunk(shows)
    assert [(event["seat"], event["announce"]) for event in found["events"]] == [("east", 3)]
    others = [card for card in found["hands"]["east"] if card[1] != "S"]
    assert "JS" in found["hands"]["east"]
    assert [card[0] for card in others] == ["J", "J"]


def test_of_numbers_the_smallest_is_found() -> None:
    found = shrunk(lambda params: params.get("hands") and len(params["hands"]) >= 3, "score_match")
    assert found == {
        "first_dealer": "south",
        "hands": [{"points": {"north-south": 24, "east-west": 24}, "clique": None}] * 3,
    }


def test_nothing_is_asked_any_more_when_it_is_enough() -> None:
    asked = 0

    def shows(params: Json) -> bool:
        nonlocal asked
        asked += 1
        if asked > 5:
            raise Enough
        return "hands" in params

    assert "hands" in shrunk(shows)
    assert asked == 6


def test_hypothesis_leaves_nothing_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shrunk(lambda params: True, "judge_trick")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_hypothesis_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(UsageError, match=r"pip install 'forty-kings\[fuzz\]'"):
        check_hypothesis()
