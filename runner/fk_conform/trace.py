"""Everything that is exchanged with an engine in a run, written down as JSON lines.

The first line says what was run; then comes a line for whatever happens, with the time in seconds since the beginning
and the number of the process. The form is in spec/schema/trace.schema.json.
"""

from __future__ import annotations

import base64
import contextlib
import datetime
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import IO, Any

from fk_conform.engine import Listener
from fk_conform.errors import UsageError
from fk_conform.faults import signal_name


class Trace:
    """Writes down what the processes of a run are sent and what they say; `listen` gives each a listener.

    What cannot be written costs the trace and not the run: `error` says why the trace is not whole.
    """

    def __init__(
        self, out: IO[str], command: Sequence[str], version: str, clock: Callable[[], float] = monotonic
    ) -> None:
        self.error: OSError | None = None
        self._out = out
        self._clock = clock
        self._began = clock()
        self._numbers = itertools.count(1)
        started = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._write({"type": "header", "trace": 1, "runner": version, "command": list(command), "started": started})

    def listen(self) -> Listener:
        """A listener for the next process."""
        return _Process(self, next(self._numbers))

    def tell(self, kind: str, process: int, **more: Any) -> None:
        """Writes down one thing that happened."""
        self._write({"type": kind, "time": round(self._clock() - self._began, 6), "process": process, **more})

    def close(self) -> None:
        """Ends the trace."""
        try:
            self._out.close()
        except OSError as error:
            self.error = self.error or error

    def _write(self, line: dict[str, Any]) -> None:
        if self.error:
            return
        try:
            self._out.write(json.dumps(line) + "\n")
        except OSError as error:
            self.error = error


@contextlib.contextmanager
def tracing(path: Path | None, command: Sequence[str], version: str) -> Iterator[Callable[[], Listener] | None]:
    """Inside it all is written down in a file, if there is to be one; gives what every process is listened to by.

    Raises `UsageError` if nothing can be written there, or at the end if not all could.
    """
    if path is None:
        yield None
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A line at a time, so that it is there whatever becomes of the runner.
        trace = Trace(path.open("w", encoding="utf-8", buffering=1), command, version)
    except OSError as error:
        raise _impossible(path, error) from None
    try:
        if not trace.error:
            yield trace.listen
    finally:
        trace.close()
    if trace.error:
        raise _impossible(path, trace.error)


def _impossible(path: Path, error: OSError) -> UsageError:
    return UsageError(f"--trace {path}: {error.strerror}")


class _Process:
    """One process of the engine."""

    def __init__(self, trace: Trace, number: int) -> None:
        self._trace = trace
        self._number = number

    def started(self, pid: int) -> None:
        self._tell("start", pid=pid)

    def sent(self, line: bytes, about: str) -> None:
        self._tell("sent", about=about, **_text(line.removesuffix(b"\n")))

    def received(self, line: bytes, whole: bool) -> None:
        self._tell("received", **_text(line), **({} if whole else {"whole": False}))

    def logged(self, line: bytes, whole: bool) -> None:
        self._tell("logged", **_text(line), **({} if whole else {"whole": False}))

    def input_ended(self) -> None:
        self._tell("input-ended")

    def ended(self, status: int, killed: bool) -> None:
        by = {"status": status, "signal": None} if status >= 0 else {"status": None, "signal": signal_name(status)}
        self._tell("end", **by, killed=killed)

    def _tell(self, kind: str, **more: Any) -> None:
        self._trace.tell(kind, self._number, **more)


def _text(line: bytes) -> dict[str, str]:
    """A line as text where it is UTF-8, and else in base64, so that nothing is lost."""
    try:
        return {"line": line.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(line).decode()}
