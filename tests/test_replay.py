"""Putting a case to an engine again: the request by itself, and all that is exchanged."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import ROOT, fk_conform, none_alive, zoo

from fk_conform.cli import main
from fk_conform.request import request_line
from fk_conform.suite import load_cases
from forty_kings.version import __version__

Json = Any

CASES = {case.id: case for case in load_cases(corpus=False)}
HOUSE_RULES = [sys.executable, str(ROOT / "tests" / "zoo" / "house_rules.py")]


def said_to(capsysbinary: pytest.CaptureFixture[bytes], *words: str) -> tuple[int, bytes, bytes]:
    status = main(words)
    said = capsysbinary.readouterr()
    return status, said.out, said.err


# Requests


def test_a_request_is_the_line_that_the_engine_is_sent(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    status, out, err = said_to(capsysbinary, "request", "FK4.3c02")
    case = CASES["FK4.3c02"]
    assert (status, out, err) == (0, request_line(case, 1), b"")
    assert json.loads(out) == {"jsonrpc": "2.0", "id": 1, "method": case.method, "params": json.loads(case.params)}


def test_with_initialize_an_engine_answers_line_by_line() -> None:
    asked = fk_conform("request", "FK4.3", "--initialize", "--no-corpus")
    engine = [sys.executable, "-m", "forty_kings"]
    answers = subprocess.run(engine, input=asked.stdout, capture_output=True, text=True, check=True).stdout.splitlines()
    first, *rest = map(json.loads, answers)
    assert first["result"]["engine"]["name"] == "forty-kings"
    cases = [case for case in CASES.values() if case.clause == "FK4.3"]
    assert [answer["id"] for answer in rest] == list(range(2, len(cases) + 2))
    (given,) = [answer for answer, case in zip(rest, cases, strict=True) if case.id == "FK4.3c02"]
    assert given["result"] == CASES["FK4.3c02"].expect


def test_initialize_asks_for_the_readings_that_the_case_holds_under(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    case = next(case for case in CASES.values() if case.under == {"when-void": "must-trump"})
    _, out, _ = said_to(capsysbinary, "request", case.id, "--initialize")
    params = json.loads(out.splitlines()[0])["params"]
    assert params["readings"]["when-void"] == "must-trump"
    assert (params["protocol"], params["suite"]) == (1, __version__)
    status, out, err = said_to(capsysbinary, "request", case.id)
    assert status == 0
    assert out == request_line(case, 1)
    assert err.decode() == (
        f"fk-conform: {case.id} holds under when-void: must-trump; --initialize asks the engine for it\n"
    )
    _, out, _ = said_to(capsysbinary, "request", "FK4.3c02", "--initialize", "--reading", "when-void=must-trump")
    assert json.loads(out.splitlines()[0])["params"]["readings"]["when-void"] == "must-trump"


def test_variants_have_requests_too(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    _, out, _ = said_to(capsysbinary, "request", "FK4.3c02~HCDS+1")
    # Hearts were trumps and are called clubs.
    assert json.loads(out)["params"]["trump"] == "clubs"
    _, out, _ = said_to(capsysbinary, "request", "FK4.18c01@twin")
    assert json.loads(out)["method"] == "view_hand"
    assert json.loads(out)["params"] != json.loads(CASES["FK4.18c01"].params)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "the id of a case was expected"),
        (["FK4.99"], "there is no case, clause or chapter 'FK4.99'"),
        (["FK4.3c02~HHHH+1"], "there is no variant 'FK4.3c02~HHHH+1'"),
        (["FK4.4", "--initialize"], "no engine can play for all of these at once; ask for FK4.4c"),
        (["FK4.4c01", "--reading", "when-void=any"], "expected when-void=any-card or must-trump"),
    ],
)
@pytest.mark.parametrize("verb", ["request", "replay"])
def test_what_cannot_be_asked_is_said_in_one_line(
    verb: str, words: list[str], says: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    if verb == "replay" and "--initialize" in words:
        says = "unrecognized arguments: --initialize"
    status, out, err = said_to(capsysbinary, verb, *words)
    assert (status, out) == (2, b"")
    assert err.count(b"\n") == 1
    assert says in err.decode()


def test_a_case_that_does_not_hold_under_the_readings_given_has_no_request(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    case = next(case for case in CASES.values() if case.under == {"when-void": "must-trump"})
    for verb in ("request", "replay"):
        status, _, err = said_to(capsysbinary, verb, case.id, "--reading", "when-void=any-card")
        assert status == 2
        assert b" under the readings given\n" in err


# Replays


def replayed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["replay", *words])
    return status, capsys.readouterr().out


def exchanged(text: str) -> list[tuple[str, str]]:
    """What passed, each with its mark."""
    lines = [line.partition(" ms  ")[2] for line in text.splitlines() if " ms  " in line[:16]]
    return [(line[:5].strip(), line[7:]) for line in lines]


def labelled(text: str) -> dict[str, str]:
    """What came of it, by label."""
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.startswith("  ") and line[2:3].strip()]
    return {words[0]: words[1] for words in lines if len(words) == 2}


def test_a_replay_shows_the_bytes_and_what_came_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZOO_LOG", str(tmp_path / "log"))
    status, text = replayed(capsys, "FK4.3c02", "--", *zoo("right_throughout"))
    assert status == 0
    assert text.startswith(f"FK4.3c02  {CASES['FK4.3c02'].title}\n\n")
    passed = exchanged(text)
    assert [mark for mark, _ in passed] == ["start", ">", "<", ">", "<", "eof", "end"]
    assert "".join(f"{line}\n" for mark, line in passed if mark == ">") == (tmp_path / "log").read_text(
        encoding="utf-8"
    )
    assert json.loads(passed[4][1])["result"] == CASES["FK4.3c02"].expect
    assert passed[-1] == ("end", "exit status 0")
    assert labelled(text)["passed"].startswith("after ")


def test_a_failure_is_told_below(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = replayed(capsys, "FK4.3c02", "--", *zoo("answers_nothing"))
    assert status == 1
    told = labelled(text)
    assert (told["expected"], told["differs"]) == ("cards 7S", "cards is missing")
    assert told["failed"].startswith("after ")


@pytest.mark.parametrize(
    ("engine", "status", "label", "says"),
    [
        (zoo("dies_painted"), 1, "ended", "with exit status 9"),
        (zoo("garbage"), 1, "fault", "the engine wrote a line that is no JSON: bonjour \\x1b]0;owned\\x07"),
        (zoo("dies_at_end"), 1, "fault", "the engine did not exit with 0 at the end of its input"),
        (["./no-such-engine"], 3, "fault", "the engine could not be started: ./no-such-engine: there is no such file"),
        (zoo("offers_nothing"), 4, "not", "applicable  the engine does not offer legal_cards"),
    ],
)
def test_what_goes_wrong_is_shown_and_said(
    engine: list[str], status: int, label: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    came, text = replayed(capsys, "FK4.3c02", "--", *engine)
    assert came == status
    assert labelled(text)[label] == says
    assert all(line.isprintable() for line in text.split("\n"))


def test_an_engine_that_hangs_shows_what_was_asked_last(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = replayed(capsys, "FK4.3c02", "--answer-timeout", "0.3", "--", *zoo("hangs"))
    assert status == 1
    marks = [mark for mark, _ in exchanged(text)]
    assert marks[-2:] == [">", "end"]
    assert exchanged(text)[-1][1] == "by SIGKILL, from the runner"


def test_of_a_flood_the_beginning_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["FK4.3c02", "--answer-timeout", "0.3", "--", *zoo("writes_blank_lines_for_ever")]
    status, text = replayed(capsys, *words)
    assert status == 1
    assert len(text) < 100_000
    assert " lines more\n" in text


def test_several_cases_are_put_to_a_process_each(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = replayed(capsys, "FK4.9c01", "FK4.3c02", "--", *zoo("answers_nothing", '"judge_trick"'))
    assert status == 1
    assert [mark for mark, _ in exchanged(text)].count("start") == 2
    assert text.index("FK4.3c02  ") < text.index("FK4.9c01  ")
    assert labelled(text[: text.index("FK4.9c01  ")])["passed"]
    assert labelled(text[text.index("FK4.9c01  ") :])["failed"]


def test_a_replay_asks_for_the_readings_that_the_case_holds_under(capsys: pytest.CaptureFixture[str]) -> None:
    case = next(case for case in CASES.values() if case.under == {"when-void": "must-trump"})
    status, text = replayed(capsys, case.id)
    assert status == 0
    assert json.loads(exchanged(text)[1][1])["params"]["readings"]["when-void"] == "must-trump"
    status, text = replayed(capsys, case.id, "--", *HOUSE_RULES, "when-void=any-card")
    assert status == 4
    assert "the engine follows when-void: any-card" in text


def test_ctrl_c_ends_the_replay_and_its_engine(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fk_conform", "replay", "FK4.3c02", "FK4.9c01", "--answer-timeout", "60", "--"]
    environment = {**os.environ, "ZOO_PIDS": str(tmp_path / "pids")}
    with subprocess.Popen(
        [*command, *zoo("hangs")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout
        assert process.stderr
        while '"legal_cards"' not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(60) == 130
        assert process.stderr.read() == ""
    assert "not run" in rest
    assert "FK4.9c01" not in rest
    assert none_alive(tmp_path / "pids")
