"""How many ways there are to play on: the perft of this game.

Lines are counted in bulk, by two observations.

- Cards of one hand and suit that no card of anybody else's separates, among those still in play, are alike: exchange
  two of them in a line, and it is lawful as before, with the same winners. So it is enough to follow one card of such
  a *run*.
- Of a position before a lead nothing matters but, in each suit, whose the cards are from low to high. Positions of one
  pattern, and those that differ in the names of the plain suits alone, are counted once.

What the cards score does not enter into it: for every card it is counted in how many lines north-south take it, and
the points are added up at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby, product
from math import prod
from typing import NamedTuple

from forty_kings.clauses import carries_out
from forty_kings.errors import Malformed
from forty_kings.pack import Suit
from forty_kings.play import Hand
from forty_kings.readings import Readings
from forty_kings.seating import Seat, Side

# Of each suit, trumps first, whose its cards in play are, from low to high: the index of a seat, or ON_TABLE and more
# for a card of the trick in progress.
Pattern = tuple[tuple[int, ...], ...]
# Of each suit a number for every card in play, from low to high, in lanes of one integer, so that all are added up at
# once. A lane holds the greatest number there is, (8!)⁴ lines.
Tally = tuple[int, ...]
LANE = 64
ON_TABLE = 4
TRUMP = 0
NORTH_SOUTH = tuple(seat.side is Side.NORTH_SOUTH for seat in Seat)


class Lines(NamedTuple):
    """A number of lines, and the points of north-south in them, added up."""

    lines: int
    points: int


class Run(NamedTuple):
    """Cards that are alike: their owner and suit, the place of the lowest among the cards in play, and how many."""

    owner: int
    suit: int
    place: int
    length: int


class Count(NamedTuple):
    """A number of lines and, for every card in play, in how many of them north-south take it."""

    lines: int
    taken: Tally


NOTHING: Tally = (0, 0, 0, 0)


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
    leader = hand.tricks[-1].winner if hand.tricks else hand.deal.first
    owner = {card: seat.index for seat in Seat for card in hand.cards_of(seat)}
    owner |= {card: ON_TABLE + seat.index for seat, card in zip(leader.round(), hand.trick, strict=False)}
    suits = sorted(Suit, key=lambda suit: suit is not hand.deal.trump)
    cards = [sorted((card for card in owner if card.suit is suit), key=lambda card: card.rank.height) for suit in suits]
    pattern = tuple(tuple(owner[card] for card in of_suit) for of_suit in cards)
    table = [
        Run(owner[card], suits.index(card.suit), cards[suits.index(card.suit)].index(card), 1) for card in hand.trick
    ]
    count = _Counter(hand.readings).play_on(pattern, leader.index, table, depth)
    points = sum(
        card.points * _lane(taken, place)
        for of_suit, taken in zip(cards, count.taken, strict=True)
        for place, card in enumerate(of_suit)
    )
    return Lines(count.lines, points)


class _Counter:
    """Counts under some readings; remembers the positions before a lead."""

    def __init__(self, readings: Readings) -> None:
        self.must_trump = readings.when_void == "must-trump"
        self.may_trump = readings.renounce == "to-trump"
        self.counted: dict[tuple[Pattern, int, int], Count] = {}

    def before_lead(self, pattern: Pattern, leader: int, depth: int) -> Count:
        """The count of a position before a lead, looked up with its plain suits in a fixed order."""
        if depth == 0:
            return Count(1, NOTHING)
        order = [TRUMP, *sorted((1, 2, 3), key=lambda suit: pattern[suit])]
        position = tuple(pattern[suit] for suit in order)
        key = (position, leader, depth)
        if key not in self.counted:
            self.counted[key] = self.play_on(position, leader, [], depth)
        lines, taken = self.counted[key]
        return Count(lines, tuple(taken[order.index(suit)] for suit in range(4)))

    @carries_out("FK4.16")
    def play_on(self, pattern: Pattern, leader: int, table: list[Run], depth: int) -> Count:
        """The count of any position; `table` holds the cards of the trick in progress, each a run of its own."""
        missing = 4 - len(table)
        tricks = self.tricks(pattern, leader, table, min(depth, missing))
        if depth < missing:
            return Count(sum(map(_ways, tricks)), NOTHING)
        lines = 0
        taken = [0, 0, 0, 0]
        for trick in tricks:
            winner = _winner(trick)
            from_high = sorted(trick, key=_place, reverse=True)
            after = self.before_lead(_without(pattern, from_high), winner, depth - missing)
            tally = _with_trick(after.taken, reversed(from_high), after.lines if NORTH_SOUTH[winner] else 0)
            ways = _ways(trick)
            lines += ways * after.lines
            for suit in range(4):
                taken[suit] += ways * tally[suit]
        return Count(lines, tuple(_shared(suit, pattern[suit], taken[suit]) for suit in range(4)))

    @carries_out("FK4.2")
    def tricks(self, pattern: Pattern, leader: int, table: list[Run], plays: int) -> Iterator[list[Run]]:
        """Every way to add so many lawful plays to the trick, in runs."""
        seats = [(leader + len(table) + number) % 4 for number in range(plays)]
        held = [[run for suit in range(4) for run in _runs(suit, pattern[suit]) if run.owner == seat] for seat in seats]
        if table or not held:
            starts = [table]
        else:
            starts = [[lead] for lead in held.pop(0)]
        for led, same_suit in groupby(starts, key=lambda start: start[0].suit if start else TRUMP):
            choices = [self.legal_runs(runs, led) for runs in held]
            for start in same_suit:
                for added in product(*choices):
                    yield [*start, *added]

    @carries_out("FK4.2", "FK4.3", "FK4.4", "FK4.7")
    def legal_runs(self, held: list[Run], led: int) -> list[Run]:
        """The runs that may be played to a suit led: the rule of `legal_cards`, for runs."""
        following = [run for run in held if run.suit == led]
        trumps = [run for run in held if run.suit == TRUMP]
        if following:
            return following + trumps if self.may_trump and led != TRUMP else following
        return trumps if self.must_trump and trumps else held


@cache
def _runs(suit: int, owners: tuple[int, ...]) -> list[Run]:
    """The runs of one suit, from low to high."""
    runs: list[Run] = []
    for place, owner in enumerate(owners):
        if runs and runs[-1].owner == owner < ON_TABLE:
            runs[-1] = runs[-1]._replace(length=runs[-1].length + 1)
        else:
            runs.append(Run(owner, suit, place, 1))
    return runs


def _place(run: Run) -> int:
    return run.place


def _ways(trick: list[Run]) -> int:
    """In how many ways a trick of runs can be made up of cards."""
    return prod(run.length for run in trick)


@carries_out("FK1.8", "FK4.9", "FK4.10", "FK4.11")
def _winner(trick: list[Run]) -> int:
    """The seat with the highest trump or else the highest card of the suit led (FK4.9, FK4.10)."""
    best = trick[0]
    for run in trick[1:]:
        if run.place > best.place if run.suit == best.suit else run.suit == TRUMP:
            best = run
    return best.owner % ON_TABLE


def _without(pattern: Pattern, trick: Iterable[Run]) -> Pattern:
    """The pattern when one card of each of these runs has gone; from the highest place down."""
    left = list(pattern)
    for run in trick:
        owners = left[run.suit]
        left[run.suit] = owners[: run.place] + owners[run.place + 1 :]
    return tuple(left)


def _with_trick(taken: Tally, trick: Iterable[Run], won: int) -> list[int]:
    """The tally of the cards left, with those of a trick put back, from the lowest place up: `won` is theirs."""
    tally = list(taken)
    for run in trick:
        shift = LANE * run.place
        of_suit = tally[run.suit]
        tally[run.suit] = of_suit & (1 << shift) - 1 | won << shift | of_suit >> shift << shift + LANE
    return tally


def _shared(suit: int, owners: tuple[int, ...], taken: int) -> int:
    """The tally of a suit with equal shares for the cards of a run: one stood for all when it was played."""
    shared = 0
    for run in _runs(suit, owners):
        places = range(run.place, run.place + run.length)
        share = sum(_lane(taken, place) for place in places) // run.length
        shared |= sum(share << LANE * place for place in places)
    return shared


def _lane(tally: int, place: int) -> int:
    return tally >> LANE * place & (1 << LANE) - 1
