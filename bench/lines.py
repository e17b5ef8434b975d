"""Counting lines: in bulk in Python, to the end of published deals, and in C."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator

from bench.engines import ROOT, c_engine
from bench.measure import ROUNDS, Figure, How, Spread, environment, in_turn, seconds_of
from forty_kings import Deal, Hand
from forty_kings.lines import count_lines

MILLION = 1e6


def figures(how: How) -> Iterator[Figure]:
    """Lines a second against a million and a half; whole deals against a minute; the C engine against fifty million."""
    path = ROOT / "cases" / "corpus" / "lines.jsonl"
    published = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    twelve = [Hand.dealt(Deal.parse(each["given"]["deal"])) for each in published if each["given"]["depth"] == 12]
    some = twelve[: how.few(len(twelve), 1)]
    rates, walks = [], []
    for _ in range(ROUNDS):
        lines = 0
        for hand in some:
            lines += count_lines(hand, 12).lines
        rates.append(lines / seconds_of(lambda: [count_lines(hand, 12) for hand in some]))
        walks.append(walked(some[0], 5) / seconds_of(lambda: walked(some[0], 5)))
    told = f"{Spread([rate / MILLION for rate in rates])} million lines a second, twelve plays deep"
    yield Figure(
        "lines-bulk",
        "lines a second in bulk, to 1.5 million",
        Spread([r / 1.5e6 for r in rates]),
        at_least=1,
        told=told,
    )
    yield Figure(
        "lines-walked",
        "lines in bulk, to lines walked one by one",
        Spread([a / b for a, b in zip(rates, walks, strict=True)]),
    )
    whole = [seconds_of(lambda hand=hand: count_lines(hand, 32)) for hand in some]  # type: ignore[misc]
    told = f"{len(whole)} deals to their last card: {Spread(whole)} seconds each"
    yield Figure("lines-whole", "the slowest whole deal, to a minute", Spread([max(whole) / 60]), at_most=1, told=told)
    fast = c_engine()
    if fast is None:
        how.missing.append("a C compiler")
        return
    request = _request(published, 24)
    answer = json.loads(_ask(fast, request))
    counted = int(answer["result"]["lines"])
    pair = in_turn(lambda: _ask(fast, request), lambda: _ask(fast, b""))
    seconds = [max(one - other, 1e-6) for one, other in zip(pair.one.figures, pair.other.figures, strict=True)]
    speeds = [counted / each for each in seconds]
    told = f"{Spread([speed / MILLION for speed in speeds])} million lines a second, twenty-four plays deep"
    yield Figure(
        "lines-c", "lines a second in C, to 50 million", Spread([s / 50e6 for s in speeds]), at_least=1, told=told
    )


def walked(hand: Hand, depth: int) -> int:
    """The same number, by playing every line."""
    if depth == 0 or hand.turn is None:
        return 1
    return sum(walked(hand.play(hand.turn, card), depth - 1) for card in hand.legal_cards)


def _request(published: list[dict[str, object]], depth: int) -> bytes:
    """A request for so many plays of the first published deal, as the protocol has it."""
    from fk_conform.suite import load_cases

    case = next(case for case in load_cases() if case.id == published[0]["id"])
    params = {**json.loads(case.params), "depth": depth}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "count_lines", "params": params}).encode() + b"\n"


def _ask(command: tuple[str, ...], request: bytes) -> bytes:
    run = subprocess.run(command, input=request, stdout=subprocess.PIPE, env=environment(), check=True)
    return run.stdout
