"""The wrong engines: one for each known mistake, and none that leaves a trace in the reference engine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from tests.helpers import ROOT, eventually, fk_conform, is_alive, run, spec

from fk_conform import data
from fk_conform.cli import mistakes as command
from fk_conform.kills import pattern
from fk_conform.mistakes import CHAPTERS, WRONG_ENGINES, Rules, load, mistaken, wrong_engine
from fk_conform.suite import Case, load_cases
from forty_kings import engine, pack, play

CASES = list(load_cases(corpus=False))
MISTAKES = sorted(load())
# Where the wrong engines of a chapter are.
MODULES = {"1": {"pack"}, "2": {"seating"}, "3": {"dealing"}, "4": {"play"}, "5": {"cliques", "naming"}, "6": {"game"}}


def state() -> dict[str, Any]:
    """All members of the modules of the rules and of their classes, as they are now."""
    return dict(_members())


def _members() -> Iterator[tuple[str, Any]]:
    for name, module in sorted(sys.modules.items()):
        if name == "forty_kings" or name.startswith("forty_kings."):
            for member, value in vars(module).items():
                yield f"{name}.{member}", value
                if isinstance(value, type) and value.__module__ == name:
                    yield from ((f"{name}.{member}.{inner}", part) for inner, part in vars(value).items())
    yield from ((f"METHODS {method}", function) for method, function in engine.METHODS.items())


def changed(before: dict[str, Any]) -> list[str]:
    """The members that are not what they were."""
    now = state()
    return [name for name in before.keys() | now.keys() if before.get(name) is not now.get(name)]


def test_the_known_mistakes_and_the_wrong_engines_are_the_same() -> None:
    assert sorted(spec().mistakes) == MISTAKES


def test_every_wrong_engine_is_where_the_clause_that_it_breaks_says() -> None:
    misplaced = []
    for name, make in load().items():
        module = make.__module__.rpartition(".")[2]
        chapter = spec().mistakes[name].clause.removeprefix("FK").partition(".")[0]
        if module not in MODULES[chapter]:
            misplaced.append((name, module))
    assert misplaced == []
    assert set().union(*MODULES.values()) == set(CHAPTERS)


def test_a_mistake_has_one_wrong_engine() -> None:
    with pytest.raises(ValueError, match="M-ace-above-king has a wrong engine already"):
        wrong_engine("M-ace-above-king")(lambda rules: None)
    assert sorted(WRONG_ENGINES) == MISTAKES


def test_every_wrong_engine_changes_the_rules_and_leaves_them_as_they_were() -> None:
    before = state()
    for name in MISTAKES:
        with mistaken(name):
            assert changed(before), name
        assert changed(before) == [], name


def test_after_a_failure_the_rules_are_as_they_were() -> None:
    before = state()
    with pytest.raises(KeyError), mistaken("M-ace-above-king"):
        raise KeyError("something else")
    assert changed(before) == []


def test_two_mistakes_at_once_are_both_made_and_both_left() -> None:
    before = state()
    with mistaken("M-ace-above-king"), mistaken("M-ace-scores"):
        both = pattern(CASES, spec(), {}).keys()
    assert changed(before) == []
    apart = []
    for name in ("M-ace-above-king", "M-ace-scores"):
        with mistaken(name):
            apart.append(pattern(CASES, spec(), {}).keys())
    assert apart[0] - apart[1]
    assert apart[1] - apart[0]
    assert apart[0] - apart[1] <= both
    assert apart[1] - apart[0] <= both


def test_after_all_wrong_engines_the_reference_engine_passes_every_case() -> None:
    for name in MISTAKES:
        with mistaken(name):
            pass
    assert pattern(CASES, spec(), {}) == {}


def test_what_is_replaced_is_wrong_wherever_a_module_has_it_by_name() -> None:
    def everything(*arguments: object) -> pack.CardSet:
        return pack.CardSet.holding([])

    right = play.legal_cards
    assert isinstance(right, FunctionType)
    rules = Rules()
    rules.replace(right, everything)
    try:
        assert vars(play)["legal_cards"] is vars(engine)["legal_cards"] is everything
    finally:
        rules.restore()
    assert play.legal_cards is right
    assert vars(engine)["legal_cards"] is right


# As processes


def claimed(mistake: str) -> list[Case]:
    """The cases that are there to catch a mistake."""
    return [case for case in CASES if mistake in case.kills]


@pytest.mark.parametrize("module", CHAPTERS)
def test_a_wrong_engine_as_a_process_fails_what_is_there_to_catch_it_and_nothing_more_than_in_process(
    module: str,
) -> None:
    name = next(name for name in MISTAKES if load()[name].__module__.endswith(f".{module}") and claimed(name))
    outcome = run([sys.executable, "-m", "fk_conform.mistakes", name], CASES)
    failed = {case for case, verdict in outcome.verdicts.items() if verdict != "passed"}
    assert {case.id for case in claimed(name)} <= failed
    with mistaken(name):
        assert failed == pattern(CASES, spec(), {}).keys()
    assert outcome.footer.exit == 1


def test_the_runner_tells_which_mistake_it_is() -> None:
    told = fk_conform("FK1.4", "--", sys.executable, "-m", "fk_conform.mistakes", "M-ace-above-king")
    assert (told.returncode, told.stderr) == (1, "")
    assert "Looks like: The ace is highest in play, as in the draw. (M-ace-above-king, FK1.4)" in told.stdout
    assert told.stdout.endswith(": not conformant\n")


@pytest.mark.parametrize("words", [[], ["M-nobody-makes"], ["M-ace-above-king", "M-ace-scores"]])
def test_any_other_words_than_one_mistake_are_an_error_in_one_line(words: list[str]) -> None:
    command = [sys.executable, "-m", "fk_conform.mistakes", *words]
    ended = subprocess.run(command, capture_output=True, text=True, input="", check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "expected the name of one mistake, such as M-ace-above-king\n"


# The command


def test_the_command_prints_which_cases_catch_a_mistake() -> None:
    told = fk_conform("mistakes", "-j", "1", "--matrix", "M-ace-above-king")
    assert (told.returncode, told.stderr) == (0, "")
    with mistaken("M-ace-above-king"):
        caught = pattern(CASES, spec(), {})
    first = told.stdout.splitlines()[0].split()
    assert first == ["M-ace-above-king", "FK1.4", str(len(caught)), *caught]
    # What only the whole matrix shows is not said of a part.
    assert told.stdout.splitlines()[1:] == ["", "1 mistake; surviving: none"]


def test_a_part_of_the_matrix_is_not_written_in_the_place_of_the_whole() -> None:
    kills = ROOT / "cases" / "kills.json"
    before = kills.read_bytes()
    told = fk_conform("mistakes", "M-bust", "--write")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == (
        "fk-conform: --write writes the whole of cases/kills.json, and goes without names of mistakes\n"
    )
    assert kills.read_bytes() == before


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system does not say who is whose child")
@pytest.mark.parametrize("end", [os.kill, os.killpg], ids=["the command", "its whole group"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_end_before_the_end_leaves_no_worker_and_no_traceback(
    number: signal.Signals, end: Callable[[int, int], None]
) -> None:
    words = [sys.executable, "-m", "fk_conform", "mistakes", "-j", "2"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as command:
        children = Path(f"/proc/{command.pid}/task/{command.pid}/children")
        assert eventually(lambda: len(children.read_text(encoding="ascii").split()) == 2)
        workers = [int(pid) for pid in children.read_text(encoding="ascii").split()]
        time.sleep(0.5)  # They may still be getting ready, and be ended all the same.
        end(command.pid, number)
        said = command.communicate(timeout=60)
    assert (said, command.returncode) == (("", ""), 130)
    assert eventually(lambda: not any(map(is_alive, workers)))


def test_of_the_whole_matrix_is_told_what_one_case_alone_catches_and_which_cases_catch_nothing_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_compute", lambda names, jobs: data.kills())
    assert command.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    readings = sum(len(alternatives) - 1 for alternatives in spec().readings.values())
    assert f"{len(MISTAKES)} mistakes and {readings} other readings; surviving: none" in lines
    (alone,) = [number for number, line in enumerate(lines) if line.endswith(" mistakes caught by one case alone:")]
    thin = {name: next(iter(cases)) for name, cases in data.kills().items() if len(cases) == 1 and name in MISTAKES}
    assert int(lines[alone].split()[0]) == len(thin)
    assert {tuple(line.split()) for line in lines[alone + 1 : alone + 1 + len(thin)]} == {
        (case, name) for name, case in thin.items()
    }
    first, *rest = lines[alone + 1 + len(thin) :]
    told = [word for line in rest for word in line.split() if word.startswith("c")]
    assert first == f"{len(told)} cases that catch nothing but what another of the same clause does:"
    assert len(told) == len(command.idle_cases({name: data.kills()[name] for name in MISTAKES}))
    assert max(map(len, rest)) <= 100


def test_the_command_prints_the_patterns_as_json() -> None:
    told = fk_conform("mistakes", "-j", "1", "--format", "json", "M-ace-above-king", "when-void: must-trump")
    assert (told.returncode, told.stderr) == (0, "")
    patterns = json.loads(told.stdout)
    assert list(patterns) == ["M-ace-above-king", "when-void: must-trump"]
    with mistaken("M-ace-above-king"):
        assert patterns["M-ace-above-king"] == pattern(CASES, spec(), {})
    assert patterns["when-void: must-trump"] == pattern(CASES, spec(), {"when-void": "must-trump"})


def test_a_mistake_that_there_is_not_is_an_error_in_one_line() -> None:
    told = fk_conform("mistakes", "M-nobody-makes")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "fk-conform: there is no wrong engine for 'M-nobody-makes'; see spec/mistakes.yaml\n"
