"""On GitHub Actions: what its runner takes for commands, and that nothing an engine says is one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.events import answered, footer, header, of_an_evil_engine, of_every_verdict, of_the_zoo, report_of
from tests.helpers import fk_conform, follow, spec, zoo

from fk_conform.report.github import MOST, to_annotate
from fk_conform.report.outputs import open_reports
from fk_conform.running import Event

SMALL = ("FK4.9", "--no-corpus")


class Command:
    """A command as the runner of GitHub reads it."""

    def __init__(self, name: str, properties: dict[str, str], data: str) -> None:
        self.name = name
        self.properties = properties
        self.data = data


def commands(text: str) -> list[Command]:
    """What the runner of GitHub would carry out, line by line: it strips blanks, and heeds stop-commands."""
    known = {"error", "warning", "notice", "debug", "group", "set-env", "set-output", "add-mask", "stop-commands"}
    found: list[Command] = []
    token = ""
    for line in text.split("\n"):
        # The newer form of a command stands at the beginning of a line, the older one anywhere.
        new = re.match(r"\s*::([^\s:]+)(?: (.*?))?::(.*)$", line)
        old = re.search(r"##\[([^\]\s;]+)[^\]]*\](.*)$", line)
        name = new[1] if new else old[1] if old else ""
        if token:
            token = "" if name == token else token
        elif name == "stop-commands":
            token = new[3] if new else ""
        elif name in known:
            pairs = [pair.split("=", 1) for pair in (new[2] or "").split(",")] if new and new[2] else []
            unescaped = {key: unescape(value) for key, value in pairs}
            found.append(Command(name, unescaped, unescape(new[3] if new else "")))
    assert not token, "commands are stopped at the end"
    return found


def unescape(text: str) -> str:
    for escaped, plain in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escaped, plain)
    return text


@pytest.fixture
def summary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file for the summary of a job of GitHub Actions, which this is."""
    file = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(file))
    return file


def told(events: Sequence[Event], form: str, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """What goes to standard output and to standard error."""
    reports = open_reports(form, [], spec(), False)
    for event in events:
        reports.write(event)
    said = capsys.readouterr()
    return said.out, said.err


@pytest.mark.usefixtures("summary")
def test_failures_become_annotations(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = told(of_every_verdict(), "text", capsys)
    found = commands(out)
    assert err == ""
    assert {command.name for command in found} == {"error"}
    titles = [command.properties["title"] for command in found]
    assert titles == [
        "A fault of the engine",
        "An expected failure",
        "FK4.9c01 The case FK4.9c01",
        "FK4.3c01 The case FK4.3c01",
        "FK4.3c03 The case FK4.3c03",
    ]
    assert found[2].data.startswith('winner: expected "east", got "west"\nasked: judge_trick: leader west')
    assert found[2].data.endswith("\nagain: fk-conform FK4.9c01 -- ./engine")


@pytest.mark.usefixtures("summary")
@pytest.mark.parametrize("form", ["text", "json", "junit", "tap", "markdown", "html"])
def test_nothing_that_an_engine_says_is_a_command(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = told(of_an_evil_engine(), form, capsys)
    for stream in (out, err):
        assert all(command.name == "error" and command.data for command in commands(stream))
        assert not any(command.data == "mine" for command in commands(stream))
    assert len(commands(out) + commands(err)) == 7


@pytest.mark.usefixtures("summary")
def test_the_word_that_lets_commands_in_again_cannot_be_known(capsys: pytest.CaptureFixture[str]) -> None:
    words = set()
    for _ in range(3):
        out, _ = told(of_every_verdict(), "text", capsys)
        (word,) = re.findall(r"(?m)^::stop-commands::(\w{32})$", out)
        assert out.startswith(f"::stop-commands::{word}\n")
        assert out.count(f"\n::{word}::\n") == 1
        words.add(word)
    assert len(words) == 3


@pytest.mark.usefixtures("summary")
def test_a_report_for_programs_holds_no_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = told(of_every_verdict(), "tap", capsys)
    assert len(commands(err)) == 5
    monkeypatch.delenv("GITHUB_ACTIONS")
    assert told(of_every_verdict(), "tap", capsys) == (out, "")


def test_there_are_ten_annotations_at_most_and_the_last_says_how_many_more() -> None:
    cases = [follow(f"FK4.3c{number:02}", ["7S"], "KS", ["7S"]) for number in range(1, 26)]
    events: list[Event] = [
        header(),
        *(answered(case, {"result": {"cards": []}}) for case in cases),
        footer("not-conformant"),
    ]
    found = to_annotate(report_of(events))
    assert len(found) == MOST == 10
    assert found[-1][0] == "16 more failures"
    assert len(to_annotate(report_of([events[0], *events[1:11], events[-1]]))) == 10


def test_a_run_that_did_not_come_to_its_end_says_so() -> None:
    found = to_annotate(report_of(of_the_zoo("interrupted")))
    assert found[0][0] == "The run did not come to its end"
    assert to_annotate(report_of(of_the_zoo("right_throughout"))) == []


def test_the_summary_of_the_job_gets_the_markdown_behind_what_is_there(
    summary: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    summary.write_text("Before.\n", encoding="utf-8")
    told(of_every_verdict(), "text", capsys)
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("Before.\n\n## The Forty Kings: not conformant\n")


@pytest.mark.usefixtures("summary")
def test_that_the_summary_cannot_be_written_does_not_matter_to_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    out, err = told(of_every_verdict(), "text", capsys)
    assert len(commands(out)) == 5
    assert err == f"fk-conform: GITHUB_STEP_SUMMARY={tmp_path}: Is a directory\n"


def test_a_whole_run_on_github_has_the_same_exit_status(tmp_path: Path) -> None:
    done = fk_conform(
        *SMALL, "--", *zoo("paints"), GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=str(tmp_path / "summary.md")
    )
    assert done.returncode == 1
    assert len(commands(done.stdout)) == 10
    assert (tmp_path / "summary.md").read_text(encoding="utf-8").startswith("\n## The Forty Kings: not conformant\n")


def test_where_the_report_goes_into_a_file_annotations_do_not(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as out:
        done = subprocess.run(
            [sys.executable, "-m", "fk_conform", *SMALL, "--", *zoo("answers_nothing")],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "GITHUB_ACTIONS": "true"},
            check=False,
        )
    assert "::" not in (tmp_path / "out").read_text(encoding="utf-8")
    assert len(commands(done.stderr)) == 10
