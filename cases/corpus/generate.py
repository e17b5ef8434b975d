"""Makes the corpus: `python cases/corpus/generate.py` writes the files beside it.

The same seed gives the same corpus. The answers are those of the reference engine.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fk_conform.shorthand import expand
from forty_kings import PACK, Deal, Hand, Readings, Seat, Suit, deal
from forty_kings.cliques import cliques_of_number, find_cliques
from forty_kings.engine import Engine
from forty_kings.lines import count_lines
from forty_kings.readings import ALTERNATIVES

SEED = 1792
HANDS, DEALS, LINES = 500, 200, 25
MOST_LINES_OF_TWO_TRICKS = 15_000
READINGS_OF_PLAY = ("when-void", "renounce")
DEFAULTS = {name: alternatives[0] for name, alternatives in ALTERNATIVES.items()}
TABLES = [dict(zip(ALTERNATIVES, chosen, strict=True)) for chosen in itertools.product(*ALTERNATIVES.values())]

Case = dict[str, Any]


def hands(chance: random.Random) -> Iterator[Case]:
    """Whole hands in which somebody holds a clique."""
    for number in range(1, HANDS + 1):
        readings = DEFAULTS if number % 4 else chance.choice(TABLES)
        dealt = deal_with_clique(chance)
        given = {"deal": str(dealt), "events": play_out(Hand.dealt(dealt, Readings.of(readings)), chance)}
        yield case(f"corpus-hand-{number:03}", "FK4.16", "replay_hand", "A whole hand", given, readings)


def deal_with_clique(chance: random.Random) -> Deal:
    """A deal in which somebody holds a clique."""
    while True:
        dealt = shuffled_deal(chance)
        if any(find_cliques(hand) for hand in dealt.hands):
            return dealt


def shuffled_deal(chance: random.Random) -> Deal:
    """A deal of a shuffled pack, by any dealer."""
    deck = list(PACK)
    chance.shuffle(deck)
    return deal(chance.choice(list(Seat)), deck)


def play_out(hand: Hand, chance: random.Random) -> list[str]:
    """The events of a hand by chance, in the short form, a line a trick."""
    events = []
    while not hand.over:
        if hand.rank_awaited:
            hand, event = speak(hand, chance)
            events.append(event)
            continue
        if len(hand.tricks) == 1 and hand.contest.to_show and chance.random() < 0.8:
            hand, event = show(hand, chance)
            events.append(event)
        leader, words = hand.turn, []
        for _ in range(4):
            hand, word = play(hand, chance)
            words.append(word)
        assert leader is not None
        events.append(f"{leader.value}: {' '.join(words)}")
    return events


def play(hand: Hand, chance: random.Random) -> tuple[Hand, str]:
    """One card by chance, with an announcement if there is one to make, more often than not."""
    seat = hand.turn
    assert seat is not None
    card = chance.choice(hand.legal_cards.cards())
    numbers = [number for number in (3, 4) if cliques_of_number(hand.deal.hands[seat.index], number, hand.readings)]
    if not hand.tricks and numbers and chance.random() < 0.85:
        number = chance.choice(numbers)
        return hand.play(seat, card, number), f"{card}/{number}"
    return hand.play(seat, card), card.name


def speak(hand: Hand, chance: random.Random) -> tuple[Hand, str]:
    """A rank is named, or "good" is said where that is lawful."""
    seat = hand.turn
    assert seat is not None
    if hand.contest.names and chance.random() < 0.4:
        try:
            return hand.give_way(seat), f"{seat.value} good"
        except ValueError:
            pass
    number = next(call.number for call in hand.contest.calls if call.seat is seat)
    clique = chance.choice(cliques_of_number(hand.deal.hands[seat.index], number, hand.readings))
    return hand.name_rank(seat, clique.rank), f"{seat.value} names {clique.rank.value}"


def show(hand: Hand, chance: random.Random) -> tuple[Hand, str]:
    """The highest clique is shown."""
    seat = hand.contest.to_show
    assert seat is not None
    held = hand.deal.hands[seat.index]
    named = [named.clique for named in hand.contest.names if named.seat is seat and named.clique]
    number = next(call.number for call in hand.contest.calls if call.seat is seat)
    clique = (named or cliques_of_number(held, number, hand.readings))[0]
    cards = chance.sample(held.of_rank(clique.rank).cards(), clique.size)
    return hand.show(seat, type(held).holding(cards)), f"{seat.value} shows {' '.join(map(str, cards))}"


def deals(chance: random.Random) -> Iterator[Case]:
    """Shuffled packs to be dealt."""
    for number in range(1, DEALS + 1):
        deck = list(PACK)
        chance.shuffle(deck)
        given = {"dealer": chance.choice(list(Seat)).value, "deck": [card.name for card in deck]}
        yield case(f"corpus-deal-{number:03}", "FK3.6", "deal", "A shuffled pack", given, DEFAULTS)


def lines(chance: random.Random) -> Iterator[Case]:
    """Counts of lines: to a depth of 12 plays where there are not too many, to the end where suits are long."""
    number = 0
    while number < LINES:
        dealt = shuffled_deal(chance)
        if count_lines(Hand.dealt(dealt), 8).lines <= MOST_LINES_OF_TWO_TRICKS:
            number += 1
            yield count(f"corpus-lines-{number:02}", dealt, 12)
    for exchanges in (2, 3):
        yield count(f"corpus-lines-{number + exchanges - 1:02}", deal_of_long_suits(chance, exchanges), 32)


def count(name: str, dealt: Deal, depth: int) -> Case:
    """A count of lines from the deal on."""
    given = {"deal": str(dealt), "events": [], "depth": depth}
    return case(name, "FK4.16", "count_lines", f"Lines of {depth} plays", given, DEFAULTS)


def deal_of_long_suits(chance: random.Random, exchanges: int) -> Deal:
    """A suit for each player, but for so many cards exchanged with the neighbour."""
    hands = {seat: [card for card in PACK if card.suit is suit] for seat, suit in zip(Seat, Suit, strict=True)}
    for _ in range(exchanges):
        seat = chance.choice(list(Seat))
        one, other = chance.choice(hands[seat]), chance.choice(hands[seat.right])
        hands[seat][hands[seat].index(one)] = other
        hands[seat.right][hands[seat.right].index(other)] = one
    dealer = chance.choice(list(Seat))
    sets = {seat: type(PACK).holding(cards) for seat, cards in hands.items()}
    return Deal.of(dealer, sets, chance.choice(hands[dealer]))


def case(name: str, clause: str, method: str, title: str, given: Case, readings: dict[str, str]) -> Case:
    """A case with the reference engine's answer, marked with the readings that the answer depends on."""
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": expand(method, given)})
    result = answer(request, readings)
    assert "result" in result, (name, result)
    under = {} if method == "deal" else readings_that_matter(request, readings)
    marked = {"under": under} if under else {}
    answered = {"given": given, "expect": result["result"]}
    return {"id": name, "clause": clause, "title": title, "method": method, **marked, **answered}


def readings_that_matter(request: str, readings: dict[str, str]) -> dict[str, str]:
    """The readings that cannot be exchanged without changing the answer."""
    expected = answer(request, readings)
    matter = {}
    for name, alternatives in ALTERNATIVES.items():
        if "count_lines" in request and name not in READINGS_OF_PLAY:
            continue
        (other,) = [alternative for alternative in alternatives if alternative != readings[name]]
        if answer(request, {**readings, name: other}) != expected:
            matter[name] = readings[name]
    return matter


def answer(request: str, readings: dict[str, str]) -> Any:
    """What the reference engine answers under some readings, but for the message of an error."""
    reply = json.loads(Engine(Readings.of(readings)).answer(request))
    reply.get("error", {}).pop("message", None)
    return reply


def main() -> None:
    """Writes the three files."""
    folder = Path(__file__).parent
    for name, make in (("hands", hands), ("deals", deals), ("lines", lines)):
        made = make(random.Random(f"{SEED} {name}"))
        text = "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in made)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
