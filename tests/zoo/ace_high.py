"""A quick engine of one method, which takes the ace for the highest card: `ace_high.py`. It starts in no time."""

from __future__ import annotations

import json
import sys

RANKS = "789TJQKA"
SEATS = ["south", "east", "north", "west"]
SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
POINTS = {"K": 5, "Q": 4, "J": 3}
PACK = [rank + suit for rank in RANKS for suit in SUITS.values()]


def judge_trick(params: dict[str, object]) -> dict[str, object]:
    """Who wins, with the ace above the king; raises whatever for what is malformed."""
    leader, cards, trump = SEATS.index(str(params["leader"])), params["cards"], SUITS[str(params["trump"])]
    assert isinstance(params["leader"], str)
    assert isinstance(params["trump"], str)
    assert isinstance(cards, list)
    assert len(set(cards)) == len(cards) == 4
    strengths = [(card[1] == trump, card[1] == cards[0][1], RANKS.index(card[0]), PACK.index(card)) for card in cards]
    winner = SEATS[(leader + strengths.index(max(strengths))) % 4]
    return {"winner": winner, "points": sum(POINTS.get(card[0], 0) for card in cards)}


def answer(request: dict[str, object]) -> dict[str, object]:
    """The answer to a request."""
    if request["method"] == "initialize":
        engine = {"name": "ace-high", "version": "1"}
        return {"result": {"engine": engine, "protocol": 1, "methods": ["judge_trick"], "readings": {}}}
    try:
        params = request["params"]
        assert isinstance(params, dict)
        return {"result": judge_trick(params)}
    except (AssertionError, IndexError, KeyError, TypeError, ValueError):
        return {"error": {"code": -32602, "message": "no trick"}}


if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **answer(asked)}), flush=True)
