"""A finding as a case file: ready to be run, and to be added to the suite once somebody has derived the answer."""

from __future__ import annotations

import json
import shlex
import textwrap
from collections.abc import Sequence
from typing import Any

import yaml

from fk_conform.answer import harmless
from fk_conform.check.because import TO_DERIVE
from fk_conform.faults import PartlyOffered
from fk_conform.fuzz.clause import Likeness
from fk_conform.fuzz.follow import Finding
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.strategies import CARDS, Request
from fk_conform.fuzz.symptom import expecting, is_fault
from fk_conform.report.words import say_answer
from fk_conform.shorthand import SEATS, SUITS, expand
from fk_conform.spec import Spec
from fk_conform.verdict import NO_SUCH_METHOD, judge

Json = Any

WIDTH = 120
LONGEST_TITLE = 100
KILLS = 3


def case_file(finding: Finding, like: Likeness, numbers: Sequence[int], plan: Plan) -> str:
    """The text of a case file: one case or, where an answer depends on what was asked before, some in a row.

    `numbers` are those of the cases within their clause.
    """
    cases = [
        _case(finding, like, place, f"{like.clause}c{number:02}", plan.spec) for place, number in enumerate(numbers)
    ]
    found = f"Found by fk-conform fuzz, seed {plan.seed}, in unit {finding.unit}."
    comments = [found, *(f"{name} answered: {say_reply(reply)}" for name, reply in replies(finding, plan))]
    head = "".join(f"# {harmless(line)}\n" for line in comments)
    return f"{head}clause: {like.clause}\ncases:\n" + "\n".join(cases)


def replies(finding: Finding, plan: Plan) -> list[tuple[str, Json]]:
    """What each engine said, under the name of its program."""
    said = [(shlex.join(plan.engine.command), finding.reply)]
    return said + ([(shlex.join(plan.other.command), finding.other)] if plan.other else [])


def say_reply(reply: Json) -> str:
    """A reply in short."""
    match reply:
        case {"fault": {"message": str(message)}}:
            return message
        case {"error": {"code": code}} if code == NO_SUCH_METHOD:
            return "the method is not offered"
    return say_answer(reply)


def _case(finding: Finding, like: Likeness, place: int, name: str, spec: Spec) -> str:
    request, right = finding.asked[place]
    last = place == len(finding.asked) - 1
    case = expecting(request, right)
    members = {
        "id": name,
        "title": title(finding, spec) if last else f"{request.method}: asked before, and no more than that",
        "method": request.method,
        "under": dict(finding.under),
        "table": dict(finding.table),
        "given": short_form(request),
        **case.expected,
        "because": _because(finding, like) if last else f"{TO_DERIVE}. What matters is that it is asked.",
        "kills": _kills(like, spec) if last else [],
    }
    written = "".join(
        _laid_out(name, value, 4) for name, value in members.items() if value not in ({}, []) or name == "given"
    )
    return "  - " + written[4:]


def _kills(like: Likeness, spec: Spec) -> list[str]:
    """The known mistakes about the clause in question that would answer so."""
    mistakes = [spec.mistakes[name] for name in like.subjects if name in spec.mistakes]
    return [mistake.id for mistake in mistakes if mistake.clause == like.clause][:KILLS]


def title(finding: Finding, spec: Spec) -> str:
    """What is wrong with the answer, in a line."""
    wrong = finding.wrong_reply
    if is_fault(wrong):
        what = wrong["fault"]["message"]
    elif finding.symptom.about == PartlyOffered.code:
        what = PartlyOffered.says
    else:
        what = judge(expecting(finding.request, finding.right), wrong, spec.shapes).message
    return textwrap.shorten(f"{finding.request.method}: {harmless(what)}", LONGEST_TITLE, placeholder=" …")


def _because(finding: Finding, like: Likeness) -> str:
    others = [clause for clause in finding.applied if clause != like.clause]
    if not finding.applied:
        complaint = harmless(finding.right.get("error", {}).get("message", "it applied no clause to it"))
        return f"{TO_DERIVE}. The reference engine took it for no possible question: {complaint}."
    if not others:
        return f"{TO_DERIVE}. The reference engine applied no other clause to it."
    return f"{TO_DERIVE}. The reference engine applied {', '.join(others)} as well."


def short_form(request: Request) -> dict[str, Json]:
    """The `given` of a case that puts this request: with a deal line and lines of events, where these say the same.

    >>> short_form(Request("judge_trick", '{"leader":"west","cards":["KS","QS","7H","JS"],"trump":"hearts"}'))["trump"]
    'hearts'
    """
    params: dict[str, Json] = json.loads(request.params)
    given = params
    for shorter in (_with_deal_line, _with_lines_of_events):
        try:
            candidate = shorter(given)
            # In the same order, too: what is sent is to be just what was sent before.
            if json.dumps(expand(request.method, candidate)) == json.dumps(params):
                given = candidate
        except (KeyError, TypeError, ValueError):
            continue  # It is no deal, or there are no events; it stays as it is.
    return given


def _with_deal_line(params: dict[str, Json]) -> dict[str, Json]:
    first = params["first"] if "first" in params else SEATS[(SEATS.index(params["dealer"]) + 1) % 4]
    order = [SEATS[(SEATS.index(first) + steps) % 4] for steps in range(4)]
    turn_up = params.get("turn_up") or params["hands"][order[3]][0]
    line = f"{first}:{' '.join(_hand_line(params['hands'][seat]) for seat in order)} {turn_up}"
    others = {name: value for name, value in params.items() if name not in ("dealer", "first", "hands", "turn_up")}
    return {"deal": line, **others}


def _hand_line(hand: list[str]) -> str:
    ranks = [card[0] for card in CARDS[:8]]
    return ".".join("".join(rank for rank in ranks if rank + suit in hand) for suit in SUITS)


def _with_lines_of_events(params: dict[str, Json]) -> dict[str, Json]:
    lines: list[str] = []
    following = ""
    for event in params["events"]:
        match event:
            case {"seat": str(seat), "card": str(card)}:
                play = f"{card}/{event['announce']}" if "announce" in event else card
                if seat == following:
                    lines[-1] += f" {play}"
                else:
                    lines.append(f"{seat}: {play}")
                following = SEATS[(SEATS.index(seat) + 1) % 4]
                continue
            case {"seat": seat, "rank": rank}:
                lines.append(f"{seat} names {rank}")
            case {"seat": seat, "good": _}:
                lines.append(f"{seat} good")
            case {"seat": seat, "show": cards}:
                lines.append(f"{seat} shows {' '.join(cards)}")
        following = ""
    return {**params, "events": lines}


def _laid_out(name: str, value: Json, indent: int) -> str:
    """A member of a mapping, in one line if it fits into one."""
    margin = " " * indent
    if name == "because":
        lines = textwrap.wrap(value, WIDTH - indent - 2)
        return f"{margin}because: >\n" + "".join(f"{margin}  {line}\n" for line in lines)
    line = f"{margin}{_flow(name)}: {_flow(value)}\n"
    if len(line) <= WIDTH or not value or not isinstance(value, dict | list):
        return line
    if isinstance(value, list) and all(isinstance(item, str) and item and " " not in item for item in value):
        lines = textwrap.wrap(_flow(value), WIDTH - indent - 2, break_long_words=False, break_on_hyphens=False)
        return f"{margin}{_flow(name)}:\n" + "".join(f"{margin}  {line}\n" for line in lines)
    if isinstance(value, dict):
        return f"{margin}{_flow(name)}:\n" + "".join(_laid_out(*member, indent + 2) for member in value.items())
    return f"{margin}{_flow(name)}:\n" + "".join(f"{margin}  - {_flow(item)}\n" for item in value)


def _flow(value: Json) -> str:
    """A value in one line of YAML."""
    text = yaml.safe_dump(value, default_flow_style=True, width=float("inf"), allow_unicode=True, sort_keys=False)
    return str(text).removesuffix("\n").removesuffix("\n...")
