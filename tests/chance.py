"""Deals, hands and requests by chance: the same for the same `random.Random`."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

from forty_kings.cliques import cliques_of_number
from forty_kings.dealing import Deal
from forty_kings.errors import Refused
from forty_kings.pack import COURT, PACK, Card, CardSet, Rank, Suit
from forty_kings.play import Hand
from forty_kings.readings import ALTERNATIVES, DEFAULT, Readings
from forty_kings.seating import Seat, Side

Json = Any

ALL_READINGS = tuple(
    Readings.of(dict(zip(ALTERNATIVES, chosen, strict=True))) for chosen in product(*ALTERNATIVES.values())
)


def deal_by_chance(rng: random.Random, cliques: bool = False) -> Deal:
    """A deal; with `cliques` some of the seats hold three or four kings, queens or jacks, which is rare otherwise."""
    deck = rng.sample(PACK.cards(), 32)
    hands: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for rank in COURT if cliques else ():
        seat, size = rng.choice(list(Seat)), rng.choice([3, 3, 4])
        if len(hands[seat]) + size <= 8:
            hands[seat] += [card for card in deck if card.rank is rank][:size]
    rest = [card for card in deck if not any(card in hand for hand in hands.values())]
    for hand in hands.values():
        while len(hand) < 8:
            hand.append(rest.pop())
    dealer = rng.choice(list(Seat))
    return Deal.of(dealer, {seat: CardSet.holding(hand) for seat, hand in hands.items()}, rng.choice(hands[dealer]))


def hand_by_chance(rng: random.Random, plays: int, readings: Readings = DEFAULT, cliques: bool = False) -> Hand:
    """A hand after so many lawful plays, and after the naming that they lead to."""
    hand = Hand.dealt(deal_by_chance(rng, cliques), readings)
    while len(PACK) - len(hand.unplayed) < plays or hand.rank_awaited:
        _, hand = next_event(rng, hand)
    return hand


def next_event(rng: random.Random, hand: Hand) -> tuple[Json, Hand]:
    """A lawful event, as the protocol has it, and the hand after it. The hand must not be over."""
    assert hand.turn is not None
    if hand.rank_awaited:
        return _next_speech(rng, hand, hand.turn)
    if hand.contest.to_show and rng.random() < 0.6:
        seat, cards, after = rng.choice(list(_lawful_shows(hand)))
        return {"seat": seat.value, "show": [card.name for card in cards]}, after
    card = rng.choice(hand.legal_cards.cards())
    event: dict[str, Json] = {"seat": hand.turn.value, "card": card.name}
    dealt = hand.deal.hands[hand.turn.index]
    numbers = [] if hand.tricks else [n for n in (3, 4) if cliques_of_number(dealt, n, hand.readings)]
    if numbers and rng.random() < 0.8:
        event["announce"] = rng.choice(numbers)
    return event, hand.play(hand.turn, card, event.get("announce"))


def _next_speech(rng: random.Random, hand: Hand, seat: Seat) -> tuple[Json, Hand]:
    said: list[tuple[Json, Callable[[], Hand]]] = [
        ({"seat": seat.value, "rank": rank.value}, partial(hand.name_rank, seat, rank)) for rank in COURT
    ]
    said.append(({"seat": seat.value, "good": True}, partial(hand.give_way, seat)))
    rng.shuffle(said)
    for event, say in said:
        try:
            return event, say()
        except Refused:
            continue
    raise AssertionError(f"{seat} cannot say anything")


def _lawful_shows(hand: Hand) -> Iterator[tuple[Seat, CardSet, Hand]]:
    """What may be shown now: by one seat or, under `unshown: next-best-scores`, by several."""
    for seat, rank in product(Seat, COURT):
        held = hand.deal.hands[seat.index].of_rank(rank)
        for cards in (held, *(held - CardSet.of(card.name) for card in held)):
            try:
                yield seat, cards, hand.show(seat, cards)
            except Refused:
                continue


def event_by_chance(rng: random.Random) -> Json:
    """An event of any kind, by any seat, most likely unlawful."""
    kinds: list[dict[str, Json]] = [
        {"card": rng.choice(PACK.cards()).name},
        {"card": rng.choice(PACK.cards()).name, "announce": rng.choice([3, 4])},
        {"rank": rng.choice("KQJA")},
        {"good": True},
        {"show": [rank + suit for rank in rng.choice("KQJ") for suit in rng.choice(["SHDC", "SHD", "HDC"])]},
    ]
    return {"seat": rng.choice(list(Seat)).value, **rng.choice(kinds)}


def deal_params(deal: Deal) -> dict[str, Json]:
    """What a request about a hand says of its deal."""
    hands = {seat.value: [card.name for card in deal.hands[seat.index]] for seat in Seat}
    return {"dealer": deal.dealer.value, "hands": hands, "turn_up": deal.turn_up.name}


def replay_params(rng: random.Random, readings: Readings) -> dict[str, Json]:
    """The params of a `replay_hand` that stops somewhere; all but the last event are lawful under these readings."""
    deal = deal_by_chance(rng, cliques=rng.random() < 0.8)
    hand = Hand.dealt(deal, readings)
    events = []
    for _ in range(rng.choice([2, 4, 5, 6, 7, 8, 10, 20, 40])):
        if not hand.over:
            event, hand = next_event(rng, hand)
            events.append(event)
    events += [event_by_chance(rng) for _ in range(rng.choice([0, 0, 1]))]
    return {**deal_params(deal), "events": events}


def mutate(rng: random.Random, params: Json) -> Json:
    """The same, changed in one place: to something that is unlawful, malformed or, now and then, as good as before."""
    changed = copy.deepcopy(params)
    places = [(owner, key) for owner, key in _places(changed)]
    if not places:
        return {"note": changed}
    owner, key = rng.choice(places)
    value = owner[key]
    if rng.random() < 0.15:
        other, other_key = rng.choice(places)
        owner[key], other[other_key] = copy.deepcopy(other[other_key]), copy.deepcopy(value)
    elif rng.random() < 0.1:
        del owner[key]
    else:
        owner[key] = _another(rng, value)
    return changed


def _places(value: Json) -> Iterator[tuple[Json, Json]]:
    """Every place in a JSON value: what holds it, and its name or number there."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield value, key
        yield from _places(member)


WORDS: tuple[list[str], ...] = (
    [card.name for card in PACK],
    [seat.value for seat in Seat],
    [side.value for side in Side],
    [suit.value for suit in Suit],
    [rank.value for rank in Rank],
)


def _another(rng: random.Random, value: Json) -> Json:
    """Another value in place of this one, mostly of its kind."""
    if rng.random() < 0.15:
        return rng.choice([None, True, False, 0, 3, 5.0, "", "10S", "ks", [], {}, ["KS"], {"seat": "south"}, [[]]])
    if isinstance(value, str):
        words = next((words for words in WORDS if value in words), ["Anne", "Blaise", "south", "KS", ""])
        return rng.choice([rng.choice(words), rng.choice(words), value.lower(), value + " "])
    if isinstance(value, bool) or value is None:
        return rng.choice([True, False, None, 1, "true"])
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, -value, float(value), str(value), 2**53 + 1, 10**30, value * 1.5])
    if isinstance(value, list) and value:
        at, other = rng.randrange(len(value)), rng.randrange(len(value))
        swapped = list(value)
        swapped[at], swapped[other] = swapped[other], swapped[at]
        return rng.choice([value[:at], value[at:], swapped, [*value, value[at]], value[:at] + value[at + 1 :]])
    if isinstance(value, dict) and value:
        name = rng.choice(list(value))
        less = {key: member for key, member in value.items() if key != name}
        return rng.choice([less, {**value, "note": 1}, {**less, name + "s": value[name]}, {**value, "card": "KS"}])
    return rng.choice(["KS", 1, [1], {"seat": "south"}])
