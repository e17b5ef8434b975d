"""Cards in order, up to renaming the suits.

A pattern tells which places are of one suit: in the pattern (0, 1, 0) the third card follows the first. The first
suit to appear is 0, the next new one 1, and so on, so that of all ways to name the suits each pattern is met once.
A pattern with k suits has 4!/(4 − k)! ways to name them, and no two of those are the same cards.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, permutations
from math import perm

RANKS = "KQJAT987"
Pattern = tuple[int, ...]

# All ways to name so many suits, and to have so many different ranks in order.
NAMINGS = tuple(tuple(permutations("SHDC", suits)) for suits in range(5))
_RANKS_OF = tuple(tuple(permutations(RANKS, cards)) for cards in range(5))


def patterns(places: int) -> list[Pattern]:
    """All patterns of so many places with at most four suits.

    >>> patterns(2)
    [(0, 0), (0, 1)]
    >>> len(patterns(4)), len(patterns(5))
    (15, 51)
    """
    found: list[Pattern] = [()]
    for _ in range(places):
        found = [(*pattern, suit) for pattern in found for suit in range(min(max(pattern, default=-1) + 2, 4))]
    return found


class FourCards:
    """The classes of four different cards in order, with `more` places for a suit alone; each can be had by its number.

    >>> classes = FourCards()
    >>> len(classes), sum(classes.namings(number) for number in range(len(classes)))
    (47440, 863040)
    >>> classes.at(0)
    ((0, 0, 0, 0), ['K', 'Q', 'J', 'A'])
    """

    def __init__(self, more: int = 0) -> None:
        self.patterns = patterns(4 + more)
        self._lengths = [[pattern[:4].count(suit) for suit in range(4)] for pattern in self.patterns]
        sizes = [perm(8, a) * perm(8, b) * perm(8, c) * perm(8, d) for a, b, c, d in self._lengths]
        self._starts = [0, *accumulate(sizes)]

    def __len__(self) -> int:
        return self._starts[-1]

    def namings(self, number: int) -> int:
        """In how many ways the suits can be named."""
        return perm(4, max(self.patterns[bisect_right(self._starts, number) - 1]) + 1)

    def at(self, number: int) -> tuple[Pattern, list[str]]:
        """The pattern, and the ranks of the four cards."""
        place = bisect_right(self._starts, number) - 1
        pattern = self.patterns[place]
        rest = number - self._starts[place]
        waiting = []
        for length in self._lengths[place]:
            rest, which = divmod(rest, len(_RANKS_OF[length]))
            waiting.append(iter(_RANKS_OF[length][which]))
        return pattern, [next(waiting[suit]) for suit in pattern[:4]]
