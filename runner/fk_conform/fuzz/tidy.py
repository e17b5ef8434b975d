"""Putting a deal in order: every card that may as well lie elsewhere goes where it is most easily overlooked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fk_conform.fuzz.strategies import CARDS, Request
from fk_conform.shorthand import SEATS

Json = Any
Hands = dict[str, list[str]]


def tidied(request: Request, shows: Callable[[Request], bool]) -> Request:
    """The request with its deal nearer to the one in which everybody holds a suit, as long as it `shows` the same.

    The first player has spades then, the next one hearts, and so on. A request without a whole deal is left as it is.
    """
    params = json.loads(request.params)
    first = _first(params)
    if first is None or not _is_whole(params.get("hands")):
        return request
    for number, card in enumerate(CARDS):
        home = SEATS[(SEATS.index(first) + number // 8) % 4]
        for other in _exchanges(params["hands"], card, home):
            hands = _exchanged(params["hands"], card, other)
            nearer = Request(request.method, json.dumps({**params, "hands": hands}, separators=(",", ":")))
            if shows(nearer):
                request, params["hands"] = nearer, hands
                break
    return request


def _first(params: Json) -> str | None:
    """Who plays first, if that can be told."""
    if params.get("first") in SEATS:
        return str(params["first"])
    return SEATS[(SEATS.index(params["dealer"]) + 1) % 4] if params.get("dealer") in SEATS else None


def _is_whole(hands: Json) -> bool:
    if not isinstance(hands, dict) or set(hands) != set(SEATS):
        return False
    cards = [card for hand in hands.values() if isinstance(hand, list) and len(hand) == 8 for card in hand]
    return len(cards) == 32 and all(card in CARDS for card in cards) and len(set(cards)) == 32


def _exchanges(hands: Hands, card: str, home: str) -> list[str]:
    """The cards of a seat that do not belong there, if this card does and is not there: the lowest first."""
    if card in hands[home]:
        return []
    begin = CARDS.index(card) // 8 * 8
    return [other for other in reversed(hands[home]) if other not in CARDS[begin : begin + 8]]


def _exchanged(hands: Hands, one: str, other: str) -> Hands:
    swap = {one: other, other: one}
    return {seat: sorted((swap.get(card, card) for card in hand), key=CARDS.index) for seat, hand in hands.items()}
