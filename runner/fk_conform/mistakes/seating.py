"""Mistakes about partners, seats and the draw for the first deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any
from unicodedata import normalize

from fk_conform.mistakes import Rules, wrong_engine
from forty_kings import engine, pack, seating
from forty_kings.engine import Json, Params, _cards, _list, _object
from forty_kings.errors import Malformed, Refused
from forty_kings.pack import Card, CardSet, Rank, Suit, whole_pack
from forty_kings.play import Trick, judge_trick
from forty_kings.seating import (
    Drawing,
    Pair,
    Pairing,
    Seat,
    Side,
    draw_dealer,
    highest_drawn,
    pair_players,
    pair_players_by_deal,
    seat_players,
)

# Who has got which king so far, the latest last; and who receives the next cards for kings, which may depend on it.
Kings = dict[str, Card]
Receivers = Callable[[Sequence[str], Kings], Iterator[str]]


def _by_colour(players: Iterable[str], kings: Mapping[str, Card]) -> Pairing:
    """Puts those with a red card together, and all others."""
    red = frozenset(player for player, king in kings.items() if king.suit.is_red)
    return Pairing(red, frozenset(players) - red)


def _dealt_to(receivers: Receivers, players: Sequence[str], deck: Sequence[Card]) -> Pairing:
    """Deals for kings to those who receive; who gets a second king has that."""
    kings: Kings = {}
    for player, card in zip(receivers(players, kings), deck, strict=False):
        if card.rank is Rank.KING:
            kings.pop(player, None)
            kings[player] = card
    return _by_colour(players, kings)


def _deal_for_kings(rules: Rules, receivers: Receivers) -> None:
    def wrong(players: Sequence[str], deck: Sequence[Card]) -> Pairing:
        pair_players_by_deal(players, deck)  # for what is malformed
        return _dealt_to(receivers, players, deck)

    rules.replace(pair_players_by_deal, wrong)


def _those_without(players: Sequence[str], kings: Kings) -> Iterator[str]:
    """Who receives rightly: those without a king by turns."""
    while len(kings) < len(players):
        yield from (player for player in players if player not in kings)


# The players.


@wrong_engine("M-not-four-players")
def not_four_players(rules: Rules) -> None:
    """Three or five draw kings or receive cards; of a round the four seats are looked at, and who else drew is not."""

    def pair(draws: Mapping[str, Card]) -> Pairing:
        if len(draws) not in (3, 5) or any(card.rank is not Rank.KING for card in draws.values()):
            return pair_players(draws)
        CardSet.holding(draws.values())
        return _by_colour(draws, draws)

    def pair_by_deal(players: Sequence[str], deck: Sequence[Card]) -> Pairing:
        if len(set(players)) != len(players) or len(players) not in (3, 5):
            return pair_players_by_deal(players, deck)
        whole_pack(deck)
        return _dealt_to(_those_without, players, deck)

    def read_object(value: Json, where: str) -> Params:
        members = _object(value, where)
        if not where.startswith("rounds["):
            return members
        return {seat.value: members[seat.value] for seat in Seat if seat.value in members}

    rules.replace(pair_players, pair)
    rules.replace(pair_players_by_deal, pair_by_deal)
    rules.replace(_object, read_object)


@wrong_engine("M-name-twice")
def name_twice(rules: Rules) -> None:
    def pair_by_deal(players: Sequence[str], deck: Sequence[Card]) -> Pairing:
        pairing = pair_players_by_deal([str(place) for place in range(len(players))], deck)
        red, black = (frozenset(players[int(place)] for place in pair) for pair in (pairing.red, pairing.black))
        return Pairing(red, black)

    def seat(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
        if len(frozenset.union(*pairs)) == 4:
            return seat_players(pairs, seats)
        sides = {}
        for one, other in map(sorted, pairs):
            if one not in seats or other not in seats:
                raise Malformed(f"{one} or {other} has no seat")
            if seats[one].partner is not seats[other]:
                raise Refused("partners-not-opposite", f"{one} and {other} sit side by side")
            sides[seats[one].side] = frozenset((one, other))
        return sides

    rules.replace(pair_players_by_deal, pair_by_deal)
    rules.replace(seat_players, seat)


@wrong_engine("M-names-counted-once")
def names_counted_once(rules: Rules) -> None:
    seat = engine.METHODS["seat_players"]

    def wrong(params: Params, readings: Any) -> Json:
        pairs = [list(dict.fromkeys(_list(pair, "pairs"))) for pair in _list(params.get("pairs"), "pairs")]
        return seat({**params, "pairs": pairs}, readings)

    rules.replace_method("seat_players", wrong)
    rules.replace(pair_players_by_deal, lambda players, deck: pair_players_by_deal(list(dict.fromkeys(players)), deck))


@wrong_engine("M-uneven-sides")
def uneven_sides(rules: Rules) -> None:
    def read_list(value: Json, where: str, least: int = 0, most: int | None = None) -> list[Json]:
        return _list(value, where, 1, 3) if where.startswith("pairs[") else _list(value, where, least, most)

    def seat(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
        one, *three = sorted(pairs, key=len)
        if [len(one), *map(len, three)] != [1, 3] or set(seats) != one | three[0] or len(set(seats.values())) != 4:
            return seat_players(pairs, seats)
        side = seats[min(one)].side
        return {side: one, side.other: three[0]}

    rules.replace(_list, read_list)
    rules.replace(seat_players, seat)


@wrong_engine("M-third-pair")
def third_pair(rules: Rules) -> None:
    rules.replace(seat_players, lambda pairs, seats: seat_players(pairs[:2], seats))


@wrong_engine("M-short-trick")
def short_trick(rules: Rules) -> None:
    def read_cards(value: Json, where: str, least: int = 0, most: int | None = None) -> list[Card]:
        return _cards(value, where, 1 if where == "cards" else least, most)

    def judge(leader: Seat, cards: Sequence[Card], trump: Suit) -> Trick:
        filled_up = [*cards, *[cards[0]] * (4 - len(cards))]
        return judge_trick(leader, filled_up, trump)._replace(points=sum(card.points for card in cards))

    rules.replace(_cards, read_cards)
    rules.replace(judge_trick, judge)


def _check_names(rules: Rules, check: Callable[[Iterable[str]], None]) -> None:
    """Looks at the names of the players before anything else."""

    def pair(draws: Mapping[str, Card]) -> Pairing:
        check(draws)
        return pair_players(draws)

    def pair_by_deal(players: Sequence[str], deck: Sequence[Card]) -> Pairing:
        check(players)
        return pair_players_by_deal(players, deck)

    def seat(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
        check(seats)
        return seat_players(pairs, seats)

    rules.replace(pair_players, pair)
    rules.replace(pair_players_by_deal, pair_by_deal)
    rules.replace(seat_players, seat)


@wrong_engine("M-names-restricted")
def names_restricted(rules: Rules) -> None:
    def check(names: Iterable[str]) -> None:
        for name in names:
            plain = name.isascii() and not set(name) & set("\"'\\<>&")
            if not name or name.isdigit() or not plain or name in [seat.value for seat in Seat]:
                raise Malformed(f"{name!r} is no name for a player")

    _check_names(rules, check)


@wrong_engine("M-names-of-the-language")
def names_of_the_language(rules: Rules) -> None:
    def wrong(value: Json, where: str) -> Params:
        members = _object(value, where)
        lost = ("__proto__", "constructor", "toString", "valueOf") if where in ("draws", "seats") else ()
        return {name: member for name, member in members.items() if name not in lost}

    rules.replace(_object, wrong)


@wrong_engine("M-names-alike")
def names_alike(rules: Rules) -> None:
    def check(names: Iterable[str]) -> None:
        names = list(names)
        if len({normalize("NFC", name).strip().casefold()[:15] for name in names}) < len(names):
            raise Malformed("a player twice")

    _check_names(rules, check)


# Kings for partners.


@wrong_engine("M-any-card-pairs")
def any_card_pairs(rules: Rules) -> None:
    def wrong(draws: Mapping[str, Card]) -> Pairing:
        if len(CardSet.holding(draws.values())) != 4:
            raise Malformed("expected four players")
        return _by_colour(draws, draws)

    rules.replace(pair_players, wrong)


@wrong_engine("M-pair-by-packets")
def pair_by_packets(rules: Rules) -> None:
    def receivers(players: Sequence[str], kings: Kings) -> Iterator[str]:
        for packet in cycle((2, 3, 3)):
            if len(kings) == 4:
                return
            for player in players:
                if player not in kings:
                    yield from [player] * packet

    _deal_for_kings(rules, receivers)


@wrong_engine("M-king-holder-still-served")
def king_holder_still_served(rules: Rules) -> None:
    _deal_for_kings(rules, lambda players, kings: cycle(players))


@wrong_engine("M-pair-restarts")
def pair_restarts(rules: Rules) -> None:
    def receivers(players: Sequence[str], kings: Kings) -> Iterator[str]:
        while len(kings) < 4:
            for player in players:
                if player not in kings:
                    yield player
                    if player in kings:
                        break

    _deal_for_kings(rules, receivers)


@wrong_engine("M-only-last-passed-over")
def only_last_passed_over(rules: Rules) -> None:
    def receivers(players: Sequence[str], kings: Kings) -> Iterator[str]:
        return (player for player in cycle(players) if player != next(reversed(kings), None))

    _deal_for_kings(rules, receivers)


@wrong_engine("M-first-named-last")
def first_named_last(rules: Rules) -> None:
    _deal_for_kings(rules, lambda players, kings: _those_without([*players[1:], players[0]], kings))


@wrong_engine("M-pair-backwards")
def pair_backwards(rules: Rules) -> None:
    _deal_for_kings(rules, lambda players, kings: _those_without([players[0], *players[:0:-1]], kings))


@wrong_engine("M-names-sorted")
def names_sorted(rules: Rules) -> None:
    _deal_for_kings(rules, lambda players, kings: _those_without(sorted(players), kings))


@wrong_engine("M-fourth-king-dealt")
def fourth_king_dealt(rules: Rules) -> None:
    def receivers(players: Sequence[str], kings: Kings) -> Iterator[str]:
        return (player for player in cycle(players) if player not in kings or len(kings) > 2)

    _deal_for_kings(rules, receivers)


@wrong_engine("M-same-suit-family")
def same_suit_family(rules: Rules) -> None:
    def wrong(draws: Mapping[str, Card]) -> Pairing:
        pair_players(draws)  # for what is malformed
        first = frozenset(player for player, king in draws.items() if king.suit in (Suit.SPADES, Suit.HEARTS))
        return Pairing(first, frozenset(draws) - first)

    rules.replace(pair_players, wrong)


def _partners(*places: int) -> Callable[[Mapping[str, Card]], Pairing]:
    """Makes partners of those who have got their kings in these places, counted from 0."""

    def wrong(draws: Mapping[str, Card]) -> Pairing:
        pair_players(draws)  # for what is malformed
        first = frozenset(list(draws)[place] for place in places)
        return Pairing(first, frozenset(draws) - first)

    return wrong


@wrong_engine("M-partners-by-order")
def partners_by_order(rules: Rules) -> None:
    rules.set(engine, "pair_players", _partners(0, 2))


@wrong_engine("M-first-two-kings")
def first_two_kings(rules: Rules) -> None:
    rules.set(seating, "pair_players", _partners(0, 1))  # of those to whom kings have been dealt


# Seats.


@wrong_engine("M-any-seats")
def any_seats(rules: Rules) -> None:
    def wrong(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
        try:
            return seat_players(pairs, seats)
        except Refused:
            return _sides_of(pairs, seats)

    rules.replace(seat_players, wrong)


def _sides_of(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
    """The sides as the first player of the first pair sits."""
    side = seats[min(pairs[0])].side
    return {side: pairs[0], side.other: pairs[1]}


@wrong_engine("M-sides-by-pair")
def sides_by_pair(rules: Rules) -> None:
    def wrong(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
        seat_players(pairs, seats)  # for what is malformed or refused
        return {Side.NORTH_SOUTH: pairs[0], Side.EAST_WEST: pairs[1]}

    rules.replace(seat_players, wrong)


@wrong_engine("M-neighbours-by-number")
def neighbours_by_number(rules: Rules) -> None:
    def wrong(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
        try:
            return seat_players(pairs, seats)
        except Refused:
            one, other = (seats[player].index for player in pairs[0])
            if abs(one - other) == 1:
                raise
            return _sides_of(pairs, seats)

    rules.replace(seat_players, wrong)


@wrong_engine("M-stranger-seated")
def stranger_seated(rules: Rules) -> None:
    """The seats are looked up by player, who sits in another is not asked, and the seats left are for who has none."""

    def wrong(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
        named = {player: seats[player] for pair in pairs for player in pair if player in seats}
        left = [seat for seat in Seat if seat not in named.values()]
        unseated = sorted(player for pair in pairs for player in pair if player not in seats)
        return seat_players(pairs, {**named, **dict(zip(unseated, left, strict=False))})

    rules.replace(seat_players, wrong)


@wrong_engine("M-black-chooses")
def black_chooses(rules: Rules) -> None:
    rules.set(Pairing, "choose_first", property(lambda pairing: pairing.black))


@wrong_engine("M-first-king-chooses")
def first_king_chooses(rules: Rules) -> None:
    class Timed(Pairing):
        first: str

        @property
        def choose_first(self) -> Pair:
            return self.red if self.first in self.red else self.black

    def wrong(draws: Mapping[str, Card]) -> Pairing:
        pairing = Timed(*pair_players(draws))
        pairing.first = next(iter(draws))
        return pairing

    rules.replace(pair_players, wrong)


@wrong_engine("M-fixed-seats")
def fixed_seats(rules: Rules) -> None:
    """Of the two seats left the one named first is for the player of the black pair whose name comes first."""

    def wrong(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
        sides = seat_players(pairs, seats)
        one, other = sorted(pairs[1])
        if seats[one].index > seats[other].index:
            raise Refused("partners-not-opposite", f"{one} belongs in the seat of {other}")
        return sides

    rules.replace(seat_players, wrong)


@wrong_engine("M-seat-shared")
def seat_shared(rules: Rules) -> None:
    def wrong(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
        if len(set(seats.values())) == 4 or set(seats) != frozenset.union(*pairs):
            return seat_players(pairs, seats)
        if any(seats[one].partner is not seats[other] for one, other in map(sorted, pairs)):
            raise Refused("partners-not-opposite", "partners sit side by side")
        return _sides_of(pairs, seats)

    rules.replace(seat_players, wrong)


# The draw for the first deal.


def _draw(
    rounds: Sequence[Mapping[Seat, Card]],
    may_draw: Callable[[int, frozenset[Seat], frozenset[Seat]], bool] = lambda number, to_draw, drew: drew == to_draw,
    settle: Callable[[int, frozenset[Seat]], Iterable[Seat]] = lambda number, highest: highest,
) -> Drawing:
    """Draws by other rules: who may draw in a round, and whom it leaves over of those with the highest card."""
    if not rounds:
        raise Malformed("rounds: expected one round or more")
    to_draw = frozenset(Seat)
    for number, drawn in enumerate(rounds):
        if number and len(to_draw) == 1:
            raise Refused("dealer-already-drawn", "the dealer is known", number)
        if not drawn or not may_draw(number, to_draw, frozenset(drawn)):
            raise Refused("wrong-players-draw", "others must draw", number)
        to_draw = frozenset(settle(number, highest_drawn(drawn)))
    (dealer,) = to_draw if len(to_draw) == 1 else (None,)
    return Drawing(dealer, frozenset() if dealer else to_draw)


def _draw_by(rules: Rules, draw: Callable[[Sequence[Mapping[Seat, Card]]], Drawing]) -> None:
    """Draws so, if no card is there twice."""

    def wrong(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        CardSet.holding(card for drawn in rounds for card in drawn.values())
        return draw(rounds)

    rules.replace(draw_dealer, wrong)


def _highest_by(rules: Rules, height: Callable[[Card], Any]) -> None:
    """Finds the highest card of a round by another measure."""

    def wrong(drawn: Mapping[Seat, Card]) -> frozenset[Seat]:
        top = max(height(card) for card in drawn.values())
        return frozenset(seat for seat, card in drawn.items() if height(card) == top)

    rules.replace(highest_drawn, wrong)


@wrong_engine("M-draw-by-position")
def draw_by_position(rules: Rules) -> None:
    def draw(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        return draw_dealer([dict(zip(_in_order(drawn), drawn.values(), strict=True)) for drawn in rounds])

    _draw_by(rules, draw)


def _in_order(seats: Iterable[Seat]) -> list[Seat]:
    return sorted(seats, key=lambda seat: seat.index)


@wrong_engine("M-missing-draw")
def missing_draw(rules: Rules) -> None:
    _draw_by(rules, lambda rounds: _draw(rounds, lambda number, to_draw, drew: number == 0 or drew == to_draw))


@wrong_engine("M-empty-round")
def empty_round(rules: Rules) -> None:
    def draw(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        drawn = [cards for cards in rounds if cards]
        return draw_dealer(drawn) if drawn or not rounds else Drawing(None, frozenset(Seat))

    _draw_by(rules, draw)


@wrong_engine("M-no-rounds")
def no_rounds(rules: Rules) -> None:
    _draw_by(rules, lambda rounds: draw_dealer(rounds) if rounds else Drawing(None, frozenset(Seat)))


@wrong_engine("M-draw-order-of-play")
def draw_order_of_play(rules: Rules) -> None:
    _highest_by(rules, lambda card: card.rank.height)


@wrong_engine("M-draw-as-text")
def draw_as_text(rules: Rules) -> None:
    _highest_by(rules, lambda card: "10" if card.rank is Rank.TEN else card.rank.value)


@wrong_engine("M-ten-high-in-draw")
def ten_high_in_draw(rules: Rules) -> None:
    rules.set(pack, "ORDER_OF_DRAW", "ATKQJ987")


@wrong_engine("M-draw-by-points")
def draw_by_points(rules: Rules) -> None:
    _highest_by(rules, lambda card: card.points)


@wrong_engine("M-lowest-deals")
def lowest_deals(rules: Rules) -> None:
    _highest_by(rules, lambda card: -card.rank.height_in_draw)


@wrong_engine("M-suits-break-ties")
def suits_break_ties(rules: Rules) -> None:
    _highest_by(rules, lambda card: (card.rank.height_in_draw, -card.suit.index))


@wrong_engine("M-colours-break-ties")
def colours_break_ties(rules: Rules) -> None:
    _highest_by(rules, lambda card: (card.rank.height_in_draw, card.suit.is_red))


@wrong_engine("M-all-redraw")
def all_redraw(rules: Rules) -> None:
    _draw_by(rules, lambda rounds: _draw(rounds, settle=lambda number, tied: tied if len(tied) == 1 else Seat))


@wrong_engine("M-only-two-redraw")
def only_two_redraw(rules: Rules) -> None:
    _draw_by(rules, lambda rounds: _draw(rounds, settle=lambda number, tied: _in_order(tied)[:2]))


@wrong_engine("M-old-cards-count")
def old_cards_count(rules: Rules) -> None:
    def draw(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        latest: dict[Seat, Card] = {}

        def settle(number: int, tied: frozenset[Seat]) -> frozenset[Seat]:
            latest.update(rounds[number])
            return highest_drawn(latest)

        return _draw(rounds, settle=settle)

    _draw_by(rules, draw)


@wrong_engine("M-partial-redraw")
def partial_redraw(rules: Rules) -> None:
    def may_draw(number: int, to_draw: frozenset[Seat], drew: frozenset[Seat]) -> bool:
        return drew <= to_draw if number else drew == to_draw

    _draw_by(rules, lambda rounds: _draw(rounds, may_draw))


@wrong_engine("M-redraw-by-number")
def redraw_by_number(rules: Rules) -> None:
    _draw_by(rules, lambda rounds: _draw(rounds, lambda number, to_draw, drew: len(drew) == len(to_draw)))


@wrong_engine("M-redraw-on-any-tie")
def redraw_on_any_tie(rules: Rules) -> None:
    def wrong(drawn: Mapping[Seat, Card]) -> frozenset[Seat]:
        ranks = [card.rank for card in drawn.values()]
        tied = frozenset(seat for seat, card in drawn.items() if ranks.count(card.rank) > 1)
        return tied or highest_drawn(drawn)

    rules.replace(highest_drawn, wrong)


@wrong_engine("M-second-tie-settled")
def second_tie_settled(rules: Rules) -> None:
    _draw_by(rules, lambda rounds: _draw(rounds, settle=lambda number, tied: _in_order(tied)[: 1 if number else 4]))


@wrong_engine("M-old-ties-redraw")
def old_ties_redraw(rules: Rules) -> None:
    def draw(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        return _draw(rounds, settle=lambda number, tied: tied if len(tied) == 1 else highest_drawn(rounds[0]))

    _draw_by(rules, draw)


@wrong_engine("M-few-rounds")
def few_rounds(rules: Rules) -> None:
    def draw(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        if len(rounds) > 3:
            raise Malformed("rounds: expected three at most")
        return draw_dealer(rounds)

    _draw_by(rules, draw)


@wrong_engine("M-redraw-from-whole-pack")
def redraw_from_whole_pack(rules: Rules) -> None:
    def wrong(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        for drawn in rounds:
            CardSet.holding(drawn.values())
        return _draw(rounds)

    rules.replace(draw_dealer, wrong)


@wrong_engine("M-rank-gone")
def rank_gone(rules: Rules) -> None:
    def draw(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        gone: set[Rank] = set()
        for drawn in rounds:
            ranks = {card.rank for card in drawn.values()}
            if ranks & gone:
                raise Malformed("a rank that lies open is drawn again")
            gone |= ranks
        return draw_dealer(rounds)

    _draw_by(rules, draw)


@wrong_engine("M-draws-after-dealer")
def draws_after_dealer(rules: Rules) -> None:
    def draw(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        try:
            return draw_dealer(rounds)
        except Refused as refused:
            if refused.reason != "dealer-already-drawn":
                raise
            return draw_dealer(rounds[: refused.event])

    _draw_by(rules, draw)


@wrong_engine("M-highest-leads")
def highest_leads(rules: Rules) -> None:
    def draw(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
        drawing = draw_dealer(rounds)
        return drawing._replace(dealer=drawing.dealer.left) if drawing.dealer else drawing

    _draw_by(rules, draw)
