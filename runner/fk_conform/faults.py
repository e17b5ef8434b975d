"""The ways in which an engine can misbehave, one class each.

A fault is never taken for a refusal. Each has a code, says what happened in one sentence, and may give a hint.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from typing import Any, ClassVar


def signal_name(status: int) -> str:
    """The name of the signal that ended a process with this status, which is negative.

    >>> signal_name(-11)
    'SIGSEGV'
    """
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"


@dataclass
class Fault(Exception):
    """Something that no engine may do. `stderr` holds the last lines of its standard error."""

    detail: str = ""
    status: int | None = None
    stderr: list[str] = field(default_factory=list)

    code: ClassVar[str] = "fault"
    says: ClassVar[str] = "the engine misbehaved"
    hint: ClassVar[str] = ""

    @property
    def message(self) -> str:
        """What happened, in a sentence."""
        return f"{self.says}: {self.detail}" if self.detail else self.says

    @property
    def advice(self) -> str:
        """What may help; empty if nothing is known to."""
        return self.hint

    @property
    def signal(self) -> str | None:
        """The name of the signal that ended the process, if one did."""
        return None if self.status is None or self.status >= 0 else signal_name(self.status)

    def as_json(self) -> dict[str, Any]:
        """The fault as it stands in a report."""
        exited = self.status if self.status is not None and self.status >= 0 else None
        known = {"kind": self.code, "message": self.message, "status": exited, "signal": self.signal}
        return {**known, "stderr": self.stderr}


class CannotStart(Fault):
    """There is no such program, or it may not be run."""

    code = "cannot-start"
    says = "the engine could not be started"


class Exited(Fault):
    """It ended before it had answered."""

    code = "exited"
    says = "the engine ended before it had answered"
    hint = "an engine that answers once and ends can be run with --isolate"

    @property
    def advice(self) -> str:
        """Only what has ended well may have meant to."""
        return self.hint if self.status == 0 else ""


class ClosedOutput(Fault):
    """It closed its standard output and lives on."""

    code = "closed-output"
    says = "the engine closed its standard output without ending"


class StartTimeout(Fault):
    """It did not answer `initialize` in time."""

    code = "start-timeout"
    says = "the engine did not answer initialize in time"
    hint = "it must flush its output after every answer; --start-timeout gives it longer"


class AnswerTimeout(Fault):
    """It did not answer in time."""

    code = "answer-timeout"
    says = "the engine did not answer in time"
    hint = "it must flush its output after every answer; --answer-timeout gives it longer"


class EndTimeout(Fault):
    """It did not end when its input had ended."""

    code = "end-timeout"
    says = "the engine did not end when its input had ended"
    hint = "at the end of its input an engine exits with 0; --end-timeout gives it longer"


class EndStatus(Fault):
    """It ended with another status than 0."""

    code = "end-status"
    says = "the engine did not exit with 0 at the end of its input"


class TooLong(Fault):
    """A line that does not end."""

    code = "too-long"
    says = "the engine wrote a line that is too long to be an answer"


class NoUtf8(Fault):
    """Bytes that are no UTF-8."""

    code = "no-utf8"
    says = "the engine wrote what is no UTF-8"


class NoJson(Fault):
    """A line that is no JSON."""

    code = "no-json"
    says = "the engine wrote a line that is no JSON"
    hint = "only answers go to standard output; logs go to standard error"


class NoAnswer(Fault):
    """JSON that is no JSON-RPC answer."""

    code = "no-answer"
    says = "the engine wrote what is no answer"


class UnknownId(Fault):
    """An answer to a question that was never asked."""

    code = "unknown-id"
    says = "the engine answered a question that it was not asked"


class RepeatedId(Fault):
    """A second answer to one question."""

    code = "repeated-id"
    says = "the engine answered a question twice"


class BadHandshake(Fault):
    """An answer to `initialize` that is none."""

    code = "bad-handshake"
    says = "the engine did not introduce itself as the protocol has it"


class Raised(Fault):
    """An engine in this process raised an exception that stands for no answer."""

    code = "raised"
    says = "the engine raised an exception"
    hint = "a refusal is an exception with a reason; a ValueError says that the request is malformed"


class NotRepeated(Fault):
    """Something went wrong while several requests were open, and not again when each was asked alone."""

    code = "not-repeated"
    says = "the engine failed once, and not again when each request was asked alone"


class PartlyOffered(Fault):
    """It answers some requests of a method and says of others that it does not offer it."""

    code = "partly-offered"
    says = "the engine answers some requests of a method and denies to offer it for others"
