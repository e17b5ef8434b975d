"""One hand as a row of numbered actions, each by one seat.

The numbers are the same in OpenSpiel and in PettingZoo:

| number | action |
|---|---|
| 0–31 | play a card: K Q J A T 9 8 7 of spades, then of hearts, of diamonds, of clubs |
| 32–63 | play a card and announce three cards |
| 64–95 | play a card and announce four cards |
| 96–98 | name the rank of the clique announced: K Q J |
| 99 | say "good" |
| 100–114 | show kings, queens or jacks, five numbers each: all; all but the spade, the heart, the diamond, the club |
| 115 | show nothing |

Who has a clique to show is asked before the second trick is led, and shows it or shows nothing (115). Under `unshown:
next-best-scores` whoever has the highest clique is asked first, and the others who announced, in the order of play,
only if it is not shown; at a table they would not wait for one another.

>>> [str(ACTIONS[number]) for number in (0, 33, 96, 99, 101, 115)]
['KS', 'QS three', 'K', 'good', 'shows KH KD KC', 'shows nothing']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from forty_kings.cliques import cliques_of_number
from forty_kings.errors import Refused
from forty_kings.pack import COURT, PACK, Card, CardSet, Rank
from forty_kings.play import Hand
from forty_kings.seating import Seat, Side

NUMBERS = {3: "three", 4: "four"}


class Play(NamedTuple):
    """Plays a card, and may announce three or four cards with it."""

    card: Card
    announce: int | None = None

    def __str__(self) -> str:
        return f"{self.card} {NUMBERS[self.announce]}" if self.announce else str(self.card)


class Name(NamedTuple):
    """Names the rank of the clique announced, or says "good" (None)."""

    rank: Rank | None

    def __str__(self) -> str:
        return self.rank.value if self.rank else "good"


class Show(NamedTuple):
    """Shows cards or, with none, shows nothing."""

    cards: CardSet

    def __str__(self) -> str:
        return f"shows {self.cards or 'nothing'}"


Action = Play | Name | Show


def seat_named(word: str) -> Seat:
    """The seat of this name; raises `ValueError` that says which there are.

    >>> seat_named("north")
    <Seat.NORTH: 'north'>
    """
    seats = [seat.value for seat in Seat]
    if word not in seats:
        raise ValueError(f"dealer: expected {', '.join(seats[:-1])} or {seats[-1]}, not {word!r}")
    return Seat(word)


def _all_actions() -> Iterator[Action]:
    for announce in (None, 3, 4):
        for card in PACK:
            yield Play(card, announce)
    for rank in (*COURT, None):
        yield Name(rank)
    for rank in COURT:
        four = PACK.of_rank(rank)
        yield Show(four)
        for card in four:
            yield Show(CardSet(four.mask ^ card.bit))
    yield Show(CardSet())


ACTIONS = tuple(_all_actions())
NUMBER_OF = {action: number for number, action in enumerate(ACTIONS)}
NAMING = [number for number, action in enumerate(ACTIONS) if isinstance(action, Name)]
SHOWING = [number for number, action in enumerate(ACTIONS) if isinstance(action, Show)]

# 32 cards are played. Three seats may have to name a rank, and three may be asked to show: each has a clique, and there
# are three ranks of them.
MOST_ACTIONS = 32 + 3 + 3
# What a side can have more than the other: all tricks, and four kings.
MOST_POINTS = 48 + 40


@dataclass(frozen=True)
class Table:
    """A hand in play, and all that was done in it so far, which everybody has seen. A value: an action gives a new one.

    >>> from forty_kings import Deal
    >>> table = Table(Hand.dealt(Deal.parse("east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S")))
    >>> table.turn, table.lawful[:8]
    (<Seat.EAST: 'east'>, (2, 11, 18, 19, 22, 25, 26, 27))
    >>> after = table.act(34)
    >>> after.turn, after.lawful, after.done
    (<Seat.NORTH: 'north'>, (1, 3), ((<Seat.EAST: 'east'>, 34),))
    """

    hand: Hand
    done: tuple[tuple[Seat, int], ...] = ()
    shown_nothing: tuple[Seat, ...] = ()  # those who were asked to show

    @cached_property
    def turn(self) -> Seat | None:
        """Who acts next, or None when the hand is over."""
        return self._to_show or self.hand.turn

    @cached_property
    def lawful(self) -> tuple[int, ...]:
        """The numbers of the actions that the seat to act may take, in their order."""
        if self.turn is None:
            return ()
        if self._to_show:
            return self._standing(SHOWING, self._to_show)
        if self.hand.rank_awaited:
            return self._standing(NAMING, self.turn)
        announce = (None, *(size for size in NUMBERS if self._may_announce(self.turn, size)))
        return tuple(NUMBER_OF[Play(card, size)] for size in announce for card in self.hand.legal_cards)

    def act(self, number: int) -> Table:
        """The table after an action by the seat to act. Raises `ValueError` if it is none of the lawful ones."""
        if self.turn is None or number not in self.lawful:
            seat = self.turn.value if self.turn else "nobody"
            raise ValueError(f"{number} is none of the actions of {seat}, which are: {[*self.lawful]}")
        done = (*self.done, (self.turn, number))
        if ACTIONS[number] == Show(CardSet()):
            return Table(self.hand, done, (*self.shown_nothing, self.turn))
        return Table(_after(self.hand, self.turn, number), done, self.shown_nothing)

    def lead_of(self, side: Side) -> int:
        """How many more points a side has in this hand so far than the other."""
        points = self.hand.points()
        return points[side] - points[side.other]

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self

    @cached_property
    def _to_show(self) -> Seat | None:
        """Who is asked to show: whoever may, the seat with the highest clique first."""
        contest = self.hand.contest
        if contest.to_show is None:
            return None
        for seat in (contest.to_show, *(call.seat for call in contest.calls)):
            # To show nothing always stands.
            if seat not in self.shown_nothing and len(self._standing(SHOWING, seat)) > 1:
                return seat
        return None

    def _standing(self, numbers: Sequence[int], seat: Seat) -> tuple[int, ...]:
        """Those of the actions that the rules do not refuse."""
        return tuple(number for number in numbers if self._stands(number, seat))

    def _stands(self, number: int, seat: Seat) -> bool:
        try:
            _after(self.hand, seat, number)
        except Refused:
            return False
        return True

    def _may_announce(self, seat: Seat, size: int) -> bool:
        hand = self.hand
        return not hand.tricks and bool(cliques_of_number(hand.deal.hands[seat.index], size, hand.readings))


def _after(hand: Hand, seat: Seat, number: int) -> Hand:
    match ACTIONS[number]:
        case Play(card, announce):
            return hand.play(seat, card, announce)
        case Name(rank):
            return hand.name_rank(seat, rank) if rank else hand.give_way(seat)
        case Show(cards):
            return hand.show(seat, cards) if cards else hand
