"""What is said in two languages says the same in both: the same things are filled in, and everything is used."""

from __future__ import annotations

import re
from string import Formatter

from tests.helpers import ROOT

from fk_conform.rule.problems import PROBLEMS, NotUnderstood
from fk_conform.rule.prompt import PROMPTS
from fk_conform.rule.questions import QUESTIONS
from fk_conform.rule.words import HEADINGS, SENTENCES, Words
from forty_kings.pack import PACK

TEXTS = {
    f"{kind} {name}": pair
    for kind, texts in (("problem", PROBLEMS), ("prompt", PROMPTS), ("sentence", SENTENCES), ("heading", HEADINGS))
    for name, pair in texts.items()
}
SOURCE = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("runner/fk_conform/rule", "runner/fk_conform/cli")
    for path in sorted((ROOT / folder).rglob("*.py"))
)


def filled_in(text: str) -> set[str]:
    """What is filled in; French says of a seat what is its own by another word."""
    return {name.removeprefix("of_") for _, name, _, _ in Formatter().parse(text) if name}


def test_the_same_is_filled_in_in_both_languages() -> None:
    for name, (english, french) in TEXTS.items():
        assert filled_in(english) == filled_in(french), name
        assert english != french, name


def test_french_has_its_own_spaces_and_marks() -> None:
    for name, (_, french) in TEXTS.items():
        text = re.sub(r"\{.*?\}", "x", french)
        assert not re.search(r"[^ ][;?!»]|[^ ]:|«[^ ]|'", text), name


def test_every_text_is_used() -> None:
    # What a question of this name, or a basis, is told with.
    by_name = {f"{question.id.removeprefix('may-')}-why" for question in QUESTIONS} | {"stated", "deduced", "ruled"}
    for name in (text.partition(" ")[2] for text in TEXTS):
        assert name in by_name or f'"{name}"' in SOURCE.replace(f'"{name}": (', ""), name


def test_a_card_is_named_in_both_languages() -> None:
    assert {Words("en").card(card.name) for card in PACK} == {
        f"the {rank} of {suit}"
        for rank in ("king", "queen", "jack", "ace", "10", "9", "8", "7")
        for suit in ("spades", "hearts", "diamonds", "clubs")
    }
    assert {Words("fr").card(card.name) for card in PACK} == {
        f"{rank} de {suit}"
        for rank in ("le roi", "la dame", "le valet", "l’as", "le 10", "le 9", "le 8", "le 7")
        for suit in ("pique", "cœur", "carreau", "trèfle")
    }


def test_names_in_a_row_have_a_word_before_the_last() -> None:
    assert [Words("en").several(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "", "a", "a and b", "a, b and c",
    ]  # fmt: skip
    assert Words("fr").several(["a", "b"]) == "a et b"


def test_a_sentence_has_a_colon_once() -> None:
    assert Words("en").sentence("no", "it is so") == "No: it is so."
    assert Words("en").sentence("of two: one", "it is so") == "Of two: one; it is so."
    assert Words("fr").sentence("non", "c’est ainsi") == "Non : c’est ainsi."
    assert Words("en").sentence("yes") == "Yes."


def test_a_problem_is_told_in_either_language_with_the_member_that_it_is_of() -> None:
    problem = NotUnderstood("twice", card="K♥").at("hand")
    assert problem.told("en") == str(problem) == "hand: K♥ is there twice"
    assert problem.told("fr") == "hand: K♥ y est deux fois"
    assert problem.at("trick").where == "hand"


def test_what_somebody_wrote_cannot_act_on_a_terminal_or_break_a_line() -> None:
    told = NotUnderstood("no-card", word="\x1b[31mKH\n").told("en")
    assert told.startswith("'\\x1b[31mKH\\n' is no card")


def test_of_what_somebody_wrote_at_length_the_beginning_is_said() -> None:
    told = NotUnderstood("no-card", word="x" * 100_000).told("en")
    assert "…' is no card" in told
    assert len(told) < 200
