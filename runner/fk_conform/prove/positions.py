"""`legal_cards`: all patterns of suits in hand and trick, with a few choices of ranks each.

There are 806,607,097,680 questions, too many to be asked. But by FK4.2 to FK4.7 the lawful cards of a hand are all
its cards of certain suits: whether a card may be played depends on its suit, on the suit led, on the trump suit and
on which suits are held, and never on a rank (FK4.5, FK4.6: nobody has to head the trick or to overtrump). An engine
for which that holds too answers two questions alike if they have as many cards of each suit in hand, the same suits
in the trick in the same order, and the same trump suit. Those patterns are asked exhaustively, one of each class up
to renaming the suits: 7,633. That ranks do not matter to the engine is not proved but sampled: each class is asked
with eight choices of ranks, the first with low cards in hand and high ones in the trick, the second the other way
round, the others by chance, the hand in any order.

Any tricks are asked, also such as no lawful play could bring about: the question does not say how the trick came to
be.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import comb, factorial, perm
from typing import Any, NamedTuple

from fk_conform.prove.domain import Domain, chance, quoted
from fk_conform.prove.suits import NAMINGS, RANKS, patterns
from fk_conform.suite import Case
from fk_conform.symmetry import SUITS

Json = Any

CHOICES_OF_RANKS = 8


class Position(NamedTuple):
    """How many cards of each suit are in hand, the suits in the trick in order, and the trump suit, as numbers."""

    held: tuple[int, ...]
    trick: tuple[int, ...]
    trump: int


class Positions(Domain):
    """All patterns of suits."""

    name = "positions"
    method = "legal_cards"
    whole = 806_607_097_680
    covers = (
        "every pattern of suits: how many cards of each a hand of one to eight has, the suits in a trick of none to "
        f"three cards, the trump suit; each with {CHOICES_OF_RANKS} choices of ranks."
    )
    rests = "FK4.2 to FK4.7 and their readings, written down once more in the runner."
    assumes = "that ranks do not matter, nor the order in which a hand is listed: sampled, not proved."
    provided = "if ranks do not matter"
    typical = CHOICES_OF_RANKS

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings)
        self._positions = list(_positions())

    def __len__(self) -> int:
        return len(self._positions)

    def stands_for(self, unit: int) -> int:
        """The questions with this pattern, whatever the suits are called and whatever the ranks."""
        held, trick, trump = self._positions[unit]
        number = 24
        unnamed = held[max(*trick, trump) + 1 :] if trick else held[trump + 1 :]
        for cards in set(unnamed):
            number //= factorial(unnamed.count(cards))
        for suit, cards in enumerate(held):
            number *= comb(8, cards) * perm(8 - cards, trick.count(suit))
        return number

    def asked(self, unit: int) -> Iterator[Case]:
        """The position with several choices of ranks."""
        for choice in range(CHOICES_OF_RANKS):
            yield self._with_ranks(unit, choice)

    def _with_ranks(self, unit: int, choice: int) -> Case:
        held, suits_of_trick, trump = self._positions[unit]
        suits = NAMINGS[4][chance(self.name, unit, choice) % 24]
        rng = random.Random(f"{self.name} {unit} {choice}")
        hand: list[str] = []
        lying: list[list[str]] = []
        for suit, cards in zip(suits, held, strict=True):
            ranks = list(RANKS)
            if choice == 0:
                ranks.reverse()
            elif choice > 1:
                rng.shuffle(ranks)
            hand += [rank + suit for rank in ranks[:cards]]
            lying.append([rank + suit for rank in ranks[cards:]])
        trick = [lying[suit].pop() for suit in suits_of_trick]
        if choice:
            rng.shuffle(hand)
        expect, clause, because = rule(hand, trick, suits[trump], self.readings)
        return Case(
            id=f"{self.name}-{unit}.{choice}",
            clause=clause,
            title="One of all patterns of suits",
            method=self.method,
            params=f'{{"hand":{quoted(hand)},"trick":{quoted(trick)},"trump":"{SUITS[suits[trump]]}"}}',
            because=because,
            expect=expect,
        )


def _positions() -> Iterator[Position]:
    """Each class once: suits are numbered as they appear, in the trick and then as trumps, the others by length."""
    for cards in range(4):
        for *trick, trump in patterns(cards + 1):
            named = max(*trick, trump) + 1 if trick else 1
            for held in product(range(9), repeat=4):
                others = held[named:]
                if (
                    1 <= sum(held) <= 8
                    and all(one >= other for one, other in pairwise(others))
                    and all(number + trick.count(suit) <= 8 for suit, number in enumerate(held))
                ):
                    yield Position(held, tuple(trick), trump)


def rule(hand: Sequence[str], trick: Sequence[str], trump: str, readings: Mapping[str, str]) -> tuple[Json, str, str]:
    """The lawful cards, by the clauses and readings; the clause that decides, and why.

    >>> rule(["7S", "KH", "AD"], ["KS"], "H", {"when-void": "must-trump", "renounce": "only-when-void"})[0]
    {'cards': ['7S']}
    """
    if not trick:
        return {"cards": list(hand)}, "FK4.2", "Any card may be led."
    following = [card for card in hand if card[1] == trick[0][1]]
    if following and readings["renounce"] == "to-trump":
        return {"cards": [card for card in hand if card[1] in (trick[0][1], trump)]}, "FK4.7", "Follow suit, or trump."
    if following:
        return {"cards": following}, "FK4.3", "Who holds the suit led must follow."
    trumps = [card for card in hand if card[1] == trump]
    if trumps and readings["when-void"] == "must-trump":
        return {"cards": trumps}, "FK4.4", "Who cannot follow must trump."
    return {"cards": list(hand)}, "FK4.4", "Who cannot follow may play any card."
