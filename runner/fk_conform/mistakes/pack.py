"""Mistakes about the pack: its cards, their order and their worth."""

from __future__ import annotations

from forty_kings.pack import Card, CardSet, highest

from fk_conform.mistakes import Rules, wrong_engine


def _highest_in(order: str) -> object:
    """Finds the highest card by another order of the ranks, the highest first."""

    def wrong(cards: CardSet) -> Card:
        return min(cards, key=lambda card: order.index(card.rank.value))

    return wrong


@wrong_engine("M-ace-above-king")
def ace_above_king(rules: Rules) -> None:
    rules.replace(highest, _highest_in("AKQJT987"))
