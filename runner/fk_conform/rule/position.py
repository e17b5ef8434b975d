"""A position as a person writes it: on the command line, in YAML or JSON, or prompt by prompt.

It is made up of members; each has a form that is short to type, and the form that it has on the wire is read as well.
What was written is either understood or refused, with the member and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fk_conform.rule.notation import (
    SUIT_NAMES,
    after,
    is_seat,
    read_card,
    read_cards,
    read_number,
    read_rank,
    read_seat,
    read_side,
    read_suit,
    read_whole,
    text_of,
    with_sign,
    writing_of,
)
from fk_conform.rule.problems import EN, NotUnderstood
from forty_kings.readings import DEFAULT, Readings

Json = Any

# A clique is worth one of these.
CLIQUE_POINTS = (6, 8, 10, 13, 20, 40)
CARD_POINTS = 48
# What an entry is not by itself, but beside others.
BESIDE_OTHERS = ("twice", "seat-twice", "out-of-order", "in-two-hands")
DEAL_LINE = "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"


@dataclass(frozen=True)
class Trick:
    """The cards that lie on the table, in order, and who led, if that is told."""

    cards: tuple[str, ...]
    leader: str = ""

    @property
    def turn(self) -> str:
        """Who plays next, if it is told who led."""
        return after(self.leader, len(self.cards)) if self.leader else ""


@dataclass(frozen=True)
class Member:
    """A part of a position: how it is read, what it is and how it is written, in English and in French."""

    read: Callable[[Json, str], Json]
    meaning: tuple[str, str]
    example: tuple[str, str]


@dataclass
class Position:
    """What is told of a position, each member as the rules want it, and what its table plays.

    `writing` is how its cards are written; if that is not settled, each member by itself has to show it.
    """

    told: dict[str, Json] = field(default_factory=dict)
    lang: str = EN
    writing: str | None = None
    readings: Readings = DEFAULT

    def __contains__(self, name: str) -> bool:
        return name in self.told or (name == "trump" and "turn_up" in self.told)

    def __getitem__(self, name: str) -> Json:
        if name == "trump" and name not in self.told:
            return SUIT_NAMES[self.told["turn_up"][1]]
        return self.told[name]

    def get(self, name: str, default: Json = None) -> Json:
        """What is told, or else the default."""
        return self.told.get(name, default)

    def tell(self, name: str, value: Json) -> None:
        """Takes in one member as it was written; raises `NotUnderstood`."""
        if name not in MEMBERS:
            raise NotUnderstood("no-member", name=name, names=", ".join(MEMBERS))
        writing = writing_of(value, self.lang) if self.writing is None else self.writing
        try:
            read = MEMBERS[name].read(value, writing)
        except NotUnderstood as problem:
            at_fault = entry_with(problem, value, lambda some: MEMBERS[name].read(some, writing))
            raise problem.at(f"{name}{at_fault}") from None
        for part, content in (read if name == "deal" else {name: read}).items():
            if part in self.told:
                raise NotUnderstood("told-twice", part)
            self.told[part] = content
        self._check(name)

    def _check(self, name: str) -> None:
        """Raises `NotUnderstood` if what is told now cannot be together."""
        on_table = self.told["trick"].cards if "trick" in self.told else ()
        for card in self.told.get("hand", ()):
            if card in on_table:
                raise NotUnderstood("in-hand-and-trick", name, card=with_sign(card))
        turn_up = self.told.get("turn_up")
        hands, dealer = self.told.get("hands", {}), self.told.get("dealer")
        if turn_up and len(hands.get(dealer, ())) == 8 and turn_up not in hands[dealer]:
            raise NotUnderstood("not-the-dealers", name, card=with_sign(turn_up))
        if turn_up and self.told.get("trump", turn_up[1].lower())[0] != turn_up[1].lower():
            raise NotUnderstood("other-trump", name, card=with_sign(turn_up))


# Lists and objects


def entry_with(problem: NotUnderstood, value: Json, read: Callable[[Json], Json]) -> str:
    """Which of several entries of a list or an object has a problem, as in `[2]` or `.east`; empty if none has it.

    It is the first that cannot be read by itself, or not beside those before it.
    """
    if not isinstance(value, list | Mapping) or len(value) < 2:
        return ""
    if isinstance(value, list):
        for place, entry in enumerate(value):
            if _has(problem, [entry], read) or _is_beside_others(problem, value[: place + 1], read):
                return f"[{place}]"
    else:
        entries = list(value.items())
        for place, (name, entry) in enumerate(entries):
            if _has(problem, {name: entry}, read) or _is_beside_others(problem, dict(entries[: place + 1]), read):
                return f".{name}"
    return ""


def _is_beside_others(problem: NotUnderstood, value: Json, read: Callable[[Json], Json]) -> bool:
    return problem.problem in BESIDE_OTHERS and _has(problem, value, read)


def _has(problem: NotUnderstood, value: Json, read: Callable[[Json], Json]) -> bool:
    try:
        read(value)
    except NotUnderstood as own:
        return (own.problem, own.values) == (problem.problem, problem.values)
    return False


# Lists within a text


def parts_of(value: Json, separators: str = ";\n") -> list[Json]:
    """The items of a list, or the parts of a text between separators, none of them empty."""
    if isinstance(value, list):
        return value
    return [part.strip() for part in re.split(f"[{separators}]", text_of(value)) if part.strip()]


def by_seat(value: Json) -> list[tuple[str, Json]]:
    """What is said of each seat, in order: the members of an object, or the words of a text behind each seat.

    >>> by_seat("south: KS 7H, east KH")
    [('south', 'KS 7H'), ('east', 'KH')]
    """
    if isinstance(value, Mapping):
        return [(read_seat(seat), content) for seat, content in value.items()]
    found: list[tuple[str, list[str]]] = []
    for word in re.split(r"[\s,;:]+", text_of(value).strip()):
        if is_seat(word):
            found.append((read_seat(word), []))
        elif word:
            if not found:
                raise NotUnderstood("no-seat", word=word)
            found[-1][1].append(word)
    return [(seat, " ".join(words)) for seat, words in found]


def by_player(value: Json) -> list[tuple[str, Json]]:
    """What is said of each player, in order: the members of an object, or the parts of a text."""
    if isinstance(value, Mapping):
        return list(value.items())
    found = []
    for part in parts_of(value, ",;\n"):
        text = text_of(part).strip()
        name, _, content = text.partition(next((mark for mark in ":=" if mark in text), " "))
        found.append((name.strip(), content.strip()))
    return found


def _once(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """The pairs as an object; nobody may be in them twice."""
    for place, (name, _) in enumerate(pairs):
        if name in (other for other, _ in pairs[:place]):
            raise NotUnderstood("seat-twice", seat=name)
    return dict(pairs)


def _different(cards: list[str], most: int) -> list[str]:
    """The cards, if there is none twice and there are not too many."""
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise NotUnderstood("twice", card=with_sign(card))
    if len(cards) > most:
        raise NotUnderstood("too-many", number=len(cards), most=most)
    return cards


# The members


def _hand(value: Json, writing: str) -> Json:
    cards = _different(read_cards(value, writing), 8)
    if not cards:
        raise NotUnderstood("nothing")
    return cards


def _trick(value: Json, writing: str) -> Json:
    """Cards in the order played, or seats with their cards: all of them, or the leader alone."""
    if not isinstance(value, Mapping) and not any(map(is_seat, re.split(r"[\s,;:]+", text_of(value)))):
        return Trick(tuple(_different(read_cards(value, writing), 4)))
    played = [(seat, read_cards(cards, writing)) for seat, cards in by_seat(value)]
    cards: list[str] = []
    for seat, some in played:
        if cards and seat != after(played[0][0], len(cards)):
            expected = after(played[0][0], len(cards))
            raise NotUnderstood("out-of-order", before=after(expected, 3), after=expected, seat=seat)
        cards += some
    return Trick(tuple(_different(cards, 4)), played[0][0])


def _hands(value: Json, writing: str) -> Json:
    hands = {seat: _different(read_cards(cards, writing), 8) for seat, cards in _once(by_seat(value)).items()}
    return _in_one_hand_each(hands)


def _in_one_hand_each(hands: dict[str, list[str]]) -> dict[str, list[str]]:
    seen: set[str] = set()
    for cards in hands.values():
        for card in cards:
            if card in seen:
                raise NotUnderstood("in-two-hands", card=with_sign(card))
        seen.update(cards)
    return hands


def _deal(value: Json, writing: str) -> Json:
    text = text_of(value).strip()
    seat, _, rest = text.partition(":")
    parts = rest.split()
    if not is_seat(seat) or len(parts) != 5 or any(part.count(".") != 3 for part in parts[:4]):
        raise NotUnderstood("form", text=text, form=DEAL_LINE)
    first = read_seat(seat)
    hands = {}
    for steps, part in enumerate(parts[:4]):
        hands[after(first, steps)] = _different(read_cards(part, writing), 8)
        if len(hands[after(first, steps)]) != 8:
            number = len(hands[after(first, steps)])
            raise NotUnderstood("wrong-many", f"deal: {after(first, steps)}", number=number, wanted=8)
    dealer, turn_up = after(first, 3), read_card(parts[4], writing)
    return {"dealer": dealer, "hands": _in_one_hand_each(hands), "turn_up": turn_up}


def _events(value: Json, writing: str) -> Json:
    return [event for part in parts_of(value) for event in read_events(part, writing)]


def read_events(part: Json, writing: str = EN) -> list[dict[str, Json]]:
    """The events that a line of text stands for, or the one that an object is.

    >>> read_events("north: KS/3 QS")
    [{'seat': 'north', 'card': 'KS', 'announce': 3}, {'seat': 'west', 'card': 'QS'}]
    >>> read_events("north names kings"), read_events("west: good")
    ([{'seat': 'north', 'rank': 'K'}], [{'seat': 'west', 'good': True}])
    >>> read_events("north shows ♠K ♥K ♦K")
    [{'seat': 'north', 'show': ['KS', 'KH', 'KD']}]
    """
    if isinstance(part, Mapping):
        return [_event_of(part, writing)]
    text = text_of(part).strip()
    seat, _, rest = re.sub(r"\s*:\s*", " ", text, count=1).partition(" ")
    if not is_seat(seat):
        raise NotUnderstood("no-seat", word=seat)
    who = read_seat(seat)
    rest = rest.strip()
    if re.fullmatch(r"(says |dit )?[\"'«“]*\s*(c.est bon|good|bon)\s*[\"'»”]*", rest, re.IGNORECASE):
        return [{"seat": who, "good": True}]
    named = re.fullmatch(r"(?:names?|nomme)\s+(.+)", rest, re.IGNORECASE)
    if named:
        return [{"seat": who, "rank": read_rank(named[1], writing)}]
    shown = re.fullmatch(r"(?:shows?|montre)\s+(.+)", rest, re.IGNORECASE)
    if shown:
        return [{"seat": who, "show": _different(read_cards(shown[1], writing), 8)}]
    return _plays(who, re.sub(r"^(plays?|leads?|joue|entame)\s+", "", rest, flags=re.IGNORECASE), writing)


def _plays(first: str, text: str, writing: str) -> list[dict[str, Json]]:
    """Plays that go round from a seat; a slash and a number behind a card announce."""
    text = re.sub(r"\s*/\s*", "/", text)
    announced = re.sub(r"\s+(?:and announces|et annonce)\s+(\w+)(?: cards| cartes)?", r"/\1", text, flags=re.IGNORECASE)
    cards = read_cards(re.sub(r"/\w+", "", announced), writing)
    if not cards:
        raise NotUnderstood("nothing")
    plays: list[dict[str, Json]] = [{"seat": after(first, steps), "card": card} for steps, card in enumerate(cards)]
    for found in re.finditer(r"/(\w+)", announced):
        before = len(read_cards(re.sub(r"/\w+", "", announced[: found.start()]), writing))
        plays[before - 1]["announce"] = read_number(found[1], writing)
    return plays


def _event_of(event: Mapping[str, Json], writing: str) -> dict[str, Json]:
    """An event as it is on the wire, but for the spelling of its words."""
    readers: dict[str, Callable[[Json, str], Json]] = {
        "seat": read_seat,
        "card": read_card,
        "announce": read_number,
        "rank": read_rank,
        "good": lambda value, writing: value,
        "show": _hand,
    }
    kinds = [kind for kind in ("card", "rank", "good", "show") if kind in event]
    if (
        "seat" not in event
        or len(kinds) != 1
        or event.get("good") not in (None, True)
        or not event.keys() <= readers.keys()
    ):
        raise NotUnderstood("form", text=str(dict(event)), form="{seat: north, card: KS, announce: 3}")
    return {name: readers[name](value, writing) for name, value in event.items()}


def _calls(value: Json, writing: str) -> Json:
    if isinstance(value, list) and all(isinstance(part, Mapping) for part in value):
        return [{"seat": read_seat(part.get("seat")), "announce": read_number(part.get("announce"))} for part in value]
    return [{"seat": seat, "announce": read_number(number, writing)} for seat, number in by_seat(value)]


def _ranks(value: Json, writing: str) -> Json:
    if isinstance(value, list) and all(isinstance(part, Mapping) for part in value):
        return [_event_of(part, writing) for part in value]
    spoken = []
    for seat, said in by_seat(value):
        words = re.sub(r"^(names?|says|nomme|dit)\s+", "", text_of(said))
        event = read_events(f"{seat} good" if re.search(r"\bgood|\bbon", words) else f"{seat} names {words}", writing)
        spoken += event
    return spoken


def _shows(value: Json, writing: str) -> Json:
    if isinstance(value, list) and all(isinstance(part, Mapping) for part in value):
        return [_event_of(part, writing) for part in value]
    return [
        {"seat": seat, "show": _hand(re.sub(r"^(shows?|montre)\s+", "", text_of(cards)), writing)}
        for seat, cards in by_seat(value)
    ]


def _kings(value: Json, writing: str) -> Json:
    return {player: read_card(card, writing) for player, card in _once(by_player(value)).items()}


def _draws(value: Json, writing: str) -> Json:
    rounds = [value] if isinstance(value, Mapping) else parts_of(value)
    return [{seat: read_card(card, writing) for seat, card in _once(by_seat(drawn)).items()} for drawn in rounds]


def _players(value: Json, writing: str) -> Json:
    return [text_of(name).strip() for name in parts_of(value, ",;\n")]


def _deck(value: Json, writing: str) -> Json:
    deck = _different(read_cards(value, writing), 32)
    if len(deck) != 32:
        raise NotUnderstood("wrong-many", number=len(deck), wanted=32)
    return deck


def _pairs(value: Json, writing: str) -> Json:
    pairs = []
    for part in parts_of(value, ",;/\n"):
        names = part if isinstance(part, list) else re.split(r"\s*(?:\+|&|\band\b|\bet\b)\s*", text_of(part).strip())
        pairs.append([text_of(name).strip() for name in names])
    if [len(pair) for pair in pairs] != [2, 2]:
        raise NotUnderstood("form", text=str(value), form=MEMBERS["pairs"].example[0])
    return pairs


def _seats(value: Json, writing: str) -> Json:
    return {player: read_seat(seat, writing) for player, seat in _once(by_player(value)).items()}


def _scores(value: Json, writing: str) -> Json:
    return [_score(part, writing) for part in parts_of(value, ",;\n")]


def _score(part: Json, writing: str) -> Json:
    """What a hand brought: the points of north-south and of east-west, and whose clique of how many points it was."""
    if isinstance(part, Mapping):
        if part.keys() != {"points", "clique"}:
            raise NotUnderstood("form", text=str(dict(part)), form=MEMBERS["scores"].example[0])
        return dict(part)
    text = text_of(part).strip()
    found = re.fullmatch(
        r"(\d{1,3})\s*[-–: ]\s*(\d{1,3})(?:\s+(?:clique|with|avec)?\s*(\D+?)\s*(\d{1,2}))?", text, re.IGNORECASE
    )
    if not found:
        raise NotUnderstood("form", text=text, form=MEMBERS["scores"].example[0])
    points = {"north-south": int(found[1]), "east-west": int(found[2])}
    clique = sum(points.values()) - CARD_POINTS
    if clique and clique not in CLIQUE_POINTS:
        raise NotUnderstood("sum", points=sum(points.values()))
    if found[3] is None and clique:
        raise NotUnderstood(
            "whose-clique", points=sum(points.values()), clique=clique, form=f"{text} clique NS {clique}"
        )
    side = re.sub(r"^(clique|with|avec)\s+", "", found[3]) if found[3] else ""
    return {"points": points, "clique": {"side": read_side(side, writing), "points": int(found[4])} if side else None}


MEMBERS: dict[str, Member] = {
    "hand": Member(_hand, ("the cards of the hand", "les cartes de la main"), ("KH 9H AS", "R♥ 9♥ A♠")),
    "trick": Member(
        _trick,
        (
            "the cards on the table, in order, with who led if that matters; none if the player leads",
            "les cartes sur la table, dans l’ordre, avec qui a entamé si cela importe ; rien si le joueur entame",
        ),
        ("south: 7H KH", "sud: 7♥ R♥"),
    ),
    "trump": Member(read_suit, ("the trump suit", "la couleur d’atout"), ("clubs", "trèfle")),
    "deal": Member(
        _deal,
        (
            "the deal line: the first player, the four hands in the order of play, the turn-up",
            "la ligne de donne : le premier à jouer, les quatre mains dans l’ordre du jeu, la retourne",
        ),
        (DEAL_LINE, DEAL_LINE),
    ),
    "dealer": Member(read_seat, ("the dealer", "le donneur"), ("south", "sud")),
    "hands": Member(
        _hands,
        ("the hands as dealt, or what is known of them", "les mains reçues à la donne, ou ce que l’on en sait"),
        ("east: JS JH JD; north: KS KH KD", "est: V♠ V♥ V♦; nord: R♠ R♥ R♦"),
    ),
    "turn_up": Member(read_card, ("the turn-up", "la retourne"), ("8S", "8♠")),
    "events": Member(
        _events,
        ("what has been played and said, in order", "ce qui a été joué et dit, dans l’ordre"),
        ("east: JS/3 QS 7S 8S; east shows JS JH JD", "est: V♠/3 D♠ 7♠ 8♠; est montre V♠ V♥ V♦"),
    ),
    "calls": Member(
        _calls,
        ("who announced how many cards", "qui a annoncé combien de cartes"),
        ("east 3, north 3", "est 3, nord 3"),
    ),
    "ranks": Member(
        _ranks,
        ("who named which rank, or said good", "qui a nommé quel rang, ou dit « c’est bon »"),
        ("east jacks, north kings", "est valets, nord rois"),
    ),
    "shows": Member(
        _shows, ("who showed which cards", "qui a montré quelles cartes"), ("north: KS KH KD", "nord: R♠ R♥ R♦")
    ),
    "kings": Member(
        _kings,
        ("which king each player took", "quel roi chaque joueur a pris"),
        ("Anne KS, Blaise KD, Claire KC, Denis KH", "Anne R♠, Blaise R♦, Claire R♣, Denis R♥"),
    ),
    "players": Member(
        _players,
        ("the four players, in the order in which they receive", "les quatre joueurs, dans l’ordre où ils reçoivent"),
        ("Anne, Blaise, Claire, Denis", "Anne, Blaise, Claire, Denis"),
    ),
    "deck": Member(
        _deck,
        ("the thirty-two cards, the top one first", "les trente-deux cartes, celle du dessus d’abord"),
        ("7S KS 8S 9S …", "7♠ R♠ 8♠ 9♠ …"),
    ),
    "draws": Member(
        _draws,
        ("the card that each seat drew, round by round", "la carte que chaque place a tirée, tour par tour"),
        ("south KS east AD north KH west AC; east 7H west 9C", "sud R♠ est A♦ nord R♥ ouest A♣; est 7♥ ouest 9♣"),
    ),
    "pairs": Member(
        _pairs,
        ("the two pairs of partners", "les deux paires de partenaires"),
        ("Anne + Claire, Blaise + Denis", "Anne et Claire, Blaise et Denis"),
    ),
    "seats": Member(
        _seats,
        ("who sits where", "qui est assis où"),
        ("Anne south, Blaise east, Claire north, Denis west", "Anne sud, Blaise est, Claire nord, Denis ouest"),
    ),
    "scores": Member(
        _scores,
        (
            "the points of each hand, north-south first, and whose clique was in them",
            "les points de chaque coup, nord-sud d’abord, et à qui était la clique qui y est comprise",
        ),
        ("30-28 clique EW 10; 70-18 clique NS 40", "30-28 clique EO 10; 70-18 clique NS 40"),
    ),
    "target": Member(
        read_whole,
        ("the points that the game is played to", "les points en lesquels la partie se joue"),
        ("150", "150"),
    ),
    "depth": Member(
        read_whole, ("how many cards are still to be played", "combien de cartes sont encore à jouer"), ("4", "4")
    ),
}
