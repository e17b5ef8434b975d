"""What the tests of rulings have in common: a question and what is told, and the ruling on it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from fk_conform.rule.asked import understand
from fk_conform.rule.position import Position
from fk_conform.rule.ruling import Ruling, rule
from fk_conform.shorthand import SEATS
from fk_conform.spec import load_spec
from fk_conform.suite import Case

Json = Any

# East leads; spades are trumps. The one of the protocol.
DEAL = "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"


def ruling(
    question: str, lang: str = "", readings: dict[str, str] | None = None, cases: Iterable[Case] = (), **told: Json
) -> Ruling:
    """The ruling on a question. Without cases it has no nearest ones, which take some time to find."""
    position = Position(lang=lang or "en")
    asked = understand(question, position, lang, told)
    for name, value in told.items():
        position.tell(name, value)
    spec = load_spec(asked.lang)
    return rule(asked, position, {**spec.default_readings, **(readings or {})}, spec, cases)


def said(question: str, lang: str = "", readings: dict[str, str] | None = None, **told: Json) -> str:
    """The ruling in one sentence."""
    return ruling(question, lang, readings, **told).sentence


def elsewhere(question: str, readings: dict[str, str] | None = None, **told: Json) -> dict[str, str]:
    """What is answered at other tables, by what they play otherwise."""
    found = ruling(question, "", readings, **told).elsewhere
    assert found is not None
    return {" ".join(f"{name}={value}" for name, value in there.readings.items()): there.said.answer for there in found}


def position_of(case: Case) -> dict[str, Json]:
    """What a case asks about, as members of a position."""
    told = json.loads(case.params)
    match case.method:
        case "legal_cards":
            return {name: told[name] for name in ("hand", "trick", "trump")}
        case "judge_trick":
            return {"trick": f"{told['leader']}: {' '.join(told['cards'])}", "trump": told["trump"]}
        case "judge_cliques":
            dealer = SEATS[SEATS.index(told.pop("first")) - 1]
            return {"dealer": dealer, **told}
        case "view_hand":
            told.pop("seat")
        case "score_match":
            target = {"target": told["target"]} if "target" in told else {}
            return {"dealer": told["first_dealer"], "scores": told["hands"], **target}
        case "pair_players":
            return {"kings": told["draws"]}
        case "draw_dealer":
            return {"draws": told["rounds"]}
    return dict(told)
