"""The report in TAP: what harnesses make of it, and that nothing an engine says is taken for a line of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.events import RUNS, answered, footer, header, of_an_evil_engine, of_every_verdict, of_the_zoo, told_in
from tests.helpers import SUITE, TRICK, make_case

from fk_conform.running import CaseResult, Event
from fk_conform.verdict import Verdict

POINT = re.compile(r"(ok|not ok) (\d+) - ((?:[^#\\]|\\[#\\])*?)(?: # (SKIP|TODO) ((?:[^#\\]|\\[#\\])*))?")
PROVE = shutil.which("prove")


def points(text: str) -> list[tuple[bool, str, str, Any]]:
    """The test points of a stream that keeps to TAP 14 in every line: passed, description, directive, diagnostics."""
    first, *lines, plan = text.removesuffix("\n").split("\n")
    assert first == "TAP version 13"
    found: list[tuple[bool, str, str, Any]] = []
    block: list[str] | None = None
    for line in lines:
        if block is not None:
            assert line.startswith("  ")
            if line == "  ...":
                *point, _ = found[-1]
                found[-1] = (*point, yaml.safe_load("\n".join(block)))
                block = None
            else:
                block.append(line)
        elif line == "  ---":
            block = []
        elif not line.startswith("# "):
            point_match = POINT.fullmatch(line)
            assert point_match, line
            good, number, description, directive, _ = point_match.groups()
            assert int(number) == len(found) + 1
            found.append((good == "ok", description, directive or "", None))
    assert block is None
    assert plan == f"1..{len(found)}"
    return found


def fails(text: str) -> bool:
    """Whether a harness takes the stream for a failure."""
    return any(not good and directive != "TODO" for good, _, directive, _ in points(text))


def test_each_verdict_is_what_a_harness_takes_it_for() -> None:
    found = points(told_in("tap", of_every_verdict()))
    passed, failed, fault, expected, unexpected, not_applicable, not_run, loose, unmatched = found
    assert (passed[0], passed[2]) == (True, "")
    for bad in (failed, fault, unexpected, loose, unmatched):
        assert (bad[0], bad[2]) == (False, "")
    assert (expected[0], expected[2]) == (False, "TODO")
    for skipped in (not_applicable, not_run):
        assert (skipped[0], skipped[2]) == (True, "SKIP")
    assert failed[1] == "FK4.9c01 The case FK4.9c01"
    assert unmatched[1] == "known.txt:3: there is no such case: FK4.9c99"


def test_a_failure_has_its_details_as_yaml() -> None:
    found = points(told_in("tap", of_every_verdict()))
    assert found[1][3] == {
        "message": 'winner: expected "east", got "west"',
        "asked": "judge_trick: leader west · cards KS QS 7H JS · trump hearts",
        "expected": "winner east · points 12",
        "got": "winner west · points 12",
        "differs": 'winner: expected "east", got "west"',
        "because": "It is so.",
        "again": "fk-conform FK4.9c01 -- ./engine",
    }
    assert found[2][3]["ended"] == "by SIGSEGV"
    assert found[2][3]["stderr"] == "no such card"


def test_what_has_a_meaning_in_tap_is_escaped() -> None:
    case = make_case("FK4.9c01", "judge_trick", {}, {"expect": {}})
    odd = Verdict("not-applicable", message="a # and a \\ in it")
    text = told_in("tap", [header(), CaseResult(case, odd), footer("nothing-ran", {"not-applicable": 1})])
    assert "ok 1 - FK4.9c01 The case FK4.9c01 # SKIP a \\# and a \\\\ in it\n" in text


@pytest.mark.parametrize("name", RUNS)
def test_the_stream_fails_where_the_runner_does(name: str) -> None:
    assert fails(told_in("tap", of_the_zoo(name))) is (RUNS[name] != 0)


def test_a_run_that_did_not_come_to_its_end_says_why() -> None:
    last = points(told_in("tap", of_the_zoo("interrupted")))[-1]
    assert last[:3] == (False, "the run comes to its end", "")
    assert re.fullmatch(r"interrupted; \d+ cases were not run", last[3]["message"])


def test_a_stream_that_is_cut_has_no_plan() -> None:
    text = told_in("tap", of_every_verdict()[:-1])
    assert not re.search(r"(?m)^1\.\.", text)


def test_nothing_that_an_engine_says_is_a_line_of_its_own() -> None:
    text = told_in("tap", of_an_evil_engine())
    found = points(text)
    assert len(found) == 8
    assert all(line.isprintable() for line in text.split("\n"))
    assert "##[" not in text


def test_diagnoses_stand_in_comments() -> None:
    assert "\n# Looks like: The ace is highest in play" in told_in("tap", of_every_verdict())


@pytest.mark.skipif(PROVE is None, reason="this machine has no prove")
@pytest.mark.parametrize("name", [*RUNS, "every verdict", "an evil engine"])
def test_prove_reads_it_and_comes_to_the_same(name: str, tmp_path: Path) -> None:
    made_up = {"every verdict": of_every_verdict, "an evil engine": of_an_evil_engine}
    events: list[Event] = made_up[name]() if name in made_up else list(of_the_zoo(name))
    file = tmp_path / "report.tap"
    file.write_text(told_in("tap", events), encoding="utf-8")
    done = subprocess.run(["prove", "-e", "cat", str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) is (RUNS.get(name, 1) == 0)
    assert "Parse errors" not in done.stdout
    assert done.stderr == ""


def test_an_answer_that_fails_in_many_places_is_told_in_a_line() -> None:
    answer = {"result": {"cards": [f"{number}S" for number in range(100_000)]}}
    text = told_in("tap", [header(), answered(SUITE[1], answer), answered(TRICK, answer), footer("not-conformant")])
    assert max(map(len, text.split("\n"))) < 2000
