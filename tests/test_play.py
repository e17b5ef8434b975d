"""Chapter 4: what may be played, who wins, and a hand from the first lead to the eighth trick."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from tests.chance import ALL_READINGS, hand_by_chance, next_event

from forty_kings.dealing import Deal
from forty_kings.errors import Refused
from forty_kings.pack import PACK, Card, CardSet, Rank, Suit
from forty_kings.play import Hand, Trick, judge_trick, legal_cards, winning_card
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

SOUTH, EAST, NORTH, WEST = Seat
MUST_TRUMP = Readings(when_void="must-trump")
TO_TRUMP = Readings(renounce="to-trump")
BOTH = Readings(when_void="must-trump", renounce="to-trump")


def cards(names: str) -> list[Card]:
    return [Card(name) for name in names.split()]


def hand_of(names: str) -> CardSet:
    return CardSet.of(*names.split())


# Which cards may be played. Hearts are trumps.

LAWFUL = {
    # hand, trick: under the defaults, must-trump, to-trump, both
    "a lead: any card, FK4.2": ("7S KH AD", "", "7S KH AD", "7S KH AD", "7S KH AD", "7S KH AD"),
    "can follow, holds a trump: FK4.3, FK4.7": ("7S 8S KH AD", "KS", "7S 8S", "7S 8S", "7S 8S KH", "7S 8S KH"),
    "can follow, no trump: FK4.3": ("7S AD", "KS", "7S", "7S", "7S", "7S"),
    "cannot follow, holds trumps: FK4.4": ("KH 7H AD", "KS", "KH 7H AD", "KH 7H", "KH 7H AD", "KH 7H"),
    "neither follows nor trumps: FK4.4": ("AD KC", "KS", "AD KC", "AD KC", "AD KC", "AD KC"),
    "trumps led, can follow: FK4.3": ("7H AD", "KH", "7H", "7H", "7H", "7H"),
    "trumps led, has none: FK4.4": ("7S AD", "KH", "7S AD", "7S AD", "7S AD", "7S AD"),
    "trumped already, can follow: FK4.3": ("7S 8H AD", "KS 7H", "7S", "7S", "7S 8H", "7S 8H"),
    "no duty to overtrump: FK4.6": ("7H KH AD", "KS QH", "7H KH AD", "7H KH", "7H KH AD", "7H KH"),
    "no duty to head the trick: FK4.5": ("7S KS", "QS JS", "7S KS", "7S KS", "7S KS", "7S KS"),
    "suit led is that of the first card": ("7D KC", "QC 9D AD", "KC", "KC", "KC", "KC"),
}


@pytest.mark.parametrize("what", LAWFUL)
def test_lawful_cards_under_the_four_ways_of_reading_the_duties(what: str) -> None:
    hand, trick, *lawful = LAWFUL[what]
    for readings, expected in zip((DEFAULT, MUST_TRUMP, TO_TRUMP, BOTH), lawful, strict=True):
        assert legal_cards(hand_of(hand), cards(trick), Suit.HEARTS, readings) == hand_of(expected), readings


def test_other_readings_do_not_change_what_may_be_played() -> None:
    rng = random.Random(1)
    for _ in range(200):
        dealt = rng.sample(PACK.cards(), 11)
        hand, trick = CardSet.holding(dealt[: rng.randrange(1, 9)]), dealt[8 : 8 + rng.randrange(4)]
        for readings in ALL_READINGS:
            duties = Readings(when_void=readings.when_void, renounce=readings.renounce)
            assert legal_cards(hand, trick, Suit.CLUBS, readings) == legal_cards(hand, trick, Suit.CLUBS, duties)


def test_lawful_cards_are_cards_of_the_hand_and_never_none() -> None:
    rng = random.Random(2)
    for _ in range(500):
        dealt = rng.sample(PACK.cards(), 11)
        hand, trick = CardSet.holding(dealt[: rng.randrange(1, 9)]), dealt[8 : 8 + rng.randrange(4)]
        for readings in (DEFAULT, MUST_TRUMP, TO_TRUMP, BOTH):
            lawful = legal_cards(hand, trick, rng.choice(list(Suit)), readings)
            assert CardSet() != lawful <= hand


# Who wins a trick


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("AS JS TS 9S", Suit.HEARTS, "JS"),  # the jack is above the ace, FK1.4
        ("7S KH KD KC", Suit.SPADES, "7S"),  # a single trump, led
        ("KS KC KD 7H", Suit.HEARTS, "7H"),  # the lowest trump beats three kings, FK4.9
        ("KS 7H AH TH", Suit.HEARTS, "AH"),  # the highest of three trumps, FK1.5
        ("7S KH KD KC", Suit.CLUBS, "KC"),
        ("7D KS KH KC", Suit.DIAMONDS, "7D"),
        ("7D KS QS JS", Suit.HEARTS, "7D"),  # without a trump no card of another suit wins, FK4.10
    ],
)
def test_highest_trump_wins_or_else_the_highest_of_the_suit_led(trick: str, trump: Suit, winner: str) -> None:
    assert winning_card(cards(trick), trump) == Card(winner)


def test_winner_is_the_strongest_card_by_trump_suit_led_and_rank() -> None:
    def strength(card: Card, led: Suit, trump: Suit) -> tuple[bool, bool, int]:
        return card.suit is trump, card.suit is led, -"KQJAT987".index(card.rank.value)

    rng = random.Random(3)
    for _ in range(2000):
        trick, trump = rng.sample(PACK.cards(), 4), rng.choice(list(Suit))
        assert winning_card(trick, trump) == max(trick, key=lambda card: strength(card, trick[0].suit, trump))


@pytest.mark.parametrize("leader", Seat)
def test_winner_is_the_seat_that_played_the_card_counted_from_the_leader(leader: Seat) -> None:
    # The third to play trumps: the leader's partner. King, queen, jack: 5 + 4 + 3 points, FK6.1.
    trick = judge_trick(leader, cards("KS QS 7H JS"), Suit.HEARTS)
    assert trick == Trick(leader, tuple(cards("KS QS 7H JS")), leader.partner, 12)


# A hand: the deal of the protocol, spades are trumps

#   east  S J       H A        D J A 8  C Q J A
#   north S Q A     H Q J      D T 7    C 9 8
#   west  S T 7     H K T 7    D K 9    C T
#   south S K 9 8   H 9 8      D Q      C K 7    south dealt and turned up the 8 of spades
DEAL = Deal.parse("east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S")


def played(deal: Deal, plays: str, readings: Readings = DEFAULT) -> Hand:
    """A hand after these plays, each by whoever has the turn."""
    hand = Hand.dealt(deal, readings)
    for card in cards(plays):
        assert hand.turn
        hand = hand.play(hand.turn, card)
    return hand


def test_player_on_the_dealers_right_leads_and_may_lead_any_card() -> None:
    hand = Hand.dealt(DEAL)
    assert hand.turn is EAST
    assert hand.legal_cards == DEAL.hands[EAST.index]
    assert (hand.trick, hand.tricks, hand.over) == ((), (), False)
    assert hand.points() == {Side.NORTH_SOUTH: 0, Side.EAST_WEST: 0}


def test_plays_go_round_to_the_right_and_the_winner_leads_next() -> None:
    hand = Hand.dealt(DEAL)
    turns = []
    for card in cards("JS QS 7S 9S"):
        assert hand.turn
        turns.append(hand.turn)
        hand = hand.play(hand.turn, card)
    assert turns == [EAST, NORTH, WEST, SOUTH]
    # The queen is the highest spade: north wins the jack and the queen, 7 points, and leads.
    assert hand.tricks == (Trick(EAST, tuple(cards("JS QS 7S 9S")), NORTH, 7),)
    assert hand.points() == {Side.NORTH_SOUTH: 7, Side.EAST_WEST: 0}
    assert (hand.turn, hand.trick) == (NORTH, ())
    assert hand.legal_cards == hand_of("AS QH JH TD 7D 9C 8C")


def test_lawful_cards_of_whoever_has_the_turn_follow_the_trick() -> None:
    assert played(DEAL, "JS").legal_cards == hand_of("QS AS")
    # Diamonds led: south has the queen alone.
    assert played(DEAL, "AD TD 9D").legal_cards == hand_of("QD")


def test_turn_up_lies_on_the_table_until_the_dealers_first_card() -> None:
    assert played(DEAL, "JS QS 7S").turn_up_exposed
    for card in ("8S", "9S"):  # itself, FK3.12, or another, FK3.11
        assert not played(DEAL, f"JS QS 7S {card}").turn_up_exposed


def test_turn_up_must_be_played_to_follow_like_any_other_card() -> None:
    # FK3.10. South's spades are K 9 8, the 8 lying on the table.
    assert played(DEAL, "JS QS 7S").legal_cards == hand_of("KS 9S 8S")


def whole_hand(seed: int, readings: Readings = DEFAULT) -> Hand:
    return hand_by_chance(random.Random(seed), 32, readings)


@pytest.mark.parametrize("seed", range(5))
def test_hand_is_over_after_eight_tricks_of_forty_eight_points(seed: int) -> None:
    hand = whole_hand(seed)
    assert (hand.over, hand.turn, len(hand.tricks), len(hand.unplayed)) == (True, None, 8, 0)
    assert hand.legal_cards == CardSet()
    clique = hand.clique.clique.points if hand.clique else 0
    assert sum(hand.points().values()) == 48 + clique  # FK6.5
    assert sum(trick.points for trick in hand.tricks) == 48
    assert [trick.leader for trick in hand.tricks[1:]] == [trick.winner for trick in hand.tricks[:-1]]  # FK4.11


def test_deal_passes_to_the_right_when_the_hand_is_over_and_not_before() -> None:
    hand = whole_hand(1)
    assert hand.next_dealer is hand.deal.dealer.right  # FK6.16
    assert Hand.dealt(DEAL).next_dealer is None
    assert played(DEAL, "JS QS 7S 9S").next_dealer is None


# What is refused


def refusal(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value


@pytest.mark.parametrize(
    ("plays", "seat", "card", "reason", "detail"),
    [
        ("", NORTH, "QS", "not-your-turn", "north plays QS, and it is another's turn"),
        ("JS", EAST, "AH", "not-your-turn", "east plays AH, and it is another's turn"),
        ("", EAST, "KS", "card-not-held", "east does not hold KS"),
        ("JS QS 7S 9S", NORTH, "QS", "card-not-held", "north does not hold QS"),  # played already
        ("JS", NORTH, "QH", "must-follow-suit", "north holds QS AS and plays QH to JS"),
        ("AC", NORTH, "QS", "must-follow-suit", "north holds 9C 8C and plays QS to AC"),
    ],
)
def test_unlawful_play_is_refused_with_its_reason(plays: str, seat: Seat, card: str, reason: str, detail: str) -> None:
    refused = refusal(lambda: played(DEAL, plays).play(seat, Card(card)))
    assert (refused.reason, refused.detail) == (reason, detail)


def test_must_trump_is_the_reason_only_under_its_reading() -> None:
    # West wins with the king of hearts and that of diamonds, and leads the ten of hearts. South follows; east has no
    # heart left and holds the jack of trumps.
    before = "AH QH KH 9H KD QD 8D TD"
    hand = played(DEAL, f"{before} TH 8H", MUST_TRUMP)
    assert hand.turn is EAST
    assert hand.legal_cards == hand_of("JS")
    refused = refusal(lambda: hand.play(EAST, Card("QC")))
    assert (refused.reason, refused.detail) == ("must-trump", "east holds JS and plays QC to TH")
    assert played(DEAL, f"{before} TH 8H").legal_cards == hand_of("JS JD AD QC JC AC")


def test_announcement_after_the_first_trick_is_too_late() -> None:
    # East holds no clique either, and the lateness counts.
    hand = played(DEAL, "JS QS 7S 9S")
    refused = refusal(lambda: hand.play(NORTH, Card("AS"), announce=3))
    assert (refused.reason, refused.detail) == ("announcement-too-late", "north announces in trick 2")


def test_announcing_a_clique_that_is_not_held_is_refused() -> None:
    # East holds three jacks: three may be announced and four may not.
    hand = Hand.dealt(DEAL)
    assert refusal(lambda: hand.play(EAST, Card("JS"), announce=4)).reason == "clique-not-held"
    assert hand.play(EAST, Card("JS"), announce=3).contest.calls == ((EAST, 3),)


def test_once_the_hand_is_over_everything_is_refused_with_hand_over() -> None:
    hand = whole_hand(2)
    for act in (
        lambda: hand.play(SOUTH, Card("KS")),
        lambda: hand.play(SOUTH, Card("KS"), announce=3),
        lambda: hand.name_rank(SOUTH, Rank.KING),
        lambda: hand.give_way(SOUTH),
        lambda: hand.show(SOUTH, hand_of("KS KH KD")),
    ):
        assert refusal(act).reason == "hand-over"


# Three queens with east, four kings with south.
#   east  S Q A     H Q A 7    D Q T    C 9
#   north S J 8     H J T      D A 8    C A 7
#   west  S T 9     H 9 8      D J 9 7  C J
#   south S K 7     H K        D K      C K Q T 8    south dealt and turned up the 8 of clubs
CONTESTED = Deal.parse("east:QA.QA7.QT.9 J8.JT.A8.A7 T9.98.J97.J K7.K.K.KQT8 8C")


def after_first_trick() -> Hand:
    hand = Hand.dealt(CONTESTED).play(EAST, Card("AS"), announce=3).play(NORTH, Card("JS")).play(WEST, Card("TS"))
    return hand.play(SOUTH, Card("7S"), announce=4)


def test_a_single_four_wins_without_a_rank_and_the_winner_of_the_trick_leads() -> None:
    # South has all four kings; east's three queens do not compete, FK5.19. North won with the jack.
    hand = after_first_trick()
    assert (hand.rank_awaited, hand.turn, hand.contest.to_show) == (False, NORTH, SOUTH)
    shown = hand.show(SOUTH, hand_of("KS KH KD KC"))
    assert shown.points() == {Side.NORTH_SOUTH: 3 + 40, Side.EAST_WEST: 0}  # the jack's trick and four kings
    assert (shown.turn, shown.legal_cards) == (NORTH, hand.legal_cards)


def rank_awaited_hand() -> Hand:
    """East has three queens and north three jacks; both announce three, and east is asked first."""
    deal = Deal.parse("east:QA.QA7.QT.9 J8.JT.J8.A7 T9.98.A97.J K7.K.K.KQT8 8C")
    hand = Hand.dealt(deal).play(EAST, Card("AS"), announce=3).play(NORTH, Card("8S"), announce=3)
    return hand.play(WEST, Card("9S")).play(SOUTH, Card("KS"))


def test_while_a_rank_is_awaited_the_speaker_has_the_turn_and_nothing_may_be_played() -> None:
    hand = rank_awaited_hand()
    assert (hand.rank_awaited, hand.turn, hand.legal_cards) == (True, EAST, CardSet())
    assert hand.tricks[0].winner is SOUTH
    for act in (
        lambda: hand.play(SOUTH, Card("KC")),
        lambda: hand.play(EAST, Card("QS")),
        lambda: hand.show(EAST, hand_of("QS QH QD")),
    ):
        assert refusal(act).reason == "rank-awaited"


def test_play_goes_on_with_the_winner_of_the_first_trick_once_all_have_spoken() -> None:
    hand = rank_awaited_hand().name_rank(EAST, Rank.QUEEN)
    assert hand.turn is NORTH
    hand = hand.give_way(NORTH)
    assert (hand.rank_awaited, hand.turn) == (False, SOUTH)
    assert hand.legal_cards == hand_of("7S KH KD KC QC TC 8C")
    assert hand.contest.to_show is EAST


def test_lead_to_the_second_trick_without_a_show_gives_the_clique_up() -> None:
    hand = rank_awaited_hand().name_rank(EAST, Rank.QUEEN).give_way(NORTH).play(SOUTH, Card("KH"))
    assert hand.contest.to_show is None
    assert refusal(lambda: hand.show(EAST, hand_of("QS QH QD"))).reason == "nothing-to-show"
    assert hand.clique is None


# What is refused changes nothing, and what is played makes a new hand


@pytest.mark.parametrize("seed", range(20))
def test_a_refusal_leaves_the_hand_as_it_was(seed: int) -> None:
    rng = random.Random(seed)
    hand = hand_by_chance(rng, rng.randrange(32), rng.choice(ALL_READINGS), cliques=True)
    before = tuple(hand)
    refused = 0
    for seat in Seat:
        for card in PACK:
            for announce in (None, 4):
                if seat is not hand.turn or card not in hand.legal_cards:
                    with pytest.raises(Refused):
                        hand.play(seat, card, announce)
                    refused += 1
    assert refused
    assert tuple(hand) == before
    assert hand.turn
    assert hand.play(hand.turn, next(iter(hand.legal_cards))) != hand


def test_every_event_makes_a_new_hand_and_leaves_the_old_one_as_it_was() -> None:
    rng = random.Random(5)
    for seed in range(20):
        hand = Hand.dealt(hand_by_chance(random.Random(seed), 0, cliques=True).deal, rng.choice(ALL_READINGS))
        history = [hand]
        copies = [tuple(hand)]
        while not hand.over:
            _, hand = next_event(rng, hand)
            history.append(hand)
            copies.append(tuple(hand))
        assert [tuple(each) for each in history] == copies
        assert len(set(map(repr, history))) == len(history)


def test_members_of_a_hand_cannot_be_set() -> None:
    hand = Hand.dealt(DEAL)
    for name in Hand._fields:
        with pytest.raises(AttributeError):
            setattr(hand, name, None)


def test_hands_are_equal_just_when_all_that_happened_in_them_is() -> None:
    assert played(DEAL, "JS QS") == played(DEAL, "JS QS")
    assert played(DEAL, "JS QS") != played(DEAL, "JS AS")
    assert played(DEAL, "JS QS") != played(DEAL, "JS QS", MUST_TRUMP)


# What one sees


def test_view_is_ones_own_hand_the_trick_and_what_all_may_know() -> None:
    view = played(DEAL, "JS QS").view(WEST)
    assert view.hand == hand_of("TS 7S KH TH 7H KD 9D TC")  # FK4.18
    assert view.cards_left == {SOUTH: 8, EAST: 7, NORTH: 7, WEST: 8}  # FK4.19
    assert view.turn_up == Card("8S")  # FK4.21
    assert view.trump is Suit.SPADES  # FK3.13
    assert view.trick == tuple(cards("JS QS"))  # FK4.20


def test_dealer_sees_the_turn_up_in_hand_until_it_is_played() -> None:
    assert Card("8S") in played(DEAL, "JS QS 7S").view(SOUTH).hand
    assert Card("8S") in played(DEAL, "JS QS 7S 9S").view(SOUTH).hand
    assert Card("8S") not in played(DEAL, "JS QS 7S 8S").view(SOUTH).hand


def test_after_the_dealers_first_card_the_turn_up_is_gone_and_the_trump_suit_known() -> None:
    for seat in Seat:
        view = played(DEAL, "JS QS 7S 9S").view(seat)
        assert (view.turn_up, view.trump) == (None, Suit.SPADES)
        assert view.trick == ()  # a taken trick lies face down, FK4.22


def test_no_seat_sees_a_card_of_anothers_but_the_trick_and_the_turn_up() -> None:
    rng = random.Random(6)
    for _ in range(50):
        hand = hand_by_chance(rng, rng.randrange(33))
        for seat in Seat:
            view = hand.view(seat)
            assert view.hand == hand.cards_of(seat) <= hand.deal.hands[seat.index]
            assert sum(view.cards_left.values()) == len(hand.unplayed)
            assert (view.turn_up is None) is (len(hand.cards_of(hand.deal.dealer)) < 8)


# The order of reasons: here over all cards of the pack. For every pair of reasons see test_spec.


def first_reasons(hand: Hand, seat: Seat, names: Sequence[str], announce: int | None = None) -> set[str]:
    return {refusal(partial(hand.play, seat, Card(name), announce)).reason for name in names}


def test_whose_turn_it_is_goes_before_what_is_held_and_that_before_the_suit() -> None:
    hand = played(DEAL, "JS")
    everything = [card.name for card in PACK]
    for seat in (EAST, WEST, SOUTH):
        assert first_reasons(hand, seat, everything, announce=4) == {"not-your-turn"}
    held = DEAL.hands[NORTH.index]
    assert first_reasons(hand, NORTH, [card.name for card in PACK - held], announce=4) == {"card-not-held"}
    assert first_reasons(hand, NORTH, ["QH", "JH", "TD", "7D", "9C", "8C"], announce=4) == {"must-follow-suit"}
    assert first_reasons(hand, NORTH, ["QS", "AS"], announce=4) == {"clique-not-held"}
