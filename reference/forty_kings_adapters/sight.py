"""What a seat sees of a hand, as numbers for learning and as words.

There are two ways to look. *The view* is what lies before the seat now (FK4.18 to FK4.22): its hand, the trick on the
table, the turn-up as long as it lies there, how many cards each has left. *Recall* is all that the seat has seen since
the deal: its hand as dealt, the turn-up, and every card played. What was announced, named and shown is in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from forty_kings.pack import COURT, PACK, Card, CardSet, Suit
from forty_kings.seating import SEATS, Seat
from forty_kings_adapters.table import ACTIONS, NUMBERS, Name, Play, Show, Table

Numbers: TypeAlias = npt.NDArray[np.float32]

SUITS = tuple(Suit)
PLACE = {card: place for place, card in enumerate(PACK)}
PLACE_NAMED = {rank: place for place, rank in enumerate((*COURT, None))}

# What is seen, each with the shape of its numbers, all between 0 and 1. Cards are in the order of the pack, seats in
# the order of play from south.
PIECES = {
    "seat": (4,),  # who looks
    "dealer": (4,),
    "hand": (32,),  # its own: what is left of it or, with recall, as dealt
    "hands": (4, 32),  # those of all four in its place, for an observer who may see everything
    "turn": (4,),  # who acts
    "trump": (4,),
    "turn_up": (32,),  # while it lies on the table or, with recall, to the end
    "cards_left": (4,),  # in eighths
    "trick": (4, 32),  # the card of each seat on the table
    "tricks": (8, 4, 32),  # with recall, in the place of the trick: each of the eight, the one on the table among them
    "announced": (4, 2),  # three, four
    "named": (4, 4),  # K, Q, J, good
    "shown": (4, 32),
    "shown_nothing": (4,),
}


class Scene(NamedTuple):
    """What there is to look at: who deals, the hands as dealt so far and, once all cards are dealt, the table."""

    dealer: Seat
    hands: Sequence[CardSet]
    table: Table | None

    @classmethod
    def of(cls, table: Table) -> Scene:
        """The scene of a hand that has been dealt."""
        return cls(table.hand.deal.dealer, table.hand.deal.hands, table)


class Sight:
    """Turns what one seat sees into numbers and words.

    `numbers` is one flat array, and `pieces` are views into it by name and shape. `look` fills them.

    >>> from forty_kings import Deal, Hand
    >>> table = Table(Hand.dealt(Deal.parse("east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"))).act(34).act(1)
    >>> print(Sight(recall=True).tell(Scene.of(table), Seat.WEST))
    west holds TS 7S KH TH 7H KD 9D TC, turn-up 8S of south, east JS three, north QS
    >>> print(Sight(recall=False).tell(Scene.of(table), Seat.WEST))
    west holds TS 7S KH TH 7H KD 9D TC, turn-up 8S of south, trump spades, west to act, \
cards left 8 7 7 8, on the table JS QS, east announced three
    >>> sight = Sight(recall=False)
    >>> sight.look(Scene.of(table), Seat.WEST)
    >>> int(sight.pieces["hand"].sum()), int(sight.pieces["trick"].sum())
    (8, 2)
    """

    def __init__(self, *, recall: bool, public: bool = True, own: bool = True, others: bool = False) -> None:
        self.recall = recall
        self.public = public
        self.own = own
        self.others = others
        names = ["seat", "dealer"]
        names += ["hands"] if others else ["hand"] if own else []
        if public:
            names += ["turn", "trump", "turn_up", *(["tricks"] if recall else ["cards_left", "trick"])]
            names += ["announced", "named", "shown", "shown_nothing"]
        sizes = [int(np.prod(PIECES[name])) for name in names]
        self.numbers: Numbers = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.numbers, np.cumsum(sizes)[:-1])
        self.pieces = {name: part.reshape(PIECES[name]) for name, part in zip(names, parts, strict=True)}

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy needs views into an array of its own.
        return partial(Sight, recall=self.recall, public=self.public, own=self.own, others=self.others), ()

    def look(self, scene: Scene, seat: Seat) -> None:
        """Fills the numbers with what the seat sees."""
        self.numbers.fill(0)
        self.pieces["seat"][seat.index] = 1
        self.pieces["dealer"][scene.dealer.index] = 1
        if "hands" in self.pieces:
            for each in SEATS:
                _mark(self.pieces["hands"][each.index], self._hand(scene, each))
        if "hand" in self.pieces:
            _mark(self.pieces["hand"], self._hand(scene, seat))
        if self.public and scene.table:
            self._look_at_table(scene.table)

    def tell(self, scene: Scene, seat: Seat) -> str:
        """What the seat sees, in words; two scenes that look the same to it read the same."""
        words = []
        if self.own or self.others:
            shown = SEATS if self.others else (seat,)
            words += [f"{each.value} holds {self._hand(scene, each) or 'nothing'}" for each in shown]
        if self.public:
            words += self._tell_table(scene.table) if scene.table else [f"{scene.dealer.value} deals"]
        return ", ".join(words)

    def _hand(self, scene: Scene, seat: Seat) -> CardSet:
        if self.recall or scene.table is None:
            return scene.hands[seat.index]
        return scene.table.hand.cards_of(seat)

    def _turn_up(self, table: Table) -> Card | None:
        return table.hand.deal.turn_up if self.recall or table.hand.turn_up_exposed else None

    def _look_at_table(self, table: Table) -> None:
        hand, pieces = table.hand, self.pieces
        if table.turn:
            pieces["turn"][table.turn.index] = 1
        pieces["trump"][SUITS.index(hand.deal.trump)] = 1
        turn_up = self._turn_up(table)
        if turn_up:
            pieces["turn_up"][PLACE[turn_up]] = 1
        if self.recall:
            for place, (leader, played) in zip(pieces["tricks"], _tricks(table), strict=False):
                _lay(place, leader, played)
        else:
            pieces["cards_left"][:] = [len(hand.cards_of(seat)) / 8 for seat in SEATS]
            _lay(pieces["trick"], _leader(table), hand.trick)
        for seat, number in table.done:
            match ACTIONS[number]:
                case Play(announce=3 | 4 as announce):
                    pieces["announced"][seat.index, announce - 3] = 1
                case Name(rank):
                    pieces["named"][seat.index, PLACE_NAMED[rank]] = 1
                case Show(cards) if cards:
                    _mark(pieces["shown"][seat.index], cards)
                case Show():
                    pieces["shown_nothing"][seat.index] = 1

    def _tell_table(self, table: Table) -> list[str]:
        hand = table.hand
        turn_up = self._turn_up(table)
        dealer = hand.deal.dealer.value
        words = [f"turn-up {turn_up} of {dealer}" if turn_up else f"{dealer} dealt"]
        if self.recall:
            return words + [f"{seat.value} {ACTIONS[number]}" for seat, number in table.done]
        words += [f"trump {hand.deal.trump.value}", f"{table.turn.value} to act" if table.turn else "over"]
        words += [f"cards left {' '.join(str(len(hand.cards_of(seat))) for seat in SEATS)}"]
        words += [f"on the table {' '.join(map(str, hand.trick))}"] if hand.trick else []
        for seat, number in table.done:
            match ACTIONS[number]:
                case Play(_, announce):
                    words += [f"{seat.value} announced {NUMBERS[announce]}"] if announce else []
                case action:
                    words += [f"{seat.value} {action}"]
        return words


def _mark(places: Numbers, cards: CardSet) -> None:
    places[[PLACE[card] for card in cards]] = 1


def _lay(places: Numbers, leader: Seat, cards: Sequence[Card]) -> None:
    for seat, card in zip(leader.round(), cards, strict=False):
        places[seat.index, PLACE[card]] = 1


def _leader(table: Table) -> Seat:
    """Who led to the trick on the table, or will lead to the next."""
    hand = table.hand
    return hand.tricks[-1].winner if hand.tricks else hand.deal.first


def _tricks(table: Table) -> list[tuple[Seat, Sequence[Card]]]:
    hand = table.hand
    taken: list[tuple[Seat, Sequence[Card]]] = [(trick.leader, trick.cards) for trick in hand.tricks]
    return [*taken, (_leader(table), hand.trick)] if hand.trick else taken
