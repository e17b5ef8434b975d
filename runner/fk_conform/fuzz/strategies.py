"""How requests are made: deals and plays, announcements, naming and showing, draws and games.

Most of what is made is lawful up to its end, and some of it slightly unlawful: what a player might do wrongly at a
table. What no table could show comes of `slips`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from fk_conform.fuzz.choices import Chooser
from fk_conform.fuzz.slips import with_slips
from forty_kings.cliques import CLIQUE_POINTS, Contest, cliques_of_number
from forty_kings.dealing import Deal
from forty_kings.errors import Refused
from forty_kings.game import TARGET
from forty_kings.pack import COURT, PACK, Card, CardSet, Rank, Suit
from forty_kings.play import Hand
from forty_kings.readings import Readings
from forty_kings.seating import Seat, Side

Json = Any
Params = dict[str, Json]

CARDS = [card.name for card in PACK]
SEATS = [seat.value for seat in Seat]
SIDES = [side.value for side in Side]
SUITS = [suit.value for suit in Suit]
PLAYERS = ["Anne", "Blaise", "Claire", "Denis", "Édith", "anne", "", "toString", "south", "\N{EAR OF RICE}", "a\tb"]

# How often something is done that may not be done, and how often where there is most to get wrong.
SELDOM = 0.1
SOMETIMES = 0.35
# About how many lawful events a hand has.
PACES = (2, 4, 8, 16, 64, 64)
# Lines are counted this deep at most, but for the end of a hand, so that no engine takes long over it.
DEEP = 4
FEW_CARDS = 12


@dataclass(frozen=True, slots=True)
class Request:
    """A request: a method and the JSON of its `params`."""

    method: str
    params: str


def request(chooser: Chooser, methods: Collection[str], readings: Readings) -> Request:
    """A request of one of these methods, made for a table that plays by these readings."""
    method = chooser.one_of(_turns(methods))
    params = with_slips(chooser, method, MAKE[method](chooser, readings))
    return Request(method, json.dumps(params, separators=(",", ":")))


def place_of(method: str, methods: Collection[str]) -> int:
    """The choice of this method: the first that is made for a request."""
    return _turns(methods).index(method)


def _turns(methods: Collection[str]) -> list[str]:
    return [name for name in OFTEN if name in methods]


# The table: pairs, seats, the draw for the deal.


def _pair_players(chooser: Chooser, readings: Readings) -> Params:
    kings = chooser.shuffled([card for card in CARDS if card[0] == "K"])
    return {"draws": dict(zip(_players(chooser), kings, strict=True))}


def _pair_players_by_deal(chooser: Chooser, readings: Readings) -> Params:
    return {"players": _players(chooser), "deck": chooser.shuffled(CARDS)}


def _seat_players(chooser: Chooser, readings: Readings) -> Params:
    players = _players(chooser)
    seats = dict(zip(players, chooser.shuffled(SEATS), strict=True))
    one, other = (chooser.shuffled(pair) for pair in (players[::2], players[1::2]))
    return {"pairs": chooser.shuffled([one, other]), "seats": seats}


def _players(chooser: Chooser) -> list[str]:
    return chooser.shuffled(PLAYERS, 4) if chooser.often(0.3) else PLAYERS[:4]


def _draw_dealer(chooser: Chooser, readings: Readings) -> Params:
    """Rounds of draws, often tied: a card of the rank drawn before is likelier than others."""
    left = list(CARDS)
    rounds: list[dict[str, str]] = []
    to_draw = list(SEATS)
    while not rounds or (len(rounds) < 6 and chooser.goes_on(3)):
        drawing = [seat for seat in SEATS if chooser.often(0.5)] if chooser.often(SELDOM) else to_draw
        drawn: dict[str, str] = {}
        for seat in chooser.shuffled(drawing[: len(left)]):
            alike = [card for card in left if drawn and card[0] == list(drawn.values())[-1][0]]
            card = chooser.one_of(alike if alike and chooser.often(0.6) else left)
            drawn[seat] = card
            left.remove(card)
        rounds.append(drawn)
        heights = {seat: Card(card).rank.height_in_draw for seat, card in drawn.items()}
        to_draw = [seat for seat, height in heights.items() if height == max(heights.values())]
    return {"rounds": rounds}


# The deal.


def _deal(chooser: Chooser, readings: Readings) -> Params:
    return {"dealer": chooser.one_of(SEATS), "deck": chooser.shuffled(CARDS)}


def _dealt(chooser: Chooser) -> Deal:
    """A deal; more often than by chance some hold three or four kings, queens or jacks, and often as many as others."""
    dealer = chooser.one_of(list(Seat))
    deck = [card for hand in chooser.shares(CARDS, (8, 8, 8, 8)) for card in hand]
    rich, alike = chooser.often(0.4), chooser.often(0.6)
    places = chooser.shuffled(range(4))
    if chooser.often(0.3):
        places[chooser.below(3)] = places[0]  # two of them in one hand
    number = 3
    for rank, place in zip(COURT, places, strict=False):
        if chooser.often(0.8 if rich else 0.3):
            number = number if alike else 4 if chooser.often(0.3) else 3
            _gather(deck, rank, place if rich else chooser.below(4), number)
    hands = {seat: CardSet.of(*deck[8 * place : 8 * place + 8]) for place, seat in enumerate(dealer.right.round())}
    return Deal.of(dealer, hands, chooser.one_of(hands[dealer].cards()))


def _gather(deck: list[str], rank: Rank, place: int, number: int) -> None:
    """Brings so many cards of a rank into one hand of a deck, for others of it that make no clique."""
    hand = range(8 * place, 8 * place + 8)
    for suit in "SHDC"[:number]:
        card = deck.index(rank.value + suit)
        if card not in hand:
            other = min(hand, key=lambda place: (deck[place][0] in "KQJ", deck[place][0] == rank.value))
            deck[card], deck[other] = deck[other], deck[card]


def _hands(deal: Deal) -> dict[str, list[str]]:
    return {seat.value: [card.name for card in deal.hands[seat.index]] for seat in Seat}


# Play.


def _legal_cards(chooser: Chooser, readings: Readings) -> Params:
    trick, hand = chooser.below(4), 1 + chooser.below(8)
    trump = chooser.one_of(SUITS)
    cards = chooser.shuffled(CARDS, trick + hand)
    return {"hand": sorted(cards[trick:], key=CARDS.index), "trick": cards[:trick], "trump": trump}


def _judge_trick(chooser: Chooser, readings: Readings) -> Params:
    leader, trump = chooser.one_of(SEATS), chooser.one_of(SUITS)
    return {"leader": leader, "cards": chooser.shuffled(CARDS, 4), "trump": trump}


def _replay_hand(chooser: Chooser, readings: Readings) -> Params:
    return _played(chooser, readings)[1]


def _view_hand(chooser: Chooser, readings: Readings) -> Params:
    return {**_played(chooser, readings)[1], "seat": chooser.one_of(SEATS)}


def _count_lines(chooser: Chooser, readings: Readings) -> Params:
    hand, params = _played(chooser, readings)
    left = len(hand.unplayed)
    deepest = left if left <= FEW_CARDS else DEEP
    # One more than there are cards is one too many.
    depth = left + 1 if chooser.often(SELDOM) else chooser.below(deepest + 1)
    return {**params, "depth": depth}


def _played(chooser: Chooser, readings: Readings) -> tuple[Hand, Params]:
    """A hand after some lawful events and perhaps an unlawful one, and the params that tell of it."""
    deal = _dealt(chooser)
    hand = Hand.dealt(deal, readings)
    events: list[Params] = []
    pace = chooser.one_of(PACES)
    while not hand.over and chooser.goes_on(pace):
        events.append(_event(chooser, hand))
        try:
            hand = _after(hand, events[-1])
        except Refused:
            break  # It was "good", said too soon.
    if chooser.often(0.4):
        events.append(_event_by_chance(chooser, hand))
        # Whatever comes after it does not count, but an engine may go on.
        events += [_event(chooser, hand)] if not hand.over and chooser.often(0.3) else []
    told = {"dealer": deal.dealer.value, "hands": _hands(deal), "turn_up": deal.turn_up.name}
    return hand, {**told, "events": events}


def _event(chooser: Chooser, hand: Hand) -> Params:
    """What may be done next."""
    assert hand.turn is not None
    if hand.rank_awaited:
        return {"seat": hand.turn.value, **_speech(chooser, hand.contest, hand.turn)}
    if hand.contest.to_show and chooser.often(0.6):
        return _show(chooser, hand.contest)
    event: Params = {"seat": hand.turn.value, "card": chooser.one_of(hand.legal_cards.cards()).name}
    numbers = [] if hand.tricks else _numbers(hand.contest, hand.turn)
    if numbers and chooser.often(0.8):
        event["announce"] = chooser.one_of(numbers)
    return event


def _event_by_chance(chooser: Chooser, hand: Hand) -> Params:
    """Anything that somebody might do, most likely out of turn or unlawful."""
    seat = _one_who(chooser, hand.contest.to_show or hand.turn)
    event: Params = {"seat": seat.value}
    dealt, held = hand.deal.hands[seat.index], hand.cards_of(seat)
    legal = hand.legal_cards if seat is hand.turn else CardSet()
    kinds = ["card", "announce", "speech", "show"]
    kinds += ["speech"] * 3 if hand.rank_awaited else ["show"] * 3 if hand.contest.to_show else []
    match chooser.one_of(kinds):
        case "speech":
            return event | _speech_by_chance(chooser)
        case "show":
            return event | {"show": _cards_by_chance(chooser, dealt)}
        case kind:
            cards = chooser.one_of([cards for cards in (held - legal, legal, PACK) if cards])
            event |= {"card": chooser.one_of(cards.cards()).name}
            return event | ({"announce": 3 + chooser.below(2)} if kind == "announce" else {})


def _after(hand: Hand, event: Params) -> Hand:
    """The hand after an event; raises `Refused`."""
    seat = Seat(event["seat"])
    match event:
        case {"card": card}:
            return hand.play(seat, Card(card), event.get("announce"))
        case {"rank": rank}:
            return hand.name_rank(seat, Rank(rank))
        case {"show": cards}:
            return hand.show(seat, CardSet.of(*cards))
    return hand.give_way(seat)


# Cliques.


def _find_cliques(chooser: Chooser, readings: Readings) -> Params:
    deck = chooser.shuffled(CARDS, 8) + CARDS
    cards = list(dict.fromkeys(deck))
    for rank in COURT:
        if chooser.often(0.5):
            _gather(cards, rank, 0, 4 if chooser.often(0.4) else 3)
    return {"hand": sorted(cards[:8], key=CARDS.index)}


def _judge_cliques(chooser: Chooser, readings: Readings) -> Params:
    deal = _dealt(chooser)
    south, east, north, west = deal.hands
    contest = Contest((south, east, north, west), readings)
    calls, contest = _calls(chooser, contest, deal.first)
    ranks, contest = _said(chooser, contest)
    shows = _shown(chooser, contest)
    return {"first": deal.first.value, "hands": _hands(deal), "calls": calls, "ranks": ranks, "shows": shows}


def _calls(chooser: Chooser, contest: Contest, first: Seat) -> tuple[list[Params], Contest]:
    calls: list[Params] = []
    for seat in first.round():
        held = _numbers(contest, seat)
        if chooser.often(SELDOM):
            calls.append({"seat": chooser.one_of(SEATS), "announce": 3 + chooser.below(2)})
        if held and chooser.often(0.9):
            calls.append({"seat": seat.value, "announce": chooser.one_of(held)})
            contest = contest.announce(seat, calls[-1]["announce"])
    return calls, contest.end_calls()


def _said(chooser: Chooser, contest: Contest) -> tuple[list[Params], Contest]:
    said: list[Params] = []
    while contest.to_rank and chooser.goes_on(8):
        said.append({"seat": contest.to_rank.value, **_speech(chooser, contest, contest.to_rank)})
        try:
            contest = _spoken(contest, said[-1])
        except Refused:
            break
    if chooser.often(SOMETIMES if contest.to_rank else SELDOM):
        said.append({"seat": _one_who(chooser, contest.to_rank).value, **_speech_by_chance(chooser)})
    return said, contest


def _shown(chooser: Chooser, contest: Contest) -> list[Params]:
    shown: list[Params] = []
    while contest.to_show and chooser.goes_on(4):
        shown.append(_show(chooser, contest))
        contest = contest.show(Seat(shown[-1]["seat"]), CardSet.of(*shown[-1]["show"]))
    if chooser.often(SOMETIMES if contest.to_show else SELDOM):
        seat = _one_who(chooser, contest.to_show)
        shown.append({"seat": seat.value, "show": _cards_by_chance(chooser, contest.hands[seat.index])})
    return shown


def _one_who(chooser: Chooser, asked: Seat | None) -> Seat:
    """Somebody; more likely than not the one who is asked, if somebody is."""
    return asked if asked and chooser.often(0.6) else chooser.one_of(list(Seat))


def _numbers(contest: Contest, seat: Seat) -> list[int]:
    """What the seat may announce."""
    return [n for n in (3, 4) if cliques_of_number(contest.hands[seat.index], n, contest.readings)]


def _speech(chooser: Chooser, contest: Contest, seat: Seat) -> Params:
    """What the seat that is asked may say: a rank that it holds, or "good"; or "good" where it may not."""
    said: list[Params] = [*({"rank": rank.value} for rank in COURT), {"good": True}]
    lawful = [each for each in said if _may(partial(_spoken, contest, {"seat": seat.value, **each}))]
    return said[-1] if chooser.often(0.2) else chooser.one_of(lawful)


def _spoken(contest: Contest, said: Params) -> Contest:
    seat = Seat(said["seat"])
    return contest.name(seat, Rank(said["rank"])) if "rank" in said else contest.give_way(seat)


def _show(chooser: Chooser, contest: Contest) -> Params:
    """What may be shown now, in whatever order."""
    show = chooser.one_of(_shows(contest))
    return {**show, "show": chooser.shuffled(show["show"])}


def _shows(contest: Contest) -> list[Params]:
    """What may be shown now: by one seat or, under `unshown: next-best-scores`, by several."""
    return [
        {"seat": seat.value, "show": list(cards)}
        for seat in Seat
        for cards in _sets_of_a_rank(contest.hands[seat.index])
        if _may(partial(contest.show, seat, CardSet.of(*cards)))
    ]


def _sets_of_a_rank(hand: CardSet) -> Iterator[tuple[str, ...]]:
    for rank in COURT:
        names = [card.name for card in hand.of_rank(rank)]
        yield from (cards for number in (3, 4) for cards in combinations(names, number))


def _may(do: Callable[[], object]) -> bool:
    try:
        do()
    except Refused:
        return False
    return True


def _speech_by_chance(chooser: Chooser) -> Params:
    return {"rank": chooser.one_of("KQJJQKA7")} if chooser.often(0.5) else {"good": True}


def _cards_by_chance(chooser: Chooser, hand: CardSet) -> list[str]:
    """Cards that somebody might show: those of one rank that are held, fewer or more of them, or others."""
    rank = chooser.one_of("KQJA")
    held = [card.name for card in hand if card.name[0] == rank]
    others = [card for card in CARDS if card not in held]
    match chooser.below(4):
        case 0 if held:
            return chooser.shuffled(held, 1 + chooser.below(len(held)))
        case 1 if held:
            return [*held, *chooser.shuffled(others, 1 + chooser.below(2))]
        case 2:
            return chooser.shuffled(CARDS, 1 + chooser.below(8))
    return [rank + suit for suit in "SHDC"[: 3 + chooser.below(2)]]


# The game.


def _score_match(chooser: Chooser, readings: Readings) -> Params:
    """Hands that bring what hands can bring, and a target that is often reached exactly, or by both."""
    hands: list[Params] = []
    pace = chooser.one_of((2, 4, 8, 32))
    while len(hands) < 30 and chooser.goes_on(pace):
        hands.append(_hand_score(chooser, hands))
    params: Params = {"first_dealer": chooser.one_of(SEATS), "hands": hands}
    totals = _totals(hands)
    match chooser.below(6):
        case 0:
            return params  # the target is 150 then
        case 1 | 2 if totals:
            return {"target": max(chooser.one_of(totals) + chooser.below(3) - 1, 1), **params}
        case 3 if totals:
            return {"target": max(totals[:2]) + 1 + chooser.below(50), **params}
        case 4:
            return {"target": chooser.one_of([TARGET, 100, 50, 48, 1])} | params
    return {"target": 1 + chooser.below(300)} | params


def _totals(hands: Sequence[Params]) -> list[int]:
    """What the sides have after each hand, and when only the clique of it has been counted; the last comes first."""
    totals: list[int] = []
    score = dict.fromkeys(SIDES, 0)
    for hand in hands:
        clique = hand["clique"]
        totals += [score[clique["side"]] + clique["points"]] if clique else []
        score = {side: score[side] + hand["points"][side] for side in SIDES}
        totals += score.values()
    return totals[::-1]


def _hand_score(chooser: Chooser, before: Sequence[Params]) -> Params:
    points = [24, 24]
    match chooser.below(4):
        case 1 if before:
            # The other way round than the hand before, so that the two sides may come out level.
            points[0] = max(0, min(before[-1]["points"][SIDES[1]], 48))
        case 2 | 3:
            points[0] = chooser.below(49)
    points[1] = 48 - points[0]
    clique: Params | None = None
    if chooser.often(0.4):
        side, worth = chooser.below(2), chooser.one_of(sorted(CLIQUE_POINTS.values()))
        worth = chooser.below(50) if chooser.often(SELDOM) else worth
        points[side] += worth
        clique = {"side": SIDES[side], "points": worth}
    if chooser.often(SELDOM):
        # Points that go from one side to the other, more than it has or than its clique is worth.
        taken = chooser.below(60)
        points = [points[0] + taken, points[1] - taken]
    return {"points": dict(zip(SIDES, points, strict=True)), "clique": clique}


Make = Callable[[Chooser, Readings], Params]

MAKE: dict[str, Make] = {
    "pair_players": _pair_players,
    "pair_players_by_deal": _pair_players_by_deal,
    "seat_players": _seat_players,
    "draw_dealer": _draw_dealer,
    "deal": _deal,
    "legal_cards": _legal_cards,
    "judge_trick": _judge_trick,
    "find_cliques": _find_cliques,
    "judge_cliques": _judge_cliques,
    "replay_hand": _replay_hand,
    "view_hand": _view_hand,
    "score_match": _score_match,
    "count_lines": _count_lines,
}
# Methods that ask for something else of a hand, and the one that asks how it stands: made alike up to its last event.
PLAIN = {"view_hand": "replay_hand", "count_lines": "replay_hand"}
# Where there is most to ask most is asked.
OFTEN = [*MAKE, "legal_cards", "judge_trick", "score_match", *["judge_cliques"] * 3, *["replay_hand"] * 5]
