"""Slips: a request changed in some places, to what is unlawful, malformed or, now and then, as good as before.

What cannot be said in a case file is not asked: a text in place of an event, say, stands for plays there.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from fk_conform.fuzz.choices import Chooser
from fk_conform.shorthand import expand
from forty_kings.pack import PACK, Rank, Suit
from forty_kings.seating import Seat, Side

Json = Any

# Of so many requests in a row, how many slips each has.
SLIPS = (0, 0, 0, 0, 0, 1, 1, 1, 2)
DEEPEST_COUNT = 4

ODD: tuple[Json, ...] = (None, True, False, 0, 3, 5.0, "", "10S", "ks", "K", [], {}, ["KS"], {"seat": "south"}, [[]])
# Cards of other packs, and words that are none of this game.
FOREIGN = ("6S", "10S", "SK", "1C", "K♠", "Joker", "South", "nord", "red", "10", "R", "east-south")
PLAYERS = ("Anne", "Blaise", "south", "KS", "")
WORDS: tuple[tuple[str, ...], ...] = (
    tuple(card.name for card in PACK),
    tuple(seat.value for seat in Seat),
    tuple(side.value for side in Side),
    tuple(suit.value for suit in Suit),
    tuple(rank.value for rank in Rank),
)


def with_slips(chooser: Chooser, method: str, params: dict[str, Json]) -> dict[str, Json]:
    """The params with no, one or two slips in them."""
    for _ in range(chooser.one_of(SLIPS)):
        changed = slip(chooser, params) if params else params
        if _is_sayable(method, changed) and _takes_no_time(method, changed):
            params = changed
    return params


def slip(chooser: Chooser, params: dict[str, Json]) -> dict[str, Json]:
    """The params with one slip in a place by chance."""
    changed: dict[str, Json] = copy.deepcopy(params)
    owner, key = _place(chooser, changed)
    match chooser.below(11):
        case 0:
            del owner[key]
        case 1:
            owner[key] = copy.deepcopy(chooser.one_of(ODD))
        case 2:
            other, other_key = chooser.one_of(list(_places(changed)))
            owner[key], other[other_key] = copy.deepcopy(other[other_key]), copy.deepcopy(owner[key])
        case 3:
            changed[chooser.one_of(["note", "seat", "depth", "first"])] = chooser.one_of(ODD)
        case 4:
            _move_an_item(chooser, changed)
        case 5 if isinstance(owner[key], dict):
            owner[key] = dict(chooser.shuffled(list(owner[key].items())))  # which says the same
        case _:
            owner[key] = _another(chooser, owner[key])
    return changed


def _move_an_item(chooser: Chooser, params: Json) -> None:
    """Takes something out of a list and puts it into another, such as a card from one hand into another."""
    lists = [owner[key] for owner, key in _places(params) if owner[key] and isinstance(owner[key], list)]
    if lists:
        taken_from = chooser.one_of(lists)
        chooser.one_of([each for each in lists if each is not taken_from] or lists).append(taken_from.pop())


def _place(chooser: Chooser, value: Json) -> tuple[Json, Json]:
    """A place in what is no empty value: what holds it, and its name or number there; the outermost is simplest."""
    while True:
        key = chooser.one_of(list(value) if isinstance(value, dict) else range(len(value)))
        inner = value[key]
        if not inner or not isinstance(inner, dict | list) or not chooser.often(0.7):
            return value, key
        value = inner


def _places(value: Json) -> Iterator[tuple[Json, Json]]:
    """Every place in a value."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield value, key
        yield from _places(member)


def _another(chooser: Chooser, value: Json) -> Json:
    """Another value in place of this one, mostly of its kind."""
    if isinstance(value, str):
        return _another_word(chooser, value)
    if isinstance(value, bool) or value is None:
        return chooser.one_of([True, False, None, 1, "true"])
    if isinstance(value, int):
        others = [value + 1, value - 1, -value, float(value), str(value), value + 0.5, 2**53 + 1, 10**30, value * 10]
        return chooser.one_of(others)
    if isinstance(value, list) and value:
        return _another_list(chooser, value)
    if isinstance(value, dict) and value:
        name = chooser.one_of(list(value))
        less = {key: member for key, member in value.items() if key != name}
        return chooser.one_of([less, {**value, "note": 1}, {**less, name + "s": value[name]}, {**value, "card": "KS"}])
    return chooser.one_of(["KS", 1, [1], {"seat": "south"}])


def _another_word(chooser: Chooser, word: str) -> str:
    words = next((words for words in WORDS if word in words), PLAYERS)
    return chooser.one_of(
        [chooser.one_of(words), chooser.one_of(words), chooser.one_of(FOREIGN), word.lower(), word + " "]
    )


def _another_list(chooser: Chooser, items: Sequence[Json]) -> list[Json]:
    """One item fewer, or one more; two exchanged, or as many as there are up to one or from it on."""
    at, other = chooser.below(len(items)), chooser.below(len(items))
    match chooser.below(6):
        case 0:
            return [*items[:at], *items[at + 1 :]]
        case 1:
            return [*items, copy.deepcopy(items[at])]
        case 2:
            return [*items, _another(chooser, items[at])]
        case 3:
            swapped = list(items)
            swapped[at], swapped[other] = swapped[other], swapped[at]
            return swapped
        case 4:
            return list(items[:at])
    return list(items[at:])


def _is_sayable(method: str, params: dict[str, Json]) -> bool:
    """Whether the params stand for themselves in a case file."""
    try:
        return expand(method, params) == params
    except ValueError:
        return False


def _takes_no_time(method: str, params: dict[str, Json]) -> bool:
    """Whether lines are not to be counted deeper than anybody can, now that the hands are others."""
    depth = params.get("depth")
    return method != "count_lines" or not isinstance(depth, int) or not DEEPEST_COUNT < depth <= 32
