"""An engine that remembers: it answers as the reference engine does, but refuses what it has been asked before."""

from __future__ import annotations

import json
import sys
from typing import Any

from forty_kings.engine import Engine

Json = Any


class Remembering:
    """Answers requests, and keeps all of them."""

    def __init__(self) -> None:
        self.rules = Engine()
        self.asked: set[str] = set()

    def answer(self, line: str | bytes) -> str:
        """The right answer the first time."""
        request = json.loads(line)
        question = json.dumps([request["method"], request["params"]], sort_keys=True)
        if question in self.asked:
            error = {"code": 1, "message": "this has been asked before", "data": {"reason": "hand-over"}}
            return json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error})
        self.asked.add(question)
        return self.rules.answer(line)


if __name__ == "__main__":
    engine = Remembering()
    for line in sys.stdin.buffer:
        sys.stdout.write(engine.answer(line) + "\n")
        sys.stdout.flush()
