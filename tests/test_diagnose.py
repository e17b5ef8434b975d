"""What failures look like: the known mistake or reading behind them is named, and nothing else."""

from __future__ import annotations

import io
import itertools
import json
import multiprocessing
import random
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import ROOT, run, spec

import fk_conform
from fk_conform import data
from fk_conform.diagnose import LEAST_THERE, MOST, Diagnosis, diagnose
from fk_conform.fingerprint import FAULT, Pattern
from fk_conform.kills import pattern
from fk_conform.mistakes import Rules, load, mistaken
from fk_conform.report.sentences import say_diagnosis
from fk_conform.report.text import TextReport
from fk_conform.running import Findings, Footer
from fk_conform.suite import load_cases
from forty_kings.engine import Engine
from forty_kings.pack import CardSet
from forty_kings.play import Hand

CASES = list(load_cases(corpus=False))
IDS = [case.id for case in CASES]
KILLS = data.kills()


def diagnosed(failures: Pattern, asked: list[str] = IDS) -> list[Diagnosis]:
    """The diagnosis of a run in which these cases failed and all others passed."""
    return diagnose(failures, set(asked) - failures.keys(), KILLS)


def names(diagnosis: Diagnosis) -> set[str]:
    """All that a diagnosis names: failures do not tell apart what shows alike."""
    return {diagnosis.subject, *diagnosis.alike}


# One mistake


@cache
def of_each_alone() -> dict[str, list[Diagnosis]]:
    """The diagnosis of each mistake and of each reading, made by itself."""
    return {subject: diagnosed(failures) for subject, failures in KILLS.items()}


def test_nearly_every_mistake_and_reading_by_itself_is_named_first() -> None:
    misses = [subject for subject, found in of_each_alone().items() if not found or found[0].subject != subject]
    share = 1 - len(misses) / len(KILLS)
    assert share >= 0.95, f"{share:.3f} are named first; not {misses}"


def test_whoever_is_not_named_first_shows_in_just_the_same_failures_and_is_named_with_the_first() -> None:
    for subject, (first, *_) in of_each_alone().items():
        assert subject in names(first)
        assert subject == first.subject or KILLS[subject] == KILLS[first.subject]


def test_one_mistake_by_itself_explains_everything_and_nothing_else_is_named() -> None:
    for subject, found in of_each_alone().items():
        assert [diagnosis.explains for diagnosis in found] == [frozenset(KILLS[subject])], subject
        assert found[0].failures == len(KILLS[subject])


def test_of_what_shows_alike_the_reading_is_named_and_then_the_mistake() -> None:
    (found,) = diagnosed(KILLS["M-must-trump"])
    assert (found.subject, found.alike) == ("when-void: must-trump", ("M-must-trump",))


@pytest.mark.parametrize("reading", ["when-void: must-trump", "level-totals: drawn", "four-as-three: allowed"])
def test_an_engine_that_plays_a_reading_and_does_not_say_so_is_found_to_play_it(reading: str) -> None:
    house_rules = str(ROOT / "tests" / "zoo" / "house_rules.py")
    outcome = run([sys.executable, house_rules, reading.replace(": ", "=")], CASES)
    (findings,) = [event for event in outcome.told if isinstance(event, Findings)]
    failed = {name for name, verdict in outcome.verdicts.items() if verdict == "failed"}
    assert [(found.subject, set(found.explains)) for found in findings.diagnoses] == [(reading, failed)]


# Two at once

PAIRS = 100


class Noting(Rules):
    """Rules that note which of them a mistake replaces."""

    def __init__(self) -> None:
        super().__init__()
        self.replaced: set[tuple[str, str]] = set()

    def set(self, owner: Any, name: str, wrong: Any) -> None:
        self.replaced.add((getattr(owner, "__name__", str(owner)), name))
        super().set(owner, name, wrong)

    def replace_method(self, method: str, wrong: Any) -> None:
        self.replaced.add(("METHODS", method))
        super().replace_method(method, wrong)


def replaced_by(mistake: str) -> set[tuple[str, str]]:
    """The rules that a mistake replaces."""
    rules = Noting()
    try:
        load()[mistake](rules)
    finally:
        rules.restore()
    return rules.replaced


def pairs() -> Iterator[tuple[str, str]]:
    """Pairs of mistakes, always the same, that can be made at once and told apart.

    Two that replace the same rule cannot both be made: the second would only undo the first. And where one
    fails in all the cases in which the other does, it may hide the other altogether.
    """
    chance = random.Random(1792)
    mistakes = sorted(load())
    while True:
        one, other = chance.sample(mistakes, 2)
        nested = KILLS[one].keys() <= KILLS[other].keys() or KILLS[other].keys() <= KILLS[one].keys()
        if not nested and not replaced_by(one) & replaced_by(other):
            yield one, other


def failures_of(pair: tuple[str, str]) -> Pattern:
    """What fails when both mistakes are made at once."""
    with mistaken(pair[0]), mistaken(pair[1]):
        return pattern(CASES, spec(), {})


def test_two_mistakes_at_once_are_both_named_and_no_third() -> None:
    chosen = list(itertools.islice(pairs(), PAIRS))
    with multiprocessing.Pool(2) as pool:
        failures = pool.map(failures_of, chosen)
    misses = []
    for pair, failed in zip(chosen, failures, strict=True):
        found = diagnosed(failed)
        if len(found) != 2 or not all(any(name in names(each) for each in found) for name in pair):
            misses.append((*pair, [each.subject for each in found]))
    share = 1 - len(misses) / PAIRS
    assert share >= 0.9, f"{share:.2f} are named; not {misses}"


# No known mistake


def test_where_nothing_fails_nothing_is_named() -> None:
    assert diagnosed({}) == []


def test_where_no_mistake_is_known_nothing_is_named() -> None:
    assert diagnose({"FK4.3c01": "0badf00d"}, set(), {}) == []


@pytest.mark.parametrize("number", [1, 2, 5, 20, 100, 400, len(IDS)])
def test_where_the_answers_are_those_of_no_mistake_nothing_is_named(number: int) -> None:
    chance = random.Random(number)
    for _ in range(10):
        assert diagnosed({case: f"no answer {case}" for case in chance.sample(IDS, number)}) == []


def test_an_engine_with_a_fault_at_every_case_has_no_diagnosis() -> None:
    assert diagnosed(dict.fromkeys(IDS, FAULT)) == []


@pytest.mark.parametrize("number", [1, 5, 20, 100, 400, len(IDS)])
def test_of_failures_gathered_from_everywhere_nothing_is_named_that_they_do_not_bear_out(number: int) -> None:
    chance = random.Random(number)
    wrong_answers = {case: [found[case] for found in KILLS.values() if case in found] for case in IDS}
    for _ in range(10):
        failures = {case: chance.choice(wrong_answers[case] or ["none"]) for case in chance.sample(IDS, number)}
        found = diagnosed(failures)
        assert len(found) <= MOST
        explained = [case for each in found for case in each.explains]
        assert len(set(explained)) == len(explained)
        assert [len(each.explains) for each in found] == sorted((len(each.explains) for each in found), reverse=True)
        for each in found:
            known = KILLS[each.subject]
            assert each.failures == number
            assert each.explains <= failures.keys() & known.keys()
            assert len(failures.keys() & known.keys()) >= LEAST_THERE * len(known)
        assert not found or any(failures[case] == KILLS[found[0].subject][case] for case in found[0].explains)


Lie = Callable[[dict[str, Any], random.Random], dict[str, Any]]
MALFORMED = {"error": {"code": -32602, "message": "so it is"}}


def refused(reason: str, event: int) -> dict[str, Any]:
    return {"error": {"code": 1, "message": "so it is", "data": {"reason": reason, "event": event}}}


def shifted() -> Lie:
    """What was to be answered one question before."""
    before: list[dict[str, Any]] = []

    def late(answer: dict[str, Any], chance: random.Random) -> dict[str, Any]:
        before.append(answer)
        return before[-2] if len(before) > 1 else answer

    return late


def by_chance() -> Lie:
    """Anything at all: a malformed request, a refusal, or an answer that was given before."""
    given: list[dict[str, Any]] = [MALFORMED]

    def anything(answer: dict[str, Any], chance: random.Random) -> dict[str, Any]:
        given.append(answer)
        return chance.choice([MALFORMED, refused(chance.choice(list(spec().reasons)), chance.randrange(5)), given[-2]])

    return anything


@pytest.mark.parametrize(
    "lie",
    [
        lambda answer, chance: MALFORMED,
        lambda answer, chance: refused("not-your-turn", 0),
        lambda answer, chance: MALFORMED if answer.get("error", {}).get("code") == 1 else answer,
        lambda answer, chance: MALFORMED if chance.random() < 0.1 else answer,
        lambda answer, chance: MALFORMED if "result" in answer else refused(chance.choice(list(spec().reasons)), 99),
        lambda answer, chance: {"result": {}} if "error" in answer else answer,
        shifted(),
        by_chance(),
    ],
    ids=["malformed", "refused", "malformed for refused", "malformed at times", "opposite", "empty", "late", "chance"],
)
def test_of_an_engine_that_knows_no_rules_no_mistake_is_named(lie: Lie, monkeypatch: pytest.MonkeyPatch) -> None:
    right, chance = Engine.answer, random.Random(1792)
    monkeypatch.setattr(
        Engine, "answer", lambda engine, request: json.dumps(lie(json.loads(right(engine, request)), chance))
    )
    failures = pattern(CASES, spec(), {})
    assert len(failures) > 20
    assert diagnosed(failures) == []


def test_lawful_cards_that_are_shown_while_a_rank_is_awaited_are_not_taken_for_a_wrong_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Hand._replace

    def replace(hand: Hand, **members: Any) -> Hand:
        if members.get("legal_cards") == CardSet() and members["turn"]:
            members["legal_cards"] = hand.cards_of(members["turn"])
        return right(hand, **members)

    monkeypatch.setattr(Hand, "_replace", replace)
    failures = pattern(CASES, spec(), {})
    assert len(failures) > 2
    assert diagnosed(failures) == []


def test_a_failure_of_seventeen_that_a_mistake_would_cause_does_not_name_it() -> None:
    thin = next(name for name, known in KILLS.items() if len(known) == 1)
    failures = {**KILLS[thin], **{case: f"no answer {case}" for case in IDS[:16] if case not in KILLS[thin]}}
    assert len(failures) >= 16
    assert diagnosed(failures) == []


def test_where_a_mistake_is_not_known_few_others_are_named_in_its_place() -> None:
    named = 0
    for known in KILLS.values():
        others = {name: pattern for name, pattern in KILLS.items() if pattern != known}
        named += bool(diagnose(known, set(IDS) - known.keys(), others))
    assert named / len(KILLS) < 0.15


# What was asked


def test_a_mistake_most_of_whose_failures_are_not_there_is_not_named() -> None:
    known = KILLS["M-ace-above-king"]
    a_few = dict(list(known.items())[: len(known) // 2])
    assert "M-ace-above-king" not in {name for each in diagnosed(a_few) for name in names(each)}


def test_generated_cases_that_fail_are_counted_apart_for_nobody_knows_how_a_mistake_shows_there() -> None:
    house_rules = str(ROOT / "tests" / "zoo" / "house_rules.py")
    generated = [case for case in load_cases() if case.generated and case.id.startswith("corpus-hand")]
    outcome = run([sys.executable, house_rules, "when-void=must-trump"], [*CASES, *generated])
    (findings,) = [event for event in outcome.told if isinstance(event, Findings)]
    failed = [result.case for result in outcome.results if result.verdict.verdict == "failed"]
    of_generated = sum(case.generated for case in failed)
    assert of_generated
    (found,) = findings.diagnoses
    assert (len(found.explains), found.failures) == (len(failed) - of_generated,) * 2
    assert found.left_out == of_generated


def test_cases_that_were_not_asked_speak_neither_for_nor_against() -> None:
    known = {case: answer for case, answer in KILLS["M-ace-above-king"].items() if case.startswith("FK1.4")}
    assert 0 < len(known) < len(KILLS["M-ace-above-king"])
    found = diagnosed(known, [case for case in IDS if case.startswith("FK1.4")])
    assert found[0].subject == "M-ace-above-king"
    assert found[0].explains == frozenset(known)


def test_other_failures_beside_it_do_not_hide_a_mistake() -> None:
    known = KILLS["M-no-follow"]
    others = [case for case in IDS if case not in known]
    found = diagnosed({**known, **dict.fromkeys(random.Random(7).sample(others, 40), "no answer")})
    assert [each.subject for each in found] == ["M-no-follow"]
    assert (len(found[0].explains), found[0].failures) == (len(known), len(known) + 40)


# What is printed


@pytest.mark.parametrize(
    ("alike", "said"),
    [
        ((), "explains 1 of 2 failures."),
        (("M-ace-lowest",), "explains 1 of 2 failures, as would M-ace-lowest."),
        (("A", "B", "C", "D", "E"), "explains 1 of 2 failures, as would A and B and C and 2 others."),
    ],
)
def test_what_shows_alike_is_told_with_it(alike: tuple[str, ...], said: str) -> None:
    out = io.StringIO()
    report = TextReport(out, spec(), "1.0.0", False)
    report.write(Findings([Diagnosis("M-ace-above-king", frozenset({"FK1.4c04"}), 2, alike)]))
    report.write(
        Footer("not-conformant", {"passed": 0, "failed": 2, "fault": 0, "not-applicable": 0, "not-run": 0}, [], 1)
    )
    assert said in " ".join(out.getvalue().split())


def test_how_many_failures_in_generated_cases_are_left_out_is_said() -> None:
    found = Diagnosis("M-ace-above-king", frozenset({"FK1.4c04"}), 2, ("M-ace-lowest",), 3)
    assert say_diagnosis(found, spec())[1].endswith(
        "explains 1 of 2 failures, 3 in generated cases left out, as would M-ace-lowest"
    )


def test_what_is_played_wrongly_is_told_apart_from_malformed_requests_that_are_taken(tmp_path: Path) -> None:
    # The small engine of the README looks at nothing that it is asked; here it takes the ace for the highest card, too.
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tiny = next(block for block in re.findall(r"(?ms)^```python\n(.*?)^```$", readme) if block.startswith("#!"))
    (tmp_path / "engine.py").write_text(tiny.replace('"789TAJQK"', '"789TJQKA"'), encoding="utf-8")
    report = fk_conform.run([sys.executable, str(tmp_path / "engine.py")], corpus=False, symmetry="none")
    failed = {result.case.id: result.verdict.kind for result in report.failures}
    malformed = [name for name, kind in failed.items() if kind == "malformed-accepted"]
    (diagnosis,) = report.diagnoses
    assert diagnosis.subject == "M-ace-above-king"
    assert diagnosis.explains == {name for name, kind in failed.items() if kind == "wrong-answer"}
    assert (diagnosis.failures, diagnosis.malformed) == (len(failed) - len(malformed), len(malformed))
    assert f", {len(malformed)} at malformed requests left out." in " ".join(report.text().split())
