"""The short forms of case files, written out: deal lines and lines of events.

Nothing is ruled on here: a line of plays goes round the table from the seat that it names, and whether the plays are
lawful is for the engine to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SEATS = ("south", "east", "north", "west")
SUITS = "SHDC"

Json = Any


def expand(method: str, given: Mapping[str, Json]) -> dict[str, Json]:
    """The params that a case's `given` stands for; raises ValueError for a short form that cannot be read.

    >>> expand("replay_hand", {"events": ["north: KS/3 QS", "north names K", "west good"]})["events"][1:]
    [{'seat': 'west', 'card': 'QS'}, {'seat': 'north', 'rank': 'K'}, {'seat': 'west', 'good': True}]
    """
    params = dict(given)
    if "deal" in params and isinstance(params["deal"], str):
        dealt = expand_deal(params.pop("deal"))
        if method == "judge_cliques":
            dealt = {"first": _after(dealt["dealer"]), "hands": dealt["hands"]}
        params = {**dealt, **params}
    if isinstance(params.get("events"), list):
        params["events"] = [event for text in params["events"] for event in expand_events(text)]
    return params


def expand_deal(line: str) -> dict[str, Json]:
    """Dealer, hands and turn-up of a deal line.

    >>> expand_deal("east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S")["dealer"]
    'south'
    """
    first, _, rest = line.partition(":")
    hands = rest.split()
    turn_up = hands.pop() if len(hands) == 5 else ""
    if first not in SEATS or not turn_up:
        raise ValueError(f"{line!r} is no deal line, expected 'SEAT:HAND HAND HAND HAND TURN-UP'")
    dealt = {_after(first, steps): _hand(hand) for steps, hand in enumerate(hands)}
    return {"dealer": _after(first, 3), "hands": {seat: dealt[seat] for seat in SEATS}, "turn_up": turn_up}


def _hand(text: str) -> list[str]:
    suits = text.split(".")
    if len(suits) != 4:
        raise ValueError(f"{text!r} is no hand, expected four suits separated by points")
    return [rank + suit for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks]


def expand_events(text: Json) -> list[Json]:
    """The events that one line of text stands for; anything but text stands for itself."""
    if not isinstance(text, str):
        return [text]
    words = text.split()
    if words and words[0].endswith(":"):
        seat = _seat(words[0][:-1], text)
        return [_play(_after(seat, steps), word) for steps, word in enumerate(words[1:])]
    match words:
        case [seat, "names", rank]:
            return [{"seat": _seat(seat, text), "rank": rank}]
        case [seat, "good"]:
            return [{"seat": _seat(seat, text), "good": True}]
        case [seat, "shows", *cards] if cards:
            return [{"seat": _seat(seat, text), "show": cards}]
    raise ValueError(
        f"{text!r} is no event, expected 'SEAT: CARD CARD/3 …', 'SEAT names RANK', 'SEAT good' or 'SEAT shows CARD …'"
    )


def _play(seat: str, word: str) -> dict[str, Json]:
    card, slash, number = word.partition("/")
    if not slash:
        return {"seat": seat, "card": card}
    if number not in ("3", "4"):
        raise ValueError(f"{word!r} announces neither 3 nor 4")
    return {"seat": seat, "card": card, "announce": int(number)}


def _seat(word: str, text: str) -> str:
    if word not in SEATS:
        raise ValueError(f"{text!r}: {word!r} is no seat")
    return word


def _after(seat: str, steps: int = 1) -> str:
    return SEATS[(SEATS.index(seat) + steps) % 4]
