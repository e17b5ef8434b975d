"""From the words of a question to the question that is meant, with all that they name.

A question may tell the position as well: `may west play 9H to 7H KH holding KH 9H AS, clubs are trumps`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fk_conform.rule.notation import SIGNS, SUIT_WORDS, writing_of
from fk_conform.rule.position import Position
from fk_conform.rule.problems import EN, FR, NotUnderstood
from fk_conform.rule.questions import QUESTIONS, Question
from fk_conform.rule.questions.question import SLOTS

Json = Any

# No question is as long.
LONGEST = 1000
A_SUIT = f"(?P<said>(?:{'|'.join(SUIT_WORDS)})[sx]?|[{''.join(SIGNS)}])"
JOIN = r"(?:[\s,]|\b(?:with|when|if|and|avec|quand|et)\b)*"
# Where a question tells a part of the position: which member, and how it is said.
TOLD = (
    ("trump", rf"{JOIN}{A_SUIT} (?:(?:are|is|being|est|étant) )?(?:trumps?|atout)\b"),
    ("trump", rf"{JOIN}\b(?:trumps? (?:(?:are|is|being) )?|atout ){A_SUIT}"),
    (
        "hand",
        r"[\s,]+(?:(?:is |was )?holding|having|with|ayant|tenant|avec) (?P<said>.+?)"
        r"(?: in hand| en main)?(?=,|$| (?:to|on|sur) )",
    ),
    ("trick", r"[\s,]+(?:to|on|sur) (?P<said>.+?)(?=,|$)"),
)


@dataclass(frozen=True)
class Asked:
    """A question as it was understood: what is asked, what it names, and in which language."""

    question: Question
    named: dict[str, Json]
    lang: str


def understand(text: str, position: Position, lang: str = "", told: Mapping[str, Json] | None = None) -> Asked:
    """The question that is meant; what it tells of the position is taken in. Raises `NotUnderstood`.

    `lang` is the language of answer and notation, if that is settled; else it is that of the question. Where the words
    may mean several questions, the one is meant for which the least is missing of what is `told` beside them; that also
    shows, with the question, how cards are written.
    """
    beside = told or {}
    plain = " ".join(re.sub(r"[?!.]+(?=\s|$)", " ", text.replace("’", "'").lower()).split())
    if len(plain) > LONGEST:
        raise NotUnderstood("no-question", text=text, form=_examples(lang or EN))
    if not plain:
        raise NotUnderstood("no-question-at-all", form=_examples(lang or EN))
    problem = NotUnderstood("no-question", text=text, form=_examples(lang or EN))
    # As it stands, and without what it tells of the position.
    meant: list[tuple[Asked, Position]] = []
    for inside, rest in ({}, plain), _told_in(plain):
        for question, language, named in _matching(rest):
            spoken = lang or language
            writing = writing_of([plain, beside], spoken)
            try:
                read = {
                    name: SLOTS[name].read(said, writing) if name in SLOTS else said for name, said in named.items()
                }
                heard = Position(dict(position.told), spoken, writing)
                for member, said in inside.items():
                    heard.tell(member, said)
            except NotUnderstood as wrong:
                problem = wrong
            else:
                meant.append((Asked(question, read, spoken), heard))
    if not meant:
        raise problem
    asked, heard = min(meant, key=lambda each: _missing(each[0], each[1], beside))
    position.told, position.lang, position.writing = heard.told, heard.lang, heard.writing
    return asked


def _missing(asked: Asked, heard: Position, beside: Container[str]) -> int:
    """How much is still missing to answer a question: what is told neither in it nor beside it."""

    def missing(each: tuple[str, ...]) -> int:
        return sum(name not in beside and name not in heard and name not in asked.named for name in each)

    return min(map(missing, asked.question.needs))


def _told_in(plain: str) -> tuple[dict[str, str], str]:
    """What a question tells of the position, and what is left of it.

    >>> _told_in("may west play 9h to 7h kh holding kh 9h as, clubs are trumps")
    ({'trump': 'clubs', 'hand': 'kh 9h as', 'trick': '7h kh'}, 'may west play 9h')
    """
    told: dict[str, str] = {}
    for member, pattern in TOLD:
        found = re.search(pattern, plain)
        if found and member not in told:
            told[member] = found["said"]
            plain = plain[: found.start()] + plain[found.end() :]
    return told, plain.strip(" ,")


def _matching(plain: str) -> Iterator[tuple[Question, str, dict[str, str]]]:
    """The questions whose words these are, each with its language and what stands in its slots."""
    for question in QUESTIONS:
        for language, named in question.read(plain):
            yield question, language, named


def _examples(lang: str) -> str:
    """Some of the questions that are understood."""
    which = (EN, FR).index(lang)
    return ", ".join(f"“{question.example[which]}”" for question in QUESTIONS[:3])
