"""An engine with a known mistake that shows in its counts too: `counting.py M-ace-above-king [METHOD …]`.

It counts lines one by one, as few engines do that have to be fast, and offers the methods named, or all.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from fk_conform.mistakes import mistaken
from forty_kings import engine
from forty_kings.play import Hand
from forty_kings.seating import Side

Json = Any


def count(hand: Hand, depth: int) -> tuple[int, int]:
    """The lines, and the points of north-south in the tricks that they complete."""
    if depth == 0:
        return 1, 0
    lines = points = 0
    for card in hand.legal_cards:
        assert hand.turn
        after = hand.play(hand.turn, card)
        more, their_points = count(after, depth - 1)
        taken = after.tricks[len(hand.tricks) :]
        lines += more
        points += their_points + more * sum(trick.points for trick in taken if trick.winner.side is Side.NORTH_SOUTH)
    return lines, points


def main(mistake: str, *methods: str) -> None:
    """Answers with the mistake, until its input ends; with none, rightly."""
    vars(engine)["count_lines"] = count
    if mistake == "none":
        return serve(methods)
    with mistaken(mistake):
        return serve(methods)


def serve(methods: tuple[str, ...]) -> None:
    rules = engine.Engine()
    for line in sys.stdin.buffer:
        answer = json.loads(rules.answer(line))
        if methods and "methods" in answer.get("result", {}):
            answer["result"]["methods"] = methods
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
