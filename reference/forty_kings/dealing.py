"""Chapter 3: dealing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from forty_kings.clauses import carries_out
from forty_kings.errors import Malformed
from forty_kings.pack import Card, CardSet, Suit, whole_pack
from forty_kings.seating import SEATS, Seat

PACKETS = (2, 3, 3)


class Deal(NamedTuple):
    """A pack dealt out: the dealer, the hand of each seat in the order of `Seat`, and the turn-up.

    The turn-up is in the dealer's hand (FK3.10). `str` gives the deal line, and `Deal.parse` reads it.

    >>> line = "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"
    >>> str(Deal.parse(line)) == line
    True
    >>> Deal.parse(line).trump
    <Suit.SPADES: 'spades'>
    """

    dealer: Seat
    hands: tuple[CardSet, CardSet, CardSet, CardSet]
    turn_up: Card

    @classmethod
    def of(cls, dealer: Seat, hands: Mapping[Seat, CardSet], turn_up: Card) -> Deal:
        """A deal that has been checked: eight cards each (FK3.5), the whole pack (FK1.1), the turn-up the dealer's."""
        check_hands(hands)
        if turn_up not in hands[dealer]:
            raise Malformed(f"the turn-up {turn_up} is not in the hand of the dealer, {dealer.value}")
        south, east, north, west = (hands[seat] for seat in SEATS)
        return cls(dealer, (south, east, north, west), turn_up)

    @classmethod
    def parse(cls, line: str) -> Deal:
        """The deal that a deal line stands for; see the protocol for its form."""
        form = "expected 'SEAT:HAND HAND HAND HAND TURN-UP', a hand as S.H.D.C"
        word, _, rest = line.partition(":")
        parts = rest.split()
        if word not in (seat.value for seat in Seat) or len(parts) != 5:
            raise Malformed(f"{line!r} is no deal: {form}")
        first = Seat(word)
        hands = {seat: _parse_hand(part) for seat, part in zip(first.round(), parts, strict=False)}
        return cls.of(first.left, hands, Card(parts[4]))

    def __str__(self) -> str:
        hands = " ".join(_hand_line(self.hands[seat.index]) for seat in self.first.round())
        return f"{self.first.value}:{hands} {self.turn_up}"

    @property
    @carries_out("FK3.9")
    def trump(self) -> Suit:
        """The suit of the turn-up (FK3.9)."""
        return self.turn_up.suit

    @property
    @carries_out("FK3.1", "FK4.1")
    def first(self) -> Seat:
        """Who plays first: the player on the dealer's right (FK4.1)."""
        return self.dealer.right


@carries_out("FK1.1", "FK3.5")
def check_hands(hands: Mapping[Seat, CardSet]) -> None:
    """Eight cards each (FK3.5), which are the whole pack together (FK1.1); anything else is malformed."""
    for seat, hand in hands.items():
        if len(hand) != 8:
            raise Malformed(f"{seat.value} has {len(hand)} cards, expected 8")
    whole_pack(card for hand in hands.values() for card in hand)


def _parse_hand(text: str) -> CardSet:
    suits = text.split(".")
    if len(suits) != 4:
        raise Malformed(f"{text!r} is no hand, expected four suits separated by points")
    return CardSet.of(*(rank + suit.letter for suit, ranks in zip(Suit, suits, strict=True) for rank in ranks))


def _hand_line(hand: CardSet) -> str:
    return ".".join("".join(card.rank.value for card in hand.of_suit(suit)) for suit in Suit)


@carries_out("FK3.3")
def cutter(dealer: Seat) -> Seat:
    """Who cuts the pack: the player on the dealer's left (FK3.3). Source: lalanne-2021 §1.

    >>> cutter(Seat.SOUTH)
    <Seat.WEST: 'west'>
    """
    return dealer.left


@carries_out("FK3.5", "FK3.6", "FK3.7", "FK3.8", "FK3.10")
def deal(dealer: Seat, deck: Sequence[Card]) -> Deal:
    """Deals the pack: by two, three and three (FK3.6), from the dealer's right, the dealer last (FK3.7).

    `deck` is the pack after the cut, the top card first. The last card, the dealer's eighth, is the turn-up (FK3.8).
    Malformed if it is no whole pack. Sources: lalanne-2021 §1, wikipedia-quarante-de-roi Rules.

    >>> from forty_kings.pack import PACK
    >>> deal(Seat.SOUTH, tuple(PACK)).turn_up
    Card('7C')
    """
    whole_pack(deck)
    hands = dict.fromkeys(Seat, CardSet())
    top = 0
    for packet in PACKETS:
        for seat in dealer.right.round():
            hands[seat] |= CardSet.holding(deck[top : top + packet])
            top += packet
    south, east, north, west = hands.values()
    return Deal(dealer, (south, east, north, west), deck[-1])
