"""Whole hands step by step: after each event who is to play, what may be played, and the clauses that decide it.

`replay.js` shows the steps, one after another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docs.generator.page import attribute

from fk_conform.check.ruling import answer_to
from fk_conform.suite import Case
from forty_kings.readings import Readings

if TYPE_CHECKING:
    from docs.generator.book import Book

Json = Any

# A hand of fewer events is told well enough by its drawing.
FEWEST = 4
TOLD = ("turn", "legal", "trick", "tricks", "to_show", "points", "clique")


def steps_of(case: Case, book: Book) -> str:
    """The part of a page that a hand is stepped through in; empty for what is no hand, or a short one."""
    params = json.loads(case.params)
    if case.method != "replay_hand" or case.malformed or len(params["events"]) < FEWEST:
        return ""
    return f"## {book.say('step')} {{#steps}}\n\n{stepped(case, book)}"


def stepped(case: Case, book: Book) -> str:
    """A whole hand to step through."""
    params = json.loads(case.params)
    readings = Readings.of({**book.spec.default_readings, **case.under})
    steps = [_step(params, number, readings, book) for number in range(len(params["events"]) + 1)]
    hand = {name: params[name] for name in ("dealer", "turn_up", "hands")}
    clauses = {name: book.spec.clauses[name].title for step in steps for name in step["clauses"]}
    told = attribute(json.dumps({**hand, "steps": steps, "titles": clauses}, ensure_ascii=False, separators=(",", ":")))
    return f'<div class="fk-replay" data-fk="replay" data-hand="{told}"></div>\n'


def _step(params: Json, number: int, readings: Readings, book: Book) -> Json:
    """Where the hand stands after so many events, or why the last was refused."""
    events = params["events"][:number]
    said = answer_to("replay_hand", json.dumps({**params, "events": events}), readings)
    event = events[-1] if events else None
    if "error" in said:
        reason = said["error"]["data"]["reason"]
        return {"event": event, "refused": reason, "clauses": [book.spec.reasons[reason]]}
    stands = said["result"]
    return {"event": event, "clauses": list(_deciding(params, event, stands)), **{name: stands[name] for name in TOLD}}


def _deciding(params: Json, event: Json, stands: Json) -> Iterator[str]:
    """The clauses by which the hand stands as it does now: who took a trick, who is to act, and what is lawful."""
    trump = params["turn_up"][1]
    tricks, trick, turn = stands["tricks"], stands["trick"], stands["turn"]
    if event and "show" in event:
        yield from ("FK5.30", "FK5.29")
    if tricks and not trick and event and "card" in event:
        # The trick has just been taken: by a trump that lies in it, or by the highest of the suit led.
        played = [each["card"] for each in params["events"] if "card" in each][: 4 * len(tricks)][-4:]
        yield "FK4.9" if any(card[1] == trump for card in played) else "FK4.10"
    if turn is None:
        yield "FK4.16"
    elif not stands["legal"]:
        yield from ("FK5.18", "FK5.21")
    elif not trick:
        yield "FK4.11" if tricks else "FK4.1"
        yield "FK4.2"
    else:
        yield "FK4.3" if stands["legal"][0][1] == trick[0][1] else "FK4.4"
