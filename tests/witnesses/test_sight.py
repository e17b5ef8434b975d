"""What a seat sees: all that it may, and nothing else."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.chance import ALL_READINGS
from tests.test_adapter_table import THREE_THREES, tables_by_chance
from tests.test_adapter_table import table as table_after

from forty_kings.dealing import Deal
from forty_kings.pack import CardSet
from forty_kings.play import Hand
from forty_kings.seating import Seat
from forty_kings_adapters.sight import PIECES, PLACE, Scene, Sight
from forty_kings_adapters.table import Table

SOUTH, EAST, NORTH, WEST = Seat


def looks(table: Table, seat: Seat, recall: bool) -> tuple[str, bytes]:
    """What the seat sees, in words and in numbers."""
    sight = Sight(recall=recall)
    sight.look(Scene.of(table), seat)
    return sight.tell(Scene.of(table), seat), sight.numbers.tobytes()


def another(rng: random.Random, table: Table, seat: Seat) -> Table | None:
    """A table at which the same was done, and two of the others have exchanged a card that they have not played.

    None if there is none such, or if they would have had to play otherwise.
    """
    hand = table.hand
    one, two = rng.sample([other for other in Seat if other is not seat], 2)
    unseen = [hand.cards_of(other) - CardSet(hand.deal.turn_up.bit) for other in (one, two)]
    if not all(unseen):
        return None
    swapped = CardSet.holding(rng.choice(cards.cards()) for cards in unseen)
    hands = {each: hand.deal.hands[each.index] for each in Seat}
    for each in (one, two):
        hands[each] = CardSet(hands[each].mask ^ swapped.mask)
    other = Table(Hand.dealt(Deal.of(hand.deal.dealer, hands, hand.deal.turn_up), hand.readings))
    try:
        for _, number in table.done:
            other = other.act(number)
    except ValueError:
        return None
    return other


def test_a_seat_cannot_tell_who_of_the_others_has_a_card_that_was_not_played() -> None:
    rng = random.Random("hidden")
    compared = 0
    for _ in range(40):
        for table in tables_by_chance(rng, rng.choice(ALL_READINGS)):
            seat = rng.choice(list(Seat))
            other = another(rng, table, seat) if rng.random() < 0.4 else None
            if other is None:
                continue
            for recall in (True, False):
                compared += 1
                assert looks(other, seat, recall) == looks(table, seat, recall)
                changed = [each for each in Seat if other.hand.cards_of(each) != table.hand.cards_of(each)]
                assert len(changed) == 2
                for each in changed:
                    for own, was in zip(looks(other, each, recall), looks(table, each, recall), strict=True):
                        assert own != was
    assert compared > 500


def test_recall_tells_apart_all_that_a_seat_has_seen() -> None:
    rng = random.Random("recall")
    seen: dict[tuple[str, bytes], tuple[object, ...]] = {}
    for _ in range(10):
        for table in tables_by_chance(rng, rng.choice(ALL_READINGS)):
            for seat in Seat:
                deal = table.hand.deal
                known = (seat, deal.dealer, deal.turn_up, deal.hands[seat.index], table.done)
                words, numbers = looks(table, seat, recall=True)
                for sight in (words, b""), ("", numbers):
                    assert seen.setdefault(sight, known) == known


def test_the_view_is_that_of_the_rules() -> None:
    rng = random.Random("view")
    sight = Sight(recall=False)
    for _ in range(20):
        for table in tables_by_chance(rng):
            for seat in Seat:
                view = table.hand.view(seat)
                sight.look(Scene.of(table), seat)
                pieces = sight.pieces
                assert cards_in(pieces["hand"]) == view.hand
                assert [8 * left for left in pieces["cards_left"]] == list(view.cards_left.values())
                assert cards_in(pieces["turn_up"]) == CardSet(view.turn_up.bit if view.turn_up else 0)
                assert cards_in(pieces["trick"].max(axis=0)) == CardSet.holding(view.trick)
                words = sight.tell(Scene.of(table), seat)
                assert (f"turn-up {view.turn_up}" in words) == (view.turn_up is not None)


def cards_in(numbers: np.ndarray) -> CardSet:
    """The cards that are marked."""
    return CardSet.holding(card for card, place in PLACE.items() if numbers[place])


def test_what_was_announced_named_and_shown_is_in_both() -> None:
    done = ["KS three", "QS three", "JS three", "7C", "K", "good", "J", "shows nothing"]
    after = table_after(THREE_THREES, *done)
    for recall in (True, False):
        sight = Sight(recall=recall)
        sight.look(Scene.of(after), WEST)
        pieces = sight.pieces
        assert pieces["announced"].tolist() == [[1, 0], [1, 0], [1, 0], [0, 0]]
        assert pieces["named"].tolist() == [[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0]]
        assert pieces["shown_nothing"].tolist() == [1, 0, 0, 0]
        assert not pieces["shown"].any()
    assert Sight(recall=True).tell(Scene.of(after), WEST) == (
        "west holds KC QC JC AC TC 9C 8C 7C, turn-up 7C of west, "
        "south KS three, east QS three, north JS three, west 7C, south K, east good, north J, south shows nothing"
    )
    assert Sight(recall=False).tell(Scene.of(after), WEST) == (
        "west holds KC QC JC AC TC 9C 8C, west dealt, trump clubs, west to act, cards left 7 7 7 7, "
        "south announced three, east announced three, north announced three, "
        "south K, east good, north J, south shows nothing"
    )


@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize(("own", "others"), [(False, False), (True, False), (False, True)])
def test_the_numbers_are_the_pieces_one_after_the_other(recall: bool, public: bool, own: bool, others: bool) -> None:
    sight = Sight(recall=recall, public=public, own=own, others=others)
    for table in tables_by_chance(random.Random("pieces")):
        sight.look(Scene.of(table), NORTH)
        assert np.concatenate([piece.ravel() for piece in sight.pieces.values()]).tolist() == sight.numbers.tolist()
        assert 0 <= sight.numbers.min() <= sight.numbers.max() == 1
        assert all(piece.shape == PIECES[name] for name, piece in sight.pieces.items())
    assert ("hand" in sight.pieces, "hands" in sight.pieces) == (own, others)
    assert ("trump" in sight.pieces) == public
