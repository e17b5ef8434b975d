"""Mistakes about the score: the points of a hand, the game, and who deals next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fk_conform.mistakes import Rules, wrong_engine
from forty_kings import engine, lines
from forty_kings.cliques import CLIQUE_POINTS
from forty_kings.errors import Malformed, Refused
from forty_kings.game import (
    TARGET,
    Game,
    HandScore,
    _after_hand,
    check_hand_score,
    find_winner,
    is_drawn,
    score_match,
)
from forty_kings.pack import PACK, Card, CardSet, Rank, Suit, highest
from forty_kings.play import Hand, Trick, judge_trick, winning_card
from forty_kings.readings import Readings
from forty_kings.seating import Seat, Side

# The points of a hand.


def _add(rules: Rules, more: Callable[[Hand], Iterable[tuple[Side, int]]]) -> None:
    """Other points are added to those of a hand, or taken off."""
    right = vars(Hand)["points"]

    def wrong(hand: Hand) -> dict[Side, int]:
        points: dict[Side, int] = right(hand)
        for side, number in more(hand):
            points[side] += number
        return points

    rules.set(Hand, "points", wrong)


def _take_in_lines(rules: Rules, taken: Callable[[list[lines.Run], lines.Run], bool]) -> None:
    """In the count of lines a card of a trick scores for north-south if it is `taken` by them."""
    before_lead, with_trick = vars(lines._Counter)["before_lead"], lines._with_trick
    lines_after = 0

    def wrong_before_lead(counter: lines._Counter, *position: Any) -> lines.Count:
        nonlocal lines_after
        count: lines.Count = before_lead(counter, *position)
        lines_after = count.lines
        return count

    def wrong_with_trick(tally: lines.Tally, trick: list[lines.Run], won: int) -> list[int]:
        after = with_trick(tally, trick, 0)
        for run in trick:
            after[run.suit] += lines_after * taken(trick, run) << lines.LANE * run.place
        return after

    rules.set(lines._Counter, "before_lead", wrong_before_lead)
    rules.replace(with_trick, wrong_with_trick)


def _trick_points(rules: Rules, points: Callable[[Sequence[Card], Suit], int]) -> None:
    """A trick is worth something else."""

    def wrong(leader: Seat, cards: Sequence[Card], trump: Suit) -> Trick:
        return judge_trick(leader, cards, trump)._replace(points=points(cards, trump))

    rules.replace(judge_trick, wrong)


def _tricks_of(hand: Hand, side: Side) -> int:
    return sum(trick.winner.side is side for trick in hand.tricks)


@wrong_engine("M-eighth-trick-lost")
def eighth_trick_lost(rules: Rules) -> None:
    play_on = vars(lines._Counter)["play_on"]

    def wrong(counter: lines._Counter, pattern: lines.Pattern, *position: Any) -> lines.Count:
        count: lines.Count = play_on(counter, pattern, *position)
        return count._replace(taken=lines.NOTHING) if sum(map(len, pattern)) == 4 else count

    _add(rules, lambda hand: [(trick.winner.side, -trick.points) for trick in hand.tricks[7:]])
    rules.set(lines._Counter, "play_on", wrong)


@wrong_engine("M-points-to-leader")
def points_to_leader(rules: Rules) -> None:
    def more(hand: Hand) -> Iterable[tuple[Side, int]]:
        for trick in hand.tricks:
            yield trick.winner.side, -trick.points
            yield trick.leader.side, trick.points

    _add(rules, more)
    _take_in_lines(rules, lambda trick, run: lines.NORTH_SOUTH[trick[0].owner % lines.ON_TABLE])


@wrong_engine("M-only-winner-scores")
def only_winner_scores(rules: Rules) -> None:
    def taken(trick: list[lines.Run], run: lines.Run) -> bool:
        winner = lines._winner(trick)
        return run.owner % lines.ON_TABLE == winner and lines.NORTH_SOUTH[winner]

    _trick_points(rules, lambda cards, trump: winning_card(cards, trump).points)
    _take_in_lines(rules, taken)


@wrong_engine("M-points-kept-by-owner")
def points_kept_by_owner(rules: Rules) -> None:
    def more(hand: Hand) -> Iterable[tuple[Side, int]]:
        for trick in hand.tricks:
            yield trick.winner.side, -trick.points
            for seat, card in zip(trick.leader.round(), trick.cards, strict=True):
                yield seat.side, card.points

    _add(rules, more)
    _take_in_lines(rules, lambda trick, run: lines.NORTH_SOUTH[run.owner % lines.ON_TABLE])


@wrong_engine("M-trick-counted-early")
def trick_counted_early(rules: Rules) -> None:
    def more(hand: Hand) -> Iterable[tuple[Side, int]]:
        if hand.trick and hand.turn:
            cards = CardSet.holding(hand.trick)
            best = highest(cards.of_suit(hand.deal.trump) or cards.of_suit(hand.trick[0].suit))
            players = hand.turn.round()[-len(hand.trick) :]
            yield players[hand.trick.index(best)].side, cards.points

    _add(rules, more)


@wrong_engine("M-last-trick-bonus")
def last_trick_bonus(rules: Rules) -> None:
    _add(rules, lambda hand: [(trick.winner.side, 10) for trick in hand.tricks[7:]])


@wrong_engine("M-all-tricks-bonus")
def all_tricks_bonus(rules: Rules) -> None:
    _add(rules, lambda hand: [(side, 100) for side in Side if _tricks_of(hand, side) == 8])


@wrong_engine("M-tricks-count")
def tricks_count(rules: Rules) -> None:
    _add(rules, lambda hand: [(trick.winner.side, 1) for trick in hand.tricks])


@wrong_engine("M-most-tricks-take-all")
def most_tricks_take_all(rules: Rules) -> None:
    def more(hand: Hand) -> Iterable[tuple[Side, int]]:
        for side in Side:
            if hand.over and _tricks_of(hand, side) > 4:
                lost = sum(trick.points for trick in hand.tricks if trick.winner.side is not side)
                yield from [(side, lost), (side.other, -lost)]

    _add(rules, more)


@wrong_engine("M-trumps-double")
def trumps_double(rules: Rules) -> None:
    _trick_points(rules, lambda cards, trump: sum(card.points * (1 + (card.suit is trump)) for card in cards))


@wrong_engine("M-trump-marriage")
def trump_marriage(rules: Rules) -> None:
    """Twenty points, as at Belote, when both have been played."""

    def more(hand: Hand) -> Iterable[tuple[Side, int]]:
        trumps = PACK.of_suit(hand.deal.trump)
        pair = trumps.of_rank(Rank.KING) | trumps.of_rank(Rank.QUEEN)
        return [(seat.side, 20) for seat in Seat if pair <= hand.deal.hands[seat.index] - hand.unplayed]

    _add(rules, more)


@wrong_engine("M-clique-points-late")
def clique_points_late(rules: Rules) -> None:
    def more(hand: Hand) -> Iterable[tuple[Side, int]]:
        if hand.clique and not hand.over:
            yield hand.clique.side, -hand.clique.clique.points

    _add(rules, more)


# What a hand may come to.


def _check(rules: Rules, but: str) -> None:
    """Everything about the score of a hand is checked but one thing."""

    def wrong(hand: HandScore) -> None:
        side, clique = hand.clique or (None, 0)
        wrongs = {
            "value": side is not None and clique not in CLIQUE_POINTS.values(),
            "over": side is not None and hand.points[side] < clique,
            "negative": min(hand.points.values()) < 0,
            "sum": sum(hand.points.values()) != PACK.points + clique,
        }
        if any(wrongs[name] for name in wrongs if name != but):
            raise Malformed("this cannot be the score of a hand")

    rules.replace(check_hand_score, wrong)


@wrong_engine("M-sum-unchecked")
def sum_unchecked(rules: Rules) -> None:
    _check(rules, but="sum")


@wrong_engine("M-clique-value-unchecked")
def clique_value_unchecked(rules: Rules) -> None:
    _check(rules, but="value")


@wrong_engine("M-clique-over-points")
def clique_over_points(rules: Rules) -> None:
    _check(rules, but="over")


@wrong_engine("M-negative-points")
def negative_points(rules: Rules) -> None:
    _check(rules, but="negative")


@wrong_engine("M-split-looked-at")
def split_looked_at(rules: Rules) -> None:
    def wrong(hand: HandScore) -> None:
        check_hand_score(hand)
        side, clique = hand.clique or (None, 0)
        if any(points - (clique if whose is side else 0) in (1, 2) for whose, points in hand.points.items()):
            raise Malformed("no tricks bring so few points")

    rules.replace(check_hand_score, wrong)


@wrong_engine("M-clique-alone-malformed")
def clique_alone_malformed(rules: Rules) -> None:
    def wrong(hand: HandScore) -> None:
        check_hand_score(hand)
        if hand.clique and hand.points[hand.clique[0]] == hand.clique[1]:
            raise Malformed("a side has points in tricks besides its clique")

    rules.replace(check_hand_score, wrong)


# The score of the game.


def _total(rules: Rules, total: Callable[[int, int, int], int]) -> None:
    """A side's total after a hand is another: told by the one before, the points of the hand, and the target."""

    def wrong(before: Game, hand: HandScore, dealer: Seat, target: int, readings: Readings) -> Game:
        points = {side: total(old, hand.points[side], target) - old for side, old in before.score.items()}
        return _after_hand(before, hand._replace(points=points), dealer, target, readings)

    rules.replace(_after_hand, wrong)


def _win_at(rules: Rules, more: int) -> None:
    """The game is won with another total than the target."""

    def wrong(before: Game, hand: HandScore, dealer: Seat, target: int, readings: Readings) -> Game:
        return _after_hand(before, hand, dealer, target + more, readings)

    rules.replace(_after_hand, wrong)


@wrong_engine("M-clique-added-twice")
def clique_added_twice(rules: Rules) -> None:
    def wrong(before: Game, hand: HandScore, *others: Any) -> Game:
        points = dict(hand.points)
        if hand.clique:
            points[hand.clique[0]] += hand.clique[1]
        return _after_hand(before, hand._replace(points=points), *others)

    rules.replace(_after_hand, wrong)


@wrong_engine("M-score-not-added")
def score_not_added(rules: Rules) -> None:
    _total(rules, lambda before, points, target: points)


@wrong_engine("M-no-hands-refused")
def no_hands_refused(rules: Rules) -> None:
    def wrong(first_dealer: Seat, hands: Sequence[HandScore], *others: Any) -> Game:
        if not hands:
            raise Malformed("expected one hand or more")
        return score_match(first_dealer, hands, *others)

    rules.replace(score_match, wrong)


@wrong_engine("M-default-target-other")
def default_target_other(rules: Rules) -> None:
    rules.set(engine, "TARGET", 100)


@wrong_engine("M-target-ignored")
def target_ignored(rules: Rules) -> None:
    rules.replace(score_match, lambda first, hands, target, readings: score_match(first, hands, TARGET, readings))


@wrong_engine("M-hands-capped")
def hands_capped(rules: Rules) -> None:
    def wrong(first_dealer: Seat, hands: Sequence[HandScore], *others: Any) -> Game:
        if len(hands) > 20:
            raise Malformed("hands: expected twenty at most")
        return score_match(first_dealer, hands, *others)

    rules.replace(score_match, wrong)


@wrong_engine("M-score-capped")
def score_capped(rules: Rules) -> None:
    _total(rules, lambda before, points, target: min(before + points, 999))


@wrong_engine("M-target-capped")
def target_capped(rules: Rules) -> None:
    def wrong(first_dealer: Seat, hands: Sequence[HandScore], target: int, readings: Readings) -> Game:
        if target > 1000:
            raise Malformed("target: expected 1000 at most")
        return score_match(first_dealer, hands, target, readings)

    rules.replace(score_match, wrong)


@wrong_engine("M-any-target")
def any_target(rules: Rules) -> None:
    """A target below 1 is as good as 1: somebody has it after a hand."""
    whole = engine._whole

    def wrong(value: Any, where: str) -> Any:
        return value if where == "target" and type(value) is float else whole(value, where)

    rules.replace(whole, wrong)
    rules.replace(
        score_match, lambda first, hands, target, readings: score_match(first, hands, max(target, 1), readings)
    )


@wrong_engine("M-exact-target-not-enough")
def exact_target_not_enough(rules: Rules) -> None:
    _win_at(rules, 1)


@wrong_engine("M-one-short-is-enough")
def one_short_is_enough(rules: Rules) -> None:
    _win_at(rules, -1)


@wrong_engine("M-bust")
def bust(rules: Rules) -> None:
    """A hand that leads over the target counts for nothing."""
    _total(rules, lambda before, points, target: before + points if before + points <= target else before)


@wrong_engine("M-overshoot-cut")
def overshoot_cut(rules: Rules) -> None:
    _total(rules, lambda before, points, target: min(before + points, target))


@wrong_engine("M-points-carried-over")
def points_carried_over(rules: Rules) -> None:
    """What is over the target at the end of a game is remembered until the end of the next."""
    left_over = dict.fromkeys(Side, 0)

    def wrong(before: Game, hand: HandScore, dealer: Seat, target: int, readings: Readings) -> Game:
        nonlocal left_over
        if not any(before.score.values()):
            before = before._replace(score=left_over)
        game = _after_hand(before, hand, dealer, target, readings)
        if game.over:
            left_over = {side: max(points - target, 0) for side, points in game.score.items()}
        return game

    rules.replace(_after_hand, wrong)


@wrong_engine("M-score-by-seat")
def score_by_seat(rules: Rules) -> None:
    """The points of four seats are added up, and the seat of a clique stands for its side."""
    points, side = engine._points, engine._side

    def wrong_points(value: Any, where: str) -> Any:
        if not isinstance(value, dict) or value.keys() != {seat.value for seat in Seat}:
            return points(value, where)
        by_seat = {seat: engine._whole(value[seat.value], where) for seat in Seat}
        return {side: sum(by_seat[seat] for seat in Seat if seat.side is side) for side in Side}

    def wrong_side(value: Any, where: str) -> Side:
        return next((seat.side for seat in Seat if seat.value == value), None) or side(value, where)

    rules.replace(points, wrong_points)
    rules.replace(side, wrong_side)


# Who wins.

Score = Mapping[Side, int]
Scored = tuple[Side, int] | None


def _win_if_both(
    rules: Rules, winner: Callable[[Score, Score, Scored, Side | None], Side | None], reading: str | None = None
) -> None:
    """With both sides over another side wins: told by the scores before and after, the clique, and who rightly wins."""

    def wrong(before: Score, score: Score, clique: Scored, target: int, readings: Readings) -> Side | None:
        right = find_winner(before, score, clique, target, readings)
        if min(score.values()) < target or reading not in (None, readings.both_reach):
            return right
        return winner(before, score, clique, right)

    rules.replace(find_winner, wrong)


@wrong_engine("M-best-last-hand-wins")
def best_last_hand_wins(rules: Rules) -> None:
    def wrong(before: Score, score: Score, clique: Scored, target: int, readings: Readings) -> Side | None:
        made = {side: score[side] - before[side] for side in Side}
        if max(score.values()) < target or made[Side.NORTH_SOUTH] == made[Side.EAST_WEST]:
            return find_winner(before, score, clique, target, readings)
        return max(Side, key=lambda side: made[side])

    rules.replace(find_winner, wrong)


@wrong_engine("M-first-side-wins")
def first_side_wins(rules: Rules) -> None:
    _win_if_both(rules, lambda before, score, clique, right: Side.NORTH_SOUTH)


@wrong_engine("M-lead-before-wins")
def lead_before_wins(rules: Rules) -> None:
    def ahead(before: Score, score: Score, clique: Scored, right: Side | None) -> Side | None:
        level = before[Side.NORTH_SOUTH] == before[Side.EAST_WEST]
        return right if level else max(Side, key=lambda side: before[side])

    _win_if_both(rules, ahead)


@wrong_engine("M-both-over-play-on")
def both_over_play_on(rules: Rules) -> None:
    _win_if_both(rules, lambda before, score, clique, right: None)


@wrong_engine("M-clique-side-wins")
def clique_side_wins(rules: Rules) -> None:
    _win_if_both(rules, lambda before, score, clique, right: clique[0] if clique else right)


@wrong_engine("M-clique-first-with-tricks")
def clique_first_with_tricks(rules: Rules) -> None:
    _win_if_both(rules, lambda before, score, clique, right: clique[0] if clique else right, reading="clique-first")


@wrong_engine("M-clique-first-ignored")
def clique_first_ignored(rules: Rules) -> None:
    rules.replace(
        find_winner, lambda before, score, clique, target, readings: find_winner(before, score, clique, target)
    )


@wrong_engine("M-level-before-clique")
def level_before_clique(rules: Rules) -> None:
    _win_if_both(
        rules,
        lambda before, score, clique, right: None if score[Side.NORTH_SOUTH] == score[Side.EAST_WEST] else right,
    )


@wrong_engine("M-nearest-wins")
def nearest_wins(rules: Rules) -> None:
    _win_if_both(rules, lambda before, score, clique, right: right and min(Side, key=lambda side: score[side]))


@wrong_engine("M-level-is-drawn")
def level_is_drawn(rules: Rules) -> None:
    rules.replace(is_drawn, lambda score, target, readings: is_drawn(score, target, Readings(level_totals="drawn")))


@wrong_engine("M-drawn-ignored")
def drawn_ignored(rules: Rules) -> None:
    rules.replace(is_drawn, lambda score, target, readings: False)


@wrong_engine("M-level-below-ends")
def level_below_ends(rules: Rules) -> None:
    def wrong(score: Score, target: int, readings: Readings) -> bool:
        below = score[Side.NORTH_SOUTH] == score[Side.EAST_WEST] < target
        return below or is_drawn(score, target, readings)

    rules.replace(is_drawn, wrong)


@wrong_engine("M-level-by-identity")
def level_by_identity(rules: Rules) -> None:
    """Totals of more than 256 are two objects, and so two different things."""

    def winner(before: Score, score: Score, clique: Any, target: int, readings: Readings) -> Side | None:
        level = score[Side.NORTH_SOUTH] == score[Side.EAST_WEST]
        right = find_winner(before, score, clique, target, readings)
        return Side.NORTH_SOUTH if level and score[Side.NORTH_SOUTH] > max(256, target - 1) and not right else right

    rules.replace(find_winner, winner)


# After the end.


@wrong_engine("M-new-game-in-list")
def new_game_in_list(rules: Rules) -> None:
    def wrong(first_dealer: Seat, hands: Sequence[HandScore], target: int, readings: Readings) -> Game:
        try:
            return score_match(first_dealer, hands, target, readings)
        except Refused as refused:
            played = refused.event or 0
            return wrong(first_dealer.round()[played % 4], hands[played:], target, readings)

    rules.replace(score_match, wrong)


@wrong_engine("M-hand-after-game")
def hand_after_game(rules: Rules) -> None:
    def wrong(first_dealer: Seat, hands: Sequence[HandScore], target: int, readings: Readings) -> Game:
        game = score_match(first_dealer, [], target, readings)
        for hand in hands:
            check_hand_score(hand)
        for number, hand in enumerate(hands):
            game = _after_hand(game, hand, first_dealer.round()[number % 4], target, readings)
        return game

    rules.replace(score_match, wrong)


@wrong_engine("M-game-over-last-hand")
def game_over_last_hand(rules: Rules) -> None:
    def wrong(first_dealer: Seat, hands: Sequence[HandScore], *others: Any) -> Game:
        try:
            return score_match(first_dealer, hands, *others)
        except Refused as refused:
            raise refused.at(len(hands) - 1) from None

    rules.replace(score_match, wrong)


@wrong_engine("M-dealer-after-end")
def dealer_after_end(rules: Rules) -> None:
    def wrong(before: Game, hand: HandScore, dealer: Seat, *others: Any) -> Game:
        return _after_hand(before, hand, dealer, *others)._replace(next_dealer=dealer.right)

    rules.replace(_after_hand, wrong)


# Who deals next.


def _deal_next(rules: Rules, whom: Callable[[Seat], Seat]) -> None:
    """After a dealer somebody else deals than the player on the right."""

    def wrong(before: Game, hand: HandScore, dealer: Seat, *others: Any) -> Game:
        game = _after_hand(before, hand, dealer, *others)
        return game if game.over else game._replace(next_dealer=whom(dealer))

    rules.replace(_after_hand, wrong)
    rules.set(Hand, "next_dealer", property(lambda hand: whom(hand.deal.dealer) if hand.over else None))


@wrong_engine("M-dealer-stays")
def dealer_stays(rules: Rules) -> None:
    _deal_next(rules, lambda dealer: dealer)


@wrong_engine("M-dealer-moves-left")
def dealer_moves_left(rules: Rules) -> None:
    _deal_next(rules, lambda dealer: dealer.left)


@wrong_engine("M-dealer-one-ahead")
def dealer_one_ahead(rules: Rules) -> None:
    """After all hands it is one seat too far, and not after each."""

    def wrong(*asked: Any) -> Game:
        game = score_match(*asked)
        return game._replace(next_dealer=game.next_dealer.right if game.next_dealer else None)

    rules.replace(score_match, wrong)
    rules.set(Hand, "next_dealer", property(lambda hand: hand.deal.dealer.partner if hand.over else None))


@wrong_engine("M-first-dealer-ignored")
def first_dealer_ignored(rules: Rules) -> None:
    right = engine.METHODS["score_match"]
    rules.replace_method("score_match", lambda params, readings: right({**params, "first_dealer": "south"}, readings))


@wrong_engine("M-winner-deals")
def winner_deals(rules: Rules) -> None:
    rules.set(Hand, "next_dealer", property(lambda hand: hand.tricks[-1].winner if hand.over else None))
