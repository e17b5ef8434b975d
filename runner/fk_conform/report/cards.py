"""Questions and answers as HTML: hands, tricks and events drawn as cards, everything else as text.

A card shows its rank and the sign of its suit, whose shape alone tells it; whoever cannot see it is told its name, and
whoever copies it gets the two letters of the protocol.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, TypeGuard

from fk_conform.answer import harmless
from fk_conform.report.words import RANKS, say, say_answer
from fk_conform.shorthand import SEATS, SUITS
from fk_conform.suite import Case

Json = Any

CARD = re.compile(f"[{RANKS}][{''.join(SUITS)}]")
RANK_NAMES = {"K": "king", "Q": "queen", "J": "jack", "A": "ace", "T": "ten", "9": "nine", "8": "eight", "7": "seven"}
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
# The signs, in a square of ten by ten.
SIGNS = {
    "spades": "M5 .3C9 3.8 10 5.2 10 6.5A2.4 2.4 0 0 1 5.6 7.7L6.6 10H3.4L4.4 7.7"
    "A2.4 2.4 0 0 1 0 6.5C0 5.2 1 3.8 5 .3Z",
    "hearts": "M5 9.7C1 6.2 0 4.7 0 3.1A2.6 2.6 0 0 1 5 2 2.6 2.6 0 0 1 10 3.1C10 4.7 9 6.2 5 9.7Z",
    "diamonds": "M5 0 9 5 5 10 1 5Z",
    "clubs": "M5 0A2.4 2.4 0 0 1 6.7 4.1 2.4 2.4 0 1 1 5.5 7.2L6.6 10H3.4L4.5 7.2"
    "A2.4 2.4 0 1 1 3.3 4.1 2.4 2.4 0 0 1 5 0Z",
}
# What is longer as JSON is told in short: no question is, and an engine may answer with megabytes.
LONGEST = 8000


def signs() -> str:
    """The signs of the suits, to stand once in a page."""
    symbols = (f'<symbol id="{name}" viewBox="0 0 10 10"><path d="{path}"/></symbol>' for name, path in SIGNS.items())
    return f'<svg class="signs" aria-hidden="true">{"".join(symbols)}</svg>'


def draw_question(case: Case) -> str:
    """What a case asks."""
    params = json.loads(case.params)
    if not isinstance(params, dict):
        return draw(params)
    leader, cards = params.get("leader"), params.get("cards")
    if case.malformed or leader not in SEATS or not _are_cards(cards):
        return draw(params)
    order = SEATS[SEATS.index(leader) :] + SEATS
    trick = _draw_trick((seat, draw_card(card)) for seat, card in zip(order, cards, strict=False))
    return _members((name, trick if name == "cards" else draw(value)) for name, value in params.items())


def draw_answer(answer: Json) -> str:
    """An expected answer, or one that came."""
    match answer:
        case {"expect": dict(result)} | {"result": dict(result)} if len(json.dumps(result)) <= LONGEST:
            return draw(result)
    return f"<p>{escape(say_answer(answer))}</p>"


def draw(value: Json) -> str:
    """A value of JSON: cards as cards, lists of them as hands, events as tricks; what is none of these as text.

    >>> draw("a<b")
    '<code>a&lt;b</code>'
    """
    if isinstance(value, list) and value:
        return _draw_list(value)
    if isinstance(value, dict) and value:
        return _draw_object(value)
    if isinstance(value, str) and CARD.fullmatch(value):
        return draw_card(value)
    if isinstance(value, str) and value in SIGNS:
        return f'<span class="suit {value}">{_sign(value)} {value}</span>'
    return f"<code>{escape(say(value))}</code>"


def draw_card(card: str) -> str:
    """One card."""
    rank, suit = card[0], SUIT_NAMES[card[1]]
    name = f"{RANK_NAMES[rank]} of {suit}"
    face = f"<b>{rank}</b>{_sign(suit)}<i>{card[1]}</i>"
    return f'<span class="card {suit}" role="img" aria-label="{name}" title="{name}">{face}</span>'


def _draw_list(values: list[Json]) -> str:
    if _are_cards(values):
        return _draw_cards(values)
    if all(isinstance(each, dict) and each.get("seat") in SEATS for each in values):
        return _draw_events(values)
    if all(isinstance(each, list | dict) for each in values):
        return f"<ol>{''.join(f'<li>{draw(each)}</li>' for each in values)}</ol>"
    return f"<code>{escape(say(values))}</code>"


def _draw_object(members: dict[str, Json]) -> str:
    if set(members) == set(SEATS) and all(map(_are_cards, members.values())):
        hands = ((seat, _draw_cards(sorted(members[seat], key=_as_held))) for seat in SEATS)
        return f'<dl class="table">{"".join(_row(seat, hand, seat) for seat, hand in hands)}</dl>'
    return _members((name, draw(value)) for name, value in members.items())


def _members(drawn: Iterable[tuple[str, str]]) -> str:
    return f'<dl class="members">{"".join(_row(name, value) for name, value in drawn)}</dl>'


def _row(name: str, drawn: str, kind: str = "member") -> str:
    return f'<div class="{kind}"><dt>{escape(harmless(name))}</dt><dd>{drawn}</dd></div>'


def _draw_events(events: Sequence[Json]) -> str:
    """What happens in a hand, a line a trick; what is said or shown stands where it is."""
    lines: list[list[tuple[str, str]]] = [[]]
    played = 0
    for event in events:
        if "card" in event and played == 4:
            lines.append([])
            played = 0
        played += "card" in event
        lines[-1].append((event["seat"], _draw_event(event)))
    return f'<div class="tricks">{"".join(map(_draw_trick, lines))}</div>'


def _draw_event(event: Mapping[str, Json]) -> str:
    match event:
        case {"card": card, "announce": number, **rest} if len(rest) == 1:
            return f"{draw(card)} announces {escape(say(number))}"
        case {"card": card, **rest} if len(rest) == 1:
            return draw(card)
        case {"show": cards, **rest} if len(rest) == 1:
            return f"shows {draw(cards)}"
        case {"announce": number, **rest} if len(rest) == 1:
            return f"announces {escape(say(number))}"
        case {"rank": rank, **rest} if len(rest) == 1:
            return f"names {escape(say(rank))}"
        case {"good": True, **rest} if len(rest) == 1:
            return "says good"
    return _members((name, draw(value)) for name, value in event.items() if name != "seat")


def _draw_trick(plays: Iterable[tuple[str, str]]) -> str:
    return f'<ol class="trick">{"".join(f"<li><span>{seat}</span> {drawn}</li>" for seat, drawn in plays)}</ol>'


def _draw_cards(cards: Iterable[str]) -> str:
    return f'<span class="cards">{" ".join(map(draw_card, cards))}</span>'


def _are_cards(value: Json) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(each, str) and CARD.fullmatch(each) for each in value)


def _as_held(card: str) -> tuple[int, int]:
    """Where a card is in a hand as one holds it: by suits, the highest first."""
    return SUITS.index(card[1]), RANKS.index(card[0])


def _sign(suit: str) -> str:
    return f'<svg aria-hidden="true"><use href="#{suit}"/></svg>'
