"""A position as people write it: every member in its short form and as on the wire; what cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.disputes import DEAL

from fk_conform.rule.position import MEMBERS, Position, Trick
from fk_conform.rule.problems import NotUnderstood
from forty_kings.pack import PACK

Json = Any

DECK = " ".join(card.name for card in PACK)


def told(lang: str = "en", **members: Json) -> Position:
    position = Position(lang=lang)
    for name, value in members.items():
        position.tell(name, value)
    return position


def problem(**members: Json) -> str:
    """What is said of a position that is refused."""
    with pytest.raises(NotUnderstood) as caught:
        told(**members)
    return str(caught.value)


@pytest.mark.parametrize(
    "value", ["7H KH", ["7H", "KH"], "7h, kh", "seven of hearts and king of hearts", "♥7K"], ids=str
)
def test_a_trick_may_be_cards_alone(value: Json) -> None:
    assert told(trick=value)["trick"] == Trick(("7H", "KH"))


@pytest.mark.parametrize(
    "value",
    [
        "south: 7H KH",
        "south: 7H, east: KH",
        "S 7H E KH",
        {"south": "7H", "east": "KH"},
        {"s": ["7H", "KH"]},
        "sud 7♥ R♥",
    ],
    ids=str,
)
def test_or_say_who_led_and_then_it_is_known_whose_turn_it_is(value: Json) -> None:
    trick = told(trick=value)["trick"]
    assert trick == Trick(("7H", "KH"), "south")
    assert trick.turn == "north"


def test_cards_of_a_trick_are_played_in_turn() -> None:
    assert problem(trick="south: 7H, north: KH") == "trick: after south plays east, and not north"
    assert problem(trick="west 7H south KH north 9H") == "trick: after south plays east, and not north"


def test_a_deal_line_tells_dealer_hands_and_turn_up_and_so_the_trumps() -> None:
    position = told(deal=DEAL)
    assert position["dealer"] == "south"
    assert position["hands"]["east"] == ["JS", "AH", "JD", "AD", "8D", "QC", "JC", "AC"]
    assert (position["turn_up"], position["trump"]) == ("8S", "spades")
    assert told(deal=DEAL.replace("east:", "E:").replace("T", "10"))["hands"] == position["hands"]


EVENTS = [
    {"seat": "east", "card": "JS", "announce": 3},
    {"seat": "north", "card": "QS"},
    {"seat": "west", "card": "7S"},
    {"seat": "south", "card": "8S"},
    {"seat": "east", "rank": "J"},
    {"seat": "north", "good": True},
    {"seat": "east", "show": ["JS", "JH", "JD"]},
]


@pytest.mark.parametrize(
    "value",
    [
        "east: JS/3 QS 7S 8S; east names jacks; north good; east shows JS JH JD",
        "east: JS/3 QS 7S 8S\neast names J\nnorth says good\neast shows ♠J ♥J ♦J\n",
        ["E: js/three qs 7s 8s", "e names the jacks", "n: good", "e shows JS JH JD"],
        [
            "east plays JS and announces three",
            "north: QS 7S 8S",
            "east names J",
            'north says "good"',
            "east: shows JS JH JD",
        ],
        "est: V♠/3 D♠ 7♠ 8♠; est nomme les valets; nord dit c’est bon; est montre V♠ V♥ V♦",
        EVENTS,
        [*EVENTS[:4], "east names J", {"seat": "n", "good": True}, {"seat": "east", "show": "JS JH JD"}],
    ],
    ids=str,
)
def test_events_may_be_lines_or_objects(value: Json) -> None:
    assert told(events=value)["events"] == EVENTS


@pytest.mark.parametrize(
    ("members", "value"),
    [
        ({"hand": "♥K9 AS"}, ["KH", "9H", "AS"]),
        ({"hands": "east: JS JH JD; north: KS KH KD"}, {"east": ["JS", "JH", "JD"], "north": ["KS", "KH", "KD"]}),
        ({"hands": {"e": "J...", "n": []}}, {"east": ["JS"], "north": []}),
        ({"calls": "east 3, north four"}, [{"seat": "east", "announce": 3}, {"seat": "north", "announce": 4}]),
        ({"calls": {"east": 3}}, [{"seat": "east", "announce": 3}]),
        ({"calls": [{"seat": "east", "announce": 3}]}, [{"seat": "east", "announce": 3}]),
        ({"ranks": "east jacks, north good"}, [{"seat": "east", "rank": "J"}, {"seat": "north", "good": True}]),
        ({"ranks": "est nomme valets, nord dit bon"}, [{"seat": "east", "rank": "J"}, {"seat": "north", "good": True}]),
        ({"shows": "north: KS KH KD"}, [{"seat": "north", "show": ["KS", "KH", "KD"]}]),
        ({"shows": {"north": ["KS", "KH", "KD"]}}, [{"seat": "north", "show": ["KS", "KH", "KD"]}]),
        ({"kings": "Anne KS, Blaise: king of diamonds"}, {"Anne": "KS", "Blaise": "KD"}),
        ({"kings": {"Anne B.": "R♠"}}, {"Anne B.": "KS"}),
        ({"draws": "south KS east AD; east 7H"}, [{"south": "KS", "east": "AD"}, {"east": "7H"}]),
        ({"draws": {"south": "KS"}}, [{"south": "KS"}]),
        ({"draws": [{"south": "KS"}, "east 7H"]}, [{"south": "KS"}, {"east": "7H"}]),
        ({"players": "Anne, Blaise, Claire, Denis"}, ["Anne", "Blaise", "Claire", "Denis"]),
        ({"deck": DECK}, DECK.split()),
        ({"pairs": "Anne + Claire, Blaise & Denis"}, [["Anne", "Claire"], ["Blaise", "Denis"]]),
        ({"pairs": "Anne and Claire; Blaise et Denis"}, [["Anne", "Claire"], ["Blaise", "Denis"]]),
        ({"pairs": [["Anne", "Claire"], "Blaise + Denis"]}, [["Anne", "Claire"], ["Blaise", "Denis"]]),
        ({"seats": "Anne=south, Blaise: e"}, {"Anne": "south", "Blaise": "east"}),
        ({"target": "100"}, 100),
        ({"trump": "♣"}, "clubs"),
        ({"turn_up": "10♣"}, "TC"),
        ({"dealer": "Nord"}, "north"),
    ],
    ids=str,
)
def test_members_are_read_from_texts_lists_and_objects(members: dict[str, Json], value: Json) -> None:
    (name,) = members
    assert told(**members)[name] == value


NS30 = {"north-south": 30, "east-west": 28}


@pytest.mark.parametrize(
    ("value", "hands"),
    [
        ("20-28", [{"points": {"north-south": 20, "east-west": 28}, "clique": None}]),
        ("30-28 clique EW 10", [{"points": NS30, "clique": {"side": "east-west", "points": 10}}]),
        ("30 – 28 with ns 10, 48-0", [
            {"points": NS30, "clique": {"side": "north-south", "points": 10}},
            {"points": {"north-south": 48, "east-west": 0}, "clique": None},
        ]),
        ([{"points": NS30, "clique": None}], [{"points": NS30, "clique": None}]),
    ],
    ids=str,
)  # fmt: skip
def test_scores_are_north_south_first_and_say_whose_the_clique_was(value: Json, hands: Json) -> None:
    assert told(scores=value)["scores"] == hands


@pytest.mark.parametrize(
    ("members", "says"),
    [
        # what cannot be
        ({"hand": "KH KH"}, "hand: K♥ is there twice"),
        ({"hand": "7S 8S 9S TS JS QS KS AS 7H"}, "hand: 9 cards are too many; there can be 8 at most"),
        ({"hand": ""}, "hand: something was expected"),
        ({"trick": "7H KH 9S AH 8H"}, "trick: 5 cards are too many; there can be 4 at most"),
        ({"trick": "7H 7H"}, "trick: 7♥ is there twice"),
        ({"hand": "KH 9H", "trick": "KH"}, "trick: K♥ cannot be in the hand and in the trick"),
        ({"trick": "KH", "hand": "KH 9H"}, "hand: K♥ cannot be in the hand and in the trick"),
        ({"hands": "east: JS JH; north: JS"}, "hands: J♠ cannot be in two hands"),
        ({"hands": "east: JS; east: JH"}, "hands: east is there twice"),
        ({"hands": f"east: {' '.join(DECK.split()[:9])}"}, "hands: 9 cards are too many"),
        ({"deal": DEAL, "turn_up": "8S"}, "turn_up: it is told twice"),
        ({"trump": "hearts", "turn_up": "8S"}, "turn_up: the turn-up, 8♠, is not of the trump suit named"),
        ({"deal": DEAL, "trump": "hearts"}, "trump: the turn-up, 8♠, is not of the trump suit named"),
        ({"deal": DEAL.replace("8S", "7S")}, "deal: the turn-up, 7♠, is not among the dealer’s cards"),
        ({"deal": DEAL.replace("J.A.JA8.QJA", "J.A.JA8.QJ")}, "deal: east: 7 cards, and it takes 8"),
        ({"deal": DEAL.replace("J.A.JA8.QJA", "J.A.JA8.QJ9")}, "deal: 9♣ cannot be in two hands"),
        ({"deal": "east:J.A.JA8.QJA"}, "deal: 'east:J.A.JA8.QJA' is not as expected"),
        ({"deck": DECK[3:]}, "deck: 31 cards, and it takes 32"),
        ({"deck": f"{DECK} KS"}, "deck: K♠ is there twice"),
        ({"kings": "Anne KS, Anne KD"}, "kings: Anne is there twice"),
        ({"draws": "south KS south AD"}, "draws: south is there twice"),
        ({"pairs": "Anne + Blaise + Claire, Denis"}, "pairs: 'Anne + Blaise + Claire, Denis' is not as expected"),
        ({"scores": "30-20"}, "scores: 50 points together: the cards make 48"),
        ({"scores": "30-28"}, "scores: 58 points are those of the cards, 48, and of a clique of 10; say whose it was"),
        ({"scores": "thirty"}, "scores: 'thirty' is not as expected"),
        ({"scores": [{"points": NS30}]}, "scores: "),
        ({"events": "east plays"}, "events: "),
        ({"events": "JS QS"}, "events: 'JS' is no seat"),
        ({"events": "east: JS/2"}, "events: '2' is no number of cards to announce"),
        ({"events": [{"seat": "east", "card": "JS", "rank": "J"}]}, "events: "),
        ({"events": [{"seat": "east", "good": False}]}, "events: "),
        ({"events": [{"card": "JS"}]}, "events: "),
        ({"events": {"east": "JS"}}, "events: "),
        ({"trick": "7H south"}, "trick: '7H' is no seat"),
        ({"trick": None}, "trick: something was expected"),
        ({"hand": {"KH": 1}}, "hand: something was expected"),
        ({"hand": True}, "hand: something was expected"),
        ({"calls": [{"seat": "east"}]}, "calls: something was expected"),
        ({"hats": "three"}, "there is no 'hats' here; there are hand, trick, trump"),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_or_is_not_understood_is_refused_in_one_line(members: dict[str, Json], says: str) -> None:
    line = problem(**members)
    assert line.startswith(says)
    assert "\n" not in line


@pytest.mark.parametrize(
    ("members", "says"),
    [
        ({"trick": ["7H", "KH", "XX"]}, "trick[2]: 'XX' is no card"),
        ({"trick": ["7H", "KH", "7H"]}, "trick[2]: 7♥ is there twice"),
        ({"trick": ["south: 7H", "east: KH", "west: 9H"]}, "trick[2]: after east plays north, and not west"),
        ({"trick": ["7H", None]}, "trick[1]: something was expected"),
        ({"hands": {"east": "JS", "north": ["KS", "JS"]}}, "hands.north: J♠ cannot be in two hands"),
        ({"hands": {"east": ["JS", "10"], "north": "KS"}}, "hands.east: '10' is no card"),
        ({"events": ["east: JS QS", "est: 7S", "east names X"]}, "events[2]: 'x' is no rank"),
        ({"events": [EVENTS[0], {"seat": "nrth", "card": "QS"}]}, "events[1]: 'nrth' is no seat"),
        ({"events": [EVENTS[0], {"card": "QS"}]}, "events[1]: \"{'card': 'QS'}\" is not as expected"),
        ({"calls": [{"seat": "east", "announce": 3}, {"seat": "west", "announce": 5}]}, "calls[1]: '5' is no number"),
        ({"draws": ["south KS", {"south": "AD"}, "south south"]}, "draws[2]: south is there twice"),
        ({"scores": ["20-28", "30-20"]}, "scores[1]: 50 points together"),
        # None of these is wrong by itself.
        ({"deck": DECK.split()[1:]}, "deck: 31 cards, and it takes 32"),
        ({"pairs": ["Anne + Blaise", "Claire"]}, "pairs: "),
    ],
    ids=str,
)
def test_of_several_entries_the_one_that_is_wrong_is_named(members: dict[str, Json], says: str) -> None:
    assert problem(**members).startswith(says)


def test_what_is_told_after_a_refusal_stands_as_it_was() -> None:
    position = told(hand="KH")
    with pytest.raises(NotUnderstood):
        position.tell("hand", "9H")
    assert position["hand"] == ["KH"]


def test_in_a_french_position_a_member_that_could_be_either_is_read_as_the_others_are_written() -> None:
    by_itself = Position(lang="fr")
    with pytest.raises(NotUnderstood):
        by_itself.tell("trick", "9C")
    beside_french_cards = Position(lang="fr", writing="fr")
    beside_french_cards.tell("trick", "9C")
    assert beside_french_cards["trick"].cards == ("9H",)


@pytest.mark.parametrize("name", [name for name in MEMBERS if name != "deck"])
def test_every_example_is_read_and_means_the_same_in_both_languages(name: str) -> None:
    english, french = MEMBERS[name].example
    assert told(**{name: english}).told == told("fr", **{name: french}).told
