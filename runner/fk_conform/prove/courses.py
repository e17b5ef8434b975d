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
decides. There are some 307,000. (Both numbers are those of a table that plays every reading in its default.)

- Announcements: after the lawful ones a further one by any of the four seats, of three or of four.
- Naming: any of the four seats names king, queen, jack or ace, or says "good".
- Showing: any of the four seats shows the cards of a clique of its hand, the same with one too few, with one too
  many that it holds, or with the fourth that it does not hold; one without a clique shows a card, or the clique of
  another.

The answers are those of the reference engine. This domain shows that two engines agree, not that the clauses are kept.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fk_conform.prove.domain import Domain, quoted
from fk_conform.suite import Case, Refusal
from forty_kings import PACK, CardSet, Contest, Rank, Readings, Refused, Seat, Side, judge_cliques

Json = Any

# Who holds a clique of a rank, as a place from the first seat, and of how many cards.
Held = tuple[int, int] | None
Type = tuple[Held, Held, Held]
Call = tuple[Seat, int]

COURT = (Rank.KING, Rank.QUEEN, Rank.JACK)


class Scene(NamedTuple):
    """A type of deal, and what each place from the first seat announces, 0 for nothing."""

    type: Type
    numbers: tuple[int, ...]


class Courses(Domain):
    """All courses."""

    name = "courses"
    method = "judge_cliques"
    covers = (
        "who holds three or four kings, queens or jacks, in all 697 ways; all lawful sets of announcements; from there "
        "all sequences of events, lawful but for the last: announcing, naming K, Q, J, A or saying “good”, showing, by "
        "any seat."
    )
    rests = "the reference engine: this shows that the two agree, not that the clauses are kept."
    assumes = (
        "that of a hand nothing matters but its cliques (each set of announcements has a deal drawn by chance). Shown "
        "is a clique, or one card too few, one too many, or what is not held, and no other cards."
    )
    typical = 83

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings)
        self._table = Readings.of(readings)
        self._scenes = [Scene(kind, numbers) for kind in types() for numbers in self._lawful_numbers(kind)]

    def __len__(self) -> int:
        return len(self._scenes)

    def stands_for(self, unit: int) -> int:
        """It is not counted."""
        return 0

    def asked(self, unit: int) -> Iterator[Case]:
        """The courses of a scene."""
        rng = random.Random(f"{self.name} {unit}")
        return _Play(f"{self.name}-{unit}", self._scenes[unit], self._table, rng).courses()

    def _lawful_numbers(self, kind: Type) -> Iterator[tuple[int, ...]]:
        """What the four places can announce: a number of which there is a clique, or nothing."""
        numbers: list[set[int]] = [{0}, {0}, {0}, {0}]
        for held in kind:
            if held:
                place, size = held
                numbers[place] |= {3, 4} if self._table.four_as_three == "allowed" and size == 4 else {size}
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


def deal_of(kind: Type, first: Seat, rng: random.Random) -> dict[Seat, CardSet]:
    """A deal of a type, drawn by chance."""
    order = first.round()
    while True:
        hands = {seat: CardSet() for seat in order}
        loose = []
        for rank, held in zip(COURT, kind, strict=True):
            cards = list(PACK.of_rank(rank))
            rng.shuffle(cards)
            place, size = held or (0, 0)
            hands[order[place]] |= CardSet.holding(cards[:size])
            loose += cards[size:]
        rest = PACK
        for hand in hands.values():
            rest -= hand
        cards = list(rest)
        rng.shuffle(cards)
        for seat in order:
            missing = 8 - len(hands[seat])
            hands[seat] |= CardSet.holding(cards[:missing])
            del cards[:missing]
        if type_of(hands, first) == kind:
            return {seat: hands[seat] for seat in Seat}


def type_of(hands: Mapping[Seat, CardSet], first: Seat) -> Type:
    """The type that a deal is of."""
    kings, queens, jacks = (_held([hands[seat] for seat in first.round()], rank) for rank in COURT)
    return kings, queens, jacks


def _held(hands: Sequence[CardSet], rank: Rank) -> Held:
    numbers = [len(hand.of_rank(rank)) for hand in hands]
    return next(((place, number) for place, number in enumerate(numbers) if number >= 3), None)


class _Event(NamedTuple):
    """Something that is said or shown: as it stands in JSON, and what comes of it."""

    text: str
    step: Callable[[Contest], Contest]


class _Play:
    """A scene with its deal; what follows from it."""

    def __init__(self, name: str, scene: Scene, readings: Readings, rng: random.Random) -> None:
        self.name = name
        self.readings = readings
        self.first = rng.choice(list(Seat))
        self.hands = deal_of(scene.type, self.first, rng)
        self.calls = [(seat, size) for seat, size in zip(self.first.round(), scene.numbers, strict=True) if size]
        self.shows = [_show(seat, cards) for seat in Seat for cards in self._shown_by(seat, rng)]
        hands = ",".join(f'"{seat.value}":{_cards(hand)}' for seat, hand in self.hands.items())
        self._params = f'{{"first":"{self.first.value}","hands":{{{hands}}},'
        self._number = itertools.count()

    def courses(self) -> Iterator[Case]:
        """All courses: first with a wrong announcement, then all ways of naming, and after each all ways of showing."""
        for call in itertools.product(Seat, (3, 4)):
            calls = [*self.calls, call]
            outcome = self._announced(calls)
            if isinstance(outcome, Refused):  # Otherwise it is another scene.
                yield self._case(outcome, calls)
        contest = self._announced(self.calls)
        assert isinstance(contest, Contest)
        yield from self._named(contest, [])

    def _announced(self, calls: Sequence[Call]) -> Contest | Refused:
        try:
            return judge_cliques(self.first, self.hands, calls, readings=self.readings)
        except Refused as refused:
            return refused

    def _named(self, outcome: Contest | Refused, names: list[str]) -> Iterator[Case]:
        yield self._case(outcome, self.calls, names)
        if isinstance(outcome, Contest):
            for show in self.shows:
                yield from self._shown(_after(outcome, show), names, [show.text])
            for name in NAMES:
                yield from self._named(_after(outcome, name), [*names, name.text])

    def _shown(self, outcome: Contest | Refused, names: list[str], shows: list[str]) -> Iterator[Case]:
        yield self._case(outcome, self.calls, names, shows)
        if isinstance(outcome, Contest):
            for show in self.shows:
                yield from self._shown(_after(outcome, show), names, [*shows, show.text])

    def _case(
        self, outcome: Contest | Refused, calls: Sequence[Call], names: Sequence[str] = (), shows: Sequence[str] = ()
    ) -> Case:
        called = ",".join(f'{{"seat":"{seat.value}","announce":{number}}}' for seat, number in calls)
        expect: Json = None
        refuse: Refusal | None = None
        if isinstance(outcome, Refused):
            refuse = Refusal(outcome.reason, len(calls) + len(names) + len(shows) - 1)
            clause, because = outcome.clause, f"The reference engine has it so: {outcome.detail}."
        else:
            expect = _answer(outcome)
            clause, because = "FK5.28", "The reference engine has it so."
        return Case(
            id=f"{self.name}.{next(self._number)}",
            clause=clause,
            title="One of all courses",
            method=Courses.method,
            params=f'{self._params}"calls":[{called}],"ranks":[{",".join(names)}],"shows":[{",".join(shows)}]}}',
            because=because,
            expect=expect,
            refuse=refuse,
        )

    def _shown_by(self, seat: Seat, rng: random.Random) -> list[CardSet]:
        """What a seat may show, rightly or wrongly."""
        hand = self.hands[seat]
        cliques = [hand.of_rank(rank) for rank in COURT if len(hand.of_rank(rank)) >= 3]
        if not cliques:
            others = [other.of_rank(rank) for other in self.hands.values() for rank in COURT]
            return [_some(hand, 1, rng), *[clique for clique in others if len(clique) >= 3][:1]]
        shown = []
        for clique in cliques:
            shown += [clique, _some(clique, len(clique) - 1, rng), clique | _some(hand - clique, 1, rng)]
            if len(clique) == 3:
                shown.append(PACK.of_rank(next(iter(clique)).rank))
        return shown


def _after(contest: Contest, event: _Event) -> Contest | Refused:
    try:
        return event.step(contest)
    except Refused as refused:
        return refused


def _name(seat: Seat, rank: Rank | None) -> _Event:
    if rank is None:
        return _Event(f'{{"seat":"{seat.value}","good":true}}', lambda contest: contest.give_way(seat))
    return _Event(f'{{"seat":"{seat.value}","rank":"{rank.value}"}}', lambda contest: contest.name(seat, rank))


def _show(seat: Seat, cards: CardSet) -> _Event:
    return _Event(f'{{"seat":"{seat.value}","show":{_cards(cards)}}}', lambda contest: contest.show(seat, cards))


NAMES = [_name(seat, rank) for seat in Seat for rank in (*COURT, Rank.ACE, None)]


def _some(cards: CardSet, number: int, rng: random.Random) -> CardSet:
    return CardSet.holding(rng.sample(list(cards), number))


def _cards(cards: CardSet) -> str:
    return quoted([card.name for card in cards])


def _answer(contest: Contest) -> Json:
    """What the reference engine answers, in the words of the protocol."""
    scored = contest.clique
    points = {side.value: 0 for side in Side}
    clique = None
    if scored:
        points[scored.side.value] = scored.clique.points
        rank, size = scored.clique
        clique = {"seat": scored.seat.value, "rank": rank.value, "size": size, "points": scored.clique.points}
    to_rank, to_show = contest.to_rank, contest.to_show
    return {
        "points": points,
        "clique": clique,
        "to_rank": to_rank and to_rank.value,
        "to_show": to_show and to_show.value,
    }
