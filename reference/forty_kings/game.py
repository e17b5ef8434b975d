"""Chapter 6: score and game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from forty_kings.clauses import carries_out
from forty_kings.cliques import CLIQUE_POINTS
from forty_kings.errors import Malformed, Refused
from forty_kings.pack import PACK
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

TARGET = 150


class HandScore(NamedTuple):
    """What a hand brought.

    The points of each side, those of the clique among them, and the side and points of the clique.
    """

    points: Mapping[Side, int]
    clique: tuple[Side, int] | None = None


class Game(NamedTuple):
    """How a game stands. `winner` is a side; a drawn game has none and is over all the same."""

    score: dict[Side, int]
    winner: Side | None
    drawn: bool
    next_dealer: Seat | None

    @property
    def over(self) -> bool:
        """Whether it has been won or drawn (FK6.18)."""
        return self.drawn or self.winner is not None


@carries_out("FK6.5")
def check_hand_score(hand: HandScore) -> None:
    """A hand yields 48 points and those of one clique or none (FK6.5); anything else is malformed."""
    clique_points = 0
    if hand.clique:
        side, clique_points = hand.clique
        if clique_points not in CLIQUE_POINTS.values():
            raise Malformed(f"no clique is worth {clique_points} points")
        if hand.points[side] < clique_points:
            raise Malformed(f"{side.value} has a clique of {clique_points} and only {hand.points[side]} points")
    expected = PACK.points + clique_points
    if min(hand.points.values()) < 0 or sum(hand.points.values()) != expected:
        raise Malformed(f"the points of the two sides must be {expected} together")


@carries_out("FK6.6", "FK6.7", "FK6.8", "FK6.9", "FK6.14", "FK6.15", "FK6.16", "FK6.17", "FK6.18")
def score_match(
    first_dealer: Seat, hands: Sequence[HandScore], target: int = TARGET, readings: Readings = DEFAULT
) -> Game:
    """How a game stands after some hands, whose points are added up by side (FK6.7, FK6.14).

    `target` is the number of points agreed on, 150 if none was (FK6.8, FK6.9). Counted at the end of each hand
    (FK6.6); the deal goes to the right each time (FK6.16). Refused: `game-over` for a hand after the end (FK6.18).
    Sources: lalanne-2021 §4, wikipedia-quarante-de-roi Rules.

    >>> hand = HandScore({Side.NORTH_SOUTH: 30, Side.EAST_WEST: 18})
    >>> game = score_match(Seat.WEST, [hand, hand], target=60)
    >>> game.winner, game.score[Side.EAST_WEST]
    (<Side.NORTH_SOUTH: 'north-south'>, 36)
    """
    if target < 1:
        raise Malformed(f"target: expected a positive whole number of points, not {target}")
    for hand in hands:
        check_hand_score(hand)
    game = Game(dict.fromkeys(Side, 0), None, False, first_dealer)
    for number, hand in enumerate(hands):
        if game.over or game.next_dealer is None:
            raise Refused("game-over", f"the game was decided after {number} hands", number)
        game = _after_hand(game, hand, game.next_dealer, target, readings)
    return game


def _after_hand(before: Game, hand: HandScore, dealer: Seat, target: int, readings: Readings) -> Game:
    score = {side: before.score[side] + hand.points[side] for side in Side}
    winner = find_winner(before.score, score, hand.clique, target, readings)
    drawn = winner is None and is_drawn(score, target, readings)
    return Game(score, winner, drawn, None if winner or drawn else dealer.right)


@carries_out("FK6.10", "FK6.11", "FK6.12", "FK6.13")
def find_winner(
    before: Mapping[Side, int],
    score: Mapping[Side, int],
    clique: tuple[Side, int] | None,
    target: int,
    readings: Readings = DEFAULT,
) -> Side | None:
    """The side that has won by a hand, if one has.

    It alone has at least the target (FK6.10), or both have and it has more (FK6.11), however much more (FK6.13);
    level, neither has won (FK6.12). Under `both-reach: clique-first` a clique that takes its side to the target by
    itself goes before.
    """
    reached = [side for side in Side if score[side] >= target]
    if len(reached) == 2 and clique and readings.both_reach == "clique-first":
        side, points = clique
        if before[side] + points >= target:
            return side
    if len(reached) == 2 and score[Side.NORTH_SOUTH] == score[Side.EAST_WEST]:
        return None
    return max(reached, key=lambda side: score[side], default=None)


@carries_out("FK6.12")
def is_drawn(score: Mapping[Side, int], target: int, readings: Readings = DEFAULT) -> bool:
    """Whether level totals at or over the target end the game: only under `level-totals: drawn` (FK6.12)."""
    level = score[Side.NORTH_SOUTH] == score[Side.EAST_WEST] >= target
    return level and readings.level_totals == "drawn"
