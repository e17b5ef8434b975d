"""`judge_cliques`, by the clauses of chapter 5: what a course of announcing, naming and showing comes to.

It is written from the clauses and the protocol and shares nothing with the engines. A course is always looked at from
its beginning: that costs little, and nothing has to be remembered from one event to the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fk_conform.prove.cliques import POINTS
from fk_conform.symmetry import SEATS, SIDES

Json = Any

# Who announces which number; who names which rank, or gives way; who shows which cards.
Call = tuple[str, int]
Name = tuple[str, str]
Show = tuple[str, Sequence[str]]

GOOD = "good"


class Course(NamedTuple):
    """Who plays first, what was dealt to whom, and what is announced, named and shown."""

    first: str
    hands: Mapping[str, Sequence[str]]
    calls: Sequence[Call] = ()
    names: Sequence[Name] = ()
    shows: Sequence[Show] = ()


class Breach(Exception):
    """An event that is refused: with which reason, by which clause, and why."""

    def __init__(self, reason: str, clause: str, why: str) -> None:
        super().__init__(why)
        self.reason = reason
        self.clause = clause


def rule(course: Course, readings: Mapping[str, str]) -> tuple[Json, str]:
    """What a course comes to, and why; raises `Breach` for the first event that is refused.

    >>> kings, queens = ["KS", "KH", "KD", "KC"], ["QS", "QH", "QD", "QC"]
    >>> course = Course("west", {"east": kings, "west": queens}, [("west", 4), ("east", 4)], [("west", "Q")])
    >>> rule(course, {"four-as-three": "refused"})[0]["to_rank"]
    'east'
    """
    contest = _Contest(course, readings)
    contest.hear()
    contest.ask()
    contest.look()
    return contest.answer(), contest.why()


class _Contest:
    def __init__(self, course: Course, readings: Mapping[str, str]) -> None:
        self.course = course
        self.readings = readings
        self.numbers: dict[str, int] = {}
        # Those with the largest number, in the order of play (FK5.18, FK5.19).
        self.foremost: list[str] = []
        self.named: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        self.to_rank: str | None = None
        self.highest: str | None = None

    def held(self, seat: str) -> dict[str, int]:
        """The ranks of the cliques that a seat can mean by what it announced, and their points (FK5.1, FK5.15)."""
        number = self.numbers[seat]
        enough = (3, 4) if number == 3 and self.readings["four-as-three"] == "allowed" else (number,)
        ranks = [card[0] for card in self.course.hands[seat]]
        return {rank: points[number] for rank, points in POINTS.items() if ranks.count(rank) in enough}

    def hear(self) -> None:
        """The announcements: in the order of play, and only of what is held."""
        start = SEATS.index(self.course.first)
        last = -1
        for seat, number in self.course.calls:
            place = (SEATS.index(seat) - start) % 4
            if place <= last:
                raise Breach("not-your-turn", "FK4.8", f"It is too late for {seat} to announce.")
            last = place
            self.numbers[seat] = number
            if not self.held(seat):
                raise Breach("clique-not-held", "FK5.14", f"{seat} announces {number} and has no clique of so many.")
        most = max(self.numbers.values(), default=0)
        self.foremost = [seat for seat, number in self.numbers.items() if number == most]

    def ask(self) -> None:
        """The naming: asked are those with the largest number, if they are two or more, in the order of play."""
        asked = self.foremost if len(self.foremost) > 1 else []
        best = 0
        for turn, (seat, rank) in enumerate(self.course.names):
            if turn >= len(asked):
                raise Breach("no-rank-asked", "FK5.18", "Nobody is asked for a rank, or not any longer.")
            if seat != asked[turn]:
                raise Breach("not-your-turn", "FK5.20", f"It is {asked[turn]} who has to speak.")
            if rank == GOOD:
                self.give_way(seat, best)
            elif rank not in self.held(seat):
                raise Breach("clique-not-held", "FK5.24", f"{seat} has no clique of {rank} of the number announced.")
            else:
                self.named[seat] = rank
                best = max(best, self.held(seat)[rank])
        if len(self.course.names) < len(asked):
            self.to_rank = asked[len(self.course.names)]
        elif asked:
            self.highest = max(self.named, key=lambda seat: self.held(seat)[self.named[seat]])
        elif self.foremost:
            self.highest = self.foremost[0]

    def give_way(self, seat: str, best: int) -> None:
        """Somebody says "good": not as the first, and under one reading not with a clique that is higher."""
        if not best:
            raise Breach("nothing-to-concede", "FK5.22", f"{seat} speaks first and has to name a rank.")
        if self.readings["good-when-higher"] == "refused" and max(self.held(seat).values()) > best:
            raise Breach("good-while-higher", "FK5.26", f"{seat} has a higher clique than was named.")

    def look(self) -> None:
        """The showing: by the one who has the highest clique, and of exactly its cards."""
        for seat, cards in self.course.shows:
            if self.to_rank:
                raise Breach("rank-awaited", "FK5.21", f"{self.to_rank} has to speak before anything is shown.")
            if not self.may_show(seat):
                raise Breach("nothing-to-show", "FK5.31", f"{self.why()} So {seat} has nothing to show.")
            ranks = {card[0] for card in cards}
            meant = {self.named[seat]} if seat in self.named else set(self.held(seat))
            right = len(ranks) == 1 and ranks <= meant and set(cards) <= set(self.course.hands[seat])
            if not right or len(cards) != self.numbers[seat]:
                raise Breach("wrong-cards-shown", "FK5.32", "These are not exactly the cards of the clique.")
            self.shown[seat] = ranks.pop()

    def may_show(self, seat: str) -> bool:
        """Its holder until the highest is shown; under one reading till then all who announced, once each."""
        if self.highest in self.shown or seat in self.shown:
            return False
        return seat == self.highest or (self.readings["unshown"] == "next-best-scores" and seat in self.numbers)

    def scored(self) -> str | None:
        """The seat whose clique scores: the one with the highest once it is shown, till then the best shown."""
        if self.highest in self.shown:
            return self.highest
        return max(self.shown, key=lambda seat: self.held(seat)[self.shown[seat]], default=None)

    def answer(self) -> Json:
        """What comes of it, in the words of the protocol."""
        seat = self.scored()
        points = dict.fromkeys(SIDES, 0)
        clique: Json = None
        if seat:
            rank = self.shown[seat]
            clique = {"seat": seat, "rank": rank, "size": self.numbers[seat], "points": self.held(seat)[rank]}
            points[SIDES[SEATS.index(seat) % 2]] = clique["points"]
        to_show = None if self.highest in self.shown else self.highest
        return {"points": points, "clique": clique, "to_rank": self.to_rank, "to_show": to_show}

    def why(self) -> str:
        """A sentence on it."""
        if self.to_rank:
            return f"{self.to_rank} is among those with the largest number and has still to speak."
        if not self.highest:
            return "Nobody has announced a clique."
        rank, number = self.named.get(self.highest), self.numbers[self.highest]
        how = f"has named the highest rank, {rank}" if rank else f"alone has announced {number}, the largest number"
        return f"{self.highest} {how}, and {'has shown it' if self.highest in self.shown else 'has not shown it'}."
