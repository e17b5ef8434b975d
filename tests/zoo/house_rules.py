"""An engine that plays a reading of its own and says nothing of it: `house_rules.py NAME=ALTERNATIVE`."""

from __future__ import annotations

import json
import sys

from forty_kings.engine import Engine
from forty_kings.readings import Readings


def main(word: str) -> None:
    """Answers every request at a table of this one reading, whatever is wanted."""
    name, _, alternative = word.partition("=")
    rules = Engine(Readings.of({name: alternative}))
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["method"] == "initialize":
            answer = json.loads(Engine().answer(line))
            answer["result"]["readings"] = {}
            print(json.dumps(answer), flush=True)
        else:
            print(rules.answer(line), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
