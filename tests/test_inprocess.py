"""An engine in this process: how it is called, what its results and exceptions mean, and what is a fault of it."""

from __future__ import annotations

import dataclasses
import enum
import json
import types
from typing import Any, NamedTuple

import pytest
from tests.helpers import MALFORMED, REFUSED, SUITE, TRICK, follow, make_case, spec

from fk_conform.faults import BadHandshake, Fault
from fk_conform.inprocess import PythonEngine, RunInProcess
from fk_conform.running import CaseResult, Options
from fk_conform.suite import Case
from forty_kings import Malformed, Refused
from forty_kings.engine import METHODS
from forty_kings.readings import Readings

Json = Any

FOLLOW = follow("FK4.3c02", ["7S", "KH", "QH"], "KS", ["7S"])
MUST_TRUMP = make_case(
    "FK4.4c01",
    "legal_cards",
    {"hand": ["7H", "7D"], "trick": ["KS"], "trump": "hearts"},
    {"expect": {"cards": ["7H"]}},
    {"when-void": "must-trump"},
)


class Whole:
    """An engine with all methods and readings: the rules of the reference engine, without its lines."""

    name = "whole"
    version = "1.2"

    def initialize(self, readings: dict[str, str]) -> Json:
        self.readings = Readings.of(readings)
        return {"readings": readings}

    def __getattr__(self, name: str) -> Any:
        if name not in METHODS:
            raise AttributeError(name)
        return lambda **params: METHODS[name](params, self.readings)


def asked(engine: object, case: Case, **readings: str) -> tuple[str, str]:
    """The verdict on an engine's answer and what kind it is of."""
    table = {name.replace("_", "-"): alternative for name, alternative in readings.items()}
    verdict = PythonEngine(engine, spec(), "1.0.0", table).ask(case).verdict
    return verdict.verdict, verdict.kind


def judging(returned: object) -> object:
    """An engine that returns, or raises, the same at every trick."""

    class Engine:
        def judge_trick(self, leader: str, cards: list[str], trump: str) -> object:
            if isinstance(returned, BaseException):
                raise returned
            return returned

    return Engine()


def test_an_engine_of_all_methods_passes_a_suite_of_all_kinds_of_answers() -> None:
    engine = PythonEngine(Whole(), spec(), "1.0.0")
    assert {engine.ask(case).verdict.verdict for case in SUITE} == {"passed"}


def test_it_is_introduced_by_its_class_where_it_says_nothing_of_itself() -> None:
    introduction = PythonEngine(judging({}), spec(), "1.0.0").introduction
    assert introduction.engine == {"name": "Engine", "version": "in process"}
    assert introduction.methods == {"judge_trick"}
    assert introduction.readings == spec().default_readings


def test_what_it_says_of_itself_counts() -> None:
    introduction = PythonEngine(Whole, spec(), "1.0.0", {"unshown": "next-best-scores"}).introduction
    assert introduction.engine == {"name": "whole", "version": "1.2"}
    assert introduction.methods == set(METHODS) | {"initialize"}
    assert introduction.readings == {**spec().default_readings, "unshown": "next-best-scores"}


def test_initialize_may_leave_methods_out() -> None:
    class Modest(Whole):
        def initialize(self, readings: dict[str, str]) -> Json:
            return {**super().initialize(readings), "methods": ["judge_trick"]}

    assert asked(Modest, FOLLOW) == ("not-applicable", "not-offered")
    assert asked(Modest, TRICK) == ("passed", "")


@pytest.mark.parametrize("said", [None, {"readings": {"when-void": "sometimes"}}, {"protocol": 2}, {"methods": "all"}])
def test_an_introduction_that_is_none_is_a_fault(said: Json) -> None:
    class Engine:
        def initialize(self) -> Json:
            return said

    with pytest.raises(BadHandshake):
        PythonEngine(Engine(), spec(), "1.0.0")


def test_an_engine_that_cannot_be_made_is_a_fault() -> None:
    class Engine:
        def __init__(self) -> None:
            raise OSError("no table is free")

    with pytest.raises(Fault) as fault:
        PythonEngine(Engine, spec(), "1.0.0")
    assert fault.value.message == "the engine raised an exception: OSError: no table is free"


def test_a_class_is_made_anew_for_each_table_and_an_object_is_taken_as_it_is() -> None:
    class Counting(Whole):
        made = 0

        def __init__(self) -> None:
            Counting.made += 1

    for _ in range(2):
        PythonEngine(Counting, spec(), "1.0.0")
    assert Counting.made == 2
    PythonEngine(Counting(), spec(), "1.0.0")
    assert Counting.made == 3


def test_a_case_of_another_reading_is_put_only_to_an_engine_that_follows_it() -> None:
    assert asked(Whole, MUST_TRUMP) == ("not-applicable", "other-reading")
    assert asked(Whole, MUST_TRUMP, when_void="must-trump") == ("passed", "")

    class Stubborn(Whole):
        def initialize(self, readings: dict[str, str]) -> Json:
            return super().initialize({})

    assert asked(Stubborn, MUST_TRUMP, when_void="must-trump") == ("not-applicable", "other-reading")


def test_what_is_wanted_besides_the_readings_of_the_table_is_minded_only_by_cases_that_depend_on_it() -> None:
    class Stubborn(Whole):
        def initialize(self, readings: dict[str, str]) -> Json:
            assert readings["when-void"] == "must-trump"
            return super().initialize({})

    engine = PythonEngine(Stubborn, spec(), "1.0.0", wanted={"when-void": "must-trump"})
    assert engine.ask(FOLLOW).verdict.verdict == "passed"
    assert engine.ask(MUST_TRUMP).verdict.verdict == "not-applicable"


class Seat(enum.Enum):
    EAST = "east"


class Points(enum.IntEnum):
    TWELVE = 12


@dataclasses.dataclass
class Taken:
    winner: Seat
    points: int


class TakenToo(NamedTuple):
    winner: str
    points: Points


@pytest.mark.parametrize(
    "returned",
    [{"winner": "east", "points": 12}, Taken(Seat.EAST, 12), TakenToo("east", Points.TWELVE)],
    ids=["dict", "dataclass", "named tuple"],
)
def test_records_may_be_dataclasses_or_named_tuples_and_words_enumerations(returned: object) -> None:
    assert asked(judging(returned), TRICK) == ("passed", "")


@pytest.mark.parametrize("cards", [["7S"], ("7S",), {"7S"}, frozenset({"7S"})])
def test_lists_may_be_tuples_and_sets(cards: object) -> None:
    class Engine:
        def legal_cards(self, hand: object, trick: object, trump: object) -> Json:
            return {"cards": cards}

    assert asked(Engine, FOLLOW) == ("passed", "")


@pytest.mark.parametrize("returned", [{"winner": "east", "points": True}, {"winner": "east", "points": 12.0}])
def test_a_boolean_or_a_number_with_a_point_is_no_whole_number(returned: Json) -> None:
    assert asked(judging(returned), TRICK) == ("failed", "wrong-answer")


@pytest.mark.parametrize("returned", [object(), {"points": float("nan")}, {"winner": b"east"}, {(1, 2): 3}])
def test_what_json_has_no_form_for_is_a_fault(returned: object) -> None:
    assert asked(judging(returned), TRICK) == ("fault", "no-answer")


def test_a_result_within_itself_is_a_fault() -> None:
    returned: dict[str, object] = {}
    returned["winner"] = returned
    assert asked(judging(returned), TRICK) == ("fault", "no-answer")


def refusing(reason: object, event: object = None, kind: type[Exception] = Exception) -> Exception:
    error = kind("it is north's turn")
    error.reason = reason  # type: ignore[attr-defined]
    if event is not None:
        error.event = event  # type: ignore[attr-defined]
    return error


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (refusing("not-your-turn", 0), ("passed", "")),
        (refusing("not-your-turn", 0, ValueError), ("passed", "")),
        (Refused("not-your-turn", "north is not asked", 0), ("passed", "")),
        (refusing("not-your-turn", 1), ("failed", "wrong-event")),
        (refusing("not-your-turn"), ("failed", "wrong-event")),
        (refusing("hand-over", 0), ("failed", "wrong-reason")),
        (ValueError("there is no such card"), ("failed", "called-malformed")),
        (Malformed("there is no such card"), ("failed", "called-malformed")),
        (NotImplementedError(), ("not-applicable", "denied")),
        (KeyError("north"), ("fault", "raised")),
        (refusing(7), ("fault", "raised")),
        (RecursionError(), ("fault", "raised")),
    ],
    ids=repr,
)
def test_an_exception_means_a_refusal_a_malformed_request_or_a_fault(
    error: Exception, verdict: tuple[str, str]
) -> None:
    class Engine:
        def replay_hand(self, **params: Json) -> Json:
            raise error

    assert asked(Engine, REFUSED) == verdict


def test_a_fault_holds_where_the_engine_raised_it_and_nothing_of_the_runner() -> None:
    class Engine:
        def judge_trick(self, leader: str, cards: list[str], trump: str) -> Json:
            raise RuntimeError("\x1b[31mred")

    fault = PythonEngine(Engine, spec(), "1.0.0").ask(TRICK).fault
    assert fault
    assert fault.message == "the engine raised an exception: RuntimeError: \\x1b[31mred"
    assert "in judge_trick" in " ".join(fault.stderr)
    assert "fk_conform" not in " ".join(fault.stderr)
    assert fault.stderr[-1] == "RuntimeError: \\x1b[31mred"


def test_after_ten_faults_in_a_row_at_one_method_the_others_are_asked_on() -> None:
    class Engine:
        def legal_cards(self, hand: list[str], trick: list[str], trump: str) -> Json:
            raise RuntimeError

        def judge_trick(self, leader: str, cards: list[str], trump: str) -> Json:
            return {"winner": "east", "points": 12}

    cases = [*(follow(f"FK4.3c{number:02}", ["7S", "KH"], "KS", ["7S"]) for number in range(1, 31)), TRICK]
    run = RunInProcess(Engine, cases, Options(()), spec(), "1.0.0")
    verdicts = [event.verdict.verdict for event in run.events() if isinstance(event, CaseResult)]
    assert verdicts == ["fault"] * 10 + ["not-run"] * 20 + ["passed"]


def test_to_be_interrupted_is_no_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        asked(judging(KeyboardInterrupt()), TRICK)


def test_a_method_gets_the_members_that_it_has_parameters_for() -> None:
    class Engine:
        def legal_cards(self, *, hand: list[str], trick: list[str]) -> Json:
            return {"cards": [card for card in hand if card[1] == trick[0][1]]}

    assert asked(Engine, FOLLOW) == ("passed", "")


def test_a_member_that_is_missing_is_malformed_unless_its_parameter_has_a_default() -> None:
    without_trump = make_case("FK4.3c90", "legal_cards", {"hand": ["7S"], "trick": []}, {"malformed": True})
    no_object = make_case("FK4.3c91", "legal_cards", ["7S"], {"malformed": True})

    class Strict:
        def legal_cards(self, hand: list[str], trick: list[str], trump: str) -> Json:
            return {"cards": hand}

    class Lax:
        def legal_cards(self, hand: list[str], trick: list[str], trump: str = "hearts") -> Json:
            return {"cards": hand}

    assert asked(Strict, without_trump) == ("passed", "")
    assert asked(Lax, without_trump) == ("failed", "malformed-accepted")
    assert asked(Lax, no_object) == ("passed", "")


def test_a_function_that_does_not_tell_its_parameters_gets_all_members() -> None:
    engine = types.SimpleNamespace(judge_trick=dict)  # which returns what it gets
    got = PythonEngine(engine, spec(), "1.0.0").ask(TRICK).verdict.got
    assert got == {"result": json.loads(TRICK.params)}


def test_an_engine_cannot_change_what_the_next_one_is_asked() -> None:
    class Greedy:
        def legal_cards(self, hand: list[str], trick: list[str], trump: str) -> Json:
            following = [card for card in hand if card[1] == trick[0][1]]
            hand.clear()
            return {"cards": following}

    engine = PythonEngine(Greedy, spec(), "1.0.0")
    assert [engine.ask(FOLLOW).verdict.verdict for _ in range(2)] == ["passed", "passed"]
    assert engine.ask(MALFORMED).verdict.verdict == "fault"
