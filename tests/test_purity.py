"""What `--purity` asks: everything again, and deals that look alike to a seat."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.helpers import PASSED, ROOT, SUITE, fk_conform, run, spec

from fk_conform.more import CasesAndMore
from fk_conform.purity import SMALL, purity_cases, twin
from fk_conform.suite import Case, load_cases
from fk_conform.symmetry import renamed
from fk_conform.verdict import judge
from forty_kings.engine import Engine
from forty_kings.readings import Readings

Json = Any

CASES = list(load_cases(corpus=False))
TWINS = [(case, other) for case in CASES if (other := twin(case))]
IDS = [other.id for _, other in TWINS]
REMEMBERS = [sys.executable, str(ROOT / "tests" / "zoo" / "remembers.py")]


def answer(method: str, params: Json, readings: dict[str, str]) -> Json:
    """The reference engine's answer."""
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    table = {**spec().default_readings, **readings}
    return json.loads(Engine(Readings.of(table)).answer(json.dumps(request)))


def verdict(case: Case, engine: Callable[[Json], Json]) -> str:
    """What comes of a case when this function of the params answers it."""
    return judge(case, engine(json.loads(case.params)), spec().shapes).verdict


def seat_of(case: Case) -> str:
    """The seat that looks: the one that is named, or the one that has to play."""
    params = json.loads(case.params)
    return str(params["seat"] if case.method == "view_hand" else case.expect["turn"])


# Twins


def test_there_are_twins_of_both_kinds_of_cases() -> None:
    assert {case.method for case, _ in TWINS} == {"view_hand", "replay_hand"}
    assert len(TWINS) >= 50


@pytest.mark.parametrize(("case", "other"), TWINS, ids=IDS)
def test_a_twin_exchanges_two_small_cards_of_a_suit_that_the_seat_cannot_see(case: Case, other: Case) -> None:
    given, exchanged = json.loads(case.params), json.loads(other.params)
    hands = given.pop("hands"), exchanged.pop("hands")
    assert given == exchanged
    changed = [seat for seat in hands[0] if hands[0][seat] != hands[1][seat]]
    assert len(changed) == 2
    assert seat_of(case) not in changed
    gone = {seat: set(hands[0][seat]) - set(hands[1][seat]) for seat in changed}
    come = {seat: set(hands[1][seat]) - set(hands[0][seat]) for seat in changed}
    assert gone[changed[0]] == come[changed[1]]
    assert gone[changed[1]] == come[changed[0]]
    (one,), (two,) = gone.values()
    assert one[1] == two[1]
    assert one[0] in SMALL
    assert two[0] in SMALL
    seen = {event.get("card") for event in given["events"]} | {given["turn_up"]}
    assert not {one, two} & seen


@pytest.mark.parametrize(("case", "other"), TWINS, ids=IDS)
def test_a_twin_keeps_what_the_seat_sees_and_the_answer(case: Case, other: Case) -> None:
    views = []
    for each in (case, other):
        params = {**json.loads(each.params), "seat": seat_of(case)}
        views.append(answer("view_hand", params, case.asked_under))
    assert "result" in views[0]
    assert views[0] == views[1]
    assert other.expect == case.expect
    assert verdict(other, lambda params: answer(other.method, params, other.asked_under)) == "passed"


def test_where_nothing_is_hidden_or_nobody_looks_there_is_no_twin() -> None:
    for case in CASES:
        if (
            case.method not in ("view_hand", "replay_hand")
            or case.refuse
            or case.malformed
            or (case.method == "replay_hand" and case.expect.get("turn") is None)
        ):
            assert twin(case) is None


def test_an_engine_whose_view_shows_a_card_of_another_hand_passes_a_case_and_fails_its_twin() -> None:
    case, other = next((case, other) for case, other in TWINS if case.method == "view_hand")
    before, after = json.loads(case.params)["hands"], json.loads(other.params)["hands"]
    neighbour, card = next((seat, card) for seat in after for card in after[seat] if card not in before[seat])

    def peeks(params: Json) -> Json:
        """The view, and in it one card of a neighbour if that is where it is."""
        told = answer("view_hand", params, {})
        if card in params["hands"][neighbour]:
            told["result"]["hand"].append(card)
        return told

    assert verdict(case, peeks) == "passed"
    assert verdict(other, peeks) == "failed"


def test_an_engine_whose_lawful_cards_depend_on_another_hand_passes_a_case_and_fails_its_twin() -> None:
    case, other = next(
        (case, other) for case, other in TWINS if case.method == "replay_hand" and len(case.expect.get("legal", ())) > 1
    )
    before, after = json.loads(case.params)["hands"], json.loads(other.params)["hands"]
    neighbour, card = next((seat, card) for seat in after for card in after[seat] if card not in before[seat])

    def advises(params: Json) -> Json:
        """What is so, but for one lawful card that is kept back because of what another player holds."""
        told = answer("replay_hand", params, case.asked_under)
        if card in params["hands"][neighbour]:
            told["result"]["legal"].pop()
        return told

    assert verdict(case, advises) == "passed"
    assert verdict(other, advises) == "failed"


# Everything again


def test_every_case_is_asked_again_with_the_same_question_and_answer_in_another_order() -> None:
    again = [case for case in purity_cases(CASES) if case.id.endswith("@again")]
    assert sorted(case.derived_from for case in again) == sorted(case.id for case in CASES)
    assert [case.derived_from for case in again] != [case.id for case in CASES]
    by_id = {case.id: case for case in CASES}
    for case in again:
        first = by_id[case.derived_from]
        assert (case.params, case.expected, case.asked_under) == (first.params, first.expected, first.asked_under)


def test_the_order_is_the_same_every_time() -> None:
    assert [case.id for case in purity_cases(CASES)] == [case.id for case in purity_cases(CASES)]


def test_what_is_asked_besides_is_counted_for_the_case_that_it_follows_from() -> None:
    whole, other = SUITE[1], TWINS[0][0]
    asked = CasesAndMore([renamed(whole, "HSDC", 1), replace(other, id=other.id + "~HSDC+1")], purity=True)
    assert [besides for _, besides in asked.counted()] == [1, 2]
    assert len(list(asked)) == 5


def test_generated_cases_are_not_asked_again() -> None:
    generated = [case for case in load_cases() if case.generated][:20]
    assert generated
    assert purity_cases(generated) == []


def test_the_reference_engine_passes_what_is_asked_again() -> None:
    command = [sys.executable, "-m", "forty_kings"]
    outcome = run(command, [*SUITE, *purity_cases(SUITE)])
    assert set(outcome.verdicts.values()) == {"passed"}
    assert outcome.footer.exit == 0


def test_an_engine_that_remembers_passes_the_cases_and_fails_all_that_are_asked_again() -> None:
    assert run(REMEMBERS).verdicts == PASSED
    outcome = run(REMEMBERS, [*SUITE, *purity_cases(SUITE)])
    again = {name: verdict for name, verdict in outcome.verdicts.items() if name.endswith("@again")}
    assert outcome.verdicts == {**PASSED, **again}
    assert len(again) == len(SUITE)
    assert set(again.values()) == {"failed"}
    assert outcome.footer.exit == 1


def test_with_purity_the_command_fails_an_engine_that_remembers_and_without_it_does_not() -> None:
    words = ["FK4.3", "FK4.18", "--no-corpus"]
    without = fk_conform(*words, "--", *REMEMBERS)
    assert (without.returncode, without.stderr) == (0, "")
    assert "@again" not in without.stdout
    with_purity = fk_conform(*words, "--purity", "--", *REMEMBERS)
    assert (with_purity.returncode, with_purity.stderr) == (1, "")
    assert "FK4.3c02@again" in with_purity.stdout
