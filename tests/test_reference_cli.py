"""The command `forty-kings`, as a person or a runner starts it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from forty_kings.cli import show_deal, shuffled_deal
from forty_kings.dealing import Deal
from forty_kings.seating import Seat
from forty_kings.version import __version__

COMMAND = [sys.executable, "-m", "forty_kings"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}

TRICK = '{"leader":"west","cards":["KS","QS","7H","JS"],"trump":"hearts"}'
REQUEST = f'{{"jsonrpc":"2.0","id":7,"method":"judge_trick","params":{TRICK}}}\n'
ANSWER = '{"jsonrpc":"2.0","id":7,"result":{"winner":"east","points":12}}\n'


def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], input=given, capture_output=True, encoding="utf-8", env=ENVIRONMENT, check=False
    )


def started(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a shell starts it."""
    shell = ["sh", "-c", f"{shlex.join(COMMAND)} {command}"]
    return subprocess.run(shell, capture_output=True, encoding="utf-8", env={**ENVIRONMENT, **environment}, check=False)


# Serving


def test_requests_on_standard_input_are_answered_and_the_end_of_input_is_status_0() -> None:
    done = run(given=REQUEST * 3)
    assert (done.stdout, done.stderr, done.returncode) == (ANSWER * 3, "", 0)


def test_no_request_at_all_is_status_0_and_silence() -> None:
    done = run()
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_what_is_no_request_is_answered_and_the_next_one_too() -> None:
    done = run(given="x\n[]\n" + REQUEST)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each.get("error", {}).get("code") for each in answers] == [-32700, -32600, None]
    assert (done.stderr, done.returncode) == ("", 0)


def test_an_answer_comes_before_the_input_ends() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=ENVIRONMENT
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(REQUEST)
            process.stdin.flush()
            assert process.stdout.readline() == ANSWER
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize("words", [[], ["deal", "--seed", "7"]])
def test_a_reader_that_has_gone_makes_no_traceback(words: Sequence[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, *words], input=REQUEST * 100, stdout=writing, stderr=subprocess.PIPE, encoding="utf-8",
        env=ENVIRONMENT, check=False,
    )  # fmt: skip
    os.close(writing)
    assert done.stderr == ""
    assert done.returncode not in (0, 1)


def test_a_reader_that_goes_in_the_middle_makes_no_traceback() -> None:
    with subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=ENVIRONMENT,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(REQUEST)
        process.stdin.flush()
        assert process.stdout.readline() == ANSWER
        process.stdout.close()
        process.stdin.write(REQUEST * 10)
        process.stdin.close()
        assert process.stderr.read() == ""
        assert process.wait() not in (0, 1)


# Dealing


def test_the_same_seed_gives_the_same_deal_and_another_seed_another() -> None:
    one, again, other = run("deal", "--seed", "7"), run("deal", "--seed", "7"), run("deal", "--seed", "8")
    assert one.stdout == again.stdout != other.stdout
    assert (one.returncode, one.stderr) == (0, "")


def test_a_deal_without_a_seed_is_by_chance() -> None:
    assert len({run("deal").stdout for _ in range(3)}) > 1


@pytest.mark.parametrize("dealer", [seat.value for seat in Seat])
def test_first_line_of_a_deal_is_a_deal_line_that_the_named_seat_dealt(dealer: str) -> None:
    printed = run("deal", "--seed", "7", "--dealer", dealer).stdout
    dealt = Deal.parse(printed.splitlines()[0])
    assert dealt == shuffled_deal(7, dealer)
    assert dealt.dealer.value == dealer
    assert printed == show_deal(dealt) + "\n"


def test_hands_are_printed_as_they_sit_round_the_table() -> None:
    dealt = Deal.parse("east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S")
    assert (
        show_deal(dealt)
        == """\
east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S

            North
            ♠ Q A
            ♥ Q J
            ♦ 10 7
            ♣ 9 8

West                    East
♠ 10 7                  ♠ J
♥ K 10 7                ♥ A
♦ K 9                   ♦ J A 8
♣ 10                    ♣ Q J A

            South
            ♠ K 9 8
            ♥ 9 8
            ♦ Q
            ♣ K 7

south dealt and turned up ♠ 8; spades are trumps; east leads."""
    )


def test_a_suit_of_which_there_is_none_is_printed_as_a_dash() -> None:
    dealt = Deal.parse("east:KQJAT987... .KQJAT987.. ..KQJAT987. ...KQJAT987 7C")
    lines = show_deal(dealt).splitlines()
    assert lines[3].strip() == "♠ –"  # the first line of north, who has hearts only
    assert sum(line.count("–") for line in lines) == 12


# Words on the command line


def test_version_is_that_of_the_package() -> None:
    done = run("--version")
    assert (done.stdout, done.stderr, done.returncode) == (f"forty-kings {__version__}\n", "", 0)


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["deal", "--help"]])
def test_help_says_how_the_command_is_used(words: Sequence[str]) -> None:
    done = run(*words)
    assert done.stdout.startswith("usage: forty-kings")
    assert "--seed" in done.stdout
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["shuffle"], "shuffle"),
        (["--seed", "7"], "7"),
        (["--frobnicate"], "--frobnicate"),
        (["deal", "--seed", "x"], "--seed"),
        (["deal", "--seed"], "--seed"),
        (["deal", "--dealer", "sud"], "sud"),
        (["deal", "north"], "north"),
    ],
)
def test_what_the_command_does_not_know_is_said_in_one_line_and_is_status_2(words: Sequence[str], said: str) -> None:
    done = run(*words, given=REQUEST)
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("forty-kings: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert "--help" in done.stderr


# Where nothing can be written or read


@pytest.mark.parametrize("words", ["", "deal", "--version", "--help"])
def test_a_closed_output_is_said_in_one_line(words: str) -> None:
    done = started(f"{words} >&-")
    assert (done.stderr, done.returncode) == ("forty-kings: standard output is closed\n", 2)


def test_a_closed_input_is_said_in_one_line() -> None:
    done = started("<&-")
    assert (done.stdout, done.stderr, done.returncode) == ("", "forty-kings: standard input is closed\n", 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to offer")
@pytest.mark.parametrize("words", ["deal", "--version", "--help"])
@pytest.mark.parametrize("buffered", [True, False])
def test_a_full_disk_is_said_in_one_line(words: str, buffered: bool) -> None:
    done = started(f"{words} >/dev/full", **({} if buffered else {"PYTHONUNBUFFERED": "1"}))
    assert (done.stderr, done.returncode) == ("forty-kings: No space left on device\n", 2)


def test_where_the_signs_of_the_suits_cannot_be_printed_their_letters_stand_for_them() -> None:
    ascii_only = started("deal --seed 7", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii:strict")
    assert (ascii_only.stderr, ascii_only.returncode) == ("", 0)
    assert ascii_only.stdout.isascii()
    signs = run("deal", "--seed", "7").stdout
    assert ascii_only.stdout == signs.translate(str.maketrans("♠♥♦♣–", "SHDC-"))
