"""Counts side by side, card by card; and the way down to where they first differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fk_conform.answer import harmless
from fk_conform.divide.counts import ByCounting, Counts, Questions, Reference, Said, State, states
from fk_conform.divide.position import Position
from fk_conform.spec import Spec

# Who wins a trick, and what it is worth.
TRICKS = ("FK4.9", "FK4.10", "FK1.7")


@dataclass(frozen=True)
class Row:
    """What both say of the lines after a card, or of all lines."""

    card: str
    engine: Said
    reference: Said

    @property
    def agrees(self) -> bool:
        """Whether they say the same."""
        return self.engine.agrees_with(self.reference)


@dataclass(frozen=True)
class Division:
    """The lines of so many plays from a position: after each card that one of the two plays, and all together."""

    position: Position
    turn: str
    depth: int
    rows: tuple[Row, ...]
    whole: Row


@dataclass(frozen=True)
class Difference:
    """Where the two differ: the question that shows it, what either says, and the clauses that bear on it.

    `card` is the card in question, played by the seat whose turn it is; without one it is the position as a whole. A
    division of so many plays, `depth`, shows it again.
    """

    position: Position
    turn: str
    card: str | None
    depth: int
    method: str
    params: str
    expected: str
    got: str
    clauses: tuple[str, ...]


class Divider:
    """Lays the counts of an engine beside those of the reference engine.

    `counts` is how the engine is counted, and `replays` whether it offers `replay_hand`.
    """

    def __init__(self, questions: Questions, counts: Counts, reference: Reference, replays: bool, spec: Spec) -> None:
        self._questions = questions
        self._counts = counts
        self._asks_reference = reference
        self._reference = ByCounting(reference)
        self._replays = replays
        self._spec = spec

    def follow(self, position: Position, depth: int) -> Iterator[Division | Difference]:
        """The division of a position, and down the first card that differs to the place where the difference arises."""
        while True:
            here = self._by_the_rules(position)
            division = self._divide(position, here, depth)
            yield division
            row = next((row for row in division.rows if not row.agrees), None)
            if row is None and not division.whole.agrees:
                shallowest = self._shallowest(position, range(1, depth + 1))
                if shallowest < depth:
                    depth = shallowest  # Deeper down what is wrong cancels out.
                    continue
            found = self._difference(position, here, depth, row) if row or not division.whole.agrees else None
            if found:
                yield found
            if found or row is None:
                return
            position, depth = position.after(division.turn, row.card), depth - 1

    def _difference(self, position: Position, here: State, depth: int, row: Row | None) -> Difference | None:
        """The difference that arises here; None if it arises further down the row that differs."""
        turn = here.turn or ""
        for card in [row.card] if row else here.legal:
            judged = self._judged_otherwise(position, depth, turn, card)
            if judged:
                return judged
        if row is None:
            bearing = TRICKS if len(position.played) % 4 == 3 else (_bearing_on_cards(position, turn),)
            return self._count_of(position, depth, position, turn, None, bearing)
        if row.engine.count and row.reference.count and depth > 1:
            return None
        return self._at_a_card(position, turn, row, depth)

    def _by_the_rules(self, position: Position) -> State:
        (state,) = states(self._asks_reference, [position])
        assert isinstance(state, State)
        return state

    def _divide(self, position: Position, here: State, depth: int) -> Division:
        turn = here.turn or ""
        cards = position.held_by(turn)
        either = zip(
            cards,
            self._counts.after_each(position, turn, cards, depth - 1),
            self._reference.after_each(position, turn, cards, depth - 1),
            strict=True,
        )
        rows = [Row(*row) for row in either]
        shown = tuple(row for row in rows if row.engine.count or row.reference.count or not row.agrees)
        whole = Row("", *self._counts.at(position, [depth]), *self._reference.at(position, [depth]))
        return Division(position, turn, depth, shown, whole)

    def _shallowest(self, position: Position, depths: Sequence[int]) -> int:
        """The least of these depths at which the two differ; there is one."""
        either = zip(depths, self._counts.at(position, depths), self._reference.at(position, depths), strict=True)
        return next(depth for depth, engine, reference in either if not engine.agrees_with(reference))

    def _judged_otherwise(self, position: Position, depth: int, turn: str, card: str) -> Difference | None:
        """The difference that it is, if the card ends a trick and the engine says that another wins it, or for more."""
        if not self._replays or len(position.played) % 4 != 3:
            return None
        child = position.after(turn, card)
        (engine,), (reference,) = (states(each, [child]) for each in (self._questions, self._asks_reference))
        if not isinstance(engine, State) or not isinstance(reference, State):
            return None
        (winner, points), got = reference.tricks[-1], engine.tricks[-1:]
        if got == ((winner, points),):
            return None
        clauses = ("FK1.7",) if got and got[0][0] == winner else (_bearing_on_winner(child),)
        said = _say_tricks(reference.tricks[-1:]), _say_tricks(got)
        return Difference(position, turn, card, depth, "replay_hand", child.params(), *said, clauses)

    def _at_a_card(self, position: Position, turn: str, row: Row, depth: int) -> Difference:
        """One of the two plays the card and the other does not, or what the engine says of it is no count."""
        clauses = self._bearing_on(position, turn, row)
        if not isinstance(self._counts, ByCounting):
            expected, got = (_lawful_cards(each, position) for each in (self._asks_reference, self._questions))
            params = position.params()
            return Difference(position, turn, row.card, 1, "replay_hand", params, expected, got, clauses)
        child = position.after(turn, row.card)
        return self._count_of(child, self._shallowest(child, range(depth)), position, turn, row.card, clauses)

    def _bearing_on(self, position: Position, turn: str, row: Row) -> tuple[str, ...]:
        """The clauses by which the card may be played here, or may not."""
        if row.engine.reason == "not-your-turn" and row.reference.count and position.played:
            return (_bearing_on_winner(position),)  # It has given the last trick to another.
        reason = row.reference.reason or row.engine.reason
        clause = self._spec.reasons.get(reason) or _bearing_on_cards(position, turn)
        if reason == "must-follow-suit" and row.card[1] == position.trump:
            return (clause, "FK4.7")  # Nor may one trump instead.
        return (clause,)

    def _count_of(
        self, counted: Position, depth: int, position: Position, turn: str, card: str | None, clauses: tuple[str, ...]
    ) -> Difference:
        (engine,), (reference,) = (counts.at(counted, [depth]) for counts in (self._counts, self._reference))
        again = depth + 1 if card else depth
        params = counted.params(depth=depth)
        return Difference(position, turn, card, again, "count_lines", params, str(reference), str(engine), clauses)


def _lawful_cards(questions: Questions, position: Position) -> str:
    (state,) = states(questions, [position])
    return harmless(f"lawful cards {' '.join(state.legal)}") if isinstance(state, State) else str(state)


def _bearing_on_cards(position: Position, turn: str) -> str:
    """The clause that says what may be played here."""
    trick = position.played[len(position.played) // 4 * 4 :]
    if not trick:
        return "FK4.2"
    return "FK4.3" if any(card[1] == trick[0][1] for card in position.held_by(turn)) else "FK4.4"


def _bearing_on_winner(position: Position) -> str:
    """The clause that says who wins the last trick."""
    done = len(position.played) // 4 * 4
    return "FK4.9" if any(card[1] == position.trump for card in position.played[done - 4 : done]) else "FK4.10"


def _say_tricks(tricks: Sequence[tuple[str, int]]) -> str:
    return harmless(f"the trick to {tricks[-1][0]}, {tricks[-1][1]} points") if tricks else "no trick taken"
