"""Mistakes about cliques up to the announcing: what they are, what they are worth, and who may announce them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fk_conform.mistakes import Rules, wrong_engine
from forty_kings import cliques, engine, game
from forty_kings.cliques import (
    CLIQUE_POINTS,
    Call,
    Clique,
    Contest,
    Named,
    ScoredClique,
    cliques_of_number,
    find_cliques,
    judge_cliques,
)
from forty_kings.errors import Malformed, Refused
from forty_kings.pack import CARD_POINTS, COURT, Card, CardSet, Rank, Suit
from forty_kings.play import Hand
from forty_kings.readings import Readings
from forty_kings.seating import Seat


def _dearest_first(found: Sequence[Clique]) -> list[Clique]:
    return sorted(found, key=lambda clique: -clique.points)


def _find(rules: Rules, find: Callable[[CardSet], Sequence[Clique]]) -> None:
    """Other cliques are found in a hand, or in another order."""
    rules.replace(find_cliques, lambda hand: list(find(hand)))


def _find_also(rules: Rules, more: Callable[[CardSet], Sequence[Clique]]) -> None:
    """Further cliques are found in a hand, besides the right ones."""
    _find(rules, lambda hand: _dearest_first([*find_cliques(hand), *more(hand)]))


def _count_in_play(rules: Rules, cards: Callable[[Hand, Seat], CardSet], showing: bool = True) -> None:
    """A seat's cliques are counted from other cards than those of its hand, as the play has left them."""

    def counting(right: Callable[..., Hand]) -> Callable[..., Hand]:
        def wrong(hand: Hand, seat: Seat, *said: Any) -> Hand:
            south, east, north, west = (cards(hand, each) for each in Seat)
            return right(hand._replace(contest=hand.contest._replace(hands=(south, east, north, west))), seat, *said)

        return wrong

    for step in ("play", "name_rank", "give_way", *(["show"] if showing else [])):
        rules.set(Hand, step, counting(vars(Hand)[step]))


def _show_from(rules: Rules, cards: Callable[[Hand, Seat], CardSet]) -> None:
    """Who shows a clique has to show all of its rank that is among other cards than those of the hand."""
    show = vars(Hand)["show"]

    def wrong(hand: Hand, seat: Seat, shown: CardSet) -> Hand:
        for rank in COURT:
            dealt, now = (some.of_rank(rank) for some in (hand.deal.hands[seat.index], cards(hand, seat)))
            if dealt != now and shown <= dealt | now:
                shown = CardSet.holding(dealt.cards()[: hand.contest._number(seat)] if shown == now else ())
                break
        after: Hand = show(hand._replace(contest=hand.contest._replace(hands=hand.deal.hands)), seat, shown)
        return after

    rules.set(Hand, "show", wrong)


def _value(rules: Rules, values: Mapping[tuple[Rank, int], int]) -> None:
    """Cliques are worth something else."""
    for module in (cliques, game):
        rules.set(module, "CLIQUE_POINTS", dict(values))


def _taken(hand: Hand, by: Callable[[Seat], bool]) -> CardSet:
    """The cards in the tricks of some seats."""
    return CardSet.holding(card for trick in hand.tricks if by(trick.winner) for card in trick.cards)


def _compare_by(rules: Rules, key: Callable[[Clique], Any]) -> None:
    """Which clique is the higher is told by something else than the points."""
    highest, scored = vars(Contest)["highest"].fget, vars(Contest)["clique"].fget
    give_way = vars(Contest)["give_way"]

    def wrong_highest(contest: Contest) -> Seat | None:
        settled: Seat | None = highest(contest)
        return max(contest._named(), key=lambda named: key(named.clique)).seat if settled and contest.names else settled

    def wrong_scored(contest: Contest) -> ScoredClique | None:
        settled: ScoredClique | None = scored(contest)
        if settled is None or settled.seat is contest.highest:
            return settled
        return max(contest.shows, key=lambda shown: key(shown.clique))

    def wrong_give_way(contest: Contest, seat: Seat) -> Contest:
        lenient = replace(contest.readings, good_when_higher="concedes")
        after: Contest = give_way(contest._replace(readings=lenient), seat)
        best = max(key(named.clique) for named in contest._named())
        if contest.readings != lenient and any(key(held) > best for held in contest._announced(seat)):
            raise Refused("good-while-higher", f"{seat.value} holds a higher clique than the one named")
        return after._replace(readings=contest.readings)

    _find(rules, lambda hand: sorted(find_cliques(hand), key=key, reverse=True))
    rules.set(Contest, "highest", property(wrong_highest))
    rules.set(Contest, "clique", property(wrong_scored))
    rules.set(Contest, "give_way", wrong_give_way)


def _call_late(rules: Rules, late: Callable[[Seat, list[Seat], Seat], bool]) -> None:
    """In judging cliques a call is refused if it is `late`: by whom it is, who has called before, who plays first."""

    def wrong(
        first: Seat,
        hands: Mapping[Seat, CardSet],
        calls: Sequence[tuple[Seat, int]],
        names: Sequence[tuple[Seat, Rank | None]],
        shows: Sequence[tuple[Seat, CardSet]],
        readings: Readings,
    ) -> Contest:
        def call(contest: Contest, seat: Seat, number: int) -> Contest:
            if late(seat, [call.seat for call in contest.calls], first):
                raise Refused("not-your-turn", f"{seat.value} may not announce any more")
            return contest.announce(seat, number)

        def speak(contest: Contest, seat: Seat, rank: Rank | None) -> Contest:
            return contest.give_way(seat) if rank is None else contest.name(seat, rank)

        contest = judge_cliques(first, hands, readings=readings)
        steps: list[tuple[Callable[..., Contest], Sequence[tuple[Seat, Any]]]]
        steps = [(call, calls), (speak, names), (Contest.show, shows)]
        said = [(step, seat, what) for step, events in steps for seat, what in events]
        for event, (step, seat, what) in enumerate(said):
            try:
                contest = step(contest, seat, what)
            except Refused as refused:
                raise refused.at(event) from None
        return contest

    rules.replace(judge_cliques, wrong)


# What a clique is.


@wrong_engine("M-pairs-count")
def pairs_count(rules: Rules) -> None:
    """Whatever is more than one and not four is a three."""

    def find(hand: CardSet) -> list[Clique]:
        sizes = {rank: len(hand.of_rank(rank)) for rank in COURT}
        return _dearest_first([Clique(rank, 4 if size == 4 else 3) for rank, size in sizes.items() if size > 1])

    _find(rules, find)


@wrong_engine("M-sequence-clique")
def sequence_clique(rules: Rules) -> None:
    def sequences(hand: CardSet) -> list[Clique]:
        return [Clique(Rank.KING, 3) for suit in Suit if {card.rank for card in hand.of_suit(suit)} >= set(COURT)]

    _find_also(rules, sequences)


@wrong_engine("M-none-is-refused")
def none_is_refused(rules: Rules) -> None:
    right = engine.METHODS["find_cliques"]

    def wrong(params: engine.Params, readings: Readings) -> Any:
        result = right(params, readings)
        if not result["cliques"]:
            raise Refused("clique-not-held", "there is no clique in this hand")
        return result

    rules.replace_method("find_cliques", wrong)


@wrong_engine("M-only-best-clique")
def only_best_clique(rules: Rules) -> None:
    _find(rules, lambda hand: find_cliques(hand)[:1])


@wrong_engine("M-four-twice")
def four_twice(rules: Rules) -> None:
    _find_also(rules, lambda hand: [Clique(rank, 3) for rank, size in find_cliques(hand) if size == 4])


@wrong_engine("M-partners-pool")
def partners_pool(rules: Rules) -> None:
    def judge(first: Seat, hands: Mapping[Seat, CardSet], *said: Any) -> Contest:
        return judge_cliques(first, {seat: hands[seat] | hands[seat.partner] for seat in Seat}, *said)

    rules.replace(judge_cliques, judge)
    _count_in_play(rules, lambda hand, seat: hand.deal.hands[seat.index] | hand.deal.hands[seat.partner.index])


@wrong_engine("M-aces-clique")
def aces_clique(rules: Rules) -> None:
    rules.set(cliques, "COURT", (*COURT, Rank.ACE))
    _value(rules, {**CLIQUE_POINTS, (Rank.ACE, 3): 4, (Rank.ACE, 4): 11})


@wrong_engine("M-small-clique")
def small_clique(rules: Rules) -> None:
    small = [rank for rank in Rank if rank not in COURT]
    rules.set(cliques, "COURT", tuple(Rank))
    _value(rules, {**CLIQUE_POINTS, **{(rank, size): rank.height + size - 2 for rank in small for size in (3, 4)}})


@wrong_engine("M-clique-from-cards-left")
def clique_from_cards_left(rules: Rules) -> None:
    def left(hand: Hand, seat: Seat) -> CardSet:
        return hand.cards_of(seat)

    _count_in_play(rules, left, showing=False)
    _show_from(rules, left)


@wrong_engine("M-taken-cards-count")
def taken_cards_count(rules: Rules) -> None:
    def with_taken(hand: Hand, seat: Seat) -> CardSet:
        return hand.deal.hands[seat.index] | _taken(hand, lambda winner: winner is seat)

    _show_from(rules, with_taken)


@wrong_engine("M-lost-card-leaves-clique")
def lost_card_leaves_clique(rules: Rules) -> None:
    def kept(hand: Hand, seat: Seat) -> CardSet:
        return hand.deal.hands[seat.index] - _taken(hand, lambda winner: winner.side is not seat.side)

    _count_in_play(rules, kept, showing=False)
    _show_from(rules, kept)


@wrong_engine("M-turn-up-left-out")
def turn_up_left_out(rules: Rules) -> None:
    _count_in_play(rules, lambda hand, seat: hand.deal.hands[seat.index] - CardSet(hand.deal.turn_up.bit))


@wrong_engine("M-turn-up-common")
def turn_up_common(rules: Rules) -> None:
    _count_in_play(rules, lambda hand, seat: hand.deal.hands[seat.index] | CardSet(hand.deal.turn_up.bit))


# What a clique is worth.


@wrong_engine("M-clique-card-sum")
def clique_card_sum(rules: Rules) -> None:
    _value(rules, {(rank, size): size * CARD_POINTS[rank] for rank, size in CLIQUE_POINTS})


@wrong_engine("M-clique-value-typo")
def clique_value_typo(rules: Rules) -> None:
    _value(rules, {**CLIQUE_POINTS, (Rank.JACK, 4): 14})


@wrong_engine("M-four-double")
def four_double(rules: Rules) -> None:
    _value(rules, {(rank, size): CLIQUE_POINTS[rank, 3] * (size - 2) for rank, size in CLIQUE_POINTS})


@wrong_engine("M-four-as-three-value")
def four_as_three_value(rules: Rules) -> None:
    _value(rules, {(rank, size): CLIQUE_POINTS[rank, 3] for rank, size in CLIQUE_POINTS})


@wrong_engine("M-four-value-for-three")
def four_value_for_three(rules: Rules) -> None:
    _value(rules, {(rank, size): CLIQUE_POINTS[rank, 4] for rank, size in CLIQUE_POINTS})


# Which clique is the higher.


@wrong_engine("M-kings-beat-four")
def kings_beat_four(rules: Rules) -> None:
    """A clique of higher rank is higher, and so a three beats a four."""
    _compare_by(rules, lambda clique: clique.rank.height)
    highest = vars(Contest)["highest"].fget

    def height(contest: Contest, seat: Seat) -> int:
        return max(held.rank.height for held in contest._announced(seat))

    def wrong(contest: Contest) -> Seat | None:
        settled: Seat | None = highest(contest)
        beaten = [call.seat for call in contest.calls if call.seat not in contest.contenders]
        return max([settled, *beaten], key=lambda seat: height(contest, seat)) if settled else None

    rules.set(Contest, "highest", property(wrong))


@wrong_engine("M-clique-order-found")
def clique_order_found(rules: Rules) -> None:
    right = engine.METHODS["find_cliques"]

    def wrong(params: engine.Params, readings: Readings) -> Any:
        found = right(params, readings)["cliques"]
        ranks = [card[0] for card in params["hand"]]
        return {"cliques": sorted(found, key=lambda clique: ranks.index(clique["rank"]))}

    rules.replace_method("find_cliques", wrong)


@wrong_engine("M-cheapest-first")
def cheapest_first(rules: Rules) -> None:
    _find(rules, lambda hand: find_cliques(hand)[::-1])


@wrong_engine("M-cliques-by-letter")
def cliques_by_letter(rules: Rules) -> None:
    _compare_by(rules, lambda clique: (clique.size, clique.rank.value))


@wrong_engine("M-clique-points-as-text")
def clique_points_as_text(rules: Rules) -> None:
    _compare_by(rules, lambda clique: str(clique.points))


# When and how it is announced.


@wrong_engine("M-announce-later")
def announce_later(rules: Rules) -> None:
    play = vars(Hand)["play"]

    def wrong(hand: Hand, seat: Seat, card: Card, announce: int | None = None) -> Hand:
        after: Hand = play(hand, seat, card, None if hand.tricks else announce)
        if hand.tricks and announce is not None:
            return after._replace(contest=after.contest.announce(seat, announce))
        return after

    rules.set(Hand, "play", wrong)


@wrong_engine("M-announce-leader-only")
def announce_leader_only(rules: Rules) -> None:
    play = vars(Hand)["play"]

    def wrong(hand: Hand, seat: Seat, card: Card, announce: int | None = None) -> Hand:
        after: Hand = play(hand, seat, card, announce)
        if hand.trick and announce is not None:
            raise Refused("announcement-too-late", "the first card has been played already")
        return after

    rules.set(Hand, "play", wrong)
    _call_late(rules, lambda seat, said, first: bool(said) or seat is not first)


@wrong_engine("M-announce-apart")
def announce_apart(rules: Rules) -> None:
    step = engine._step

    def wrong(event: engine.Params, where: str) -> Callable[[Hand], Hand]:
        if event.keys() >= {"seat", "announce"} and not event.keys() & {"card", "rank", "good", "show"}:
            seat, number = engine._seat(event["seat"], where), engine._number_announced(event["announce"], where)
            return lambda hand: hand._replace(contest=hand.contest.announce(seat, number))
        return step(event, where)

    rules.replace(step, wrong)


@wrong_engine("M-call-twice")
def call_twice(rules: Rules) -> None:
    def late(seat: Seat, said: list[Seat], first: Seat) -> bool:
        order = first.round()
        return bool(said) and seat not in said and order.index(seat) < order.index(said[-1])

    _call_late(rules, late)


@wrong_engine("M-call-any-order")
def call_any_order(rules: Rules) -> None:
    _call_late(rules, lambda seat, said, first: seat in said)


@wrong_engine("M-leader-calls-late")
def leader_calls_late(rules: Rules) -> None:
    def late(seat: Seat, said: list[Seat], first: Seat) -> bool:
        order = first.round()
        spoken = [order.index(each) for each in said if each is not first]
        return seat in said if seat is first else order.index(seat) <= max(spoken, default=0)

    _call_late(rules, late)


@wrong_engine("M-lists-of-four")
def lists_of_four(rules: Rules) -> None:
    judge = engine.METHODS["judge_cliques"]

    def wrong(params: engine.Params, readings: Readings) -> Any:
        if any(len(engine._places(params, name)) > 4 for name in ("calls", "ranks", "shows")):
            raise Malformed("expected four calls, ranks or shows at most")
        return judge(params, readings)

    rules.replace_method("judge_cliques", wrong)


@wrong_engine("M-rank-announced")
def rank_announced(rules: Rules) -> None:
    """Who announces a rank announces as many cards as are held of it."""
    read, announce = engine._number_announced, vars(Contest)["announce"]

    def wrong_read(value: Any, where: str) -> Any:
        return Rank(value) if value in ("K", "Q", "J") else read(value, where)

    def wrong(contest: Contest, seat: Seat, number: int | Rank) -> Contest:
        if isinstance(number, Rank):
            number = len(contest.hands[seat.index].of_rank(number))
        after: Contest = announce(contest, seat, number)
        return after

    rules.replace(read, wrong_read)
    rules.set(Contest, "announce", wrong)


@wrong_engine("M-announce-any-number")
def announce_any_number(rules: Rules) -> None:
    """Any number is read, and two may be announced by who has a pair."""
    found = cliques_of_number

    def wrong(hand: CardSet, number: int, readings: Readings) -> list[Clique]:
        pairs = [Clique(rank, 2) for rank in COURT if len(hand.of_rank(rank)) == number == 2]
        return pairs or found(hand, number, readings)

    _value(rules, {**CLIQUE_POINTS, **{(rank, 2): rank.height - 3 for rank in COURT}})
    rules.replace(engine._number_announced, lambda value, where: engine._whole(value, f"{where}.announce"))
    rules.replace(found, wrong)


@wrong_engine("M-announce-as-flag")
def announce_as_flag(rules: Rules) -> None:
    """Who announces anything announces the best clique in hand."""
    read, announce = engine._number_announced, vars(Contest)["announce"]

    def wrong(contest: Contest, seat: Seat, number: object) -> Contest:
        best = max((clique.size for clique in find_cliques(contest.hands[seat.index])[:1]), default=0)
        after: Contest = announce(contest, seat, best)
        return after

    rules.replace(read, lambda value, where: value or read(value, where))
    rules.set(Contest, "announce", wrong)


@wrong_engine("M-must-announce")
def must_announce(rules: Rules) -> None:
    play = vars(Hand)["play"]

    def check(seat: Seat, hand: CardSet) -> None:
        if find_cliques(hand):
            raise Refused("announcement-too-late", f"{seat.value} holds a clique and has not announced it")

    def wrong(hand: Hand, seat: Seat, card: Card, announce: int | None = None) -> Hand:
        after: Hand = play(hand, seat, card, announce)
        if not hand.tricks and announce is None:
            check(seat, hand.deal.hands[seat.index])
        return after

    def judge(first: Seat, hands: Mapping[Seat, CardSet], calls: Sequence[tuple[Seat, int]], *said: Any) -> Contest:
        contest = judge_cliques(first, hands, calls, *said)
        for seat in set(Seat) - {seat for seat, _ in calls}:
            check(seat, hands[seat])
        return contest

    rules.set(Hand, "play", wrong)
    rules.replace(judge_cliques, judge)


@wrong_engine("M-null-is-absent")
def null_is_absent(rules: Rules) -> None:
    step, match, judge = engine._step, engine.METHODS["score_match"], engine.METHODS["judge_cliques"]

    def without(params: Any, name: str) -> Any:
        null = isinstance(params, dict) and params.get(name, 0) is None
        return {each: params[each] for each in params if each != name} if null else params

    def judge_without(params: engine.Params, readings: Readings) -> Any:
        """A call that announces nothing is silence."""
        calls = params.get("calls")
        if isinstance(calls, list):
            params = {**params, "calls": [call for call in calls if without(call, "announce") == call]}
        return judge(params, readings)

    rules.replace(step, lambda event, where: step(without(event, "announce"), where))
    rules.replace_method("score_match", lambda params, readings: match(without(params, "target"), readings))
    rules.replace_method("judge_cliques", judge_without)
    rank_or_good = engine._rank_or_good
    rules.replace(rank_or_good, lambda event, where: rank_or_good(without(event, "rank"), where))


# Silence.


def _silent(contest: Contest) -> list[ScoredClique]:
    """The cliques that nobody has announced."""

    def announced(seat: Seat) -> set[Rank]:
        return {clique.rank for clique in contest._held(seat, contest._number(seat))}

    found = [ScoredClique(seat, clique) for seat in Seat for clique in find_cliques(contest.hands[seat.index])]
    return [held for held in found if held.clique.rank not in announced(held.seat)]


@wrong_engine("M-silent-scores")
def silent_scores(rules: Rules) -> None:
    """The best clique that is shown or silent scores, and a silent one may be shown as well."""
    scored, show = vars(Contest)["clique"].fget, vars(Contest)["show"]

    def wrong(contest: Contest) -> ScoredClique | None:
        settled: ScoredClique | None = scored(contest)
        scoring = [*([settled] if settled else []), *([] if contest.calling else _silent(contest))]
        return max(scoring, key=lambda held: held.clique.points, default=None)

    def wrong_show(contest: Contest, seat: Seat, cards: CardSet) -> Contest:
        moment = contest.open and not contest.calling and contest.to_rank is None
        silent = [held.clique for held in _silent(contest) if held.seat is seat]
        if moment and any(clique.is_shown_by(cards, contest.hands[seat.index]) for clique in silent):
            return contest
        after: Contest = show(contest, seat, cards)
        return after

    rules.set(Contest, "clique", property(wrong))
    rules.set(Contest, "show", wrong_show)


@wrong_engine("M-silent-bars")
def silent_bars(rules: Rules) -> None:
    highest = vars(Contest)["highest"].fget

    def wrong(contest: Contest) -> Seat | None:
        settled: Seat | None = highest(contest)
        if settled is None:
            return None
        best = max(clique.points for clique in contest._announced(settled))
        return None if any(held.clique.points > best for held in _silent(contest)) else settled

    rules.set(Contest, "highest", property(wrong))


@wrong_engine("M-silent-asked")
def silent_asked(rules: Rules) -> None:
    """Whoever holds a clique of the largest number is asked, if there is another."""
    take_trick, end_calls = vars(Hand)["_take_trick"], vars(Contest)["end_calls"]
    leader = Seat.SOUTH

    def wrong_end(contest: Contest) -> Contest:
        sizes = [call.number for call in contest.calls] or [held.clique.size for held in _silent(contest)]
        largest = max(sizes, default=0)
        silent = {held.seat for held in _silent(contest) if held.clique.size == largest}
        asked = [Call(seat, largest) for seat in leader.round() if seat in {*contest.contenders, *silent}]
        if len(asked) > 1:
            beaten = [call for call in contest.calls if call.number < largest]
            contest = contest._replace(calls=(*asked, *beaten))
        after: Contest = end_calls(contest)
        return after

    def wrong_take(hand: Hand, first: Seat, *played: Any) -> Hand:
        nonlocal leader
        leader = first
        after: Hand = take_trick(hand, first, *played)
        return after

    def judge(first: Seat, *said: Any) -> Contest:
        nonlocal leader
        leader = first
        return judge_cliques(first, *said)

    rules.set(Contest, "end_calls", wrong_end)
    rules.set(Hand, "_take_trick", wrong_take)
    rules.replace(judge_cliques, judge)


@wrong_engine("M-silent-speaks")
def silent_speaks(rules: Rules) -> None:
    """A rank named out of turn by who holds a silent clique competes with the others."""
    to_rank, name = vars(Contest)["to_rank"].fget, vars(Contest)["name"]

    def wrong_to_rank(contest: Contest) -> Seat | None:
        names = tuple(named for named in contest.names if named.seat in contest.contenders)
        asked: Seat | None = to_rank(contest._replace(names=names))
        return asked

    def wrong_name(contest: Contest, seat: Seat, rank: Rank) -> Contest:
        for held in _silent(contest):
            if contest.to_rank and held.seat is seat is not contest.to_rank and held.clique.rank is rank:
                return contest._replace(names=(*contest.names, Named(seat, held.clique)))
        after: Contest = name(contest, seat, rank)
        return after

    rules.set(Contest, "to_rank", property(wrong_to_rank))
    rules.set(Contest, "name", wrong_name)


# What may be announced.


def _announce_if(rules: Rules, allowed: Callable[[Contest, Seat, int], object]) -> None:
    """An announcement is looked at otherwise."""

    def wrong(contest: Contest, seat: Seat, number: int) -> Contest:
        if not allowed(contest, seat, number):
            raise Refused("clique-not-held", f"{seat.value} may not announce {number} cards")
        return contest._replace(calls=(*contest.calls, Call(seat, number)))

    rules.set(Contest, "announce", wrong)


@wrong_engine("M-three-after-four-refused")
def three_after_four_refused(rules: Rules) -> None:
    def allowed(contest: Contest, seat: Seat, number: int) -> bool:
        return bool(contest._held(seat, number)) and all(call.number <= number for call in contest.calls)

    _announce_if(rules, allowed)


@wrong_engine("M-announce-unheld")
def announce_unheld(rules: Rules) -> None:
    _announce_if(rules, lambda contest, seat, number: True)


@wrong_engine("M-announce-either-number")
def announce_either_number(rules: Rules) -> None:
    _announce_if(rules, lambda contest, seat, number: find_cliques(contest.hands[seat.index]))


@wrong_engine("M-first-call-checked")
def first_call_checked(rules: Rules) -> None:
    _announce_if(rules, lambda contest, seat, number: contest.calls or contest._held(seat, number))


def _read_as(rules: Rules, alternative: str) -> None:
    """Whether a four may be announced as three is settled, whatever the table has agreed on."""
    found = cliques_of_number

    def wrong(hand: CardSet, number: int, readings: Readings) -> list[Clique]:
        return found(hand, number, replace(readings, four_as_three=alternative))

    rules.replace(found, wrong)


@wrong_engine("M-announce-three-with-four")
def announce_three_with_four(rules: Rules) -> None:
    _read_as(rules, "allowed")


@wrong_engine("M-four-as-three-unheld")
def four_as_three_unheld(rules: Rules) -> None:
    _read_as(rules, "refused")


@wrong_engine("M-four-as-three-full")
def four_as_three_full(rules: Rules) -> None:
    """Who can only have meant a four has announced four."""
    found, announce = cliques_of_number, vars(Contest)["announce"]

    def wrong(hand: CardSet, number: int, readings: Readings) -> list[Clique]:
        return [Clique(rank, len(hand.of_rank(rank))) for rank, _ in found(hand, number, readings)]

    def wrong_announce(contest: Contest, seat: Seat, number: int) -> Contest:
        meant = min((clique.size for clique in contest._held(seat, number)), default=number)
        after: Contest = announce(contest, seat, meant)
        return after

    rules.replace(found, wrong)
    rules.set(Contest, "announce", wrong_announce)


@wrong_engine("M-four-as-three-first-three")
def four_as_three_first_three(rules: Rules) -> None:
    def wrong(clique: Clique, cards: CardSet, hand: CardSet) -> bool:
        return cards == CardSet.holding(hand.of_rank(clique.rank).cards()[: clique.size])

    rules.set(Clique, "is_shown_by", wrong)


@wrong_engine("M-three-of-announced-four")
def three_of_announced_four(rules: Rules) -> None:
    def wrong(hand: CardSet, number: int, readings: Readings) -> list[Clique]:
        found = cliques_of_number(hand, number, readings)
        smaller = number == 4 and readings.four_as_three == "allowed"
        return [*found, *(Clique(rank, 3) for rank, _ in found if smaller)]

    rules.replace(cliques_of_number, wrong)


@wrong_engine("M-must-announce-best")
def must_announce_best(rules: Rules) -> None:
    name = vars(Contest)["name"]

    def is_best(contest: Contest, seat: Seat, rank: Rank) -> bool:
        return find_cliques(contest.hands[seat.index])[0].rank is rank

    def allowed(contest: Contest, seat: Seat, number: int) -> bool:
        return any(is_best(contest, seat, clique.rank) for clique in contest._held(seat, number))

    def wrong_name(contest: Contest, seat: Seat, rank: Rank) -> Contest:
        after: Contest = name(contest, seat, rank)
        if not is_best(contest, seat, rank):
            raise Refused("clique-not-held", f"{seat.value} holds a better clique than of {rank.value}")
        return after

    _announce_if(rules, allowed)
    rules.set(Contest, "name", wrong_name)


@wrong_engine("M-best-of-two-meant")
def best_of_two_meant(rules: Rules) -> None:
    announced, name = vars(Contest)["_announced"], vars(Contest)["name"]

    def wrong(contest: Contest, seat: Seat) -> list[Clique]:
        found = find_cliques(contest.hands[seat.index])
        meant: list[Clique] = found[:1] if len(found) > 1 else announced(contest, seat)
        return meant

    def wrong_name(contest: Contest, seat: Seat, rank: Rank) -> Contest:
        after: Contest = name(contest, seat, rank)
        return contest._replace(names=(*contest.names, Named(seat, after._announced(seat)[0])))

    rules.set(Contest, "_announced", wrong)
    rules.set(Contest, "name", wrong_name)


@wrong_engine("M-show-other-rank")
def show_other_rank(rules: Rules) -> None:
    rules.set(Contest, "_announced", lambda contest, seat: contest._held(seat, contest._number(seat)))
