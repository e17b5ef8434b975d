"""Chapter 2: partners, seats and the first dealer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations, product

import pytest

from forty_kings.errors import Malformed, Refused
from forty_kings.pack import PACK, Card, CardSet, Rank
from forty_kings.seating import (
    SEATS,
    Drawing,
    Pairing,
    Seat,
    Side,
    draw_dealer,
    highest_drawn,
    pair_players,
    pair_players_by_deal,
    seat_players,
)

SOUTH, EAST, NORTH, WEST = Seat
FOUR = ("Anne", "Blaise", "Claire", "Denis")
KINGS = ("KS", "KH", "KD", "KC")


def cards(*names: str) -> list[Card]:
    return [Card(name) for name in names]


def deck_of(*top: str) -> list[Card]:
    """A whole pack with these cards on top; the kings that are not among them come last."""
    rest = [card for card in PACK if card.name not in top]
    rest.sort(key=lambda card: card.rank is Rank.KING)
    return cards(*top) + rest


# Seats and sides


def test_seats_go_round_to_the_right_and_back_to_the_left() -> None:
    # FK3.1: counter-clockwise as seen from above, so east is on the right of south.
    assert SEATS == (SOUTH, EAST, NORTH, WEST)
    for seat in Seat:
        assert seat.right.right is seat.partner
        assert seat.right.left is seat
        assert seat.partner.partner is seat
        assert seat.round() == (seat, seat.right, seat.partner, seat.left)
    assert SOUTH.right is EAST


def test_sides_are_the_seats_that_face_each_other() -> None:
    assert SOUTH.side is NORTH.side is Side.NORTH_SOUTH
    assert EAST.side is WEST.side is Side.EAST_WEST
    assert [side.other for side in Side] == [Side.EAST_WEST, Side.NORTH_SOUTH]


# Partners by drawing kings


@pytest.mark.parametrize("drawn", list(permutations(KINGS)), ids=" ".join)
def test_players_with_kings_of_one_colour_are_partners_and_the_red_choose_first(drawn: tuple[str, ...]) -> None:
    pairing = pair_players(dict(zip(FOUR, cards(*drawn), strict=True)))
    red = {player for player, king in zip(FOUR, drawn, strict=True) if king in ("KH", "KD")}  # FK1.3
    assert pairing == Pairing(red=frozenset(red), black=frozenset(FOUR) - red)
    assert pairing.choose_first == red  # FK2.9


def test_names_of_players_may_be_anything() -> None:
    names = ("", "south", "7", "Anne-Éloïse ♥")
    assert pair_players(dict(zip(names, cards(*KINGS), strict=True))).red == {"south", "7"}


@pytest.mark.parametrize(
    ("names", "drawn", "message"),
    [
        (FOUR, ("KS", "KH", "KD", "QC"), "Denis has taken QC, and only kings lie there to be taken"),
        (FOUR, ("KS", "KH", "KD", "KS"), "KS is there twice"),
        (FOUR[:3], KINGS[:3], "3 players have taken kings, expected four"),
        ((), (), "0 players have taken kings, expected four"),
    ],
)
def test_anything_but_four_players_with_four_kings_is_malformed(
    names: Sequence[str], drawn: Sequence[str], message: str
) -> None:
    with pytest.raises(Malformed) as caught:
        pair_players(dict(zip(names, cards(*drawn), strict=True)))
    assert str(caught.value) == message


# Partners by dealing for kings


def test_dealing_for_kings_begins_with_the_player_named_first() -> None:
    # One card each, FK2.5: Anne KS, Blaise KH, Claire KD; the fourth king is Denis's, FK2.6.
    pairing = pair_players_by_deal(FOUR, deck_of("KS", "KH", "KD"))
    assert pairing == Pairing(red=frozenset({"Blaise", "Claire"}), black=frozenset({"Anne", "Denis"}))


def test_who_has_a_king_is_passed_over_from_then_on() -> None:
    # Anne KS; Blaise 7S, Claire 8S, Denis 9S; Anne passed over, so Blaise KC; Claire TS, Denis JS; Claire KH.
    pairing = pair_players_by_deal(FOUR, deck_of("KS", "7S", "8S", "9S", "KC", "TS", "JS", "KH"))
    assert pairing.black == {"Anne", "Blaise"}
    assert pairing.red == {"Claire", "Denis"}


def test_dealing_goes_on_with_the_next_player_after_a_king_to_the_last() -> None:
    # 7S 8S 9S to the first three, KS to Denis; then Anne QS, Blaise KC; then Claire JS, Anne KD.
    pairing = pair_players_by_deal(FOUR, deck_of("7S", "8S", "9S", "KS", "QS", "KC", "JS", "KD"))
    assert pairing.black == {"Blaise", "Denis"}
    assert pairing.red == {"Anne", "Claire"}


def test_dealing_for_kings_agrees_with_dealing_card_by_card_to_the_end() -> None:
    # The same rule told another way: a ring of players, each leaving it with a king.
    rng = random.Random(2)
    for _ in range(300):
        deck, players = rng.sample(PACK.cards(), 32), rng.sample(FOUR, 4)
        ring, kings = list(players), {}
        for card in deck:
            player = ring.pop(0)
            if card.rank is Rank.KING:
                kings[player] = card
            else:
                ring.append(player)
            if not ring:
                break
        assert pair_players_by_deal(players, deck) == pair_players(kings)


@pytest.mark.parametrize(
    ("players", "deck", "message"),
    [
        (FOUR[:3], PACK.cards(), "expected four different players, not Anne, Blaise, Claire"),
        ((), PACK.cards(), "expected four different players, not none"),
        (("Anne", "Anne", "Claire", "Denis"), PACK.cards(), "expected four different players, not Anne, Anne, Claire"),
        (FOUR, PACK.cards()[1:], "31 cards are no whole pack: KS missing"),
        (FOUR, [*PACK, Card("KS")], "KS is there twice"),
    ],
)
def test_other_players_or_deck_are_malformed(players: Sequence[str], deck: Sequence[Card], message: str) -> None:
    with pytest.raises(Malformed, match=f"^{message}"):
        pair_players_by_deal(players, deck)


# Sitting down


PAIRS = [frozenset({"Anne", "Claire"}), frozenset({"Blaise", "Denis"})]


@pytest.mark.parametrize("seats", list(permutations(Seat)), ids=lambda seats: " ".join(seat.value for seat in seats))
def test_a_seating_is_refused_just_when_partners_do_not_face_each_other(seats: tuple[Seat, ...]) -> None:
    placed = dict(zip(FOUR, seats, strict=True))
    if placed["Anne"].side is placed["Claire"].side:
        sides = seat_players(PAIRS, placed)
        assert sides == {placed["Anne"].side: PAIRS[0], placed["Blaise"].side: PAIRS[1]}
    else:
        with pytest.raises(Refused) as caught:
            seat_players(PAIRS, placed)
        assert (caught.value.reason, caught.value.event) == ("partners-not-opposite", None)


@pytest.mark.parametrize(
    ("pairs", "players"),
    [
        ([], FOUR),
        (PAIRS[:1], FOUR),
        ([PAIRS[0], PAIRS[0]], FOUR),
        ([PAIRS[0], frozenset({"Claire", "Denis"})], FOUR),
        ([frozenset({"Anne"}), frozenset({"Blaise", "Claire", "Denis"})], FOUR),
        ([*PAIRS, frozenset({"Eve", "Fanny"})], FOUR),
        (PAIRS, FOUR[:3]),
        (PAIRS, ("Anne", "Blaise", "Claire", "Eve")),
    ],
)
def test_other_than_two_pairs_in_four_seats_is_malformed(pairs: list[frozenset[str]], players: tuple[str, ...]) -> None:
    with pytest.raises(Malformed, match=r"^expected "):
        seat_players(pairs, dict(zip(players, Seat, strict=False)))


def test_two_players_in_one_seat_and_a_fifth_player_are_malformed() -> None:
    with pytest.raises(Malformed, match="a seat of their own"):
        seat_players(PAIRS, {"Anne": SOUTH, "Claire": NORTH, "Blaise": EAST, "Denis": EAST})
    with pytest.raises(Malformed, match="each of the four players"):
        seat_players(PAIRS, {**dict(zip(FOUR, Seat, strict=True)), "Eve": SOUTH})


# The draw for the deal


def drawn(south: str = "", east: str = "", north: str = "", west: str = "") -> dict[Seat, Card]:
    names = zip(Seat, (south, east, north, west), strict=True)
    return {seat: Card(name) for seat, name in names if name}


@pytest.mark.parametrize(("one", "other"), list(product("AKQJT987", repeat=2)), ids="".join)
def test_the_higher_card_of_the_draw_deals_and_equal_ranks_tie_whatever_their_suits(one: str, other: str) -> None:
    # FK2.12: the string above is the order of the draw. FK2.14: spades do not beat hearts.
    order = "AKQJT987"
    drawn_by_two = {SOUTH: Card(one + "S"), EAST: Card(other + "H")}
    highest = {SOUTH, EAST} if one == other else {SOUTH if order.index(one) < order.index(other) else EAST}
    assert highest_drawn(drawn_by_two) == highest


def test_the_highest_card_deals() -> None:
    assert draw_dealer([drawn("KS", "AD", "KH", "9C")]) == Drawing(EAST, frozenset())


def test_all_who_tie_for_the_highest_card_draw_again() -> None:
    assert draw_dealer([drawn("AS", "7D", "AH", "8C")]) == Drawing(None, frozenset({SOUTH, NORTH}))
    assert draw_dealer([drawn("AS", "AD", "AH", "8C")]) == Drawing(None, frozenset({SOUTH, EAST, NORTH}))
    assert draw_dealer([drawn("7S", "7D", "7H", "7C")]) == Drawing(None, frozenset(Seat))


def test_a_tie_below_the_highest_is_disregarded() -> None:
    assert draw_dealer([drawn("QS", "QD", "QH", "KC")]).dealer is WEST


def test_a_new_draw_is_settled_by_the_new_cards_alone() -> None:
    # South and north tie with aces; north's 8 beats south's 7, whatever east and west have lying there.
    assert draw_dealer([drawn("AS", "KD", "AH", "KC"), drawn(south="7S", north="8H")]).dealer is NORTH


def test_those_who_tie_once_more_draw_yet_again_until_it_is_settled() -> None:
    rounds = [drawn("AS", "AD", "AH", "AC"), drawn("KS", "KD", "KH", "9C"), drawn("QS", "QD", "7H")]
    assert draw_dealer(rounds) == Drawing(None, frozenset({SOUTH, EAST}))
    assert draw_dealer([*rounds, drawn("8S", "9D")]) == Drawing(EAST, frozenset())


@pytest.mark.parametrize(
    ("rounds", "event"),
    [
        ([drawn("KS", "AD", "KH")], 0),
        ([{}], 0),
        ([drawn("AS", "AD", "KH", "9C"), drawn("7S", "8D", "9H")], 1),
        ([drawn("AS", "AD", "KH", "9C"), drawn("7S")], 1),
        ([drawn("AS", "AD", "KH", "9C"), drawn(north="7S", west="8S")], 1),
        ([drawn("AS", "AD", "KH", "9C"), {}], 1),
        ([drawn("AS", "AD", "AH", "9C"), drawn("7S", "7D", "8D"), drawn("9S", "9D")], 2),
    ],
)
def test_a_round_of_others_than_must_draw_is_refused_at_its_place(rounds: list[dict[Seat, Card]], event: int) -> None:
    with pytest.raises(Refused) as caught:
        draw_dealer(rounds)
    expected = "dealer-already-drawn" if event == 2 else "wrong-players-draw"
    assert (caught.value.reason, caught.value.event) == (expected, event)


def test_once_the_dealer_is_known_nobody_draws_whoever_it_is() -> None:
    first = drawn("KS", "AD", "KH", "9C")
    for further in (drawn(east="7S"), drawn("7S", "8S", "9S", "TS"), {}):
        with pytest.raises(Refused) as caught:
            draw_dealer([first, further])
        assert (caught.value.reason, caught.value.event) == ("dealer-already-drawn", 1)


@pytest.mark.parametrize(
    ("rounds", "message"),
    [
        ([], "expected one round or more"),
        ([drawn("AS", "AS", "KH", "9C")], "AS is there twice"),
        ([drawn("AS", "AD", "KH", "9C"), drawn("9C", "8C")], "9C is there twice"),
        # Malformed goes before refused: the second round is of the wrong players too.
        ([drawn("AS", "AD", "KH", "9C"), drawn(north="AS")], "AS is there twice"),
    ],
)
def test_no_round_and_a_card_drawn_twice_are_malformed(rounds: list[dict[Seat, Card]], message: str) -> None:
    with pytest.raises(Malformed, match=message):
        draw_dealer(rounds)


def test_every_drawing_ends_with_one_dealer_who_drew_highest_last() -> None:
    rng = random.Random(5)
    for _ in range(200):
        deck, rounds = rng.sample(PACK.cards(), 32), []
        to_draw = frozenset(Seat)
        while len(to_draw) > 1:
            rounds.append({seat: deck.pop() for seat in to_draw})
            drawing = draw_dealer(rounds)
            to_draw = drawing.redraw or frozenset({drawing.dealer})  # type: ignore[arg-type]
        (dealer,) = to_draw
        last = rounds[-1]
        assert all("AKQJT987".index(last[dealer].rank.value) < "AKQJT987".index(card.rank.value)
                   for seat, card in last.items() if seat is not dealer)  # fmt: skip
        assert len(CardSet.holding(card for drawn in rounds for card in drawn.values())) == sum(map(len, rounds))
