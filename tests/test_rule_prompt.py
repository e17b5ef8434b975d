"""Asking one thing at a time: what is asked after what, again after a bad answer, and one step back."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from tests.disputes import DEAL
from tests.helpers import spec

from fk_conform.rule.asked import Asked
from fk_conform.rule.position import Position
from fk_conform.rule.problems import NotUnderstood
from fk_conform.rule.prompt import Ended, Prompt
from fk_conform.rule.questions import QUESTIONS
from fk_conform.rule.ruling import Ruling, rule

Json = Any

NUMBER = {question.id: str(number) for number, question in enumerate(QUESTIONS, 1)}
MAY_PLAY = NUMBER["may-play"]


def finish(asked: Asked, position: Position) -> Ruling:
    return rule(asked, position, spec().default_readings, spec(), ())


def conversation(answers: Sequence[str], lang: str = "en") -> tuple[str, str]:
    """The ruling that some answers lead to, all of them needed, and what was printed on the way."""
    source, out = io.StringIO("".join(f"{answer}\n" for answer in answers)), io.StringIO()
    ruling = Prompt(source, out, lang).ask(finish)
    assert source.read() == ""
    return ruling.sentence, out.getvalue()


def asked_for(printed: str) -> list[str]:
    """What was asked, line by line."""
    lines = printed.splitlines()
    return [before for before, line in pairwise(lines) if line.startswith(">")]


def test_one_thing_is_asked_at_a_time() -> None:
    sentence, printed = conversation([MAY_PLAY, "north", "9H", "1", "KH 9H AS", "south: 7H KS", "clubs"])
    assert sentence.startswith("Yes, north may play the 9 of hearts: ")
    assert asked_for(printed) == [
        "What is the question? (its number, or in words)",
        "Who it is about, if that matters, as in west",
        "The card that is asked about, as in 9H",
        "What is known?",
        "The cards of the hand, as in KH 9H AS",
        "The cards on the table, in order, with who led if that matters; none if the player leads, as in south: 7H KH",
        "The trump suit, as in clubs",
    ]
    assert "\x1b" not in printed


def test_a_question_in_words_leaves_the_less_to_be_asked() -> None:
    sentence, printed = conversation(["may north play 9H on south 7H KS", "KH 9H AS", "clubs"])
    assert sentence.startswith("Yes, north may play the 9 of hearts: ")
    assert len(asked_for(printed)) == 3


def test_the_course_of_a_hand_may_be_told_instead() -> None:
    sentence, _ = conversation([MAY_PLAY, "", "QH", "2", DEAL, "east: JS"])
    assert sentence.startswith("No, north may not play the queen of hearts: ")


@pytest.mark.parametrize(
    ("before", "bad", "says", "then"),
    [
        ([], "25", "'25' is no question that is understood here", [NUMBER["who-cuts"], "north"]),
        ([], "0", "'0' is no question", [NUMBER["who-cuts"], "north"]),
        ([], "why me", "'why me' is no question", [NUMBER["who-cuts"], "north"]),
        ([NUMBER["who-cuts"]], "left", "dealer: 'left' is no seat; the seats are south, east, north", ["north"]),
        ([NUMBER["who-cuts"]], "", "dealer: '' is no seat", ["north"]),
        ([MAY_PLAY, "w"], "9Q", "'9Q' is no card; a card is a rank and a suit", ["9H", "1", "9H", "none", "clubs"]),
        ([MAY_PLAY, "w", "9H"], "3", "'3' is none of 1 to 2", ["1", "9H", "none", "clubs"]),
        ([MAY_PLAY, "w", "9H", "1"], "9H 9H", "hand: 9♥ is there twice", ["9H", "none", "clubs"]),
        ([MAY_PLAY, "w", "9H", "1", "9H"], "9H", "trick: 9♥ cannot be in the hand and in the trick", ["none", "clubs"]),
        # What shows to be impossible only at the end asks for the last again.
        ([NUMBER["who-are-partners"], "1"], "Anne KS", "such a position cannot be: 1 players",
         ["Anne KS, Blaise KD, Claire KC, Denis KH"]),
    ],
)  # fmt: skip
def test_a_bad_answer_is_asked_again_with_what_was_expected(
    before: list[str], bad: str, says: str, then: list[str]
) -> None:
    right, _ = conversation([*before, *then])
    sentence, printed = conversation([*before, bad, *then])
    assert f"  {says}" in printed
    assert sentence == right
    questions = asked_for(printed)
    assert questions[len(before)] == questions[len(before) + 1]


def test_one_can_go_back_step_by_step_and_answer_otherwise() -> None:
    right = ["1", "KH 9H AS", "south: 7H KS", "clubs"]
    sentence, printed = conversation(
        ["may north play 9H", "2", "back", "1", "KH", "retour", *right[1:3], "BACK", *right[2:]]
    )
    assert sentence == conversation(["may north play 9H", *right])[0]
    assert asked_for(printed).count("The cards of the hand, as in KH 9H AS") == 2
    # From where words were understood it goes back to the question.
    assert conversation(["may north play 9H", "back", NUMBER["who-cuts"], "n"])[0].startswith("East cuts")


def test_before_the_first_question_there_is_nothing() -> None:
    _, printed = conversation(["back", NUMBER["who-cuts"], "n"])
    assert "  Nothing was asked before this.\n" in printed


def test_what_may_be_left_out_may_be_answered_with_nothing() -> None:
    cliques = ["east: JS JH JD; north: KS KH KD", "east 3, north 3"]
    sentence, printed = conversation([NUMBER["may-name"], "east", "jacks", "1", *cliques, "", ""])
    assert sentence.startswith("Yes, east may name the jacks: ")
    assert "The dealer, if it is known, as in south" in asked_for(printed)
    assert conversation([NUMBER["who-has-won"], "24-24", "24"])[0].startswith("Nobody yet: ")


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_every_question_can_be_asked_for(question: Any) -> None:
    source, out = io.StringIO(f"{NUMBER[question.id]}\n"), io.StringIO()
    with pytest.raises(Ended):
        Prompt(source, out).ask(finish)
    assert len(asked_for(out.getvalue())) == 2


def test_it_is_asked_in_french_too() -> None:
    sentence, printed = conversation([NUMBER["who-wins-trick"], "1", "7♥ R♥ 9♥ A♥", "trèfle"], "fr")
    assert sentence.startswith("Le roi de cœur, deuxième carte jouée, remporte la levée, et 5 points avec elle : ")
    assert asked_for(printed)[0] == "Quelle est la question ? (son numéro, ou en mots)"
    _, printed = conversation([NUMBER["who-cuts"], "gauche", "nord"], "fr")
    assert "  dealer: 'gauche' n’est pas une place ; les places sont sud, est, nord et ouest\n" in printed


@pytest.mark.parametrize("answers", [[], ["quit"], [MAY_PLAY, "west"], [MAY_PLAY, "fin"], [MAY_PLAY, "west", "QUIT"]])
def test_the_end_of_the_input_or_a_word_ends_it(answers: list[str]) -> None:
    source = io.StringIO("".join(f"{answer}\n" for answer in answers))
    with pytest.raises(Ended):
        Prompt(source, io.StringIO()).ask(finish)


# In a terminal


class Terminal:
    """`fk-conform rule` in a terminal that can do nothing but write lines."""

    def __init__(self) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fk_conform", "rule"],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "dumb"},
            start_new_session=True,
        )
        os.close(slave)

    def read_until(self, text: str) -> str:
        """What is printed up to a text, or to the end."""
        printed = b""
        while text.encode() not in printed:
            try:
                more = os.read(self.master, 65536)
            except OSError:
                break
            if not more:
                break
            printed += more
        return printed.decode(errors="replace")

    def write(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def end(self) -> int:
        """The exit status."""
        status = self.process.wait(timeout=60)
        os.close(self.master)
        return status


def test_in_a_terminal_the_bare_verb_asks_and_then_rules() -> None:
    terminal = Terminal()
    terminal.read_until("> ")
    terminal.write(NUMBER["who-cuts"].encode() + b"\n")
    terminal.read_until("> ")
    terminal.write(b"n\n")
    printed = terminal.read_until("fk-conform cite")
    terminal.read_until("\0")
    assert "East cuts: it is the player on the dealer’s left." in printed
    assert "\x1b" not in printed
    assert terminal.end() == 0


def test_ctrl_d_ends_it_cleanly() -> None:
    terminal = Terminal()
    terminal.read_until("> ")
    terminal.write(b"\x04")
    assert "Traceback" not in terminal.read_until("\0")
    assert terminal.end() == 0


def test_ctrl_c_ends_it_cleanly() -> None:
    terminal = Terminal()
    terminal.read_until("> ")
    os.kill(terminal.process.pid, signal.SIGINT)
    printed = terminal.read_until("\0")
    assert "Traceback" not in printed
    assert printed.endswith("\n")
    assert terminal.end() == 130


def test_what_finish_does_not_understand_is_told_in_the_language_of_the_prompt() -> None:
    source, out = io.StringIO(f"{NUMBER['who-cuts']}\nnord\n"), io.StringIO()

    def never(asked: Asked, position: Position) -> Ruling:
        raise NotUnderstood("nothing")

    with pytest.raises(Ended):
        Prompt(source, out, "fr").ask(never)
    assert "  quelque chose était attendu\n" in out.getvalue()
