"""One engine process: its three pipes and its end.

Nothing here waits: bytes go in and out as the pipes take them, so that neither a full pipe nor a silent engine stops
the runner. What the bytes say is for `conversation` to judge.
"""

from __future__ import annotations

import contextlib
import errno
import os
import selectors
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from fk_conform.answer import harmless
from fk_conform.faults import CannotStart, Fault, TooLong
from fk_conform.strays import MARK

CHUNK = 1 << 16
LONGEST_LINE = 1 << 24
KEPT_OF_STDERR = 1 << 14
LINES_OF_STDERR = 10


class Listener(Protocol):
    """Somebody who hears all that passes between the runner and one process, as it happens."""

    def started(self, pid: int) -> None:
        """The process runs."""

    def sent(self, line: bytes, about: str) -> None:
        """A line goes to it, the request of what is called so."""

    def received(self, line: bytes, whole: bool) -> None:
        """A line came from its standard output, its end left off; one that is not whole had none."""

    def logged(self, line: bytes, whole: bool) -> None:
        """A line came from its standard error, likewise."""

    def input_ended(self) -> None:
        """It will be sent nothing more."""

    def ended(self, status: int, killed: bool) -> None:
        """It has ended, or the runner has killed it."""


class Engine:
    """A running engine.

    `command` is the program and its arguments. `on_line` is called with each line that it writes, and `on_fault` with
    what it raises. What is registered with the selector is a function to call when the pipe is ready. `memory` is how
    much of it each process may use, in MB, and `mark` stands in the environment of each, as `strays` has it. A
    `listener` is told all that is exchanged.
    """

    def __init__(
        self,
        command: Sequence[str],
        selector: selectors.BaseSelector,
        on_line: Callable[[bytes], None],
        on_fault: Callable[[Fault], None],
        memory: int | None = None,
        mark: str = "",
        listener: Listener | None = None,
    ) -> None:
        self.selector = selector
        self.on_line = on_line
        self.on_fault = on_fault
        self.listener = listener
        self.output_ended = False
        self._outbox = bytearray()
        self._inbox = bytearray()
        self._stderr = bytearray()
        self._unheard = b""
        self._closing = self._waits_for_room = False
        self._process = _start(command, memory, mark)
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._stdin, self._stdout, self._stderr_pipe = self._process.stdin, self._process.stdout, self._process.stderr
        for pipe in (self._stdin, self._stdout, self._stderr_pipe):
            os.set_blocking(pipe.fileno(), False)
        selector.register(self._stdout, selectors.EVENT_READ, self._output_ready)
        selector.register(self._stderr_pipe, selectors.EVENT_READ, self._read_stderr)
        if listener:
            listener.started(self._process.pid)

    @property
    def status(self) -> int | None:
        """The exit status, negative for a signal; None while the process lives."""
        return self._process.poll()

    def send(self, line: bytes, about: str = "") -> None:
        """Has a line, the request of what is called so, sent with the next `flush`."""
        if not self._closing:
            if self.listener:
                self.listener.sent(line, about)
            self._outbox += line

    def flush(self) -> None:
        """Sends what there is to be sent, now or as soon as the pipe takes it."""
        if self._outbox:
            self._write()

    def close_input(self) -> None:
        """Ends the engine's input once everything has been sent."""
        self._closing = True
        if self.listener:
            self.listener.input_ended()
        self._write()

    def stderr_lines(self) -> list[str]:
        """The last lines of standard error so far, made safe for a terminal."""
        self._read_stderr()
        text = bytes(self._stderr).decode(errors="backslashreplace")
        return [harmless(line)[:500] for line in text.split("\n") if line.strip()][-LINES_OF_STDERR:]

    def drain(self) -> None:
        """Reads what is left in the pipes of a process that has ended."""
        # What it started may live on and write for ever.
        self._kill_group()
        while not self.output_ended and self._read_output():
            pass
        while self._read_stderr():
            pass

    def kill(self) -> None:
        """Ends the process and all that it started, and reaps it."""
        for pipe in (self._stdin, self._stdout, self._stderr_pipe):
            self._forget(pipe)
        killed = self.status is None
        self._kill_group()
        status = self._process.wait()
        # What the engine started may have outlived it; its group is still there as long as one of them is.
        self._kill_group()
        if self.listener:
            if self._inbox:
                self.listener.received(bytes(self._inbox), whole=False)
            if self._unheard:
                self.listener.logged(self._unheard, whole=False)
            self.listener.ended(status, killed)

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _forget(self, pipe: object) -> None:
        with contextlib.suppress(KeyError, ValueError):
            self.selector.unregister(pipe)  # type: ignore[arg-type]
        with contextlib.suppress(OSError):
            pipe.close()  # type: ignore[attr-defined]

    def _write(self) -> None:
        try:
            while self._outbox:
                sent = os.write(self._stdin.fileno(), self._outbox[:CHUNK])
                del self._outbox[:sent]
        except BlockingIOError:
            self._wait_for_room()
            return
        except (BrokenPipeError, ValueError):
            # It reads no more. That it has ended, or will never answer, shows in its output.
            self._outbox.clear()
        if self._waits_for_room:
            self._waits_for_room = False
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(self._stdin)
        if self._closing:
            self._forget(self._stdin)

    def _wait_for_room(self) -> None:
        if not self._waits_for_room:
            self._waits_for_room = True
            self.selector.register(self._stdin, selectors.EVENT_WRITE, self._write)

    def _output_ready(self) -> None:
        try:
            self._read_output()
        except Fault as fault:
            self.on_fault(fault)

    def _read_output(self) -> bool:
        try:
            chunk = os.read(self._stdout.fileno(), CHUNK)
        except (BlockingIOError, ValueError):
            return False
        if not chunk:
            self.output_ended = True
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(self._stdout)
            return False
        self._inbox += chunk
        if b"\n" in chunk:
            *lines, rest = self._inbox.split(b"\n")
            self._inbox = rest
            if self.listener:
                for line in lines:
                    self.listener.received(bytes(line), whole=True)
            for line in lines:
                self.on_line(bytes(line))
        if len(self._inbox) > LONGEST_LINE:
            raise TooLong(f"more than {LONGEST_LINE >> 20} MB without an end of line")
        return True

    def _read_stderr(self) -> bool:
        try:
            chunk = os.read(self._stderr_pipe.fileno(), CHUNK)
        except (BlockingIOError, ValueError):
            return False
        if not chunk:
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(self._stderr_pipe)
            return False
        if self.listener:
            self._tell_of_log(self.listener, chunk)
        self._stderr += chunk
        del self._stderr[:-KEPT_OF_STDERR]
        return True

    def _tell_of_log(self, listener: Listener, chunk: bytes) -> None:
        """Tells of whole lines, and of what grows beyond all use without an end of line."""
        *lines, self._unheard = (self._unheard + chunk).split(b"\n")
        for line in lines:
            listener.logged(line, whole=True)
        if len(self._unheard) > KEPT_OF_STDERR:
            listener.logged(self._unheard, whole=False)
            self._unheard = b""


def _start(command: Sequence[str], memory: int | None, mark: str) -> subprocess.Popen[bytes]:
    program = command[0]
    if shutil.which(program) is None:
        raise CannotStart(f"{program}: {_why_not(program)}")
    try:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env={**os.environ, MARK: mark},
            preexec_fn=(lambda: _limit_memory(memory)) if memory else None,
        )
    except (OSError, ValueError) as error:
        reason = str(error.strerror if isinstance(error, OSError) else error)
        if isinstance(error, OSError) and error.errno == errno.ENOEXEC:
            reason = "the system cannot run it; a script needs a first line such as #!/usr/bin/env python3"
        elif isinstance(error, FileNotFoundError):
            reason = "what is to run it is not there; see its first line"
        raise CannotStart(f"{program}: {reason}") from None


def _limit_memory(megabytes: int) -> None:
    """Holds the process that is about to be the engine, and all that it starts, to so much memory each."""
    import resource

    # On Linux what is written to counts; address space alone, of which some languages reserve a lot, does not.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    resource.setrlimit(kind, (megabytes << 20, megabytes << 20))


def _why_not(program: str) -> str:
    """Why there is nothing to run under this name."""
    path = Path(program)
    if os.sep not in program:
        return "no such program is on the PATH" + (f"; the file here is ./{program}" if path.is_file() else "")
    if not path.exists():
        return "there is no such file"
    return f"it has no run bit; chmod +x {program}" if path.is_file() else "it is no file"
