"""Dividing: counts card by card beside the reference engine's, and the way down to where a mistake shows first."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tests.helpers import ROOT, spec, zoo
from tests.zoo import counting

from fk_conform.cli import main
from fk_conform.divide.counts import ByCounting, ByWalking, Count, Question, Reference, Said, State, states
from fk_conform.divide.division import Difference, Divider, Division
from fk_conform.divide.position import Position
from fk_conform.divide.report import DivisionReport
from fk_conform.errors import UsageError
from fk_conform.mistakes import mistaken
from forty_kings import engine
from forty_kings.readings import DEFAULT

Json = Any

COUNTING = [sys.executable, str(ROOT / "tests" / "zoo" / "counting.py")]
# Each holds a suit of their own, and clubs are trumps: nobody ever has to follow.
EACH_A_SUIT = "east:KQJAT987... .KQJAT987.. ..KQJAT987. ...KQJAT987 7C"
# East, who leads, north, west and south; diamonds are trumps.
DEAL = "east:K.KQA8.J.JT JA.J7.QA7.K Q9.T9.9.Q97 T87..KT8.A8 TD"
START = Position.of(DEAL)


class Mistaken:
    """The reference engine with a mistake, in this process; it counts lines one by one, so that it shows there too."""

    def __init__(self, mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.mistake = mistake
        monkeypatch.setattr(engine, "count_lines", counting.count)

    def ask(self, questions: Sequence[Question]) -> list[Json]:
        with mistaken(self.mistake):
            return Reference(DEFAULT).ask(questions)


class Changed:
    """The reference engine, of which some answers are changed."""

    def __init__(self, change: Callable[[str, Json, Json], Json]) -> None:
        self.change = change

    def ask(self, questions: Sequence[Question]) -> list[Json]:
        answers = Reference(DEFAULT).ask(questions)
        asked = zip(questions, answers, strict=True)
        return [self.change(method, json.loads(params), answer) for (method, params), answer in asked]


def followed(questions: Any, position: Position, depth: int, walks: bool = False, replays: bool = True) -> list[Any]:
    counts = ByWalking(questions) if walks else ByCounting(questions)
    return list(Divider(questions, counts, Reference(DEFAULT), replays, spec()).follow(position, depth))


def found(questions: Any, position: Position, depth: int, **how: bool) -> Difference:
    """The difference that it comes to."""
    *divisions, difference = followed(questions, position, depth, **how)
    assert all(isinstance(each, Division) for each in divisions)
    assert isinstance(difference, Difference)
    return difference


# Positions


def test_events_are_read_and_written_in_the_short_form() -> None:
    events = ["east: KS/3 JS QS TS", "east names K", "north good", "east shows KS KH KD", "east: KH JH"]
    position = Position.of(DEAL, events)
    assert position.in_lines() == events
    assert position.played == ["KS", "JS", "QS", "TS", "KH", "JH"]
    assert position.plays_only.in_lines() == ["east: KS JS QS TS KH JH"]
    assert Position.of(DEAL, ["east: KS", "north: JS QS"]).in_lines() == ["east: KS JS QS"]
    assert position.held_by("west") == ["9S", "TH", "9H", "9D", "QC", "9C", "7C"]
    assert position.trump == "D"
    sent = json.loads(position.params(depth=3))
    assert list(sent) == ["dealer", "hands", "turn_up", "events", "depth"]
    assert sent["events"][0] == {"seat": "east", "card": "KS", "announce": 3}
    assert sent["events"][-1] == {"seat": "north", "card": "JH"}


@pytest.mark.parametrize(("line", "events"), [("east:KQ", []), (DEAL, ["east KS"]), (DEAL, ["eats: KS"])])
def test_what_is_no_deal_and_no_event_is_said(line: str, events: list[str]) -> None:
    with pytest.raises(UsageError, match=r"is no (deal line|event|seat)"):
        Position.of(line, events)


# Counts


def test_both_ways_of_counting_come_to_the_same() -> None:
    counting_, walking = ByCounting(Reference(DEFAULT)), ByWalking(Reference(DEFAULT))
    for position in (START, Position.of(DEAL, ["east: KS AS QS"]), Position.of(DEAL, ["east: JC KC QC 8C"])):
        turn = {0: "east", 3: "south", 4: "north"}[len(position.played)]
        cards = position.held_by(turn)
        assert walking.at(position, [0, 1, 2, 5]) == counting_.at(position, [0, 1, 2, 5])
        for depth in (0, 4):
            mine = [said.count for said in walking.after_each(position, turn, cards, depth)]
            assert mine == [said.count for said in counting_.after_each(position, turn, cards, depth)]
            assert any(mine)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"result": {"lines": "12", "points": "0"}}, Said(Count(12, 0))),
        (
            {"error": {"code": 1, "message": "", "data": {"reason": "hand-over"}}},
            Said(None, "refused: hand-over", True, "hand-over"),
        ),
        ({"error": {"code": 1, "message": ""}}, Said(None, "refused: for no reason", True, "for no reason")),
        ({"error": {"code": -32602, "message": "no\x1b"}}, Said(None, 'called malformed: "no\\u001b"', True)),
        ({"result": {"lines": 12, "points": "0"}}, Said(None, 'no count: {"result": {"lines": 12, "points": "0"}}')),
        ({"result": {"lines": "²", "points": "0"}}, Said(None, 'no count: {"result": {"lines": "²", "points": "0"}}')),
        ({"result": None}, Said(None, 'no count: {"result": null}')),
    ],
)
def test_what_is_said_is_a_count_or_why_it_is_none(answer: Json, said: Said) -> None:
    assert ByCounting(Changed(lambda *_: answer)).at(START, [1]) == [said]


@pytest.mark.parametrize(
    "change",
    [
        {"legal": ["KS", "KS"]},
        {"legal": ["KS", "10S"]},
        {"legal": ["K S"]},
        {"legal": [["KS"]]},
        {"legal": None},
        {"turn": "nobody"},
        {"turn": ["east"]},
        {"tricks": [{"winner": "east", "points": "5"}]},
        {"tricks": "none"},
        {"tricks": ["east"]},
        {"tricks": [{"winner": 3, "points": 5}]},
        {"tricks": [{"winner": "east", "points": True}]},
    ],
)
def test_what_an_engine_says_of_a_position_is_taken_only_if_it_may_be_so(change: Json) -> None:
    lies = Changed(lambda method, params, answer: {**answer, "result": {**answer["result"], **change}})
    (said,) = states(lies, [START])
    assert isinstance(said, Said)
    assert said.why.startswith("no answer: ")
    (state,) = states(Reference(DEFAULT), [START])
    assert isinstance(state, State)


# Following down


def test_where_all_is_the_same_there_is_one_table() -> None:
    (division,) = followed(Reference(DEFAULT), Position.of(EACH_A_SUIT), 4)
    # Any of eight cards, then any of eight each: nobody can follow.
    assert [(row.card, row.reference.count and row.reference.count.lines) for row in division.rows] == [
        (f"{rank}S", 8**3) for rank in "KQJAT987"
    ]
    assert division.whole.reference.count.lines == 8**4
    assert division.whole.agrees


def test_the_way_leads_to_the_first_card_that_only_one_of_the_two_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, difference = followed(Mistaken("M-no-follow", monkeypatch), START, 2)
    # North holds two spades, two hearts, three diamonds and one club.
    follow = dict(zip(["KS", "KH", "QH", "AH", "8H", "JD", "JC", "TC"], (2, 2, 2, 2, 2, 3, 1, 1), strict=True))
    assert {row.card: row.reference.count.lines for row in first.rows} == follow
    assert {row.engine.count.lines for row in first.rows} == {8}
    assert second.position.in_lines() == ["east: KS"]
    assert [row.card for row in second.rows if row.agrees] == ["JS", "AS"]
    assert (difference.position.in_lines(), difference.turn, difference.card) == (["east: KS"], "north", "JH")
    assert (difference.expected, difference.got) == ("refused: must-follow-suit", "1 line · 0 points")
    assert difference.clauses == ("FK4.3",)


@pytest.mark.parametrize("walks", [False, True])
@pytest.mark.parametrize(
    ("mistake", "events", "depth"),
    [
        ("M-no-follow", [], 2),
        # South has no heart.
        ("M-must-trump", ["east: KH 7H TH"], 1),
        ("M-may-not-trump", ["east: KH 7H TH"], 1),
        # Two trumps lie, the second the higher.
        ("M-first-trump-wins", ["east: KH 7H TH TD"], 8),
        ("M-trump-ignored", ["east: KH 7H TH"], 3),
        # South's ace of clubs is higher than what lies, and no heart.
        ("M-off-suit-wins", ["east: 8H 7H TH"], 4),
        # North wins, and south may put an ace to it.
        ("M-ace-scores", ["east: JC KC 7C"], 1),
        ("M-ten-scores", [], 4),
        ("M-trump-while-able", [], 2),
    ],
)
def test_a_known_mistake_is_led_back_to_its_clause(
    mistake: str, events: list[str], depth: int, walks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = Mistaken(mistake, monkeypatch)
    difference = found(questions, Position.of(DEAL, events), depth, walks=walks)
    assert spec().mistakes[mistake].clause in difference.clauses
    assert len(difference.clauses) == 1 + (mistake == "M-trump-while-able")
    # The request shows it: the answers of the two are not the same.
    asked = [(difference.method, difference.params)]
    assert Reference(DEFAULT).ask(asked) != questions.ask(asked)
    # And so does a division from there.
    assert found(questions, difference.position, difference.depth, walks=walks) == difference


def test_a_wrong_winner_is_found_where_the_trick_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = Mistaken("M-ace-above-king", monkeypatch)
    difference = found(questions, Position.of(DEAL, ["east: KS AS"]), 5)
    # East's king takes it: five points and the queen's four. North's ace takes it wrongly.
    assert (difference.expected, difference.got) == ("the trick to east, 9 points", "the trick to north, 9 points")
    assert (difference.method, difference.position.in_lines()) == ("replay_hand", ["east: KS AS QS"])
    assert (difference.turn, difference.card, difference.clauses) == ("south", "TS", ("FK4.10",))


def test_of_an_engine_that_only_counts_it_shows_in_who_leads_next(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = Mistaken("M-ace-above-king", monkeypatch)
    difference = found(questions, Position.of(DEAL, ["east: KS AS"]), 5, replays=False)
    assert (difference.method, difference.position.in_lines()) == ("count_lines", ["east: KS AS QS TS"])
    assert (difference.expected, difference.got) == ("1 line · 0 points", "refused: not-your-turn")
    assert difference.clauses == ("FK4.10",)


def miscounting(events: list[str], depth: int, more: int = 1) -> Changed:
    """The reference engine, which at one position and depth counts too many points."""
    at = json.loads(Position.of(DEAL, events).params(depth=depth))

    def change(method: str, params: Json, answer: Json) -> Json:
        if method != "count_lines" or params != at:
            return answer
        points = str(int(answer["result"]["points"]) + more)
        return {**answer, "result": {**answer["result"], "points": points}}

    return Changed(change)


def test_what_is_wrong_with_the_position_as_a_whole_is_told_of_it() -> None:
    difference = found(miscounting(["east: KS"], 3), START, 4)
    assert (difference.position.in_lines(), difference.turn, difference.card) == (["east: KS"], "north", None)
    asked = json.loads(difference.params)
    assert (difference.method, asked["depth"], difference.depth) == ("count_lines", 3, 3)
    # North has two spades, west two, south three: no trick is ended, so that there are no points.
    assert (difference.expected, difference.got) == ("12 lines · 0 points", "12 lines · 1 points")


def test_what_a_trick_is_worth_is_in_question_where_it_could_end() -> None:
    difference = found(miscounting(["east: KS AS QS"], 1), Position.of(DEAL, ["east: KS AS QS"]), 1)
    assert difference.clauses == ("FK4.9", "FK4.10", "FK1.7")


def test_what_cancels_out_deeper_down_is_found_less_deep() -> None:
    both = miscounting([], 2), miscounting([], 4)
    questions = Changed(
        lambda method, params, answer: both[0].change(method, params, both[1].change(method, params, answer))
    )
    first, second, difference = followed(questions, START, 4)
    assert (first.depth, second.depth) == (4, 2)
    assert json.loads(difference.params)["depth"] == 2


def test_what_is_no_count_is_a_difference_where_it_is_said() -> None:
    broken = Changed(
        lambda method, params, answer: (
            {"result": {}} if params["events"][-1:] == [{"seat": "east", "card": "QH"}] else answer
        )
    )
    difference = found(broken, START, 3)
    assert (difference.position, difference.card) == (START, "QH")
    assert (difference.expected, difference.got) == ("1 line · 0 points", 'no count: {"result": {}}')
    assert json.loads(difference.params)["depth"] == 0


def test_where_a_rank_is_awaited_nothing_can_be_played_and_the_whole_is_compared() -> None:
    # East has three jacks, north three kings: of two who announce three the first has to name the rank.
    deal = "east:JAT987.J.J. K.KAT987.K. Q.Q.QAT987. ...KQJAT987 7C"
    (division,) = followed(Reference(DEFAULT), Position.of(deal, ["east: JS/3 KS/3 QS AC"]), 3)
    assert division.rows == ()
    assert division.whole.agrees
    assert "(no card can be played before a rank has been named)" in reported([division])


# The report


def reported(events: Sequence[Any], engine: str = "theirs 1") -> str:
    out = io.StringIO()
    report = DivisionReport(out, spec(), engine, ["--", "./an engine"])
    for event in events:
        report.tell(event)
    report.end()
    return out.getvalue()


def test_the_report_ends_with_all_that_shows_the_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    text = reported(followed(Mistaken("M-no-follow", monkeypatch), START, 2))
    assert re.search(r"(?m)^  ✗ JH +refused: must-follow-suit   1 · 0$", text)
    assert re.search(r"(?m)^    AS +1 · 0   1 · 0$", text)
    end = text[text.index("The first difference") :]
    labels = dict(line.split(maxsplit=1) for line in end.splitlines()[1:])
    assert labels["deal"] == DEAL
    assert labels["events"] == "east: KS"
    assert labels["hand"] == "north JS AS JH 7H QD AD 7D KC"
    assert (labels["trick"], labels["plays"]) == ("KS", "JH")
    assert labels["clause"].startswith(f"FK4.3 {spec().clauses['FK4.3'].title}: {spec().clauses['FK4.3'].rule[:20]}")
    request = json.loads(labels["request"])
    assert (request["method"], request["params"]["events"][-1]) == ("count_lines", {"seat": "north", "card": "JH"})
    again = ["fk-conform", "divide", DEAL, "--events", "east: KS", "--depth", "1", "--", "./an engine"]
    assert shlex.split(labels["again"]) == again


# The command


def divided(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["divide", *words])
    return status, "".join(capsys.readouterr())


def test_an_engine_that_plays_by_the_rules_makes_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = divided(capsys, DEAL, "--depth", "4")
    assert status == 0
    assert text.endswith("No difference.\n")
    status, text = divided(capsys, *DEAL.split(), "--depth", "3", "--", *COUNTING, "none", "replay_hand")
    assert status == 0
    assert "It offers no count_lines: its lawful cards have been walked through with replay_hand, 3 deep." in text


@pytest.mark.parametrize("methods", [[], ["count_lines"], ["replay_hand"]])
def test_the_command_that_is_named_shows_the_difference_again(
    methods: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = divided(capsys, DEAL, "--depth", "3", "--", *COUNTING, "M-no-follow", *methods)
    assert status == 1
    label, program, verb, *again = shlex.split(text.splitlines()[-1])
    assert (label, program, verb) == ("again", "fk-conform", "divide")
    status, second = divided(capsys, *again)
    assert status == 1
    assert second[second.index("The first difference") :] == text[text.index("The first difference") :]


def test_to_walk_through_a_lax_engine_ends_where_it_differs(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = divided(capsys, DEAL, "--", *COUNTING, "M-no-follow", "replay_hand")
    assert status == 1
    assert "walked through with replay_hand, 2 deep" in text


def test_the_reference_engine_plays_as_the_other_says_that_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    # South has no heart, and diamonds to trump with.
    position = [DEAL, "--events", "east: KH 7H TH", "--depth", "1"]
    house_rules = [sys.executable, str(ROOT / "tests" / "zoo" / "house_rules.py")]
    status, text = divided(capsys, *position, "--reading", "when-void=must-trump")
    assert status == 0
    assert "both playing when-void: must-trump.\n" in text
    status, text = divided(capsys, *position, "--", *house_rules, "when-void=must-trump")
    assert status == 1
    assert "got       refused: must-trump\n  clause    FK4.4 " in text
    status, text = divided(
        capsys, *position, "--reading", "when-void=must-trump", "--", *house_rules, "when-void=any-card"
    )
    assert status == 4
    assert text == "forty-kings 1.0.0 follows when-void: any-card, and not what was asked for.\n"


@pytest.mark.parametrize(
    ("engine", "status", "says"),
    [
        (
            ["./no-such-engine"],
            3,
            "fk-conform: the engine could not be started: ./no-such-engine: there is no such file\n",
        ),
        (zoo("dies_at_start"), 3, "fk-conform: the engine ended before it had answered\n"),
        (
            zoo("offers_legal_cards"),
            4,
            "It offers neither count_lines nor replay_hand: there is nothing to divide by.\n",
        ),
        (zoo("dies"), 1, "fk-conform: stopped after ten faults of the engine in a row\n"),
        (zoo("answers_nothing"), 1, 'got       no count: {"jsonrpc": "2.0", "id": '),
    ],
)
def test_what_cannot_be_counted_is_said(
    engine: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    came, text = divided(capsys, DEAL, "--depth", "2", "--", *engine)
    assert came == status
    assert says in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "a deal line was expected"),
        (["east:K"], "'east:K' is no deal line"),
        ([DEAL.replace("TD", "7D")], "malformed: the turn-up 7D is not in the hand of the dealer, south"),
        ([DEAL, "--events", "east: KS KC"], "--events: event 1 is refused: must-follow-suit: "),
        ([DEAL, "--events", "east KS"], "'east KS' is no event"),
        ([DEAL, "--depth", "0"], "--depth 0: expected 1 to 32, the number of cards left to play"),
        ([DEAL, "--depth", "32", "--events", "east: KS"], "--depth 32: expected 1 to 31"),
        ([DEAL, "--depth", "many"], "invalid int value: 'many'"),
        ([DEAL, "--reading", "void=any"], "there is no reading 'void'"),
    ],
    ids=lambda value: " ".join(value)[-30:] if isinstance(value, list) else "",
)
def test_what_cannot_be_divided_is_said_in_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = divided(capsys, *words)
    assert status == 2
    assert text.startswith("fk-conform: ")
    assert text.count("\n") == 1
    assert says in text


def test_an_engine_that_paints_paints_nothing_here(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("painted", "paints", "dies_painted"):
        _, text = divided(capsys, DEAL, "--depth", "1", "--", *zoo(name))
        assert all(line.isprintable() for line in text.split("\n"))
