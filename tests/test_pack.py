"""Chapter 1: the cards, what they are worth, their two orders, and sets of cards."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from forty_kings.errors import Malformed
from forty_kings.pack import PACK, Card, CardSet, Rank, Suit, highest, whole_pack

# As the clauses have them.
IN_PLAY = "KQJAT987"  # FK1.4
IN_THE_DRAW = "AKQJT987"  # FK2.12
POINTS = {"K": 5, "Q": 4, "J": 3, "A": 0, "T": 0, "9": 0, "8": 0, "7": 0}  # FK1.7


def test_pack_is_eight_cards_in_each_of_four_suits() -> None:
    assert len(PACK) == 32
    assert {card.name for card in PACK} == {rank + suit for rank in IN_PLAY for suit in "SHDC"}
    assert all(len(PACK.of_suit(suit)) == 8 for suit in Suit)
    assert all(len(PACK.of_rank(rank)) == 4 for rank in Rank)


def test_suits_are_four_and_two_of_them_are_red() -> None:
    assert [suit.value for suit in Suit] == ["spades", "hearts", "diamonds", "clubs"]
    assert [suit.letter for suit in Suit] == ["S", "H", "D", "C"]
    assert [suit.is_red for suit in Suit] == [False, True, True, False]


@pytest.mark.parametrize("suit", Suit)
def test_order_of_play_is_the_same_in_every_suit(suit: Suit) -> None:
    for higher, lower in pairwise(IN_PLAY):
        two = CardSet.of(lower + suit.letter, higher + suit.letter)
        assert highest(two) == Card(higher + suit.letter)


def test_highest_of_all_eight_is_the_king_and_of_one_card_that_card() -> None:
    assert highest(PACK.of_suit(Suit.DIAMONDS)) == Card("KD")
    assert highest(CardSet.of("7C")) == Card("7C")


def test_ranks_go_down_in_the_order_of_play_and_in_the_draw_with_the_ace_on_top() -> None:
    assert sorted(Rank, key=lambda rank: -rank.height) == [Rank(letter) for letter in IN_PLAY]
    assert sorted(Rank, key=lambda rank: -rank.height_in_draw) == [Rank(letter) for letter in IN_THE_DRAW]


@pytest.mark.parametrize("rank", Rank)
def test_a_card_is_worth_what_its_rank_is_whatever_its_suit(rank: Rank) -> None:
    assert rank.points == POINTS[rank.value]
    assert {card.points for card in PACK.of_rank(rank)} == {POINTS[rank.value]}


def test_points_add_up_to_twelve_a_suit_and_forty_eight_in_the_pack() -> None:
    assert [PACK.of_suit(suit).points for suit in Suit] == [5 + 4 + 3] * 4
    assert PACK.points == 48  # FK1.8
    assert CardSet().points == 0


# A card


def test_there_is_one_object_for_each_card() -> None:
    assert Card("KS") is Card("KS")
    assert Card("KS") != Card("KH")
    assert len({Card(name) for name in ("KS", "KH", "KS")}) == 2


def test_card_prints_as_its_name_and_its_repr_makes_it_again() -> None:
    for card in PACK:
        assert str(card) == card.rank.value + card.suit.letter
        assert eval(repr(card)) is card


NO_NAMES: list[Any] = [
    "", "K", "KSS", "10S", "ks", "Ks", "SK", "KX", "XS", "1S", "6S", " KS", "KS ", "KS\n", "K♠", "TЅ",
    None, 0, 5.0, True, (), ["KS"], {"KS": 1}, b"KS",
]  # fmt: skip


@pytest.mark.parametrize("name", NO_NAMES, ids=repr)
def test_what_is_no_name_of_a_card_is_malformed_and_said_to_be(name: Any) -> None:
    with pytest.raises(Malformed) as caught:
        Card(name)
    assert str(caught.value) == f"{name!r} is no card, expected a rank of KQJAT987 and a suit of SHDC"


# Copies


def pickled(value: Any, protocol: int = pickle.DEFAULT_PROTOCOL) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle-{protocol}": partial(pickled, protocol=protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)},
}


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_a_copy_of_a_card_a_suit_or_a_rank_is_the_thing_itself(make: Callable[[Any], Any]) -> None:
    for thing in (*PACK, *Suit, *Rank):
        assert make(thing) is thing
    kings = {"card": Card("KS"), "cards": [Card("KH"), Card("KS")]}
    assert make(kings) == kings


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_of_a_set_of_cards_is_equal_to_it(make: Callable[[Any], Any]) -> None:
    for cards in (CardSet(), CardSet.of("7S", "KC"), PACK):
        assert make(cards) == cards
        assert hash(make(cards)) == hash(cards)
        assert list(make(cards)) == list(cards)


# A set of cards


def sets_by_chance(seed: int, number: int = 100) -> list[CardSet]:
    rng = random.Random(seed)
    return [CardSet.holding(rng.sample(PACK.cards(), rng.randrange(33))) for _ in range(number)]


def test_set_of_cards_has_the_length_the_members_and_the_truth_of_a_set() -> None:
    for cards in sets_by_chance(1):
        plain = {card for card in PACK if card in cards}
        assert len(cards) == len(plain) == len(list(cards))
        assert set(cards) == plain
        assert bool(cards) is bool(plain)
    assert not CardSet()


def test_set_of_cards_iterates_suit_by_suit_from_high_to_low() -> None:
    in_order = [rank + suit for suit in "SHDC" for rank in IN_PLAY]
    assert [card.name for card in PACK] == in_order
    assert str(CardSet.of("7C", "8S", "TH", "KS", "JH", "AC")) == "KS 8S JH TH AC 7C"
    for cards in sets_by_chance(2):
        assert [card.name for card in cards] == [name for name in in_order if Card(name) in cards]
        assert cards.cards() == tuple(cards)


def test_and_or_minus_and_within_are_those_of_sets() -> None:
    for one, other in zip(sets_by_chance(3), sets_by_chance(4), strict=True):
        assert set(one & other) == set(one) & set(other)
        assert set(one | other) == set(one) | set(other)
        assert set(one - other) == set(one) - set(other)
        assert (one <= other) is (set(one) <= set(other))
        assert one & other <= one <= one | other
        assert (one == other) is (set(one) == set(other))
    assert CardSet() <= CardSet() <= PACK
    assert not any(PACK.of_suit(suit) <= CardSet.of("KS") for suit in Suit)


def test_equal_sets_of_cards_have_one_hash_and_the_order_of_naming_does_not_matter() -> None:
    one, other = CardSet.of("KS", "7C", "TH"), CardSet.of("TH", "KS", "7C")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, CardSet.of("KS")}) == 2


def test_set_of_cards_is_equal_to_nothing_that_is_none() -> None:
    king = CardSet.of("KS")
    for other in (Card("KS"), {Card("KS")}, king.mask, "KS", None):
        assert king != other


def test_repr_of_a_set_of_cards_makes_it_again() -> None:
    assert repr(CardSet.of("KH", "7S")) == "CardSet.of('7S', 'KH')"
    for cards in (CardSet(), PACK, *sets_by_chance(5, 20)):
        assert eval(repr(cards)) == cards


def test_operations_leave_their_sets_as_they_were() -> None:
    one, other = CardSet.of("KS", "QS"), CardSet.of("QS", "JS")
    for result in (one & other, one | other, one - other, one.of_suit(Suit.HEARTS), one.of_rank(Rank.KING)):
        assert result not in (one, other)
    assert one == CardSet.of("KS", "QS")
    assert other == CardSet.of("QS", "JS")


def test_those_of_a_suit_and_those_of_a_rank() -> None:
    cards = CardSet.of("KS", "7S", "KD", "QC", "7C")
    assert cards.of_suit(Suit.SPADES) == CardSet.of("KS", "7S")
    assert cards.of_suit(Suit.HEARTS) == CardSet()
    assert cards.of_rank(Rank.SEVEN) == CardSet.of("7S", "7C")
    assert cards.of_rank(Rank.ACE) == CardSet()


def test_a_card_that_is_there_twice_is_malformed() -> None:
    with pytest.raises(Malformed, match=r"^KS is there twice$"):
        CardSet.of("KS", "QS", "KS")
    with pytest.raises(Malformed, match=r"^7D is there twice$"):
        CardSet.holding([Card("7D"), Card("7D")])


def test_whole_pack_is_all_cards_in_any_order_and_nothing_less() -> None:
    deck = random.Random(6).sample(PACK.cards(), 32)
    assert whole_pack(deck) == PACK
    with pytest.raises(Malformed, match=rf"^31 cards are no whole pack: {deck[0]} missing$"):
        whole_pack(deck[1:])
    with pytest.raises(Malformed, match=rf"^{deck[0]} is there twice$"):
        whole_pack([*deck, deck[0]])
    with pytest.raises(Malformed, match=rf"^{deck[1]} is there twice$"):
        whole_pack([deck[1], *deck[1:]])
