"""Settings in a file: where it is found, what may stand in it, and that the command line wins."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import ROOT, zoo

from fk_conform.cli import main
from fk_conform.cli.run import KEYS, parser
from fk_conform.config import KINDS, Config, find_config
from fk_conform.errors import UsageError

Json = Any


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder, some way down from where a file may lie."""
    folder = tmp_path / "project" / "below"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def config_of(text: str, folder: Path) -> Config:
    write(folder / "fk-conform.toml", text)
    return find_config(folder)


# Where it is found


def test_without_a_file_nothing_is_set(here: Path) -> None:
    assert find_config(here) == Config()


def test_a_file_of_its_own_needs_no_table(here: Path) -> None:
    write(here / "fk-conform.toml", "jobs = 2\n")
    assert find_config(here) == Config("fk-conform.toml", [], {"jobs": ["--jobs=2"]})


def test_the_table_of_a_project_is_heeded_and_what_else_stands_there_is_not(here: Path) -> None:
    write(here / "pyproject.toml", '[project]\nname = "x"\n[tool.other]\njobs = "all"\n[tool.fk-conform]\njobs = 2\n')
    assert find_config(here) == Config("pyproject.toml", [], {"jobs": ["--jobs=2"]})


def test_the_nearest_above_counts_and_of_two_the_one_of_its_own(here: Path) -> None:
    write(here.parent.parent / "fk-conform.toml", "jobs = 4\n")
    assert find_config(here).file == "../../fk-conform.toml"
    write(here.parent / "pyproject.toml", "[tool.fk-conform]\njobs = 3\n")
    assert find_config(here).words == {"jobs": ["--jobs=3"]}
    write(here.parent / "fk-conform.toml", "jobs = 2\n")
    assert find_config(here).words == {"jobs": ["--jobs=2"]}


@pytest.mark.parametrize("text", ['[project]\nname = "x"\n', "tool = 3\n", "[tool.ruff]\n", ""])
def test_a_project_without_such_a_table_is_passed_by(text: str, here: Path) -> None:
    write(here / "pyproject.toml", text)
    write(here.parent / "fk-conform.toml", "jobs = 2\n")
    assert find_config(here).file == "../fk-conform.toml"


# What may stand in it


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            'readings = {when-void = "must-trump", unshown = "nobody-scores"}',
            ["--reading=when-void=must-trump", "--reading=unshown=nobody-scores"],
        ),
        ("answer-timeout = 2.5", ["--answer-timeout=2.5"]),
        ("memory-limit = 512", ["--memory-limit=512"]),
        ("isolate = true", ["--isolate"]),
        ("corpus = false", ["--no-corpus"]),
        ('symmetry = "all"', ["--symmetry=all"]),
        ('xfail = "known/failures.txt"', ["--xfail=known/failures.txt"]),
        (
            'output = {junit = "out/report.xml", json = "/reports/report.jsonl"}',
            ["--output=junit=out/report.xml", "--output=json=/reports/report.jsonl"],
        ),
    ],
)
def test_a_setting_stands_for_words_of_the_command_line(text: str, words: list[str], here: Path) -> None:
    (found,) = config_of(text, here).words.values()
    assert found == words
    parser().parse_intermixed_args(found)


def test_every_setting_of_a_run_is_an_option_of_it() -> None:
    text = parser().format_help()
    assert set(KEYS) == set(KINDS)
    for key in KEYS:
        assert f"--{'reading' if key == 'readings' else key} " in text or f"--{key}," in text or key == "engine"


def test_paths_are_those_seen_from_the_file(here: Path) -> None:
    write(here.parent / "fk-conform.toml", 'xfail = "xfail.txt"\ncases = "/cases"\noutput = {html = "out/r.html"}\n')
    assert find_config(here).words == {
        "xfail": ["--xfail=../xfail.txt"],
        "cases": ["--cases=/cases"],
        "output": ["--output=html=../out/r.html"],
    }


@pytest.mark.parametrize(
    ("text", "at", "above"),
    [
        ('"./engine"', ["./engine"], ["../engine"]),
        ('"node engine.mjs --fast"', ["node", "engine.mjs", "--fast"], ["node", "../engine.mjs", "--fast"]),
        (
            '["node", "engine.mjs", "--why not"]',
            ["node", "engine.mjs", "--why not"],
            ["node", "../engine.mjs", "--why not"],
        ),
        ('"engine"', ["engine"], ["engine"]),
        ('"/usr/bin/engine"', ["/usr/bin/engine"], ["/usr/bin/engine"]),
        ('"./my engine"', ["./my engine"], ["../my engine"]),
        ('"sub/engine"', ["sub/engine"], ["../sub/engine"]),
        ('"below/engine"', ["below/engine"], ["./engine"]),
    ],
)
def test_an_engine_is_a_command_whose_files_are_found_from_the_file(
    text: str, at: list[str], above: list[str], here: Path
) -> None:
    for folder, expected in ((here, at), (here.parent, above)):
        write(folder / "engine.mjs", "")
        write(folder / "my engine", "")
        write(folder / "fk-conform.toml", f"engine = {text}\n")
        assert find_config(here).engine == expected
        (folder / "fk-conform.toml").unlink()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("job = 2", "job: there is no such setting; there are engine, readings, "),
        ("last-failed = true", "last-failed: there is no such setting"),
        ('jobs = "2"', "jobs: expected a number"),
        ("jobs = true", "jobs: expected a number"),
        ("isolate = 1", "isolate: expected true or false"),
        ("engine = 3", "engine: expected a command, as a text or a list of texts"),
        ("engine = []", "engine: expected a command, as a text or a list of texts"),
        ('engine = ["node", 3]', "engine: expected a command, as a text or a list of texts"),
        ('engine = " "', "engine: expected a command, as a text or a list of texts"),
        ('engine = "node \'x"', "engine: expected a command; of this one the shell would say: No closing quotation"),
        ('readings = "when-void=must-trump"', "readings: expected a table of readings with their alternatives"),
        ("readings = {when-void = 1}", "readings: expected a table of readings with their alternatives"),
        ('output = ["junit=x"]', "output: expected a table of formats with their files"),
        ("xfail = 3", "xfail: expected a text"),
        ("[tool.fk-conform]\njobs = 2", "tool: there is no such setting"),
        ("jobs = ", "no TOML: Invalid value (at line 1, column 8)"),
    ],
)
def test_what_may_not_stand_there_is_said_with_file_and_key(text: str, says: str, here: Path) -> None:
    with pytest.raises(UsageError) as error:
        config_of(text + "\n", here)
    assert str(error.value).startswith(f"fk-conform.toml: {says}")


def test_a_file_that_is_no_text_is_named(here: Path) -> None:
    (here / "fk-conform.toml").write_bytes(b"\xff")
    with pytest.raises(UsageError, match=r"^fk-conform\.toml: no TOML: "):
        find_config(here)
    (here / "fk-conform.toml").unlink()
    write(here / "pyproject.toml", "[tool]\nfk-conform = 3\n")
    with pytest.raises(UsageError, match=r"^pyproject\.toml: tool\.fk-conform: expected a table$"):
        find_config(here)


# Runs


def conform(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(words)
    said = capsys.readouterr()
    return status, said.out, said.err


def report(text: str) -> list[Json]:
    return [json.loads(line) for line in text.splitlines()]


def engine(*words: str) -> str:
    return f"engine = {json.dumps(list(words))}\n"


def test_a_run_without_words_is_that_of_the_file_and_says_so(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(here.parent / "fk-conform.toml", engine(*zoo("answers_nothing")) + "corpus = false\nfail-fast = true\n")
    status, said, _ = conform(capsys, "FK4.9c01", "FK4.9c02")
    assert status == 1
    assert "2 cases selected\nSettings from ../fk-conform.toml.\n" in said
    assert "1 failed, 1 not run in" in said
    assert "No engine was named" not in said
    assert f"again     fk-conform FK4.9c01 -- {shlex.join(zoo('answers_nothing'))}\n" in said


def test_the_command_line_wins(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = engine(*zoo("answers_nothing")) + (
        'corpus = false\nfail-fast = true\njobs = 3\nformat = "json"\nreadings = {when-void = "must-trump"}\n'
    )
    write(here / "fk-conform.toml", text)
    status, said, _ = conform(capsys, "FK4.9", "--", *zoo("right_throughout"))
    header, *lines = report(said)
    assert (status, header["command"]) == (0, zoo("right_throughout"))
    assert header["readings"] == {"when-void": "must-trump"}
    assert header["notes"] == ["Settings from fk-conform.toml."]
    status, said, _ = conform(capsys, "FK4.9", "--no-fail-fast", "--reading", "when-void=any-card")
    header, *lines = report(said)
    assert header["readings"] == {"when-void": "any-card"}
    assert lines[-1]["counts"]["not-run"] == 0
    assert conform(capsys, "FK4.9c01", "--format", "text")[1].startswith("The Forty Kings")


def test_no_config_leaves_it_aside(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(here / "fk-conform.toml", engine(*zoo("answers_nothing")))
    status, said, _ = conform(capsys, "FK4.9c01", "--no-config")
    assert status == 0
    assert "No engine was named" in said
    assert "Settings" not in said


def test_help_is_to_be_had_whatever_stands_in_the_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(here / "fk-conform.toml", "nonsense = 1\n")
    assert main(["--help"]) == 0
    assert main(["--version"]) == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("jobs = 0", "jobs: expected a number from 1 to 64, not '0'"),
        ("jobs = 2.5", "jobs: expected a number from 1 to 64, not '2.5'"),
        ("answer-timeout = -1", "answer-timeout: expected a number of seconds greater than 0, not '-1'"),
        ('symmetry = "some"', "symmetry: invalid choice: 'some'"),
        ('format = "xml"', "format: invalid choice: 'xml'"),
        ('readings = {void = "any"}', "readings: void=any: there is no reading 'void'"),
        ('readings = {when-void = "any"}', "readings: when-void=any: expected when-void=any-card or must-trump"),
        ('output = {xml = "x"}', "output: xml=x: expected FORMAT=FILE"),
        ('output = {tap = "-"}', "output: tap=-: expected a file; --format tap prints it on standard output"),
        ('trace = "-"', "trace: expected a file, for standard output is for the report"),
        ('xfail = "gone.txt"', "--xfail gone.txt: No such file or directory"),
    ],
)
def test_a_value_that_is_none_is_said_in_one_line_with_file_and_key(
    text: str, says: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(here / "fk-conform.toml", text + "\n")
    status, out, err = conform(capsys, "FK4.9c01")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"fk-conform: {says}" if says.startswith("--") else f"fk-conform: fk-conform.toml: {says}")


def test_an_engine_beside_the_file_is_run_from_a_folder_below(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = here.parent / "run.sh"
    write(script, f"#!/bin/sh\nexec {shlex.join(zoo('right_throughout'))}\n")
    script.chmod(0o755)
    write(here.parent / "pyproject.toml", '[tool.fk-conform]\nengine = "./run.sh"\n')
    status, said, _ = conform(capsys, "FK4.9c01", "--format", "json")
    assert (status, report(said)[0]["command"]) == (0, ["../run.sh"])


def test_other_verbs_take_the_engine_from_it_too(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(here / "fk-conform.toml", engine(*zoo("answers_nothing")) + "jobs = 3\nsymmetry = 'all'\n")
    status, said, _ = conform(capsys, "replay", "FK4.9c01")
    assert status == 1
    assert '"result": {}' in said
    deal = "east:K.KQA8.J.JT JA.J7.QA7.K Q9.T9.9.Q97 T87..KT8.A8 TD"
    write(here / "fk-conform.toml", engine(sys.executable, str(ROOT / "tests/zoo/counting.py"), "M-no-follow"))
    status, said, _ = conform(capsys, "divide", deal, "--depth", "2")
    assert status == 1
    assert said.startswith("Settings from fk-conform.toml.\n")
