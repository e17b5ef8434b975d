"""Random playouts: whole hands a second, dealt and played by chance through the reference engine.

Beside it a loop that only counts, measured in turn, says how fast the machine was at the time.
"""

from __future__ import annotations

import random
import statistics

from bench.measure import in_turn, machine
from forty_kings import PACK, Hand, Seat, deal

HANDS = 2000
COUNTS = 5_000_000


def playouts(chance: random.Random) -> None:
    """Deals and plays so many hands to the end, every card by chance among the lawful ones."""
    deck = list(PACK)
    for _ in range(HANDS):
        chance.shuffle(deck)
        hand = Hand.dealt(deal(Seat.SOUTH, deck))
        while hand.turn is not None:
            cards = hand.legal_cards.cards()
            hand = hand.play(hand.turn, cards[int(chance.random() * len(cards))])


def count() -> None:
    """A loop that does next to nothing."""
    total = 0
    for number in range(COUNTS):
        total += number & 7


def main() -> None:
    """Prints hands and plays a second, and what a hand costs in turns of the counting loop."""
    chance = random.Random(1)
    pair = in_turn(lambda: playouts(chance), count)
    hands = [HANDS / seconds for seconds in pair.one.figures]
    turns = pair.ratio.median * COUNTS / HANDS
    middle = statistics.median(hands)
    print(machine())
    print(f"random playouts: {middle:,.0f} hands a second ({min(hands):,.0f} to {max(hands):,.0f}),")
    print(f"  which are {32 * middle:,.0f} plays a second;")
    print(f"  a hand costs as much as {turns:,.0f} turns of a loop that counts,")
    print(f"  of which this machine made {COUNTS / pair.other.median / 1e6:.1f} million a second")


if __name__ == "__main__":
    main()
