"""endplay as a witness: bridge has the same rules for playing to a trick, and endplay was written by others.

Lawful cards are found by the double-dummy solver that endplay brings, DDS, in C++; whose turn it is and who wins a
trick by endplay itself, and once more by what DDS makes of the end of a hand. endplay is told the names that bridge has
for our ranks and seats.
"""

from __future__ import annotations

import random

import endplay
import pytest
from endplay.dds import solve_board
from tests.chance import deal_by_chance

from forty_kings import PACK, Card, Hand, Seat

DEALS = 2000
PARTS = 8
ENDINGS = 100

RANKS = dict(zip("KQJAT987", "AKQJT987", strict=True))
CARDS = {card: endplay.Card(card.suit.letter + RANKS[card.rank.value]) for card in PACK}
# In the order of play, ours to the right and bridge's to the left.
PLAYERS = dict(
    zip(Seat, (endplay.Player.north, endplay.Player.east, endplay.Player.south, endplay.Player.west), strict=True)
)


def dealt(chance: random.Random) -> tuple[Hand, endplay.Deal]:
    """A hand dealt by chance, and the same for endplay."""
    hand = Hand.dealt(deal_by_chance(chance))
    trump = endplay.Denom.find(hand.deal.trump.value)
    bridge = endplay.Deal(first=PLAYERS[hand.deal.first], trump=trump)
    for seat in Seat:
        bridge[PLAYERS[seat]].extend(CARDS[card] for card in hand.cards_of(seat))
    return hand, bridge


def play(hand: Hand, bridge: endplay.Deal, card: Card) -> Hand:
    """Plays a card in both."""
    assert hand.turn
    bridge.play(CARDS[card])
    return hand.play(hand.turn, card)


@pytest.mark.parametrize("part", range(PARTS))
def test_endplay_has_the_same_lawful_cards_turns_and_winners(part: int) -> None:
    chance = random.Random(f"endplay {part}")
    for _ in range(DEALS // PARTS):
        hand, bridge = dealt(chance)
        while hand.turn:
            assert bridge.curplayer is PLAYERS[hand.turn], (hand.deal, hand.tricks, hand.trick)
            lawful = [CARDS[card] for card in hand.legal_cards]
            assert sorted(map(str, bridge.legal_moves())) == sorted(map(str, lawful)), (
                hand.deal,
                hand.tricks,
                hand.trick,
            )
            hand = play(hand, bridge, chance.choice(hand.legal_cards.cards()))
        # After the eighth trick endplay has its winner to lead.
        assert bridge.first is PLAYERS[hand.tricks[-1].winner], (hand.deal, hand.tricks)


def test_dds_wins_as_many_of_the_last_three_tricks() -> None:
    chance = random.Random("endings")
    for _ in range(ENDINGS):
        hand, bridge = dealt(chance)
        while len(hand.tricks) < 5:
            hand = play(hand, bridge, chance.choice(hand.legal_cards.cards()))
        assert hand.turn
        found = {card: most_tricks(hand.play(hand.turn, card), hand.turn) for card in hand.legal_cards}
        solved = {str(card): tricks for card, tricks in solve_board(bridge)}
        assert solved == {str(CARDS[card]): tricks for card, tricks in found.items()}, (hand.deal, hand.tricks)


def most_tricks(hand: Hand, seat: Seat) -> int:
    """How many of the last three tricks the side of a seat can win against everything, hands open."""
    if hand.turn is None:
        return sum(trick.winner.side is seat.side for trick in hand.tricks[5:])
    best = max if hand.turn.side is seat.side else min
    return best(most_tricks(hand.play(hand.turn, card), seat) for card in hand.legal_cards)
