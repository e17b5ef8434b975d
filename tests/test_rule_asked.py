"""Which question is meant by the words of a player, in either language, and what the words tell besides."""

from __future__ import annotations

from typing import Any

import pytest

from fk_conform.rule.asked import understand
from fk_conform.rule.position import Position, Trick
from fk_conform.rule.problems import NotUnderstood
from fk_conform.rule.questions import QUESTIONS, Question
from fk_conform.rule.questions.question import SLOTS
from fk_conform.shorthand import SEATS

Json = Any

MAY_PLAY = "may-play"


def meant(text: str, lang: str = "", told: dict[str, Json] | None = None) -> tuple[str, dict[str, Json], str]:
    asked = understand(text, Position(), lang, told)
    return asked.question.id, {name: value for name, value in asked.named.items() if name != "verb"}, asked.lang


@pytest.mark.parametrize(
    ("text", "question", "named"),
    [
        ("may west play 9H", MAY_PLAY, {"who": "west", "card": "9H"}),
        ("May West play the nine of hearts?", MAY_PLAY, {"who": "west", "card": "9H"}),
        ("can I play 10♥ ?", MAY_PLAY, {"who": "", "card": "TH"}),
        ("may she lead AS", MAY_PLAY, {"who": "", "card": "AS"}),
        ("is KH legal", MAY_PLAY, {"card": "KH"}),
        ("may e play KS and announce three cards", MAY_PLAY, {"who": "east", "card": "KS", "number": 3}),
        ("which cards may west play", "which-cards", {"who": "west"}),
        ("what may I lead", "which-cards", {"who": ""}),
        ("must north follow suit", "which-cards", {"who": "north"}),
        ("do I have to trump", "which-cards", {"who": ""}),
        ("who wins the trick", "who-wins-trick", {}),
        ("who took this trick?", "who-wins-trick", {}),
        ("who wins 7H KH 9S AH", "who-wins-trick", {"trick": Trick(("7H", "KH", "9S", "AH"))}),
        ("which cliques are in this hand", "which-cliques", {}),
        ("has west a clique", "which-cliques", {"who": "west"}),
        ("whose clique counts?", "whose-clique", {}),
        ("who gets the points for the clique", "whose-clique", {}),
        ("may east announce four", "may-announce", {"seat": "east", "number": 4}),
        ("may east name the jacks", "may-name", {"seat": "east", "rank": "J"}),
        ('may west say "good"', "may-good", {"seat": "west"}),
        ("may west give way", "may-good", {"seat": "west"}),
        ("may north show KS KH KD", "may-show", {"seat": "north", "cards": ["KS", "KH", "KD"]}),
        ("who has won the game", "who-has-won", {}),
        ("is the game over", "who-has-won", {}),
        ("what's the score", "what-score", {}),
        ("who deals next", "who-deals-next", {}),
        ("who deals", "who-deals", {}),
        ("who draws again", "who-deals", {}),
        ("who are partners", "who-are-partners", {}),
        ("who chooses seats first", "who-chooses-seats", {}),
        ("may we sit like this", "may-sit", {}),
        ("who gets what", "who-gets-what", {}),
        ("which cards does west get", "who-gets-what", {"who": "west"}),
        ("what is trumps", "what-is-trumps", {}),
        ("who cuts the pack", "who-cuts", {}),
        ("who leads to the first trick", "who-leads-first", {}),
        ("how does the hand stand", "how-stands", {}),
        ("whose lead is it now", "whose-turn", {}),
        ("what may north see", "what-sees", {"seat": "north"}),
        ("how many ways are there to play 4 cards", "how-many-ways", {"depth": 4}),
        ("how many ways are there to play on", "how-many-ways", {}),
    ],
)
def test_a_question_is_understood_in_english(text: str, question: str, named: dict[str, Json]) -> None:
    assert meant(text) == (question, named, "en")


@pytest.mark.parametrize(
    ("text", "question", "named"),
    [
        ("Ouest peut-il jouer le 9 de cœur ?", MAY_PLAY, {"who": "west", "card": "9H"}),
        ("puis-je jouer DC", MAY_PLAY, {"card": "QH"}),
        (
            "est-ce que nord peut jouer R♠ et annoncer trois cartes",
            MAY_PLAY,
            {"who": "north", "card": "KS", "number": 3},
        ),
        ("quelles cartes Ouest peut-il jouer", "which-cards", {"who": "west"}),
        ("faut-il couper", "which-cards", {}),
        ("qui remporte la levée", "who-wins-trick", {}),
        ("quelles cliques y a-t-il dans cette main", "which-cliques", {}),
        ("à qui est la clique qui compte", "whose-clique", {}),
        ("est peut-il annoncer quatre cartes", "may-announce", {"seat": "east", "number": 4}),
        ("nord peut-elle nommer les rois", "may-name", {"seat": "north", "rank": "K"}),
        ("ouest peut-il dire c’est bon", "may-good", {"seat": "west"}),
        ("nord peut-il montrer RP RC RK", "may-show", {"seat": "north", "cards": ["KS", "KH", "KD"]}),
        ("qui a gagné la partie", "who-has-won", {}),
        ("quelle est la marque", "what-score", {}),
        ("qui donne ensuite", "who-deals-next", {}),
        ("qui donne", "who-deals", {}),
        ("qui sont les partenaires", "who-are-partners", {}),
        ("qui choisit ses places en premier", "who-chooses-seats", {}),
        ("peuvent-ils s’asseoir ainsi", "may-sit", {}),
        ("qui reçoit quoi", "who-gets-what", {}),
        ("quelle couleur est atout", "what-is-trumps", {}),
        ("qui coupe", "who-cuts", {}),
        ("qui entame la première levée", "who-leads-first", {}),
        ("où en est le coup", "how-stands", {}),
        ("à qui de jouer", "whose-turn", {}),
        ("que peut voir nord", "what-sees", {"seat": "north"}),
        ("de combien de façons peut-on jouer 4 cartes", "how-many-ways", {"depth": 4}),
    ],
)
def test_and_in_french(text: str, question: str, named: dict[str, Json]) -> None:
    assert meant(text) == (question, named, "fr")


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_the_example_of_every_question_is_understood_as_that_question(question: Question) -> None:
    for lang, example in zip(("en", "fr"), question.example, strict=True):
        asked = understand(example, Position(), "", {name: "" for each in question.needs for name in each})
        assert (asked.question, asked.lang) == (question, lang)
        # What a question names and its example does not is asked for by the prompt alone.
        assert set(asked.named) <= {*SLOTS, "verb"}
        assert set(question.slots) <= set(asked.named)


def test_every_question_has_a_name_of_its_own() -> None:
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize(
    ("text", "rest", "told"),
    [
        (
            "may west play 9H to 7D KD holding KH 9H AS, clubs are trumps",
            {"who": "west", "card": "9H"},
            {"trick": Trick(("7D", "KD")), "hand": ["KH", "9H", "AS"], "trump": "clubs"},
        ),
        (
            "may I play 9H with KH 9H in hand on KD",
            {"who": "", "card": "9H"},
            {"hand": ["KH", "9H"], "trick": Trick(("KD",))},
        ),
        ("who wins 7H KH 9S AH, ♣ trumps", {"trick": Trick(("7H", "KH", "9S", "AH"))}, {"trump": "clubs"}),
        ("who wins 7H KH 9S AH when trumps are clubs", {"trick": Trick(("7H", "KH", "9S", "AH"))}, {"trump": "clubs"}),
        (
            "ouest peut-il jouer 9♥ sur sud 7♦ R♦ avec R♥ 9♥, atout trèfle",
            {"who": "west", "card": "9H"},
            {"trick": Trick(("7D", "KD"), "south"), "hand": ["KH", "9H"], "trump": "clubs"},
        ),
    ],
)  # fmt: skip
def test_a_question_may_tell_the_position_too(text: str, rest: dict[str, Json], told: dict[str, Json]) -> None:
    position = Position()
    asked = understand(text, position)
    assert {name: value for name, value in asked.named.items() if name != "verb"} == rest
    assert position.told == told


def test_of_two_meanings_the_one_is_taken_for_which_enough_is_told() -> None:
    assert meant("who wins", told={"trick": "7H KH 9S AH", "trump": "clubs"})[0] == "who-wins-trick"
    assert meant("who wins")[0] == meant("who wins", told={"scores": "24-24"})[0] == "who-has-won"


def test_cards_are_read_as_the_question_and_what_is_told_beside_it_are_written() -> None:
    assert meant("may west play DC", "fr")[1] == {"who": "west", "card": "QH"}
    assert meant("may west play 9C", "fr", {"hand": "RC 9C"})[1] == {"who": "west", "card": "9H"}
    assert meant("may west play 9C", "fr", {"hand": "KC 9C"})[1] == {"who": "west", "card": "9C"}
    assert meant("may west play 9C", told={"hand": "RC 9C"})[1] == {"who": "west", "card": "9C"}
    with pytest.raises(NotUnderstood) as caught:
        meant("may west play 9C", "fr", {"hand": "AC 9C"})
    assert caught.value.problem == "two-cards"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no-question-at-all"),
        (" ? ", "no-question-at-all"),
        ("is this fair", "no-question"),
        ("may west", "no-question"),
        ("may west play 9H please or not", "no-card"),
        ("may west play 9X", "no-card"),
        ("may the dealer's aunt play 9H", "no-seat"),
        ("may west play 9H to 7X holding KH, clubs are trumps", "no-card"),
        ("may east announce five", "no-number"),
        ("may east name tens of thousands", "no-rank"),
        ("who wins 7H KH 9S AH 8H", "too-many"),
        ("qui est le plus fort", "no-question"),
    ],
)
def test_what_is_not_understood_is_no_question(text: str, problem: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        meant(text)
    assert caught.value.problem == problem
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seat", SEATS)
def test_nothing_of_a_question_that_was_not_understood_is_kept(seat: str) -> None:
    position = Position()
    with pytest.raises(NotUnderstood):
        understand(f"may {seat} play 9X, clubs are trumps", position)
    assert position.told == {}
