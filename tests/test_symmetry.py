"""Variants by symmetry: the game is the same whatever the suits are called and wherever one sits."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from tests.helpers import spec

from fk_conform.mistakes import mistaken
from fk_conform.suite import Case, load_cases
from fk_conform.symmetry import in_words, renamed, sample, variant_of, variants
from fk_conform.verdict import judge
from forty_kings.engine import Engine
from forty_kings.readings import Readings

Json = Any

CASES = list(load_cases(corpus=False))
BY_ID = {case.id: case for case in CASES}
METHODS = sorted({case.method for case in CASES})
RED = set("HD")


def of(method: str) -> list[Case]:
    return [case for case in CASES if case.method == method]


def answered(case: Case, engine: Callable[[Json], Json] | None = None) -> str:
    """The verdict on an engine's answer to a case; on that of the reference engine if none is named."""
    request = f'{{"jsonrpc":"2.0","id":1,"method":"{case.method}","params":{case.params}}}'
    if engine is None:
        readings = Readings.of({**spec().default_readings, **case.asked_under})
        return judge(case, json.loads(Engine(readings).answer(request)), spec().shapes).verdict
    return judge(case, engine(json.loads(request)), spec().shapes).verdict


def question(case: Case) -> str:
    return json.dumps(json.loads(case.params), sort_keys=True)


def spread(cases: list[Case], number: int) -> list[Case]:
    """So many cases, evenly from the whole list."""
    return cases[:: max(1, len(cases) // number)][:number]


@pytest.mark.parametrize("method", METHODS)
def test_the_reference_engine_passes_every_variant_of_some_cases_of_each_method(method: str) -> None:
    of_some = [variant for case in spread(of(method), 5) for variant in variants(case)]
    assert of_some
    assert [variant.id for variant in of_some if answered(variant) != "passed"] == []


def test_the_reference_engine_passes_the_sample_of_every_case() -> None:
    sampled = [variant for case in CASES if (variant := sample(case))]
    assert len(sampled) > 0.9 * len(CASES)
    assert [variant.id for variant in sampled if answered(variant) != "passed"] == []


@pytest.mark.parametrize("method", METHODS)
def test_an_id_names_its_variant_and_only_that(method: str) -> None:
    for case in spread(of(method), 5):
        for variant in variants(case):
            assert variant.derived_from == case.id
            assert variant_of(variant.id, BY_ID) == variant.written_out()


def test_a_variant_differs_from_its_case_in_id_question_and_answer_alone() -> None:
    case = BY_ID["FK4.10c05"]
    variant = renamed(case, "HCDS", 1)
    assert variant.id == "FK4.10c05~HCDS+1"
    given, expected = json.loads(variant.params), variant.expect
    # Spades are called hearts, hearts clubs and clubs spades; south sits where east sat.
    assert json.loads(case.params) == {"leader": "west", "cards": ["JC", "QC", "7C", "AC"], "trump": "hearts"}
    assert given == {"leader": "south", "cards": ["JS", "QS", "7S", "AS"], "trump": "clubs"}
    assert expected == {"winner": "east", "points": case.expect["points"]}
    same = ("clause", "title", "method", "because", "refuse", "malformed", "under", "table", "shows", "also", "kills")
    assert all(getattr(variant, member) == getattr(case, member) for member in same)


@pytest.mark.parametrize(
    "name",
    [
        "FK4.3c02",  # the case itself
        "FK4.3c02~SHDC",
        "FK4.3c02~SHDC+4",
        "FK4.3c02~SHDX+0",
        "FK4.3c02~SHHC+0",  # hearts twice
        "FK4.999c02~HSDC+0",
        "FK1.3c01~HSDC+0",  # pair_players: hearts would turn black
        "FK4.16c01~HSDC+1~HSDC+1",
    ],
)
def test_an_id_of_no_variant_names_none(name: str) -> None:
    assert BY_ID["FK1.3c01"].method == "pair_players"
    assert variant_of(name, BY_ID) is None


def test_no_variant_asks_the_same_as_its_case_or_as_another_variant_of_it() -> None:
    # All that tie in FK2.15c03 sit round the table, with a card of each suit: what is renamed is soon the same again.
    for case in [*(each for method in METHODS for each in spread(of(method), 3)), BY_ID["FK2.15c03"]]:
        questions = [question(case), *map(question, variants(case))]
        assert len(set(questions)) == len(questions), case.id


def test_of_a_variant_by_itself_follow_no_questions_that_it_asks_already() -> None:
    turned = renamed(BY_ID["FK1.1c14"], "SCDH", 3)
    questions = [question(turned), *map(question, variants(turned))]
    assert len(set(questions)) == len(questions) == 1 + len(list(variants(BY_ID["FK1.1c14"])))


def test_the_sample_is_one_of_the_variants_and_no_other_question_than_the_case() -> None:
    for case in spread(CASES, 60):
        variant = sample(case)
        if variant is None:
            assert list(variants(case)) == []
        else:
            assert variant_of(variant.id, BY_ID) == variant.written_out()
            assert question(variant) != question(case)


def test_the_sample_is_the_same_in_every_process() -> None:
    program = (
        "from fk_conform.suite import load_cases; from fk_conform.symmetry import sample\n"
        "for case in load_cases(corpus=False): print(getattr(sample(case), 'id', None))"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout.split()
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1] == [str(getattr(sample(case), "id", None)) for case in CASES]


def test_the_sample_renames_suits_and_turns_the_table_in_many_ways() -> None:
    ways = {variant.id.partition("~")[2] for case in CASES if (variant := sample(case))}
    assert len(ways) > 60


@pytest.mark.parametrize("method", ["pair_players", "pair_players_by_deal"])
def test_where_kings_make_partners_red_stays_red(method: str) -> None:
    for case in of(method):
        before = re.findall(r'"[KQJAT987]([SHDC])"', case.params)
        for variant in variants(case):
            after = re.findall(r'"[KQJAT987]([SHDC])"', variant.params)
            assert [suit in RED for suit in after] == [suit in RED for suit in before], variant.id


def test_where_lines_are_counted_north_south_stays_north_south() -> None:
    for case in of("count_lines"):
        turns = {variant.id[-1] for variant in variants(case)}
        assert turns == {"0", "2"}
    assert {variant.id[-1] for case in of("replay_hand")[:5] for variant in variants(case)} == {"0", "1", "2", "3"}


# What they are there for: patterns of chance that were taken for rules.


def test_an_engine_that_takes_seat_0_for_no_seat_passes_a_case_and_fails_a_variant() -> None:
    with mistaken("M-seat-zero-is-none"):
        passed = [case for case in of("judge_trick") if case.expect and answered(case) == "passed"]
        caught = [case for case in passed if any(answered(variant) != "passed" for variant in variants(case))]
    assert passed
    assert caught == passed


def spades_are_no_trumps(request: Json) -> Json:
    """An engine for which spades, the first suit, are never trumps; it judges tricks only."""
    params = request["params"]
    if params["trump"] == "spades":
        others = [suit for suit in ("hearts", "diamonds", "clubs") if suit[0].upper() not in str(params["cards"])]
        request = {**request, "params": {**params, "trump": others[0]}} if others else request
    return json.loads(Engine().answer(json.dumps(request)))


def test_an_engine_that_never_takes_spades_for_trumps_passes_a_case_and_fails_a_variant() -> None:
    case = Case(
        "FK4.9c01",
        "FK4.9",
        "",
        "judge_trick",
        '{"leader":"west","cards":["KS","QS","7H","JS"],"trump":"hearts"}',
        "",
        expect={"winner": "east", "points": 12},
    )
    assert answered(case, spades_are_no_trumps) == "passed"
    failed = [variant.id for variant in variants(case) if answered(variant, spades_are_no_trumps) != "passed"]
    # Those in which hearts, the trumps of the case, are called spades.
    assert failed == [variant.id for variant in variants(case) if variant.id.partition("~")[2][1] == "S"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("FK4.3c02", "FK4.3c02"),
        ("FK4.3c02~SHDC+2", "FK4.3c02 with partners' seats exchanged"),
        ("FK4.3c02~SCDH+0", "FK4.3c02 with clubs for hearts, hearts for clubs"),
        (
            "FK4.3c02~HCDS+3",
            "FK4.3c02 with hearts for spades, clubs for hearts, spades for clubs, and everybody one seat back",
        ),
    ],
)
def test_a_variant_is_told_in_words(name: str, words: str) -> None:
    assert in_words(name) == words
