"""`find_cliques`: all hands of eight cards.

There are 10,518,300 of them, and 472,579 classes when the suits are renamed. A class is four sets of ranks, which
suit has which being left open. A set of ranks is a number of eight bits; a class lists its four from the greatest
to the least, and classes are numbered in the order of those lists.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import permutations
from math import factorial
from typing import Any

from fk_conform.prove.domain import ClassDomain, chance, quoted
from fk_conform.prove.suits import RANKS
from fk_conform.suite import Case

Json = Any

# What three and four of a rank are worth (FK5.5).
POINTS = {"K": {3: 10, 4: 40}, "Q": {3: 8, 4: 20}, "J": {3: 6, 4: 13}}
ORDERS = tuple(permutations(range(4)))
SETS = range(256)
CARDS = {suit: [[RANKS[bit] + suit for bit in range(8) if ranks >> bit & 1] for ranks in SETS] for suit in "SHDC"}


class Cliques(ClassDomain):
    """All hands."""

    name = "cliques"
    method = "find_cliques"
    whole = 10_518_300
    covers = "every hand of eight cards, 10,518,300 in all."
    rests = "FK5.1, FK5.2, FK5.5 and FK5.6, written down once more in the runner."
    assumes = "that the order in which a hand is listed does not matter; it varies by chance."

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings)
        self._fewer = _count()

    def __len__(self) -> int:
        return self._fewer[4][8][256]

    def members(self, unit: int) -> int:
        """The ways to give the four sets of ranks to the four suits."""
        sets = self.sets(unit)
        ways = 24
        for ranks in set(sets):
            ways //= factorial(sets.count(ranks))
        return ways

    def member(self, unit: int, number: int) -> Case:
        """The hand with the sets of ranks given to the suits in one way. The order of the cards is left to chance."""
        sets = self.sets(unit)
        if len(set(sets)) == 4:
            given: Sequence[int] = [sets[place] for place in ORDERS[number]]
        else:
            given = sorted(set(permutations(sets)), reverse=True)[number]
        hand = [card for suit, ranks in zip("SHDC", given, strict=True) for card in CARDS[suit][ranks]]
        turn = chance("listed first", unit) % 8
        hand = hand[turn:] + hand[:turn]
        expect, because = rule(hand)
        return Case(
            id=f"{self.name}-{unit}.{number}",
            clause="FK5.1",
            title="One of all hands",
            method=self.method,
            params=f'{{"hand":{quoted(hand)}}}',
            because=because,
            expect=expect,
        )

    def sets(self, unit: int) -> list[int]:
        """The four sets of ranks, from the greatest to the least."""
        sets = []
        cards = 8
        for left in (4, 3, 2, 1):
            fewer = self._fewer[left][cards]
            greatest = bisect_right(fewer, unit) - 1
            unit -= fewer[greatest]
            cards -= greatest.bit_count()
            sets.append(greatest)
        return sets


def _count() -> list[list[list[int]]]:
    """How many lists there are of so many sets, with so many cards, all of them less than a bound.

    A list whose greatest set is the one below the bound goes on with one set fewer, again below the bound.
    """
    fewer = [[[0] * 257 for _ in range(9)] for _ in range(5)]
    fewer[0][0] = [1] * 257
    for sets in range(1, 5):
        for cards in range(9):
            for bound in range(1, 257):
                left = cards - (bound - 1).bit_count()
                with_it = fewer[sets - 1][left][bound] if left >= 0 else 0
                fewer[sets][cards][bound] = fewer[sets][cards][bound - 1] + with_it
    return fewer


def rule(hand: Sequence[str]) -> tuple[Json, str]:
    """The cliques in a hand, by the clauses; and why.

    >>> rule(["JS", "JH", "JD", "QS", "QH", "QD", "QC", "7S"])[0]
    {'cliques': [{'rank': 'Q', 'size': 4, 'points': 20}, {'rank': 'J', 'size': 3, 'points': 6}]}
    """
    ranks = [card[0] for card in hand]
    held = {rank: ranks.count(rank) for rank in POINTS}
    found = [(POINTS[rank][number], rank, number) for rank, number in held.items() if number >= 3]
    cliques = [{"rank": rank, "size": number, "points": points} for points, rank, number in sorted(found, reverse=True)]
    return {"cliques": cliques}, f"There are {held['K']} kings, {held['Q']} queens and {held['J']} jacks."
