"""Units and what is sighted in them: known mistakes are found, and come out as small as can be derived by hand."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

from tests.fuzzing import first, found, in_process, only, program, sightings
from tests.helpers import HANDS, ROOT, spec, zoo

from fk_conform.fuzz.follow import as_sighted, depends_on, follow_up
from fk_conform.fuzz.parties import Process, Reference
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.strategies import MAKE, Request
from fk_conform.fuzz.symptom import Symptom, complained_of, expecting
from fk_conform.fuzz.unit import all_asked, hunt, introduce

Json = Any

REFERENCE = program(sys.executable, "-m", "forty_kings")
REMEMBERS = ROOT / "tests" / "zoo" / "remembers.py"
# The pack as it lies in order: it is dealt out if nothing speaks against it.
PACK = [rank + suit for suit in "SHDC" for rank in "KQJAT987"]
SEATED = {"Anne": "south", "Blaise": "east", "Claire": "north", "Denis": "west"}


# What is found of known mistakes. Of each the smallest request is derived by hand: the pack lies in order, king first
# and spades first; south is the first seat, and deals.


def test_the_ace_above_the_king_shows_in_a_trick_that_has_both() -> None:
    finding, params = only("M-ace-above-king", "judge_trick")
    # The first four cards of the pack: the king wins, and not the ace.
    assert params == {"leader": "south", "cards": ["KS", "QS", "JS", "AS"], "trump": "spades"}
    assert finding.right == {"result": {"winner": "south"}}
    assert finding.reply["result"]["winner"] == "west"


def test_that_a_trump_must_be_beaten_shows_with_one_trump_above_and_one_below() -> None:
    finding, params = only("M-must-overtrump", "legal_cards")
    assert params == {"hand": ["KS", "JS"], "trick": ["QS"], "trump": "spades"}
    assert finding.right == {"result": {"cards": ["KS", "JS"]}}
    assert finding.reply["result"]["cards"] == ["KS"]


def test_that_nobody_follows_shows_with_one_card_of_the_suit_and_one_of_another() -> None:
    finding, params = only("M-no-follow", "legal_cards")
    ((following, other), (led,)) = params["hand"], params["trick"]
    assert following[1] == led[1] != other[1]
    assert finding.right == {"result": {"cards": [following]}}


def test_a_wrong_deal_shows_with_the_pack_in_order() -> None:
    _, params = only("M-deal-323", "deal")
    assert params == {"dealer": "south", "deck": PACK}


def test_that_suits_break_ties_shows_in_one_round_with_a_tie_for_the_highest() -> None:
    finding, params = only("M-suits-break-ties", "draw_dealer")
    (drawn,) = params["rounds"]
    assert len(drawn) == 4
    assert len(finding.right["result"]["redraw"]) > 1


def test_that_the_target_must_be_exceeded_shows_after_one_hand_that_reaches_it() -> None:
    finding, params = first("wrong-answer", "M-exact-target-not-enough", "score_match")
    (hand,) = params["hands"]
    assert max(hand["points"].values()) == params["target"] > min(hand["points"].values())
    assert finding.reply["result"]["winner"] is None


def test_a_wrong_colour_shows_whoever_has_which_king() -> None:
    _, params = only("M-black-chooses", "pair_players")
    assert params == {"draws": {"Anne": "KS", "Blaise": "KH", "Claire": "KD", "Denis": "KC"}}


def test_a_wrong_precedence_of_reasons_shows_in_one_play_for_which_both_hold() -> None:
    finding, params = only("M-card-before-turn", "replay_hand")
    (event,) = params["events"]
    assert params["hands"] == HANDS
    assert event["seat"] != "east"  # whose turn it is
    assert event["card"] not in HANDS[event["seat"]]
    assert finding.symptom == Symptom("replay_hand", "wrong-reason", "not-your-turn")


def test_that_a_card_played_still_obliges_to_follow_shows_at_the_second_lead_of_the_suit() -> None:
    _, params = first("wrong-answer", "M-legal-from-hand-as-dealt", "replay_hand")
    *trick, lead = (event["card"] for event in params["events"])
    assert len(trick) == 4
    assert lead[1] in {card[1] for card in trick}


def test_what_may_not_be_announced_shows_with_a_deal_in_which_nobody_holds_any_clique() -> None:
    not_refused, params = first("not-refused", "M-announce-unheld", "judge_cliques")
    assert params["hands"] == HANDS
    assert len(params["calls"]) == 1
    assert params["ranks"] == params["shows"] == []
    assert not_refused.symptom == Symptom("judge_cliques", "not-refused", "clique-not-held")


def test_what_others_may_not_see_shows_before_the_first_card() -> None:
    finding, params = only("M-view-all", "view_hand")
    assert params == {"dealer": "south", "hands": HANDS, "turn_up": "KC", "events": [], "seat": "south"}
    assert finding.right == {"result": {"hand": HANDS["south"]}}


def test_loose_types_show_in_a_request_with_one_card() -> None:
    for finding in found("M-loose-types", "legal_cards"):
        params = json.loads(finding.request.params)
        assert finding.symptom.kind == "malformed"
        assert finding.right["error"]["code"] == -32602
        assert not params["hand"] or len(params["hand"]) == 1


def test_a_mistake_at_one_table_alone_is_found_there_and_says_so() -> None:
    refused, params = first("refused", "M-four-as-three-unheld", "judge_cliques", four_as_three="allowed")
    ((seat, number),) = (call.values() for call in params["calls"])
    ranks = [card[0] for card in params["hands"][seat]]
    assert number == 3
    assert any(ranks.count(rank) == 4 for rank in "KQJ")
    assert refused.under == {"four-as-three": "allowed"}
    assert refused.table == {}


def test_where_the_answer_is_the_same_at_every_table_the_one_at_which_the_point_shows_is_told() -> None:
    # Under the mistake a lead counts as being void: whoever has a trump must lead it, but only where one must trump.
    finding, params = only("M-lead-counts-as-void", "legal_cards", when_void="must-trump")
    assert params["trick"] == []
    assert len(params["hand"]) == 2
    assert finding.under == {}
    assert finding.table == {"when-void": "must-trump"}


def test_what_is_behind_a_wrong_answer_is_sighted_and_not_what_follows_from_it() -> None:
    plan = Plan(7, program("M-ace-above-king"), None, ("replay_hand", "view_hand", "count_lines"), {}, 200)
    with in_process():
        symptoms = {sighting.symptom for sighting in sightings(plan, [0])}
    # With the wrong winner everything after it goes wrong: turns, points, what may be seen, how many lines there are.
    assert {(symptom.method, symptom.kind) for symptom in symptoms} <= {
        ("replay_hand", "wrong-answer"),
        ("count_lines", "wrong-answer"),
    }


def test_the_right_engine_shows_nothing() -> None:
    plan = Plan(7, program(""), None, tuple(MAKE))
    with in_process():
        result = hunt(plan, 1)
    assert result.sightings == ()
    assert sum(result.asked.values()) == result.answered == 1125  # one in eight of a thousand is asked again
    assert set(result.asked) == set(MAKE)


# Engines as processes


def process_plan(*command: str, methods: tuple[str, ...] = ("judge_trick",), size: int = 64) -> Plan:
    return Plan(7, program(*command), None, methods, {}, size)


def test_an_engine_that_dies_is_started_again_and_the_smallest_deadly_request_is_found() -> None:
    plan = process_plan(*zoo("dies", "JH"))
    (sighting,) = hunt(plan, 0).sightings
    finding = follow_up(plan, sighting)
    assert finding.symptom == Symptom("judge_trick", "fault", "exited")
    assert sorted(json.loads(finding.request.params)["cards"]).count("JH") == 1
    assert finding.reply["fault"]["kind"] == "exited"


def test_garbage_and_denials_are_found_too() -> None:
    for name, code in (("garbage", "no-json"), ("denies", "partly-offered")):
        symptoms = {sighting.symptom for sighting in hunt(process_plan(*zoo(name, "JH")), 0).sightings}
        assert symptoms == {Symptom("judge_trick", "fault", code)}


def test_an_engine_that_remembers_is_found_and_the_fewest_requests_that_show_it() -> None:
    plan = process_plan(sys.executable, str(REMEMBERS))
    sighting = hunt(plan, 0).sightings[0]
    finding = follow_up(plan, sighting)
    # It refuses what it has been asked before: the same request, twice.
    assert [request for request, _ in finding.asked] == [finding.request] * 2
    assert finding.symptom == Symptom("", "changing")
    assert finding.again


def test_what_was_answered_wrongly_once_and_never_again_is_told_as_just_that() -> None:
    plan = process_plan(*REFERENCE.command)
    with in_process():
        (sighting,) = sightings(Plan(7, program("M-ace-above-king"), None, ("judge_trick",), {}, 128), [0])
    finding = follow_up(plan, sighting)  # of an engine that is right
    assert not finding.again
    assert finding.reply == sighting.reply


def test_a_sighting_that_nobody_follows_up_is_what_was_asked() -> None:
    plan = Plan(7, program("M-ace-above-king"), None, ("judge_trick",), {}, 128)
    with in_process():
        (sighting,) = sightings(plan, [0])
    finding = as_sighted(plan, sighting)
    assert finding.request == plan.made_again(sighting.choices, sighting.table).request
    assert finding.reply == sighting.reply
    assert finding.wrong == ("engine",)


def test_an_engine_that_goes_wrong_all_the_time_is_not_asked_for_ever() -> None:
    result = hunt(process_plan(*zoo("dies"), size=200), 0)
    assert result.answered == 0
    assert sum(result.asked.values()) == 10


def late(plan: Plan) -> Plan:
    """The plan, when its time is over."""
    return replace(plan, engine=replace(plan.engine, until=0.0))


def test_when_the_time_is_over_silence_is_not_waited_out_and_is_no_finding() -> None:
    plan = process_plan(*zoo("hangs", "JH"))
    result = hunt(late(plan), 0)
    assert result.why == "the engine was silent when the time was over"
    assert result.sightings == ()
    assert 0 < sum(result.asked.values()) < len(all_asked(plan, 0, plan.table(0)))


def test_when_the_time_is_over_an_engine_that_answers_is_asked_to_the_end() -> None:
    plan = process_plan(*zoo("dies", "JH"))
    assert hunt(late(plan), 0) == hunt(plan, 0)


def test_what_was_sighted_and_cannot_be_followed_up_for_silence_is_told_as_it_was() -> None:
    plan = process_plan(*zoo("hangs", "judge_trick"))
    with in_process():
        (sighting,) = sightings(Plan(7, program("M-ace-above-king"), None, ("judge_trick",), {}, 128), [0])
    silence = replace(sighting, symptom=Symptom("judge_trick", "fault", "answer-timeout"))
    assert follow_up(late(plan), silence) == as_sighted(plan, silence)


def test_an_engine_that_cannot_be_run_says_why() -> None:
    result = hunt(process_plan("./no-such-engine"), 0)
    assert "there is no such file" in result.why
    assert result.asked == {}


def test_faults_that_belong_to_no_request_are_told() -> None:
    result = hunt(process_plan(*zoo("answers_twice", "JH")), 0)
    assert {fault["kind"] for fault in result.loose} == {"repeated-id"}


def test_two_engines_are_compared_and_the_wrong_one_is_named() -> None:
    right, wrong = program(""), program("M-ace-above-king")
    for engine, other, named in ((right, wrong, "other"), (wrong, right, "engine")):
        plan = Plan(7, engine, other, ("judge_trick",), {}, 128)
        with in_process():
            (sighting,) = sightings(plan, [0])
            finding = follow_up(plan, sighting)
        assert finding.wrong == (named,)
        assert finding.right == {"result": {"winner": "south"}}
        assert (finding.reply["result"]["winner"], finding.other["result"]["winner"])[named == "other"] == "west"


def test_two_engines_that_play_otherwise_are_not_compared() -> None:
    house_rules = program(sys.executable, str(ROOT / "tests" / "zoo" / "house_rules.py"), "when-void=must-trump")
    plan = Plan(7, REFERENCE, house_rules, ("judge_trick",), {}, 128)
    # At other tables than the default one the second engine does not do what the first one follows.
    result = hunt(plan, 1)
    assert result.why == "the two engines do not follow the same readings"


def test_engines_introduce_themselves() -> None:
    plan = Plan(7, REFERENCE, program(*zoo("right_throughout")))
    names = [introduction.engine["name"] for introduction in introduce(plan)]
    assert names == ["forty-kings", "forty-kings"]


def test_an_engine_that_goes_wrong_often_in_a_row_is_asked_on_one_by_one() -> None:
    deadly = Request("legal_cards", '{"hand":["JH"],"trick":[],"trump":"spades"}')
    fine = Request("legal_cards", '{"hand":["KS"],"trick":[],"trump":"spades"}')
    with Process(program(*zoo("dies", "JH")), spec().default_readings, spec()) as process:
        replies = process.replies([deadly] * 9 + [fine])
        assert replies[-1]["result"] == {"cards": ["KS"]}  # type: ignore[index]
        for _ in range(11):
            assert process.replies([deadly]) != []
        assert process.replies([fine])[0]["result"] == {"cards": ["KS"]}  # type: ignore[index]


# What an answer depends on


def test_the_readings_that_an_answer_depends_on_are_told() -> None:
    request = Request("legal_cards", '{"hand":["7H","AD"],"trick":["KS"],"trump":"hearts"}')
    for table, depends in (
        ({}, {"when-void": "any-card"}),
        ({"when-void": "must-trump", "renounce": "to-trump"}, {"when-void": "must-trump"}),
    ):
        readings = {**spec().default_readings, **table}
        (answer,) = Reference(readings).replies([request])
        case = expecting(request, answer)
        case.under.update(readings)
        assert depends_on(case, spec()) == depends


def test_a_complaint_names_the_member_that_it_is_about() -> None:
    assert complained_of("events[3].seat: 'nobody' is no seat") == "events"
    assert complained_of("dealer is missing") == "dealer"
    assert complained_of("the turn-up KS is not in the hand of the dealer, west") == complained_of(
        "the turn-up 7H is not in the hand of the dealer, north"
    )
