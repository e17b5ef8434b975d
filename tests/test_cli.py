"""The command line: what it prints where, with which exit status, and that it leaves nothing behind."""

from __future__ import annotations

import dataclasses
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

import pytest
from tests.disputes import DEAL
from tests.helpers import ROOT, SUITE, fk_conform, none_alive, zoo

from fk_conform.cli import VERBS, main
from fk_conform.cli.show import show
from fk_conform.report.sentences import say_unreviewed
from fk_conform.spec import load_spec
from fk_conform.suite import load_cases

Json = Any

SMALL = ("FK4.9", "--no-corpus")
CASES = {case.id: case for case in load_cases(corpus=False)}
BY_CLAUSE: dict[str, list[str]] = {}
for _case in CASES.values():
    BY_CLAUSE.setdefault(_case.clause, []).append(_case.id)


class Here(Protocol):
    """The command in this process: to start one takes its time."""

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Here:
    def call(*words: str) -> subprocess.CompletedProcess[str]:
        try:
            status: Any = main(words)
        except SystemExit as left:
            status = left.code
        said = capsys.readouterr()
        return subprocess.CompletedProcess(words, status, said.out, said.err)

    return call


def report_of(text: str) -> list[Json]:
    """The lines of a JSON report."""
    return [json.loads(line) for line in text.splitlines()]


# Exit status


@pytest.mark.parametrize(
    ("engine", "status", "form"),
    [
        (zoo("right_throughout"), 0, "json"),
        (zoo("answers_nothing"), 1, "text"),
        (zoo("answers_nothing"), 1, "json"),
        (["./no-such-engine"], 3, "text"),
        (["./no-such-engine"], 3, "json"),
        (zoo("offers_nothing"), 4, "text"),
        (zoo("offers_nothing"), 4, "json"),
    ],
)
def test_the_exit_status_says_what_it_came_to_in_every_format(engine: list[str], status: int, form: str) -> None:
    done = fk_conform(*SMALL, "--format", form, "--", *engine)
    assert done.returncode == status
    if form == "json":
        assert report_of(done.stdout)[-1]["exit"] == status
    assert "Traceback" not in done.stderr


def test_the_bundled_engine_conforms_without_any_words_about_it() -> None:
    done = fk_conform(*SMALL)
    assert done.returncode == 0
    assert "No engine was named" in done.stdout
    assert done.stderr == ""


def is_one_line(text: str) -> bool:
    return text.startswith("fk-conform: ") and text.endswith("\n") and text.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["FK4.99"], "there is no case, clause or chapter 'FK4.99'"),
        (["--method", "lawful_cards"], "there is no such method"),
        (["--reading", "void=any-card"], "there is no reading 'void'"),
        (["--cases", "gone.yaml"], "--cases gone.yaml: there is no such file or folder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_done_is_said_in_one_line_with_exit_status_2(words: list[str], says: str) -> None:
    done = fk_conform(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert is_one_line(done.stderr)
    assert says in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--loud"], "unrecognized arguments: --loud"),
        (["--"], "after -- the command of an engine was expected"),
        (["list", "FK4.99"], "there is no case, clause or chapter"),
        (["show", "FK4.99"], "there is no case or clause 'FK4.99'"),
        (["FK4.3c99"], "there is no case, clause or chapter 'FK4.3c99'"),
        (["FK9"], "there is no case, clause or chapter 'FK9'"),
        (["FK4.3cx"], "there is no case, clause or chapter 'FK4.3cX'"),
        (["FK4.3c02~HCDX+1"], "there is no variant 'FK4.3c02~HCDX+1'; one is called as in FK4.3c02~HCDS+1"),
        (["FK4.3c02@agian"], "there is no variant 'FK4.3c02@agian'; one is called as in"),
        (["FK4.3c02@twin"], "there is no variant 'FK4.3c02@twin'; one is called as in"),
        (["--level", "bridge"], "there is no such level"),
        (["-k", "xyzzy"], "no case is selected"),
        (["--reading", "when-void=may-trump"], "expected when-void=any-card or must-trump"),
        (["--reading", "when-void"], "expected when-void=any-card or must-trump"),
        (["--jobs", "0"], "expected a number from 1 to 64, not '0'"),
        (["-j", "many"], "expected a number from 1 to 64, not 'many'"),
        (["--answer-timeout", "0"], "expected a number of seconds greater than 0, not '0'"),
        (["--answer-timeout", "nan"], "expected a number of seconds"),
        (["--start-timeout", "-1"], "expected a number of seconds"),
        (["--format", "xml"], "invalid choice: 'xml'"),
        (["./one", "./two"], "one engine was expected, not ./one and ./two"),
        (["./one", "--", "./two"], "one engine was expected"),
        ([""], "an engine was expected, not ''"),
        ([" "], "an engine was expected, not ' '"),
        (["./engine 'x"], "is no command: No closing quotation"),
        (["list", "--loud"], "unrecognized arguments: --loud"),
        (["show"], "the following arguments are required: ID"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_nor_can_what_is_tried_here_without_a_process(words: list[str], says: str, here: Here) -> None:
    done = here(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert is_one_line(done.stderr)
    assert says in done.stderr


def test_a_broken_case_file_is_named_in_one_line_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("clause: FK4.3\ncases:\n  - id: [\n", encoding="utf-8")
    done = fk_conform("--cases", "broken.yaml", cwd=tmp_path)
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert done.stderr.startswith("fk-conform: broken.yaml:4: no YAML: ")


@pytest.mark.parametrize(
    ("engine", "says"),
    [
        ("./gone", "fk-conform: the engine could not be started: ./gone: there is no such file\n"),
        ("./plain", "fk-conform: the engine could not be started: ./plain: it has no run bit; chmod +x ./plain\n"),
        (shlex.join(zoo("dies_at_start")), "fk-conform: the engine ended before it had answered\n"),
    ],
)
def test_why_an_engine_could_not_be_run_is_said_in_one_line_too(engine: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("#!/bin/sh\n", encoding="utf-8")
    done = fk_conform(*SMALL, engine, cwd=tmp_path)
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    assert done.stderr.startswith(says)


# The words of the command


def test_words_after_two_dashes_are_the_engine_s_own(here: Here) -> None:
    text = (
        "import sys, forty_kings.cli\n"
        "assert sys.argv[1:] == ['--format', 'json', 'FK4.3', '--', '--version'], sys.argv\n"
        "sys.exit(forty_kings.cli.main([]))"
    )
    words = ["--format", "json", "FK4.3", "--", "--version"]
    done = here(*SMALL, "--", sys.executable, "-c", text, *words)
    assert done.returncode == 0
    assert f"{len(BY_CLAUSE['FK4.9'])} passed" in done.stdout


def test_an_engine_may_be_a_command_in_quotes(here: Here) -> None:
    done = here(shlex.join(zoo("right_throughout")), *SMALL)
    assert done.returncode == 0
    assert "No engine was named" not in done.stdout


def test_an_engine_may_be_a_program_whose_name_holds_a_space(tmp_path: Path, here: Here) -> None:
    engine = tmp_path / "my engine"
    engine.write_text(f"#!/bin/sh\nexec {shlex.join(zoo('right_throughout'))}\n", encoding="utf-8")
    engine.chmod(0o755)
    assert here(*SMALL, str(engine)).returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ["ENGINE", "FK4.9", "--no-corpus", "--format", "json"],
        ["--format", "json", "ENGINE", "--no-corpus", "FK4.9"],
        ["FK4.9", "--no-corpus", "--format", "json", "ENGINE"],
    ],
)
def test_words_and_options_may_come_in_any_order(words: list[str], here: Here) -> None:
    engine = shlex.join(zoo("right_throughout"))
    done = here(*[engine if word == "ENGINE" else word for word in words])
    assert done.returncode == 0
    assert [line["id"] for line in report_of(done.stdout) if line["type"] == "case"] == BY_CLAUSE["FK4.9"]


def test_a_selection_runs_what_is_named_and_nothing_else(here: Here) -> None:
    done = here("FK4.1", "FK4.9c01", "--no-corpus", "--format", "json")
    header, *lines = report_of(done.stdout)
    assert [line["id"] for line in lines if line["type"] == "case"] == [*BY_CLAUSE["FK4.1"], "FK4.9c01"]
    assert header["selection"] == {"ids": ["FK4.1", "FK4.9c01"], "corpus": False}


@pytest.mark.parametrize("name", ["fk4.3c02~hcds+1", "FK4.3c02@again", "FK4.18C01@TWIN"])
def test_what_is_derived_from_a_case_is_selected_by_its_id_however_it_is_typed(name: str, here: Here) -> None:
    done = here(name)
    assert done.returncode == 0
    assert ": 1 variant selected\n" in done.stdout


def test_a_program_whose_name_begins_as_an_id_does_is_an_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Here
) -> None:
    engine = tmp_path / "fk4bot"
    engine.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-m', 'forty_kings'])}\n", encoding="utf-8")
    engine.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    done = here("FK4.3c02", "fk4bot")
    assert done.returncode == 0
    assert "bundled" not in done.stdout


def test_a_reading_is_wanted_of_the_engine_and_only_what_holds_under_it_is_run(here: Here) -> None:
    done = here("FK4.4", "--no-corpus", "--reading", "when-void=must-trump", "--format", "json")
    assert done.returncode == 0
    lines = report_of(done.stdout)
    (session,) = [line for line in lines if line["type"] == "session"]
    assert session["readings_wanted"]["when-void"] == "must-trump"
    expected = [name for name in BY_CLAUSE["FK4.4"] if CASES[name].asked_under.get("when-void") != "any-card"]
    assert [line["id"] for line in lines if line["type"] == "case"] == expected


def test_a_selection_of_nothing_that_holds_under_the_reading_is_an_error(here: Here) -> None:
    name = next(case.id for case in CASES.values() if case.asked_under == {"when-void": "any-card"})
    done = here(name, "--reading", "when-void=must-trump")
    assert done.returncode == 2
    assert is_one_line(done.stderr)


def test_other_cases_may_be_run_instead_of_the_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Here
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "clause: FK4.3\ncases:\n  - id: FK4.3c99\n    title: Mine\n    method: legal_cards\n"
        "    given: {hand: [7S, KH], trick: [KS], trump: hearts}\n    expect: {cards: [KH]}\n    because: I say so.\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    done = here("--cases", "mine.yaml")
    assert done.returncode == 1
    assert "✗ FK4.3c99  Mine" in done.stdout
    assert "again     fk-conform FK4.3c99 --cases mine.yaml\n" in done.stdout
    assert "Play" not in done.stdout


def test_time_limits_are_those_that_are_given(here: Here) -> None:
    done = here("FK4.9c01", "--answer-timeout", "0.3", "--", *zoo("hangs"))
    assert done.returncode == 1
    assert "the engine did not answer in time" in done.stdout
    done = here("FK4.9c01", "--start-timeout", "0.3", "--", *zoo("silent"))
    assert done.returncode == 3
    done = here("FK4.9c01", "--end-timeout", "0.3", "--", *zoo("never_ends"))
    assert done.returncode == 1
    assert "the engine did not end when its input had ended" in done.stdout


def test_isolate_and_fail_fast_reach_the_run(here: Here) -> None:
    done = here("FK4.9c01", "--isolate", "--", *zoo("answers_once"))
    assert done.returncode == 0
    done = here(*SMALL, "--fail-fast", "--format", "json", "--", *zoo("answers_nothing"))
    counts = report_of(done.stdout)[-1]["counts"]
    assert counts["failed"] == 1
    assert counts["not-run"] == len(BY_CLAUSE["FK4.9"]) - 1


# Reports


def test_a_report_in_json_is_all_that_is_on_standard_output() -> None:
    done = fk_conform(*SMALL, "--format", "json", "--", *zoo("floods_stderr_from_the_start"))
    assert [line["type"] for line in report_of(done.stdout)][:: len(BY_CLAUSE["FK4.9"]) + 2] == ["header", "footer"]
    assert done.stderr == ""


def test_with_several_processes_the_report_is_the_same(here: Here) -> None:
    reports = []
    for jobs in ("1", "3"):
        done = here("FK4", "--no-corpus", "--format", "json", "-j", jobs, "--", *zoo("right_throughout"))
        assert done.returncode == 0
        reports.append([[line["id"], line["verdict"]] for line in report_of(done.stdout) if line["type"] == "case"])
    assert reports[0] == reports[1]
    assert len(reports[0]) == sum(case.clause.startswith("FK4.") for case in CASES.values())


def test_piped_output_holds_no_escape_sequence() -> None:
    for words in ([*SMALL, "--", *zoo("painted")], ["show", "FK4.3c02"]):
        assert "\x1b" not in fk_conform(*words, TERM="xterm").stdout


@pytest.mark.parametrize(("environment", "colour"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
@pytest.mark.parametrize("words", [["show", "FK4.9c01"]])
def test_a_terminal_gets_colour_unless_it_wants_none(
    environment: dict[str, str], colour: bool, words: list[str]
) -> None:
    mine, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "fk_conform", *words],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm", **environment},
        timeout=60,
        check=True,
    )
    os.close(theirs)
    text = os.read(mine, 1 << 16)
    os.close(mine)
    assert (b"\x1b[1m" in text) is colour


@pytest.mark.parametrize("words", [[*SMALL, "--", *zoo("answers_nothing")], ["show", "FK5.1", "FK4.3"], ["list"]])
def test_an_output_that_knows_no_accents_gets_question_marks(words: list[str]) -> None:
    done = fk_conform(*words, PYTHONIOENCODING="ascii")
    assert done.stderr == ""
    assert done.stdout.isascii()


# What the engine gets


def test_the_engine_is_sent_the_question_and_nothing_of_the_answer(tmp_path: Path) -> None:
    log = tmp_path / "log"
    done = fk_conform(
        "FK4", "FK5.31", "--no-corpus", "--format", "json", "--", *zoo("right_throughout"), ZOO_LOG=str(log)
    )
    assert done.returncode == 0
    asked = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    questions = [request for request in asked if request["method"] != "initialize"]
    put = [CASES[line["id"]] for line in report_of(done.stdout) if line["type"] == "case"]
    assert [(request["method"], request["params"]) for request in questions] == [
        (case.method, json.loads(case.params)) for case in put
    ]
    assert len(put) > 100
    for request in asked:
        assert list(request) == ["jsonrpc", "id", "method", "params"]
        assert type(request["id"]) is int
    for request in asked:
        if request["method"] == "initialize":
            assert request["params"].keys() == {"protocol", "suite", "readings"}
    # Ids are counted from 1 in every session, and say nothing of the case.
    before = 0
    for request in asked:
        assert request["id"] == (1 if request["method"] == "initialize" else before + 1)
        before = request["id"]


def test_every_session_starts_with_initialize(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Here) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("ZOO_LOG", str(log))
    here("FK4.4", "--no-corpus", "--", *zoo("right_throughout"))
    asked = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert asked[0]["method"] == "initialize"
    assert [request["method"] for request in asked if request["id"] == 1] == ["initialize"] * 2


# Signals and broken pipes


def started(*words: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "fk_conform", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    ("name", "jobs", "when"), [("hangs", "1", "case"), ("leaves_a_child", "1", "case"), ("hangs", "3", "session")]
)
def test_a_signal_in_the_middle_ends_the_run_with_a_whole_report_and_no_process_left(
    number: signal.Signals, name: str, jobs: str, when: str, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    command = zoo(name, '"judge_trick"') if name == "hangs" else zoo(name)
    # The second clause is where it hangs; what only leaves a child has so much to do that it is not through with it.
    what = ["FK4.8", "FK4.9", "--no-corpus"] if name == "hangs" else ["--isolate"]
    words = [*what, "--format", "json", "-j", jobs, "--answer-timeout", "60", "--", *command]
    with started(*words, ZOO_PIDS=str(pids)) as process:
        assert process.stdout
        assert process.stderr
        lines = []
        for line in process.stdout:
            lines.append(json.loads(line))
            if lines[-1]["type"] == when:
                break
        process.send_signal(number)
        lines += report_of(process.stdout.read())
        assert process.stderr.read() == ""
        assert process.wait(60) == 130
    assert lines[-1]["type"] == "footer"
    assert (lines[-1]["verdict"], lines[-1]["exit"]) == ("interrupted", 130)
    assert len([line for line in lines if line["type"] == "case"]) == lines[0]["cases"]
    assert lines[-1]["counts"]["not-run"] > 0
    assert none_alive(pids)


@pytest.mark.parametrize(
    ("words", "doing"),
    [
        (["divide", DEAL, "--depth", "32"], "to count 32 cards deep"),
        (["rule", DEAL, "how many ways are there to play 32 cards"], "to count so deep"),
    ],
)
def test_what_takes_its_time_says_so_and_ctrl_c_ends_it_with_a_line(words: list[str], doing: str) -> None:
    command = [sys.executable, "-m", "fk_conform", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert process.stderr.readline() == f"fk-conform: {doing} takes its time; Ctrl-C ends it\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "fk-conform: interrupted\n")


def test_a_signal_before_the_engine_has_introduced_itself_ends_the_run_too(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with started(
        *SMALL, "--format", "json", "--start-timeout", "60", "--", *zoo("silent"), ZOO_PIDS=str(pids)
    ) as process:
        assert process.stdout
        assert json.loads(process.stdout.readline())["type"] == "header"
        process.send_signal(signal.SIGINT)
        lines = report_of(process.stdout.read())
        assert process.wait(60) == 130
    assert lines[-1]["verdict"] == "interrupted"
    assert not pids.exists() or none_alive(pids)


@pytest.mark.parametrize(
    "words",
    [
        ["list", "--no-corpus"],
        ["FK4", "--no-corpus", "--format", "json", "--", *zoo("sleeps_a_little")],
        ["FK4", "--no-corpus", "--", *zoo("answers_nothing")],
    ],
)
def test_a_reader_that_goes_away_ends_the_run_without_a_word(words: list[str], tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with started(*words, ZOO_PIDS=str(pids)) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 141
    assert not pids.exists() or none_alive(pids)


def test_a_pipe_to_head_shows_one_line_and_no_traceback() -> None:
    command = f"{shlex.join([sys.executable, '-m', 'fk_conform', 'list'])} | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith("FK1.1 ")
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to offer")
def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "fk_conform", *SMALL], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert is_one_line(done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to offer")
@pytest.mark.parametrize("words", ["--version", "--help", "check --help"])
@pytest.mark.parametrize("buffered", [True, False])
def test_a_full_disk_is_said_of_help_and_version_too(words: str, buffered: bool) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": "" if buffered else "1"}
    command = [sys.executable, "-m", "fk_conform", *words.split()]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (2, "fk-conform: No space left on device\n")


@pytest.mark.parametrize("words", ["", "check files", "prove --limit 1", "--version", "--help"])
def test_a_closed_output_is_said_in_one_line(words: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m fk_conform {words} >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "fk-conform: there is nowhere to write to: standard output is closed\n"


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ("FK4.3c02", 2, "fk-conform: the folder in which this is run is no longer there\n"),
        ("check files", 0, ""),
        ("list FK4.3c02", 0, ""),
    ],
)
def test_a_folder_that_is_gone_is_said_where_it_is_needed(words: str, status: int, says: str, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f"cd {shlex.quote(str(gone))} && rmdir ../gone && {shlex.quote(sys.executable)} -m fk_conform {words}"
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'runner'}:{ROOT / 'reference'}"}
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (status, says)


# The other verbs


def test_list_names_every_case_under_its_clause(here: Here) -> None:
    done = here("list", "--no-corpus")
    assert done.returncode == 0
    assert re.findall(r"(?m)^  (FK\S+)", done.stdout) == list(CASES)
    assert re.findall(r"(?m)^(FK\S+)  ", done.stdout) == list(BY_CLAUSE)
    assert done.stdout.splitlines()[-1] == f"{len(CASES)} cases derived by hand, 0 generated"


def test_list_selects_as_a_run_does(here: Here) -> None:
    done = here("list", "--format", "json", "FK4", "--no-corpus", "--method", "judge_trick", "FK2")
    lines = report_of(done.stdout)
    expected = [
        case.id for case in CASES.values() if case.clause[:4] in ("FK4.", "FK2.") and case.method == "judge_trick"
    ]
    assert [line["id"] for line in lines] == expected
    assert {line["method"] for line in lines} == {"judge_trick"}
    assert all(line.keys() == {"id", "clause", "method", "title"} for line in lines)


def test_list_marks_what_was_generated(here: Here) -> None:
    done = here("list", "--level", "deal")
    deals = sum(case.method == "deal" for case in CASES.values())
    found = re.fullmatch(r"(\d+) cases derived by hand, (\d+) generated", done.stdout.splitlines()[-1])
    assert found
    assert int(found[1]) == deals
    assert int(found[2]) == sum(case.method == "deal" for case in load_cases()) - deals


def test_show_tells_a_case_with_its_clause(here: Here) -> None:
    case = CASES["FK4.3c02"]
    text = " ".join(here("show", case.id).stdout.split())
    for part in (case.id, case.title, case.because, "hand 7S KH QH AD · trick KS · trump hearts", "cards 7S"):
        assert part in text
    assert "FK4.3 Following suit" in text
    assert "A player who holds a card of the suit led must play one." in text
    assert all(mistake in text for mistake in case.kills)
    # The clauses that the case refers to as well.
    assert "FK4.7 " in text


def test_show_tells_a_clause_with_its_reading_and_cases(here: Here) -> None:
    text = here("show", "FK4.4").stdout
    assert "when-void: any-card (default) or must-trump" in text
    assert all(name in text for name in BY_CLAUSE["FK4.4"])


def test_show_marks_cases_that_nobody_has_signed_for_the_wording_of_their_clause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    marked = "unsigned The clause has been reworded since somebody signed that its cases hold."
    cases = {**CASES, "FK4.3c02": dataclasses.replace(CASES["FK4.3c02"], unreviewed=True)}
    for name, expected in (("FK4.3c02", True), ("FK4.3", True), ("FK4.3c01", False), ("FK4.4", False)):
        show(name, load_spec(), cases)
        assert (marked in " ".join(capsys.readouterr().out.split())) is expected


def test_a_run_names_the_clauses_whose_cases_nobody_has_signed() -> None:
    case = CASES["FK4.3c02"]
    cases = [dataclasses.replace(case, unreviewed=True), CASES["FK4.4c01"], dataclasses.replace(case, unreviewed=True)]
    assert say_unreviewed(cases) == ["Unreviewed, for the clause has been reworded since: FK4.3."]
    assert say_unreviewed(CASES.values()) == []


def test_show_tells_of_several(here: Here) -> None:
    text = here("show", "FK4.3c01", "FK1.1").stdout
    assert text.index("FK4.3c01") < text.index("FK1.1 ")


@pytest.mark.parametrize("words", [["--help"], *([verb, "--help"] for verb in VERBS)])
def test_help_shows_examples(words: list[str], here: Here) -> None:
    done = here(*words)
    assert done.returncode == 0
    assert re.search(r"examples:\n  .*fk-conform ", done.stdout)
    assert done.stderr == ""


def test_help_tells_every_exit_status(here: Here) -> None:
    text = here("--help").stdout
    exits = text[text.index("exit status:") :]
    assert sorted(int(number) for number in re.findall(r"(?:^|\s{2,})(\d+)\s{2}", exits)) == [0, 1, 2, 3, 4, 130]


def test_the_version_is_that_of_the_package() -> None:
    from forty_kings.version import __version__

    assert fk_conform("--version").stdout == f"fk-conform {__version__}\n"


def test_no_test_relies_on_a_case_that_is_not_its_own() -> None:
    assert len({case.id for case in SUITE}) == len(SUITE)


OFFLINE = """
import sys

def hook(event, arguments):
    if event.startswith("socket."):
        raise AssertionError(event)

sys.addaudithook(hook)
from fk_conform.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("words", [["FK4.9"], ["show", "FK4.9"], ["FK4.9", "--format", "json"]])
def test_the_network_is_never_used(words: list[str]) -> None:
    run = subprocess.run([sys.executable, "-c", OFFLINE, *words], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--trace", "{engine}"], "--trace {engine}: this file is read in the run; nothing is written over it"),
        (["--output", "json={engine}"], "--output json={engine}: this file is read in the run; nothing is"),
        (["--output", "json={new}", "--trace", "{new}"], "--trace {new}: a report is to go into this file"),
    ],
)
def test_nothing_is_written_over_the_engine_or_over_another_report(words: list[str], says: str, tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text("from forty_kings.cli import main\n\nmain([])\n", encoding="utf-8")
    places = {"engine": str(engine), "new": str(tmp_path / "new.jsonl")}
    given = [word.format(**places) for word in words]
    done = fk_conform("FK4.9", "--no-corpus", *given, "--", sys.executable, str(engine))
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert done.stderr.startswith(f"fk-conform: {says.format(**places)}")
    assert engine.read_text(encoding="utf-8").startswith("from forty_kings")
    assert not Path(places["new"]).exists()
