"""The numbered actions that the adapters share. This needs none of their libraries."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator

import pytest
from tests.chance import ALL_READINGS, deal_by_chance

from forty_kings.dealing import Deal
from forty_kings.pack import PACK
from forty_kings.play import Hand
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side
from forty_kings_adapters.table import (
    ACTIONS,
    MOST_ACTIONS,
    MOST_POINTS,
    NUMBER_OF,
    Name,
    Play,
    Show,
    Table,
    seat_named,
)

SOUTH, EAST, NORTH, WEST = Seat
NUMBERS = {str(action): number for number, action in enumerate(ACTIONS)}

# South leads and has three kings, east three queens, north three jacks; west deals and has the clubs, which are trumps.
THREE_THREES = Deal.parse("south:KAT987.K.K. Q.QAT987.Q. J.J.JAT987. ...KQJAT987 7C")
FOUR_KINGS = Deal.parse("south:KAT98.K.K.K Q.QAT987.Q. J7.J.JAT98. ..7.QJAT987 7C")

# Three announce three cards, and south has named the highest rank.
NAMED = ["KS three", "QS three", "JS three", "7C", "K", "Q", "good"]


def table(deal: Deal, *words: str, readings: Readings = DEFAULT) -> Table:
    """The table after these actions."""
    after = Table(Hand.dealt(deal, readings))
    for word in words:
        after = after.act(NUMBERS[word])
    return after


@pytest.mark.parametrize("word", ["nobody", "South", "", "0"])
def test_a_seat_that_there_is_not_is_an_error_that_says_which_there_are(word: str) -> None:
    assert [seat_named(seat.value) for seat in Seat] == list(Seat)
    with pytest.raises(ValueError, match=f"^dealer: expected south, east, north or west, not {word!r}$"):
        seat_named(word)


def choices(table: Table) -> list[str]:
    """The lawful actions in words."""
    return [str(ACTIONS[number]) for number in table.lawful]


def tables_by_chance(rng: random.Random, readings: Readings = DEFAULT) -> Iterator[Table]:
    """The tables of a hand from the deal to its end, cliques in it."""
    table = Table(Hand.dealt(deal_by_chance(rng, cliques=True), readings))
    yield table
    while table.turn:
        table = table.act(rng.choice(table.lawful))
        yield table


def test_the_numbers_are_those_of_the_printed_table() -> None:
    assert len(ACTIONS) == len(NUMBER_OF) == len(NUMBERS) == 116
    for place, card in enumerate(PACK):
        assert [ACTIONS[place + first] for first in (0, 32, 64)] == [Play(card), Play(card, 3), Play(card, 4)]
    assert [str(action) for action in ACTIONS[96:]] == [
        "K", "Q", "J", "good",
        "shows KS KH KD KC", "shows KH KD KC", "shows KS KD KC", "shows KS KH KC", "shows KS KH KD",
        "shows QS QH QD QC", "shows QH QD QC", "shows QS QD QC", "shows QS QH QC", "shows QS QH QD",
        "shows JS JH JD JC", "shows JH JD JC", "shows JS JD JC", "shows JS JH JC", "shows JS JH JD",
        "shows nothing",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "turn", "lawful"),
    [
        ("", SOUTH, "KS AS TS 9S 8S 7S KH KD KS three AS three TS three 9S three 8S three 7S three KH three KD three"),
        ("KS three", EAST, "QS QS three"),
        ("KS three, QS three, JS three, 7C", SOUTH, "K"),
        ("KS three, QS three, JS three, 7C, K", EAST, "Q good"),
        ("KS three, QS three, JS three, 7C, K, Q, good", SOUTH, "shows KS KH KD shows nothing"),
        ("KS three, QS, JS, 7C", SOUTH, "shows KS KH KD shows nothing"),
        ("KS, QS three, JS three, 7C, Q, J", EAST, "shows QS QH QD shows nothing"),
        ("KS, QS three, JS three, 7C, Q, J, shows QS QH QD", WEST, "KC QC JC AC TC 9C 8C"),
        ("KS, QS three, JS three, 7C, Q, J, shows nothing", WEST, "KC QC JC AC TC 9C 8C"),
        ("KS, QS, JS, 7C", WEST, "KC QC JC AC TC 9C 8C"),
    ],
)
def test_what_each_seat_may_do(said: str, turn: Seat, lawful: str) -> None:
    after = table(THREE_THREES, *filter(None, said.split(", ")))
    assert (after.turn, " ".join(choices(after))) == (turn, lawful)


def test_all_who_announced_are_asked_to_show_where_the_next_best_scores() -> None:
    readings = Readings(unshown="next-best-scores")
    after = table(THREE_THREES, *NAMED, readings=readings)
    asked = []
    while len(choices(after)) == 2:
        asked.append((after.turn, choices(after)[0]))
        after = after.act(NUMBERS["shows nothing"])
    assert asked == [(SOUTH, "shows KS KH KD"), (EAST, "shows QS QH QD"), (NORTH, "shows JS JH JD")]
    assert after.turn is WEST
    shown = table(THREE_THREES, *NAMED, "shows KS KH KD", readings=readings)
    assert shown.turn is WEST


def test_any_three_of_four_may_be_shown_where_four_go_as_three() -> None:
    readings = Readings(four_as_three="allowed")
    after = table(FOUR_KINGS, "KS three", "QS", "JS", "QC", readings=readings)
    assert choices(after) == ["shows KH KD KC", "shows KS KD KC", "shows KS KH KC", "shows KS KH KD", "shows nothing"]
    after = table(FOUR_KINGS, "KS four", "QS", "JS", "QC")
    assert choices(after) == ["shows KS KH KD KC", "shows nothing"]


@pytest.mark.parametrize("readings", random.Random(1).sample(ALL_READINGS, 16))
def test_hands_come_to_an_end_and_are_what_the_rules_make_of_the_same_events(readings: Readings) -> None:
    rng = random.Random(str(readings))
    for _ in range(20):
        for after in tables_by_chance(rng, readings):
            assert list(after.lawful) == sorted(set(after.lawful))
            assert after.turn is None or after.lawful
        assert after.hand.over
        assert len(after.done) <= MOST_ACTIONS
        hand = Hand.dealt(after.hand.deal, readings)
        for seat, number in after.done:
            match ACTIONS[number]:
                case Play(card, announce):
                    hand = hand.play(seat, card, announce)
                case Name(None):
                    hand = hand.give_way(seat)
                case Name(rank) if rank:
                    hand = hand.name_rank(seat, rank)
                case Show(cards) if cards:
                    hand = hand.show(seat, cards)
        assert hand == after.hand
        points = hand.points()
        lead = points[Side.NORTH_SOUTH] - points[Side.EAST_WEST]
        assert (after.lead_of(Side.NORTH_SOUTH), after.lead_of(Side.EAST_WEST)) == (lead, -lead)
        assert abs(lead) <= MOST_POINTS


def test_only_the_lawful_actions_are_taken() -> None:
    rng = random.Random("unlawful")
    for after in tables_by_chance(rng):
        for number in {*range(-1, len(ACTIONS) + 1)} - set(after.lawful):
            with pytest.raises(ValueError, match=f"^{number} is none of the actions of"):
                after.act(number)


def test_a_table_is_a_value() -> None:
    for after in tables_by_chance(random.Random("value")):
        assert copy.deepcopy(after) is after
        assert pickle.loads(pickle.dumps(after)) == after
