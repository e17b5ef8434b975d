"""A wrong engine to run as a process: `python -m fk_conform.mistakes M-ace-above-king`."""

from __future__ import annotations

import sys

from fk_conform.mistakes import load, mistaken
from forty_kings.engine import Engine


def main(words: list[str]) -> int:
    """Speaks the protocol with the mistake that is named, until the input ends."""
    if len(words) != 1 or words[0] not in load():
        print("expected the name of one mistake, such as M-ace-above-king", file=sys.stderr)
        return 2
    with mistaken(words[0]):
        Engine().serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
