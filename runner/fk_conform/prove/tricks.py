"""`judge_trick`: all ordered tricks, whoever leads, whatever is trumps.

There are 32 × 31 × 30 × 29 = 863,040 tricks in order, 4 trump suits and 4 leaders: 13,808,640 questions. Renaming the
suits and turning the table makes 166,240 classes of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fk_conform.prove.domain import ClassDomain
from fk_conform.prove.suits import NAMINGS, RANKS, FourCards
from fk_conform.suite import Case
from fk_conform.symmetry import SEATS, SUITS

Json = Any


class Tricks(ClassDomain):
    """All tricks."""

    name = "tricks"
    method = "judge_trick"
    whole = 13_808_640
    covers = "every ordered trick of four cards, with every trump suit and every leader: 13,808,640 questions."
    rests = "FK1.4, FK1.5, FK1.7, FK4.9 and FK4.10, written down once more in the runner."

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings)
        self._classes = FourCards(more=1)

    def __len__(self) -> int:
        return len(self._classes)

    def members(self, unit: int) -> int:
        """The suits by all their names, and the four leaders."""
        return 4 * self._classes.namings(unit)

    def member(self, unit: int, number: int) -> Case:
        """The trick with the suits named in one way, and one leader."""
        pattern, ranks = self._classes.at(unit)
        naming, leader = divmod(number, 4)
        suits = NAMINGS[max(pattern) + 1][naming]
        cards = [rank + suits[suit] for rank, suit in zip(ranks, pattern, strict=False)]
        trump = suits[pattern[4]]
        expect, clause, because = rule(leader, cards, trump)
        one, two, three, four = cards
        return Case(
            id=f"{self.name}-{unit}.{number}",
            clause=clause,
            title="One of all tricks",
            method=self.method,
            params=f'{{"leader":"{SEATS[leader]}","cards":["{one}","{two}","{three}","{four}"],"trump":"{SUITS[trump]}"}}',
            because=because,
            expect=expect,
        )


def rule(leader: int, cards: list[str], trump: str) -> tuple[Json, str, str]:
    """Who wins, and what the trick is worth, by the clauses; the clause that decides, and why.

    >>> rule(3, ["KS", "QS", "7H", "JS"], "H")[0]
    {'winner': 'east', 'points': 12}
    """
    clause, what = "FK4.9", "trump"
    competing = [card for card in cards if card[1] == trump]
    if not competing:
        clause, what = "FK4.10", "card of the suit led"
        competing = [card for card in cards if card[1] == cards[0][1]]
    best = min(competing, key=lambda card: RANKS.index(card[0]))
    winner = SEATS[(leader + cards.index(best)) % 4]
    points = sum({"K": 5, "Q": 4, "J": 3}.get(card[0], 0) for card in cards)
    return {"winner": winner, "points": points}, clause, f"{best} is the highest {what}, and {winner} has played it."
