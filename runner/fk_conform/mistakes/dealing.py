"""Mistakes about dealing and the turn-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fk_conform.mistakes import Rules, wrong_engine
from forty_kings import dealing
from forty_kings.dealing import Deal, check_hands, cutter, deal
from forty_kings.engine import METHODS, Json, Params, _cards, _deal, _member, _view_hand
from forty_kings.errors import Malformed
from forty_kings.pack import Card, CardSet, Suit, whole_pack
from forty_kings.play import Hand, View, legal_cards
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

# Round the table.


def _mirrored(dealt: Deal) -> Deal:
    """The deal with the hands of the dealer's neighbours exchanged."""
    hands = dict(zip(Seat, dealt.hands, strict=True))
    left, right = dealt.dealer.left, dealt.dealer.right
    hands[left], hands[right] = hands[right], hands[left]
    south, east, north, west = hands.values()
    return dealt._replace(hands=(south, east, north, west))


@wrong_engine("M-clockwise")
def clockwise(rules: Rules) -> None:
    """In play and announcing, and the deal passes on so; in one deal the cards are still given to the right."""
    for seat in Seat:
        right, left = seat.right, seat.left
        rules.set(seat, "right", left)
        rules.set(seat, "left", right)
    rules.replace(cutter, lambda dealer: dealer.right)
    rules.replace(deal, lambda dealer, deck: _mirrored(deal(dealer, deck)))


@wrong_engine("M-right-cuts")
def right_cuts(rules: Rules) -> None:
    rules.replace(cutter, lambda dealer: dealer.right)


@wrong_engine("M-opposite-cuts")
def opposite_cuts(rules: Rules) -> None:
    rules.replace(cutter, lambda dealer: dealer.partner)


# The number of cards.


def _read_cards(rules: Rules, limits: Callable[[str, int, int | None], tuple[int, int | None]]) -> None:
    """Reads lists of cards with other limits for their number."""

    def wrong(value: Json, where: str, least: int = 0, most: int | None = None) -> list[Card]:
        return _cards(value, where, *limits(where, least, most))

    rules.replace(_cards, wrong)


@wrong_engine("M-ninth-card")
def ninth_card(rules: Rules) -> None:
    _read_cards(rules, lambda where, least, most: (least, 9 if most == 8 else most))


@wrong_engine("M-eighth-card-too-many")
def eighth_card_too_many(rules: Rules) -> None:
    _read_cards(rules, lambda where, least, most: (least, 7 if (least, most) == (1, 8) else most))


@wrong_engine("M-single-card-too-few")
def single_card_too_few(rules: Rules) -> None:
    _read_cards(rules, lambda where, least, most: (2 if (least, most) == (1, 8) else least, most))


@wrong_engine("M-empty-hand")
def empty_hand(rules: Rules) -> None:
    _read_cards(rules, lambda where, least, most: (0 if where == "hand" and least == 1 else least, most))


@wrong_engine("M-short-hand")
def short_hand(rules: Rules) -> None:
    def take_hands(hands: Mapping[Seat, CardSet]) -> None:
        if any(len(hand) not in (7, 8) for hand in hands.values()):
            raise Malformed("expected hands of eight cards, or seven")
        CardSet.holding(card for hand in hands.values() for card in hand)

    _read_cards(rules, lambda where, least, most: (7 if least == 8 else least, most))
    rules.replace(check_hands, take_hands)


@wrong_engine("M-uneven-hands")
def uneven_hands(rules: Rules) -> None:
    def wrong(hands: Mapping[Seat, CardSet]) -> None:
        whole_pack(card for hand in hands.values() for card in hand)

    rules.replace(check_hands, wrong)


# The packets.


@wrong_engine("M-deal-323")
def deal_323(rules: Rules) -> None:
    rules.set(dealing, "PACKETS", (3, 2, 3))


@wrong_engine("M-deal-332")
def deal_332(rules: Rules) -> None:
    rules.set(dealing, "PACKETS", (3, 3, 2))


@wrong_engine("M-deal-eight")
def deal_eight(rules: Rules) -> None:
    rules.set(dealing, "PACKETS", (8,))


@wrong_engine("M-deal-singly")
def deal_singly(rules: Rules) -> None:
    rules.set(dealing, "PACKETS", (1,) * 8)


@wrong_engine("M-deck-from-the-end")
def deck_from_the_end(rules: Rules) -> None:
    rules.replace(deal, lambda dealer, deck: deal(dealer, deck[::-1]))


@wrong_engine("M-deal-dealer-first")
def deal_dealer_first(rules: Rules) -> None:
    rules.replace(deal, lambda dealer, deck: deal(dealer.left, deck)._replace(dealer=dealer))


@wrong_engine("M-deal-clockwise")
def deal_clockwise(rules: Rules) -> None:
    rules.replace(deal, lambda dealer, deck: _mirrored(deal(dealer, deck)))


# The turn-up and the trumps.


@wrong_engine("M-turn-up-first-card")
def turn_up_first_card(rules: Rules) -> None:
    rules.replace(deal, lambda dealer, deck: deal(dealer, deck)._replace(turn_up=deck[0]))


@wrong_engine("M-turn-up-hidden")
def turn_up_hidden(rules: Rules) -> None:
    see = Hand.view

    def wrong(hand: Hand, seat: Seat) -> View:
        view = see(hand, seat)
        return view if seat is hand.deal.dealer else view._replace(turn_up=None)

    rules.set(Hand, "view", wrong)


@wrong_engine("M-turn-up-elsewhere")
def turn_up_elsewhere(rules: Rules) -> None:
    def wrong(cls: type[Deal], dealer: Seat, hands: Mapping[Seat, CardSet], turn_up: Card) -> Deal:
        check_hands(hands)
        south, east, north, west = (hands[seat] for seat in Seat)
        return cls(dealer, (south, east, north, west), turn_up)

    rules.set(Deal, "of", classmethod(wrong))


@wrong_engine("M-trump-from-cut")
def trump_from_cut(rules: Rules) -> None:
    """The top card of the pack, as it lies after the cut, makes trumps."""

    def wrong(params: Params, readings: Readings) -> Json:
        return {**_deal(params, readings), "trump": Card(params["deck"][0]).suit.value}

    rules.replace_method("deal", wrong)


@wrong_engine("M-trump-ends-with-turn-up")
def trump_ends_with_turn_up(rules: Rules) -> None:
    """Where there are no trumps, all goes as if the suit led were trumps."""
    right = Hand.play

    def wrong(hand: Hand, seat: Seat, card: Card, announce: int | None = None) -> Hand:
        if hand.deal.turn_up in hand.unplayed or hand.deal.turn_up in hand.trick:
            return right(hand, seat, card, announce)
        no_trumps = hand.deal._replace(turn_up=[*hand.trick, card][0])
        return right(hand._replace(deal=no_trumps), seat, card, announce)._replace(deal=hand.deal)

    rules.set(Hand, "play", wrong)


@wrong_engine("M-no-trump")
def no_trump(rules: Rules) -> None:
    """Where there are no trumps, all goes as if the suit led were trumps."""

    def without(method: str, played: str) -> None:
        right = METHODS[method]

        def wrong(params: Params, readings: Readings) -> Json:
            if params.get("trump", "") is None:
                led = [card.suit for card in _cards(_member(params, played), played)] or [Suit.SPADES]
                params = {**params, "trump": led[0].value}
            return right(params, readings)

        rules.replace_method(method, wrong)

    without("legal_cards", "trick")
    without("judge_trick", "cards")


# The turn-up in play.


def _exposed(rules: Rules, exposed: Callable[[Hand], bool]) -> None:
    """Lets the turn-up lie on the table at other times."""
    rules.set(Hand, "turn_up_exposed", property(exposed))


def _allow(rules: Rules, legal: Callable[[Hand, Seat], CardSet]) -> None:
    """Lets other cards be played as long as the turn-up lies on the table."""

    def allowed(hand: Hand) -> Hand:
        if hand.turn is None or hand.rank_awaited or not hand.turn_up_exposed:
            return hand
        return hand._replace(legal_cards=legal(hand, hand.turn))

    deal_out, play = Hand.dealt, Hand.play

    def wrong_dealt(cls: type[Hand], dealt: Deal, readings: Readings = DEFAULT) -> Hand:
        return allowed(deal_out(dealt, readings))

    def wrong_play(hand: Hand, *played: Any) -> Hand:
        return allowed(play(hand, *played))

    rules.set(Hand, "dealt", classmethod(wrong_dealt))
    rules.set(Hand, "play", wrong_play)


def _legal(hand: Hand, cards: CardSet) -> CardSet:
    return legal_cards(cards, hand.trick, hand.deal.trump, hand.readings)


@wrong_engine("M-turn-up-not-in-hand")
def turn_up_not_in_hand(rules: Rules) -> None:
    """But it counts for a clique."""
    deal_out = Hand.dealt

    def wrong(cls: type[Hand], dealt: Deal, readings: Readings = DEFAULT) -> Hand:
        hands = [hand - CardSet(dealt.turn_up.bit) for hand in dealt.hands]
        south, east, north, west = hands
        hand = deal_out(dealt._replace(hands=(south, east, north, west)), readings)
        return hand._replace(contest=hand.contest._replace(hands=dealt.hands))

    rules.set(Hand, "dealt", classmethod(wrong))
    _exposed(rules, lambda hand: len(hand.cards_of(hand.deal.dealer)) == 7)


@wrong_engine("M-turn-up-twice")
def turn_up_twice(rules: Rules) -> None:
    """The dealer has a ninth card until the turn-up is played."""
    see = Hand.view

    def wrong(hand: Hand, seat: Seat) -> View:
        view = see(hand, seat)
        if hand.deal.turn_up in hand.unplayed:
            view.cards_left[hand.deal.dealer] += 1
        return view

    rules.set(Hand, "view", wrong)


@wrong_engine("M-turn-up-anybodys")
def turn_up_anybodys(rules: Rules) -> None:
    _allow(rules, lambda hand, seat: _legal(hand, hand.cards_of(seat) | CardSet(hand.deal.turn_up.bit)))


@wrong_engine("M-turn-up-stays")
def turn_up_stays(rules: Rules) -> None:
    _exposed(rules, lambda hand: True)


@wrong_engine("M-turn-up-leaves-when-played")
def turn_up_leaves_when_played(rules: Rules) -> None:
    _exposed(rules, lambda hand: hand.deal.turn_up in hand.unplayed)


@wrong_engine("M-turn-up-leaves-at-first-trick")
def turn_up_leaves_at_first_trick(rules: Rules) -> None:
    _exposed(rules, lambda hand: len(hand.unplayed) == 32)


@wrong_engine("M-turn-up-not-first")
def turn_up_not_first(rules: Rules) -> None:
    _allow(rules, lambda hand, seat: _legal(hand, hand.cards_of(seat) - CardSet(hand.deal.turn_up.bit)))


@wrong_engine("M-turn-up-any-time")
def turn_up_any_time(rules: Rules) -> None:
    def legal(hand: Hand, seat: Seat) -> CardSet:
        turn_up = CardSet(hand.deal.turn_up.bit)
        return hand.legal_cards | turn_up if seat is hand.deal.dealer else hand.legal_cards

    _allow(rules, legal)


@wrong_engine("M-trump-hidden")
def trump_hidden(rules: Rules) -> None:
    def wrong(params: Params, readings: Readings) -> Json:
        view = _view_hand(params, readings)
        return view if view["turn_up"] else {**view, "trump": None}

    rules.replace_method("view_hand", wrong)


@wrong_engine("M-turn-up-premium")
def turn_up_premium(rules: Rules) -> None:
    count = Hand.points

    def wrong(hand: Hand) -> dict[Side, int]:
        points = count(hand)
        points[hand.deal.dealer.side] += hand.deal.turn_up.points
        return points

    rules.set(Hand, "points", wrong)


@wrong_engine("M-weak-hand-redeal")
def weak_hand_redeal(rules: Rules) -> None:
    check = Deal.of

    def wrong(cls: type[Deal], dealer: Seat, hands: Mapping[Seat, CardSet], turn_up: Card) -> Deal:
        for seat, hand in hands.items():
            if all(card.points == 0 for card in hand):
                raise Malformed(f"{seat.value} has neither king nor queen nor jack, and the cards are dealt anew")
        return check(dealer, hands, turn_up)

    rules.set(Deal, "of", classmethod(wrong))
