"""A deal and what has happened since: the place from which lines are counted."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fk_conform.errors import UsageError
from fk_conform.shorthand import SEATS, SUITS, expand_deal, expand_events

Json = Any

RANKS = "KQJAT987"


@dataclass(frozen=True)
class Position:
    """A deal, in one line, and the events since, each in the short form of case files."""

    line: str
    events: tuple[str, ...] = ()

    @classmethod
    def of(cls, line: str, events: Iterable[str] = ()) -> Position:
        """That of a deal line and of lines of events. Raises `UsageError` for what is neither.

        >>> Position.of("east:KQJAT987... .KQJAT987.. ..KQJAT987. ...KQJAT987 7C", ["east: KS/3 KH"]).events
        ('east: KS/3', 'north: KH')
        """
        try:
            expand_deal(line)
            return cls(line, tuple(_in_short(event) for text in events for event in expand_events(text)))
        except ValueError as error:
            raise UsageError(str(error)) from None

    def params(self, **more: Json) -> str:
        """The params of a question about it, as JSON."""
        events = [event for text in self.events for event in expand_events(text)]
        return json.dumps({**expand_deal(self.line), "events": events, **more}, separators=(",", ":"))

    def after(self, seat: str, card: str) -> Position:
        """The position when a seat has played a card."""
        return Position(self.line, (*self.events, f"{seat}: {card}"))

    @property
    def played(self) -> list[str]:
        """The cards that have been played, in order."""
        return [text.split()[1].partition("/")[0] for text in self.events if ":" in text]

    @property
    def plays_only(self) -> Position:
        """The position without announcements, which open no line and close none."""
        return Position(self.line, tuple(text.partition("/")[0] for text in self.events if ":" in text))

    def held_by(self, seat: str) -> list[str]:
        """The cards that a seat was dealt and has not played, in the order of the pack."""
        dealt, played = expand_deal(self.line)["hands"][seat], self.played
        return [rank + suit for suit in SUITS for rank in RANKS if rank + suit in dealt and rank + suit not in played]

    @property
    def trump(self) -> str:
        """The letter of the trump suit."""
        return str(expand_deal(self.line)["turn_up"][1])

    def in_lines(self) -> list[str]:
        """The events, plays that follow one another round the table in one line.

        >>> deal = "east:KQJAT987... .KQJAT987.. ..KQJAT987. ...KQJAT987 7C"
        >>> Position.of(deal, ["east: KS/3 KH KD KC", "east names K", "east: QS"]).in_lines()
        ['east: KS/3 KH KD KC', 'east names K', 'east: QS']
        """
        lines: list[str] = []
        due = ""
        for text in self.events:
            seat, colon, play = text.partition(": ")
            if seat == due:
                lines[-1] += f" {play}"
            else:
                lines.append(text)
            due = SEATS[(SEATS.index(seat) + 1) % 4] if colon else ""
        return lines


def _in_short(event: Json) -> str:
    match event:
        case {"seat": seat, "card": card, "announce": number}:
            return f"{seat}: {card}/{number}"
        case {"seat": seat, "card": card}:
            return f"{seat}: {card}"
        case {"seat": seat, "rank": rank}:
            return f"{seat} names {rank}"
        case {"seat": seat, "show": cards}:
            return f"{seat} shows {' '.join(cards)}"
    return f"{event['seat']} good"
