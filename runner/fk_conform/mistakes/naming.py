"""Mistakes about naming ranks, giving way and showing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from fk_conform.mistakes import Rules, wrong_engine
from forty_kings import engine
from forty_kings.cliques import CLIQUE_POINTS, Clique, Contest, Named, ScoredClique, find_cliques, judge_cliques
from forty_kings.errors import Malformed, Refused
from forty_kings.pack import COURT, Card, CardSet, Rank
from forty_kings.play import Hand, judge_trick, legal_cards
from forty_kings.readings import Readings
from forty_kings.seating import Seat, Side


def _right(owner: type, name: str) -> Callable[..., Any]:
    """The function that a method or a property is made of."""
    member: Any = vars(owner)[name]
    function: Callable[..., Any] = getattr(member, "fget", member)
    return function


def _set(rules: Rules, owner: type, name: str, wrong: Callable[..., Any]) -> None:
    """Sets a method or a property, whichever it is."""
    rules.set(owner, name, property(wrong) if isinstance(vars(owner)[name], property) else wrong)


def _held(contest: Contest, seat: Seat) -> int:
    """The worth of the best clique that the seat holds of the number it announced."""
    return max((clique.points for clique in contest._held(seat, contest._number(seat))), default=0)


# Who is asked for a rank, and whose clique is the highest.


def _contenders(contest: Contest) -> list[Seat]:
    return contest.contenders


def _ask(rules: Rules, whom: Callable[[Contest], list[Seat]] = _contenders, least: int = 2) -> None:
    """Asks these for their ranks, in this order, if they are so many and as far as they have not spoken yet."""

    def to_rank(contest: Contest) -> Seat | None:
        asked = whom(contest)
        if contest.calling or not contest.open or len(asked) < least:
            return None
        spoken = [named.seat for named in contest.names]
        return next((seat for seat in asked if seat not in spoken), None)

    _set(rules, Contest, "to_rank", to_rank)


def _award(rules: Rules, whose: Callable[[Contest], Seat | None]) -> None:
    """Takes the clique of this seat for the highest, once the naming is over."""

    def highest(contest: Contest) -> Seat | None:
        settled = contest.calls and not contest.calling and contest.to_rank is None
        return whose(contest) if settled else None

    _set(rules, Contest, "highest", highest)


def _keep_turn(rules: Rules) -> None:
    """Lets words that come at another time than their own leave the turn where it is."""
    right = _right(Hand, "_with_contest")

    def with_contest(hand: Hand, contest: Contest) -> Any:
        between = len(hand.tricks) == 1 and not hand.trick
        return right(hand, contest) if between else hand._replace(contest=contest)

    _set(rules, Hand, "_with_contest", with_contest)


def _take_rank(rules: Rules, when: Callable[[Contest], bool]) -> None:
    """Takes a rank from whoever holds it, asked or not."""
    right = _right(Contest, "name")

    def name(contest: Contest, seat: Seat, rank: Rank) -> Any:
        if not when(contest):
            return right(contest, seat, rank)
        clique = Clique(rank, contest._number(seat))
        if clique not in contest._held(seat, clique.size):
            raise Refused("clique-not-held", f"{seat.value} names {rank.value}")
        return contest._replace(names=(*contest.names, Named(seat, clique)))

    _set(rules, Contest, "name", name)
    _ask(rules)
    _keep_turn(rules)


@wrong_engine("M-beaten-three-asked")
def beaten_three_asked(rules: Rules) -> None:
    _set(rules, Contest, "contenders", lambda contest: [call.seat for call in contest.calls])


@wrong_engine("M-lone-asked")
def lone_asked(rules: Rules) -> None:
    _ask(rules, least=1)


@wrong_engine("M-rank-never-asked")
def rank_never_asked(rules: Rules) -> None:
    _ask(rules, lambda contest: [])
    _award(rules, lambda contest: max(contest.contenders, key=lambda seat: _held(contest, seat)))


@wrong_engine("M-first-number-asked")
def first_number_asked(rules: Rules) -> None:
    _ask(rules, lambda contest: [call.seat for call in contest.calls if call.number == contest.calls[0].number])


@wrong_engine("M-rank-any-time")
def rank_any_time(rules: Rules) -> None:
    _take_rank(rules, lambda contest: contest.to_rank is None)


@wrong_engine("M-rank-in-first-trick")
def rank_in_first_trick(rules: Rules) -> None:
    _take_rank(rules, lambda contest: contest.calling)


@wrong_engine("M-call-order-from-south")
def call_order_from_south(rules: Rules) -> None:
    rules.replace(judge_cliques, lambda first, *said: judge_cliques(Seat.SOUTH, *said))
    _ask(rules, lambda contest: sorted(contest.contenders, key=lambda seat: seat.index))


@wrong_engine("M-rename")
def rename(rules: Rules) -> None:
    right = _right(Contest, "_check_asked")

    def check_asked(contest: Contest, seat: Seat) -> None:
        if not contest.open or all(named.seat is not seat for named in contest.names):
            right(contest, seat)

    _set(rules, Contest, "_check_asked", check_asked)
    _ask(rules)


@wrong_engine("M-any-speaker")
def any_speaker(rules: Rules) -> None:
    right = _right(Contest, "_check_asked")
    _set(rules, Contest, "_check_asked", lambda contest, seat: right(contest, contest.to_rank or seat))
    _ask(rules)


@wrong_engine("M-winner-names-first")
def winner_names_first(rules: Rules) -> None:
    right = _right(Hand, "_take_trick")

    def take_trick(hand: Hand, leader: Seat, cards: Sequence[Card], unplayed: CardSet, contest: Contest) -> Any:
        if not hand.tricks:
            order = judge_trick(leader, cards, hand.deal.trump).winner.round()
            contest = contest._replace(calls=tuple(sorted(contest.calls, key=lambda call: order.index(call.seat))))
        return right(hand, leader, cards, unplayed, contest)

    _set(rules, Hand, "_take_trick", take_trick)


@wrong_engine("M-event-per-list")
def event_per_list(rules: Rules) -> None:
    def wrong(first: Seat, hands: Any, calls: Sequence[Any], names: Sequence[Any], *rest: Any) -> Contest:
        try:
            return judge_cliques(first, hands, calls, names, *rest)
        except Refused as refused:
            event = refused.event or 0
            for said in (calls, names):
                if event < len(said):
                    break
                event -= len(said)
            raise refused.at(event) from None

    rules.replace(judge_cliques, wrong)


# The moment between the first and the second trick.


def _lead_at_once(rules: Rules) -> None:
    """Gives the lead to the winner of the first trick, whatever has still to be named."""

    def with_contest(hand: Hand, contest: Contest) -> Hand:
        winner = hand.tricks[0].winner
        return hand._replace(contest=contest, turn=winner, legal_cards=hand.cards_of(winner))

    _set(rules, Hand, "_with_contest", with_contest)


def _show_also(rules: Rules, when: Callable[[Contest, Seat], bool], again: bool = False) -> None:
    """Lets who announced show at other times too, or again. As always it is the highest clique that scores."""
    right = _right(Contest, "show")
    right_clique = _right(Contest, "clique")

    def show(contest: Contest, seat: Seat, cards: CardSet) -> Any:
        if not contest._number(seat) or contest._has_shown(seat) is not again or not when(contest, seat):
            return right(contest, seat, cards)
        for clique in contest._announced(seat):
            if clique.is_shown_by(cards, contest.hands[seat.index]):
                return contest._replace(shows=(*contest.shows, ScoredClique(seat, clique)))
        raise Refused("wrong-cards-shown", f"{seat.value} shows {cards}")

    def clique(contest: Contest) -> Any:
        steps_in = contest.readings.unshown == "next-best-scores"
        return right_clique(contest) if steps_in or contest._has_shown(contest.highest) else None

    _set(rules, Contest, "show", show)
    _set(rules, Contest, "clique", clique)


@wrong_engine("M-turn-before-rank")
def turn_before_rank(rules: Rules) -> None:
    right = _right(Hand, "_refusal")

    def refusal(hand: Hand, seat: Seat, card: Card) -> Any:
        if hand.rank_awaited and seat is not hand.turn:
            return Refused("not-your-turn", f"{seat.value} plays {card}, and it is another's turn")
        return right(hand, seat, card)

    _set(rules, Hand, "_refusal", refusal)


@wrong_engine("M-card-before-rank")
def card_before_rank(rules: Rules) -> None:
    right_refusal, right_show = _right(Hand, "_refusal"), _right(Contest, "show")

    def refusal(hand: Hand, seat: Seat, card: Card) -> Any:
        if hand.rank_awaited and card not in hand.cards_of(seat):
            return Refused("card-not-held", f"{seat.value} does not hold {card}")
        return right_refusal(hand, seat, card)

    def show(contest: Contest, seat: Seat, cards: CardSet) -> Any:
        if contest.to_rank is not None and not contest._number(seat):
            raise Refused("nothing-to-show", f"{seat.value} has announced nothing")
        return right_show(contest, seat, cards)

    _set(rules, Hand, "_refusal", refusal)
    _set(rules, Contest, "show", show)


@wrong_engine("M-rank-awaited-early")
def rank_awaited_early(rules: Rules) -> None:
    """It shows in what a show is refused for; the play goes on."""
    right = _right(Contest, "show")

    def show(contest: Contest, seat: Seat, cards: CardSet) -> Any:
        if contest.calling and len(contest.contenders) > 1:
            raise Refused("rank-awaited", f"{seat.value} shows before the ranks have been named")
        return right(contest, seat, cards)

    _set(rules, Contest, "show", show)


@wrong_engine("M-winner-leads-before-naming")
def winner_leads_before_naming(rules: Rules) -> None:
    """The turn is the winner's; a card is still refused, since a rank is awaited."""
    right = _right(Hand, "play")

    def play(hand: Hand, seat: Seat, card: Card, announce: int | None = None) -> Any:
        if hand.rank_awaited:
            raise hand._refusal(seat, card)
        return right(hand, seat, card, announce)

    _lead_at_once(rules)
    _set(rules, Hand, "play", play)


@wrong_engine("M-play-before-named")
def play_before_named(rules: Rules) -> None:
    _lead_at_once(rules)


@wrong_engine("M-show-before-named")
def show_before_named(rules: Rules) -> None:
    _show_also(rules, lambda contest, seat: contest.to_rank is not None)


@wrong_engine("M-naming-moves-lead")
def naming_moves_lead(rules: Rules) -> None:
    right = _right(Hand, "_with_contest")

    def with_contest(hand: Hand, contest: Contest) -> Any:
        after = right(hand, contest)
        leader = contest.highest if contest.names else None
        return after._replace(turn=leader, legal_cards=hand.cards_of(leader)) if leader else after

    _set(rules, Hand, "_with_contest", with_contest)


# Giving way, and the rank named.


def _under(method: str, **readings: str) -> Callable[..., Any]:
    """A step of the contest as it is taken under other readings than those of the table."""
    right = _right(Contest, method)

    def wrong(contest: Contest, *said: Any) -> Any:
        after = right(contest._replace(readings=replace(contest.readings, **readings)), *said)
        return after._replace(readings=contest.readings) if isinstance(after, Contest) else after

    return wrong


def _named(contest: Contest) -> list[int]:
    """What the cliques named so far are worth, in the order in which they were named."""
    return [named.clique.points for named in contest._named()]


def _judge_good(rules: Rules, higher: Callable[[Contest, Seat], bool]) -> None:
    """Tells otherwise whether a clique in hand is higher, where the table does not allow "good" with such a one."""
    right = _under("give_way", good_when_higher="concedes")

    def give_way(contest: Contest, seat: Seat) -> Any:
        after = right(contest, seat)
        if contest.readings.good_when_higher == "refused" and higher(contest, seat):
            raise Refused("good-while-higher", f"{seat.value} holds a higher clique")
        return after

    _set(rules, Contest, "give_way", give_way)


def _take_name(rules: Rules, meant: Callable[[Contest, Seat, Rank], Clique | None]) -> None:
    """Takes the clique that is meant by a rank, if any is, from the seat whose turn it is."""

    def name(contest: Contest, seat: Seat, rank: Rank) -> Contest:
        contest._check_asked(seat)
        clique = meant(contest, seat, rank)
        if not clique:
            raise Refused("clique-not-held", f"{seat.value} names {rank.value}")
        return contest._replace(names=(*contest.names, Named(seat, clique)))

    _set(rules, Contest, "name", name)


@wrong_engine("M-first-may-concede")
def first_may_concede(rules: Rules) -> None:
    right = _right(Contest, "give_way")
    right_highest = _right(Contest, "highest")

    def give_way(contest: Contest, seat: Seat) -> Any:
        contest._check_asked(seat)
        return right(contest, seat) if _named(contest) else contest._replace(names=(*contest.names, Named(seat, None)))

    def highest(contest: Contest) -> Any:
        return None if contest.names and not _named(contest) else right_highest(contest)

    _set(rules, Contest, "give_way", give_way)
    _set(rules, Contest, "highest", highest)


@wrong_engine("M-good-after-good")
def good_after_good(rules: Rules) -> None:
    right = _right(Contest, "give_way")

    def give_way(contest: Contest, seat: Seat) -> Any:
        after = right(contest, seat)
        if contest.names[-1].clique is None:
            raise Refused("nothing-to-concede", "no rank has been named just before")
        return after

    _set(rules, Contest, "give_way", give_way)


@wrong_engine("M-good-loses-turn")
def good_loses_turn(rules: Rules) -> None:
    """In the second trick those who said "good" come after the others."""
    right = {name: _right(Hand, name) for name in ("play", "_with_contest", "_take_trick")}

    def order(hand: Hand) -> list[Seat]:
        gave_way = [named.seat for named in hand.contest.names if not named.clique]
        return sorted(hand.tricks[0].winner.round(), key=lambda seat: seat in gave_way)

    def with_contest(hand: Hand, contest: Contest) -> Any:
        after = right["_with_contest"](hand, contest)
        leader = order(after)[0]
        return after if after.rank_awaited else after._replace(turn=leader, legal_cards=after.cards_of(leader))

    def play(hand: Hand, seat: Seat, card: Card, announce: int | None = None) -> Any:
        after = right["play"](hand, seat, card, announce)
        if len(after.tricks) != 1 or not after.trick:
            return after
        turn = order(after)[len(after.trick)]
        legal = legal_cards(after.cards_of(turn), after.trick, after.deal.trump, after.readings)
        return after._replace(turn=turn, legal_cards=legal)

    def take_trick(hand: Hand, leader: Seat, cards: Sequence[Card], *rest: Any) -> Any:
        if len(hand.tricks) == 1:
            played = dict(zip(order(hand), cards, strict=True))
            leader = order(hand)[0]
            cards = tuple(played[seat] for seat in leader.round())
        return right["_take_trick"](hand, leader, cards, *rest)

    _set(rules, Hand, "_with_contest", with_contest)
    _set(rules, Hand, "play", play)
    _set(rules, Hand, "_take_trick", take_trick)


@wrong_engine("M-good-never")
def good_never(rules: Rules) -> None:
    def give_way(contest: Contest, seat: Seat) -> Contest:
        contest._check_asked(seat)
        raise Refused("nothing-to-concede", f"{seat.value} has to name a rank")

    _set(rules, Contest, "give_way", give_way)


@wrong_engine("M-lower-must-be-good")
def lower_must_be_good(rules: Rules) -> None:
    def meant(contest: Contest, seat: Seat, rank: Rank) -> Clique | None:
        clique = Clique(rank, contest._number(seat))
        held = clique in contest._held(seat, clique.size)
        return clique if held and clique.points > max(_named(contest), default=0) else None

    _take_name(rules, meant)


@wrong_engine("M-good-ends-naming")
def good_ends_naming(rules: Rules) -> None:
    _ask(rules, lambda contest: contest.contenders if all(named.clique for named in contest.names) else [])


@wrong_engine("M-good-any-time")
def good_any_time(rules: Rules) -> None:
    right = _right(Contest, "give_way")
    _set(rules, Contest, "give_way", lambda contest, seat: right(contest, seat) if contest.to_rank else contest)
    _keep_turn(rules)


@wrong_engine("M-good-false")
def good_false(rules: Rules) -> None:
    right = engine._rank_or_good

    def rank_or_good(event: engine.Params, where: str) -> Rank | None:
        return right({**event, "good": True} if event.get("good") is False else event, where)

    rules.replace(right, rank_or_good)


@wrong_engine("M-small-rank-unknown")
def small_rank_unknown(rules: Rules) -> None:
    right = engine._rank_or_good

    def rank_or_good(event: engine.Params, where: str) -> Rank | None:
        rank = right(event, where)
        if rank not in (*COURT, None):
            raise Malformed(f"{where}.rank: expected K, Q or J")
        return rank

    rules.replace(right, rank_or_good)


@wrong_engine("M-rank-by-position")
def rank_by_position(rules: Rules) -> None:
    ranks = "".join(rank.value for rank in Rank)
    right = engine._rank

    def read(value: Any, where: str) -> Rank:
        return right(ranks[ranks.index(value)] if isinstance(value, str) and value in ranks else value, where)

    rules.replace(right, read)


@wrong_engine("M-name-any-rank")
def name_any_rank(rules: Rules) -> None:
    _set(rules, Clique, "points", lambda clique: CLIQUE_POINTS.get(clique, 0))
    _take_name(rules, lambda contest, seat, rank: Clique(rank, contest._number(seat)))


@wrong_engine("M-name-other-number")
def name_other_number(rules: Rules) -> None:
    def meant(contest: Contest, seat: Seat, rank: Rank) -> Clique | None:
        found = contest._held(seat, contest._number(seat)) + find_cliques(contest.hands[seat.index])
        return next((clique for clique in found if clique.rank is rank), None)

    _take_name(rules, meant)


@wrong_engine("M-best-held-wins")
def best_held_wins(rules: Rules) -> None:
    def best(contest: Contest, seat: Seat) -> Clique:
        return find_cliques(contest.hands[seat.index])[0]

    right = _right(Contest, "_announced")
    _award(
        rules,
        lambda contest: max((call.seat for call in contest.calls), key=lambda seat: best(contest, seat).points),
    )
    _set(
        rules,
        Contest,
        "_announced",
        lambda contest, seat: [best(contest, seat)] if seat is contest.highest else right(contest, seat),
    )


@wrong_engine("M-first-named-wins")
def first_named_wins(rules: Rules) -> None:
    _award(rules, lambda contest: [*(named.seat for named in contest._named()), contest.contenders[0]][0])


@wrong_engine("M-last-named-wins")
def last_named_wins(rules: Rules) -> None:
    _award(rules, lambda contest: [contest.contenders[0], *(named.seat for named in contest._named())][-1])


@wrong_engine("M-compared-with-last")
def compared_with_last(rules: Rules) -> None:
    """The higher of the last two wins."""

    def best(contest: Contest) -> Seat:
        last_two = [*contest._named()][-2:]
        return max(last_two, key=lambda named: named.clique.points).seat if last_two else contest.contenders[0]

    _award(rules, best)


@wrong_engine("M-good-must-be-true")
def good_must_be_true(rules: Rules) -> None:
    _set(rules, Contest, "give_way", _under("give_way", good_when_higher="refused"))


@wrong_engine("M-good-unchecked")
def good_unchecked(rules: Rules) -> None:
    _set(rules, Contest, "give_way", _under("give_way", good_when_higher="concedes"))


@wrong_engine("M-good-against-first")
def good_against_first(rules: Rules) -> None:
    _judge_good(rules, lambda contest, seat: _held(contest, seat) > _named(contest)[0])


@wrong_engine("M-good-against-last")
def good_against_last(rules: Rules) -> None:
    _judge_good(rules, lambda contest, seat: _held(contest, seat) > _named(contest)[-1])


@wrong_engine("M-good-checks-one")
def good_checks_one(rules: Rules) -> None:
    def lowest(contest: Contest, seat: Seat) -> int:
        return min(clique.points for clique in contest._held(seat, contest._number(seat)))

    _judge_good(rules, lambda contest, seat: lowest(contest, seat) > max(_named(contest)))


@wrong_engine("M-good-checks-four")
def good_checks_four(rules: Rules) -> None:
    def best(contest: Contest, seat: Seat) -> int:
        return find_cliques(contest.hands[seat.index])[0].points

    _judge_good(rules, lambda contest, seat: best(contest, seat) > max(_named(contest)))


@wrong_engine("M-good-skips-four")
def good_skips_four(rules: Rules) -> None:
    _set(rules, Contest, "give_way", _under("give_way", four_as_three="refused"))


@wrong_engine("M-good-to-partner")
def good_to_partner(rules: Rules) -> None:
    def higher(contest: Contest, seat: Seat) -> bool:
        best = max(contest._named(), key=lambda named: named.clique.points)
        return best.seat is not seat.partner and _held(contest, seat) > best.clique.points

    _judge_good(rules, higher)


@wrong_engine("M-partners-exempt")
def partners_exempt(rules: Rules) -> None:
    _ask(rules, lambda contest: contest.contenders if len({seat.side for seat in contest.contenders}) == 2 else [])


@wrong_engine("M-one-voice-a-side")
def one_voice_a_side(rules: Rules) -> None:
    _ask(rules, lambda contest: [*{seat.side: seat for seat in reversed(contest.contenders)}.values()][::-1])


# What a clique brings, and to whom.


def _announced(contest: Contest, seats: Sequence[Seat]) -> int:
    """The worth of the best clique that these seats announced, as far as it is known which was meant."""
    return max((clique.points for seat in seats for clique in contest._announced(seat)), default=0)


def _seats(side: Side) -> list[Seat]:
    return [seat for seat in Seat if seat.side is side]


def _add(rules: Rules, points_of: Callable[[Contest, ScoredClique, Side], int]) -> None:
    """Gives each side so many points besides, once a clique scores."""
    right = _right(Hand, "points")
    right_answer = engine.METHODS["judge_cliques"]
    judged: list[Contest] = []

    def added(contest: Contest) -> dict[Side, int]:
        scored = contest.clique
        return {side: points_of(contest, scored, side) if scored else 0 for side in Side}

    def points(hand: Hand) -> dict[Side, int]:
        more = added(hand.contest)
        return {side: points + more[side] for side, points in right(hand).items()}

    def judge(*said: Any) -> Contest:
        judged[:] = [judge_cliques(*said)]
        return judged[0]

    def answer(params: engine.Params, readings: Readings) -> Any:
        result = right_answer(params, readings)
        more = added(judged[0])
        return {**result, "points": {side.value: result["points"][side.value] + more[side] for side in Side}}

    _set(rules, Hand, "points", points)
    rules.replace(judge_cliques, judge)
    rules.replace_method("judge_cliques", answer)


def _score_unshown(rules: Rules, when: Callable[[Contest], bool]) -> None:
    """Scores the highest clique as soon as it is known whose it is."""
    right = _right(Contest, "clique")

    def clique(contest: Contest) -> Any:
        highest = contest.highest
        if highest and when(contest) and not contest._has_shown(highest):
            return ScoredClique(highest, contest._announced(highest)[0])
        return right(contest)

    _set(rules, Contest, "clique", clique)


@wrong_engine("M-first-announcer-counts")
def first_announcer_counts(rules: Rules) -> None:
    _set(rules, Contest, "contenders", lambda contest: [call.seat for call in contest.calls[:1]])


@wrong_engine("M-last-announcer-counts")
def last_announcer_counts(rules: Rules) -> None:
    _set(rules, Contest, "contenders", lambda contest: [call.seat for call in contest.calls[-1:]])


@wrong_engine("M-both-sides-score")
def both_sides_score(rules: Rules) -> None:
    """The best clique of the other side scores along with the highest; it may be shown too."""
    _add(
        rules,
        lambda contest, scored, side: _announced(contest, _seats(side)) if side is scored.side.other else 0,
    )
    _show_also(rules, lambda contest, seat: contest.open and contest.highest in _seats(seat.side.other))


@wrong_engine("M-partner-clique-added")
def partner_clique_added(rules: Rules) -> None:
    _add(
        rules,
        lambda contest, scored, side: _announced(contest, [scored.seat.partner]) if side is scored.side else 0,
    )


@wrong_engine("M-second-clique-added")
def second_clique_added(rules: Rules) -> None:
    """It is added with the first; it may be shown too."""

    def second(contest: Contest, scored: ScoredClique, side: Side) -> int:
        found = find_cliques(contest.hands[scored.seat.index]) if side is scored.side else []
        return sum(clique.points for clique in found if clique.rank is not scored.clique.rank)

    def left(contest: Contest, seat: Seat) -> list[Clique]:
        return [clique for clique in right(contest, seat) if ScoredClique(seat, clique) not in contest.shows]

    right = _right(Contest, "_announced")
    _set(rules, Contest, "_announced", left)
    _add(rules, second)
    _show_also(rules, lambda contest, seat: contest.open, again=True)


@wrong_engine("M-clique-difference")
def clique_difference(rules: Rules) -> None:
    _add(
        rules,
        lambda contest, scored, side: -_announced(contest, _seats(side.other)) if side is scored.side else 0,
    )


@wrong_engine("M-clique-to-trick-winner")
def clique_to_trick_winner(rules: Rules) -> None:
    right = _right(Hand, "points")

    def points(hand: Hand) -> Any:
        points = right(hand)
        if hand.clique:
            points[hand.clique.side] -= hand.clique.clique.points
            points[hand.tricks[0].winner.side] += hand.clique.clique.points
        return points

    _set(rules, Hand, "points", points)


@wrong_engine("M-unshown-scores")
def unshown_scores(rules: Rules) -> None:
    _score_unshown(rules, lambda contest: True)


@wrong_engine("M-lone-scores-unshown")
def lone_scores_unshown(rules: Rules) -> None:
    _score_unshown(rules, lambda contest: len(contest.calls) == 1)


@wrong_engine("M-partner-shows")
def partner_shows(rules: Rules) -> None:
    right = _right(Contest, "show")

    def show(contest: Contest, seat: Seat, cards: CardSet) -> Any:
        return right(contest, seat.partner if contest.to_show is seat.partner else seat, cards)

    _set(rules, Contest, "show", show)


@wrong_engine("M-clique-lost-later")
def clique_lost_later(rules: Rules) -> None:
    right = _right(Hand, "clique")

    def clique(hand: Hand) -> Any:
        shown = right(hand)
        if shown:
            cards = hand.deal.hands[shown.seat.index].of_rank(shown.clique.rank)
            later = cards - hand.unplayed - CardSet.holding(hand.tricks[0].cards)
            return None if later else shown
        return None

    _set(rules, Hand, "clique", clique)


@wrong_engine("M-clique-needs-trick")
def clique_needs_trick(rules: Rules) -> None:
    right = _right(Hand, "points")

    def points(hand: Hand) -> Any:
        points = right(hand)
        if hand.clique and all(trick.winner.side is not hand.clique.side for trick in hand.tricks):
            points[hand.clique.side] = 0
        return points

    _set(rules, Hand, "points", points)


# When a clique is shown, and which cards.


def _shown_by(rules: Rules, enough: Callable[[Clique, CardSet, CardSet], bool]) -> None:
    """Takes other cards for the showing of a clique: gets the clique, the cards, and the cards of its rank in hand."""
    _set(
        rules,
        Clique,
        "is_shown_by",
        lambda clique, cards, hand: enough(clique, cards, hand.of_rank(clique.rank)),
    )


def _read_shows(rules: Rules, read: Callable[[Any, str], list[Card]]) -> None:
    """Reads the cards that are shown in another way."""
    right = engine._cards

    def cards(value: Any, where: str, *number: int) -> list[Card]:
        return read(value, where) if where.endswith(".show") else right(value, where, *number)

    rules.replace(right, cards)


@wrong_engine("M-show-in-first-trick")
def show_in_first_trick(rules: Rules) -> None:
    _show_also(rules, lambda contest, seat: contest.calling)


@wrong_engine("M-show-in-turn")
def show_in_turn(rules: Rules) -> None:
    right = _right(Hand, "show")

    def show(hand: Hand, seat: Seat, cards: CardSet) -> Any:
        after = right(hand, seat, cards)
        if seat is not hand.turn:
            raise Refused("not-your-turn", f"{seat.value} shows, and it is another's turn")
        return after

    _set(rules, Hand, "show", show)


@wrong_engine("M-show-takes-turn")
def show_takes_turn(rules: Rules) -> None:
    right = _right(Hand, "show")

    def show(hand: Hand, seat: Seat, cards: CardSet) -> Any:
        after = right(hand, seat, cards)
        return after._replace(turn=seat.right, legal_cards=after.cards_of(seat.right))

    _set(rules, Hand, "show", show)


@wrong_engine("M-show-late")
def show_late(rules: Rules) -> None:
    _set(rules, Contest, "close", lambda contest: contest)


@wrong_engine("M-show-until-own-card")
def show_until_own_card(rules: Rules) -> None:
    right = _right(Hand, "play")

    def play(hand: Hand, seat: Seat, card: Card, announce: int | None = None) -> Any:
        after = right(hand, seat, card, announce)
        over = len(hand.tricks) == 1 and seat is hand.contest.highest
        return after._replace(contest=after.contest._replace(open=False)) if over else after

    _set(rules, Contest, "close", lambda contest: contest)
    _set(rules, Hand, "play", play)


@wrong_engine("M-show-twice")
def show_twice(rules: Rules) -> None:
    _show_also(rules, lambda contest, seat: contest.open, again=True)


@wrong_engine("M-show-subset")
def show_subset(rules: Rules) -> None:
    _shown_by(rules, lambda clique, cards, held: len(cards) <= clique.size and cards <= held)


@wrong_engine("M-show-superset")
def show_superset(rules: Rules) -> None:
    _shown_by(rules, lambda clique, cards, held: len(cards & held) >= clique.size)


@wrong_engine("M-show-counts-cards")
def show_counts_cards(rules: Rules) -> None:
    _shown_by(rules, lambda clique, cards, held: len(cards) == clique.size)


@wrong_engine("M-show-unchecked")
def show_unchecked(rules: Rules) -> None:
    _shown_by(rules, lambda clique, cards, held: len(cards) == clique.size and cards == cards.of_rank(clique.rank))


@wrong_engine("M-show-ordered")
def show_ordered(rules: Rules) -> None:
    """They lie in the order of the suits, or they are no clique."""
    right = engine._cards

    def read(value: Any, where: str) -> list[Card]:
        cards = right(value, where, 1, 8)
        return cards if tuple(cards) == CardSet.holding(cards).cards() else []

    _read_shows(rules, read)


@wrong_engine("M-show-other-number")
def show_other_number(rules: Rules) -> None:
    right = _right(Contest, "_announced")

    def announced(contest: Contest, seat: Seat) -> Any:
        named = any(named.seat is seat for named in contest._named())
        return right(contest, seat) if named else find_cliques(contest.hands[seat.index])

    _set(rules, Contest, "_announced", announced)


@wrong_engine("M-empty-show")
def empty_show(rules: Rules) -> None:
    """It changes nothing."""
    right = _right(Contest, "show")
    right_cards = engine._cards
    _read_shows(rules, lambda value, where: right_cards(value, where, 0, 8))
    _set(rules, Contest, "show", lambda contest, seat, cards: right(contest, seat, cards) if cards else contest)


# The next best.


def _step_in(rules: Rules, may: Callable[[Contest, Seat], bool]) -> None:
    """Lets others show in place of the holder of the highest clique only if they may by this, too."""
    right = _right(Contest, "_may_show")
    _set(
        rules,
        Contest,
        "_may_show",
        lambda contest, seat: right(contest, seat) and (seat is contest.to_show or may(contest, seat)),
    )


@wrong_engine("M-unshown-next")
def unshown_next(rules: Rules) -> None:
    _set(rules, Contest, "_may_show", _under("_may_show", unshown="next-best-scores"))


@wrong_engine("M-next-best-not-offered")
def next_best_not_offered(rules: Rules) -> None:
    _set(rules, Contest, "_may_show", _under("_may_show", unshown="nobody-scores"))


@wrong_engine("M-next-best-not-partner")
def next_best_not_partner(rules: Rules) -> None:
    _step_in(rules, lambda contest, seat: contest.to_show is not seat.partner)


@wrong_engine("M-next-best-silent")
def next_best_silent(rules: Rules) -> None:
    right = _right(Contest, "_may_show")
    right_announced = _right(Contest, "_announced")

    def may_show(contest: Contest, seat: Seat) -> Any:
        steps_in = contest.readings.unshown == "next-best-scores" and contest.to_show and not contest._has_shown(seat)
        return right(contest, seat) or steps_in

    def announced(contest: Contest, seat: Seat) -> Any:
        silent = not contest._number(seat)
        return find_cliques(contest.hands[seat.index]) if silent else right_announced(contest, seat)

    _set(rules, Contest, "_may_show", may_show)
    _set(rules, Contest, "_announced", announced)


@wrong_engine("M-next-best-same-number")
def next_best_same_number(rules: Rules) -> None:
    _step_in(rules, lambda contest, seat: seat in contest.contenders)


@wrong_engine("M-next-best-first-shown")
def next_best_first_shown(rules: Rules) -> None:
    _set(rules, Contest, "clique", lambda contest: contest.shows[0] if contest.shows else None)


@wrong_engine("M-next-best-last-shown")
def next_best_last_shown(rules: Rules) -> None:
    _set(rules, Contest, "clique", lambda contest: contest.shows[-1] if contest.shows else None)


@wrong_engine("M-next-best-by-points")
def next_best_by_points(rules: Rules) -> None:
    def clique(contest: Contest) -> ScoredClique | None:
        return max(contest.shows, key=lambda shown: shown.clique.points, default=None)

    _set(rules, Contest, "clique", clique)


@wrong_engine("M-next-best-after-highest")
def next_best_after_highest(rules: Rules) -> None:
    _show_also(rules, lambda contest, seat: contest.open and contest._has_shown(contest.highest))


@wrong_engine("M-next-best-dropped")
def next_best_dropped(rules: Rules) -> None:
    right = _right(Contest, "close")
    _set(
        rules,
        Contest,
        "close",
        lambda contest: right(contest._replace(shows=()) if contest.to_show else contest),
    )


@wrong_engine("M-best-shown-after-lead")
def best_shown_after_lead(rules: Rules) -> None:
    right = vars(Contest)["clique"].fget

    def wrong(contest: Contest) -> ScoredClique | None:
        best = max(contest.shows, key=lambda shown: shown.clique.points, default=None)
        scored: ScoredClique | None = right(contest)
        return scored if contest.open else best

    rules.set(Contest, "clique", property(wrong))


@wrong_engine("M-good-forfeits-show")
def good_forfeits_show(rules: Rules) -> None:
    _step_in(rules, lambda contest, seat: Named(seat, None) not in contest.names)


@wrong_engine("M-show-ends-to-show")
def show_ends_to_show(rules: Rules) -> None:
    right = _right(Contest, "to_show")
    _set(rules, Contest, "to_show", lambda contest: None if contest.shows else right(contest))
