"""Hands played out in bulk come to what the same plays come to, made one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from tests.chance import hand_by_chance

from forty_kings.dealing import Deal
from forty_kings.errors import Malformed
from forty_kings.pack import Card
from forty_kings.play import Hand
from forty_kings.playouts import playouts
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

DUTIES = [
    Readings(when_void=when_void, renounce=renounce)
    for when_void, renounce in product(("any-card", "must-trump"), ("only-when-void", "to-trump"))
]
IDS = [f"{readings.when_void} {readings.renounce}" for readings in DUTIES]


def one_by_one(hand: Hand, number: int, chance: Random) -> Iterator[int]:
    """The same, every card played by `Hand`, which sees to it that it is lawful."""
    for _ in range(number):
        after = hand
        while after.trick:
            after = after.play(_turn(after), chance.choice(after.legal_cards.cards()))
        while not after.over:
            cards = list(after.legal_cards)
            if after.trick and any(card.suit is after.trick[0].suit for card in cards):
                # Where trumps may be played instead of following, they come last.
                cards.sort(key=lambda card, led=after.trick[0].suit: card.suit is not led)  # type: ignore[misc]
            after = after.play(_turn(after), cards[int(chance.random() * len(cards))])
        yield sum(trick.points for trick in after.tricks if trick.winner.side is Side.NORTH_SOUTH)


def _turn(hand: Hand) -> Seat:
    assert hand.turn
    return hand.turn


@pytest.mark.parametrize("readings", DUTIES, ids=IDS)
@pytest.mark.parametrize("played", [0, 1, 2, 3, 4, 7, 12, 21, 28, 31, 32])
def test_from_any_position_the_plays_are_lawful_and_their_points_those_of_the_tricks(
    readings: Readings, played: int
) -> None:
    hand = hand_by_chance(Random(played), played, readings)
    assert list(playouts(hand, 40, Random(7))) == list(one_by_one(hand, 40, Random(7)))


def test_the_hand_that_is_played_out_stays_as_it_is() -> None:
    hand = hand_by_chance(Random(1), 6, DEFAULT)
    before = hand.unplayed
    assert len(list(playouts(hand, 5, Random(1)))) == 5
    assert hand.unplayed == before


def test_all_points_of_the_pack_are_taken_by_one_side_or_the_other() -> None:
    # Each player holds a suit: with clubs trumps, west, who leads nothing, takes every trick with them.
    hand = Hand.dealt(Deal.parse("east:KQJAT987... .KQJAT987.. ..KQJAT987. ...KQJAT987 7C"))
    owner = next(seat for seat in Seat if Card("KC") in hand.cards_of(seat))
    assert set(playouts(hand, 20, Random(3))) == {48 if owner.side is Side.NORTH_SOUTH else 0}


def test_while_a_rank_is_awaited_nothing_is_played_out() -> None:
    # East and north both announce three cards; once the first trick is over east is asked for the rank.
    hand = Hand.dealt(Deal.parse("east:QA.QA7.QT.9 J8.JT.J8.A7 T9.98.A97.J K7.K.K.KQT8 8C"))
    hand = hand.play(Seat.EAST, Card("AS"), announce=3).play(Seat.NORTH, Card("8S"), announce=3)
    hand = hand.play(Seat.WEST, Card("9S")).play(Seat.SOUTH, Card("KS"))
    with pytest.raises(Malformed, match="a rank has to be named"):
        next(playouts(hand, 1, Random(1)))
