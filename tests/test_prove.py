"""A proof: what the domains hold, that right engines pass and wrong ones do not, and that it can be taken up again."""

from __future__ import annotations

import io
import itertools
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from math import comb, nan, perm
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import LONG, ROOT, SHORT, fk_conform, none_alive, pids_in, spec, zoo

from fk_conform.conversation import AHEAD
from fk_conform.errors import UsageError
from fk_conform.mistakes import mistaken
from fk_conform.prove import DOMAINS, make_domain
from fk_conform.prove.cliques import Cliques
from fk_conform.prove.contest import Breach, Call, Course, Name, Show, rule
from fk_conform.prove.courses import Courses, deal_of, type_of, types
from fk_conform.prove.domain import ClassDomain, Domain
from fk_conform.prove.part import OF_A_UNIT, Part, question
from fk_conform.prove.positions import Positions
from fk_conform.prove.proof import DomainResult, Ended, Event, Options, Proof, Step
from fk_conform.prove.report import ProofReport, Remaining
from fk_conform.prove.state import TOLD_IN_FULL, Tally
from fk_conform.running import CaseResult, LooseFault
from fk_conform.suite import Case
from fk_conform.symmetry import RENAMINGS, renamed
from fk_conform.verdict import judge
from forty_kings import PACK, Seat, deal
from forty_kings.engine import Engine
from forty_kings.readings import ALTERNATIVES, Readings

Json = Any

DEFAULTS = spec().default_readings
CLASSES = ["draws", "tricks", "cliques"]
REFERENCE = [sys.executable, "-m", "forty_kings"]


def domain(name: str, **readings: str) -> Domain:
    """A domain; readings are written with a line below instead of a hyphen."""
    return make_domain(name, {**DEFAULTS, **{name.replace("_", "-"): value for name, value in readings.items()}})


def class_domain(name: str) -> ClassDomain:
    found = domain(name)
    assert isinstance(found, ClassDomain)
    return found


def wrong(cases: Iterator[Case], readings: Readings, mistake: str = "") -> Iterator[Case]:
    """The cases that the reference engine answers otherwise than expected, in process, with a mistake or without."""
    engine = Engine(readings)
    for case in cases:
        request = f'{{"jsonrpc":"2.0","id":1,"method":"{case.method}","params":{case.params}}}'
        if judge(case, json.loads(engine.answer(request)), spec().shapes).verdict != "passed":
            yield case


def spread(name: str, number: int, **readings: str) -> Iterator[Case]:
    part = Part(domain(name, **readings), number)
    return itertools.chain.from_iterable(part.questions(place) for place in range(len(part)))


# What there is


@pytest.mark.parametrize(
    ("name", "units", "whole"),
    [
        ("draws", 47_440, perm(32, 4)),
        ("tricks", 166_240, perm(32, 4) * 4 * 4),
        ("cliques", 472_579, comb(32, 8)),
        (
            "positions",
            7_633,
            4 * sum(comb(32, hand) * perm(32 - hand, trick) for hand in range(1, 9) for trick in range(4)),
        ),
    ],
)
def test_what_is_asked_stands_for_all_there_is(name: str, units: int, whole: int) -> None:
    found = domain(name)
    assert len(found) == units
    assert sum(map(found.stands_for, range(units))) == found.whole == whole


@pytest.mark.parametrize("name", DOMAINS)
def test_the_page_on_trust_has_the_figures(name: str) -> None:
    page = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith(f"| `{name}` | `{DOMAINS[name].method}` |"))
    found = domain(name)
    stands_for = f"{found.whole:,}" if found.whole else f"{len(found):,} scenes"
    assert stands_for in row
    assert name == "courses" or f"| {len(found) * found.typical:,} |" in row


@pytest.mark.parametrize(("name", "step"), [("draws", 997), ("tricks", 3_001), ("cliques", 9_973)])
def test_the_members_of_a_class_are_what_renaming_and_turning_make_of_one(name: str, step: int) -> None:
    found = class_domain(name)
    turns = range(4) if name == "tricks" else range(1)
    for unit in range(0, len(found), step):
        members = list(found.every(unit))
        alike = {_essence(renamed(members[0], renaming, turn)) for renaming in RENAMINGS for turn in turns}
        assert {_essence(member) for member in members} == alike
        assert len(members) == len(alike) == found.members(unit)
        assert next(found.asked(unit)).id in {member.id for member in members}


def _essence(case: Case) -> str:
    """The question, but for the order in which a hand or the seats are listed."""
    params = json.loads(case.params)
    return json.dumps({**params, "hand": sorted(params.get("hand", []))}, sort_keys=True)


def test_classes_of_hands_are_in_order_and_none_is_there_twice() -> None:
    found = class_domain("cliques")
    assert isinstance(found, Cliques)
    rows = [found.sets(unit) for unit in [*range(0, len(found), 61), *range(5_000)]]
    assert all(row == sorted(row, reverse=True) and sum(ranks.bit_count() for ranks in row) == 8 for row in rows)
    whole, first = rows[:-5_000], rows[-5_000:]
    assert whole == sorted(whole)
    assert first == sorted(first)
    assert len(set(map(tuple, first))) == 5_000
    assert found.sets(len(found) - 1) == [255, 0, 0, 0]


@pytest.mark.parametrize("name", ["draws", "tricks"])
def test_no_two_classes_share_a_member(name: str) -> None:
    found = class_domain(name)
    units = range(0, len(found), 1_499)
    seen = {_essence(case) for unit in units for case in found.every(unit)}
    assert len(seen) == sum(map(found.stands_for, units))


def test_positions_are_patterns_of_their_own() -> None:
    found = domain("positions")
    assert isinstance(found, Positions)
    patterns = set()
    for unit in range(0, len(found), 7):
        params = json.loads(next(found.asked(unit)).params)
        suits = {letter: number for number, letter in enumerate("SHDC")}
        hand = [sum(card[1] == letter for card in params["hand"]) for letter in "SHDC"]
        trick = [suits[card[1]] for card in params["trick"]]
        trump = suits[params["trump"][0].upper()]
        alike = (
            (tuple(hand[order.index(place)] for place in range(4)), tuple(order[suit] for suit in trick), order[trump])
            for order in itertools.permutations(range(4))
        )
        patterns.add(min(alike))
    assert len(patterns) == len(range(0, len(found), 7))


def test_every_deal_is_of_one_type() -> None:
    everything = list(types())
    assert len(everything) == len(set(everything)) == 9**3 - 4 * 2**3
    rng = random.Random(1)
    for _ in range(200):
        deck = list(PACK)
        rng.shuffle(deck)
        dealt = deal(rng.choice(list(Seat)), deck)
        hands = {seat.value: [card.name for card in hand] for seat, hand in zip(Seat, dealt.hands, strict=True)}
        assert type_of(hands, dealt.first.value) in everything
    for kind in everything:
        drawn = deal_of(kind, "north", rng)
        assert type_of(drawn, "north") == kind
        assert [*map(len, drawn.values())] == [8, 8, 8, 8]
        assert len({card for hand in drawn.values() for card in hand}) == 32


def test_courses_are_lawful_but_for_the_last_event_and_none_is_asked_twice() -> None:
    found = domain("courses")
    assert isinstance(found, Courses)
    for unit in range(0, len(found), 400):
        asked = list(found.asked(unit))
        assert len({case.params for case in asked}) == len({case.id for case in asked}) == len(asked)
        for case in asked:
            params = json.loads(case.params)
            events = sum(len(params[part]) for part in ("calls", "ranks", "shows"))
            assert case.refuse is None or case.refuse.event == events - 1
    whole = sum(1 for unit in range(0, len(found), 67) for _ in found.asked(unit)) * 67
    assert whole == pytest.approx(found.typical * len(found), rel=0.05)


def test_three_that_name_ranks_and_one_that_shows_are_among_the_courses() -> None:
    found = domain("courses")
    asked = [json.loads(case.params) for unit in range(0, len(found), 101) for case in found.asked(unit)]
    assert any(len(params["ranks"]) == 3 and params["shows"] for params in asked)
    assert any({"good": True}.items() <= event.items() for params in asked for event in params["ranks"])


# Who holds four kings and three jacks, three queens and three tens, and three aces: no more cards matter.
HANDS = {
    "south": ["KS", "KH", "KD", "KC", "JS", "JH", "JD", "7S"],
    "east": ["QS", "QH", "QD", "TS", "TH", "TD", "7H", "8H"],
    "north": ["QC", "JC", "7D", "8D", "9D", "7C", "8C", "9C"],
    "west": ["AS", "AH", "AD", "AC", "8S", "9S", "9H", "TC"],
}
KINGS, JACKS, QUEENS = HANDS["south"][:4], HANDS["south"][4:7], HANDS["east"][:3]
BOTH = [("east", 3), ("south", 3)]


@pytest.mark.parametrize(
    ("calls", "names", "shows", "readings", "outcome"),
    [
        # West holds four aces, which are no clique (FK5.2); of the three tens of east none is spoken.
        ([("west", 4)], [], [], {}, "clique-not-held FK5.14"),
        # East plays first and south last; west has had its turn when south has spoken.
        ([("south", 4), ("west", 3)], [], [], {}, "not-your-turn FK4.8"),
        # Four kings are no three, but where a table allows it.
        ([("south", 4)], [], [("south", KINGS)], {}, "south K 40"),
        ([("south", 3)], [], [("south", JACKS)], {}, "south J 6"),
        ([("south", 3)], [], [("south", KINGS[1:])], {}, "wrong-cards-shown FK5.32"),
        ([("south", 3)], [], [("south", KINGS[1:])], {"four-as-three": "allowed"}, "south K 10"),
        # East's queens are beaten by the number, and nobody has to name anything.
        ([("east", 3), ("south", 4)], [("east", "Q")], [], {}, "no-rank-asked FK5.18"),
        ([("east", 3), ("south", 4)], [], [("east", QUEENS)], {}, "nothing-to-show FK5.31"),
        ([("east", 3), ("south", 4)], [], [("east", QUEENS)], {"unshown": "next-best-scores"}, "east Q 8"),
        # Both said three: east speaks first.
        (BOTH, [], [("south", JACKS)], {}, "rank-awaited FK5.21"),
        (BOTH, [("south", "J")], [], {}, "not-your-turn FK5.20"),
        (BOTH, [("east", "good")], [], {}, "nothing-to-concede FK5.22"),
        (BOTH, [("east", "A")], [], {}, "clique-not-held FK5.24"),
        (BOTH, [("east", "Q"), ("south", "K")], [], {}, "clique-not-held FK5.24"),
        (BOTH, [("east", "Q"), ("south", "good")], [("east", QUEENS)], {}, "east Q 8"),
        (BOTH, [("east", "Q"), ("south", "J")], [("east", QUEENS)], {}, "east Q 8"),
        # Three kings would be higher than the queens, and "good" is then not for south everywhere.
        (
            BOTH,
            [("east", "Q"), ("south", "good")],
            [],
            {"four-as-three": "allowed", "good-when-higher": "refused"},
            "good-while-higher FK5.26",
        ),
    ],
)
def test_a_course_is_ruled_by_the_clauses(
    calls: list[Call], names: list[Name], shows: list[Show], readings: dict[str, str], outcome: str
) -> None:
    assert ruled(Course("east", HANDS, calls, names, shows), {**DEFAULTS, **readings}) == outcome


def ruled(course: Course, readings: dict[str, str]) -> str:
    """Which clique scores for whom, or why what is refused."""
    try:
        answer, _ = rule(course, readings)
    except Breach as breach:
        return f"{breach.reason} {breach.clause}"
    clique = answer["clique"]
    assert sorted(answer["points"].values()) == [0, clique["points"]]
    return f"{clique['seat']} {clique['rank']} {clique['points']}"


# What is right is found right


@pytest.mark.parametrize("name", DOMAINS)
def test_the_reference_engine_answers_as_is_expected(name: str) -> None:
    assert not [case.id for case in wrong(spread(name, 1_500), Readings())]


ALTERNATIVE = [
    ("positions", reading, alternative)
    for reading in ("when-void", "renounce")
    for alternative in ALTERNATIVES[reading][1:]
] + [
    ("courses", reading, alternative)
    for reading in ("four-as-three", "good-when-higher", "unshown")
    for alternative in ALTERNATIVES[reading][1:]
]


@pytest.mark.parametrize(("name", "reading", "alternative"), ALTERNATIVE)
def test_the_answers_are_those_of_the_readings_followed(name: str, reading: str, alternative: str) -> None:
    readings = {reading.replace("-", "_"): alternative}
    cases = list(spread(name, 1_500, **readings))
    assert not [case.id for case in wrong(iter(cases), Readings(**readings))]
    # And they are not those of the default.
    assert any(wrong(iter(cases), Readings()))


@pytest.mark.parametrize(
    "alternatives",
    list(itertools.product(*(ALTERNATIVES[name] for name in ("four-as-three", "good-when-higher", "unshown")))),
    ids=" ".join,
)
def test_the_clauses_of_courses_and_the_reference_engine_agree(alternatives: tuple[str, ...]) -> None:
    readings = dict(zip(("four_as_three", "good_when_higher", "unshown"), alternatives, strict=True))
    assert not [case.id for case in wrong(spread("courses", 1_000, **readings), Readings(**readings))]


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("M-ace-above-king", "tricks"),
        ("M-clockwise", "tricks"),
        ("M-left-bower", "tricks"),
        ("M-suits-break-ties", "draws"),
        ("M-draw-by-position", "draws"),
        ("M-must-trump", "positions"),
        ("M-follow-last-card", "positions"),
        ("M-aces-clique", "cliques"),
        ("M-cheapest-first", "cliques"),
        ("M-kings-beat-four", "courses"),
        ("M-call-twice", "courses"),
    ],
)
def test_a_wrong_engine_is_found_by_a_small_part(mistake: str, name: str) -> None:
    cases = list(spread(name, 600))
    with mistaken(mistake):
        assert any(wrong(iter(cases), Readings()))


# Parts, and the sample of the symmetry


def test_a_part_is_spread_over_the_whole() -> None:
    part = Part(class_domain("tricks"), 500)
    assert not part.complete
    assert len(part) == part.about == 500
    cases = [case for place in range(500) for case in part.questions(place)]
    units = [int(case.id.partition("-")[2].partition(".")[0]) for case in cases if "~" not in case.id]
    assert units == sorted(set(units))
    assert units[0] < 400
    assert units[-1] > 166_240 - 400
    assert cases == [case for place in range(500) for case in Part(class_domain("tricks"), 500).questions(place)]


def test_of_a_scene_a_part_has_a_few_courses() -> None:
    part = Part(domain("courses"), 200)
    assert len(part) == 10
    assert all(0 < sum("~" not in case.id for case in part.questions(place)) <= OF_A_UNIT for place in range(10))


@pytest.mark.parametrize("name", DOMAINS)
def test_one_question_in_a_hundred_is_asked_once_more_under_another_naming(name: str) -> None:
    cases = list(spread(name, 3_000))
    by_name = {case.id: case for case in cases}
    again = [case for case in cases if "~" in case.id]
    assert len(again) == pytest.approx(30, abs=25)
    assert all(case.params != by_name[case.derived_from].params for case in again)
    assert not list(wrong(iter(again), Readings()))


@pytest.mark.parametrize("name", CLASSES)
def test_without_symmetry_every_member_is_asked(name: str) -> None:
    found = class_domain(name)
    part = Part(found, symmetry=False)
    assert part.complete
    assert part.about == found.whole
    place = len(part) // 3
    assert [case.id for case in part.questions(place)] == [case.id for case in found.every(place)]


@pytest.mark.parametrize("name", DOMAINS)
def test_a_question_is_found_by_its_name(name: str) -> None:
    found = domain(name)
    for case in itertools.islice(spread(name, 1_000), 0, 1_000, 83):
        assert question(found, case.id) == case
    again = next(case for case in spread(name, 2_000) if "~" in case.id)
    assert question(found, again.id) == again


@pytest.mark.parametrize("name", ["tricks-999999.0", "tricks-0.9999", "tricks-0", "tricks-0.0~HHHH"])
def test_a_name_that_no_question_has_is_told(name: str) -> None:
    with pytest.raises(UsageError, match=r"there is no question 'tricks-"):
        question(domain("tricks"), name)


# A proof


def prove(command: list[str], **how: Any) -> list[Event]:
    how = {"limits": LONG, "limit": 120, **how}
    return list(Proof(Options(command, **how), spec(), "1.0.0").events())


def ended(events: list[Event]) -> Ended:
    assert isinstance(events[-1], Ended)
    return events[-1]


def tallies(events: list[Event]) -> dict[str, Tally]:
    return {event.part.domain.name: event.tally for event in events if isinstance(event, DomainResult)}


def test_a_right_engine_has_no_wrong_answer() -> None:
    events = prove(REFERENCE, jobs=2)
    assert (ended(events).verdict, ended(events).exit) == ("conformant", 0)
    found = tallies(events)
    assert list(found) == list(DOMAINS)
    assert all(tally.passed == tally.asked > 90 for tally in found.values())
    assert not [event for event in events if isinstance(event, CaseResult | LooseFault)]


def test_questions_are_made_as_they_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    # Several lives of the engine, and no more questions at hand than are asked ahead and made ahead.
    monkeypatch.setattr("fk_conform.prove.proof.LIFE", 600)
    most = 0
    proof = Proof(Options(REFERENCE, LONG, domains=["positions"], limit=2_000), spec(), "1.0.0")
    for event in proof.events():
        most = max(most, len(proof._open))
        last = event
    assert isinstance(last, Ended)
    assert last.verdict == "conformant"
    assert most <= 2 * AHEAD


def test_several_processes_come_to_the_same() -> None:
    assert tallies(prove(REFERENCE, jobs=3)) == tallies(prove(REFERENCE))


def test_failures_are_told_the_first_ones_in_full_and_the_others_counted() -> None:
    command = [sys.executable, "-m", "fk_conform.mistakes", "M-ace-above-king"]
    events = prove(command, domains=["draws", "tricks"], limit=500)
    assert (ended(events).verdict, ended(events).exit) == ("not-conformant", 1)
    tally = tallies(events)["tricks"]
    told = [event.case.id for event in events if isinstance(event, CaseResult)]
    assert len(told) == TOLD_IN_FULL < tally.failures
    assert told == tally.failed
    assert told == sorted(told, key=lambda name: int(name.partition("-")[2].partition(".")[0]))
    assert tallies(events)["draws"].failures == 0
    printed = say(events)
    assert f"again     fk-conform prove {told[0]} -- " in printed
    assert f"Failures: {tally.failures} with another answer." in printed
    assert "Only the first 10 are told." in printed
    assert printed.splitlines()[-1].endswith(": not all is right")


def say(events: list[Event]) -> str:
    out = io.StringIO()
    report = ProofReport(out, spec(), "1.0.0", io.StringIO())
    for event in events:
        report.tell(event)
    return out.getvalue()


def test_the_report_says_what_it_stands_for_and_what_not() -> None:
    printed = say(prove(REFERENCE, domains=["tricks"], limit=300))
    assert "– tricks     30" in printed
    assert "of 13,808,640" in printed
    assert "nothing is proved of the whole" in " ".join(printed.split())
    assert "sampled, not proved" in " ".join(printed.split())


def test_an_engine_is_proved_under_the_readings_that_it_follows() -> None:
    events = prove(REFERENCE, readings={"when-void": "must-trump"}, domains=["positions"], limit=400)
    assert ended(events).verdict == "conformant"
    wrong_reading = [sys.executable, "-m", "fk_conform.mistakes", "M-must-trump"]
    assert ended(prove(wrong_reading, domains=["positions"], limit=400)).verdict == "not-conformant"


def test_an_engine_that_does_not_offer_a_method_is_not_asked() -> None:
    events = prove(zoo("offers_nothing"), domains=["draws", "tricks"])
    assert (ended(events).verdict, ended(events).exit) == ("nothing-ran", 4)
    assert "  – draws      the engine does not offer draw_dealer" in say(events)


def test_an_engine_that_denies_what_it_offers_has_passed_nothing() -> None:
    events = prove(zoo("denies"), domains=["tricks"], limit=20)
    assert ended(events).verdict in ("nothing-ran", "not-conformant")
    assert tallies(events)["tricks"].denied > 0


def test_a_fault_belongs_to_the_question_that_causes_it() -> None:
    (case,) = itertools.islice(spread("tricks", 100), 50, 51)
    events = prove(zoo("dies", case.params), domains=["tricks"], limit=100)
    (told,) = [event for event in events if isinstance(event, CaseResult)]
    assert told.case == case
    assert told.fault
    assert told.fault.code == "exited"
    assert tallies(events)["tricks"].passed == tallies(events)["tricks"].asked - 1
    assert ended(events).exit == 1


def test_after_ten_faults_in_a_row_it_stops() -> None:
    events = prove(zoo("dies", '"leader"'), domains=["tricks"], limit=100)
    assert (ended(events).verdict, ended(events).exit) == ("stopped", 1)
    assert tallies(events)["tricks"].kinds["fault"] == 10
    assert "Stopped after ten faults" in say(events)


@pytest.mark.parametrize("command", [["./no-such-engine"], zoo("dies_at_start")])
def test_an_engine_that_does_not_start_has_not_been_judged(command: list[str]) -> None:
    events = prove(command, limits=SHORT)
    assert (ended(events).verdict, ended(events).exit) == ("not-started", 3)
    assert not tallies(events)


# Interrupting and taking up again


def test_interrupted_and_taken_up_again_it_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    command = zoo("right_throughout")
    options = Options(command, LONG, domains=["draws", "tricks"], limit=1_500, state=tmp_path / "state")
    whole = tallies(prove(command, domains=["draws", "tricks"], limit=1_500))
    asked = 0
    for until in (700, 1_500, 2_400, None):
        proof = Proof(options, spec(), "1.0.0")
        assert sum(tally.asked for tally in proof._state.tallies.values()) == asked
        before = proof._state.seconds
        for event in proof.events():
            last = event
            if until and isinstance(event, Step) and sum(t.asked for t in proof._state.tallies.values()) >= until:
                proof.interrupt()
        assert isinstance(last, Ended)
        assert last.exit == (130 if until else 0)
        assert last.seconds > before
        asked = sum(tally.asked for tally in proof._state.tallies.values())
    assert proof._state.tallies == whole
    assert none_alive(tmp_path / "pids")
    # Once more there is nothing to be done.
    assert tallies(list(Proof(options, spec(), "1.0.0").events())) == whole
    assert not list(tmp_path.glob(".state*"))


def test_what_failed_before_is_named_when_it_is_taken_up_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fk_conform.mistakes", "M-ace-above-king"]
    how: dict[str, Any] = {"domains": ["tricks"], "limit": 300, "state": tmp_path / "state"}
    before = prove(command, **how)
    after = prove(command, **how)
    assert tallies(after) == tallies(before)
    assert ended(after).exit == 1
    assert f"failed were {tallies(before)['tricks'].failed[0]}, " in say(after)


def test_interrupted_by_a_signal_it_says_how_far_it_came(tmp_path: Path) -> None:
    state = tmp_path / "state"
    command = [
        sys.executable,
        "-m",
        "fk_conform",
        "prove",
        "--domain",
        "draws",
        "--domain",
        "positions",
        "--resume",
        str(state),
    ]
    process = subprocess.Popen([*command, "--", *REFERENCE], stdout=subprocess.PIPE, text=True, encoding="utf-8")
    while not (state.exists() and json.loads(state.read_text(encoding="utf-8"))["tallies"].get("draws", NONE)["asked"]):
        time.sleep(0.05)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    kept = json.loads(state.read_text(encoding="utf-8"))["tallies"]["draws"]
    assert 0 < kept["asked"] < 47_000
    assert f"It goes on from here with --resume {state}." in out
    assert "– positions  not begun\n" in out
    assert out.rstrip().endswith(": interrupted")


NONE = {"asked": 0}
TALLY: Json = {**vars(Tally()), "places": 1, "asked": 1, "passed": 1}
GOOD_STATE: Json = {"form": 2, "proof": {}, "engine": None, "tallies": {}, "loose_faults": 0, "seconds": 0.0}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "this is no state"),
        ("nonsense", "this is no state"),
        ("[]", "this is no state"),
        ("{}", "this is no state"),
        (json.dumps({**GOOD_STATE, "form": 1}), "this is no state"),
        (json.dumps({**GOOD_STATE, "tallies": {"tricks": {"places": -1}}}), "this is no state"),
        (json.dumps({**GOOD_STATE, "tallies": {"tricks": {**TALLY, "places": "1"}}}), "this is no state"),
        (json.dumps({**GOOD_STATE, "tallies": {"tricks": {**TALLY, "asked": 2}}}), "this is no state"),
        (json.dumps({**GOOD_STATE, "tallies": {"tricks": {**TALLY, "again": 2}}}), "this is no state"),
        (json.dumps({**GOOD_STATE, "tallies": {"tricks": {**TALLY, "failed": ["tricks-1.1"]}}}), "this is no state"),
        (
            json.dumps({**GOOD_STATE, "tallies": {"tricks": {n: v for n, v in TALLY.items() if n != "asked"}}}),
            "this is no state",
        ),
        (json.dumps({**GOOD_STATE, "seconds": 10**400}), "this is no state"),
        (json.dumps({**GOOD_STATE, "seconds": -1}), "this is no state"),
        (json.dumps({**GOOD_STATE, "seconds": nan}), "this is no state"),
        (json.dumps({**GOOD_STATE, "tallies": {"tricks": TALLY}}), "it is of another proof; suite"),
        (json.dumps(GOOD_STATE), "it is of another proof; suite"),
        ("\udcff", "it is no text"),
    ],
)
def test_a_bad_state_file_gets_one_line(content: str, says: str, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(UsageError) as error:
        Proof(Options(REFERENCE, state=state), spec(), "1.0.0")
    assert str(error.value).startswith(f"--resume {state}: {says}")
    assert "\n" not in str(error.value)
    assert state.read_bytes() == content.encode(errors="surrogateescape")


def test_a_state_of_another_engine_or_proof_is_not_taken_up(tmp_path: Path) -> None:
    state = tmp_path / "state"
    prove(REFERENCE, domains=["draws"], limit=20, state=state)
    kept = state.read_text(encoding="utf-8")
    with pytest.raises(UsageError, match=r"it is of another proof; command: .* forty_kings"):
        prove(["./other"], domains=["draws"], limit=20, state=state)
    with pytest.raises(UsageError, match="it is of another proof; limit: 20"):
        prove(REFERENCE, domains=["draws"], limit=30, state=state)
    state.write_text(kept.replace('"name": "forty-kings"', '"name": "other"'), encoding="utf-8")
    with pytest.raises(UsageError, match="the engine has changed since"):
        prove(REFERENCE, domains=["draws"], limit=20, state=state)


def test_a_state_of_an_engine_whose_file_has_changed_is_not_taken_up(tmp_path: Path) -> None:
    engine, state = tmp_path / "engine.py", tmp_path / "state"
    engine.write_text("from forty_kings.cli import main\n\nmain([])\n", encoding="utf-8")
    command = [sys.executable, str(engine)]
    whole = tallies(prove(command, domains=["draws"], limit=20, state=state))
    assert tallies(prove(command, domains=["draws"], limit=20, state=state)) == whole
    engine.write_text(engine.read_text(encoding="utf-8") + "# Another engine.\n", encoding="utf-8")
    with pytest.raises(UsageError, match=f"--resume {state}: the engine has changed since; begin with another file"):
        prove(command, domains=["draws"], limit=20, state=state)


@pytest.mark.parametrize(
    ("domain", "changes"),
    [
        ("draws", {"places": 10**9}),
        ("draws", {"places": 1}),
        ("draws", {"asked": 10**9, "passed": 10**9}),
        ("draws", {"asked": 0, "passed": 0, "again": 0}),
        ("draws", {"stands_for": 10**9}),
        ("positions", {"places": 10**9}),
        ("positions", {"places": 1}),
        ("positions", {"asked": 0, "passed": 0, "again": 0}),
        ("positions", {"stands_for": 10**9}),
    ],
)
def test_a_state_whose_numbers_cannot_have_come_of_asking_is_not_taken_up(
    domain: str, changes: dict[str, int], tmp_path: Path
) -> None:
    state = tmp_path / "state"
    prove(REFERENCE, domains=[domain], limit=20, state=state)
    kept = json.loads(state.read_text(encoding="utf-8"))
    kept["tallies"][domain] |= changes
    state.write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(UsageError, match=f"--resume {state}: what it says of {domain} does not add up"):
        prove(REFERENCE, domains=[domain], limit=20, state=state)


# The command


def test_the_command_is_told_by_its_exit_status_and_its_last_line() -> None:
    run = fk_conform("prove", "--limit", "40", "--domain", "draws", "--domain", "cliques", "-j", "2")
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.startswith("The Forty Kings, suite ")
    assert "some draws, some cliques\nNo engine was named" in run.stdout
    assert run.stdout.rstrip().endswith(": no wrong answer")
    assert run.stderr == ""


def test_questions_that_are_named_are_asked_alone() -> None:
    run = fk_conform("prove", "draws-7.3", "courses-12.5~HCDS+1", "--", *REFERENCE)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "  ✓ draws      1 question\n" in run.stdout
    assert "2 questions, 2 answered rightly, in " in run.stdout


def test_a_fresh_process_for_each_question_if_that_is_wanted(tmp_path: Path) -> None:
    log = tmp_path / "pids"
    run = fk_conform(
        "prove", "--isolate", "--domain", "draws", "--limit", "3", "--", *zoo("right_throughout"), ZOO_PIDS=str(log)
    )
    assert run.returncode == 0, run.stdout + run.stderr
    # Two more introduced themselves.
    assert len(pids_in(log)) == 3 + 2


def test_the_report_says_how_an_interrupted_proof_could_be_taken_up_again() -> None:
    proof = Proof(Options(REFERENCE, LONG, domains=["draws"]), spec(), "1.0.0")
    events = []
    for event in proof.events():
        events.append(event)
        if isinstance(event, Step):
            proof.interrupt()
    assert "How far it came was not kept; with --resume FILE it would be." in say(events)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--domain", "hands"], "there is no domain 'hands'; there are draws, positions, tricks, cliques, courses"),
        (["hands-1.1"], "there is no domain 'hands'; there are draws, positions, tricks, cliques, courses"),
        (["tricks-999999.0"], "there is no question 'tricks-999999.0'"),
        (["tricks-1.1", "--limit", "3"], "questions that are named go without"),
        (["draws"], "draws is a domain, neither an engine nor a question; it is named by --domain draws"),
        (["--limit", "0"], "argument --limit: expected a number of questions"),
        (["--resume", "/no/such/folder/state"], "--resume /no/such/folder/state: No such file or directory"),
        (["./one", "./two"], "one engine was expected"),
        (["--"], "after -- the command of an engine was expected"),
        (["--reading", "when-void=never"], "--reading when-void=never: expected"),
    ],
)
def test_a_command_that_is_wrong_gets_one_line(words: list[str], says: str) -> None:
    run = fk_conform("prove", *words)
    assert run.returncode == 2
    assert run.stderr.startswith(f"fk-conform: {says}")
    assert len(run.stderr.splitlines()) == 1


def test_the_line_on_a_terminal_estimates_the_time_left() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    now = 100.0
    out = Terminal()
    remaining = Remaining(out, lambda: now)
    remaining.tell(Step("tricks", 10, 1000, 400.0))
    assert out.getvalue() == ""
    now += 2
    remaining.tell(Step("tricks", 250, 1000, 90.0))
    remaining.tell(Step("tricks", 260, 1000, 90.0))
    assert out.getvalue().count("tricks 25 %, 250 questions; about 2 min to go") == 1
    remaining.clear()
    assert out.getvalue().endswith("\r\x1b[K")
