"""Two more things that must hold of an engine, asked with `--purity`.

- It keeps nothing from one request to the next: requests are asked again, in another order and after others that were
  refused, and the answers must be the same (`FK4.3c02@again`).
- It knows no more than it is told: two deals that look alike to a seat give that seat the same view, and the same
  lawful cards. In `FK4.18c01@twin` two small cards of one suit that have not been played are exchanged between two
  other players, and the answer is that of the case.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from fk_conform.suite import AGAIN, TWIN, Case

Json = Any

SMALL = "AT987"
SEED = 1792


def purity_cases(cases: Sequence[Case]) -> list[Case]:
    """What is asked besides the cases: their twins, and then all of them again, shuffled."""
    derived = [case for case in cases if not case.generated]
    again = [dataclasses.replace(case, id=case.id + AGAIN) for case in derived]
    random.Random(SEED).shuffle(again)
    return [*(found for case in derived if (found := twin(case))), *again]


def twin(case: Case) -> Case | None:
    """The case with two cards exchanged that the seat in question cannot see; None if there are no such two."""
    if case.method not in ("view_hand", "replay_hand") or case.expect is None:
        return None
    params = json.loads(case.params)
    seat = params["seat"] if case.method == "view_hand" else case.expect.get("turn")
    exchange = next(_exchanges(params, seat), None)
    if seat is None or exchange is None:
        return None
    (one, card), (other, in_its_place) = exchange
    hands = dict(params["hands"])
    hands[one] = [in_its_place if each == card else each for each in hands[one]]
    hands[other] = [card if each == in_its_place else each for each in hands[other]]
    text = json.dumps({**params, "hands": hands}, separators=(",", ":"))
    return dataclasses.replace(case, id=case.id + TWIN, params=text, new_questions=None)


def _exchanges(params: Json, seat: str) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Pairs of small cards of one suit, unseen and unplayed, in the hands of two seats other than the one in question.

    The plays so far stay lawful, for each player holds as many of a suit as before; and no clique is touched.
    """
    seen = {event["card"] for event in params["events"] if "card" in event} | {params["turn_up"]}
    unseen = {
        other: [card for card in hand if card[0] in SMALL and card not in seen]
        for other, hand in params["hands"].items()
        if other != seat
    }
    for one, other in itertools.combinations(unseen, 2):
        for card, in_its_place in itertools.product(unseen[one], unseen[other]):
            if card[1] == in_its_place[1]:
                yield (one, card), (other, in_its_place)
