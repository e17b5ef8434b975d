"""Playing hands out by chance: what a position is worth on average, for statistics and for simple players.

It is the play of `play` once more, with nothing in it that the points of the tricks do not depend on: cards are their
places in the pack, suit by suit from low to high, and positions on the way are not kept. This is as far as speed goes
here: every step is still a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from forty_kings.errors import Malformed
from forty_kings.pack import CARDS, CardSet, Suit
from forty_kings.play import Hand
from forty_kings.seating import Seat, Side

POINTS = [card.points for card in sorted(CARDS.values(), key=lambda card: card.bit)]
SUIT = [place // 8 for place in range(32)]
# The seats that play after each that leads, in their order.
AFTER = [[seat.index for seat in leader.round()[1:]] for leader in Seat]
NORTH_SOUTH = [seat.side is Side.NORTH_SOUTH for seat in Seat]


def playouts(hand: Hand, number: int, chance: Random) -> Iterator[int]:
    """Plays a hand out from here, so many times: the points of north-south in all its tricks each time.

    Every lawful card is as likely as every other. Nobody announces, and a clique that scores is left aside. While a
    rank is awaited nobody may play, and it is malformed.

    >>> from forty_kings.dealing import Deal
    >>> hand = Hand.dealt(Deal.parse("east:KQJAT987... .KQJAT987.. ..KQJAT987. ...KQJAT987 7C"))
    >>> list(playouts(hand, 3, Random(1)))
    [48, 48, 48]
    """
    if hand.rank_awaited:
        raise Malformed("a rank has to be named before the hand is played out")
    position = None if hand.trick else _Position(hand)
    for _ in range(number):
        yield (position or _Position(_with_whole_trick(hand, chance))).play_out(chance)


def _with_whole_trick(hand: Hand, chance: Random) -> Hand:
    """The hand with the trick that is on the table played to its end."""
    while hand.trick:
        assert hand.turn
        hand = hand.play(hand.turn, chance.choice(hand.legal_cards.cards()))
    return hand


class _Position:
    """A position before a lead, or at the end."""

    def __init__(self, hand: Hand) -> None:
        self.trump = hand.deal.trump.index
        self.must_trump = hand.readings.when_void == "must-trump"
        self.may_trump = hand.readings.renounce == "to-trump"
        self.suits = [[_places(hand.cards_of(seat).of_suit(suit)) for suit in Suit] for seat in Seat]
        self.held = [_places(hand.cards_of(seat)) for seat in Seat]
        self.leader = (hand.tricks[-1].winner if hand.tricks else hand.deal.first).index
        self.tricks_left = 8 - len(hand.tricks)
        self.points = sum(trick.points for trick in hand.tricks if trick.winner.side is Side.NORTH_SOUTH)
        # How high each card is when a suit is led: trumps are above that suit (FK4.9), and other cards win nothing.
        self.heights = [[self.height(place, led) for place in range(32)] for led in range(4)]

    def height(self, place: int, led: int) -> int:
        """How high a card is when this suit is led."""
        if SUIT[place] == self.trump:
            return place + 64
        return place + 32 if SUIT[place] == led else 0

    def play_out(self, chance: Random) -> int:
        """Plays all tricks that are left (FK4.16): the winner of one leads to the next (FK4.11)."""
        random = chance.random
        other_duties = self.must_trump or self.may_trump
        suits = [[places[:] for places in of_seat] for of_seat in self.suits]
        held = [cards[:] for cards in self.held]
        leader, points = self.leader, self.points
        for _ in range(self.tricks_left):
            card = held[leader].pop(int(random() * len(held[leader])))
            led = SUIT[card]
            suits[leader][led].remove(card)
            heights = self.heights[led]
            winner, highest, worth = leader, heights[card], POINTS[card]
            for seat in AFTER[leader]:
                lawful = suits[seat][led] or held[seat]
                if other_duties:
                    lawful = self.lawful(suits[seat], held[seat], led)
                card = lawful[int(random() * len(lawful))]
                held[seat].remove(card)
                suits[seat][SUIT[card]].remove(card)
                worth += POINTS[card]
                if heights[card] > highest:
                    winner, highest = seat, heights[card]
            if NORTH_SOUTH[winner]:
                points += worth
            leader = winner
        return points

    def lawful(self, suits: list[list[int]], held: list[int], led: int) -> list[int]:
        """What may be played to a suit led, under any reading (FK4.3, FK4.4, FK4.7)."""
        following, trumps = suits[led], suits[self.trump]
        if following:
            return following + trumps if self.may_trump and led != self.trump else following
        return trumps if self.must_trump and trumps else held


def _places(cards: CardSet) -> list[int]:
    return [card.bit.bit_length() - 1 for card in cards]
