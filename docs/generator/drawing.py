"""Cards, hands and the table, drawn.

A card is a small SVG of our own: the rank as a letter, the suit as a sign, each suit of another shape; `site.css` gives
the colours, which are never the only difference. The signs themselves stand once on every page:
`docs/overrides/main.html`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from docs.generator.page import attribute
from docs.generator.words import SEATS, SIGNS, card_words, word

SUITS = "SHDC"
RANKS = "KQJAT987"
ORDER = ("south", "east", "north", "west")


def is_card(value: Any) -> bool:
    """Whether this is a card of the pack: a malformed case may hold anything."""
    return isinstance(value, str) and len(value) == 2 and value[0] in RANKS and value[1] in SUITS


def card(name: Any, lang: str, mark: str = "") -> str:
    """One card, perhaps marked `lawful`, `turn-up` or `wins`; what is none is written as it is."""
    if not is_card(name):
        return f'<span class="fk-no-card">{attribute(str(name))}</span>'
    words = card_words(name, lang) + (f", {word(mark, lang)}" if mark in ("lawful", "turn-up") else "")
    marked = f" fk-{mark}" if mark else ""
    return (
        f'<svg class="fk-card fk-{name[1]}{marked}" viewBox="0 0 40 56" role="img" aria-label="{words}">'
        f'<rect width="39" height="55" x=".5" y=".5" rx="5"/>'
        f'<text x="20" y="25">{SIGNS[lang][name[0]]}</text><use href="#fk-{name[1]}" x="11" y="31"/></svg>'
    )


def cards(names: Iterable[Any], lang: str, lawful: Collection[Any] = (), turn_up: str = "") -> str:
    """Some cards in a row."""
    drawn = [card(name, lang, "lawful" if name in lawful else "turn-up" if name == turn_up else "") for name in names]
    return f'<span class="fk-cards">{"".join(drawn) or "–"}</span>'


def in_order(hand: Sequence[Any]) -> list[Any]:
    """A hand as people hold it: by suits, the highest first; as it is if it holds anything that is no card."""
    if not all(map(is_card, hand)):
        return list(hand)
    return sorted(hand, key=lambda name: (SUITS.index(name[1]), RANKS.index(name[0])))


def hand(names: Any, lang: str, lawful: Collection[Any] = (), turn_up: str = "") -> str:
    """A hand."""
    if not isinstance(names, list):
        return card(names, lang)
    return cards(in_order(names), lang, lawful, turn_up)


def table(seats: Mapping[str, str], middle: str, lang: str, roles: Mapping[str, Sequence[str]] | None = None) -> str:
    """The table from above: what is drawn at each seat, what lies in the middle, and what each seat is called."""
    parts = []
    for seat in ORDER:
        told = [SEATS[seat][lang], *(roles or {}).get(seat, ())]
        parts.append(
            f'<div class="fk-seat fk-{seat}"><span class="fk-name">{", ".join(told)}</span>{seats.get(seat, "")}</div>'
        )
    return f'<div class="fk-table">{"".join(parts)}<div class="fk-middle">{middle}</div></div>\n'


def around(played: Mapping[str, Any], lang: str, winner: str = "") -> str:
    """The cards of a trick as they lie, each before who played it."""
    return "".join(
        f'<span class="fk-from-{seat}">{card(name, lang, "wins" if seat == winner else "")}</span>'
        for seat, name in played.items()
    )
