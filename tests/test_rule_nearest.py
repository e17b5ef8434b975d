"""Which cases are nearest to a ruling: what came of it, the method, the clauses, and then the position."""

from __future__ import annotations

from typing import Any

import pytest
from tests.disputes import DEAL, position_of, ruling
from tests.helpers import make_case, spec

from fk_conform.rule.nearest import nearest
from fk_conform.suite import Case, load_cases
from fk_conform.symmetry import renamed

Json = Any

CASES = {case.id: case for case in load_cases(corpus=False)}

# The player must follow with the 7; and cases that have less and less in common with it.
GIVEN = {"hand": ["7S", "KH", "QH"], "trick": ["KS"], "trump": "hearts"}
ANSWER = {"result": {"cards": ["7S"]}}
SAME = make_case("FK4.3c01", "legal_cards", GIVEN, {"expect": {"cards": ["7S"]}})
IN_OTHER_SUITS = make_case(
    "FK4.3c02",
    "legal_cards",
    {"hand": ["7D", "KC", "QC"], "trick": ["KD"], "trump": "clubs"},
    {"expect": {"cards": ["7D"]}},
)
ONE_CARD_LESS = make_case("FK4.3c03", "legal_cards", {**GIVEN, "hand": ["7S", "KH"]}, {"expect": {"cards": ["7S"]}})
OF_ANOTHER_CLAUSE = make_case("FK4.4c01", "legal_cards", GIVEN, {"expect": {"cards": ["7S"]}})
OF_ANOTHER_METHOD = make_case(
    "FK4.3c04",
    "judge_trick",
    {"leader": "west", "cards": ["KS", "QS", "7H", "JS"], "trump": "hearts"},
    {"expect": {"winner": "east", "points": 12}},
)
REFUSED = make_case("FK4.3c05", "replay_hand", {"events": []}, {"refuse": {"reason": "must-follow-suit"}})
MALFORMED = make_case("FK4.3c06", "legal_cards", GIVEN, {"malformed": True})
APPLIED = {"FK1.2", "FK1.3", "FK4.2", "FK4.3", "FK4.4", "FK4.5", "FK4.6", "FK4.7"}


def order(*cases: Case, number: int = 9) -> list[str]:
    found = nearest("legal_cards", GIVEN, ANSWER, ["FK4.3"], APPLIED, cases, spec(), number)
    return [case.id for case in found]


def test_the_same_position_is_nearest_whatever_its_suits_are_called() -> None:
    assert order(ONE_CARD_LESS, SAME) == ["FK4.3c01", "FK4.3c03"]
    assert order(ONE_CARD_LESS, IN_OTHER_SUITS) == ["FK4.3c02", "FK4.3c03"]


def test_each_step_goes_before_those_after_it() -> None:
    # What came of it, the method, a clause that decides, and only then the position.
    assert order(REFUSED, OF_ANOTHER_METHOD, OF_ANOTHER_CLAUSE, ONE_CARD_LESS, SAME) == [
        "FK4.3c01",
        "FK4.3c03",
        "FK4.4c01",
        "FK4.3c04",
        "FK4.3c05",
    ]


def test_a_refusal_is_near_to_refusals_for_the_same_reason() -> None:
    refused = {"error": {"data": {"reason": "must-follow-suit"}}}
    found = nearest("legal_cards", GIVEN, refused, ["FK4.3"], APPLIED, [SAME, REFUSED], spec())
    assert [case.id for case in found] == ["FK4.3c05", "FK4.3c01"]


def test_malformed_cases_are_not_looked_at_and_no_more_are_told_than_wanted() -> None:
    assert order(MALFORMED, SAME) == ["FK4.3c01"]
    assert order(SAME, ONE_CARD_LESS, OF_ANOTHER_CLAUSE, number=2) == ["FK4.3c01", "FK4.3c03"]
    assert order() == []


@pytest.mark.parametrize("name", ["FK4.3c02", "FK4.9c02", "FK5.1c03", "FK2.15c02", "FK2.8c03", "FK6.11c03"])
@pytest.mark.parametrize("variant", ["", "CDHS+1"])
def test_a_case_is_nearest_to_itself_and_to_its_variants(name: str, variant: str) -> None:
    questions = {
        "legal_cards": "which cards may I play",
        "judge_trick": "who wins the trick",
        "find_cliques": "which cliques are in this hand",
        "draw_dealer": "who deals",
        "seat_players": "may they sit like this",
        "score_match": "who has won",
    }
    case = CASES[name]
    asked = renamed(case, "CDHS", 1) if variant else case
    found = ruling(questions[case.method], "", case.asked_under, CASES.values(), **position_of(asked)).nearest
    assert len(found) == 3
    assert name == found[0].id


def test_cases_of_other_tables_are_not_near() -> None:
    told: dict[str, Json] = {"hand": "9C 9H", "trick": "7D", "trump": "clubs"}
    for table in ({"when-void": "must-trump"}, {"when-void": "any-card"}):
        found = ruling("may I play 9H", "", table, CASES.values(), **told).nearest
        assert found
        assert all(case.holds_under({**spec().default_readings, **table}) for case in found)


def test_a_refusal_in_the_course_of_a_hand_has_refusals_for_the_same_reason_beside_it() -> None:
    found = ruling("may north play QH", "", None, CASES.values(), deal=DEAL, events="east: JS").nearest
    assert [case.refuse and case.refuse.reason for case in found] == ["must-follow-suit"] * 3
