"""What all questions have in common."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from fk_conform.check.ruling import answer_to
from fk_conform.rule.notation import read_card, read_cards, read_number, read_rank, read_seat, read_whole
from fk_conform.rule.position import MEMBERS, Position
from fk_conform.rule.problems import EN, FR, NotUnderstood
from fk_conform.rule.words import Words
from fk_conform.shorthand import SEATS
from fk_conform.spec import Spec
from forty_kings.readings import Readings

Json = Any
# Choices of members of a position.
Members = tuple[tuple[str, ...], ...]

# Who asks or plays, where the seat does not matter.
NOBODY_NAMED = (
    "i", "he", "she", "they", "we", "you", "one", "the player", "je", "il", "elle", "on", "le joueur", "la joueuse"
)  # fmt: skip


@dataclass(frozen=True)
class Inquiry:
    """What the reference engine is asked for a question.

    `facts` are what the answer is said with. `ask` asks otherwise than by the method, where one question of the
    protocol does not do. `taken_for_granted` names sentences. Where an answer takes its time, `in_short` are params to
    which the same clauses apply, and other tables are not asked.
    """

    method: str
    params: Mapping[str, Json]
    facts: Mapping[str, Json] = field(default_factory=dict)
    ask: Callable[[Readings], Json] | None = None
    taken_for_granted: tuple[str, ...] = ()
    in_short: Mapping[str, Json] | None = None

    def answer(self, readings: Readings) -> Json:
        """The answer at a table that plays by these readings, as the protocol has it."""
        if self.ask:
            return self.ask(readings)
        return answer_to(self.method, json.dumps(self.params), readings)


@dataclass(frozen=True)
class Table:
    """Where a ruling is given: the readings that are played, and the language that is spoken."""

    words: Words
    spec: Spec
    readings: Readings


@dataclass(frozen=True)
class Said:
    """An answer in words: what it is, why, and the clauses that decide it. `yes` where it is yes or no."""

    answer: str
    because: str
    clauses: tuple[str, ...]
    yes: bool | None = None


@dataclass(frozen=True)
class Slot:
    """Something that a question names: how it is read, what it is called, and an example."""

    read: Callable[[Json, str], Json]
    meaning: tuple[str, str]
    example: tuple[str, str]


def _who(value: Json, writing: str = EN) -> str:
    word = re.sub(r"^(the|le|la) (?=\w+$)", "", str(value).strip().lower())
    return "" if str(value).strip().lower() in (*NOBODY_NAMED, "") else read_seat(word, writing)


def _trick(value: Json, writing: str) -> Json:
    return MEMBERS["trick"].read(value, writing)


SLOTS = {
    "who": Slot(_who, ("who it is about, if that matters", "de qui il s’agit, si cela importe"), ("west", "ouest")),
    "seat": Slot(read_seat, ("who it is about", "de qui il s’agit"), ("north", "nord")),
    "card": Slot(read_card, ("the card that is asked about", "la carte dont il s’agit"), ("9H", "9♥")),
    "cards": Slot(read_cards, ("the cards that are shown", "les cartes montrées"), ("KS KH KD", "R♠ R♥ R♦")),
    "number": Slot(read_number, ("how many cards are announced", "combien de cartes sont annoncées"), ("3", "3")),
    "rank": Slot(read_rank, ("the rank that is named", "le rang nommé"), ("kings", "rois")),
    "trick": Slot(_trick, MEMBERS["trick"].meaning, MEMBERS["trick"].example),
    "depth": Slot(read_whole, MEMBERS["depth"].meaning, MEMBERS["depth"].example),
}


class Question(ABC):
    """A question that a player would ask.

    `forms` are the words in which it is understood, regular expressions with slots; `needs` the members of a position
    of which one choice has to be told, the usual one first, and `may` those that may be told as well.
    """

    id: ClassVar[str]
    title: ClassVar[tuple[str, str]]
    example: ClassVar[tuple[str, str]]
    forms: ClassVar[tuple[tuple[str, ...], tuple[str, ...]]]
    needs: ClassVar[Members]
    may: ClassVar[tuple[str, ...]] = ()
    slots: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """What is to be asked of the reference engine; raises `NotUnderstood` if too little is told."""

    @abstractmethod
    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The answer in words, where it is a result."""

    def say_refusal(self, inquiry: Inquiry, error: Json, table: Table) -> Said:
        """The answer in words, where something that the position tells is refused."""
        reason, event = error["data"]["reason"], error["data"]["event"]
        answer = table.words.say("does-not-stand", what=refused_part(inquiry, event, table.words))
        stands = ("FK4.13",) if inquiry.method == "replay_hand" and "card" in inquiry.params["events"][event] else ()
        return Said(answer, meaning(reason, table), (table.spec.reasons[reason], *stands))

    @cached_property
    def patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        """The forms with their languages, to be matched whole."""
        return [
            (lang, re.compile(_SLOT.sub(lambda slot: f"(?P<{slot[1]}>.+?)", form)))
            for lang, forms in zip((EN, FR), self.forms, strict=True)
            for form in forms
        ]

    def read(self, text: str) -> Iterator[tuple[str, dict[str, str]]]:
        """The ways to understand a text as this question: its language, and what stands in the slots."""
        for lang, pattern in self.patterns:
            found = pattern.fullmatch(text)
            if found:
                yield lang, {name: words for name, words in found.groupdict().items() if words is not None}


_SLOT = re.compile(r"\{(\w+)\}")


def meaning(reason: str, table: Table) -> str:
    """What a reason of refusal means, as a part of a sentence."""
    text = table.spec.meanings[reason].rstrip(".")
    return re.sub(r"[^\W\d_]", lambda letter: letter[0].lower(), text, count=1)


def refused_part(inquiry: Inquiry, event: int, words: Words) -> str:
    """What it is in a position that does not stand, by its place in the list that tells it."""
    if inquiry.method == "score_match":
        return words.say("hand-too-many", place=event + 1)
    if inquiry.method == "draw_dealer":
        return words.say("round-too-many", place=event + 1)
    lists = ("events",) if "events" in inquiry.params else ("calls", "ranks", "shows")
    told = [each for name in lists for each in inquiry.params[name]]
    return _event_in_words(told[event], sum("card" in each for each in told[:event]) // 4 + 1, words)


def _event_in_words(event: Json, trick: int, words: Words) -> str:
    """What somebody has played, announced, named, said or shown."""
    whose = {"seat": words.seat(event["seat"]), "of_seat": words.of_seat(event["seat"])}
    match event:
        case {"card": card}:
            return words.say("event-plays", card=words.card(card).removeprefix("the "), trick=trick, **whose)
        case {"announce": number}:
            return words.say("event-announces", number=words.number(number), **whose)
        case {"rank": rank}:
            return words.say("event-names", ranks=words.ranks(rank), **whose)
        case {"show": cards}:
            return words.say("event-shows", cards=words.cards(cards), **whose)
    return words.say("event-good", **whose)


def needed(position: Position, choices: Members) -> tuple[str, ...]:
    """The first choice of members that are all told; raises `NotUnderstood` if none is."""
    for choice in choices:
        if all(name in position for name in choice):
            return choice
    told = [sum(name in position for name in choice) for choice in choices]
    missing = [name for name in choices[told.index(max(told))] if name not in position]
    words = Words(position.lang)
    named = [f"{name} ({words.pick(MEMBERS[name].meaning)}: {words.pick(MEMBERS[name].example)})" for name in missing]
    raise NotUnderstood("missing", members=words.several(named))


def is_whole_deal(position: Position) -> bool:
    """Whether all four hands are told, card by card, with dealer and turn-up.

    Raises `NotUnderstood` if events are told and the deal is not: they mean nothing without it.
    """
    hands = position.get("hands", {})
    numbers = {seat: len(hands.get(seat, ())) for seat in SEATS}
    whole = "dealer" in position and "turn_up" in position and set(numbers.values()) == {8}
    if "events" in position and not whole:
        needed(position, (("dealer", "hands", "turn_up") if hands else ("deal",),))
        seat = next(seat for seat in SEATS if numbers[seat] != 8)
        raise NotUnderstood("wrong-many", f"hands: {seat}", number=numbers[seat], wanted=8)
    return whole


def not_both(position: Position, these: tuple[str, ...], those: tuple[str, ...]) -> None:
    """Raises `NotUnderstood` if what is asked about is told in two ways."""
    one, other = ([name for name in names if name in position] for names in (these, those))
    if one and other:
        words = Words(position.lang)
        raise NotUnderstood("either", these=words.several(one), those=words.several(other))


def replay(position: Position, *more: Json) -> dict[str, Json]:
    """The params of `replay_hand`: the deal, what has been told of its course, and what is asked about."""
    return {
        "dealer": position["dealer"],
        "hands": position["hands"],
        "turn_up": position["turn_up"],
        "events": [*position.get("events", ()), *more],
    }
