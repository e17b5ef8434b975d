"""Mistakes about play: following suit, trumping, who wins and who leads."""

from __future__ import annotations

from collections.abc import Sequence

from forty_kings.pack import Card, CardSet, Suit
from forty_kings.play import legal_cards
from forty_kings.readings import DEFAULT, Readings

from fk_conform.mistakes import Rules, wrong_engine


@wrong_engine("M-no-follow")
def no_follow(rules: Rules) -> None:
    def wrong(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings = DEFAULT) -> CardSet:
        return hand

    rules.replace(legal_cards, wrong)
