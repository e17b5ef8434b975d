"""A transcript: what is exchanged can be read, acts on no terminal, and can be had again from it byte by byte."""

from __future__ import annotations

import io
import itertools
import random
import re

import pytest
from tests.helpers import SHORT, TRICK, run, zoo

from fk_conform.report.transcript import LONGEST_SHOWN, MOST_SHOWN, Transcript, shown


def told_of(*lines: bytes, whole: bool = True) -> list[str]:
    """What is told of lines that an engine says, without the times."""
    out = io.StringIO()
    transcript = Transcript(out, clock=itertools.count().__next__)
    for line in lines:
        transcript.received(line, whole)
    transcript.ended(0, killed=False)
    return [told.partition(" ms  ")[2] for told in out.getvalue().splitlines()]


def bytes_of(told: str) -> bytes:
    """The line that is meant, by the rule that the help of the command gives."""
    mark, text = told[:5].strip(), told[7:]
    if not mark.endswith("\\"):
        return text.encode()
    parts = re.split(rb"\\(\\|x[0-9a-f]{2})", text.encode())
    return b"".join(
        part if place % 2 == 0 else b"\\" if part == b"\\" else bytes.fromhex(part[1:].decode())
        for place, part in enumerate(parts)
    )


def by_chance(number: int) -> bytes:
    chance = random.Random(number)
    alphabet = [
        b"\\",
        b"x1b",
        b"##[",
        b"\x1b",
        b"\xff",
        "é".encode(),
        "\u202e".encode(),
        b"a",
        b" ",
        b"\r",
        b"\xed\xa0\x80",
    ]
    return b"".join(chance.choices(alphabet, k=chance.randrange(12)))


@pytest.mark.parametrize(
    "line", [b"", b" ", b'{"a":"\\n"}', b"a\\b\r", b"\x1b[31m", "é\u202e".encode(), b"\xff\xfe", b"##[error]x", b"\t"]
)
def test_a_line_can_be_had_again_from_what_is_shown(line: bytes) -> None:
    assert bytes_of(told_of(line)[0].ljust(7)) == line


def test_so_can_any_line() -> None:
    lines = [by_chance(number) for number in range(2000)]
    for line in lines:
        (told, _) = told_of(line)
        assert bytes_of(told.ljust(7)) == line
        assert told.isprintable()
        assert "##[" not in told


def test_what_can_be_shown_stands_as_it_is() -> None:
    assert told_of(b'{"id":1,"result":{"cards":["7S"]}}\r') == [
        '<\\     {"id":1,"result":{"cards":["7S"]}}\\x0d',
        "end    exit status 0",
    ]
    assert told_of(b'{"text":"\\u001b"}')[0] == '<      {"text":"\\u001b"}'


def test_a_line_without_its_end_is_told_as_such() -> None:
    assert told_of(b"half", whole=False)[0] == "<      half (no end of line)"


def test_of_a_flood_the_beginning_is_shown_and_how_much_there_is() -> None:
    told = told_of(b"x" * (LONGEST_SHOWN + 1234567))
    assert told[0] == f"<      {'x' * LONGEST_SHOWN} … and 1,234,567 bytes more"
    told = told_of(*[b"x"] * (MOST_SHOWN + 1234))
    assert len(told) == MOST_SHOWN + 2
    assert told[-2] == "<      … and 1,234 lines more"


def test_a_process_is_told_from_its_start_to_its_end() -> None:
    out = io.StringIO()
    run(zoo("logs_then_garbage"), [TRICK], listen=lambda: Transcript(out))
    marks = [line.split(" ms  ")[1].split()[0] for line in out.getvalue().splitlines()]
    assert sorted(marks[:4]) == sorted(["start", ">", "<", ">"])
    assert sorted(marks[4:6]) == ["<", "err"]
    assert marks[6:] == ["end"]
    assert "the reason stands here\n" in out.getvalue()
    assert out.getvalue().endswith("by SIGKILL, from the runner\n")


def test_a_process_that_ended_by_itself_says_how() -> None:
    for name, how in (("dies_at_end", "end    exit status 3\n"), ("segfaults", "end    by SIGSEGV\n")):
        out = io.StringIO()
        run(zoo(name), [TRICK], listen=lambda out=out: Transcript(out))
        assert out.getvalue().endswith(how)


def test_times_count_from_the_start_of_the_process() -> None:
    out = io.StringIO()
    ticks = iter([100.0, 200.0, 200.0, 200.0125])
    transcript = Transcript(out, clock=lambda: next(ticks))
    transcript.started(4711)
    transcript.sent(b"{}\n", "FK4.3c02")
    assert out.getvalue() == "      0.0 ms  start  process 4711\n     12.5 ms  >      {}\n"


def test_what_no_terminal_may_see_is_shown_as_bytes() -> None:
    assert shown(b"bonjour \x1b]0;owned\x07") == "bonjour \\x1b]0;owned\\x07"
    out = io.StringIO()
    run(zoo("dies_painted"), [TRICK], SHORT, listen=lambda: Transcript(out))
    assert all(line.isprintable() for line in out.getvalue().split("\n"))
