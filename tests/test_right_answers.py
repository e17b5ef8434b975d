"""What is known to be right without being looked at: the right answer to a case, renamed as its variant is."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from tests.helpers import PASSED, SUITE, TRICK, make_run, spec, zoo

from fk_conform.more import CasesAndMore
from fk_conform.right_answers import RightAnswers
from fk_conform.running import CaseResult
from fk_conform.symmetry import Variant, variants
from fk_conform.verdict import judge

VARIANTS = list(variants(TRICK))
# East takes the trick: with south one seat further it is north, two seats further west.
TURNED = next(variant for variant in VARIANTS if (variant.renaming, variant.turn) == ("SHDC", 1))
RENAMED = next(variant for variant in VARIANTS if (variant.renaming, variant.turn) == ("HSDC", 0))


def line(
    number: int, winner: str, style: str = '{{"jsonrpc":"2.0","id":{},"result":{{"winner":"{}","points":12}}}}'
) -> bytes:
    """An answer to the trick."""
    return style.format(number, winner).encode()


def remembering(answer: bytes, number: int = 7) -> RightAnswers:
    """What is known once the trick has had this answer, and it was right."""
    right = RightAnswers()
    right.remember(TRICK, number, answer)
    return right


def test_the_same_answer_renamed_is_known() -> None:
    right = remembering(line(7, "east"))
    assert right.is_known(TURNED, 8, line(8, "north"))
    assert right.is_known(RENAMED, 9, line(9, "east"))


@pytest.mark.parametrize(
    "answer",
    [
        line(8, "east"),
        line(9, "north"),
        line(8, "north").replace(b"12", b"13"),
        line(8, "north").replace(b'"id"', b'"ID"'),
        line(8, "north") + b" ",
        b"",
    ],
    ids=["not renamed", "of another id", "of other points", "without an id", "with a space more", "empty"],
)
def test_any_other_answer_is_looked_at(answer: bytes) -> None:
    assert not remembering(line(7, "east")).is_known(TURNED, 8, answer)


@pytest.mark.parametrize(
    "style",
    [
        '{{"jsonrpc": "2.0", "id": {}, "result": {{"winner": "{}", "points": 12}}}}',
        '{{"result":{{"points":12,"winner":"{1}"}},"id":{0},"jsonrpc":"2.0"}}',
        ' {{ "id" : {} , "jsonrpc" : "2.0", "result" : {{ "winner" : "{}", "points" : 12 }} }}\r',
        '{{"jsonrpc":"2.0","id":{},"result":{{"winner":"{}","points":12,"said":"100 % sûr"}}}}',
    ],
)
def test_it_does_not_matter_how_an_engine_writes_its_json(style: str) -> None:
    assert remembering(line(7, "east", style)).is_known(TURNED, 8, line(8, "north", style))


@pytest.mark.parametrize(
    "style",
    [
        '{{"jsonrpc":"2.0","id":{},"result":{{"winner":"{}","points":12,"why":"\\u004bS"}}}}',
        '{{"jsonrpc":"2.0","id":{0},"result":{{"winner":"{1}","points":12,"id":{0}}}}}',
        '{{"jsonrpc":"2.0","id"  :7,"result":{{"winner":"{1}","points":12,"id":{0}}}}}',
        '{{"jsonrpc":"2.0","id":{}e0,"result":{{"winner":"{}","points":12}}}}',
    ],
    ids=["an escape", "two ids", "two ids, of which one is written in another way", "an id with an exponent"],
)
def test_what_bytes_alone_do_not_tell_is_not_known(style: str) -> None:
    assert not remembering(line(7, "east", style)).is_known(TURNED, 8, line(8, "north", style))


def test_nothing_is_known_of_a_case_that_was_not_answered_rightly() -> None:
    assert not RightAnswers().is_known(TURNED, 8, line(8, "north"))


def test_what_is_no_variant_is_looked_at() -> None:
    assert not remembering(line(7, "east")).is_known(TRICK, 8, line(8, "east"))


def test_the_answer_to_a_variant_tells_of_the_others() -> None:
    right = RightAnswers()
    right.remember(TURNED, 3, line(3, "north"))
    assert right.is_known(next(each for each in VARIANTS if each.turn == 3), 4, line(4, "south"))


def test_every_right_answer_to_every_variant_judged_by_itself_is_right() -> None:
    # Sound: what is known at a glance is just what would pass if it were looked at.
    for case in SUITE:
        answer: Any = {"result": case.expect}
        if case.malformed:
            answer = {"error": {"code": -32602, "message": "malformed"}}
        elif case.refuse:
            data = {"reason": case.refuse.reason, "event": case.refuse.event}
            answer = {"error": {"code": 1, "message": "refused", "data": data}}
        right = RightAnswers()
        right.remember(case, 1, json.dumps({"jsonrpc": "2.0", "id": 1, **answer}).encode())
        for variant in variants(case):
            renamed = json.dumps({"jsonrpc": "2.0", "id": 2, **_answer(variant, answer)}).encode()
            assert right.is_known(variant, 2, renamed)
            assert judge(variant, json.loads(renamed), spec().shapes).verdict == "passed"


def _answer(variant: Variant, answer: Any) -> Any:
    return {"result": variant.expect} if "result" in answer else answer


ONCE = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        result = {"protocol": 1, "engine": {"name": "once", "version": "1"}, "methods": ["judge_trick"], "readings": {}}
    else:
        result = {"winner": "east", "points": 12}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


def test_an_engine_that_gives_the_answer_to_the_case_whatever_is_renamed_fails() -> None:
    run = make_run([sys.executable, "-c", ONCE], CasesAndMore([TRICK], "all"))
    results = {event.case.id: event.verdict.verdict for event in run.events() if isinstance(event, CaseResult)}
    wrong = {variant.id for variant in VARIANTS if variant.expect["winner"] != "east"}
    assert {name for name, verdict in results.items() if verdict == "failed"} == wrong
    assert len(wrong) == 3 * len(results) // 4


def test_a_run_with_all_variants_comes_to_the_same_as_one_that_looks_at_every_answer() -> None:
    run = make_run(zoo("right_throughout"), CasesAndMore(SUITE, "all"))
    results = [event for event in run.events() if isinstance(event, CaseResult)]
    verdicts = {result.case.id: result.verdict.verdict for result in results}
    assert {name: verdicts[name] for name in PASSED} == PASSED
    assert all(result.seconds is not None for result in results)
    assert len(results) == len(SUITE) + sum(len(list(variants(case))) for case in SUITE)
