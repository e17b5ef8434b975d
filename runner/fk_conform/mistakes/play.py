"""Mistakes about play: leading, following suit and trumping, turns, who wins and who leads, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import pairwise
from typing import Any

from fk_conform.mistakes import Rules, wrong_engine
from forty_kings import engine, lines
from forty_kings.cliques import Contest
from forty_kings.dealing import Deal
from forty_kings.engine import METHODS, Params
from forty_kings.errors import REASONS, Malformed, Refused
from forty_kings.lines import Lines, count_lines
from forty_kings.pack import CARDS, Card, CardSet, Rank, Suit, highest
from forty_kings.play import Hand, Trick, View, judge_trick, legal_cards, winning_card
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

FollowRule = Callable[[CardSet, Sequence[Card], Suit, Readings], CardSet]
WinnerRule = Callable[[Sequence[Card], Suit], Card]
Play = Callable[[Hand, Seat, Card, int | None], Hand]
WrongPlay = Callable[[Play, Hand, Seat, Card, int | None], Hand]
Step = Callable[[Hand], Hand]
Method = Callable[[Params, Readings], Any]
ENGINE_ERROR = engine._error
READ_CARDS = engine._cards


# Where a hand of the reference engine knows what it may play, and how lines are counted where its rules are wrong.


def _count_by_playing(rules: Rules, at_end: Callable[[Hand], int] = lambda hand: 0) -> None:
    """Lines are counted by playing them, so that they follow the wrong rules; where these are too many, as before.

    `at_end` gives points that a line is credited with when it ends in a hand.
    """

    def played(hand: Hand, depth: int) -> Lines:
        number, points = (0, 0) if depth else (1, at_end(hand))
        for card in hand.legal_cards if depth else CardSet():
            after = hand.play(_turn(hand), card)
            more = played(after, depth - 1)
            taken = after.tricks[len(hand.tricks) :]
            won = sum(trick.points for trick in taken if trick.winner.side is Side.NORTH_SOUTH)
            number, points = number + more.lines, points + more.points + won * more.lines
        return Lines(number, points)

    def wrong(hand: Hand, depth: int) -> Lines:
        left = len(hand.unplayed)
        few = depth <= left and (depth <= 4 or left <= 12) and not hand.rank_awaited
        return played(hand, depth) if few else count_lines(hand, depth)

    rules.replace(count_lines, wrong)


def _legal_in_hand(rules: Rules, wrong: Callable[[Hand, CardSet], CardSet]) -> None:
    """In a hand in play other cards are lawful: `wrong` gets the hand and the cards that are."""
    rules.set(Hand, "legal_cards", property(lambda hand: wrong(hand, hand[7]) if hand[7] else hand[7]))


def _wrong_rule(mistake: str) -> Callable[[FollowRule], FollowRule]:
    """Marks the mistake as a wrong rule of what may be played when something has been led."""

    def mark(wrong: FollowRule) -> FollowRule:
        def rule(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
            return wrong(hand, trick, trump, readings) if trick else hand

        def make(rules: Rules) -> None:
            rules.replace(legal_cards, rule)
            _count_by_playing(rules)

        wrong_engine(mistake)(make)
        return wrong

    return mark


def _lead(rules: Rules, wrong: Callable[[Hand, CardSet], CardSet]) -> None:
    """What may be led is told by a rule, of the hand in play and the cards held; the refusal is for the suit."""
    right = Hand._refusal

    def refusal(self: Hand, seat: Seat, card: Card) -> Refused:
        if seat is self.turn and not self.trick and not self.rank_awaited and card in self.cards_of(seat):
            return Refused("must-follow-suit", f"{seat.value} may not lead {card}")
        return right(self, seat, card)

    rules.set(Hand, "_refusal", refusal)
    _legal_in_hand(rules, lambda hand, legal: legal if hand.trick else wrong(hand, legal))
    _count_by_playing(rules)


def _legal_of(hand: Hand, held: CardSet) -> CardSet:
    """What may be played to the trick on the table by a player who holds these cards."""
    return legal_cards(held, hand.trick, hand.deal.trump, hand.readings)


def _turn(hand: Hand) -> Seat:
    """Whose turn it is, where it is somebody's."""
    assert hand.turn is not None
    return hand.turn


def _play(rules: Rules, wrong: WrongPlay) -> None:
    """A card is played by `wrong`: it gets the right way to play one, the hand, the seat, the card and the number."""
    right = Hand.play

    def play(self: Hand, seat: Seat, card: Card, announce: int | None = None) -> Hand:
        return wrong(right, self, seat, card, announce)

    rules.set(Hand, "play", play)


def _wrong_play(mistake: str) -> Callable[[WrongPlay], WrongPlay]:
    """Marks the mistake as a wrong way to play a card."""

    def mark(wrong: WrongPlay) -> WrongPlay:
        wrong_engine(mistake)(lambda rules: _play(rules, wrong))
        return wrong

    return mark


def _answers(rules: Rules, wrong: Callable[[Method, Params, Readings], Any], *methods: str) -> None:
    """Some methods, or all, are answered by `wrong`, which gets the right method, the params and the readings."""
    for method in methods or list(METHODS):
        rules.replace_method(method, partial(wrong, METHODS[method]))


def _wrong_winner(mistake: str) -> Callable[[WinnerRule], WinnerRule]:
    """Marks the mistake as a wrong rule of which card wins a trick."""

    def mark(wrong: WinnerRule) -> WinnerRule:
        def make(rules: Rules) -> None:
            rules.replace(winning_card, wrong)
            _count_by_playing(rules)

        wrong_engine(mistake)(make)
        return wrong

    return mark


def _best(trick: Sequence[Card], trump: Suit) -> Card:
    """The card that wins a trick so far."""
    cards = CardSet.holding(trick)
    return highest(cards.of_suit(trump) or cards.of_suit(trick[0].suit))


def _higher(cards: CardSet, than: Card) -> CardSet:
    """Those that are higher cards of the same suit."""
    return CardSet(cards.of_suit(than.suit).mask & -(than.bit << 1))


# FK4.1, FK4.2: the lead.


@wrong_engine("M-dealer-leads")
def dealer_leads(rules: Rules) -> None:
    rules.set(Deal, "first", property(lambda deal: deal.dealer))


@wrong_engine("M-fixed-first-leader")
def fixed_first_leader(rules: Rules) -> None:
    rules.set(Deal, "first", property(lambda deal: Seat.SOUTH))


@wrong_engine("M-lead-same-suit")
def lead_same_suit(rules: Rules) -> None:
    _lead(rules, lambda hand, cards: (hand.tricks and cards.of_suit(hand.tricks[-1].cards[0].suit)) or cards)


@wrong_engine("M-no-trump-lead")
def no_trump_lead(rules: Rules) -> None:
    def wrong(cards: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
        return legal_cards(cards, trick, trump, readings) if trick else cards - cards.of_suit(trump)

    _lead(rules, lambda hand, cards: wrong(cards, (), hand.deal.trump, hand.readings))
    rules.replace(legal_cards, wrong)


@wrong_engine("M-trumps-unbroken")
def trumps_unbroken(rules: Rules) -> None:
    """Who holds nothing but trumps may lead them, as at Spades."""

    def wrong(hand: Hand, cards: CardSet) -> CardSet:
        broken = any(card.suit is hand.deal.trump for trick in hand.tricks for card in trick.cards)
        return cards if broken else cards - cards.of_suit(hand.deal.trump) or cards

    _lead(rules, wrong)


@wrong_engine("M-lead-counts-as-void")
def lead_counts_as_void(rules: Rules) -> None:
    def wrong(cards: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
        must_trump = not trick and readings.when_void == "must-trump"
        return (must_trump and cards.of_suit(trump)) or legal_cards(cards, trick, trump, readings)

    _lead(rules, lambda hand, cards: wrong(cards, (), hand.deal.trump, hand.readings))
    rules.replace(legal_cards, wrong)


# FK4.3 to FK4.7: following suit and trumping.


@_wrong_rule("M-no-follow")
def no_follow(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    return hand


@_wrong_rule("M-follow-last-card")
def follow_last_card(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    return legal_cards(hand, trick[-1:], trump, readings)


@_wrong_rule("M-trumped-frees")
def trumped_frees(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    trumped = trick[0].suit is not trump and any(card.suit is trump for card in trick)
    return hand if trumped else legal_cards(hand, trick, trump, readings)


@_wrong_play("M-replay-any-held-card")
def replay_any_held_card(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
    if seat is hand.turn and not hand.rank_awaited:
        hand = hand._replace(legal_cards=hand.cards_of(seat))
    return right(hand, seat, card, announce)


@_wrong_rule("M-trump-lead-free")
def trump_lead_free(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    return hand if trick[0].suit is trump else legal_cards(hand, trick, trump, readings)


@wrong_engine("M-legal-from-hand-as-dealt")
def legal_from_hand_as_dealt(rules: Rules) -> None:
    def wrong(hand: Hand, legal: CardSet) -> CardSet:
        return _legal_of(hand, hand.deal.hands[_turn(hand).index]) & hand.unplayed

    _legal_in_hand(rules, wrong)
    _count_by_playing(rules)


@wrong_engine("M-wrong-reason")
def wrong_reason(rules: Rules) -> None:
    """The reasons are numbered, and each is told by the name of the next."""
    names = list(REASONS)

    def wrong(code: int, message: str, data: Any = None) -> Any:
        if data:
            data = {**data, "reason": names[(names.index(data["reason"]) + 1) % len(names)]}
        return ENGINE_ERROR(code, message, data)

    rules.replace(ENGINE_ERROR, wrong)


MEMBERS = {
    "pair_players": "draws",
    "pair_players_by_deal": "players deck",
    "seat_players": "pairs seats",
    "draw_dealer": "rounds",
    "deal": "dealer deck",
    "legal_cards": "hand trick trump",
    "judge_trick": "leader cards trump",
    "find_cliques": "hand",
    "judge_cliques": "first hands calls ranks shows",
    "replay_hand": "dealer hands turn_up events",
    "view_hand": "dealer hands turn_up events seat",
    "score_match": "target first_dealer hands",
    "count_lines": "dealer hands turn_up events depth",
}


@wrong_engine("M-strict-members")
def strict_members(rules: Rules) -> None:
    for method, members in MEMBERS.items():

        def wrong(right: Method, params: Params, readings: Readings, members: str = members) -> Any:
            if set(params) - set(members.split()):
                raise Malformed(f"expected nothing but {members}")
            return right(params, readings)

        _answers(rules, wrong, method)


@wrong_engine("M-full-trick")
def full_trick(rules: Rules) -> None:
    def wrong(value: Any, where: str, least: int = 0, most: int | None = None) -> list[Card]:
        return READ_CARDS(value, where, least, 4 if where == "trick" else most)

    rules.replace(READ_CARDS, wrong)


@_wrong_rule("M-must-trump")
def must_trump(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    return legal_cards(hand, trick, trump, replace(readings, when_void="must-trump"))


@_wrong_rule("M-must-trump-unless-partner-wins")
def must_trump_unless_partner_wins(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    partner_wins = len(trick) >= 2 and _best(trick, trump) is trick[-2]
    when_void = "any-card" if partner_wins else "must-trump"
    return legal_cards(hand, trick, trump, replace(readings, when_void=when_void))


@_wrong_rule("M-may-not-trump")
def may_not_trump(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    void = not hand.of_suit(trick[0].suit)
    return hand - hand.of_suit(trump) if void else legal_cards(hand, trick, trump, readings)


@_wrong_rule("M-void-without-trump-stuck")
def void_without_trump_stuck(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    stuck = not hand.of_suit(trick[0].suit) and not hand.of_suit(trump)
    return CardSet() if stuck else legal_cards(hand, trick, trump, readings)


@wrong_engine("M-reading-ignored")
def reading_ignored(rules: Rules) -> None:
    _answers(rules, lambda right, params, readings: right(params, DEFAULT))


@_wrong_rule("M-must-head")
def must_head(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    """By a higher card of the suit led, or else by trumping or overtrumping."""
    legal = legal_cards(hand, trick, trump, readings)
    best = _best(trick, trump)
    heading = _higher(legal, best) | (CardSet() if best.suit is trump else legal.of_suit(trump))
    return heading or legal


@_wrong_rule("M-must-head-in-trumps")
def must_head_in_trumps(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    legal = legal_cards(hand, trick, trump, readings)
    return (_higher(legal, _best(trick, trump)) if trick[0].suit is trump else CardSet()) or legal


def _lower_trumps(hand: CardSet, trick: Sequence[Card], trump: Suit) -> CardSet:
    """Trumps that would go under one on the table."""
    best = _best(trick, trump)
    return hand.of_suit(trump) - _higher(hand, best) if best.suit is trump else CardSet()


@_wrong_rule("M-no-undertrump")
def no_undertrump(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    """Not even where nothing else would be lawful, but with nothing else in hand."""
    lower = _lower_trumps(hand, trick, trump)
    return legal_cards(hand, trick, trump, readings) - lower or hand - lower or hand


@_wrong_rule("M-must-overtrump")
def must_overtrump(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    legal = legal_cards(hand, trick, trump, readings)
    lower = _lower_trumps(hand, trick, trump)
    return legal - lower if legal.of_suit(trump) - lower else legal


@_wrong_rule("M-undertrump-excused")
def undertrump_excused(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    excused = not hand.of_suit(trick[0].suit) and hand.of_suit(trump) == _lower_trumps(hand, trick, trump)
    return hand if excused else legal_cards(hand, trick, trump, readings)


@_wrong_rule("M-trump-while-able")
def trump_while_able(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    return legal_cards(hand, trick, trump, replace(readings, renounce="to-trump"))


@_wrong_rule("M-to-trump-frees-all")
def to_trump_frees_all(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    free = hand.of_suit(trick[0].suit) and readings.renounce == "to-trump"
    return hand if free else legal_cards(hand, trick, trump, readings)


@_wrong_rule("M-to-trump-obliges")
def to_trump_obliges(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    legal = legal_cards(hand, trick, trump, readings)
    obliged = hand.of_suit(trick[0].suit) and readings.renounce == "to-trump"
    return (legal.of_suit(trump) if obliged else CardSet()) or legal


class _Twice(CardSet):
    """Cards that are listed twice."""

    __slots__ = ()

    def cards(self) -> tuple[Card, ...]:
        return super().cards() * 2


@_wrong_rule("M-card-told-twice")
def card_told_twice(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    """The cards that follow and those that trump are put into one list, which lines are counted by too."""
    legal = legal_cards(hand, trick, trump, readings)
    twice = readings.renounce == "to-trump" and trick[0].suit is trump and hand.of_suit(trump)
    return _Twice(legal.mask) if twice else legal


@_wrong_rule("M-last-may-not-renounce")
def last_may_not_renounce(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings) -> CardSet:
    if len(trick) == 3:
        readings = replace(readings, renounce="only-when-void")
    return legal_cards(hand, trick, trump, readings)


# FK4.8: turns.


@_wrong_play("M-any-turn")
def any_turn(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
    if hand.turn and not hand.rank_awaited:
        hand = hand._replace(turn=seat, legal_cards=_legal_of(hand, hand.cards_of(seat)))
    return right(hand, seat, card, announce)


@wrong_engine("M-seat-zero-is-none")
def seat_zero_is_none(rules: Rules) -> None:
    """Where a seat is told, south is null; where one is expected, south is missing."""
    right = engine._seat

    def wrong(value: Any, where: str) -> Seat:
        seat = right(value, where)
        if not seat.index:
            raise Malformed(f"{where}: the seat is missing")
        return seat

    def told(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: told(member) for name, member in value.items()}
        return None if value == "south" else value

    rules.replace(right, wrong)
    _answers(rules, lambda right, params, readings: told(right(params, readings)))


@wrong_engine("M-seat-from-card")
def seat_from_card(rules: Rules) -> None:
    right_step = engine._step

    def wrong(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
        owner = next(seat for seat in Seat if card in hand.deal.hands[seat.index])
        return right(hand, owner, card, announce)

    def wrong_step(event: Params, where: str) -> Step:
        return right_step({**event, "seat": "south"} if "card" in event else event, where)

    _play(rules, wrong)
    rules.replace(right_step, wrong_step)


@wrong_engine("M-card-before-turn")
def card_before_turn(rules: Rules) -> None:
    right = Hand._refusal

    def wrong(self: Hand, seat: Seat, card: Card) -> Refused:
        refused = right(self, seat, card)
        if refused.reason == "not-your-turn" and card not in self.cards_of(seat):
            return Refused("card-not-held", f"{seat.value} does not hold {card}")
        return refused

    rules.set(Hand, "_refusal", wrong)


@wrong_engine("M-clique-before-turn")
def clique_before_turn(rules: Rules) -> None:
    right = Contest.name

    def wrong(self: Contest, seat: Seat, rank: Rank) -> Contest:
        held = any(clique.rank is rank for clique in self._held(seat, self._number(seat)))
        if self.to_rank and not held:
            raise Refused("clique-not-held", f"{seat.value} names {rank.value} and announced no such clique")
        return right(self, seat, rank)

    rules.set(Contest, "name", wrong)


@wrong_engine("M-dealer-from-turn-up")
def dealer_from_turn_up(rules: Rules) -> None:
    right = engine._replay

    def wrong(params: Params, readings: Readings) -> Hand:
        if params.get("dealer") not in [seat.value for seat in Seat]:
            turn_up = engine._card(engine._member(params, "turn_up"), "turn_up")
            hands = engine._hands(engine._member(params, "hands"))
            holder = next((seat.value for seat in Seat if turn_up in hands[seat]), None)
            params = {**params, "dealer": holder}
        return right(params, readings)

    rules.replace(right, wrong)


@wrong_engine("M-event-of-no-kind")
def event_of_no_kind(rules: Rules) -> None:
    """At the table it is passed over; where a rank or "good" is expected it is taken for "good"."""
    right_step, right_rank = engine._step, engine._rank_or_good

    def wrong_step(event: Params, where: str) -> Step:
        return right_step(event, where) if set(event) - {"seat"} else lambda hand: hand

    def wrong_rank(event: Params, where: str) -> Rank | None:
        return right_rank(event, where) if set(event) - {"seat"} else None

    rules.replace(right_step, wrong_step)
    rules.replace(right_rank, wrong_rank)


@wrong_engine("M-event-of-two-kinds")
def event_of_two_kinds(rules: Rules) -> None:
    right_step, right_rank = engine._step, engine._rank_or_good

    def first_kind(event: Params) -> Params:
        kinds = [kind for kind in ("card", "rank", "show", "good") if kind in event]
        return {member: value for member, value in event.items() if member not in kinds[1:]}

    rules.replace(right_step, lambda event, where: right_step(first_kind(event), where))
    rules.replace(right_rank, lambda event, where: right_rank(first_kind(event), where))


# FK4.9, FK4.10: who wins.


@_wrong_winner("M-first-trump-wins")
def first_trump_wins(cards: Sequence[Card], trump: Suit) -> Card:
    return next((card for card in cards if card.suit is trump), winning_card(cards, trump))


@_wrong_winner("M-last-trump-wins")
def last_trump_wins(cards: Sequence[Card], trump: Suit) -> Card:
    return next((card for card in reversed(cards) if card.suit is trump), winning_card(cards, trump))


@_wrong_winner("M-king-beats-trump")
def king_beats_trump(cards: Sequence[Card], trump: Suit) -> Card:
    """Low are the ten, nine, eight and seven."""
    winner = winning_card(cards, trump)
    low = winner.suit is trump and winner.rank.height < Rank.ACE.height
    return cards[0] if cards[0].rank is Rank.KING and low else winner


@_wrong_winner("M-two-trumps-leader-wins")
def two_trumps_leader_wins(cards: Sequence[Card], trump: Suit) -> Card:
    return cards[0] if sum(card.suit is trump for card in cards) == 2 else winning_card(cards, trump)


@_wrong_winner("M-trump-ignored")
def trump_ignored(cards: Sequence[Card], trump: Suit) -> Card:
    return winning_card(cards, cards[0].suit)


@wrong_engine("M-unknown-seat")
def unknown_seat(rules: Rules) -> None:
    """It is looked up in the list of seats, not found, and place -1 of the list is taken."""
    right = engine._seat

    def wrong(value: Any, where: str) -> Seat:
        unknown = isinstance(value, str) and value not in [seat.value for seat in Seat]
        return list(Seat)[-1] if unknown else right(value, where)

    rules.replace(right, wrong)


@_wrong_winner("M-off-suit-wins")
def off_suit_wins(cards: Sequence[Card], trump: Suit) -> Card:
    """The heights of two cards are compared, and their suits only to see whether one of them is a trump."""
    best = cards[0]
    for card in cards[1:]:
        trumps = card.suit is trump is not best.suit
        if trumps or card.rank.height > best.rank.height:
            best = card
    return best


@wrong_engine("M-leader-ignored")
def leader_ignored(rules: Rules) -> None:
    def wrong(leader: Seat, cards: Sequence[Card], trump: Suit) -> Trick:
        return judge_trick(Seat.SOUTH, cards, trump)._replace(leader=leader)

    rules.replace(judge_trick, wrong)
    _count_by_playing(rules)


@_wrong_winner("M-leader-wins")
def leader_wins(cards: Sequence[Card], trump: Suit) -> Card:
    return winning_card(cards, trump) if any(card.suit is trump for card in cards) else cards[0]


@_wrong_winner("M-last-card-wins")
def last_card_wins(cards: Sequence[Card], trump: Suit) -> Card:
    higher = cards[3].rank.height > _best(cards[:3], trump).rank.height
    return cards[3] if higher else winning_card(cards, trump)


@_wrong_winner("M-compared-with-last-card")
def compared_with_last_card(cards: Sequence[Card], trump: Suit) -> Card:
    best = cards[0]
    for before, card in pairwise(cards):
        if _best((before, card), trump) is card:
            best = card
    return best


@wrong_engine("M-long-trick")
def long_trick(rules: Rules) -> None:
    """The first four of the cards are judged."""

    def wrong(value: Any, where: str, least: int = 0, most: int | None = None) -> list[Card]:
        return READ_CARDS(value, where, least, None if where == "cards" else most)

    rules.replace(READ_CARDS, wrong)


# FK4.11: who leads next.


def _next_lead(rules: Rules, leads: Callable[[Hand], Seat]) -> None:
    """After a trick somebody else leads, told of the hand in which it has been taken."""

    def at_lead(hand: Hand) -> bool:
        return bool(hand.tricks) and not hand.trick and hand[4] is not None and not hand.rank_awaited

    rules.set(Hand, "turn", property(lambda hand: leads(hand) if at_lead(hand) else hand[4]))
    _legal_in_hand(rules, lambda hand, legal: hand.cards_of(leads(hand)) if at_lead(hand) else legal)
    _count_by_playing(rules)


@wrong_engine("M-same-leader")
def same_leader(rules: Rules) -> None:
    _next_lead(rules, lambda hand: hand.deal.first)


@wrong_engine("M-after-winner-leads")
def after_winner_leads(rules: Rules) -> None:
    _next_lead(rules, lambda hand: hand.tricks[-1].winner.right)


@wrong_engine("M-lead-goes-round")
def lead_goes_round(rules: Rules) -> None:
    _next_lead(rules, lambda hand: hand.tricks[-1].leader.right)


@wrong_engine("M-lead-to-side")
def lead_to_side(rules: Rules) -> None:
    def leads(hand: Hand) -> Seat:
        trick = hand.tricks[-1]
        return trick.leader if trick.leader.side is trick.winner.side else trick.winner

    _next_lead(rules, leads)


# FK4.12: the cards held.


def _back(hand: Hand, card: Card) -> Hand:
    """The hand with a card that may have been played back among those that have not."""
    return hand._replace(unplayed=hand.unplayed | CardSet(card.bit))


@wrong_engine("M-play-twice")
def play_twice(rules: Rules) -> None:
    def wrong(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
        return right(_back(hand, card) if card in hand.legal_cards else hand, seat, card, announce)

    _play(rules, wrong)
    _legal_in_hand(rules, lambda hand, legal: _legal_of(hand, hand.deal.hands[_turn(hand).index]))


def _before_card(rules: Rules, reason: str) -> None:
    """This reason is given before it is said that the card is not held."""
    right = Hand._refusal

    def wrong(self: Hand, seat: Seat, card: Card) -> Refused:
        refused = right(self, seat, card)
        if refused.reason == "card-not-held" and self.trick:
            held = self.cards_of(seat)
            follows = bool(held.of_suit(self.trick[0].suit))
            if card not in _legal_of(self, held | CardSet(card.bit)) and follows == (reason == "must-follow-suit"):
                return Refused(reason, f"{seat.value} plays {card} to {self.trick[0]}")
        return refused

    rules.set(Hand, "_refusal", wrong)


@wrong_engine("M-suit-before-card")
def suit_before_card(rules: Rules) -> None:
    _before_card(rules, "must-follow-suit")


@wrong_engine("M-trump-before-card")
def trump_before_card(rules: Rules) -> None:
    _before_card(rules, "must-trump")


@_wrong_play("M-any-card-of-pack")
def any_card_of_pack(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
    if seat is hand.turn and not hand.rank_awaited and card not in hand.deal.hands[seat.index]:
        hand = _back(hand, card)._replace(legal_cards=_legal_of(hand, hand.cards_of(seat) | CardSet(card.bit)))
    return right(hand, seat, card, announce)


@wrong_engine("M-won-cards-held")
def won_cards_held(rules: Rules) -> None:
    right_cards = Hand.cards_of

    def cards_of(self: Hand, seat: Seat) -> CardSet:
        cards = right_cards(self, seat)
        for trick in self.tricks:
            won = CardSet.holding(trick.cards)
            cards = cards | won if trick.winner is seat else cards - won
        return cards - CardSet.holding(self.trick)

    def wrong(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
        return right(_back(hand, card) if card in hand.legal_cards else hand, seat, card, announce)

    rules.set(Hand, "cards_of", cards_of)
    rules.set(Hand, "turn_up_exposed", property(lambda hand: len(right_cards(hand, hand.deal.dealer)) == 8))
    _play(rules, wrong)
    _legal_in_hand(rules, lambda hand, legal: _legal_of(hand, hand.cards_of(_turn(hand))))


@wrong_engine("M-fifth-hand")
def fifth_hand(rules: Rules) -> None:
    right = engine._hands

    def wrong(value: Any) -> dict[Seat, CardSet]:
        seats = [seat.value for seat in Seat]
        return right({word: hand for word, hand in engine._object(value, "hands").items() if word in seats})

    rules.replace(right, wrong)


@wrong_engine("M-unknown-word-refused")
def unknown_word_refused(rules: Rules) -> None:
    right = engine._step
    ranks = [rank.value for rank in Rank]

    def refusing(reason: str, detail: str) -> Step:
        def step(hand: Hand) -> Hand:
            raise Refused(reason, detail)

        return step

    def wrong(event: Params, where: str) -> Step:
        for kind, words, reason in (("card", list(CARDS), "card-not-held"), ("rank", ranks, "clique-not-held")):
            word = event.get(kind)
            if isinstance(word, str) and word not in words:
                return refusing(reason, f"{where}: {word} is not held")
        return right(event, where)

    rules.replace(right, wrong)


# FK4.13: what is refused does not stand.


def _events(rules: Rules, wrong: Callable[[Hand, Sequence[tuple[Params, Step]]], Hand]) -> None:
    """The events of a hand are taken by `wrong`, which gets the hand as dealt and each event with the step it makes."""
    right = engine._replay

    def replay(params: Params, readings: Readings) -> Hand:
        events = [(event, engine._step(event, where)) for where, event in engine._places(params, "events")]
        return wrong(right({**params, "events": []}, readings), events)

    rules.replace(right, replay)


def _laid_down(hand: Hand, event: Params) -> Hand:
    """The hand when a card is laid down without being judged; other events leave it as it is."""
    if hand.over or "card" not in event:
        return hand
    seat, card = Seat(event["seat"]), Card(event["card"])
    return _back(hand, card)._replace(turn=seat, legal_cards=CardSet(card.bit)).play(seat, card)


@wrong_engine("M-refused-play-counts")
def refused_play_counts(rules: Rules) -> None:
    """It is told that it is refused, but the card lies there, and the play goes on from it."""

    def wrong(hand: Hand, events: Sequence[tuple[Params, Step]]) -> Hand:
        for number, (event, step) in enumerate(events, 1):
            try:
                hand = step(hand)
            except Refused as refused:
                if number == len(events):
                    raise refused.at(number - 1) from None
                hand = _laid_down(hand, event)
        return hand

    _events(rules, wrong)


@wrong_engine("M-refused-play-skipped")
def refused_play_skipped(rules: Rules) -> None:
    """Refused is only the last event, after which nothing more comes."""

    def wrong(hand: Hand, events: Sequence[tuple[Params, Step]]) -> Hand:
        for number, (_, step) in enumerate(events, 1):
            try:
                hand = step(hand)
            except Refused as refused:
                if number == len(events):
                    raise refused.at(number - 1) from None
        return hand

    _events(rules, wrong)


@wrong_engine("M-last-refusal-told")
def last_refusal_told(rules: Rules) -> None:
    def wrong(hand: Hand, events: Sequence[tuple[Params, Step]]) -> Hand:
        last: Refused | None = None
        for number, (_, step) in enumerate(events):
            try:
                hand = step(hand)
            except Refused as refused:
                last = refused.at(number)
        if last:
            raise last
        return hand

    _events(rules, wrong)


@_wrong_play("M-announcement-before-card")
def announcement_before_card(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
    if announce and seat is hand.turn and not hand.rank_awaited:
        if hand.tricks:
            raise Refused("announcement-too-late", f"{seat.value} announces after the first trick")
        hand.contest.announce(seat, announce)
    return right(hand, seat, card, announce)


@wrong_engine("M-only-plays-counted")
def only_plays_counted(rules: Rules) -> None:
    right = engine._replay

    def wrong(params: Params, readings: Readings) -> Hand:
        try:
            return right(params, readings)
        except Refused as refused:
            raise refused.at(sum("card" in event for event in params["events"][: refused.event])) from None

    rules.replace(right, wrong)


@wrong_engine("M-events-from-one")
def events_from_one(rules: Rules) -> None:
    def wrong(code: int, message: str, data: Any = None) -> Any:
        if data and "event" in data:
            data = {**data, "event": data["event"] + 1}
        return ENGINE_ERROR(code, message, data)

    rules.replace(ENGINE_ERROR, wrong)


def _unjudged(rules: Rules, *methods: str) -> None:
    """In these methods the cards are laid down without being judged."""

    def wrong(right: Method, params: Params, readings: Readings) -> Any:
        inner = Rules()
        _events(inner, lambda hand, events: reduce(_laid_down, (event for event, _ in events), hand))
        try:
            return right(params, readings)
        finally:
            inner.restore()

    _answers(rules, wrong, *methods)


@wrong_engine("M-view-unchecked")
def view_unchecked(rules: Rules) -> None:
    _unjudged(rules, "view_hand")


@wrong_engine("M-count-unchecked")
def count_unchecked(rules: Rules) -> None:
    _unjudged(rules, "count_lines")


# FK4.15: no way back.


@wrong_engine("M-take-back")
def take_back(rules: Rules) -> None:
    """Remembered is the hand before the last card, as long as nothing has come after it."""
    before: dict[Hand, Hand] = {}

    def wrong(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
        last = before.get(hand)
        if last and seat is last.turn and card in last.legal_cards:
            hand = last
        after = right(hand, seat, card, announce)
        before.clear()
        before[after] = hand
        return after

    _play(rules, wrong)


@_wrong_play("M-no-two-running")
def no_two_running(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
    if hand.tricks and not hand.trick and not hand.over and seat is hand.tricks[-1].leader.left:
        raise Refused("not-your-turn", f"{seat.value} has just played")
    return right(hand, seat, card, announce)


# FK4.16: eight tricks, and how many ways there are to play them.


def _end_early(rules: Rules, ended: Callable[[Hand], bool]) -> None:
    right = Hand._take_trick

    def wrong(*args: Any) -> Hand:
        after = right(*args)
        return after._replace(turn=None, legal_cards=CardSet()) if ended(after) else after

    rules.set(Hand, "_take_trick", wrong)


@wrong_engine("M-seven-tricks")
def seven_tricks(rules: Rules) -> None:
    _end_early(rules, lambda hand: len(hand.tricks) == 7)

    def wrong(hand: Hand, depth: int) -> Lines:
        if depth > len(hand.unplayed) - 4:
            raise Malformed(f"depth: {depth} are more than the plays left")
        return count_lines(hand, depth)

    rules.replace(count_lines, wrong)


@wrong_engine("M-ends-when-decided")
def ends_when_decided(rules: Rules) -> None:
    _end_early(rules, lambda hand: hand.unplayed.points == 0)
    _count_by_playing(rules)


@_wrong_play("M-last-card-plays-itself")
def last_card_plays_itself(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
    hand = right(hand, seat, card, announce)
    while hand.turn and len(hand.cards_of(hand.turn)) == 1:
        (last,) = hand.cards_of(hand.turn)
        hand = right(hand, hand.turn, last, None)
    return hand


def _lines(rules: Rules, wrong: Callable[[Hand, int, Lines], Lines]) -> None:
    """Lines are counted by `wrong`, which gets the hand, the depth and the right count."""
    rules.replace(count_lines, lambda hand, depth: wrong(hand, depth, count_lines(hand, depth)))


@wrong_engine("M-lines-past-tricks")
def lines_past_tricks(rules: Rules) -> None:
    def wrong(hand: Hand, depth: int, count: Lines) -> Lines:
        past = sum(trick.points for trick in hand.tricks if trick.winner.side is Side.NORTH_SOUTH)
        return Lines(count.lines, count.points + past * count.lines)

    _lines(rules, wrong)


@wrong_engine("M-lines-open-trick")
def lines_open_trick(rules: Rules) -> None:
    def open_trick(hand: Hand) -> int:
        cards = CardSet.holding(hand.trick)
        north_south = hand.deal.hands[Seat.NORTH.index] | hand.deal.hands[Seat.SOUTH.index]
        return cards.points if cards and _best(hand.trick, hand.deal.trump) in north_south else 0

    _count_by_playing(rules, open_trick)


@wrong_engine("M-lines-new-cards-only")
def lines_new_cards_only(rules: Rules) -> None:
    """The cards that lay on the table are taken out of the tally of the cards that north-south take."""
    right = lines._Counter.play_on

    def wrong(self: Any, pattern: Any, leader: int, table: list[lines.Run], depth: int) -> lines.Count:
        count = right(self, pattern, leader, table, depth)
        taken = list(count.taken)
        for run in table:
            taken[run.suit] -= lines._lane(taken[run.suit], run.place) << lines.LANE * run.place
        return count._replace(taken=tuple(taken))

    rules.set(lines._Counter, "play_on", wrong)


@wrong_engine("M-lines-none-at-depth-0")
def lines_none_at_depth_0(rules: Rules) -> None:
    _lines(rules, lambda hand, depth, count: count if depth else Lines(0, 0))


@wrong_engine("M-lines-none-after-end")
def lines_none_after_end(rules: Rules) -> None:
    _lines(rules, lambda hand, depth, count: Lines(0, 0) if hand.over else count)


@wrong_engine("M-lines-stop-at-rank")
def lines_stop_at_rank(rules: Rules) -> None:
    _lines(rules, lambda hand, depth, count: Lines(0, 0) if depth and hand.rank_awaited else count)


@wrong_engine("M-lines-points-of-other-side")
def lines_points_of_other_side(rules: Rules) -> None:
    rules.set(lines, "NORTH_SOUTH", tuple(not side for side in lines.NORTH_SOUTH))


@wrong_engine("M-lines-points-of-both")
def lines_points_of_both(rules: Rules) -> None:
    rules.set(lines, "NORTH_SOUTH", (True, True, True, True))


@wrong_engine("M-lines-lone-lead")
def lines_lone_lead(rules: Rules) -> None:
    right = lines._Counter.before_lead

    def wrong(self: Any, pattern: Any, leader: int, depth: int) -> lines.Count:
        return lines.Count(1, lines.NOTHING) if depth == 1 else right(self, pattern, leader, depth)

    rules.set(lines._Counter, "before_lead", wrong)


@wrong_engine("M-lines-clockwise")
def lines_clockwise(rules: Rules) -> None:
    """Left and right are exchanged on the way in, and back on the way out."""
    right = lines._Counter.tricks

    def mirrored(owner: int) -> int:
        return owner if owner >= lines.ON_TABLE else -owner % 4

    def wrong(self: Any, pattern: Any, leader: int, table: list[lines.Run], plays: int) -> Iterator[list[lines.Run]]:
        turned = tuple(tuple(map(mirrored, owners)) for owners in pattern)
        for trick in right(self, turned, mirrored(leader), table, plays):
            yield [run._replace(owner=mirrored(run.owner)) for run in trick]

    rules.set(lines._Counter, "tricks", wrong)


@wrong_engine("M-lines-follow-latest")
def lines_follow_latest(rules: Rules) -> None:
    right = lines._Counter.tricks

    def wrong(self: Any, pattern: Any, leader: int, table: list[lines.Run], plays: int) -> Iterator[list[lines.Run]]:
        for trick in right(self, pattern, leader, [*table[-1:], *table[:-1]], plays):
            yield [*table, *trick[len(table) :]]

    rules.set(lines._Counter, "tricks", wrong)


@wrong_engine("M-lines-first-winner-leads")
def lines_first_winner_leads(rules: Rules) -> None:
    right = lines.count_lines
    rules.replace(right, lambda hand, depth: right(hand._replace(tricks=hand.tricks[:1]), depth))


@wrong_engine("M-large-numbers-lost")
def large_numbers_lost(rules: Rules) -> None:
    """They turn over in a signed word of 64 bits."""

    def word(number: int) -> int:
        return (number + (1 << 63)) % (1 << 64) - (1 << 63)

    _lines(rules, lambda hand, depth, count: Lines(word(count.lines), word(count.points)))


@wrong_engine("M-depth-clipped")
def depth_clipped(rules: Rules) -> None:
    def wrong(right: Method, params: Params, readings: Readings) -> Any:
        depth = engine._whole(engine._member(params, "depth"), "depth")
        plays = sum("card" in event for _, event in engine._places(params, "events"))
        return right({**params, "depth": min(max(depth, 0), max(32 - plays, 0))}, readings)

    _answers(rules, wrong, "count_lines")


@wrong_engine("M-depth-below-none-left")
def depth_below_none_left(rules: Rules) -> None:
    def wrong(right: Method, params: Params, readings: Readings) -> Any:
        if sum("card" in event for _, event in engine._places(params, "events")) > 32:
            raise Malformed("depth: fewer than no plays are left")
        return right(params, readings)

    _answers(rules, wrong, "count_lines")


@wrong_engine("M-events-before-depth")
def events_before_depth(rules: Rules) -> None:
    def wrong(right: Method, params: Params, readings: Readings) -> Any:
        engine._replay(params, readings)
        return right(params, readings)

    _answers(rules, wrong, "count_lines")


@wrong_engine("M-depth-by-events")
def depth_by_events(rules: Rules) -> None:
    def wrong(right: Method, params: Params, readings: Readings) -> Any:
        left = 32 - len(engine._places(params, "events"))
        if engine._whole(engine._member(params, "depth"), "depth") > max(left, 0):
            raise Malformed(f"depth: expected {left} at most")
        return right(params, readings)

    _answers(rules, wrong, "count_lines")


# FK4.17: after the eighth trick.


@_wrong_play("M-play-after-end")
def play_after_end(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
    return hand._replace(trick=(*hand.trick, card)) if hand.over else right(hand, seat, card, announce)


@wrong_engine("M-end-judged-last")
def end_judged_last(rules: Rules) -> None:
    """No card is held any more, so that it is never judged."""
    right = Hand._refusal

    def wrong(self: Hand, seat: Seat, card: Card) -> Refused:
        if not self.over:
            return right(self, seat, card)
        late = "card-not-held" if seat is self.tricks[-1].winner else "not-your-turn"
        return Refused(late, f"{seat.value} plays {card}")

    rules.set(Hand, "_refusal", wrong)


@wrong_engine("M-end-for-plays-only")
def end_for_plays_only(rules: Rules) -> None:
    def wrong(right: Play, hand: Hand, seat: Seat, card: Card, announce: int | None) -> Hand:
        if hand.over:
            raise Refused("hand-over", "all eight tricks have been played")
        return right(hand, seat, card, announce)

    _play(rules, wrong)
    rules.set(Hand, "_check_not_over", lambda self: None)


@wrong_engine("M-turn-after-end")
def turn_after_end(rules: Rules) -> None:
    def wrong(right: Method, params: Params, readings: Readings) -> Any:
        result = right(params, readings)
        return {**result, "turn": result["tricks"][-1]["winner"]} if result["status"] == "over" else result

    _answers(rules, wrong, "replay_hand")


# FK4.18, FK4.19: what is seen of the hands.


def _view(rules: Rules, wrong: Callable[[Hand, Seat, View], View]) -> None:
    """A seat sees something else: `wrong` gets the hand, the seat and what it should see."""
    right = Hand.view
    rules.set(Hand, "view", lambda self, seat: wrong(self, seat, right(self, seat)))


@wrong_engine("M-view-of-turn")
def view_of_turn(rules: Rules) -> None:
    """The seat that looks is not even read."""
    _view(
        rules,
        lambda hand, seat, view: view._replace(hand=hand.cards_of(hand.turn) if hand.turn else CardSet()),
    )
    _answers(rules, lambda right, params, readings: right({**params, "seat": "south"}, readings), "view_hand")


@wrong_engine("M-view-all")
def view_all(rules: Rules) -> None:
    _view(rules, lambda hand, seat, view: view._replace(hand=hand.unplayed))


@wrong_engine("M-view-as-dealt")
def view_as_dealt(rules: Rules) -> None:
    _view(rules, lambda hand, seat, view: view._replace(hand=hand.deal.hands[seat.index]))


@wrong_engine("M-view-by-tricks")
def view_by_tricks(rules: Rules) -> None:
    def wrong(hand: Hand, seat: Seat, view: View) -> View:
        return view._replace(hand=hand.deal.hands[seat.index] & (hand.unplayed | CardSet.holding(hand.trick)))

    _view(rules, wrong)


@wrong_engine("M-view-of-lawful")
def view_of_lawful(rules: Rules) -> None:
    _view(rules, lambda hand, seat, view: view._replace(hand=hand.legal_cards) if seat is hand.turn else view)


@wrong_engine("M-view-without-seat")
def view_without_seat(rules: Rules) -> None:
    def wrong(right: Method, params: Params, readings: Readings) -> Any:
        if params.get("seat") in [seat.value for seat in Seat]:
            return right(params, readings)
        return {**right({**params, "seat": "south"}, readings), "hand": []}

    _answers(rules, wrong, "view_hand")


@wrong_engine("M-shown-cards-leave")
def shown_cards_leave(rules: Rules) -> None:
    right = Hand.show

    def wrong(self: Hand, seat: Seat, cards: CardSet) -> Hand:
        after = right(self, seat, cards)
        return after._replace(unplayed=after.unplayed - cards, legal_cards=after.legal_cards - cards)

    rules.set(Hand, "show", wrong)


@wrong_engine("M-cards-left-by-tricks")
def cards_left_by_tricks(rules: Rules) -> None:
    _view(rules, lambda hand, seat, view: view._replace(cards_left=dict.fromkeys(Seat, 8 - len(hand.tricks))))


@wrong_engine("M-view-refused-after-end")
def view_refused_after_end(rules: Rules) -> None:
    def wrong(hand: Hand, seat: Seat, view: View) -> View:
        hand._check_not_over()
        return view

    _view(rules, wrong)


# FK4.20 to FK4.22: what is told of the trick.


def _trick(rules: Rules, wrong: Callable[[Hand], Sequence[Card]]) -> None:
    """Other cards are told as the trick on the table, in a hand that is replayed or looked at."""
    right = engine._replay

    def replay(params: Params, readings: Readings) -> Hand:
        hand = right(params, readings)
        return hand if "depth" in params else hand._replace(trick=tuple(wrong(hand)))

    rules.replace(right, replay)


@wrong_engine("M-trick-by-seat")
def trick_by_seat(rules: Rules) -> None:
    _trick(rules, lambda hand: [card for held in hand.deal.hands for card in hand.trick if card in held])


@wrong_engine("M-trick-sorted")
def trick_sorted(rules: Rules) -> None:
    """As text, the suit after the rank."""
    _trick(rules, lambda hand: sorted(hand.trick, key=lambda card: card.name))


@wrong_engine("M-trick-for-turn-only")
def trick_for_turn_only(rules: Rules) -> None:
    _view(rules, lambda hand, seat, view: view if seat is hand.turn else view._replace(trick=()))


@wrong_engine("M-turn-up-in-trick")
def turn_up_in_trick(rules: Rules) -> None:
    _trick(rules, lambda hand: (*hand.trick, hand.deal.turn_up) if hand.turn_up_exposed else hand.trick)


@wrong_engine("M-trick-stays")
def trick_stays(rules: Rules) -> None:
    _trick(rules, lambda hand: hand.trick or [card for trick in hand.tricks[-1:] for card in trick.cards])


@wrong_engine("M-trick-stays-while-naming")
def trick_stays_while_naming(rules: Rules) -> None:
    _trick(rules, lambda hand: hand.tricks[-1].cards if hand.rank_awaited else hand.trick)


@wrong_engine("M-tricks-pile-up")
def tricks_pile_up(rules: Rules) -> None:
    _trick(rules, lambda hand: [card for trick in hand.tricks for card in trick.cards] + list(hand.trick))
