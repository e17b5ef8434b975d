"""What a case asks and what it wants, drawn as it lies on the table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from docs.generator.drawing import ORDER, around, card, cards, hand, is_card, table
from docs.generator.page import attribute, escape, fenced
from docs.generator.page import table as rows_of
from docs.generator.words import FIELDS, RANKS, SEATS, SIDES, SUITS, VALUES, word

from fk_conform.suite import Case

Json = Any

# What an answer says of a seat or a side, if there is one.
WHO = ("turn", "to_rank", "to_show", "winner", "next_dealer")
# Whose answers are made of names of players.
OF_PLAYERS = ("pair_players", "pair_players_by_deal", "seat_players")


def draw_question(case: Case, lang: str) -> str:
    """The question. What cannot lie on any table, because it is malformed, is shown as it was sent."""
    params = json.loads(case.params)
    if case.malformed or not isinstance(params, dict):
        return fenced(json.dumps(params, ensure_ascii=False, indent=1), "json")
    return DRAWINGS[case.method](params, case, lang)


def draw_deal(case: Case, lang: str) -> str:
    """The hands that a case about a whole hand begins with."""
    params = json.loads(case.params)
    return _hands(params, lang, {params["dealer"]: [word("dealer", lang)]}, params["turn_up"])


def draw_answer(case: Case, lang: str) -> str:
    """The answer in words and cards."""
    if case.malformed:
        return f'<p class="fk-answer">{word("malformed", lang)}</p>\n'
    if case.refuse:
        return f'<p class="fk-answer">{_refusal(case.refuse.reason, case.refuse.event, lang)}</p>\n'
    if not isinstance(case.expect, dict):
        return fenced(json.dumps(case.expect, ensure_ascii=False), "json")
    said = _players if case.method in OF_PLAYERS else _value
    nobody = f"<dd>{word('no-one', lang)}</dd>"
    told = "".join(
        f"<dt>{_named(name, lang)}</dt>{nobody if value is None and name in WHO else f'<dd>{said(value, lang)}</dd>'}"
        for name, value in case.expect.items()
    )
    return f'<dl class="fk-answer">{told}</dl>\n'


def draw_other_answer(case: Case, said: Json, lang: str) -> str:
    """In a line what is answered at another table: of a result, what the case wants otherwise."""
    if "error" in said:
        told = said["error"]["data"]
        return _refusal(told["reason"], told.get("event"), lang)
    if not isinstance(case.expect, dict):
        return word("not-refused", lang)
    other = {name: value for name, value in said["result"].items() if case.expect.get(name, value) != value}
    return ", ".join(
        f"{_named(name, lang)}{word('colon', lang)} {_value(value, lang)}" for name, value in other.items()
    )


def _refusal(reason: str, event: int | None, lang: str) -> str:
    place = "" if event is None else f", {word('at-event', lang)} {event}"
    return f"{word('refused', lang)}{word('colon', lang)} <code>{reason}</code>{place}"


def _players(value: Json, lang: str) -> str:
    """Players by their names, which are never words of the game: somebody may be called `north`, or `KS`."""
    if isinstance(value, dict):
        return _parts((f"{_named(side, lang)} {_players(each, lang)}" for side, each in value.items()), lang)
    if isinstance(value, list) and any(isinstance(each, list) for each in value):
        return _parts((_players(each, lang) for each in value), lang)
    if isinstance(value, list):
        return " & ".join(_players(each, lang) for each in value)
    return _player(value, attribute)


def _player(name: Json, written: Callable[[str], str]) -> str:
    """A name as it is; one that is empty shows all the same."""
    return written(str(name)) or '""'


def _value(value: Json, lang: str) -> str:
    if value is None:
        return word("nothing", lang)
    if is_card(value):
        return card(value, lang)
    if isinstance(value, str):
        return attribute(_named(value, lang))
    if isinstance(value, list) and value and all(map(is_card, value)):
        return cards(value, lang)
    if isinstance(value, list):
        return ", ".join(_value(each, lang) for each in value) or word("nothing", lang)
    if isinstance(value, dict) and value.keys() == {"winner", "points"}:
        return f"{_value(value['winner'], lang)} {value['points']}"
    if isinstance(value, dict) and value.keys() == {"seat", "rank", "size", "points"}:
        held = f"{_value(value['seat'], lang)}{word('colon', lang)} {value['size']} × {_value(value['rank'], lang)}"
        return f"{held}, {value['points']} {_named('points', lang)}"
    if isinstance(value, dict):
        return _parts((f"{attribute(_named(name, lang))} {_value(each, lang)}" for name, each in value.items()), lang)
    # A number is none of the ranks, some of which are written as one.
    return VALUES[json.dumps(value)][lang] if isinstance(value, bool) else str(value)


def _named(name: str, lang: str) -> str:
    for names in (SEATS, SIDES, SUITS, RANKS, FIELDS, VALUES):
        if name in names:
            return names[name][lang]
    return name


def _parts(told: Iterable[str], lang: str) -> str:
    return f"{word('semicolon', lang)} ".join(told)


def _facts(lang: str, **facts: str) -> str:
    told = "".join(f"<dt>{word(name.replace('_', '-'), lang)}</dt><dd>{text}</dd>" for name, text in facts.items())
    return f'<dl class="fk-facts">{told}</dl>\n'


def _legal_cards(params: Json, case: Case, lang: str) -> str:
    lawful = case.expect["cards"] if isinstance(case.expect, dict) else ()
    return _facts(
        lang,
        trump=attribute(_named(params["trump"], lang)),
        trick=cards(params["trick"], lang),
        hand=hand(params["hand"], lang, lawful),
    )


def _judge_trick(params: Json, case: Case, lang: str) -> str:
    first = ORDER.index(params["leader"])
    seats = [ORDER[(first + step) % 4] for step in range(4)]
    winner = case.expect.get("winner", "") if isinstance(case.expect, dict) else ""
    played = dict(zip(seats, params["cards"], strict=False))
    drawn = table({}, around(played, lang, winner), lang, {params["leader"]: [word("leads", lang)]})
    return drawn + _facts(lang, trump=attribute(_named(params["trump"], lang)))


def _hands(params: Json, lang: str, roles: Mapping[str, list[str]], turn_up: str = "") -> str:
    drawn = {seat: hand(params["hands"][seat], lang, (), turn_up) for seat in ORDER}
    return table(drawn, "", lang, roles)


def _replay(params: Json, case: Case, lang: str) -> str:
    roles = {params["dealer"]: [word("dealer", lang)]}
    facts = {
        "turn_up": card(params["turn_up"], lang),
        "events": _events(params["events"], lang),
    }
    if "seat" in params:
        facts["looks"] = attribute(_named(params["seat"], lang))
    return _hands(params, lang, roles, params["turn_up"]) + _facts(lang, **facts)


def _events(events: Iterable[Json], lang: str) -> str:
    told = "".join(f"<li>{_event(event, lang)}</li>" for event in events)
    return f'<ol class="fk-events">{told}</ol>' if told else word("nothing", lang)


def _event(event: Json, lang: str) -> str:
    seat = _named(str(event.get("seat")), lang)
    match event:
        case {"card": name, "announce": number}:
            return f"{seat} {card(name, lang)} ({word('announces', lang)} {number})"
        case {"card": name}:
            return f"{seat} {card(name, lang)}"
        case {"rank": rank}:
            return f"{seat} {word('names', lang)} {attribute(_named(str(rank), lang))}"
        case {"good": True}:
            return f"{seat}{word('colon', lang)} {word('good', lang)}"
        case {"show": list(shown)}:
            return f"{seat} {word('shows', lang)} {cards(shown, lang)}"
        case {"announce": number}:
            return f"{seat} {word('announces', lang)} {number}"
    return escape(json.dumps(event))


def _cliques(params: Json, case: Case, lang: str) -> str:
    roles = {params["first"]: [word("first", lang)]}
    events = [*params["calls"], *params["ranks"], *params["shows"]]
    return _hands(params, lang, roles) + _facts(lang, events=_events(events, lang))


def _find_cliques(params: Json, case: Case, lang: str) -> str:
    return _facts(lang, hand=hand(params["hand"], lang))


def _deal(params: Json, case: Case, lang: str) -> str:
    dealer = f"{word('dealer', lang)}{word('colon', lang)} {_named(params['dealer'], lang)}"
    return f"{dealer}\n\n{cards(params['deck'], lang)}\n"


def _score(params: Json, case: Case, lang: str) -> str:
    facts = {"target": str(params.get("target", 150)), "first_dealer": attribute(_named(params["first_dealer"], lang))}
    rows = []
    for number, played in enumerate(params["hands"], 1):
        clique = played["clique"]
        told = f"{SIDES[clique['side']][lang]} {clique['points']}" if clique else "–"
        rows.append([str(number), *(str(played["points"][side]) for side in SIDES), told])
    head = [word("deal-no", lang), *(SIDES[side][lang] for side in SIDES), word("clique", lang)]
    return _facts(lang, **facts) + "\n" + rows_of(head, rows)


def _draws(params: Json, case: Case, lang: str) -> str:
    told = [
        ", ".join(f"{_named(seat, lang)} {card(drawn, lang)}" for seat, drawn in each.items()) or "–"
        for each in params["rounds"]
    ]
    return "".join(f"{number}. {each}\n" for number, each in enumerate(told, 1))


def _kings(params: Json, case: Case, lang: str) -> str:
    return ", ".join(f"{_player(who, escape)} {card(drawn, lang)}" for who, drawn in params["draws"].items()) + "\n"


def _deck(params: Json, case: Case, lang: str) -> str:
    players = ", ".join(_player(name, escape) for name in params["players"])
    return f"{players}\n\n{cards(params['deck'], lang)}\n"


def _seats(params: Json, case: Case, lang: str) -> str:
    pairs = _parts((" & ".join(_player(name, escape) for name in pair) for pair in params["pairs"]), lang)
    seats = {seat: [_player(name, attribute)] for name, seat in params["seats"].items()}
    return f"{pairs}\n\n{table({}, '', lang, seats)}"


DRAWINGS: dict[str, Callable[[Json, Case, str], str]] = {
    "pair_players": _kings,
    "pair_players_by_deal": _deck,
    "seat_players": _seats,
    "draw_dealer": _draws,
    "deal": _deal,
    "legal_cards": _legal_cards,
    "judge_trick": _judge_trick,
    "find_cliques": _find_cliques,
    "judge_cliques": _cliques,
    "replay_hand": _replay,
    "view_hand": _replay,
    "count_lines": _replay,
    "score_match": _score,
}
