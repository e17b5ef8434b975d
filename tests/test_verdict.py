"""Judging an answer: every kind of verdict, strictness of types, and what may differ and what may not."""

from __future__ import annotations

from typing import Any

import pytest
from tests.helpers import make_case, spec

from fk_conform.suite import Case
from fk_conform.verdict import compare, is_same, judge

Json = Any

SHAPES = spec().shapes

LEGAL = make_case("FK4.3c01", "legal_cards", {}, {"expect": {"cards": ["7S", "KS"]}})
TRICK = make_case("FK4.9c01", "judge_trick", {}, {"expect": {"winner": "east", "points": 1}})
DEALER = make_case("FK2.13c01", "draw_dealer", {}, {"expect": {"dealer": "south"}})
REDRAW = make_case("FK2.15c01", "draw_dealer", {}, {"expect": {"redraw": ["east", "west"]}})
CLIQUES = make_case(
    "FK5.1c01",
    "find_cliques",
    {},
    {"expect": {"cliques": [{"rank": "Q", "size": 4, "points": 20}, {"rank": "J", "size": 3, "points": 6}]}},
)
SIDES = make_case(
    "FK2.8c01", "seat_players", {}, {"expect": {"sides": {"north-south": ["a", "b"], "east-west": ["c", "d"]}}}
)
REFUSED = make_case("FK4.3c02", "replay_hand", {}, {"refuse": {"reason": "must-follow-suit", "event": 1}})
ANYWHERE = make_case("FK2.8c02", "seat_players", {}, {"refuse": {"reason": "partners-not-opposite"}})
MALFORMED = make_case("FK1.1c01", "legal_cards", {}, {"malformed": True})


def result(value: Json) -> Json:
    return {"jsonrpc": "2.0", "id": 1, "result": value}


def error(code: int, **data: Json) -> Json:
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "!", **({"data": data} if data else {})}}


# Every verdict


@pytest.mark.parametrize(
    ("case", "answer", "verdict", "kind"),
    [
        (LEGAL, result({"cards": ["7S", "KS"]}), "passed", ""),
        (LEGAL, result({"cards": ["7S"]}), "failed", "wrong-answer"),
        (LEGAL, error(1, reason="must-follow-suit", event=0), "failed", "refused"),
        (LEGAL, error(-32602), "failed", "called-malformed"),
        (LEGAL, error(-32601), "not-applicable", "denied"),
        (REFUSED, error(1, reason="must-follow-suit", event=1), "passed", ""),
        (REFUSED, error(1, reason="must-trump", event=1), "failed", "wrong-reason"),
        (REFUSED, error(1, reason="must-follow-suit", event=0), "failed", "wrong-event"),
        (REFUSED, error(1, reason="must-trump", event=0), "failed", "wrong-reason"),
        (REFUSED, error(1, reason="must-follow-suit"), "failed", "wrong-event"),
        (REFUSED, error(1), "failed", "wrong-reason"),
        (REFUSED, result({"status": "playing"}), "failed", "not-refused"),
        (REFUSED, result(None), "failed", "not-refused"),
        (REFUSED, error(-32602), "failed", "called-malformed"),
        (REFUSED, error(-32601), "not-applicable", "denied"),
        (ANYWHERE, error(1, reason="partners-not-opposite"), "passed", ""),
        (ANYWHERE, error(1, reason="partners-not-opposite", event=7), "passed", ""),
        (MALFORMED, error(-32602), "passed", ""),
        (MALFORMED, error(-32602, reason="must-trump"), "passed", ""),
        (MALFORMED, result({"cards": []}), "failed", "malformed-accepted"),
        (MALFORMED, error(1, reason="card-not-held", event=0), "failed", "malformed-refused"),
        (MALFORMED, error(-32601), "not-applicable", "denied"),
    ],
)
def test_every_answer_to_every_kind_of_case_has_its_verdict(case: Case, answer: Json, verdict: str, kind: str) -> None:
    judged = judge(case, answer, SHAPES)
    assert (judged.verdict, judged.kind) == (verdict, kind)


@pytest.mark.parametrize("event", [True, 1.0, "1", [1], None])
def test_the_place_of_a_refusal_is_a_whole_number_and_nothing_like_one(event: Json) -> None:
    assert judge(REFUSED, error(1, reason="must-follow-suit", event=event), SHAPES).kind == "wrong-event"


@pytest.mark.parametrize("data", [None, "must-follow-suit", ["must-follow-suit", 1], 1])
def test_a_refusal_whose_data_is_no_object_has_no_reason(data: Json) -> None:
    answer = {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "data": data}}
    assert judge(REFUSED, answer, SHAPES).kind == "wrong-reason"


def test_the_message_of_an_error_is_not_compared() -> None:
    answer = {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "data": {"reason": "must-follow-suit", "event": 1}}}
    assert judge(REFUSED, answer, SHAPES).verdict == "passed"


def test_a_failure_keeps_what_came_and_says_how_it_differs() -> None:
    judged = judge(TRICK, result({"winner": "west", "points": 2}), SHAPES)
    assert judged.got == {"result": {"winner": "west", "points": 2}}
    assert judged.differences == ('winner: expected "east", got "west"', "points: expected 1, got 2")
    refused = judge(TRICK, error(1, reason="hand-over"), SHAPES)
    assert refused.got == {"error": {"code": 1, "message": "!", "data": {"reason": "hand-over"}}}
    assert refused.message == 'expected an answer, got refused: "hand-over"'


# Types


@pytest.mark.parametrize("points", [True, 1.0, "1", None, [1], {"points": 1}, 2])
def test_a_number_is_that_number_and_nothing_like_it(points: Json) -> None:
    assert judge(TRICK, result({"winner": "east", "points": points}), SHAPES).kind == "wrong-answer"


def differences_of(case: Case, value: Json) -> list[str]:
    return list(judge(case, result(value), SHAPES).differences)


def test_values_that_look_alike_are_told_apart_by_their_types() -> None:
    points = make_case("FK4.9c01", "judge_trick", {}, {"expect": {"winner": "east", "points": 3}})
    assert differences_of(points, {"winner": "east", "points": "3"}) == [
        'points: expected 3, got "3" (a string where a whole number is wanted)'
    ]
    assert differences_of(points, {"winner": "east", "points": 3.0}) == [
        "points: expected 3, got 3.0 (a number with a point where a whole number is wanted)"
    ]
    assert differences_of(points, {"winner": "east", "points": 4}) == ["points: expected 3, got 4"]


@pytest.mark.parametrize("value", [None, [], "7S", 1, True])
def test_a_result_that_is_no_object_is_a_wrong_answer(value: Json) -> None:
    assert judge(LEGAL, result(value), SHAPES).kind == "wrong-answer"


@pytest.mark.parametrize(
    ("first", "second"),
    [(1, True), (0, False), (1, 1.0), (1, "1"), (None, False), (None, 0), (None, ""), ([], {}), ([1], [True])],
)
def test_values_of_different_types_are_never_the_same(first: Json, second: Json) -> None:
    assert is_same(first, first)
    assert is_same(second, second)
    assert not is_same(first, second)
    assert not is_same(second, first)
    assert not is_same({"a": [first]}, {"a": [second]})


@pytest.mark.parametrize(
    ("first", "second"), [([1, 2], [2, 1]), ([1], [1, 1]), ({"a": 1}, {"a": 1, "b": 2}), ({"a": 1}, {"b": 1})]
)
def test_values_that_hold_other_things_are_not_the_same(first: Json, second: Json) -> None:
    assert not is_same(first, second)
    assert not is_same(second, first)


def test_the_order_of_members_does_not_matter() -> None:
    assert is_same({"a": 1, "b": 2}, {"b": 2, "a": 1})


# Sets and lists


@pytest.mark.parametrize(
    ("cards", "difference"),
    [
        (["KS", "7S"], None),
        (["7S"], "cards: KS missing"),
        ([], "cards: 7S, KS missing"),
        (["7S", "KS", "AS"], "cards: AS not expected"),
        (["7S", "KS", "KS"], "cards: KS there more than once"),
        (["7S", "7S"], "cards: KS missing"),
        ("7S KS", 'cards: expected ["7S", "KS"], got "7S KS"'),
        ({"7S": True, "KS": True}, 'cards: expected ["7S", "KS"], got {"7S": true, "KS": true}'),
        (None, 'cards: expected ["7S", "KS"], got null'),
        (["7S", ["KS"]], "cards: KS missing"),
    ],
)
def test_a_set_is_free_in_its_order_but_nothing_stands_in_it_twice(cards: Json, difference: str | None) -> None:
    judged = judge(LEGAL, result({"cards": cards}), SHAPES)
    assert judged.differences[:1] == (() if difference is None else (difference,))
    assert (judged.verdict == "passed") is (difference is None)


def test_in_a_set_too_types_are_kept_apart() -> None:
    for value in (True, 1.0, "1"):
        assert list(compare([1, 2], [2, value], {"is": "set"}, "numbers")) != []


def test_an_empty_set_is_the_same_as_an_empty_set() -> None:
    assert list(compare([], [], {"is": "set"}, "cards")) == []
    assert list(compare([], ["7S"], {"is": "set"}, "cards")) == ["cards: 7S not expected"]


def test_sets_within_a_list_are_free_and_the_list_is_not() -> None:
    case = make_case("FK2.7c01", "pair_players", {}, {"expect": {"pairs": [["a", "b"], ["c", "d"]]}})
    right = {"pairs": [["b", "a"], ["d", "c"]], "choose_first": ["a", "b"]}
    assert judge(case, result(right), SHAPES).verdict == "passed"
    assert judge(case, result({**right, "pairs": [["c", "d"], ["a", "b"]]}), SHAPES).kind == "wrong-answer"


@pytest.mark.parametrize(
    "cliques",
    [
        [{"rank": "J", "size": 3, "points": 6}, {"rank": "Q", "size": 4, "points": 20}],
        [{"rank": "Q", "size": 4, "points": 20}],
        [{"rank": "Q", "size": 4, "points": 20}, {"rank": "J", "size": 3, "points": 6}, {}],
        [{"rank": "Q", "size": 4, "points": 20}, {"rank": "J", "size": 3}],
        [{"rank": "Q", "size": 4, "points": 20}, {"rank": "J", "size": 3, "points": 6.0}],
        [{"rank": "Q", "size": 4, "points": 20}, ["J", 3, 6]],
        {"0": {"rank": "Q", "size": 4, "points": 20}, "1": {"rank": "J", "size": 3, "points": 6}},
    ],
)
def test_a_list_is_compared_in_order_and_whole(cliques: Json) -> None:
    assert judge(CLIQUES, result({"cliques": cliques}), SHAPES).kind == "wrong-answer"


# Members


def test_a_result_and_the_records_in_it_may_hold_more() -> None:
    cliques = [
        {"rank": "Q", "size": 4, "points": 20, "cards": ["QS"]},
        {"rank": "J", "size": 3, "points": 6, "note": 1},
    ]
    assert judge(CLIQUES, result({"cliques": cliques, "clause": "FK5.1"}), SHAPES).verdict == "passed"


def test_what_is_indexed_by_seat_or_side_holds_those_and_nothing_else() -> None:
    sides = {"north-south": ["b", "a"], "east-west": ["d", "c"]}
    assert judge(SIDES, result({"sides": sides}), SHAPES).verdict == "passed"
    more = judge(SIDES, result({"sides": {**sides, "nobody": []}}), SHAPES)
    assert more.differences == ("sides: nobody not expected",)
    less = judge(SIDES, result({"sides": {"north-south": ["a", "b"]}}), SHAPES)
    assert less.differences == ("sides.east-west is missing",)


def test_a_member_that_the_case_does_not_name_is_not_compared_but_must_be_there() -> None:
    case = make_case("FK3.9c01", "deal", {}, {"expect": {"trump": "clubs"}})
    whole = {"cutter": "?", "hands": "?", "turn_up": "?", "trump": "clubs", "first": "?"}
    assert judge(case, result(whole), SHAPES).verdict == "passed"
    without = {name: value for name, value in whole.items() if name != "first"}
    assert judge(case, result(without), SHAPES).differences == ("first is missing",)


def test_a_record_inside_must_hold_what_the_protocol_gives_it() -> None:
    case = make_case("FK5.29c01", "judge_cliques", {}, {"expect": {"clique": {"seat": "east", "rank": "K"}}})
    rest: Json = {"points": {}, "to_rank": None, "to_show": None}
    clique = {"seat": "east", "rank": "K", "size": 3, "points": 10}
    assert judge(case, result({**rest, "clique": clique}), SHAPES).verdict == "passed"
    assert judge(case, result({**rest, "clique": {"seat": "east", "rank": "K", "size": 3}}), SHAPES).differences == (
        "clique.points is missing",
    )


@pytest.mark.parametrize("clique", [{}, {"seat": "east", "rank": "K", "size": 3, "points": 10}, False, 0, "", []])
def test_null_is_null_and_nothing_else(clique: Json) -> None:
    case = make_case("FK5.33c01", "judge_cliques", {}, {"expect": {"clique": None}})
    rest: Json = {"points": {}, "to_rank": None, "to_show": None}
    assert judge(case, result({**rest, "clique": None}), SHAPES).verdict == "passed"
    assert judge(case, result({**rest, "clique": clique}), SHAPES).kind == "wrong-answer"


def test_a_member_that_is_missing_is_not_null() -> None:
    case = make_case("FK5.33c01", "judge_cliques", {}, {"expect": {"to_show": None}})
    judged = judge(case, result({"points": {}, "clique": None, "to_rank": None}), SHAPES)
    assert judged.differences == ("to_show is missing",)


@pytest.mark.parametrize(
    ("case", "value", "verdict"),
    [
        (DEALER, {"dealer": "south"}, "passed"),
        (DEALER, {"dealer": "south", "note": "!"}, "passed"),
        (DEALER, {"dealer": "south", "redraw": []}, "failed"),
        (DEALER, {"dealer": "south", "redraw": None}, "failed"),
        (DEALER, {"redraw": ["south"]}, "failed"),
        (DEALER, {}, "failed"),
        (REDRAW, {"redraw": ["west", "east"]}, "passed"),
        (REDRAW, {"redraw": ["west", "east"], "dealer": None}, "failed"),
        (REDRAW, {"redraw": ["west", "east"], "dealer": "west"}, "failed"),
    ],
)
def test_a_result_holds_either_the_dealer_or_those_who_draw_again(case: Case, value: Json, verdict: str) -> None:
    assert judge(case, result(value), SHAPES).verdict == verdict


def test_a_difference_that_is_long_is_cut_short() -> None:
    (difference,) = judge(TRICK, result({"winner": "east", "points": ["x"] * 1000}), SHAPES).differences
    assert len(difference) < 200
    assert difference.endswith("...")
