"""How many lines there are: what the reference engine says, and what another does.

An engine is asked by `count_lines`. Of one that does not offer it the lawful cards are walked through, position by
position, with `replay_hand`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from fk_conform.answer import excerpt, harmless
from fk_conform.asking import Asker
from fk_conform.check.ruling import answer_to
from fk_conform.divide.position import Position
from fk_conform.faults import Fault
from fk_conform.shorthand import SEATS
from fk_conform.suite import Case
from fk_conform.verdict import REFUSED
from forty_kings.readings import Readings

Json = Any
Question = tuple[str, str]

CARD = re.compile("[KQJAT987][SHDC]")
# No count of this game has more digits.
MOST_DIGITS = 40


@dataclass(frozen=True)
class Count:
    """A number of lines, and the points that north-south take in them, added up."""

    lines: int
    points: int

    def __str__(self) -> str:
        return f"{self.lines:,} line{'s' if self.lines != 1 else ''} · {self.points:,} points"


@dataclass(frozen=True)
class Said:
    """What was said to be counted: a count, or `why` there is none; whether it was refused, and for which reason."""

    count: Count | None
    why: str = ""
    refused: bool = False
    reason: str = ""

    def __str__(self) -> str:
        return str(self.count or self.why)

    def agrees_with(self, other: Said) -> bool:
        """Whether the counts are the same. Where there are no lines it does not matter for which reason."""
        return self.count == other.count and self.refused == other.refused


@dataclass(frozen=True)
class State:
    """What is said of a position: the cards that may be played, and the tricks so far, by winner and points."""

    turn: str | None
    legal: tuple[str, ...]
    tricks: tuple[tuple[str, int], ...]


class Questions(Protocol):
    """Somebody who can be asked: each question a method and its params."""

    def ask(self, questions: Sequence[Question]) -> list[Json | Fault]:
        """The answers, or the faults that came of them."""


@dataclass(frozen=True)
class Reference:
    """The reference engine, in this process, at a table that plays by some readings."""

    readings: Readings

    def ask(self, questions: Sequence[Question]) -> list[Json | Fault]:
        """The answers."""
        return [answer_to(method, params, self.readings) for method, params in questions]


@dataclass(frozen=True)
class Engine:
    """An engine that can be asked one thing after another."""

    asker: Asker

    def ask(self, questions: Sequence[Question]) -> list[Json | Fault]:
        """The answers, or the faults that came of them."""
        cases = [Case(str(number), "", "", *question, "") for number, question in enumerate(questions)]
        return self.asker.answers(cases)


class Counts(Protocol):
    """Somebody who counts lines."""

    def after_each(self, position: Position, turn: str, cards: Sequence[str], depth: int) -> list[Said]:
        """The lines of so many plays after each card, when the seat whose turn it is has played it."""

    def at(self, position: Position, depths: Sequence[int]) -> list[Said]:
        """The lines of so many plays from here, for each depth."""


@dataclass(frozen=True)
class ByCounting:
    """Somebody who can be asked for counts: by `count_lines`."""

    questions: Questions

    def after_each(self, position: Position, turn: str, cards: Sequence[str], depth: int) -> list[Said]:
        """The lines of so many plays after each card, when the seat whose turn it is has played it."""
        return self._ask((position.after(turn, card), depth) for card in cards)

    def at(self, position: Position, depths: Sequence[int]) -> list[Said]:
        """The lines of so many plays from here, for each depth."""
        return self._ask((position, depth) for depth in depths)

    def _ask(self, asked: Iterable[tuple[Position, int]]) -> list[Said]:
        questions = [("count_lines", position.params(depth=depth)) for position, depth in asked]
        return [_count_in(answer) for answer in self.questions.ask(questions)]


class ByWalking:
    """Somebody who counts nothing: what may be played is asked in every position, by `replay_hand`."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._states: dict[Position, State | Said] = {}

    def after_each(self, position: Position, turn: str, cards: Sequence[str], depth: int) -> list[Said]:
        """The lines of so many plays after each card, when the seat whose turn it is has played it."""
        self._walk([position], depth + 1)
        here = self._states[position]
        if isinstance(here, Said):
            return [here for _ in cards]
        return [
            self._count(position.after(turn, card), depth)
            if card in here.legal
            else Said(None, "not among its lawful cards", refused=True)
            for card in cards
        ]

    def at(self, position: Position, depths: Sequence[int]) -> list[Said]:
        """The lines of so many plays from here, for each depth."""
        self._walk([position], max(depths))
        return [self._count(position, depth) for depth in depths]

    def _walk(self, positions: Sequence[Position], depth: int) -> None:
        """Asks for all positions that can be reached in so many plays; those of one depth at once."""
        for _ in range(depth + 1):
            new = [position for position in positions if position not in self._states]
            self._states.update(zip(new, states(self._questions, new), strict=True))
            positions = list(itertools.chain.from_iterable(map(self._next, positions)))

    def _next(self, position: Position) -> list[Position]:
        state = self._states[position]
        if isinstance(state, Said) or state.turn is None:
            return []
        return [position.after(state.turn, card) for card in state.legal]

    def _count(self, position: Position, depth: int) -> Said:
        state = self._states[position]
        if isinstance(state, Said):
            return state
        if depth == 0:
            return Said(Count(1, 0))
        lines = points = 0
        for child in self._next(position):
            count, after = self._count(child, depth - 1).count, self._states[child]
            if count is None or isinstance(after, Said):
                return Said(None, f"{child.played[-1]} is among its lawful cards, and refused when it is played")
            lines += count.lines
            points += count.points + count.lines * _north_south_in(after.tricks[len(state.tricks) :])
        return Said(Count(lines, points))


def states(questions: Questions, positions: Sequence[Position]) -> list[State | Said]:
    """What is said of each position, by `replay_hand`; where there is no such thing, why."""
    return [_state_in(answer) for answer in questions.ask([("replay_hand", each.params()) for each in positions])]


def _north_south_in(tricks: Iterable[tuple[str, int]]) -> int:
    return sum(points for winner, points in tricks if winner in ("north", "south"))


def _count_in(answer: Json | Fault) -> Said:
    match answer:
        case {"result": {"lines": str(lines), "points": str(points)}} if _is_number(lines) and _is_number(points):
            return Said(Count(int(lines), int(points)))
    return _why_not(answer, "no count")


def _state_in(answer: Json | Fault) -> State | Said:
    match answer:
        case {"result": {"turn": turn, "legal": list(legal), "tricks": list(tricks)}} if _are_cards(legal):
            taken = [_taken(trick) for trick in tricks]
            if turn in (*SEATS, None) and None not in taken:
                return State(turn, tuple(legal), tuple(trick for trick in taken if trick))
    return _why_not(answer, "no answer")


def _taken(trick: Json) -> tuple[str, int] | None:
    match trick:
        case {"winner": str(winner), "points": int(points)} if winner in SEATS and type(points) is int:
            return winner, points
    return None


def _are_cards(values: list[Json]) -> bool:
    return all(isinstance(value, str) and CARD.fullmatch(value) for value in values) and len(set(values)) == len(values)


def _why_not(answer: Json | Fault, what: str) -> Said:
    match answer:
        case Fault():
            return Said(None, harmless(answer.message))
        case {"error": {"code": int(code), **rest}} if code == REFUSED:
            data = rest.get("data")
            reason = str(data.get("reason")) if isinstance(data, dict) else "for no reason"
            return Said(None, harmless(f"refused: {reason}"), True, reason)
        case {"error": {"code": int(), "message": message}}:
            return Said(None, f"called malformed: {excerpt(message)}", True)
    return Said(None, f"{what}: {excerpt(answer)}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
