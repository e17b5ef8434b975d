"""Requests by chance: made again from their choices, of all kinds, sayable in a case file, and cut short."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from tests.helpers import spec

from fk_conform.fuzz.choices import Chance, Remembered
from fk_conform.fuzz.parties import Program, line
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.slips import slip
from fk_conform.fuzz.strategies import MAKE, PLAIN, Request, request
from fk_conform.fuzz.symptom import reason_of
from fk_conform.shorthand import expand
from forty_kings.engine import Engine
from forty_kings.readings import DEFAULT, Readings

Json = Any

NOBODY = Program(("nobody",), "1.0.0")
METHODS = tuple(MAKE)
# What can be refused at a table that plays every reading in its default, by the methods that can refuse it.
NOT_BY_DEFAULT = {"must-trump", "good-while-higher"}


def plan(*methods: str, seed: int = 7, size: int = 1000) -> Plan:
    """A plan whose engine nobody asks."""
    return Plan(seed, NOBODY, None, methods or METHODS, size=size)


def answers(asked: Sequence[Request], table: dict[str, str]) -> list[Json]:
    """What the reference engine says."""
    engine = Engine(Readings.of(table))
    return [json.loads(engine.answer(line(each))) for each in asked]


def requests(number: int = 0, table: dict[str, str] | None = None, the_plan: Plan | None = None) -> list[Request]:
    the_plan = the_plan or plan()
    return [made.request for made in the_plan.requests(number, table or spec().default_readings)]


# Choices


def test_things_are_shared_out_each_once_in_shares_of_their_sizes() -> None:
    shares = Chance(random.Random(0)).shares(range(10), (4, 3, 3))
    assert [len(share) for share in shares] == [4, 3, 3]
    assert sorted(thing for share in shares for thing in share) == list(range(10))


def test_every_way_to_share_out_is_as_likely() -> None:
    chance = Chance(random.Random(0))
    ways = Counter(tuple(map(tuple, chance.shares("abc", (1, 2)))) for _ in range(3000))
    assert len(ways) == 3
    assert all(800 < number < 1200 for number in ways.values())


def test_the_simplest_choices_leave_things_as_they_are() -> None:
    nothing = Remembered([])
    assert nothing.shares("abcd", (2, 2)) == [["a", "b"], ["c", "d"]]
    assert nothing.shuffled("abcd") == ["a", "b", "c", "d"]
    assert not nothing.often(0.99)
    assert not nothing.goes_on(64)


def test_about_how_often_is_how_often() -> None:
    chance = Chance(random.Random(0))
    assert 200 < sum(chance.often(0.25) for _ in range(1000)) < 300
    goes = 0
    while chance.goes_on(16):
        goes += 1
    assert chance.stops[-1] == len(chance.made) - 1


# Requests


def test_the_same_seed_and_unit_make_the_same_requests_and_others_make_others() -> None:
    assert requests(0) == requests(0)
    assert requests(0) != requests(1)
    assert requests(0) != requests(0, the_plan=plan(seed=8))


def test_a_request_is_made_again_from_its_choices() -> None:
    table = spec().default_readings
    for made in plan(size=300).requests(0, table):
        again = plan().made_again(made.choices, table)
        assert (again.request, again.choices) == (made.request, made.choices)


@pytest.fixture(scope="module")
def answered() -> list[tuple[Request, Json]]:
    """The requests of some units, at the default table, and the right answers."""
    asked = [each for number in range(6) for each in requests(number)]
    return list(zip(asked, answers(asked, spec().default_readings), strict=True))


def test_requests_are_of_all_methods_and_have_all_kinds_of_answers(answered: list[tuple[Request, Json]]) -> None:
    kinds: dict[str, set[object]] = {method: set() for method in MAKE}
    for each, answer in answered:
        kinds[each.method].add(reason_of(answer) or answer.get("error", {}).get("code", "answered"))
    for method, found in kinds.items():
        assert {"answered", -32602} <= found, method
    reasons = set(spec().reasons) - NOT_BY_DEFAULT
    assert set().union(*kinds.values()) - {"answered", -32602} == reasons


def test_at_other_tables_what_is_refused_only_there_is_done() -> None:
    table = {**spec().default_readings, "when-void": "must-trump", "good-when-higher": "refused"}
    asked = [each for number in range(3) for each in requests(number, table)]
    reasons = {reason_of(answer) for answer in answers(asked, table)}
    assert reasons >= NOT_BY_DEFAULT


def test_half_of_the_units_are_at_the_default_table_and_the_others_at_all_alternatives() -> None:
    tables = [plan().table(number) for number in range(40)]
    assert all(table == spec().default_readings for table in tables[::2])
    seen = {(name, alternative) for table in tables[1::2] for name, alternative in table.items()}
    assert seen == {(name, each) for name, alternatives in spec().readings.items() for each in alternatives}


def test_with_fixed_readings_all_units_are_at_their_table() -> None:
    fixed = Plan(7, NOBODY, fixed={"level-totals": "drawn"})
    assert {fixed.table(number)["level-totals"] for number in range(6)} == {"drawn"}
    assert {fixed.table(number)["when-void"] for number in range(6)} == {"any-card"}


def test_every_request_can_be_said_in_a_case_file(answered: list[tuple[Request, Json]]) -> None:
    for each, _ in answered:
        params = json.loads(each.params)
        assert expand(each.method, params) == params


def test_only_methods_that_are_offered_are_asked() -> None:
    offered = plan("deal", "count_lines", size=200)
    assert {each.method for each in requests(the_plan=offered)} == {"deal", "count_lines"}


def test_counting_never_goes_deep_where_there_are_many_cards() -> None:
    asked = [_params(each) for each in requests(the_plan=plan("count_lines"))]
    deep = [params for params in asked if type(params.get("depth")) is int and 4 < params["depth"] <= 32]
    assert deep
    for params in deep:
        plays = sum("card" in event for event in params["events"])
        # With twelve cards left there are 1,296 lines at most; one more than there are cards is malformed at once.
        assert plays >= 20 or params["depth"] > 32 - plays


# Slips


def test_a_slip_changes_one_place_and_nothing_that_it_was_given() -> None:
    chance = Chance(random.Random(0))
    for each in requests(0)[:200]:
        params = json.loads(each.params)
        before = json.dumps(params)
        if params:
            slip(chance, params)
        assert json.dumps(params) == before


COMPLAINTS = (
    *("is no card", "is no seat", "is no suit", "is there twice", "dealer is missing", "seat is missing"),
    *("expected a list", "expected an object", "expected a whole number", "expected one of card, rank, good, show"),
    *("has 7 cards, expected 8", "has 9 cards, expected 8", "is not in the hand of the dealer", "must be 48 together"),
    *("the number of plays left", "two pairs of different players", "in a seat of their own"),
)


def test_slips_make_requests_malformed_in_many_ways(answered: list[tuple[Request, Json]]) -> None:
    said = "\n".join(answer.get("error", {}).get("message", "") for _, answer in answered)
    assert [complaint for complaint in COMPLAINTS if complaint not in said] == []


# Cut short


def test_a_hand_cut_short_has_the_same_deal_and_the_first_of_its_events() -> None:
    table = spec().default_readings
    the_plan = plan("replay_hand")
    whole = next(
        made for made in the_plan.requests(0, table) if _is_lawful(made.request) and len(_events(made.request)) > 8
    )
    short = [each.request for each in the_plan.cut_short(whole, table)]
    assert [len(_events(each)) for each in short] == list(range(len(short)))
    for each in short:
        assert {**_params(each), "events": 0} == {**_params(whole.request), "events": 0}
        assert _events(whole.request)[: len(_events(each))] == _events(each)


@pytest.mark.parametrize("method", list(PLAIN))
def test_of_what_asks_more_of_a_hand_how_it_stands_is_asked_before(method: str) -> None:
    table = spec().default_readings
    the_plan = plan(method, "replay_hand")
    made = next(
        made for made in the_plan.requests(0, table) if made.request.method == method and len(_events(made.request)) > 3
    )
    methods = [each.request.method for each in the_plan.cut_short(made, table)]
    assert methods == ["replay_hand"] * (len(made.stops) + 1) + [method] * len(made.stops)
    assert {each.request.method for each in plan(method).cut_short(made, table)} == {method}


def test_the_simplest_request_of_each_method_is_a_possible_question() -> None:
    for method in MAKE:
        simplest = request(Remembered([]), [method], DEFAULT)
        (answer,) = answers([simplest], DEFAULT.as_dict())
        assert "result" in answer, method


def _is_lawful(each: Request) -> bool:
    return "result" in answers([each], spec().default_readings)[0]


def _params(each: Request) -> dict[str, Json]:
    params: dict[str, Json] = json.loads(each.params)
    return params


def _events(each: Request) -> list[Json]:
    events = _params(each).get("events", [])
    return events if isinstance(events, list) else []
