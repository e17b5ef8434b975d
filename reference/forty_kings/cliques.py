"""Chapter 5: cliques.

A clique is three or four kings, queens or jacks in one hand. `Contest` follows what is announced, named and shown from
the first card to the lead to the second trick, and tells whose clique scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from forty_kings.clauses import carries_out
from forty_kings.errors import Refused
from forty_kings.pack import COURT, CardSet, Rank
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

CLIQUE_POINTS = {
    (Rank.JACK, 3): 6,
    (Rank.QUEEN, 3): 8,
    (Rank.KING, 3): 10,
    (Rank.JACK, 4): 13,
    (Rank.QUEEN, 4): 20,
    (Rank.KING, 4): 40,
}


class Clique(NamedTuple):
    """So many kings, queens or jacks.

    >>> Clique(Rank.KING, 4).points
    40
    """

    rank: Rank
    size: int

    @property
    @carries_out("FK5.5", "FK5.6", "FK5.7")
    def points(self) -> int:
        """What it is worth, in points (FK5.5); the dearer of two is the higher (FK5.6)."""
        return CLIQUE_POINTS[self]

    @carries_out("FK5.32")
    def is_shown_by(self, cards: CardSet, hand: CardSet) -> bool:
        """Whether the cards shown are exactly those of the clique, as dealt (FK5.32)."""
        return len(cards) == self.size and cards <= hand.of_rank(self.rank)


class ScoredClique(NamedTuple):
    """A clique and who holds it."""

    seat: Seat
    clique: Clique

    @property
    @carries_out("FK5.29")
    def side(self) -> Side:
        """The side that it scores for (FK5.29)."""
        return self.seat.side


@carries_out("FK5.1", "FK5.2", "FK5.3", "FK5.4")
def find_cliques(hand: CardSet) -> list[Clique]:
    """The cliques in a hand, the dearest first. `hand` is the hand as dealt, the turn-up in the dealer's (FK5.4).

    Sources: lalanne-2021 §3, wikipedia-quarante-de-roi Rules.

    >>> find_cliques(CardSet.of("JS", "JH", "JD", "QS", "QH", "QD", "QC", "7S"))
    [Clique(rank=<Rank.QUEEN: 'Q'>, size=4), Clique(rank=<Rank.JACK: 'J'>, size=3)]
    """
    held = (Clique(rank, len(hand.of_rank(rank))) for rank in COURT)
    return sorted((clique for clique in held if clique.size >= 3), key=lambda clique: -clique.points)


@carries_out("FK5.14", "FK5.15", "FK5.16")
def cliques_of_number(hand: CardSet, number: int, readings: Readings) -> list[Clique]:
    """The cliques in a hand that may be announced as so many cards (FK5.14), any of them at choice (FK5.16).

    Four may not be announced as three, but under `four-as-three: allowed` (FK5.15).

    >>> cliques_of_number(CardSet.of("JS", "JH", "JD", "JC"), 3, DEFAULT)
    []
    """
    found = [clique for clique in find_cliques(hand) if clique.size == number]
    if number == 3 and readings.four_as_three == "allowed":
        found += [Clique(clique.rank, 3) for clique in find_cliques(hand) if clique.size == 4]
    return found


class Call(NamedTuple):
    """An announcement: who, and of how many cards (FK5.10)."""

    seat: Seat
    number: int


class Named(NamedTuple):
    """What was said when a rank was asked: a clique, or None for "good"."""

    seat: Seat
    clique: Clique | None


class Contest(NamedTuple):
    """Announcing, naming and showing in one hand. A value: each step gives a new one.

    `hands` are the four hands as dealt, in the order of `Seat` (FK5.3). `calling` holds until the fourth card of
    the first trick lies, `open` until the second trick is led.
    """

    hands: tuple[CardSet, CardSet, CardSet, CardSet]
    readings: Readings = DEFAULT
    calls: tuple[Call, ...] = ()
    names: tuple[Named, ...] = ()
    shows: tuple[ScoredClique, ...] = ()
    calling: bool = True
    open: bool = True

    @carries_out("FK5.10", "FK5.11", "FK5.13")
    def announce(self, seat: Seat, number: int) -> Contest:
        """The seat announces three or four cards: the number alone (FK5.10), three after a four too (FK5.13).

        Refused: `clique-not-held` (FK5.14).
        """
        if not self._held(seat, number):
            raise Refused("clique-not-held", f"{seat.value} announces {number} cards and holds no such clique")
        return self._replace(calls=(*self.calls, Call(seat, number)))

    def end_calls(self) -> Contest:
        """The fourth card of the first trick lies (FK5.21)."""
        return self._replace(calling=False)

    @carries_out("FK5.31", "FK5.33")
    def close(self) -> Contest:
        """The second trick is led: what has not been shown is given up (FK5.31, FK5.33)."""
        return self._replace(calling=False, open=False)

    @property
    @carries_out("FK5.11", "FK5.12", "FK5.18", "FK5.19", "FK5.27")
    def contenders(self) -> list[Seat]:
        """Those who announced the largest number, in the order of play; partners too (FK5.18, FK5.19, FK5.27)."""
        largest = max((call.number for call in self.calls), default=0)
        return [call.seat for call in self.calls if call.number == largest]

    @property
    @carries_out("FK4.8", "FK5.18", "FK5.20", "FK5.21")
    def to_rank(self) -> Seat | None:
        """Who must name a rank next: the contenders in their order, if they are two or more (FK5.18, FK5.20)."""
        contenders = self.contenders
        if self.calling or not self.open or len(contenders) < 2 or len(self.names) == len(contenders):
            return None
        return contenders[len(self.names)]

    @carries_out("FK5.17", "FK5.22", "FK5.23", "FK5.24")
    def name(self, seat: Seat, rank: Rank) -> Contest:
        """The seat names the rank of its clique, which settles which is meant (FK5.17).

        Refused: `no-rank-asked`, `not-your-turn`, `clique-not-held` (FK5.24).
        """
        self._check_asked(seat)
        for clique in self._held(seat, self._number(seat)):
            if clique.rank is rank:
                return self._replace(names=(*self.names, Named(seat, clique)))
        raise Refused("clique-not-held", f"{seat.value} names {rank.value} and announced no such clique")

    @carries_out("FK5.22", "FK5.23", "FK5.26")
    def give_way(self, seat: Seat) -> Contest:
        """The seat says "good" (FK5.23), even with a higher clique but under `good-when-higher: refused` (FK5.26).

        Refused: `no-rank-asked`, `not-your-turn`, `nothing-to-concede` (FK5.22), `good-while-higher`.
        """
        self._check_asked(seat)
        if not self.names:
            raise Refused("nothing-to-concede", f"{seat.value} speaks first, and no rank has been named yet")
        best = max(self._named(), key=lambda named: named.clique.points).clique
        higher = any(clique.points > best.points for clique in self._held(seat, self._number(seat)))
        if higher and self.readings.good_when_higher == "refused":
            raise Refused("good-while-higher", f"{seat.value} holds a higher clique than the one named")
        return self._replace(names=(*self.names, Named(seat, None)))

    @property
    @carries_out("FK5.25", "FK5.28")
    def highest(self) -> Seat | None:
        """Whose clique is the highest, once that is settled: the highest rank that was named (FK5.25)."""
        if self.calling or self.to_rank is not None or not self.calls:
            return None
        if not self.names:
            return self.contenders[0]
        return max(self._named(), key=lambda named: named.clique.points).seat

    @property
    @carries_out("FK5.30", "FK5.31")
    def to_show(self) -> Seat | None:
        """Whose clique has still to be shown to score (FK5.30), before the second trick is led (FK5.31)."""
        highest = self.highest
        return highest if self.open and not self._has_shown(highest) else None

    @carries_out("FK5.17", "FK5.31", "FK5.32", "FK5.33")
    def show(self, seat: Seat, cards: CardSet) -> Contest:
        """The seat shows its clique: exactly its cards, in hand or already played (FK5.32).

        Refused: `rank-awaited`, `nothing-to-show` (FK5.31), `wrong-cards-shown`.
        """
        if self.to_rank is not None:
            raise Refused("rank-awaited", f"{self.to_rank.value} has to name a rank first")
        if not self._may_show(seat):
            raise Refused("nothing-to-show", f"{seat.value} has no clique to show now")
        for clique in self._announced(seat):
            if clique.is_shown_by(cards, self.hands[seat.index]):
                return self._replace(shows=(*self.shows, ScoredClique(seat, clique)))
        raise Refused("wrong-cards-shown", f"{seat.value} shows {cards}, which is not the clique announced")

    @property
    @carries_out("FK5.28", "FK5.30", "FK5.33", "FK5.34")
    def clique(self) -> ScoredClique | None:
        """The one clique that scores (FK5.28): the highest, if shown (FK5.30), or else nobody's (FK5.33).

        Under `unshown: next-best-scores` it is the best of those shown in its place.
        """
        for shown in self.shows:
            if shown.seat is self.highest:
                return shown
        return max(self.shows, key=lambda shown: shown.clique.points, default=None)

    def _held(self, seat: Seat, number: int) -> list[Clique]:
        return cliques_of_number(self.hands[seat.index], number, self.readings)

    def _number(self, seat: Seat) -> int:
        return next((call.number for call in self.calls if call.seat is seat), 0)

    def _announced(self, seat: Seat) -> list[Clique]:
        """The cliques that the seat's announcement may mean: the one that it named, if it named one."""
        named = [named.clique for named in self._named() if named.seat is seat]
        return named or self._held(seat, self._number(seat))

    def _named(self) -> Iterator[ScoredClique]:
        return (ScoredClique(named.seat, named.clique) for named in self.names if named.clique)

    def _has_shown(self, seat: Seat | None) -> bool:
        return any(shown.seat is seat for shown in self.shows)

    def _may_show(self, seat: Seat) -> bool:
        if self.to_show is None or self._has_shown(seat):
            return False
        return seat is self.to_show or (self.readings.unshown == "next-best-scores" and self._number(seat) > 0)

    def _check_asked(self, seat: Seat) -> None:
        if self.to_rank is None:
            raise Refused("no-rank-asked", f"nobody is asked for a rank, and {seat.value} speaks")
        if seat is not self.to_rank:
            raise Refused("not-your-turn", f"{self.to_rank.value} is asked for a rank, and {seat.value} speaks")


@carries_out("FK5.3", "FK5.4", "FK5.8", "FK5.20")
def judge_cliques(
    first: Seat,
    hands: Mapping[Seat, CardSet],
    calls: Sequence[tuple[Seat, int]] = (),
    names: Sequence[tuple[Seat, Rank | None]] = (),
    shows: Sequence[tuple[Seat, CardSet]] = (),
    readings: Readings = DEFAULT,
) -> Contest:
    """What comes of the announcements, apart from the play.

    `hands` are the hands as dealt, the turn-up in the dealer's (FK5.3, FK5.4); `calls` the announcements in the order
    of play, each with a first card (FK5.8); `names` the ranks named, None for "good"; `shows` the cards shown.
    Refused with its place, counted on through the three lists. Source: lalanne-2021 §3.
    """
    south, east, north, west = (hands[seat] for seat in Seat)
    contest = Contest((south, east, north, west), readings)
    waiting = list(first.round())
    event = 0
    try:
        for event, (seat, number) in enumerate(calls):
            if seat not in waiting:
                raise Refused("not-your-turn", f"{seat.value} has played to the first trick already")
            del waiting[: waiting.index(seat) + 1]
            contest = contest.announce(seat, number)
        contest = contest.end_calls()
        for event, (seat, rank) in enumerate(names, len(calls)):
            contest = contest.give_way(seat) if rank is None else contest.name(seat, rank)
        for event, (seat, cards) in enumerate(shows, len(calls) + len(names)):
            contest = contest.show(seat, cards)
    except Refused as refused:
        raise refused.at(event) from None
    return contest
