"""Chapter 3: dealing, and the deal in one line."""

from __future__ import annotations

import random

import pytest
from tests.chance import deal_by_chance

from forty_kings.dealing import Deal, check_hands, cutter, deal
from forty_kings.errors import Malformed
from forty_kings.pack import PACK, Card, CardSet, Suit
from forty_kings.seating import Seat

LINE = "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"


# Dealing


@pytest.mark.parametrize("dealer", Seat)
def test_cards_are_dealt_by_two_three_and_three_from_the_dealers_right(dealer: Seat) -> None:
    # FK3.6, FK3.7: of cards numbered from the top the first to receive gets 0 1, 8 9 10 and 20 21 22, and so on round.
    deck = PACK.cards()
    dealt = deal(dealer, deck)
    for place, seat in enumerate((dealer.right, dealer.partner, dealer.left, dealer)):
        two, three, last = 2 * place, 8 + 3 * place, 20 + 3 * place
        received = deck[two : two + 2] + deck[three : three + 3] + deck[last : last + 3]
        assert dealt.hands[seat.index] == CardSet.holding(received)


@pytest.mark.parametrize("dealer", Seat)
def test_last_card_is_turned_up_is_the_dealers_and_names_the_trumps(dealer: Seat) -> None:
    deck = random.Random(3).sample(PACK.cards(), 32)
    dealt = deal(dealer, deck)
    assert dealt.turn_up == deck[31]  # FK3.8
    assert dealt.turn_up in dealt.hands[dealer.index]  # FK3.10
    assert dealt.trump is deck[31].suit  # FK3.9
    assert dealt.first is dealer.right  # FK4.1
    assert cutter(dealer) is dealer.left  # FK3.3


def test_every_deal_is_the_whole_pack_eight_cards_each() -> None:
    rng = random.Random(4)
    for _ in range(100):
        dealt = deal(rng.choice(list(Seat)), rng.sample(PACK.cards(), 32))
        assert [len(hand) for hand in dealt.hands] == [8, 8, 8, 8]
        assert CardSet.holding(card for hand in dealt.hands for card in hand) == PACK
        assert Deal.of(dealt.dealer, dict(zip(Seat, dealt.hands, strict=True)), dealt.turn_up) == dealt


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (PACK.cards()[:31], "31 cards are no whole pack: 7C missing"),
        ((*PACK.cards()[:31], Card("KS")), "KS is there twice"),
        ((*PACK.cards(), Card("KS")), "KS is there twice"),
        ((), "0 cards are no whole pack"),
    ],
)
def test_what_is_no_whole_pack_is_not_dealt(deck: tuple[Card, ...], message: str) -> None:
    with pytest.raises(Malformed, match=f"^{message}"):
        deal(Seat.SOUTH, deck)


# A deal that is given


def hands_of(dealt: Deal) -> dict[Seat, CardSet]:
    return dict(zip(Seat, dealt.hands, strict=True))


def test_hands_of_other_than_eight_cards_are_malformed() -> None:
    hands = hands_of(Deal.parse(LINE))
    moved = hands[Seat.SOUTH] & CardSet.of("8S")
    uneven = {**hands, Seat.SOUTH: hands[Seat.SOUTH] - moved, Seat.EAST: hands[Seat.EAST] | moved}
    with pytest.raises(Malformed, match=r"^south has 7 cards, expected 8$"):
        check_hands(uneven)


def test_a_card_in_two_hands_and_a_hand_too_few_are_malformed() -> None:
    hands = hands_of(Deal.parse(LINE))
    with pytest.raises(Malformed, match="is there twice"):
        check_hands({**hands, Seat.SOUTH: hands[Seat.EAST]})
    del hands[Seat.SOUTH]
    with pytest.raises(Malformed, match="24 cards are no whole pack"):
        check_hands(hands)


def test_turn_up_of_another_hand_than_the_dealers_is_malformed() -> None:
    with pytest.raises(Malformed, match=r"^the turn-up JS is not in the hand of the dealer, south$"):
        Deal.of(Seat.SOUTH, hands_of(Deal.parse(LINE)), Card("JS"))


# The deal line


def test_deal_line_begins_with_the_first_player_and_ends_with_the_dealers_turn_up() -> None:
    dealt = Deal.parse(LINE)
    assert dealt.dealer is Seat.SOUTH  # east plays first and sits on the dealer's right
    assert dealt.first is Seat.EAST
    assert dealt.hands[Seat.EAST.index] == CardSet.of("JS", "AH", "JD", "AD", "8D", "QC", "JC", "AC")
    assert dealt.hands[Seat.SOUTH.index] == CardSet.of("KS", "9S", "8S", "9H", "8H", "QD", "KC", "7C")
    assert dealt.turn_up == Card("8S")
    assert dealt.trump is Suit.SPADES


def test_deal_line_of_hands_without_some_suits() -> None:
    line = "north:KQJAT987... .KQJAT987.. ..KQJAT987. ...KQJAT987 7C"
    dealt = Deal.parse(line)
    assert dealt.dealer is Seat.EAST
    assert dealt.hands[Seat.NORTH.index] == PACK.of_suit(Suit.SPADES)
    assert dealt.hands[Seat.EAST.index] == PACK.of_suit(Suit.CLUBS)
    assert str(dealt) == line


def test_deal_line_read_and_written_is_the_same_deal_and_the_same_line() -> None:
    rng = random.Random(7)
    for _ in range(500):
        dealt = deal_by_chance(rng)
        assert Deal.parse(str(dealt)) == dealt
        assert str(Deal.parse(str(dealt))) == str(dealt)


def test_any_order_of_ranks_is_read_and_the_order_of_play_is_written() -> None:
    shuffled = "east:J.A.8JA.JAQ AQ.JQ.7T.89 7T.7KT.9K.T 89K.89.Q.7K 8S"
    assert Deal.parse(shuffled) == Deal.parse(LINE)
    assert str(Deal.parse(shuffled)) == LINE


MALFORMED_LINES = {
    "": "is no deal: expected 'SEAT:HAND HAND HAND HAND TURN-UP', a hand as S.H.D.C",
    "east": "is no deal",
    "east:": "is no deal",
    LINE.removeprefix("east:"): "is no deal",
    LINE.replace("east", "E"): "is no deal",
    LINE.replace("east", "East"): "is no deal",
    LINE.removesuffix(" 8S"): "is no deal",
    LINE + " 8S": "is no deal",
    LINE.replace("J.A.JA8.QJA", "J.A.JA8QJA"): "'J.A.JA8QJA' is no hand, expected four suits separated by points",
    LINE.replace("J.A.JA8.QJA", "J.A.JA8.QJA."): "is no hand",
    LINE.replace("T7.KT7", "107.KT7"): "'1S' is no card",
    LINE.replace("T7.KT7", "t7.KT7"): "'tS' is no card",
    LINE.replace("T7.KT7", "T7.KKT7"): "KH is there twice",
    LINE.replace("T7.KT7", "T7.T7"): "west has 7 cards, expected 8",
    LINE.replace("T7.KT7", "T7.AT7"): "AH is there twice",
    LINE.replace(" 8S", " 8X"): "'8X' is no card",
    LINE.replace(" 8S", " JS"): "the turn-up JS is not in the hand of the dealer, south",
}


@pytest.mark.parametrize("line", MALFORMED_LINES)
def test_a_faulty_deal_line_is_malformed_and_the_message_says_why(line: str) -> None:
    with pytest.raises(Malformed) as caught:
        Deal.parse(line)
    assert MALFORMED_LINES[line] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_deal_line_spoilt_by_chance_is_malformed_or_another_deal_and_never_anything_else() -> None:
    rng = random.Random(8)
    malformed = 0
    for _ in range(5000):
        text = list(str(deal_by_chance(rng)) if rng.random() < 0.5 else LINE)
        for _ in range(rng.choice([1, 1, 2, 5])):
            place = rng.randrange(len(text))
            character = rng.choice("KQJAT987SHDC:. \n\x00éàЅ🂡10eastnorhwu")
            text[place : place + rng.choice([0, 1, 1, 3])] = [character] * rng.choice([0, 1, 1, 2])
        try:
            dealt = Deal.parse("".join(text))
        except Malformed:
            malformed += 1
        else:
            assert Deal.parse(str(dealt)) == dealt
    assert malformed > 4000


def test_a_deal_line_of_chance_characters_is_malformed() -> None:
    rng = random.Random(9)
    for _ in range(2000):
        line = "".join(rng.choice("KQJAT987SHDC:. \tseatnorhwu'\"\\{}\u2028") for _ in range(rng.randrange(80)))
        with pytest.raises(Malformed):
            Deal.parse(line)
