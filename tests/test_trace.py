"""A trace: all that is exchanged is in it, byte by byte, in the order in which it happened."""

from __future__ import annotations

import base64
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.helpers import PASSED, ROOT, SUITE, TRICK, fk_conform, run, zoo

from fk_conform.errors import UsageError
from fk_conform.trace import Trace, tracing

Json = Any

SCHEMA = Draft202012Validator(json.loads((ROOT / "spec" / "schema" / "trace.schema.json").read_text(encoding="utf-8")))


def traced(command: list[str], cases: Any = SUITE, **how: Any) -> list[Json]:
    """The lines of the trace of a run, each of the documented form."""
    out = io.StringIO()
    run(command, cases, listen=Trace(out, command, "1.0.0").listen, **how)
    assert out.getvalue().isascii()
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [error.message for line in lines for error in SCHEMA.iter_errors(line)] == []
    assert lines[0]["command"] == command
    times = [line["time"] for line in lines[1:]]
    assert times == sorted(times)
    return lines[1:]


def of(kind: str, lines: list[Json]) -> list[Json]:
    return [line for line in lines if line["type"] == kind]


def text(line: Json) -> bytes:
    """The bytes of a line."""
    return base64.b64decode(line["base64"]) if "base64" in line else line["line"].encode()


def test_a_run_is_start_question_and_answer_end_of_input_and_end() -> None:
    lines = traced(zoo("right_throughout"), [TRICK])
    assert [line["type"] for line in lines] == ["start", "sent", "received", "sent", "received", "input-ended", "end"]
    assert [line["about"] for line in of("sent", lines)] == ["initialize", "FK4.9c01"]
    request = json.loads(lines[3]["line"])
    assert request == {"jsonrpc": "2.0", "id": 2, "method": "judge_trick", "params": json.loads(TRICK.params)}
    assert json.loads(lines[4]["line"]) == {"jsonrpc": "2.0", "id": 2, "result": {"winner": "east", "points": 12}}
    assert {line["process"] for line in lines} == {1}
    assert (lines[-1]["status"], lines[-1]["signal"], lines[-1]["killed"]) == (0, None, False)


def test_the_engine_gets_and_says_just_what_the_trace_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOO_LOG", str(tmp_path / "log"))
    lines = traced(zoo("right_throughout"))
    assert "".join(line["line"] + "\n" for line in of("sent", lines)) == (tmp_path / "log").read_text(encoding="utf-8")
    assert [line["about"] for line in of("sent", lines)] == ["initialize", *PASSED]
    assert len(of("received", lines)) == len(SUITE) + 1


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("garbage", b"bonjour \x1b]0;owned\x07\n"),
        ("chatters", b"thinking ...\n"),
        ("blank_lines", b"\n \r\n\n{"),
        ("carriage_returns", b"}\r\n"),
        ("latin_1", b"donn\xe9"),
        # Here a line ends in the middle of a character.
        ("utf_16_without_mark", "}\n".encode("utf-16-le")[:-2] + b"\n"),
    ],
)
def test_nothing_of_what_is_said_is_lost_or_changed(engine: str, said: bytes) -> None:
    received = of("received", traced(zoo(engine, '"judge_trick"'), [TRICK]))
    assert said in b"".join(text(line) + b"\n" for line in received)


def test_what_has_no_end_of_line_is_told_as_such() -> None:
    half = ["sh", "-c", r"""printf '{"half'; printf '\377' >&2; sleep 0.1; exit 3"""]
    lines = traced(half, [TRICK])
    (received,) = of("received", lines)
    assert (text(received), received["whole"]) == (b'{"half', False)
    (logged,) = of("logged", lines)
    assert (text(logged), logged["whole"]) == (b"\xff", False)
    assert lines[-1]["status"] == 3


def test_standard_error_is_told_line_by_line() -> None:
    lines = traced(zoo("logs_then_garbage"), [TRICK])
    assert [text(line) for line in of("logged", lines)] == [b"the reason stands here"]


def test_standard_error_without_end_of_line_is_not_kept_back_for_ever() -> None:
    endless = ["sh", "-c", "head -c 100000 /dev/zero >&2"]
    logged = of("logged", traced(endless, [TRICK]))
    assert b"".join(map(text, logged)) == b"\0" * 100_000
    assert not any(line.get("whole", True) for line in logged)


def test_every_process_has_a_number_and_says_how_it_ended() -> None:
    lines = traced(zoo("dies", '"judge_trick"'), [TRICK, *SUITE[:2]])
    ends = [(line["process"], line["status"], line["killed"]) for line in of("end", lines)]
    # It dies with three requests open; then each is asked alone, by a second and, once more dead, by a third.
    assert ends == [(1, 1, False), (2, 1, False), (3, 0, False)]
    lines = traced(zoo("right_throughout"), [TRICK, *SUITE[:2]], isolate=True)
    assert [line["process"] for line in of("end", lines)] == [1, 2, 3, 4]


def test_a_process_that_the_runner_ends_is_told_from_one_that_a_signal_ended() -> None:
    (end,) = of("end", traced(zoo("garbage", '"initialize"'), [TRICK]))
    assert (end["status"], end["signal"], end["killed"]) == (None, "SIGKILL", True)
    end = of("end", traced(zoo("segfaults"), [TRICK]))[0]
    assert (end["status"], end["signal"], end["killed"]) == (None, "SIGSEGV", False)


def test_a_trace_is_written_a_line_at_a_time(tmp_path: Path) -> None:
    with tracing(tmp_path / "trace", ["./engine"], "1.0.0") as listen:
        assert listen
        listen().started(os.getpid())
        assert (tmp_path / "trace").read_text(encoding="utf-8").count("\n") == 2


def test_without_a_file_nobody_listens() -> None:
    with tracing(None, ["./engine"], "1.0.0") as listen:
        assert listen is None


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with (
        pytest.raises(UsageError, match=r"^--trace .*file/trace: (File exists|Not a directory)$"),
        tracing(tmp_path / "file" / "trace", ["./engine"], "1.0.0"),
    ):
        pass


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to offer")
def test_a_full_disk_is_told_before_anything_is_run() -> None:
    done = fk_conform("FK4.9", "--no-corpus", "--trace", "/dev/full")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "fk-conform: --trace /dev/full: No space left on device\n"


def test_what_cannot_be_written_later_costs_the_trace_and_not_the_run(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    outcomes = []

    def run_while_nobody_reads() -> None:
        with tracing(pipe, ["./engine"], "1.0.0") as listen:
            os.close(reader)
            outcomes.append(run(zoo("right_throughout"), listen=listen))

    with pytest.raises(UsageError, match=r"^--trace .*/pipe: Broken pipe$"):
        run_while_nobody_reads()
    assert [outcome.verdicts for outcome in outcomes] == [PASSED]


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    with tracing(tmp_path / "new" / "trace", ["./engine"], "1.0.0"):
        pass
    assert (tmp_path / "new" / "trace").is_file()
