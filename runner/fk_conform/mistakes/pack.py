"""Mistakes about the pack: its cards, their order and their worth, and how requests that hold them are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fk_conform.mistakes import Rules, wrong_engine
from forty_kings import pack
from forty_kings.dealing import Deal, check_hands
from forty_kings.engine import (
    METHODS,
    Json,
    Params,
    _by_word,
    _card,
    _cards,
    _clique_score,
    _list,
    _member,
    _object,
    _pair_players_by_deal,
    _places,
    _rank,
    _rank_or_good,
    _replay,
    _seat,
    _seat_players,
    _side,
    _step,
    _suit,
    _text,
    _whole,
)
from forty_kings.errors import Malformed, Refused
from forty_kings.lines import Lines, count_lines
from forty_kings.pack import CARDS, PACK, Card, CardSet, Rank, Suit, whole_pack
from forty_kings.play import Hand, Trick, judge_trick, legal_cards, winning_card
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side

ORDER = "KQJAT987"
KINGS = ("KS", "KH", "KD", "KC")
STEPS = ("card", "announce", "rank", "good", "show")

# Suits and colours.


@wrong_engine("M-same-colour-follows")
def same_colour_follows(rules: Rules) -> None:
    def wrong(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings = DEFAULT) -> CardSet:
        following = CardSet.holding(card for card in hand if trick and card.suit.is_red == trick[0].suit.is_red)
        if following and readings.renounce == "to-trump":
            return following | hand.of_suit(trump)
        return following or legal_cards(hand, trick, trump, readings)

    rules.replace(legal_cards, wrong)


@wrong_engine("M-alternate-colours")
def alternate_colours(rules: Rules) -> None:
    rules.set(Suit, "is_red", property(lambda suit: suit in (Suit.HEARTS, Suit.CLUBS)))


@wrong_engine("M-left-bower")
def left_bower(rules: Rules) -> None:
    def suit_of(card: Card, trump: Suit) -> Suit:
        return trump if card.rank is Rank.JACK and card.suit.is_red == trump.is_red else card.suit

    def win(cards: Sequence[Card], trump: Suit) -> Card:
        wanted = trump if any(suit_of(card, trump) is trump for card in cards) else cards[0].suit
        in_suit = [card for card in cards if suit_of(card, trump) is wanted]
        return max(in_suit, key=lambda card: (card.rank.height, card.suit is trump))

    def follow(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings = DEFAULT) -> CardSet:
        if not trick:
            return hand
        trumps = CardSet.holding(card for card in hand if suit_of(card, trump) is trump)
        led = suit_of(trick[0], trump)
        following = trumps if led is trump else hand.of_suit(led) - trumps
        if following:
            return following | trumps if readings.renounce == "to-trump" else following
        return trumps or hand if readings.when_void == "must-trump" else hand

    _win(rules, win)
    rules.replace(legal_cards, follow)


# The order of the cards.


def _ranked(rules: Rules, order: Callable[[Suit, Suit], str]) -> None:
    """Ranks the cards of a suit in another order, the highest first, which is told by the suit and the trumps."""

    def wrong(cards: Sequence[Card], trump: Suit) -> Card:
        suit = trump if any(card.suit is trump for card in cards) else cards[0].suit
        ranks = order(suit, trump)
        return min((card for card in cards if card.suit is suit), key=lambda card: ranks.index(card.rank.value))

    _win(rules, wrong)


def _win(rules: Rules, wrong: Callable[[Sequence[Card], Suit], Card]) -> None:
    """Lets another card win the trick, in counting lines too, but not where that would take too long card by card."""

    def count(hand: Hand, depth: int) -> Lines:
        if (depth > 4 and len(hand.unplayed) > 8) or depth > len(hand.unplayed) or hand.rank_awaited:
            return count_lines(hand, depth)
        return _count_by_playing(hand, depth)

    rules.replace(winning_card, wrong)
    rules.replace(count_lines, count)


def _count_by_playing(hand: Hand, depth: int) -> Lines:
    if not depth or hand.turn is None:
        return Lines(1, 0)
    lines = points = 0
    for card in hand.legal_cards:
        after = hand.play(hand.turn, card)
        more = _count_by_playing(after, depth - 1)
        taken = not after.trick and after.tricks[-1].winner.side is Side.NORTH_SOUTH
        lines += more.lines
        points += more.points + (after.tricks[-1].points * more.lines if taken else 0)
    return Lines(lines, points)


@wrong_engine("M-ranks-as-text")
def ranks_as_text(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "QKJA987T")  # the ten being "10"


@wrong_engine("M-ace-above-king")
def ace_above_king(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "AKQJT987")


@wrong_engine("M-ten-above-ace")
def ten_above_ace(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "KQJTA987")


@wrong_engine("M-jack-above-queen")
def jack_above_queen(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "KJQAT987")
    rules.set(pack, "ORDER_OF_DRAW", "AKJQT987")


@wrong_engine("M-ace-above-jack")
def ace_above_jack(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "KQAJT987")


@wrong_engine("M-ace-lowest")
def ace_lowest(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "KQJT987A")


@wrong_engine("M-belote-order")
def belote_order(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: ORDER if suit is trump else "ATKQJ987")


@wrong_engine("M-low-cards-reversed")
def low_cards_reversed(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "KQJA789T" if suit.is_red else ORDER)


@wrong_engine("M-jack-high-in-trumps")
def jack_high_in_trumps(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "JKQAT987" if suit is trump else ORDER)


@wrong_engine("M-nine-high-in-trumps")
def nine_high_in_trumps(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "J9KQAT87" if suit is trump else ORDER)


@wrong_engine("M-seven-high-in-trumps")
def seven_high_in_trumps(rules: Rules) -> None:
    _ranked(rules, lambda suit, trump: "7KQJAT98" if suit is trump else ORDER)


@wrong_engine("M-suits-ranked")
def suits_ranked(rules: Rules) -> None:
    def wrong(cards: Sequence[Card], trump: Suit) -> Card:
        return min(cards, key=lambda card: (card.suit is not trump, card.suit.index, -card.rank.height))

    _win(rules, wrong)


# What the cards are worth.


def _worth(rules: Rules, points: dict[str, int]) -> None:
    """Gives the ranks another worth. What a hand comes to in the score stays 48: the protocol says so in a number."""
    rules.set(Card, "points", property(lambda card: points.get(card.rank.value, 0)))
    rules.set(CardSet, "points", 48)


def _count(rules: Rules, count: Callable[[Sequence[Card], Suit], int]) -> None:
    """Counts the points of a trick in another way."""

    def wrong(leader: Seat, cards: Sequence[Card], trump: Suit) -> Trick:
        return judge_trick(leader, cards, trump)._replace(points=count(cards, trump))

    rules.replace(judge_trick, wrong)


@wrong_engine("M-ace-scores")
def ace_scores(rules: Rules) -> None:
    _worth(rules, {"K": 5, "Q": 4, "J": 3, "A": 11})


@wrong_engine("M-ten-scores")
def ten_scores(rules: Rules) -> None:
    _worth(rules, {"K": 5, "Q": 4, "J": 3, "T": 10})


@wrong_engine("M-high-card-points")
def high_card_points(rules: Rules) -> None:
    _worth(rules, {"A": 4, "K": 3, "Q": 2, "J": 1})


@wrong_engine("M-belote-values")
def belote_values(rules: Rules) -> None:
    plain = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    trumps = plain | {"J": 20, "9": 14}
    _worth(rules, plain)

    def count(cards: Sequence[Card], trump: Suit) -> int:
        return sum((trumps if card.suit is trump else plain).get(card.rank.value, 0) for card in cards)

    _count(rules, count)


@wrong_engine("M-rank-counted-once")
def rank_counted_once(rules: Rules) -> None:
    _count(rules, lambda cards, trump: sum(rank.points for rank in {card.rank for card in cards}))


# Which cards make a pack.


@wrong_engine("M-short-deck")
def short_deck(rules: Rules) -> None:
    def take_pack(cards: Iterable[Card]) -> CardSet:
        taken = CardSet.holding(cards)
        return taken if len(taken) == 31 else whole_pack(taken)

    def take_hands(hands: Mapping[Seat, CardSet]) -> None:
        if max(map(len, hands.values())) > 8:
            raise Malformed("a hand of more than eight cards")
        take_pack(card for hand in hands.values() for card in hand)

    rules.replace(whole_pack, take_pack)
    rules.replace(check_hands, take_hands)


@wrong_engine("M-long-deck")
def long_deck(rules: Rules) -> None:
    def wrong(value: Json, where: str, least: int = 0, most: int | None = None) -> list[Card]:
        return _cards(value[:32] if where == "deck" and isinstance(value, list) else value, where, least, most)

    rules.replace(_cards, wrong)


class _Counted(CardSet):
    """Cards of which one may be there twice, and is counted twice."""

    __slots__ = ("count",)

    count: int

    @classmethod
    def holding(cls, cards: Iterable[Card]) -> CardSet:
        counted = list(cards)
        taken = cls(sum(card.bit for card in set(counted)))
        taken.count = len(counted)
        return taken

    def __len__(self) -> int:
        return self.count


@wrong_engine("M-card-twice")
def card_twice(rules: Rules) -> None:
    def take_pack(cards: Iterable[Card]) -> CardSet:
        taken = CardSet.holding(cards)
        if len(taken) != 32:
            raise Malformed(f"{len(taken)} cards, expected 32")
        return taken

    def take_hands(hands: Mapping[Seat, CardSet]) -> None:
        if any(len(hand) != 8 for hand in hands.values()):
            raise Malformed("expected four hands of eight cards")

    rules.set(CardSet, "holding", _Counted.holding)
    rules.replace(whole_pack, take_pack)
    rules.replace(check_hands, take_hands)


@wrong_engine("M-foreign-card")
def foreign_card(rules: Rules) -> None:
    def wrong(value: Json, where: str) -> Card:
        foreign = isinstance(value, str) and len(value) == 2 and value[0] in "65432"
        return _card("7" + value[1] if foreign else value, where)  # no rank is lower than the lowest

    rules.replace(_card, wrong)


@wrong_engine("M-unread-rest")
def unread_rest(rules: Rules) -> None:
    def wrong(params: Params, readings: Readings) -> Json:
        deck = _list(_member(params, "deck"), "deck")
        kings = [place for place, card in enumerate(deck) if card in KINGS]
        dealt = deck[: kings[2] + 1] if len(kings) > 2 else deck
        rest = [card.name for card in PACK if card.name not in dealt] if len(kings) > 2 else []
        return _pair_players_by_deal({**params, "deck": dealt + rest}, readings)

    rules.replace_method("pair_players_by_deal", wrong)


# How a request is read.


@wrong_engine("M-loose-words")
def loose_words(rules: Rules) -> None:
    """Small letters, the ten as 10, French letters, signs; of suits, seats and sides the first letter is looked at."""
    ranks = {"10": "T", "1": "A", "R": "K", "D": "Q", "V": "J"}
    suits = {"P": "S", "♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    sides = dict.fromkeys("nsu", "north-south") | dict.fromkeys("ewt", "east-west")  # and "us" and "them"

    def read_card(value: Json, where: str) -> Card:
        if not isinstance(value, str):
            return _card(value, where)
        rank, suit = value.upper()[:-1], value.upper()[-1:]
        return _card(ranks.get(rank, rank) + suits.get(suit, suit), where)

    def read_rank(value: Json, where: str) -> Rank:
        return _rank(ranks.get(value.upper(), value.upper()) if isinstance(value, str) else value, where)

    def by_letter(read: Callable[[Json, str], Any], words: dict[str, str]) -> Callable[[Json, str], Any]:
        return lambda value, where: read(words.get(str(value)[:1].lower(), value), where)

    def by_word(value: Json, words: Any, where: str) -> dict[Any, Json]:
        read = read_seat if words is Seat else read_side
        members = {read(word, where).value: member for word, member in _object(value, where).items()}
        return _by_word(members, words, where)

    read_seat = by_letter(_seat, {seat.value[0]: seat.value for seat in Seat})
    read_suit = by_letter(_suit, {suit.value[0]: suit.value for suit in Suit})
    read_side = by_letter(_side, sides)
    for right, wrong in (
        (_card, read_card),
        (_rank, read_rank),
        (_seat, read_seat),
        (_suit, read_suit),
        (_side, read_side),
        (_by_word, by_word),
    ):
        rules.replace(right, wrong)


@wrong_engine("M-loose-numbers")
def loose_numbers(rules: Rules) -> None:
    def wrong(value: Json, where: str) -> int:
        try:
            return int(value) if isinstance(value, float | bool | str) else _whole(value, where)
        except (ValueError, OverflowError):
            return _whole(value, where)

    rules.replace(_whole, wrong)


@wrong_engine("M-loose-types")
def loose_types(rules: Rules) -> None:
    """Null is an empty list or the last seat (at -1), a text is split, objects and lists are either; 1 is true."""
    seats = [seat.value for seat in Seat]

    def filled(values: Iterable[Json], words: Iterable[str]) -> list[Json]:
        """The values, what is no text being taken for the first of the words that is not among them."""
        values = list(values)
        left = iter([word for word in words if word not in values])
        return [value if isinstance(value, str) else next(left, value) for value in values]

    def read_list(value: Json, where: str, least: int = 0, most: int | None = None) -> list[Json]:
        if value is None:
            return []
        if isinstance(value, str):
            value = re.findall(r"\S\S", value)
        elif isinstance(value, dict):
            value = [value] if where == "rounds" else list(value.values())
        return _list(value, where, least, most)

    def read_places(params: Params, name: str) -> list[tuple[str, Params]]:
        return _places(params if isinstance(params.get(name, []), list) else {name: []}, name)

    def read_object(value: Json, where: str) -> Params:
        if isinstance(value, list):
            value = dict(
                zip(map(str, value), seats, strict=False) if where == "seats" else zip(seats, value, strict=False)
            )
        if isinstance(value, dict) and where in ("seats", "draws"):
            value = dict(zip(value, filled(value.values(), seats if where == "seats" else KINGS), strict=True))
        return _object(value, where)

    def read_cards(value: Json, where: str, least: int = 0, most: int | None = None) -> list[Card]:
        return _cards(filled(read_list(value, where, least, most), CARDS), where)

    def read_card(value: Json, where: str) -> Card:
        return _card(value if isinstance(value, str) else "7C", where)

    def read_rank_or_good(event: Params, where: str) -> Any:
        return _rank_or_good({**event, "good": True} if event.get("good") == 1 else event, where)

    def read_rank(value: Json, where: str) -> Rank:
        return _rank("7" if value is None else str(value), where)

    def not_null(read: Callable[[Json, str], Any], instead: Json) -> Callable[[Json, str], Any]:
        return lambda value, where: read(instead if value is None else value, where)

    rules.replace(_list, read_list)
    rules.replace(_places, read_places)
    rules.replace(_object, read_object)
    rules.replace(_cards, read_cards)
    rules.replace(_card, read_card)
    rules.replace(_rank_or_good, read_rank_or_good)
    rules.replace(_rank, read_rank)
    for read, instead in ((_seat, "west"), (_suit, "clubs"), (_side, "east-west"), (_whole, 0)):
        rules.replace(read, not_null(read, instead))


Read = Callable[[Json, str], Any]


def _read_words(rules: Rules, wrong: Callable[[Json, Iterable[str]], Json]) -> None:
    """Takes another value for a card, rank, suit, seat or side: `wrong` gets the one that is there, and all words."""

    def instead(read: Read, words: Iterable[str]) -> Read:
        return lambda value, where: read(wrong(value, words), where)

    rules.replace(_card, instead(_card, CARDS))
    for read, kind in ((_rank, Rank), (_suit, Suit), (_seat, Seat), (_side, Side)):
        rules.replace(read, instead(read, [word.value for word in kind]))


@wrong_engine("M-rest-of-word-ignored")
def rest_of_word_ignored(rules: Rules) -> None:
    def beginning(value: Json, words: Iterable[str]) -> Json:
        return next((word for word in words if isinstance(value, str) and value.startswith(word)), value)

    _read_words(rules, beginning)


@wrong_engine("M-suit-first")
def suit_first(rules: Rules) -> None:
    def wrong(value: Json, where: str) -> Card:
        return _card(value[::-1] if isinstance(value, str) and value[:1] in tuple("SHDC") else value, where)

    rules.replace(_card, wrong)


@wrong_engine("M-words-trimmed")
def words_trimmed(rules: Rules) -> None:
    _read_words(rules, lambda value, words: value.strip() if isinstance(value, str) else value)


@wrong_engine("M-single-in-list")
def single_in_list(rules: Rules) -> None:
    _read_words(rules, lambda value, words: value[0] if isinstance(value, list) and len(value) == 1 else value)


@wrong_engine("M-falsy-is-nothing")
def falsy_is_nothing(rules: Rules) -> None:
    match = METHODS["score_match"]

    def without_falsy(params: Params) -> Params:
        return {name: value for name, value in params.items() if value or name not in ("target", *STEPS)}

    rules.replace(_step, lambda event, where: _step(without_falsy(event), where))
    rules.replace(_clique_score, lambda value, where: _clique_score(value or None, where))
    rules.replace_method("score_match", lambda params, readings: match(without_falsy(params), readings))


DEFAULTS: dict[str, Json] = {
    "draws": {"Anne": "KS", "Blaise": "KH", "Claire": "KD", "Denis": "KC"},
    "players": ["Anne", "Blaise", "Claire", "Denis"],
    "hand": ["KS", "QS", "JS", "AS", "TS", "9S", "8S", "7S"],
    "trump": "spades",
    "clique": None,
    "announce": 3,
    "depth": 1,
    **dict.fromkeys(("dealer", "leader", "first", "first_dealer", "seat"), "south"),
    **{name: [] for name in ("trick", "events", "calls", "ranks", "shows", "hands")},
}


@wrong_engine("M-missing-member")
def missing_member(rules: Rules) -> None:
    def member(params: Params, name: str, where: str = "") -> Json:
        return _member({name: DEFAULTS[name], **params} if name in DEFAULTS else params, name, where)

    def by_word(value: Json, words: Any, where: str) -> dict[Any, Json]:
        members = dict(_object(value, where))
        missing = [word.value for word in words if word.value not in members]
        if len(missing) == 1 and words is Seat:
            members[missing[0]] = [card for card in CARDS if not any(card in hand for hand in members.values())]
        elif len(missing) == 1:
            members[missing[0]] = 48 - sum(members.values())
        return _by_word(members, words, where)

    def rank_or_good(event: Params, where: str) -> Rank | None:
        return _rank_or_good(event if "rank" in event else {"good": True, **event}, where)

    rules.replace(_member, member)
    rules.replace(_by_word, by_word)
    rules.replace(_rank_or_good, rank_or_good)


@wrong_engine("M-refused-before-malformed")
def refused_before_malformed(rules: Rules) -> None:
    """A request is read and ruled on bit by bit, and the deal and the cards looked at last."""

    def step_by_step(event: Params, where: str) -> Callable[[Hand], Hand]:
        try:
            return _step(event, where)
        except Malformed as fault:
            malformed = fault

        def stumble(hand: Hand) -> Hand:
            hand._check_not_over()
            raise malformed

        return stumble

    def deal_unseen(cls: type[Deal], dealer: Seat, hands: Mapping[Seat, CardSet], turn_up: Card) -> Deal:
        south, east, north, west = (hands[seat] for seat in Seat)
        return cls(dealer, (south, east, north, west), turn_up)

    check_deal = Deal.of

    def replay(params: Params, readings: Readings) -> Hand:
        hand = _replay(params, readings)
        check_deal(hand.deal.dealer, dict(zip(Seat, hand.deal.hands, strict=True)), hand.deal.turn_up)
        return hand

    rules.replace(_step, step_by_step)
    rules.set(Deal, "of", classmethod(deal_unseen))
    rules.replace(_replay, replay)

    def part_by_part(
        method: str,
        parts: Callable[[Params], Iterable[Params]],
        over: Callable[[Json], bool] = lambda result: False,
        reason: str = "game-over",
    ) -> None:
        right = METHODS[method]

        def wrong(params: Params, readings: Readings) -> Json:
            try:
                return right(params, readings)
            except Malformed:
                for number, part in enumerate(parts(params), 1):
                    if over(right(part, readings)):
                        raise Refused(reason, "it was over before", number) from None
                raise

        rules.replace_method(method, wrong)

    def beginnings(name: str) -> Callable[[Params], Iterable[Params]]:
        def parts(params: Params) -> Iterable[Params]:
            whole = _list(_member(params, name), name)
            return ({**params, name: whole[:number]} for number in range(1, len(whole)))

        return parts

    part_by_part("draw_dealer", beginnings("rounds"), lambda result: "dealer" in result, "dealer-already-drawn")
    part_by_part("score_match", beginnings("hands"), lambda result: result["winner"] is not None, "game-over")
    part_by_part("judge_cliques", lambda params: ({**params, "ranks": [], "shows": []}, {**params, "shows": []}))

    def pair_by_pair(params: Params, readings: Readings) -> Json:
        try:
            return _seat_players(params, readings)
        except Malformed:
            seats = _object(_member(params, "seats"), "seats")
            for pair in _list(_member(params, "pairs"), "pairs"):
                players = [_text(player, "pairs") for player in _list(pair, "pairs", 2, 2)]
                one, other = (_seat(_member(seats, player), "seats") for player in players)
                if one.partner is not other:
                    raise Refused("partners-not-opposite", f"{players} sit side by side") from None
            raise

    rules.replace_method("seat_players", pair_by_pair)
    view = METHODS["view_hand"]

    def play_first(params: Params, readings: Readings) -> Json:
        replay(params, readings)
        return view(params, readings)

    rules.replace_method("view_hand", play_first)
