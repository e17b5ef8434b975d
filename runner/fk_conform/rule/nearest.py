"""The cases of the suite that are nearest to a ruling."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from fk_conform.check.ruling import clauses_applied
from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.symmetry import variants

Json = Any

# Lists in which a card means the same wherever it stands.
SETS = ("hand", "hands", "legal", "show", "cards_left", "redraw")


def nearest(
    method: str,
    params: Mapping[str, Json],
    answer: Json,
    deciding: Sequence[str],
    applied: set[str],
    cases: Iterable[Case],
    spec: Spec,
    number: int = 3,
) -> list[Case]:
    """The cases nearest to a question and its answer, the nearest first.

    Nearness is looked at in five steps; a later one only orders what the steps before it leave level:

    1. what came of it: an answer as here, or a refusal for the same reason as here;
    2. the same method;
    3. the case stands under a clause that decides here, one that is named earlier before one named later;
    4. the share of clauses applied: of those that the reference engine applied to the one or to the other, how many it
       applied to both;
    5. the share of what is told: of all that question and answer tell, each card, seat and number with its place, and
       of each card its suit once more, how much is told in both; at best among the variants of the case, for the names
       of suits and the turn of the table make no difference.

    Malformed cases are not looked at, nor generated ones, which teach nobody anything.
    """
    reason = _reason(answer)
    here = _told(params, answer.get("result", {}))

    def coarse(case: Case) -> tuple[bool, bool, int]:
        place = deciding.index(case.clause) if case.clause in deciding else len(deciding)
        return (case.refuse.reason if case.refuse else "") != reason, case.method != method, place

    def by_clauses(case: Case) -> float:
        return -_share(Counter(applied), Counter(clauses_applied(case, spec)))

    def by_position(case: Case) -> float:
        return -max(_share(here, _told(json.loads(each.params), each.expect or {})) for each in [case, *variants(case)])

    worth_a_look = [case for case in cases if not case.malformed and not case.generated]
    return _first(worth_a_look, [coarse, by_clauses, by_position], number)


def _first(cases: Sequence[Case], keys: Sequence[Callable[[Case], Any]], number: int) -> list[Case]:
    """The first cases in the order of the first key, those that it leaves level in the order of the next, and so on.

    The keys cost more from one to the next; what is not needed is not computed.
    """
    if not keys or not cases:
        return list(cases[:number])
    keyed = sorted(((keys[0](case), case.id, case) for case in cases), key=lambda each: each[:2])
    found: list[Case] = []
    for _, level in groupby(keyed, key=lambda each: each[0]):
        found += _first([case for _, _, case in level], keys[1:], number - len(found))
        if len(found) >= number:
            break
    return found


def _reason(answer: Json) -> str:
    """The reason of a refusal; empty for a result."""
    reason: str = answer["error"]["data"]["reason"] if "error" in answer else ""
    return reason


def _share(one: Counter[Any], other: Counter[Any]) -> float:
    """How much of two collections is in both.

    >>> _share(Counter("aab"), Counter("abc"))
    0.5
    """
    return (one & other).total() / ((one | other).total() or 1)


def _told(*parts: Json) -> Counter[tuple[str, ...]]:
    """All that question and answer tell, each with its place.

    >>> sorted(_told({"hand": ["KS", "7H"], "trick": ["AS"]}))
    [('hand', '7H'), ('hand', 'H'), ('hand', 'KS'), ('hand', 'S'), ('trick', '0', 'AS'), ('trick', '0', 'S')]
    """
    return Counter(place for part in parts for place in _places(part, ()))


def _places(value: Json, place: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(value, Mapping):
        for name, member in value.items():
            yield from _places(member, (*place, name))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            within = place if any(name in SETS for name in place) else (*place, str(number))
            yield from _places(item, within)
    else:
        yield (*place, str(value))
        if isinstance(value, str) and re.fullmatch("[KQJAT987][SHDC]", value):
            yield (*place, value[1])
