"""`draw_dealer`, one round: all ways in which the four seats can draw four different cards.

There are 863,040 of them, and 47,440 classes when the suits are renamed. That is few enough for the table not to be
turned.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fk_conform.prove.domain import ClassDomain, chance
from fk_conform.prove.suits import NAMINGS, FourCards
from fk_conform.suite import Case
from fk_conform.symmetry import SEATS

Json = Any

ORDER = "AKQJT987"


class Draws(ClassDomain):
    """All first rounds."""

    name = "draws"
    method = "draw_dealer"
    whole = 863_040
    covers = "every first round: four different cards drawn by the four seats, 863,040 in all. No later rounds."
    rests = "FK2.12 to FK2.16, written down once more in the runner."
    assumes = "that the order in which the seats are listed does not matter; it varies by chance."

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings)
        self._classes = FourCards()

    def __len__(self) -> int:
        return len(self._classes)

    def members(self, unit: int) -> int:
        """The suits by all their names."""
        return self._classes.namings(unit)

    def member(self, unit: int, number: int) -> Case:
        """The round with the suits named in one way. Which seat is listed first is left to chance."""
        pattern, ranks = self._classes.at(unit)
        suits = NAMINGS[max(pattern) + 1][number]
        cards = [rank + suits[suit] for rank, suit in zip(ranks, pattern, strict=True)]
        first = chance("listed first", unit) % 4
        drawn = [f'"{SEATS[seat]}":"{cards[seat]}"' for seat in (first, first - 1, first - 2, first - 3)]
        expect, clause, because = rule(cards)
        return Case(
            id=f"{self.name}-{unit}.{number}",
            clause=clause,
            title="One of all first rounds",
            method=self.method,
            params=f'{{"rounds":[{{{",".join(drawn)}}}]}}',
            because=because,
            expect=expect,
        )


def rule(cards: list[str]) -> tuple[Json, str, str]:
    """Who deals or who draws again, by the clauses; the clause that decides, and why. South has drawn the first card.

    >>> rule(["KS", "AD", "KH", "AC"])
    ({'redraw': ['east', 'west']}, 'FK2.15', 'The highest cards are AD AC.')
    """
    highest = min(cards, key=lambda card: ORDER.index(card[0]))[0]
    top = [seat for seat, card in enumerate(cards) if card[0] == highest]
    if len(top) == 1:
        return {"dealer": SEATS[top[0]]}, "FK2.13", f"The highest card is {cards[top[0]]}."
    drawn = " ".join(cards[seat] for seat in top)
    return {"redraw": [SEATS[seat] for seat in top]}, "FK2.15", f"The highest cards are {drawn}."
