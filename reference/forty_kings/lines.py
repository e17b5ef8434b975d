"""How many ways there are to play on: the perft of this game.

Lines are counted in bulk. Two cards of one hand that score the same, with no card of anybody else's between them that is still
in play, take and lose the same tricks; so one of them is followed and counted for both. And two positions before a lead that
differ only in such cards, or in the names of the plain suits, have the same lines; so each is counted once.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from forty_kings.errors import Malformed
from forty_kings.pack import BY_BIT, Card, CardSet, Suit
from forty_kings.play import Hand, judge_trick, legal_cards
from forty_kings.readings import Readings
from forty_kings.seating import Seat, Side


class Lines(NamedTuple):
    """A number of lines, and the points that north-south take in them, added up."""

    lines: int
    points: int


def count_lines(hand: Hand, depth: int) -> Lines:
    """How many sequences of so many lawful plays there are, and the points of north-south in the tricks they complete.

    `depth` is a number of plays, at most those left, else malformed. Announcing, naming and showing are left aside.

    >>> from forty_kings.dealing import Deal
    >>> hand = Hand.dealt(Deal.parse("east:KQJAT987... .KQJAT987.. ..KQJAT987. ...KQJAT987 7C"))
    >>> count_lines(hand, 4)
    Lines(lines=4096, points=24576)
    """
    left = len(hand.unplayed)
    if not 0 <= depth <= left:
        raise Malformed(f"depth: expected 0 to {left}, the number of plays left, not {depth}")
    hands = tuple(hand.cards_of(seat).mask for seat in Seat)
    return _Counter(hand.deal.trump, hand.readings).within_trick(hands, _leader(hand), hand.trick, depth)


def _leader(hand: Hand) -> Seat:
    return hand.tricks[-1].winner if hand.tricks else hand.deal.first


class _Counter:
    """Counts the lines of one deal; remembers positions before a lead."""

    def __init__(self, trump: Suit, readings: Readings) -> None:
        self.trump = trump
        self.plain = [suit for suit in Suit if suit is not trump]
        self.readings = readings
        self.counted: dict[tuple[object, ...], Lines] = {}

    def before_lead(self, hands: tuple[int, ...], leader: Seat, depth: int) -> Lines:
        plain = sorted(_pattern(*_of_suit(hands, suit)) for suit in self.plain)
        position = (leader.index, depth, _pattern(*_of_suit(hands, self.trump)), *plain)
        if position not in self.counted:
            self.counted[position] = self.within_trick(hands, leader, (), depth)
        return self.counted[position]

    def within_trick(self, hands: tuple[int, ...], leader: Seat, trick: tuple[Card, ...], depth: int) -> Lines:
        if len(trick) == 4:
            taken = judge_trick(leader, trick, self.trump)
            after = self.before_lead(hands, taken.winner, depth)
            points = taken.points if taken.winner.side is Side.NORTH_SOUTH else 0
            return Lines(after.lines, after.points + points * after.lines)
        if depth == 0:
            return Lines(1, 0)
        seat = leader.round()[len(trick)].index
        in_play = hands[0] | hands[1] | hands[2] | hands[3]
        for card in trick:
            in_play |= card.bit
        lines = points = 0
        for card, alike in self.distinct_cards(hands[seat], trick, in_play):
            left = (*hands[:seat], hands[seat] ^ card.bit, *hands[seat + 1 :])
            after = self.within_trick(left, leader, (*trick, card), depth - 1)
            lines += alike * after.lines
            points += alike * after.points
        return Lines(lines, points)

    def distinct_cards(self, hand: int, trick: tuple[Card, ...], in_play: int) -> list[tuple[Card, int]]:
        """The cards that may be played, one of each kind, with how many are alike."""
        legal = legal_cards(CardSet(hand), trick, self.trump, self.readings).mask
        return [
            (BY_BIT[bit << shift], alike)
            for shift in (0, 8, 16, 24)
            if legal >> shift & 255
            for bit, alike in _alike(legal >> shift & 255, in_play >> shift & 255)
        ]


def _of_suit(hands: tuple[int, ...], suit: Suit) -> tuple[int, ...]:
    return tuple((hand & suit.mask) >> 8 * suit.index for hand in hands)


@cache
def _alike(held: int, in_play: int) -> list[tuple[int, int]]:
    """The cards held of one suit, in groups that take and lose the same tricks: the lowest bit of each, and how many."""
    groups: list[tuple[int, int]] = []
    before: int | None = None
    for height in range(8):
        bit = 1 << height
        if held & bit:
            points = BY_BIT[bit].points
            if before == points:
                groups[-1] = (groups[-1][0], groups[-1][1] + 1)
            else:
                groups.append((bit, 1))
            before = points
        elif in_play & bit:
            before = None
    return groups


@cache
def _pattern(*held: int) -> int:
    """Who holds the cards of a suit that are still in play, from low to high, and which score: a number for the pattern."""
    pattern = 0
    for height in range(8):
        for seat, cards in enumerate(held):
            if cards >> height & 1:
                pattern = pattern * 16 + 4 * BY_BIT[1 << height].points // 4 * 4 + seat + 1
    return pattern
