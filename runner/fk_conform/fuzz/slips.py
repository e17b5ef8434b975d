"""Slips: a request changed in some places, to what is unlawful, malformed or, now and then, as good as before.

What cannot be said in a case file is not asked: a text in place of an event, say, stands for plays there.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from fk_conform.fuzz.choices import Chooser
from fk_conform.shorthand import expand
from forty_kings.pack import PACK, Rank, Suit
from forty_kings.seating import Seat, Side

Json = Any

# Of so many requests in a row, how many slips each has.
SLIPS = (0, 0, 0, 0, 1, 1, 1, 2)
DEEPEST_COUNT = 3

ODD: tuple[Json, ...] = (None, True, False, 0, 3, 5.0, "", "10S", "ks", "K", [], {}, ["KS"], {"seat": "south"}, [[]])
WORDS: tuple[list[str], ...] = (
    [card.name for card in PACK],
    [seat.value for seat in Seat],
    [side.value for side in Side],
    [suit.value for suit in Suit],
    [rank.value for rank in Rank],
)


def with_slips(chooser: Chooser, method: str, params: dict[str, Json]) -> dict[str, Json]:
    """The params with no, one or two slips in them."""
    for _ in range(chooser.one_of(SLIPS)):
        changed = slip(chooser, params)
        if _is_sayable(method, changed) and _takes_no_time(method, changed):
            params = changed
    return params


def slip(chooser: Chooser, params: dict[str, Json]) -> dict[str, Json]:
    """The params with one slip, in a place by chance: in a member of theirs, or in what is inside it."""
    changed = copy.deepcopy(params)
    owner, key = chooser.one_of(list(_places(chooser.one_of(list(changed)), changed))) if changed else (changed, "note")
    match chooser.below(8) if changed else 7:
        case 0:
            del owner[key]
        case 1:
            other, other_key = chooser.one_of(list(_all_places(changed)))
            owner[key], other[other_key] = copy.deepcopy(other[other_key]), copy.deepcopy(owner[key])
        case 2:
            owner[key] = copy.deepcopy(chooser.one_of(ODD))
        case _:
            owner[key] = _another(chooser, owner.get(key) if isinstance(owner, dict) else owner[key])
    return changed


def _places(name: str, params: dict[str, Json]) -> Iterator[tuple[Json, Json]]:
    """Every place in a member: what holds it, and its name or number there."""
    yield params, name
    yield from _all_places(params[name])


def _all_places(value: Json) -> Iterator[tuple[Json, Json]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield value, key
        yield from _all_places(member)


def _another(chooser: Chooser, value: Json) -> Json:
    """Another value in place of this one, mostly of its kind."""
    if isinstance(value, str):
        words = next((words for words in WORDS if value in words), ["Anne", "Blaise", "south", "KS", ""])
        return chooser.one_of([chooser.one_of(words), chooser.one_of(words), value.lower(), value + " "])
    if isinstance(value, bool) or value is None:
        return chooser.one_of([True, False, None, 1, "true"])
    if isinstance(value, int):
        return chooser.one_of(
            [value + 1, value - 1, -value, float(value), str(value), value + 0.5, 2**53 + 1, 10**30, value * 10]
        )
    if isinstance(value, list) and value:
        at, other = chooser.below(len(value)), chooser.below(len(value))
        swapped = list(value)
        swapped[at], swapped[other] = swapped[other], swapped[at]
        without = value[:at] + value[at + 1 :]
        return chooser.one_of([without, [*value, value[at]], swapped, value[:at], value[at:]])
    if isinstance(value, dict) and value:
        name = chooser.one_of(list(value))
        less = {key: member for key, member in value.items() if key != name}
        return chooser.one_of([less, {**value, "note": 1}, {**less, name + "s": value[name]}, {**value, "card": "KS"}])
    return chooser.one_of(["KS", 1, [1], {"seat": "south"}])


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
