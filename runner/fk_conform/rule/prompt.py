"""Asking for a question and a position one thing at a time, in any terminal.

Each answer is read as soon as it is given; one that is not understood is asked for again, with what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, TextIO, TypeVar

from fk_conform.rule.asked import Asked, understand
from fk_conform.rule.notation import writing_of
from fk_conform.rule.position import MEMBERS, Position
from fk_conform.rule.problems import EN, NotUnderstood
from fk_conform.rule.questions import QUESTIONS
from fk_conform.rule.questions.question import SLOTS
from fk_conform.rule.words import Words

Json = Any
Result = TypeVar("Result")

BACK = ("back", "retour")
QUIT = ("quit", "fin")
PROMPTS: dict[str, tuple[str, str]] = {
    "begin": (
        "One thing is asked at a time. “back” goes back, “quit” or Ctrl-D ends.",
        "On demande une chose à la fois. « retour » revient en arrière, « fin » ou Ctrl-D termine.",
    ),
    "question": (
        "What is the question? (its number, or in words)",
        "Quelle est la question ? (son numéro, ou en mots)",
    ),
    "whole": ("the whole deal, and what has been played and said", "toute la donne, et ce qui a été joué et dit"),
    "known": ("What is known?", "Que sait-on ?"),
    "optional": ("{meaning}, if it is known", "{meaning}, si on le sait"),
    "as-in": ("{meaning}, as in {example}", "{meaning}, comme {example}"),
    "first": ("Nothing was asked before this.", "Rien n’a été demandé avant."),
}


class Ended(Exception):
    """Whoever was asked has ended it."""


@dataclass(frozen=True)
class _Step:
    """Something to be asked for: the lines before it, the line with it, and how the answer is read."""

    before: Sequence[str]
    text: str
    read: Callable[[str], Json]


Dialogue = Generator[_Step, Json, tuple[Asked, Position]]


class Prompt:
    """Asks for a question and a position, in a language."""

    def __init__(self, source: TextIO, out: TextIO, lang: str = EN) -> None:
        self.source = source
        self.out = out
        self.words = Words(lang)

    def ask(self, finish: Callable[[Asked, Position], Result]) -> Result:
        """What `finish` makes of what was answered; where it understands too little, the last is asked again.

        Raises `Ended` if the input ends first.
        """
        self._print(self._text("begin"))
        answers: list[Json] = []
        while True:
            dialogue = self._dialogue()
            try:
                step = next(dialogue)
                for answer in answers:
                    step = dialogue.send(answer)
            except StopIteration as told:
                try:
                    result = finish(*told.value)
                except NotUnderstood as problem:
                    self._print(f"  {problem.told(self.words.lang)}")
                    del answers[-1:]
                    continue
                self._print("")
                return result
            self._answer(step, answers)

    def _answer(self, step: _Step, answers: list[Json]) -> None:
        """Asks until there is an answer that is understood, or until it is to go back."""
        self._print("", *step.before)
        while True:
            said = self._read(step.text)
            if said.lower() in QUIT:
                raise Ended
            if said.lower() in BACK:
                if not answers:
                    self._print(f"  {self._text('first')}")
                del answers[-1:]
                return
            try:
                answers.append(step.read(said))
            except NotUnderstood as problem:
                self._print(f"  {problem.told(self.words.lang)}")
            else:
                return

    def _dialogue(self) -> Dialogue:
        """All that has to be asked, as it follows from what was answered before."""
        titles = [self.words.pick(question.title) for question in QUESTIONS]
        asked, told = yield self._choice("question", titles, self._question)
        # Copies, for whoever goes back begins again with the same answer.
        question, named = asked.question, dict(asked.named)
        position = Position(dict(told.told), told.lang, told.writing)
        for name in question.slots:
            if name not in named:
                named[name] = yield self._slot(name)
        known = question.needs[0]
        if len(question.needs) > 1 and not any(name in position for each in question.needs for name in each):
            known = question.needs[(yield self._choice("known", [self._in_short(each) for each in question.needs]))]
        for name in known:
            if name not in position:
                position.tell(name, (yield self._member(name, position)))
        for name in question.may:
            said = "" if name in position else (yield self._member(name, position, optional=True))
            if said:
                position.tell(name, said)
        return Asked(question, named, self.words.lang), position

    def _question(self, said: str) -> tuple[Asked, Position]:
        """The question that is meant by a number or by words, and what the words tell of the position."""
        position = Position(lang=self.words.lang)
        if said.isdecimal() and 1 <= int(said) <= len(QUESTIONS):
            return Asked(QUESTIONS[int(said) - 1], {}, self.words.lang), position
        asked = understand(said, position, self.words.lang)
        position.writing = None  # What is answered later may show it better.
        return asked, position

    def _in_short(self, known: tuple[str, ...]) -> str:
        """What is known where these members are told."""
        if known == ("deal", "events"):
            return self._text("whole")
        return self.words.several([re.split(" ?[,:;]", self.words.pick(MEMBERS[name].meaning))[0] for name in known])

    def _choice(self, name: str, choices: Sequence[str], read: Callable[[str], Json] | None = None) -> _Step:
        """One of several, by its number, counted from 1."""

        def by_number(said: str) -> int:
            if said not in map(str, range(1, len(choices) + 1)):
                raise NotUnderstood("no-choice", word=said, most=len(choices))
            return int(said) - 1

        listed = [f"  {str(number).rjust(2)}  {choice}" for number, choice in enumerate(choices, 1)]
        return _Step(listed, self._text(name), read or by_number)

    def _slot(self, name: str) -> _Step:
        """Something that the question names."""
        slot = SLOTS[name]
        text = self._text("as-in", meaning=self.words.pick(slot.meaning), example=self.words.pick(slot.example))
        return _Step((), text, lambda said: slot.read(said, writing_of(said, self.words.lang)))

    def _member(self, name: str, position: Position, optional: bool = False) -> _Step:
        """A member of the position; what has been told before must be able to stand beside it."""
        member = MEMBERS[name]

        def read(said: str) -> str:
            if said or not optional:
                Position(dict(position.told), position.lang, position.writing).tell(name, said)
            return said

        meaning = self.words.pick(member.meaning)
        meaning = self._text("optional", meaning=meaning) if optional else meaning
        return _Step((), self._text("as-in", meaning=meaning, example=self.words.pick(member.example)), read)

    def _text(self, name: str, **values: str) -> str:
        return self.words.pick(PROMPTS[name]).format(**values)

    def _read(self, text: str) -> str:
        self.out.write(f"{text[0].upper()}{text[1:]}\n> ")
        self.out.flush()
        line = self.source.readline()
        if not line:
            self._print("")
            raise Ended
        return line.strip()

    def _print(self, *lines: str) -> None:
        self.out.writelines(line + "\n" for line in lines)
        self.out.flush()
