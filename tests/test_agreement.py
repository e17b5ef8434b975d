"""The three engines give the same answers to what is asked by chance, malformed requests among it, and to odd lines."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.chance import ALL_READINGS, mutate, replay_params

from fk_conform.spec import load_spec
from fk_conform.suite import load_cases
from fk_conform.verdict import compare
from forty_kings.engine import METHODS, Engine
from forty_kings.readings import Readings

Json = Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "engines" / "c" / "engine.c"
SCRIPT = ROOT / "engines" / "javascript" / "engine.mjs"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}

GROUPS = 40
REQUESTS_A_GROUP = 500


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The commands of the engines that were written from the clauses in other languages."""
    program = tmp_path_factory.mktemp("c") / "engine"
    subprocess.run(["cc", "-std=c11", "-O2", "-o", str(program), str(SOURCE)], check=True)
    node = shutil.which("node")
    assert node, "there is no node"
    return {"javascript": [node, str(SCRIPT)], "c": [str(program)]}


@pytest.mark.parametrize("group", range(GROUPS))
def test_three_engines_agree_on_requests_by_chance(engines: dict[str, list[str]], group: int) -> None:
    rng = random.Random(group)
    readings = rng.choice(ALL_READINGS) if group % 2 else Readings()
    requests = [_request_by_chance(rng, readings) for _ in range(REQUESTS_A_GROUP)]
    reference = Engine(readings)
    ours = [json.loads(reference.answer(_line(number, *request))) for number, request in enumerate(requests, 1)]
    for name, command in engines.items():
        theirs = _answers(command, requests, readings)
        differences = [
            f"{_line(number, *request)}\n  {difference}\n  reference {mine}\n  {name} {other}"
            for number, (request, mine, other) in enumerate(zip(requests, ours, theirs, strict=True), 1)
            for difference in _differences(request[0], mine, other)
        ]
        assert not differences, f"under {readings}\n" + "\n".join(differences)


def test_requests_by_chance_are_of_all_methods_and_have_all_kinds_of_answer() -> None:
    rng = random.Random(0)
    engine = Engine()
    kinds: dict[str, set[object]] = {method: set() for method in METHODS}
    for number in range(4000):
        method, params = _request_by_chance(rng, Readings())
        kinds[method].add(json.loads(engine.answer(_line(number, method, params))).get("error", {}).get("code"))
    refusing = {"seat_players", "draw_dealer", "judge_cliques", "score_match", *OF_A_HAND}
    for method, codes in kinds.items():
        assert codes == {None, -32602} | ({1} if method in refusing else set()), method


def _line(number: int, method: str, params: Json) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}, separators=(",", ":"))


INITIALIZE: list[Json] = [
    {},
    {"when-void": "must-trump", "level-totals": "drawn"},
    {"when-void": "perhaps", "renounce": "to-trump"},
    {"table-talk": "allowed"},
    {"when-void": None},
    {"table-talk": 1},
    [],
    None,
    "must-trump",
]
ODD_LINES = [
    *(_line(7, "initialize", {"protocol": 1, "suite": "1.0.0", "readings": wanted}) for wanted in INITIALIZE),
    *(_line(7, "initialize", {"protocol": protocol, "suite": "x", "readings": {}}) for protocol in (2, 1.0, "1", True)),
    _line(7, "find_cliques", {"hand": ["KS", "KH", "KD", "7S", "8S", "9S", "TS", "AS"], "note": [[]]}),
    _line(7, "find_cliques", {"hand": None}).replace("null", "NaN"),
    _line(7, "find_cliques", {"hand": 1, "note": 2}).replace("note", "hand"),
    _line(7, "find_cliques", []),
    _line(7, "lawful_cards", {}),
    _line(7, "toString", {}),
    _line(7, "pair_players", {"draws": {"__proto__": "KS", "LS": "KH", "": "KD", "é": "KC"}}).replace("LS", "\u2028"),
    _line(7, "score_match", {"target": 77, "first_dealer": "south", "hands": []}).replace("77", "9007199254740993"),
    _line(7, "score_match", {"target": 77, "first_dealer": "south", "hands": []}).replace("77", "1e2"),
    _line(7, "score_match", {"target": 77, "first_dealer": "south", "hands": []}).replace("77", "-0"),
    '{"jsonrpc":"2.0","id":7,"method":"deal"}',
    '{"jsonrpc":"2.0","id":7,"params":{}}',
    '{"jsonrpc":"1.0","id":7,"method":"deal","params":{}}',
    "{",
    "[]",
]


@pytest.mark.parametrize("name", ["javascript", "c"])
def test_three_engines_agree_on_odd_lines(engines: dict[str, list[str]], name: str) -> None:
    reference = Engine()
    ours = [json.loads(reference.answer(line)) for line in ODD_LINES]
    theirs = _say(engines[name], ODD_LINES)
    for line, mine, other in zip(ODD_LINES, ours, theirs, strict=True):
        if "result" in mine and "engine" in mine["result"]:
            assert other["result"]["readings"] == mine["result"]["readings"], line
            assert set(other["result"]["methods"]) == set(mine["result"]["methods"]), line
        elif "result" in mine:
            assert _differences(json.loads(line)["method"], mine, other) == [], line
        else:
            assert other["error"]["code"] == mine["error"]["code"], line


ASKED: dict[str, list[Json]] = {method: [] for method in METHODS}
for case in load_cases(corpus=False):
    ASKED[case.method].append(json.loads(case.params))
OF_A_HAND = ("replay_hand", "view_hand", "count_lines")


def _request_by_chance(rng: random.Random, readings: Readings) -> tuple[str, Json]:
    """The question of a case or of a hand by chance, most of them changed in one to three places."""
    method = rng.choice(list(METHODS))
    if method in OF_A_HAND and rng.random() < 0.7:
        params = replay_params(rng, readings)
        params |= {"seat": "north"} if method == "view_hand" else {"depth": 2} if method == "count_lines" else {}
    else:
        params = rng.choice(ASKED[method])
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        params = mutate(rng, params)
    if method == "count_lines" and isinstance(params.get("depth"), int) and 3 < params["depth"] <= 32:
        params["depth"] = 3  # deeper ones may be beyond counting once a mutation has mixed the hands
    return method, params


def _answers(command: list[str], requests: Sequence[tuple[str, Json]], readings: Readings) -> list[Json]:
    wanted = {"protocol": 1, "suite": "1.0.0", "readings": readings.as_dict()}
    lines = [_line(0, "initialize", wanted), *(_line(number, *request) for number, request in enumerate(requests, 1))]
    answers = {answer["id"]: answer for answer in _say(command, lines)}
    assert answers.pop(0)["result"]["readings"] == readings.as_dict()
    return [answers[number] for number in range(1, len(requests) + 1)]


def _say(command: list[str], lines: Sequence[str]) -> list[Json]:
    text = "\n".join(lines) + "\n"
    run = subprocess.run(command, input=text, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in run.stdout.split("\n")[:-1]]


def _differences(method: str, ours: Json, theirs: Json) -> list[str]:
    """Where two answers differ in what is compared: the result, or the code, the reason and the place of an error."""
    if "result" in ours and "result" in theirs:
        shape = load_spec().shapes[method]
        return list(compare(ours["result"], theirs["result"], shape, ""))
    error, other = ours.get("error", {}), theirs.get("error", {})
    if (error.get("code"), error.get("data")) == (other.get("code"), other.get("data")):
        return []
    return [f"{error or 'a result'} and {other or 'a result'}"]
