"""The last touches to a request that is as small as its choices make it: what plays no part in it goes.

Items are left out of its lists, and cards that may as well lie elsewhere go where they are most easily overlooked.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fk_conform.fuzz.strategies import CARDS, Request
from fk_conform.shorthand import SEATS

Json = Any
Params = dict[str, Json]
Hands = dict[str, list[str]]


def tidied(request: Request, shows: Callable[[Request], bool]) -> Request:
    """The request without what plays no part in it, as long as it `shows` the same.

    A whole deal is brought nearer to the one in which the first player holds spades, the next one hearts, and so on.
    """

    def try_out(changed: Params) -> Params | None:
        return changed if shows(_request(request.method, changed)) else None

    params: Params = json.loads(request.params)
    for name in [name for name, value in params.items() if isinstance(value, list)]:
        for place in reversed(range(len(params[name]))):
            fewer = params[name][:place] + params[name][place + 1 :]
            params = try_out({**params, name: fewer}) or params
    for card, home in _homes(params):
        for hands in _with_at_home(params["hands"], card, home):
            nearer = try_out({**params, "hands": hands})
            if nearer:
                params = nearer
                break
    return _request(request.method, params)


def _request(method: str, params: Params) -> Request:
    return Request(method, json.dumps(params, separators=(",", ":")))


def _homes(params: Params) -> list[tuple[str, str]]:
    """Where each card belongs, if the params hold a whole deal and tell who plays first."""
    if params.get("first") in SEATS:
        first = SEATS.index(params["first"])
    elif params.get("dealer") in SEATS:
        first = SEATS.index(params["dealer"]) + 1
    else:
        return []
    whole = _is_whole(params.get("hands"))
    return [(card, SEATS[(first + number // 8) % 4]) for number, card in enumerate(CARDS)] if whole else []


def _is_whole(hands: Json) -> bool:
    if not isinstance(hands, dict) or set(hands) != set(SEATS):
        return False
    cards = [card for hand in hands.values() if isinstance(hand, list) and len(hand) == 8 for card in hand]
    return len(cards) == 32 and all(card in CARDS for card in cards) and len(set(cards)) == 32


def _with_at_home(hands: Hands, card: str, home: str) -> list[Hands]:
    """The hands with a card where it belongs, for one there that does not; the lowest first."""
    if card in hands[home]:
        return []
    begin = CARDS.index(card) // 8 * 8
    strangers = [other for other in reversed(hands[home]) if other not in CARDS[begin : begin + 8]]
    return [_exchanged(hands, card, other) for other in strangers]


def _exchanged(hands: Hands, one: str, other: str) -> Hands:
    swap = {one: other, other: one}
    return {seat: sorted((swap.get(card, card) for card in hand), key=CARDS.index) for seat, hand in hands.items()}
