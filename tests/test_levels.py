"""Which levels an engine may claim, and why not the others."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.helpers import spec

from fk_conform.levels import LevelResult, judge_levels


def levels(complete: bool = True, **verdicts: list[str]) -> dict[str, LevelResult]:
    """The levels, from the verdicts on the cases of each method."""
    counted = {method: Counter(words) for method, words in verdicts.items()}
    return {result.level.id: result for result in judge_levels(spec(), counted, complete)}


ALL = {method: ["passed"] for method in spec().methods if method not in ("initialize", "count_lines")}


def test_an_engine_that_passes_everything_may_claim_every_level() -> None:
    judged = levels(True, **ALL)
    assert list(judged) == ["table", "deal", "play", "cliques", "hand", "game"]
    assert all(result.claimed and not result.why for result in judged.values())
    assert [result.passed for result in judged.values()] == [4, 1, 2, 2, 2, 1]
    assert [result.cases for result in judged.values()] == [4, 1, 2, 2, 2, 1]


@pytest.mark.parametrize(
    ("verdict", "what"), [("failed", "did not pass"), ("fault", "did not pass"), ("not-run", "were not run")]
)
def test_one_case_that_did_not_pass_costs_its_level_and_no_other(verdict: str, what: str) -> None:
    judged = levels(True, **{**ALL, "view_hand": ["passed", verdict]})
    assert [name for name, result in judged.items() if not result.claimed] == ["hand"]
    assert judged["hand"].why == f"1 of 3 cases {what}"
    assert (judged["hand"].passed, judged["hand"].cases) == (2, 3)


def test_a_level_wants_all_its_methods() -> None:
    judged = levels(judge_trick=["passed"], legal_cards=["not-applicable", "not-applicable"])
    assert not judged["play"].claimed
    assert judged["play"].why == "legal_cards not offered"
    assert judged["deal"].why == "deal not offered"


@pytest.mark.parametrize("offered", ["pair_players", "pair_players_by_deal"])
def test_of_the_two_ways_of_pairing_one_will_do(offered: str) -> None:
    ways = {"pair_players": ["not-applicable"], "pair_players_by_deal": ["not-applicable"], offered: ["passed"]}
    judged = levels(True, **{**ALL, **ways})
    assert judged["table"].claimed
    assert judged["table"].cases == 3


def test_with_neither_way_of_pairing_the_table_is_not_claimed() -> None:
    judged = levels(True, **{**ALL, "pair_players": ["not-applicable"], "pair_players_by_deal": ["denied"]})
    assert judged["table"].why == "pair_players, pair_players_by_deal not offered"


def test_a_way_of_pairing_that_is_offered_must_be_right() -> None:
    assert not levels(True, **{**ALL, "pair_players_by_deal": ["failed"]})["table"].claimed


def test_a_case_that_does_not_apply_is_not_counted() -> None:
    judged = levels(True, **{**ALL, "score_match": ["passed", "not-applicable", "passed"]})
    assert judged["game"].claimed
    assert (judged["game"].passed, judged["game"].cases) == (2, 2)


def test_a_method_that_is_denied_each_time_is_not_offered() -> None:
    judged = levels(True, **{**ALL, "deal": ["denied", "denied"]})
    assert judged["deal"].why == "deal not offered"
    assert judged["deal"].cases == 0


def test_a_method_that_is_denied_only_sometimes_is_offered_and_not_passed() -> None:
    judged = levels(True, **{**ALL, "deal": ["passed", "denied"]})
    assert judged["deal"].why == "1 of 2 cases did not pass"


def test_only_a_run_of_the_whole_suite_lets_a_level_be_claimed() -> None:
    judged = levels(False, **ALL)
    assert not any(result.claimed for result in judged.values())
    assert {result.why for result in judged.values()} == {"only a run of the whole suite tells"}


def test_count_lines_belongs_to_no_level() -> None:
    assert all(result.claimed for result in levels(True, **{**ALL, "count_lines": ["failed"]}).values())


def test_an_engine_that_offers_nothing_claims_nothing() -> None:
    assert not any(result.claimed for result in levels().values())
