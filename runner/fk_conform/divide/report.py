"""A division for a person to read: a table for each position on the way down, and where the difference arises."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Sequence
from typing import IO

from fk_conform.divide.counts import Said
from fk_conform.divide.division import Difference, Division, Row
from fk_conform.divide.position import Position
from fk_conform.spec import Spec

WIDTH = 100
COLUMN = 28


class DivisionReport:
    """Tells what comes of a division.

    `engine` is what the engine calls itself, made harmless; `again` are the words after the position that ask again.
    """

    def __init__(self, out: IO[str], spec: Spec, engine: str, again: Sequence[str]) -> None:
        self._out = out
        self._spec = spec
        self._engine = engine
        self._again = again
        self._differs = False

    def tell(self, event: Division | Difference) -> None:
        """Tells a step on the way, or its end."""
        if isinstance(event, Division):
            self._division(event)
        else:
            self._difference(event)
        self._out.flush()

    def end(self) -> bool:
        """Says so if nothing differed; returns whether nothing did."""
        if not self._differs:
            self._line("No difference.")
        return not self._differs

    def _division(self, division: Division) -> None:
        events = division.position.in_lines()
        after = f"After {', '.join(events)}" if events else "From the beginning"
        self._line(f"{after}: {division.turn} plays, {division.depth} {'cards' if division.depth > 1 else 'card'} deep")
        self._line("")
        self._line(f"    {'card':<6}{'reference: lines · points':>{COLUMN}}   {self._engine}")
        for row in [*division.rows, division.whole]:
            self._row(row)
        if not division.rows:
            self._line("    (no card can be played before a rank has been named)")
        self._line("")

    def _row(self, row: Row) -> None:
        mark = " " if row.agrees else "✗"
        self._line(f"  {mark} {row.card or 'all':<6}{_cell(row.reference):>{COLUMN}}   {_cell(row.engine)}")

    def _difference(self, found: Difference) -> None:
        self._differs = True
        self._line("The first difference")
        self._labelled("deal", found.position.line)
        for line in found.position.in_lines():
            self._labelled("events", line)
        self._labelled("hand", f"{found.turn} {' '.join(found.position.held_by(found.turn))}")
        self._labelled("trick", " ".join(_trick(found.position)) or "none begun")
        if found.card:
            self._labelled("plays", found.card)
        self._labelled("expected", found.expected)
        self._labelled("got", found.got)
        for name in found.clauses:
            clause = self._spec.clauses[name]
            self._labelled("clause", f"{name} {clause.title}: {clause.rule}")
        # In one line, however long, so that they can be copied.
        request = f'{{"jsonrpc":"2.0","id":1,"method":"{found.method}","params":{found.params}}}'
        self._line(f"  {'request':<10}{request}")
        events = [word for line in found.position.in_lines() for word in ("--events", line)]
        again = ["fk-conform", "divide", found.position.line, *events, "--depth", str(found.depth), *self._again]
        self._line(f"  {'again':<10}{shlex.join(again)}")

    def _labelled(self, label: str, text: str) -> None:
        first, *rest = textwrap.wrap(text, WIDTH - 12, break_on_hyphens=False) or [""]
        self._line(f"  {label:<10}{first}")
        for line in rest:
            self._line(" " * 12 + line)

    def _line(self, text: str) -> None:
        self._out.write(text + "\n")


def _cell(said: Said) -> str:
    return f"{said.count.lines:,} · {said.count.points:,}" if said.count else said.why


def _trick(position: Position) -> list[str]:
    played = position.played
    return played[len(played) // 4 * 4 :]
