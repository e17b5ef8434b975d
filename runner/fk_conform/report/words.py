"""Questions and answers as a person would say them: cards with spaces between, a deal in one line, events in short."""

from __future__ import annotations

import json
from typing import Any

from fk_conform.answer import harmless
from fk_conform.shorthand import SEATS, SUITS
from fk_conform.suite import Case

Json = Any

RANKS = "KQJAT987"
LONGEST = 1200


def say_question(case: Case) -> str:
    """The question of a case in short.

    >>> from fk_conform.suite import Case
    >>> say_question(Case("", "", "", "legal_cards", '{"hand":["7S","KH"],"trick":["KS"],"trump":"hearts"}', ""))
    'hand 7S KH · trick KS · trump hearts'
    """
    params = json.loads(case.params)
    if not isinstance(params, dict):
        return say(params)
    parts: list[str] = []
    if not case.malformed:
        parts, params = _take_deal(params)
    return " · ".join(
        [*parts, *(f"{name} {_say_member(name, value, case.malformed)}" for name, value in params.items())]
    )


def say_answer(answer: Json) -> str:
    """An expected answer, or one that came, in short.

    >>> say_answer({"refuse": {"reason": "must-follow-suit", "event": 2}})
    'refused: must-follow-suit at event 2'
    """
    match answer:
        case {"malformed": True}:
            return "malformed"
        case {"refuse": {"reason": reason, **rest}}:
            return f"refused: {reason}" + (f" at event {rest['event']}" if "event" in rest else "")
        case {"error": {"code": 1, "data": {"reason": str(reason), **rest}}}:
            return shortened(f"refused: {reason}") + (f" at event {say(rest['event'])}" if "event" in rest else "")
        case {"error": {"code": -32602, **rest}}:
            return f"malformed ({say(rest.get('message'))})"
        case {"expect": dict(result)} | {"result": dict(result)} if result:
            return shortened(" · ".join(f"{name} {say(value)}" for name, value in result.items()))
        case {"expect": other} | {"result": other} | other:
            return say(other)


def in_order_of(expected: Json, got: Json) -> Json:
    """An answer with its members in the order of the expected ones, so that the two can be read side by side.

    >>> in_order_of({"expect": {"winner": "east", "points": 3}}, {"result": {"points": 3, "winner": "west"}})
    {'result': {'winner': 'west', 'points': 3}}
    """
    match expected, got:
        case {"expect": dict(wanted)}, {"result": dict(came)}:
            names = [name for name in wanted if name in came] + [name for name in came if name not in wanted]
            return {"result": {name: came[name] for name in names}}
    return got


def say(value: Json) -> str:
    """A value of JSON in short; nothing in it can act on a terminal."""
    if isinstance(value, str):
        text = value if value and " " not in value else json.dumps(value, ensure_ascii=False)
    elif (
        isinstance(value, list) and value and all(isinstance(item, str) and item and " " not in item for item in value)
    ):
        text = " ".join(value)
    else:
        text = json.dumps(value, ensure_ascii=False)
    return shortened(text)


def shortened(text: str) -> str:
    """The text, as long as somebody would read it: an engine may answer with megabytes."""
    return harmless(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _say_member(name: str, value: Json, malformed: bool) -> str:
    if name == "events" and isinstance(value, list) and value and not malformed:
        return ", ".join(_say_event(event) for event in value)
    return say(value)


def _say_event(event: Json) -> str:
    match event:
        case {"seat": seat, "card": card, "announce": number}:
            return f"{seat} {card}/{number}"
        case {"seat": seat, "card": card}:
            return f"{seat} {card}"
        case {"seat": seat, "rank": rank}:
            return f"{seat} names {rank}"
        case {"seat": seat, "good": True}:
            return f"{seat} good"
        case {"seat": seat, "show": list(cards)}:
            return f"{seat} shows {' '.join(map(str, cards))}"
    return say(event)


def _take_deal(params: dict[str, Json]) -> tuple[list[str], dict[str, Json]]:
    """The deal among the params, as a deal line, and the other params."""
    hands = params.get("hands")
    first = params.get("first")
    if params.get("dealer") in SEATS:
        first = SEATS[(SEATS.index(params["dealer"]) + 1) % 4]
    if first not in SEATS or not isinstance(hands, dict) or set(hands) != set(SEATS):
        return [], params
    order = [SEATS[(SEATS.index(first) + steps) % 4] for steps in range(4)]
    line = f"{first}:{' '.join(_hand_line(hands[seat]) for seat in order)} {params.get('turn_up', '')}".strip()
    others = {name: value for name, value in params.items() if name not in ("dealer", "first", "hands", "turn_up")}
    return [f"deal {line}"], others


def _hand_line(hand: list[str]) -> str:
    return ".".join("".join(rank for rank in RANKS if rank + suit in hand) for suit in SUITS)
