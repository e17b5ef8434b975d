"""Chapter 5: cliques, and what is announced, named and shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

import pytest
from tests.chance import ALL_READINGS, deal_by_chance

from forty_kings.cliques import (
    Clique,
    Contest,
    Named,
    ScoredClique,
    cliques_of_number,
    find_cliques,
    judge_cliques,
)
from forty_kings.errors import Refused
from forty_kings.pack import PACK, CardSet, Rank
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

SOUTH, EAST, NORTH, WEST = Seat
KING, QUEEN, JACK = Rank.KING, Rank.QUEEN, Rank.JACK

# From the lowest to the highest: FK5.5, FK5.6.
BY_VALUE = [
    (Clique(JACK, 3), 6),
    (Clique(QUEEN, 3), 8),
    (Clique(KING, 3), 10),
    (Clique(JACK, 4), 13),
    (Clique(QUEEN, 4), 20),
    (Clique(KING, 4), 40),
]


def cards(names: str) -> CardSet:
    return CardSet.of(*names.split())


def refusal(act: Callable[..., object], *given: object) -> Refused:
    with pytest.raises(Refused) as caught:
        act(*given)
    return caught.value


def contest(readings: Readings = DEFAULT, /, **court: str) -> Contest:
    """Four hands with these kings, queens and jacks in them, filled up so that nobody has another clique."""
    held = {seat: cards(court.get(seat.value, "")) for seat in Seat}
    rest = [card for card in PACK if not any(card in hand for hand in held.values())]
    for card in sorted(rest, key=lambda card: -card.points):
        open_to = [seat for seat in Seat if len(held[seat]) < 8]
        seat = min(open_to, key=lambda seat: (len(held[seat].of_rank(card.rank)), len(held[seat])))
        held[seat] |= CardSet.of(card.name)
    return Contest((held[SOUTH], held[EAST], held[NORTH], held[WEST]), readings)


# What a clique is


@pytest.mark.parametrize(("clique", "points"), BY_VALUE)
def test_a_clique_is_worth_what_the_clause_says(clique: Clique, points: int) -> None:
    assert clique.points == points


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("KS KH KD 7S 8S 9S TS AS", [Clique(KING, 3)]),
        ("KS KH KD KC 7S 8S 9S TS", [Clique(KING, 4)]),  # four are four and not also three
        ("KS KH QS QH JS JH 7S 8S", []),
        ("AS AH AD AC TS TH TD TC", []),  # FK5.2
        ("JS JH JD QS QH QD QC 7S", [Clique(QUEEN, 4), Clique(JACK, 3)]),  # the dearest first
        ("JS JH JD JC KS KH KD 7S", [Clique(JACK, 4), Clique(KING, 3)]),  # 13 and 10
        ("JS JH JD JC QS QH QD QC", [Clique(QUEEN, 4), Clique(JACK, 4)]),
    ],
)
def test_cliques_of_a_hand_are_found_the_dearest_first(hand: str, found: list[Clique]) -> None:
    assert find_cliques(cards(hand)) == found


def test_no_two_cliques_of_one_deal_are_equal_in_points() -> None:
    rng = random.Random(1)
    for _ in range(500):
        points = [clique.points for hand in deal_by_chance(rng, cliques=True).hands for clique in find_cliques(hand)]
        assert len(set(points)) == len(points)  # FK5.7


def test_four_may_be_announced_as_three_only_under_its_reading() -> None:
    hand = cards("JS JH JD JC QS QH QD 7S")
    allowed = Readings(four_as_three="allowed")
    assert cliques_of_number(hand, 4, DEFAULT) == [Clique(JACK, 4)]
    assert cliques_of_number(hand, 3, DEFAULT) == [Clique(QUEEN, 3)]
    assert cliques_of_number(hand, 4, allowed) == [Clique(JACK, 4)]
    assert set(cliques_of_number(hand, 3, allowed)) == {Clique(QUEEN, 3), Clique(JACK, 3)}


def test_a_clique_is_shown_by_exactly_its_cards() -> None:
    three, four = cards("KS KH KD 7S 8S 9S TS AS"), cards("KS KH KD KC 7S 8S 9S TS")
    assert Clique(KING, 3).is_shown_by(cards("KS KH KD"), three)
    assert not Clique(KING, 3).is_shown_by(cards("KS KH"), three)
    assert not Clique(KING, 3).is_shown_by(cards("KS KH KC"), three)  # not held
    assert not Clique(KING, 3).is_shown_by(cards("KS KH KD 7S"), three)
    assert not Clique(QUEEN, 3).is_shown_by(cards("KS KH KD"), three)
    assert Clique(KING, 4).is_shown_by(cards("KS KH KD KC"), four)
    assert not Clique(KING, 4).is_shown_by(cards("KS KH KD"), four)
    assert Clique(KING, 3).is_shown_by(cards("KS KD KC"), four)  # four announced as three: any three of them


# Announcing


def test_whoever_holds_a_clique_of_the_number_may_announce_it_and_nobody_else() -> None:
    start = contest(south="KS KH KD", east="QS QH QD QC")
    assert start.announce(SOUTH, 3).calls == ((SOUTH, 3),)
    assert start.announce(EAST, 4).calls == ((EAST, 4),)
    for seat, number in ((SOUTH, 4), (EAST, 3), (NORTH, 3), (WEST, 4)):
        refused = refusal(start.announce, seat, number)
        assert (refused.reason, refused.clause) == ("clique-not-held", "FK5.14")
    assert start.calls == ()


def test_three_may_be_announced_after_four_and_does_not_compete() -> None:
    calls = contest(south="KS KH KD", east="JS JH JD JC").announce(EAST, 4).announce(SOUTH, 3)
    assert calls.calls == ((EAST, 4), (SOUTH, 3))
    assert calls.contenders == [EAST]  # FK5.19
    assert calls.end_calls().highest is EAST


def test_before_the_fourth_card_nothing_is_asked_settled_or_shown() -> None:
    calls = contest(south="KS KH KD", east="QS QH QD").announce(EAST, 3).announce(SOUTH, 3)
    assert (calls.to_rank, calls.highest, calls.to_show, calls.clique) == (None, None, None, None)
    assert refusal(calls.name, EAST, QUEEN).reason == "no-rank-asked"
    assert refusal(calls.give_way, EAST).reason == "no-rank-asked"
    assert refusal(calls.show, EAST, cards("QS QH QD")).reason == "nothing-to-show"


def test_without_announcements_nothing_is_asked_and_nothing_shown() -> None:
    silent = contest(south="KS KH KD").end_calls()
    assert (silent.to_rank, silent.highest, silent.to_show, silent.clique) == (None, None, None, None)
    assert refusal(silent.name, SOUTH, KING).reason == "no-rank-asked"
    assert refusal(silent.show, SOUTH, cards("KS KH KD")).reason == "nothing-to-show"


# Naming. East has queens, north kings, west jacks; east speaks first.


def asked(readings: Readings = DEFAULT) -> Contest:
    start = contest(readings, east="QS QH QD", north="KS KH KD", west="JS JH JD")
    return start.announce(EAST, 3).announce(NORTH, 3).announce(WEST, 3).end_calls()


def test_those_with_the_largest_number_are_asked_in_the_order_in_which_they_announced() -> None:
    first = asked()
    second = first.name(EAST, QUEEN)
    third = second.name(NORTH, KING)
    last = third.give_way(WEST)
    assert [each.to_rank for each in (first, second, third, last)] == [EAST, NORTH, WEST, None]
    assert last.names == (
        Named(EAST, Clique(QUEEN, 3)),
        Named(NORTH, Clique(KING, 3)),
        Named(WEST, None),
    )
    assert (first.names, first.highest, third.highest) == ((), None, None)


def test_one_who_announced_a_smaller_number_is_not_asked() -> None:
    start = contest(south="QS QH QD QC", east="KS KH KD", north="JS JH JD JC")
    calls = start.announce(EAST, 3).announce(NORTH, 4).announce(SOUTH, 4).end_calls()
    assert calls.to_rank is NORTH
    assert calls.name(NORTH, JACK).to_rank is SOUTH
    assert refusal(calls.name, EAST, KING).reason == "not-your-turn"


def test_a_single_largest_number_is_asked_for_no_rank() -> None:
    calls = contest(east="KS KH KD").announce(EAST, 3).end_calls()
    assert (calls.to_rank, calls.highest, calls.to_show) == (None, EAST, EAST)
    assert refusal(calls.name, EAST, KING).reason == "no-rank-asked"
    assert refusal(calls.give_way, EAST).reason == "no-rank-asked"


def test_partners_compete_with_each_other() -> None:
    calls = contest(east="JS JH JD", west="QS QH QD").announce(EAST, 3).announce(WEST, 3).end_calls()
    assert calls.to_rank is EAST
    assert calls.name(EAST, JACK).name(WEST, QUEEN).highest is WEST  # FK5.27


@pytest.mark.parametrize("seat", [SOUTH, NORTH, WEST])
def test_whoever_speaks_out_of_turn_is_refused(seat: Seat) -> None:
    for act in (lambda: asked().name(seat, KING), lambda: asked().give_way(seat)):
        assert refusal(act).reason == "not-your-turn"


def test_only_a_rank_held_in_the_number_announced_is_named() -> None:
    for rank in (KING, JACK, Rank.ACE, Rank.SEVEN):
        refused = refusal(asked().name, EAST, rank)
        assert refused.reason == "clique-not-held"
    # Four jacks and three queens announced as three: jacks are no clique of three.
    start = contest(east="JS JH JD JC QS QH QD", north="KS KH KD")
    calls = start.announce(EAST, 3).announce(NORTH, 3).end_calls()
    assert refusal(calls.name, EAST, JACK).reason == "clique-not-held"
    assert calls.name(EAST, QUEEN).to_rank is NORTH


def test_first_who_is_asked_must_name() -> None:
    assert refusal(asked().give_way, EAST).reason == "nothing-to-concede"


def test_highest_rank_named_wins_wherever_it_was_said() -> None:
    assert asked().name(EAST, QUEEN).name(NORTH, KING).name(WEST, JACK).highest is NORTH
    assert asked().name(EAST, QUEEN).name(NORTH, KING).give_way(WEST).highest is NORTH


def test_a_rank_that_was_not_named_does_not_win() -> None:
    # North gives way with kings: under the default the queens named win, FK5.25, FK5.26.
    said = asked().name(EAST, QUEEN).give_way(NORTH).name(WEST, JACK)
    assert (said.highest, said.to_show) == (EAST, EAST)
    assert refusal(said.show, NORTH, cards("KS KH KD")).reason == "nothing-to-show"


def test_good_with_a_higher_clique_is_refused_under_its_reading() -> None:
    readings = Readings(good_when_higher="refused")
    said = asked(readings).name(EAST, QUEEN)
    assert refusal(said.give_way, NORTH).reason == "good-while-higher"
    # West's jacks are lower than the queens and the kings named: it may give way.
    assert said.name(NORTH, KING).give_way(WEST).highest is NORTH


def test_good_is_measured_by_the_highest_named_and_not_by_the_last_or_the_lowest() -> None:
    # Queens are higher than the jacks named first and lower than the kings.
    start = contest(Readings(good_when_higher="refused"), south="KS KH KD", east="JS JH JD", north="QS QH QD")
    for order in ((EAST, SOUTH, NORTH), (SOUTH, EAST, NORTH)):
        said = start
        for seat in order:
            said = said.announce(seat, 3)
        said = said.end_calls()
        for seat in order[:2]:
            said = said.name(seat, KING if seat is SOUTH else JACK)
        assert said.give_way(NORTH).highest is SOUTH


def test_good_with_a_higher_clique_of_another_number_is_not_refused() -> None:
    # North announced three queens and holds four jacks: the jacks are higher than the kings, and not of the number.
    start = contest(Readings(good_when_higher="refused"), east="KS KH KD", north="QS QH QD JS JH JD JC")
    calls = start.announce(EAST, 3).announce(NORTH, 3).end_calls()
    assert calls.name(EAST, KING).give_way(NORTH).highest is EAST


def test_good_counts_all_cliques_of_the_number_under_its_reading() -> None:
    # Two of the number: jacks are lower than the queens named, kings are higher, so "good" is refused.
    start = contest(Readings(good_when_higher="refused"), east="QS QH QD", north="JS JH JD KS KH KD")
    said = start.announce(EAST, 3).announce(NORTH, 3).end_calls().name(EAST, QUEEN)
    assert refusal(said.give_way, NORTH).reason == "good-while-higher"


# Showing


def test_clique_scores_for_the_side_of_its_holder_once_it_is_shown() -> None:
    calls = contest(east="KS KH KD").announce(EAST, 3).end_calls()
    assert calls.clique is None
    shown = calls.show(EAST, cards("KS KH KD"))
    assert shown.clique == ScoredClique(EAST, Clique(KING, 3))
    assert shown.clique.side is Side.EAST_WEST
    assert (shown.to_show, calls.to_show) == (None, EAST)


@pytest.mark.parametrize("shown", ["KS KH", "KS KH KC", "KS KH KD 7S", "QS QH QD", "KS KH KD KC"])
def test_other_cards_than_those_of_the_clique_are_refused(shown: str) -> None:
    calls = contest(east="KS KH KD").announce(EAST, 3).end_calls()
    assert refusal(calls.show, EAST, cards(shown)).reason == "wrong-cards-shown"


@pytest.mark.parametrize("seat", [SOUTH, EAST, WEST])
def test_one_who_has_not_the_highest_has_nothing_to_show(seat: Seat) -> None:
    said = asked().name(EAST, QUEEN).name(NORTH, KING).give_way(WEST)
    assert refusal(said.show, seat, cards("KS KH KD")).reason == "nothing-to-show"


def test_a_clique_is_shown_once_and_not_while_a_rank_is_awaited() -> None:
    assert refusal(asked().show, NORTH, cards("KS KH KD")).reason == "rank-awaited"
    assert refusal(asked().show, SOUTH, cards("KS KH KD")).reason == "rank-awaited"
    shown = asked().name(EAST, QUEEN).name(NORTH, KING).give_way(WEST).show(NORTH, cards("KS KH KD"))
    assert refusal(shown.show, NORTH, cards("KS KH KD")).reason == "nothing-to-show"


def test_who_named_a_rank_shows_that_one_of_two() -> None:
    start = contest(east="KS KH KD JS JH JD", north="QS QH QD")
    said = start.announce(EAST, 3).announce(NORTH, 3).end_calls().name(EAST, KING).give_way(NORTH)
    assert refusal(said.show, EAST, cards("JS JH JD")).reason == "wrong-cards-shown"
    assert said.show(EAST, cards("KS KH KD")).clique == ScoredClique(EAST, Clique(KING, 3))


@pytest.mark.parametrize(("shown", "clique"), [("KS KH KD", Clique(KING, 3)), ("JS JH JD", Clique(JACK, 3))])
def test_who_was_asked_for_no_rank_shows_either_of_two(shown: str, clique: Clique) -> None:
    calls = contest(east="KS KH KD JS JH JD").announce(EAST, 3).end_calls()
    assert calls.show(EAST, cards(shown)).clique == ScoredClique(EAST, clique)


def test_lead_to_the_second_trick_gives_up_what_was_not_shown() -> None:
    calls = contest(east="KS KH KD").announce(EAST, 3).end_calls()
    late = calls.close()
    assert (late.to_show, late.clique) == (None, None)
    assert refusal(late.show, EAST, cards("KS KH KD")).reason == "nothing-to-show"
    assert calls.show(EAST, cards("KS KH KD")).close().clique == ScoredClique(EAST, Clique(KING, 3))
    unspoken = asked().close()
    assert unspoken.to_rank is None
    assert refusal(unspoken.name, EAST, QUEEN).reason == "no-rank-asked"


# Four as three


FOUR_AS_THREE = Readings(four_as_three="allowed")


def test_four_announced_as_three_are_worth_three_and_three_of_them_are_shown() -> None:
    calls = contest(FOUR_AS_THREE, east="KS KH KD KC").announce(EAST, 3).end_calls()
    for shown in ("KS KH KD", "KH KD KC", "KS KD KC"):
        assert calls.show(EAST, cards(shown)).clique == ScoredClique(EAST, Clique(KING, 3))
    assert refusal(calls.show, EAST, cards("KS KH KD KC")).reason == "wrong-cards-shown"


def test_four_announced_as_three_compete_as_three() -> None:
    start = contest(FOUR_AS_THREE, east="KS KH KD KC", north="JS JH JD JC", west="QS QH QD")
    beaten = start.announce(EAST, 3).announce(NORTH, 4).end_calls()
    assert beaten.highest is NORTH
    calls = start.announce(EAST, 3).announce(WEST, 3).end_calls()
    assert calls.to_rank is EAST
    assert calls.name(EAST, KING).name(WEST, QUEEN).highest is EAST


def test_four_announced_as_three_bar_a_good_while_they_are_higher() -> None:
    # Three of north's four kings are higher than the queens named.
    readings = Readings(four_as_three="allowed", good_when_higher="refused")
    start = contest(readings, east="QS QH QD", north="KS KH KD KC")
    said = start.announce(EAST, 3).announce(NORTH, 3).end_calls().name(EAST, QUEEN)
    assert refusal(said.give_way, NORTH).reason == "good-while-higher"


def test_four_announced_as_three_are_refused_by_default() -> None:
    start = contest(east="KS KH KD KC")
    assert refusal(start.announce, EAST, 3).reason == "clique-not-held"


# The highest is not shown


NEXT_BEST = Readings(unshown="next-best-scores")
SHOWS = {EAST: "QS QH QD", NORTH: "KS KH KD", WEST: "JS JH JD"}


def said(readings: Readings) -> Contest:
    return asked(readings).name(EAST, QUEEN).name(NORTH, KING).name(WEST, JACK)


def test_by_default_nobody_else_may_show_and_nobody_scores() -> None:
    for seat in (EAST, WEST):
        assert refusal(said(DEFAULT).show, seat, cards(SHOWS[seat])).reason == "nothing-to-show"
    assert said(DEFAULT).close().clique is None


@pytest.mark.parametrize(
    ("shown", "scores"),
    [
        ([], None),
        ([WEST], Clique(JACK, 3)),
        ([WEST, EAST], Clique(QUEEN, 3)),
        ([EAST, WEST], Clique(QUEEN, 3)),
        ([WEST, EAST, NORTH], Clique(KING, 3)),
        ([NORTH], Clique(KING, 3)),
    ],
)
def test_under_its_reading_the_best_of_those_shown_scores(shown: list[Seat], scores: Clique | None) -> None:
    state = said(NEXT_BEST)
    for seat in shown:
        assert state.to_show is NORTH  # whose clique is the highest, until it has been shown
        state = state.show(seat, cards(SHOWS[seat]))
    clique = state.close().clique
    assert (clique.clique if clique else None) == scores


def test_under_its_reading_each_shows_once_and_none_after_the_highest() -> None:
    twice = said(NEXT_BEST).show(WEST, cards(SHOWS[WEST]))
    assert refusal(twice.show, WEST, cards(SHOWS[WEST])).reason == "nothing-to-show"
    after = said(NEXT_BEST).show(NORTH, cards(SHOWS[NORTH]))
    for seat in (EAST, NORTH, WEST):
        assert refusal(after.show, seat, cards(SHOWS[seat])).reason == "nothing-to-show"


def test_under_its_reading_one_who_was_silent_has_nothing_to_show() -> None:
    calls = contest(NEXT_BEST, east="QS QH QD", north="KS KH KD").announce(EAST, 3).end_calls()
    assert refusal(calls.show, NORTH, cards("KS KH KD")).reason == "nothing-to-show"


def test_under_its_reading_the_highest_scores_over_a_dearer_one_that_gave_way() -> None:
    # North gave way with kings, so the queens named are the highest, FK5.25. North shows first and scores nothing
    # once east has shown; as long as east has not, the kings are the best of those shown.
    state = asked(NEXT_BEST).name(EAST, QUEEN).give_way(NORTH).give_way(WEST)
    shown = state.show(NORTH, cards("KS KH KD"))
    assert (shown.clique, shown.to_show) == (ScoredClique(NORTH, Clique(KING, 3)), EAST)
    assert shown.show(EAST, cards("QS QH QD")).clique == ScoredClique(EAST, Clique(QUEEN, 3))


def test_under_its_reading_a_beaten_number_may_step_in() -> None:
    start = contest(NEXT_BEST, east="JS JH JD JC", north="KS KH KD")
    calls = start.announce(EAST, 4).announce(NORTH, 3).end_calls()
    assert calls.to_show is EAST
    assert calls.show(NORTH, cards("KS KH KD")).close().clique == ScoredClique(NORTH, Clique(KING, 3))


# Apart from the play


def hands_of(state: Contest) -> Mapping[Seat, CardSet]:
    return dict(zip(Seat, state.hands, strict=True))


HANDS = hands_of(contest(east="QS QH QD", north="KS KH KD", west="JS JH JD"))
CALLS = [(EAST, 3), (NORTH, 3), (WEST, 3)]
NAMES = [(EAST, QUEEN), (NORTH, KING), (WEST, None)]


def test_judging_apart_from_the_play_is_announcing_naming_and_showing_in_turn() -> None:
    judged = judge_cliques(EAST, HANDS, CALLS, NAMES, [(NORTH, cards("KS KH KD"))])
    assert judged == asked().name(EAST, QUEEN).name(NORTH, KING).give_way(WEST).show(NORTH, cards("KS KH KD"))
    assert judge_cliques(EAST, HANDS).clique is None


@pytest.mark.parametrize(
    ("calls", "event"),
    [
        ([(WEST, 3), (NORTH, 3)], 1),
        ([(EAST, 3), (EAST, 3)], 1),
        ([(EAST, 3), (WEST, 3), (NORTH, 3)], 2),
    ],
)
def test_a_call_that_comes_too_late_or_twice_is_refused_at_its_place(calls: list[tuple[Seat, int]], event: int) -> None:
    refused = refusal(lambda: judge_cliques(EAST, HANDS, calls))
    assert (refused.reason, refused.event) == ("not-your-turn", event)


def test_order_of_the_calls_begins_with_the_player_who_plays_first() -> None:
    assert judge_cliques(NORTH, HANDS, [(NORTH, 3), (WEST, 3), (EAST, 3)]).to_rank is NORTH
    assert refusal(lambda: judge_cliques(NORTH, HANDS, [(EAST, 3), (NORTH, 3)])).event == 1


def test_places_are_counted_on_through_calls_names_and_shows() -> None:
    refused = refusal(lambda: judge_cliques(EAST, HANDS, [(EAST, 3), (SOUTH, 3)]))
    # South sits after west, and holds nothing: its place is 1.
    assert (refused.reason, refused.event) == ("clique-not-held", 1)
    refused = refusal(lambda: judge_cliques(EAST, HANDS, CALLS, [(EAST, QUEEN), (NORTH, QUEEN)]))
    assert (refused.reason, refused.event) == ("clique-not-held", 4)
    refused = refusal(lambda: judge_cliques(EAST, HANDS, CALLS, [*NAMES, (EAST, QUEEN)]))
    assert (refused.reason, refused.event) == ("no-rank-asked", 6)
    refused = refusal(lambda: judge_cliques(EAST, HANDS, CALLS, NAMES, [(NORTH, cards("KS"))]))
    assert (refused.reason, refused.event) == ("wrong-cards-shown", 6)


def test_steps_leave_the_contest_as_it_was_whether_refused_or_not() -> None:
    rng = random.Random(3)
    for _ in range(200):
        start = Contest(deal_by_chance(rng, cliques=True).hands, rng.choice(ALL_READINGS))
        for _ in range(12):
            seat, rank, before = rng.choice(list(Seat)), rng.choice([KING, QUEEN, JACK]), tuple(start)
            held = start.hands[seat.index].of_rank(rank)
            steps: list[Callable[[], Contest]] = [
                partial(start.announce, seat, rng.choice([3, 4])),
                partial(start.name, seat, rank),
                partial(start.give_way, seat),
                partial(start.show, seat, held),
                start.end_calls,
            ]
            try:
                after = rng.choice(steps)()
            except Refused:
                after = start
            assert tuple(start) == before
            start = after
