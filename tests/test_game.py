"""Chapter 6: what hands bring, and when a game is won, drawn or over."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from forty_kings.errors import Malformed, Refused
from forty_kings.game import TARGET, Game, HandScore, check_hand_score, find_winner, is_drawn, score_match
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

SOUTH, EAST, NORTH, WEST = Seat
NS, EW = Side
CLIQUE_FIRST = Readings(both_reach="clique-first")
DRAWN = Readings(level_totals="drawn")


def brought(north_south: int, east_west: int, clique: tuple[Side, int] | None = None) -> HandScore:
    return HandScore({NS: north_south, EW: east_west}, clique)


def match(*hands: HandScore, target: int = TARGET, readings: Readings = DEFAULT, dealer: Seat = SOUTH) -> Game:
    return score_match(dealer, hands, target, readings)


# What a hand brings


@pytest.mark.parametrize("points", range(49))
def test_a_hand_without_a_clique_yields_forty_eight_however_divided(points: int) -> None:
    check_hand_score(brought(points, 48 - points))  # FK6.5


@pytest.mark.parametrize("clique", [6, 8, 10, 13, 20, 40])
def test_a_hand_yields_the_points_of_its_clique_besides(clique: int) -> None:
    check_hand_score(brought(clique, 48, (NS, clique)))  # no trick is needed, FK5.34
    check_hand_score(brought(0, 48 + clique, (EW, clique)))
    with pytest.raises(Malformed, match=f"must be {48 + clique} together"):
        check_hand_score(brought(48, 0, (NS, clique)))


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (brought(24, 23), "the points of the two sides must be 48 together"),
        (brought(48, 48), "the points of the two sides must be 48 together"),
        (brought(-1, 49), "the points of the two sides must be 48 together"),
        (brought(49, -1), "the points of the two sides must be 48 together"),
        (brought(24, 34), "the points of the two sides must be 48 together"),
        (brought(5, 53, (NS, 10)), "north-south has a clique of 10 and only 5 points"),
        (brought(58, 0, (EW, 10)), "east-west has a clique of 10 and only 0 points"),
        (brought(30, 29, (NS, 11)), "no clique is worth 11 points"),
        (brought(48, 0, (NS, 0)), "no clique is worth 0 points"),
        (brought(48, 12, (NS, 12)), "no clique is worth 12 points"),
    ],
)
def test_a_hand_that_no_play_could_bring_is_malformed(hand: HandScore, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        check_hand_score(hand)
    assert str(caught.value) == message


def test_a_hand_that_is_malformed_is_so_wherever_it_stands_and_before_the_game_is_over() -> None:
    won, faulty = brought(48, 0), brought(48, 1)
    for hands in ([faulty, won], [won, faulty], [won, won, won, faulty]):
        with pytest.raises(Malformed):
            match(*hands, target=40)


# How the game stands


def test_before_the_first_hand_nothing_is_scored_and_the_first_dealer_deals() -> None:
    assert match(dealer=WEST) == Game({NS: 0, EW: 0}, None, False, WEST)


def test_points_of_the_hands_add_up_by_side() -> None:
    game = match(brought(30, 18), brought(8, 50, (EW, 10)), brought(61, 0, (NS, 13)))
    assert game.score == {NS: 30 + 8 + 61, EW: 18 + 50 + 0}
    assert (game.winner, game.over) == (None, False)


@pytest.mark.parametrize("hands", range(6))
def test_deal_goes_to_the_right_whatever_the_hands_brought(hands: int) -> None:
    # FK6.16, FK6.17. From west it goes to south, east, north and west again.
    rng = random.Random(hands)
    played = [brought(points := rng.randrange(49), 48 - points) for _ in range(hands)]
    order = [WEST, SOUTH, EAST, NORTH, WEST, SOUTH]
    assert match(*played, target=1000, dealer=WEST).next_dealer is order[hands]


def test_target_is_a_hundred_and_fifty_unless_another_was_agreed() -> None:
    # 48 + 48 + 48 = 144, and 6 more.
    three = [brought(48, 0)] * 3
    assert TARGET == 150
    assert match(*three).winner is None
    assert match(*three, brought(5, 43)).winner is None
    assert match(*three, brought(6, 42)).winner is NS
    assert match(*three, target=144).winner is NS
    assert match(*three, target=145).winner is None


@pytest.mark.parametrize("target", [1, 2, 48, 49, 10**9, 10**40])
def test_any_positive_target_may_be_agreed(target: int) -> None:
    game = match(brought(48, 0), target=target)
    assert game.over is (target <= 48)


@pytest.mark.parametrize("target", [0, -1, -150])
def test_a_target_that_is_not_positive_is_malformed(target: int) -> None:
    with pytest.raises(Malformed, match=f"^target: expected a positive whole number of points, not {target}$"):
        match(target=target)


def test_reaching_the_target_exactly_is_enough_and_points_over_it_are_kept() -> None:
    assert match(brought(24, 24), brought(26, 22), target=50).winner is NS  # FK6.10
    over = match(brought(24, 24), brought(40, 8), target=50)
    assert (over.winner, over.score[NS]) == (NS, 64)  # FK6.13


def test_a_game_that_is_won_has_no_next_dealer() -> None:
    game = match(brought(48, 0), target=40)
    assert (game.over, game.winner, game.next_dealer) == (True, NS, None)


@pytest.mark.parametrize("number", [1, 2, 4])
def test_every_hand_after_the_end_is_refused_and_the_first_of_them_named(number: int) -> None:
    with pytest.raises(Refused) as caught:
        match(brought(20, 28), brought(20, 28), *[brought(0, 48)] * number, target=56)
    assert (caught.value.reason, caught.value.event) == ("game-over", 2)


# Both reach the target


def test_if_both_reach_the_target_the_higher_total_wins() -> None:
    game = match(brought(30, 18), brought(22, 26), target=40)
    assert (game.score, game.winner) == ({NS: 52, EW: 44}, NS)
    assert match(brought(18, 30), brought(26, 22), target=40).winner is EW


CLIQUE_FIRST_CASES = {
    # points before the hand (north-south, east-west), points of the hand, its clique: winner by default, clique first
    "the clique alone reaches the target": ((40, 48), (14, 42), (NS, 8), EW, NS),
    "the clique alone falls one short": ((39, 49), (14, 42), (NS, 8), EW, EW),
    "the clique is the leader's": ((40, 48), (8, 48), (EW, 8), EW, EW),
    "no clique": ((40, 48), (10, 38), None, EW, EW),
    "only one reaches the target, and the clique is the other's": ((30, 18), (8, 48), (NS, 8), EW, EW),
    "level, and the clique alone reaches it": ((40, 48), (32, 24), (NS, 8), None, NS),
    "level, and the clique falls short": ((39, 47), (32, 24), (NS, 8), None, None),
}


@pytest.mark.parametrize("what", CLIQUE_FIRST_CASES)
def test_counting_the_clique_first_only_matters_when_both_reach_the_target(what: str) -> None:
    (ns, ew), (ns_hand, ew_hand), clique, by_default, clique_first = CLIQUE_FIRST_CASES[what]
    before, after = {NS: ns, EW: ew}, {NS: ns + ns_hand, EW: ew + ew_hand}
    assert ns_hand + ew_hand == 48 + (clique[1] if clique else 0)
    assert find_winner(before, after, clique, 48) is by_default
    assert find_winner(before, after, clique, 48, CLIQUE_FIRST) is clique_first


def test_counting_the_clique_first_decides_a_game() -> None:
    # North-south had 42; four kings alone make 82, over the target of 80, and the tricks of that hand come after.
    hands = [brought(42, 6), brought(0, 48), brought(42, 46, (NS, 40))]
    assert match(*hands, target=80).score == {NS: 84, EW: 100}
    assert match(*hands, target=80).winner is EW
    assert match(*hands, target=80, readings=CLIQUE_FIRST).winner is NS


# Level totals


LEVEL = [brought(30, 18), brought(18, 30)]


def test_level_totals_at_the_target_are_no_win_and_another_hand_is_played() -> None:
    game = match(*LEVEL, target=48)
    assert game == Game({NS: 48, EW: 48}, None, False, NORTH)
    assert match(*LEVEL, brought(25, 23), target=48).winner is NS


def test_level_totals_at_the_target_are_a_draw_under_its_reading() -> None:
    game = match(*LEVEL, target=48, readings=DRAWN)
    assert game == Game({NS: 48, EW: 48}, None, True, None)
    assert game.over
    with pytest.raises(Refused) as caught:
        match(*LEVEL, brought(25, 23), target=48, readings=DRAWN)
    assert (caught.value.reason, caught.value.event) == ("game-over", 2)


@pytest.mark.parametrize(
    ("score", "drawn"), [((48, 48), True), ((60, 60), True), ((47, 47), False), ((48, 49), False), ((0, 0), False)]
)
def test_a_draw_is_level_totals_at_or_over_the_target_and_only_under_its_reading(
    score: Sequence[int], drawn: bool
) -> None:
    totals = {NS: score[0], EW: score[1]}
    assert is_drawn(totals, 48, DRAWN) is drawn
    assert is_drawn(totals, 48) is False


def test_clique_first_goes_before_a_draw() -> None:
    # 42 before and four kings make 82, over the target of 80 by themselves; the tricks bring both sides to 92.
    hands = [brought(42, 6), brought(0, 48), brought(50, 38, (NS, 40))]
    both = Readings(both_reach="clique-first", level_totals="drawn")
    assert match(*hands, target=80) == Game({NS: 92, EW: 92}, None, False, WEST)
    assert match(*hands, target=80, readings=DRAWN) == Game({NS: 92, EW: 92}, None, True, None)
    assert match(*hands, target=80, readings=both) == Game({NS: 92, EW: 92}, NS, False, None)


def test_games_by_chance_end_just_when_one_side_is_ahead_at_the_target() -> None:
    rng = random.Random(4)
    for _ in range(200):
        target, totals = rng.choice([30, 48, 96, 150]), [0, 0]
        hands: list[HandScore] = []
        while max(totals) < target or totals[0] == totals[1]:
            assert not match(*hands, target=target).over
            points = rng.choice([24, rng.randrange(49)])
            hands.append(brought(points, 48 - points))
            totals = [totals[0] + points, totals[1] + 48 - points]
        game = match(*hands, target=target)
        assert (game.winner, game.drawn) == (NS if totals[0] > totals[1] else EW, False)
        assert list(game.score.values()) == totals
