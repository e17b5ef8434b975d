"""`fk-conform fuzz`: what it prints and keeps, its exit statuses, and that the page on it shows what happens."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.helpers import ROOT, eventually, fk_conform, none_alive, pids_in, zoo

from fk_conform.cli import main
from fk_conform.suite import load_cases

Json = Any

ACE_HIGH = [sys.executable, str(ROOT / "tests" / "zoo" / "ace_high.py")]
RIGHT = [sys.executable, "-m", "forty_kings"]
PAGE = (ROOT / "docs" / "fuzzing.md").read_text(encoding="utf-8")
SCHEMA = Draft202012Validator(json.loads((ROOT / "spec" / "schema" / "fuzz.schema.json").read_text(encoding="utf-8")))


def fuzz(*words: str, cwd: Path, engine: list[str] = ACE_HIGH) -> subprocess.CompletedProcess[str]:
    """The verb, in a folder of its own."""
    return fk_conform("fuzz", *words, "--", *engine, cwd=cwd)


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an engine in it, and what was found of it."""
    folder = tmp_path_factory.mktemp("fuzzing")
    engine = folder / "my-engine"
    engine.write_text(f"#!/bin/sh\nexec {shlex.join(ACE_HIGH)}\n", encoding="utf-8")
    engine.chmod(0o755)
    return folder


def as_of_now(shown: str) -> str:
    """What the page shows, with the next number that is free today."""
    taken = max(int(case.id.partition("c")[2]) for case in load_cases(corpus=False) if case.clause == "FK1.4")
    return shown.replace("FK1.4c09", f"FK1.4c{taken + 1:02}")


RUNS = re.findall(r"(?ms)^```console\n\$ (.*?)\n(.*?)^```$", PAGE)


@pytest.mark.parametrize(("command", "shown"), RUNS, ids=[command for command, _ in RUNS])
def test_what_the_page_shows_is_printed(folder: Path, command: str, shown: str) -> None:
    run = fk_conform(*shlex.split(command)[1:], cwd=folder)
    assert (run.returncode, run.stderr) == (1, "")
    beginning, cut, rest = as_of_now(shown).partition("…\n")
    assert rest == ""
    assert run.stdout.startswith(beginning) if cut else run.stdout == beginning


def test_the_command_that_is_told_runs_the_case_again(folder: Path) -> None:
    out = fk_conform("fuzz", "./my-engine", "--units", "1", "--seed", "7", cwd=folder).stdout
    again = re.search(r"(?m)^      again     fk-conform (.*)$", out)
    assert again
    run = fk_conform(*shlex.split(again[1]), cwd=folder)
    assert run.returncode == 1
    assert "1 failed" in run.stdout


def test_every_line_of_json_is_as_its_schema_says(tmp_path: Path) -> None:
    run = fuzz("--units", "1", "--seed", "7", "--format", "json", cwd=tmp_path)
    campaign, finding, end = map(json.loads, run.stdout.splitlines())
    assert [line["type"] for line in (campaign, finding, end)] == ["campaign", "finding", "end"]
    assert finding["params"] == {"leader": "south", "cards": ["KS", "QS", "JS", "AS"], "trump": "spades"}
    assert (tmp_path / finding["file"]).read_text(encoding="utf-8") == finding["case"]
    assert (end["verdict"], end["exit"], run.returncode) == ("found", 1, 1)
    again = fuzz("--rerun", "--format", "json", cwd=tmp_path, engine=RIGHT)
    fixed, counts = map(json.loads, again.stdout.splitlines())
    assert (fixed["state"], counts["counts"], again.returncode) == ("fixed", {"fixed": 1}, 0)
    for line in (campaign, finding, end, fixed, counts):
        assert [error.message for error in SCHEMA.iter_errors(line)] == []


def test_two_engines_are_told_apart(tmp_path: Path) -> None:
    run = fuzz("--units", "1", "--seed", "7", "--against", shlex.join(ACE_HIGH), cwd=tmp_path, engine=RIGHT)
    assert run.returncode == 1
    assert "right is  the engine, says the reference engine" in run.stdout
    again = re.search(r"(?m)^      again     (.*)$", run.stdout)
    assert again
    assert again[1].endswith(shlex.join(ACE_HIGH))


def test_the_bundled_engine_gives_nothing_to_tell_and_nothing_is_kept(tmp_path: Path) -> None:
    run = fk_conform("fuzz", "--units", "1", "--method", "judge_trick", "--method", "draw_dealer", cwd=tmp_path)
    assert run.returncode == 0
    assert "No engine was named" in run.stdout
    assert "nothing found" in run.stdout.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


def test_settings_of_a_file_are_heeded(tmp_path: Path) -> None:
    (tmp_path / "fk-conform.toml").write_text(f"engine = {json.dumps(ACE_HIGH)}\n", encoding="utf-8")
    run = fk_conform("fuzz", "--units", "1", "--seed", "7", cwd=tmp_path)
    assert run.returncode == 1
    assert "Settings from fk-conform.toml." in run.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seed", "-1"], "argument --seed: expected a whole number, 0 or more, not '-1'"),
        (["--units", "0"], "argument --units: expected a number of units, 1 or more, not '0'"),
        (["--seconds", "soon"], "argument --seconds: expected a number of seconds"),
        (["--method", "shuffle"], "--method shuffle: there is no such method; there are pair_players"),
        (["--reading", "renounce=never"], "--reading renounce=never: expected renounce="),
        (["--rerun"], "--rerun: nothing is kept in .fk-fuzz"),
        (["--against", "node 'engine"], "is no command"),
        (["--against", ""], "an engine was expected"),
        (["--dask", "tcp://127.0.0.1:1"], "--dask tcp://127.0.0.1:1: no scheduler answers there"),
        (["--corpus", "/dev/null"], "--corpus /dev/null: it is no folder that can be written to"),
        (["one", "two"], "one engine was expected, not one and two"),
    ],
)
def test_wrong_words_get_one_line(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fk_conform.fuzz.workers.SECONDS_TO_CONNECT", 0.5)
    assert main(["fuzz", *words]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert said.err.startswith("fk-conform: ")
    assert says in said.err


def test_without_hypothesis_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    assert main(["fuzz", "./my-engine"]) == 2
    assert capsys.readouterr().err == "fk-conform: fuzz: it needs Hypothesis: pip install 'forty-kings[fuzz]'\n"


def test_something_else_in_the_corpus_is_told_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("clause: FK1.4\ncases: none\n", encoding="utf-8")
    run = fuzz("--units", "1", "--corpus", ".", cwd=tmp_path)
    assert run.returncode == 2
    assert run.stderr == "fk-conform: mine.yaml:2: cases: 'none' is not of type 'array'\n"


def test_an_engine_that_cannot_be_run_is_told_and_an_offer_of_nothing_too(tmp_path: Path) -> None:
    missing = fuzz("--units", "1", cwd=tmp_path, engine=["./no-such-engine"])
    assert missing.returncode == 3
    assert "there is no such file" in missing.stderr
    assert len(missing.stderr.splitlines()) == 1
    nothing = fuzz("--units", "1", "--method", "deal", cwd=tmp_path)
    assert nothing.returncode == 4
    assert "nothing was asked" in nothing.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_campaign_tells_and_keeps_what_it_found_and_leaves_no_engine(
    tmp_path: Path, number: signal.Signals
) -> None:
    pids = tmp_path / "pids"
    out = tmp_path / "out"
    command = ["--method", "judge_trick", "--units", "100000", "--", *zoo("calls_it_malformed", "judge_trick")]
    with out.open("w", encoding="utf-8") as stdout:
        process = subprocess.Popen(
            [sys.executable, "-m", "fk_conform", "fuzz", *command],
            stdout=stdout,
            stderr=subprocess.PIPE,
            env={**os.environ, "ZOO_PIDS": str(pids)},
            cwd=tmp_path,
            text=True,
        )
        assert eventually(lambda: "case" in out.read_text(encoding="utf-8"))
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert out.read_text(encoding="utf-8").splitlines()[-1].endswith(": interrupted")
    assert list((tmp_path / ".fk-fuzz").iterdir()) != []
    assert len(pids_in(pids)) > 1
    assert none_alive(pids)


def test_the_page_names_every_option_and_every_exit_status() -> None:
    out = fk_conform("fuzz", "--help").stdout
    options = set(re.findall(r"(?m)^  (?:-j N, )?(--[a-z-]+)", out))
    told_elsewhere = {"--start-timeout", "--answer-timeout", "--end-timeout", "--memory-limit", "--no-config"}
    assert {option for option in options if option not in PAGE} == told_elsewhere
    for status in (0, 1, 2, 3, 4, 130):
        assert f"| {status} |" in PAGE
