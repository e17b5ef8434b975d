"""One engine process: its pipes never block the runner, and nothing of it is left in the end."""

from __future__ import annotations

import os
import selectors
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest
from tests.helpers import eventually, is_alive, none_alive, pids_in, zoo

from fk_conform.engine import Engine
from fk_conform.faults import CannotStart, Fault, TooLong

MEGABYTE = 1 << 20


class Driven:
    """An engine with its selector, and what came of it."""

    def __init__(self, command: list[str], selector: selectors.BaseSelector) -> None:
        self.lines: list[bytes] = []
        self.faults: list[Fault] = []
        self.selector = selector
        self.engine = Engine(command, selector, self.lines.append, self.faults.append)

    def until(self, holds: Callable[[], bool]) -> None:
        """Lets bytes go in and out until something holds."""
        began = monotonic()
        while not holds():
            for key, _ in self.selector.select(0.02):
                key.data()
            assert monotonic() < began + 60, f"got {len(self.lines)} lines; {self.engine.stderr_lines()}"

    def ended(self) -> bool:
        return self.engine.status is not None


@contextmanager
def driven(*command: str) -> Iterator[Driven]:
    with selectors.DefaultSelector() as selector:
        subject = Driven(list(command), selector)
        try:
            yield subject
        finally:
            subject.engine.kill()


@contextmanager
def script(text: str) -> Iterator[Driven]:
    """An engine that is a few lines of Python."""
    with driven(sys.executable, "-c", text) as subject:
        yield subject


# Bytes in and out

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.buffer.flush()"


def test_lines_come_back_one_by_one_without_their_ends() -> None:
    with script(ECHO) as subject:
        subject.engine.send(b"one\n")
        subject.engine.send(b"two\r\n")
        subject.engine.send(b"\n")
        subject.engine.flush()
        subject.until(lambda: len(subject.lines) == 3)
    assert subject.lines == [b"one", b"two\r", b""]


def test_five_megabytes_go_each_way_though_neither_side_reads_before_it_has_written() -> None:
    # The engine fills both its pipes before it reads; the runner sends all before it reads.
    text = f"""
import sys
sys.stdout.buffer.write(b"a" * {5 * MEGABYTE} + b"\\n")
sys.stderr.buffer.write(b"e" * {5 * MEGABYTE} + b"\\n")
sys.stdout.flush()
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(line)
    sys.stdout.flush()
"""
    line = b"x" * (5 * MEGABYTE) + b"\n"
    with script(text) as subject:
        subject.engine.send(line)
        subject.engine.send(b"last\n")
        subject.engine.flush()
        subject.until(lambda: len(subject.lines) == 3)
    assert subject.lines == [b"a" * (5 * MEGABYTE), line.rstrip(b"\n"), b"last"]


def test_a_line_that_comes_in_pieces_is_one_line() -> None:
    text = "import os, time\nfor byte in b'pieces': os.write(1, bytes([byte])); time.sleep(0.01)\nos.write(1, b'\\n')"
    with script(text) as subject:
        subject.until(lambda: bool(subject.lines))
    assert subject.lines == [b"pieces"]


def test_input_ends_only_when_everything_has_been_sent() -> None:
    text = "import sys\ntext = sys.stdin.buffer.read()\nprint(len(text), text.count(b'\\n'), flush=True)"
    with script(text) as subject:
        for _ in range(5):
            subject.engine.send(b"x" * (MEGABYTE - 1) + b"\n")
        subject.engine.close_input()
        subject.engine.send(b"too late\n")
        subject.until(subject.ended)
        subject.engine.drain()
    assert subject.lines == [f"{5 * MEGABYTE} 5".encode()]


def test_an_engine_that_reads_no_more_may_be_sent_to() -> None:
    with script("import os, signal\nos.close(0)\nprint('closed', flush=True)\nsignal.pause()") as subject:
        subject.until(lambda: subject.lines == [b"closed"])
        for _ in range(100):
            subject.engine.send(b"x" * MEGABYTE + b"\n")
            subject.engine.flush()
        assert not subject.ended()
        assert subject.faults == []


def test_what_an_engine_wrote_before_it_ended_is_not_lost() -> None:
    with script("import os\nos.write(1, b'a\\n' * 20000)\nos.write(2, b'why\\n')") as subject:
        subject.until(subject.ended)
        subject.engine.drain()
    assert subject.lines == [b"a"] * 20000
    assert subject.engine.stderr_lines() == ["why"]


def test_an_end_of_output_is_noticed_though_the_process_lives() -> None:
    with script("import os, signal\nos.close(1)\nsignal.pause()") as subject:
        subject.until(lambda: subject.engine.output_ended)
        assert not subject.ended()


def test_a_line_that_does_not_end_is_a_fault() -> None:
    with script("import os\nwhile True: os.write(1, b'x' * 65536)") as subject:
        subject.until(lambda: bool(subject.faults))
    assert isinstance(subject.faults[0], TooLong)
    assert subject.lines == []


# Standard error


def test_the_last_lines_of_standard_error_are_kept_and_made_harmless() -> None:
    text = "import sys\nfor n in range(1, 31): print(f'\\x1b[31mline {n}\\r', file=sys.stderr)\nprint(flush=True)"
    with script(text) as subject:
        subject.until(subject.ended)
        subject.engine.drain()
    assert subject.engine.stderr_lines() == [f"\\x1b[31mline {number}\\r" for number in range(21, 31)]


def test_what_has_been_logged_so_far_is_there_though_nobody_has_waited_for_it() -> None:
    with script("import os\nos.write(2, b'why\\n')") as subject:
        assert eventually(subject.ended)
        assert subject.engine.stderr_lines() == ["why"]


def test_standard_error_without_end_costs_no_memory_and_no_time() -> None:
    with script(f"import os\nfor _ in range(50): os.write(2, b'y' * {MEGABYTE})\nprint('done', flush=True)") as subject:
        subject.until(lambda: subject.lines == [b"done"])
        (line,) = subject.engine.stderr_lines()
        assert len(subject.engine._stderr) <= 1 << 14
    assert line == "y" * 500


def test_standard_error_that_is_no_utf8_is_shown_with_escapes() -> None:
    with script("import os\nos.write(2, b'donn\\xe9\\n')") as subject:
        subject.until(subject.ended)
        subject.engine.drain()
    assert subject.engine.stderr_lines() == ["donn\\xe9"]


# The end


def test_the_status_is_that_of_the_process() -> None:
    with script("import sys; sys.exit(3)") as subject:
        subject.until(subject.ended)
        assert subject.engine.status == 3
    with script("import os, signal; os.kill(os.getpid(), signal.SIGKILL)") as subject:
        subject.until(subject.ended)
        assert subject.engine.status == -signal.SIGKILL


def test_a_process_that_is_killed_is_reaped() -> None:
    text = """
import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(os.getpid(), flush=True)
signal.pause()
"""
    with script(text) as subject:
        subject.until(lambda: bool(subject.lines))
        pid = int(subject.lines[0])
        assert is_alive(pid)
        subject.engine.kill()
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, 0)
        assert subject.engine.status == -signal.SIGKILL


def test_nothing_is_left_in_the_selector_when_the_process_is_killed() -> None:
    with script(ECHO) as subject:
        subject.engine.send(b"x" * (5 * MEGABYTE) + b"\n")
        subject.engine.flush()
        subject.engine.kill()
        assert not subject.selector.get_map()
        subject.engine.kill()


@pytest.mark.parametrize("name", ["leaves_a_child", "leaves_a_child_and_dies"])
def test_what_the_process_started_is_killed_with_it(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    with driven(*zoo(name)) as subject:
        assert eventually(lambda: len(pids_in(tmp_path / "pids")) == 2)
        subject.engine.send(b'{"jsonrpc":"2.0","id":1,"method":"legal_cards","params":{}}\n')
        subject.engine.close_input()
        subject.until(subject.ended)
        assert is_alive(pids_in(tmp_path / "pids")[1])
        subject.engine.kill()
        assert none_alive(tmp_path / "pids")


def test_what_a_child_writes_for_ever_does_not_keep_the_runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_PIDS", str(tmp_path / "pids"))
    with driven(*zoo("leaves_a_child_that_talks")) as subject:
        subject.engine.send(b'{"jsonrpc":"2.0","id":1,"method":"legal_cards","params":{}}\n' * 2)
        subject.engine.flush()
        subject.until(subject.ended)
        subject.engine.drain()
        assert none_alive(tmp_path / "pids")


# The start


@pytest.mark.parametrize(
    ("name", "content", "mode", "says"),
    [
        ("./gone", None, 0, "./gone: there is no such file"),
        ("./folder/gone", None, 0, "./folder/gone: there is no such file"),
        ("./plain", "#!/bin/sh\n", 0o644, "./plain: it has no run bit"),
        ("./folder", None, 0, "./folder: it is no file"),
        ("no-such-program-anywhere", None, 0, "no-such-program-anywhere: no such program is on the PATH"),
        ("here.sh", "#!/bin/sh\n", 0o755, "here.sh: no such program is on the PATH; the file here is ./here.sh"),
        ("./nothing", "print('hello')\n", 0o755, "./nothing: the system cannot run it; a script needs a first line"),
        ("./strange", "#!/no/such/python\n", 0o755, "./strange: what is to run it is not there; see its first line"),
        ("", None, 0, ": no such program is on the PATH"),
    ],
)
def test_what_cannot_be_started_is_said_to_and_why(
    name: str, content: str | None, mode: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    if content is not None:
        (tmp_path / name).write_text(content, encoding="utf-8")
        (tmp_path / name).chmod(mode)
    with pytest.raises(CannotStart) as caught, driven(name):
        pass
    assert caught.value.message.startswith(f"the engine could not be started: {says}")


def test_an_argument_that_no_system_takes_is_said_to_be_wrong() -> None:
    with pytest.raises(CannotStart, match="null byte"), driven(sys.executable, "a\0b"):
        pass
