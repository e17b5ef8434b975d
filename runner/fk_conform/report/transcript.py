"""What passes between the runner and one engine process, for a person to read: each line as it comes, with its time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import IO

from fk_conform.faults import signal_name

# So much is shown of a line, and so many lines of what an engine says: enough for any answer, and not for a flood.
LONGEST_SHOWN = 1 << 16
MOST_SHOWN = 200

SENT, RECEIVED, LOGGED = ">", "<", "err"


class Transcript:
    r"""Tells what a process is sent, `>`, and what it says on standard output, `<`, and on standard error, `err`.

    Lines stand as they are. A line that holds what cannot be shown is written with escapes, and marked by a backslash,
    as in `<\`: there each such byte is `\x1b`, and a backslash `\\`.
    """

    def __init__(self, out: IO[str], clock: Callable[[], float] = monotonic) -> None:
        self._out = out
        self._clock = clock
        self._began = clock()
        self._shown: Counter[str] = Counter()

    def started(self, pid: int) -> None:
        """The process runs; times count from here."""
        self._began = self._clock()
        self._tell("start", f"process {pid}")

    def sent(self, line: bytes, about: str) -> None:
        """A line goes to it."""
        self._line(SENT, line.removesuffix(b"\n"))

    def received(self, line: bytes, whole: bool) -> None:
        """A line came from its standard output."""
        self._line(RECEIVED, line, whole)

    def logged(self, line: bytes, whole: bool) -> None:
        """A line came from its standard error."""
        self._line(LOGGED, line, whole)

    def input_ended(self) -> None:
        """It will be sent nothing more."""
        self._tell("eof", "end of the input")

    def ended(self, status: int, killed: bool) -> None:
        """It has ended, or the runner has killed it."""
        for mark in (RECEIVED, LOGGED):
            if self._shown[mark] > MOST_SHOWN:
                self._tell(mark, f"… and {self._shown[mark] - MOST_SHOWN:,} lines more")
        how = f"exit status {status}" if status >= 0 else f"by {signal_name(status)}"
        self._tell("end", f"{how}, from the runner" if killed else how)

    def _line(self, mark: str, line: bytes, whole: bool = True) -> None:
        self._shown[mark] += 1
        if self._shown[mark] > MOST_SHOWN:
            return
        text = shown(line[:LONGEST_SHOWN])
        more = len(line) - LONGEST_SHOWN
        notes = [*([f"… and {more:,} bytes more"] if more > 0 else []), *([] if whole else ["(no end of line)"])]
        self._tell(mark + "\\" * (text.encode() != line[:LONGEST_SHOWN]), " ".join([text, *notes]))

    def _tell(self, mark: str, text: str) -> None:
        milliseconds = (self._clock() - self._began) * 1000
        self._out.write(f"{milliseconds:9.1f} ms  {mark:<5}  {text}\n" if text else f"{milliseconds:9.1f} ms  {mark}\n")
        self._out.flush()


def shown(line: bytes) -> str:
    r"""Bytes as text: as they are if all of them can be shown, and else with escapes, from which they can be had again.

    >>> print(shown(b'{"id":1}'), shown(b"a\\b"), shown(b"a\\b\r"), shown("é\x1b".encode()), shown(b"\xe9"))
    {"id":1} a\b a\\b\x0d é\x1b \xe9
    """
    text = line.decode(errors="surrogateescape")
    if all(map(_can_be_shown, text)) and "##[" not in text:
        return text
    # GitHub takes ##[ for the beginning of a command wherever it stands in the log of a workflow.
    text = text.replace("\\", "\\\\").replace("##[", r"#\x23[")
    return "".join(character if _can_be_shown(character) else _escaped(character) for character in text)


def _can_be_shown(character: str) -> bool:
    return character.isprintable()


def _escaped(character: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in character.encode(errors="surrogateescape"))
