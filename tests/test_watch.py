"""Watching: a run whenever a file has changed and is whole again, and an end at Ctrl-C."""

from __future__ import annotations

import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.helpers import none_alive, zoo

from fk_conform.cli import main
from fk_conform.errors import UsageError
from fk_conform.watch import Watch, engine_files

Step = Callable[[], None]


class Watched:
    """A watch in which time passes in steps: at each look that it waits for, something may be done."""

    def __init__(self, paths: list[Path], steps: list[Step], runs: list[Step] | None = None) -> None:
        self.said: list[str] = []
        self.runs = 0
        self._steps = iter(steps)
        self._in_runs = iter(runs or [])
        self._ticks = 0
        self.status = Watch(paths, self._run, self.said.append, self._sleep).go_on()

    def _run(self) -> int:
        self.runs += 1
        next(self._in_runs, lambda: None)()
        return self.runs

    def _sleep(self, seconds: float) -> None:
        assert seconds > 0
        step = next(self._steps, None)
        if step is None:
            raise KeyboardInterrupt  # as Ctrl-C does
        step()


def nothing() -> None:
    pass


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("engine").write_text("one", encoding="utf-8")
    return Path("engine")


def written(path: Path, text: str) -> Step:
    return lambda: void(path.write_text(text, encoding="utf-8"))


def void(value: object) -> None:
    pass


# When it runs


def test_it_runs_once_and_then_waits(engine: Path) -> None:
    watched = Watched([engine], [nothing] * 10)
    assert watched.runs == 1
    assert watched.said == ["Watching engine; Ctrl-C ends it."]
    assert watched.status == 1


def test_it_runs_again_when_a_file_has_changed_and_says_which(engine: Path) -> None:
    watched = Watched([Path("other"), engine], [nothing, written(engine, "two"), nothing, nothing, nothing])
    assert watched.runs == 2
    assert watched.said[1] == "engine changed."
    assert watched.status == 2


def test_a_change_of_the_time_alone_is_one(engine: Path) -> None:
    assert Watched([engine], [lambda: os.utime(engine, ns=(1, 1)), nothing]).runs == 2


def test_what_is_still_being_written_is_waited_for(engine: Path) -> None:
    half = [written(engine, "t" * number) for number in range(2, 12)]
    watched = Watched([engine], [*half, nothing, nothing])
    assert watched.runs == 2
    assert Watched([engine], half).runs == 1


def test_what_has_gone_is_waited_for_and_that_is_said_once(engine: Path) -> None:
    watched = Watched([engine], [engine.unlink, nothing, nothing, nothing])
    assert watched.runs == 1
    assert watched.said[1:] == ["engine is not there; waiting for it."]
    engine.write_text("one", encoding="utf-8")
    watched = Watched([engine], [engine.unlink, nothing, nothing, written(engine, "new"), nothing, nothing])
    assert watched.runs == 2
    assert watched.said[1:3] == ["engine is not there; waiting for it.", "engine changed."]


def test_an_engine_that_is_not_there_yet_is_run_when_it_is(engine: Path) -> None:
    engine.unlink()
    watched = Watched([engine], [nothing, written(engine, "new"), nothing, nothing])
    assert watched.runs == 2


def test_a_file_that_is_put_in_its_place_is_another(engine: Path) -> None:
    before = engine.stat()
    other = Path("other")
    other.write_text("eno", encoding="utf-8")
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert Watched([engine], [lambda: void(other.replace(engine)), nothing]).runs == 2


def test_a_change_during_a_run_counts(engine: Path) -> None:
    watched = Watched([engine], [nothing, nothing, nothing], [written(engine, "two")])
    assert watched.runs == 2


def test_a_file_that_every_run_changes_is_left_aside(engine: Path) -> None:
    log = Path("log")
    log.touch()

    def add() -> None:
        with log.open("a", encoding="utf-8") as out:
            out.write("a line\n")

    watched = Watched([engine, log], [nothing] * 20, [add] * 10)
    assert watched.runs == 2
    assert "log changes with every run; it is watched no longer." in watched.said
    watched = Watched([engine, log], [*[nothing] * 9, written(engine, "two"), nothing, nothing], [add] * 10)
    assert watched.runs == 3


def test_a_folder_is_watched_with_all_that_is_in_it(engine: Path) -> None:
    for name in ("src/deep", "src/.git", "src/__pycache__"):
        Path(name).mkdir(parents=True)
    deep = Path("src/deep/rules.c")
    watched = Watched([Path("src")], [written(deep, "new"), nothing, nothing, written(deep, "newer"), nothing, nothing])
    assert watched.runs == 3
    assert watched.said[1] == "src/deep/rules.c changed."
    assert Watched([Path("src")], [deep.unlink, nothing, nothing]).runs == 2
    for path in ("src/.git/index", "src/__pycache__/a.pyc", "src/.rules.c.swp"):
        assert Watched([Path("src")], [written(Path(path), "x"), nothing, nothing]).runs == 1


def test_of_many_files_that_change_a_few_are_named(engine: Path) -> None:
    Path("src").mkdir()

    def write_all() -> None:
        for number in range(9):
            (Path("src") / f"{number}.c").write_text("", encoding="utf-8")

    said = Watched([Path("src")], [write_all, nothing, nothing]).said[1]
    assert said.endswith(" and 4 more changed.")


# How it ends


def test_a_run_that_is_interrupted_ends_it(engine: Path) -> None:
    said: list[str] = []
    assert Watch([engine], lambda: 130, said.append, lambda seconds: None).go_on() == 130
    assert said == []


def test_a_command_that_is_wrong_from_the_start_is_not_watched(engine: Path) -> None:
    def wrong() -> int:
        raise UsageError("no such case")

    with pytest.raises(UsageError):
        Watch([engine], wrong, lambda sentence: None).go_on()


def test_what_is_wrong_later_is_said_and_watched_on(engine: Path) -> None:
    def wrong() -> None:
        raise UsageError("xfail.txt:1: a reason was expected")

    steps = [written(engine, "two"), nothing, written(engine, "three"), nothing, nothing]
    watched = Watched([engine], steps, [nothing, wrong])
    assert watched.runs == 3
    assert "xfail.txt:1: a reason was expected" in watched.said


# What is watched


def test_of_a_command_the_program_and_the_files_among_its_arguments_are_watched(engine: Path) -> None:
    Path("engine.py").touch()
    python = Path(sys.executable)
    assert engine_files([sys.executable, "engine.py", "--fast", "."]) == [python, Path("engine.py")]
    engine.chmod(0o755)
    assert engine_files(["./engine"]) == [Path("./engine")]
    assert engine_files(["./not-built-yet"]) == [Path("./not-built-yet")]
    assert engine_files(["no-such-program"]) == []


# The command


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, *words: str, cwd: Path) -> None:
        self._fd, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fk_conform", *words],
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, start_new_session=True,
            env={**os.environ, "TERM": "xterm"},
        )  # fmt: skip
        os.close(theirs)
        self.text = ""

    def until(self, text: str, times: int = 1) -> None:
        """Reads until something has been said so many times."""
        end = time.monotonic() + 60
        while self.text.count(text) < times:
            assert time.monotonic() < end, self.text
            if select.select([self._fd], [], [], 0.2)[0]:
                self.text += os.read(self._fd, 1 << 16).decode()

    def ends(self) -> int:
        status = self.process.wait(60)
        os.close(self._fd)
        return status


def script(folder: Path, engine: list[str]) -> None:
    new = folder / "new"
    new.write_text(f"#!/bin/sh\nexec {shlex.join(engine)}\n", encoding="utf-8")
    new.chmod(0o755)
    new.replace(folder / "engine")


def test_at_a_terminal_it_shows_run_after_run_and_ends_at_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    script(tmp_path, zoo("answers_nothing"))
    terminal = Terminal("FK4.9c01", "./engine", "--watch", cwd=tmp_path)
    terminal.until("Watching engine; Ctrl-C ends it.")
    assert "1 failed" in terminal.text
    (tmp_path / "engine").unlink()
    terminal.until("engine is not there; waiting for it.")
    script(tmp_path, zoo("right_throughout"))
    terminal.until("engine changed.")
    terminal.until("Watching engine", times=2)
    assert "1 passed" in terminal.text
    # Nothing that was told has been wiped, and no screen been cleared.
    assert terminal.text.count("The Forty Kings") == 2
    assert "\x1b[2J" not in terminal.text
    assert "\x1b[H" not in terminal.text
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.ends() == 0
    assert "Traceback" not in terminal.text
    assert none_alive(tmp_path / "pids")


def test_ctrl_c_in_the_middle_of_a_run_ends_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    words = ["FK4.9c01", "FK4.9c02", "--watch", "--answer-timeout", "60", "--", *zoo("hangs", '"judge_trick"')]
    terminal = Terminal(*words, cwd=tmp_path)
    terminal.until("offers 13 of 13 methods.")
    terminal.process.send_signal(signal.SIGINT)
    terminal.until("interrupted")
    assert terminal.ends() == 130
    assert none_alive(tmp_path / "pids")


def test_what_is_said_of_watching_does_not_go_into_a_report(tmp_path: Path) -> None:
    script(tmp_path, zoo("right_throughout"))
    command = [sys.executable, "-m", "fk_conform", "FK4.9c01", "./engine", "--watch", "--format", "json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert process.stdout
        assert process.stderr.readline() == "Watching engine; Ctrl-C ends it.\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert all(line.startswith("{") for line in process.stdout)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--watch", "no-such-program"], "--watch: the command of the engine names no file; --watch-also names one"),
        (["--watch-also", "gone", "./engine"], "--watch-also gone: there is no such file or folder"),
        (["--watch", "./engine", "FK4.99"], "there is no case, clause or chapter 'FK4.99'"),
    ],
)
def test_what_cannot_be_watched_is_said(
    words: list[str], says: str, engine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith(f"fk-conform: {says}")


def test_a_word_that_is_a_whole_program_names_no_file() -> None:
    assert engine_files([sys.executable, "-c", "print()\n" * 1000]) == [Path(sys.executable)]
