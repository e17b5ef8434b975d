"""`judge_cliques`: all courses that announcing, naming and showing can take, up to the first event that is refused.

A *type* of deal says of kings, of queens and of jacks who holds three or four of them, if anybody does. There are 9
× 9 × 9 of those, less 32 in which one hand would need more than eight cards: 697, and each of the 32!/(8!)⁴ deals
is of exactly one. Seats are counted from the one that plays first, so that turning the table makes no further
types.

A *scene* is a type with one of its lawful sets of announcements: each seat silent, or announcing a number of which
it holds a clique. It gets a deal of its own, drawn by chance among those of its type, and a seat that plays first.
There are 3,721.

From each scene follow all *courses*: every sequence of events in which every one but the last is lawful, and the
last may be anything of the following. What comes after a refused event cannot matter, for the first that is refused
decides. There are 316,491. (Both numbers are those of a table that plays every reading in its default.)

- Announcements: after the lawful ones a further one by any of the four seats, of three or of four.
- Naming: any of the four seats names king, queen, jack or ace, or says "good".
- Showing: any of the four seats shows the cards of a clique of its hand; or these with one too few, with one too many
  that it holds, with one exchanged, or with the fourth that it does not hold. One without a clique shows a card, or
  the clique of another.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fk_conform.prove.cliques import POINTS
from fk_conform.prove.contest import GOOD, Breach, Call, Course, Name, Show, rule
from fk_conform.prove.domain import Domain, quoted
from fk_conform.prove.suits import RANKS
from fk_conform.suite import Case, Refusal
from fk_conform.symmetry import SEATS, SUITS

Json = Any

# Who holds a clique of a rank, as a place from the first seat, and of how many cards: for kings, queens and jacks.
Held = tuple[int, int] | None
Type = tuple[Held, Held, Held]
Hands = Mapping[str, Sequence[str]]

COURT = tuple(POINTS)
PACK = [rank + suit for suit in SUITS for rank in RANKS]
NAMES: list[Name] = [(seat, rank) for seat in SEATS for rank in (*COURT, "A", GOOD)]


class Scene(NamedTuple):
    """A type of deal, and what each place from the first seat announces, 0 for nothing."""

    type: Type
    numbers: tuple[int, ...]


class Courses(Domain):
    """All courses."""

    name = "courses"
    method = "judge_cliques"
    covers = (
        "who holds three or four kings, queens or jacks, in all 697 ways, each with all lawful sets of announcements; "
        "from each of these scenes all sequences of events, lawful but for the last: announcing, naming K, Q, J, A or "
        "saying “good”, showing, by any seat."
    )
    rests = "FK4.8 and FK5.1 to FK5.33 with their readings, written down once more in the runner."
    assumes = (
        "that of a hand nothing matters but its cliques (each scene has a deal drawn by chance). Shown is a clique, or "
        "that with a card too few, too many, exchanged or not held, and no other cards."
    )
    typical = 85

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings)
        self._scenes = [Scene(kind, numbers) for kind in types() for numbers in self._lawful_numbers(kind)]

    def __len__(self) -> int:
        return len(self._scenes)

    def stands_for(self, unit: int) -> int:
        """It is not counted."""
        return 0

    def asked(self, unit: int) -> Iterator[Case]:
        """The courses of a scene."""
        return _Play(f"{self.name}-{unit}", self._scenes[unit], self.readings).courses()

    def _lawful_numbers(self, kind: Type) -> Iterator[tuple[int, ...]]:
        """What the four places can announce: a number of which there is a clique, or nothing."""
        numbers: list[set[int]] = [{0}, {0}, {0}, {0}]
        for held in kind:
            if held:
                place, size = held
                numbers[place] |= {3, 4} if self.readings["four-as-three"] == "allowed" and size == 4 else {size}
        return itertools.product(*map(sorted, numbers))


def types() -> Iterator[Type]:
    """All types of deals: for kings, queens and jacks who holds how many, but not three cliques in one hand.

    >>> len(list(types()))
    697
    """
    held: list[Held] = [None, *((place, size) for place in range(4) for size in (3, 4))]
    for kings, queens, jacks in itertools.product(held, repeat=3):
        if not (kings and queens and jacks and kings[0] == queens[0] == jacks[0]):
            yield kings, queens, jacks


def type_of(hands: Hands, first: str) -> Type:
    """The type that a deal is of."""
    kings, queens, jacks = (_held([hands[seat] for seat in _order(first)], rank) for rank in COURT)
    return kings, queens, jacks


def deal_of(kind: Type, first: str, rng: random.Random) -> Hands:
    """A deal of a type, drawn by chance."""
    while True:
        hands: dict[str, list[str]] = {seat: [] for seat in _order(first)}
        for rank, held in zip(COURT, kind, strict=True):
            place, size = held or (0, 0)
            hands[_order(first)[place]] += [rank + suit for suit in rng.sample("SHDC", size)]
        others = [card for card in PACK if not any(card in hand for hand in hands.values())]
        rng.shuffle(others)
        for hand in hands.values():
            while len(hand) < 8:
                hand.append(others.pop())
        if type_of(hands, first) == kind:
            return {seat: hands[seat] for seat in SEATS}


def _order(first: str) -> Sequence[str]:
    start = SEATS.index(first)
    return SEATS[start:] + SEATS[:start]


def _held(hands: Sequence[Sequence[str]], rank: str) -> Held:
    numbers = [len(_of(rank, hand)) for hand in hands]
    return next(((place, number) for place, number in enumerate(numbers) if number >= 3), None)


def _of(rank: str, hand: Sequence[str]) -> list[str]:
    return [card for card in hand if card[0] == rank]


class _Play:
    """A scene with its deal; what follows from it."""

    def __init__(self, name: str, scene: Scene, readings: Mapping[str, str]) -> None:
        rng = random.Random(name)
        self.name = name
        self.readings = readings
        self.first = rng.choice(SEATS)
        self.hands = deal_of(scene.type, self.first, rng)
        self.calls = [(seat, size) for seat, size in zip(_order(self.first), scene.numbers, strict=True) if size]
        self.shows = [(seat, cards) for seat in SEATS for cards in self._shown_by(seat, rng)]
        self._number = itertools.count()

    def courses(self) -> Iterator[Case]:
        """All courses: first with a wrong announcement, then all ways of naming, and after each all ways of showing."""
        for call in itertools.product(SEATS, (3, 4)):
            case = self._case([*self.calls, call])
            if case.refuse:  # Otherwise it is another scene.
                yield case
        yield from self._named([])

    def _named(self, names: list[Name]) -> Iterator[Case]:
        case = self._case(self.calls, names)
        yield case
        if not case.refuse:
            for show in self.shows:
                yield from self._shown(names, [show])
            for name in NAMES:
                yield from self._named([*names, name])

    def _shown(self, names: list[Name], shows: list[Show]) -> Iterator[Case]:
        case = self._case(self.calls, names, shows)
        yield case
        if not case.refuse:
            for show in self.shows:
                yield from self._shown(names, [*shows, show])

    def _case(self, calls: Sequence[Call], names: Sequence[Name] = (), shows: Sequence[Show] = ()) -> Case:
        course = Course(self.first, self.hands, calls, names, shows)
        expect: Json = None
        refuse: Refusal | None = None
        try:
            expect, because = rule(course, self.readings)
            clause = "FK5.28"
        except Breach as breach:
            refuse = Refusal(breach.reason, len(calls) + len(names) + len(shows) - 1)
            clause, because = breach.clause, str(breach)
        return Case(
            id=f"{self.name}.{next(self._number)}",
            clause=clause,
            title="One of all courses",
            method=Courses.method,
            params=_params(course),
            because=because,
            expect=expect,
            refuse=refuse,
        )

    def _shown_by(self, seat: str, rng: random.Random) -> list[list[str]]:
        """What a seat may show, rightly or wrongly."""
        hand = self.hands[seat]
        cliques = [cards for rank in COURT if len(cards := _of(rank, hand)) >= 3]
        if not cliques:
            others = (_of(rank, other) for other in self.hands.values() for rank in COURT)
            return [rng.sample(hand, 1), *[clique for clique in others if len(clique) >= 3][:1]]
        shown = []
        for clique in cliques:
            fewer = rng.sample(clique, len(clique) - 1)
            another = rng.choice([card for card in hand if card not in clique])
            shown += [clique, fewer, [*clique, another], [*fewer, another]]
            if len(clique) == 3:
                shown.append(_of(clique[0][0], PACK))
        return shown


def _params(course: Course) -> str:
    hands = ",".join(f'"{seat}":{quoted(hand)}' for seat, hand in course.hands.items())
    calls = ",".join(f'{{"seat":"{seat}","announce":{number}}}' for seat, number in course.calls)
    ranks = ",".join(f'{{"seat":"{seat}",{_said(rank)}}}' for seat, rank in course.names)
    shows = ",".join(f'{{"seat":"{seat}","show":{quoted(cards)}}}' for seat, cards in course.shows)
    return f'{{"first":"{course.first}","hands":{{{hands}}},"calls":[{calls}],"ranks":[{ranks}],"shows":[{shows}]}}'


def _said(rank: str) -> str:
    return '"good":true' if rank == GOOD else f'"rank":"{rank}"'
