"""Counting lines in bulk gives what playing every one of them gives."""

from __future__ import annotations

import random
from itertools import product
from math import factorial, prod

import pytest
from tests.chance import hand_by_chance

from forty_kings.dealing import Deal
from forty_kings.errors import Malformed
from forty_kings.lines import Lines, count_lines
from forty_kings.pack import Card, CardSet, Rank
from forty_kings.play import Hand
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

DUTIES = [
    Readings(when_void=when_void, renounce=renounce)
    for when_void, renounce in product(("any-card", "must-trump"), ("only-when-void", "to-trump"))
]
IDS = [f"{readings.when_void} {readings.renounce}" for readings in DUTIES]


def play_all(hand: Hand, depth: int) -> Lines:
    """The same count, one line after another."""
    if depth == 0:
        return Lines(1, 0)
    lines = points = 0
    for card in hand.legal_cards:
        assert hand.turn
        after = hand.play(hand.turn, card)
        further = play_all(after, depth - 1)
        taken = len(after.tricks) > len(hand.tricks) and after.tricks[-1].winner.side is Side.NORTH_SOUTH
        lines += further.lines
        points += further.points + (after.tricks[-1].points * further.lines if taken else 0)
    return Lines(lines, points)


# By chance, against playing them


@pytest.mark.parametrize("readings", DUTIES, ids=IDS)
@pytest.mark.parametrize("played", range(4))
def test_first_plays_of_a_hand(readings: Readings, played: int) -> None:
    hand = hand_by_chance(random.Random(played), played, readings)
    for depth in range(5 - played % 2):
        assert count_lines(hand, depth) == play_all(hand, depth)


@pytest.mark.parametrize("readings", DUTIES, ids=IDS)
@pytest.mark.parametrize("seed", range(6))
def test_positions_in_the_middle_of_a_hand(readings: Readings, seed: int) -> None:
    rng = random.Random(seed)
    hand = hand_by_chance(rng, rng.randrange(4, 24), readings)
    for depth in range(6):
        assert count_lines(hand, depth) == play_all(hand, depth)


@pytest.mark.parametrize("readings", DUTIES, ids=IDS)
@pytest.mark.parametrize("played", range(22, 33))
def test_the_rest_of_a_hand_to_its_end(readings: Readings, played: int) -> None:
    hand = hand_by_chance(random.Random(100 + played), played, readings)
    for depth in range(33 - played):
        assert count_lines(hand, depth) == play_all(hand, depth)


@pytest.mark.parametrize("readings", DUTIES, ids=IDS)
@pytest.mark.parametrize("on_table", [1, 2, 3])
def test_a_trick_in_progress_at_the_root(readings: Readings, on_table: int) -> None:
    for seed in range(5):
        hand = hand_by_chance(random.Random(seed), 16 + on_table, readings)
        assert len(hand.trick) == on_table
        for depth in range(7):
            assert count_lines(hand, depth) == play_all(hand, depth)


@pytest.mark.parametrize("first", Seat)
def test_points_are_those_of_north_south_whoever_begins(first: Seat) -> None:
    deal = Deal.parse(f"{first.value}:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S")
    hand = Hand.dealt(deal)
    assert count_lines(hand, 4) == play_all(hand, 4)


def test_other_readings_than_those_of_the_duties_do_not_matter() -> None:
    hand = hand_by_chance(random.Random(1), 12)
    others = Readings(
        four_as_three="allowed",
        good_when_higher="refused",
        unshown="next-best-scores",
        both_reach="clique-first",
        level_totals="drawn",
    )
    assert count_lines(hand._replace(readings=others), 8) == count_lines(hand, 8)


# The deal of one suit each: everybody plays any card at any time, and whoever has trumps takes every trick.

FULL = "KQJAT987"


def one_suit_each(first: str, readings: Readings = DEFAULT) -> Hand:
    """The first to play has spades, those after hearts and diamonds, and the dealer clubs, which are trumps."""
    return Hand.dealt(Deal.parse(f"{first}:{FULL}... .{FULL}.. ..{FULL}. ...{FULL} 7C"), readings)


@pytest.mark.parametrize("readings", DUTIES, ids=IDS)
@pytest.mark.parametrize(("first", "taken"), [("east", 48), ("south", 0)])
def test_one_suit_each_to_full_depth(first: str, taken: int, readings: Readings) -> None:
    # 8! orders of each hand's cards. The dealer, south or west, takes all eight tricks with all 48 points.
    hand = one_suit_each(first, readings)
    assert count_lines(hand, 32) == Lines(factorial(8) ** 4, taken * factorial(8) ** 4)


@pytest.mark.parametrize("depth", range(33))
def test_one_suit_each_to_every_depth(depth: int) -> None:
    # Each play of a round of four has as many choices as cards are left: 8 8 8 8 7 7 7 7 and so on. On the average a
    # trick is worth 48 / 8 points.
    lines = prod(8 - play // 4 for play in range(depth))
    hand = one_suit_each("east")
    assert count_lines(hand, depth) == Lines(lines, lines * 6 * (depth // 4))


# Where a rank is awaited


@pytest.mark.parametrize("readings", DUTIES, ids=IDS)
def test_where_a_rank_is_awaited_the_lines_are_those_that_follow_it(readings: Readings) -> None:
    # East has three queens and north three jacks; south wins the first trick with the king of spades.
    deal = Deal.parse("east:QA.QA7.QT.9 J8.JT.J8.A7 T9.98.A97.J K7.K.K.KQT8 8C")
    hand = Hand.dealt(deal, readings).play(Seat.EAST, Card("AS"), 3).play(Seat.NORTH, Card("8S"), 3)
    asked = hand.play(Seat.WEST, Card("9S")).play(Seat.SOUTH, Card("KS"))
    assert asked.rank_awaited
    assert asked.legal_cards == CardSet()
    named = asked.name_rank(Seat.EAST, Rank.QUEEN)
    settled = named.give_way(Seat.NORTH)
    for depth in range(5):
        expected = play_all(settled, depth)
        assert [count_lines(each, depth) for each in (asked, named, settled)] == [expected] * 3


def test_a_clique_that_was_shown_is_not_among_the_points() -> None:
    deal = Deal.parse("east:QA.QA7.QT.9 J8.JT.J8.A7 T9.98.A97.J K7.K.K.KQT8 8C")
    hand = Hand.dealt(deal).play(Seat.EAST, Card("AS")).play(Seat.NORTH, Card("8S"), 3)
    hand = hand.play(Seat.WEST, Card("9S")).play(Seat.SOUTH, Card("KS"))
    shown = hand.show(Seat.NORTH, CardSet.of("JS", "JH", "JD"))
    assert shown.points()[Side.NORTH_SOUTH] == hand.points()[Side.NORTH_SOUTH] + 6
    assert count_lines(shown, 4) == count_lines(hand, 4)


# Depths


def test_depth_nought_is_one_line_without_points_at_every_stage() -> None:
    for played in range(33):
        assert count_lines(hand_by_chance(random.Random(played), played), 0) == Lines(1, 0)


@pytest.mark.parametrize("played", [0, 1, 4, 30, 31, 32])
def test_depth_is_at_most_the_number_of_cards_left(played: int) -> None:
    hand = hand_by_chance(random.Random(played), played)
    left = 32 - played
    if left < 8:
        assert count_lines(hand, left).lines >= 1
    for depth in (left + 1, 33, 1000, -1):
        with pytest.raises(Malformed, match=rf"^depth: expected 0 to {left}, .*not {depth}$"):
            count_lines(hand, depth)


def test_numbers_beyond_two_to_the_sixty_fourth_are_exact() -> None:
    # (8!)⁴ lines of 48 points each are more than 2⁶⁴: the points do not run over.
    assert count_lines(one_suit_each("east"), 32).points == 48 * factorial(8) ** 4 > 2**64


def test_tricks_taken_before_are_not_counted_again() -> None:
    hand = one_suit_each("east")
    for card in ("KS", "KH", "KD", "KC", "QC", "QS", "QH", "QD"):
        assert hand.turn
        hand = hand.play(hand.turn, Card(card))
    assert hand.points() == {Side.NORTH_SOUTH: 36, Side.EAST_WEST: 0}  # four kings and four queens
    # Six cards each are left, and all that still scores are four jacks of 3 points, each in a sixth of the lines.
    assert count_lines(hand, 4) == Lines(6**4, 4 * 3 * 6**4 // 6)
