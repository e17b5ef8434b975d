"""Cards, suits, seats and numbers as people write them, read into the words of the protocol.

Nothing here is ever taken on the wire: an engine is sent `TH` and no other ten of hearts.

Cards are written in one of three notations: the English (K Q J, and S H D C for the suits), the French (R D V, and
P C K T) and the French ranks with the English suits. Their letters overlap: C is clubs or cœur, D a queen or
diamonds. So a list of cards is read as a whole, in a notation in which all of it makes sense. Where two give different
cards, it depends on how whoever wrote it writes, which their other cards may show; and where that is not known either,
neither is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from fk_conform.rule.problems import EN, FR, NotUnderstood
from fk_conform.shorthand import SEATS, SUITS

Json = Any

SIGNS = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "❤": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
SUIT_WORDS = {
    "spade": "S", "pique": "S", "heart": "H", "cœur": "H", "coeur": "H", "diamond": "D", "carreau": "D", "club": "C",
    "trèfle": "C", "trefle": "C",
}  # fmt: skip
RANK_WORDS = {
    "king": "K", "queen": "Q", "jack": "J", "knave": "J", "ace": "A", "ten": "T", "nine": "9", "eight": "8",
    "seven": "7", "roi": "K", "dame": "Q", "valet": "J", "as": "A", "dix": "T", "neuf": "9", "huit": "8", "sept": "7",
}  # fmt: skip
SEAT_WORDS = {
    "south": "south", "east": "east", "north": "north", "west": "west", "sud": "south", "est": "east", "nord": "north",
    "ouest": "west", "s": "south", "e": "east", "n": "north", "w": "west", "o": "west",
}  # fmt: skip
SIDE_WORDS = {
    "north-south": "north-south", "nord-sud": "north-south", "ns": "north-south", "n-s": "north-south",
    "east-west": "east-west", "est-ouest": "east-west", "ew": "east-west", "e-w": "east-west", "eo": "east-west",
    "e-o": "east-west",
}  # fmt: skip
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
NUMBER_WORDS = {"3": 3, "three": 3, "trois": 3, "4": 4, "four": 4, "quatre": 4}
NOTHING = ("", "-", "none", "nothing", "no", "aucune", "rien", "0")

Notation = tuple[Mapping[str, str], Mapping[str, str]]
PLAIN_RANKS = {rank: rank for rank in "A987"} | {"10": "T"}
ENGLISH: Notation = (
    {**PLAIN_RANKS, "K": "K", "Q": "Q", "J": "J", "T": "T"},
    {"S": "S", "H": "H", "D": "D", "C": "C"},
)
FRENCH: Notation = (
    {**PLAIN_RANKS, "R": "K", "D": "Q", "V": "J"},
    {"P": "S", "C": "H", "K": "D", "CA": "D", "T": "C"},
)
MIXED: Notation = (FRENCH[0], ENGLISH[1])
# Ranks beside a sign of a suit mean the same in all notations.
ALL_RANKS = {**ENGLISH[0], **FRENCH[0]}


def read_cards(value: Json, writing: str = EN) -> list[str]:
    """The cards of a text, or of a list of texts; raises `NotUnderstood`.

    >>> read_cards("10h ♥9, king of spades R♦")
    ['TH', '9H', 'KS', 'KD']
    >>> read_cards("RC 9C", "fr"), read_cards("♠KQ10 ♥7")
    (['KH', '9H'], ['KS', 'QS', 'TS', '7H'])
    >>> read_cards("none")
    []
    """
    text = text_of(value)
    words = [] if text.strip().lower() in NOTHING else _card_words(text)
    english, french, mixed = (_cards_in(words, notation) for notation in (ENGLISH, FRENCH, MIXED))
    readings = [cards for cards in (english, french, mixed) if cards is not None]
    if not readings:
        raise NotUnderstood("no-card", word=_worst(words))
    preferred = {EN: english, FR: french}.get(writing)
    if preferred is None and any(cards != readings[0] for cards in readings):
        raise _two_cards(words, readings)
    return preferred or readings[0]


def writing_of(value: Json, lang: str) -> str:
    """How whoever wrote something writes cards: in English, in French, or it cannot be told.

    In a French text English is meant if a card in it is none in French, and French if a card is none in English.

    >>> writing_of("KH 9C", "fr"), writing_of({"hand": "DC", "trick": "9C"}, "fr"), writing_of("9C", "fr")
    ('en', 'fr', '')
    """
    if lang == EN:
        return EN
    # Of the words that are a card in either, some are words of the language too.
    words = [
        word.upper() for text in _texts_in(value) for word in _card_words(text) if word.lower() not in ("as", "at")
    ]
    only_english = any(_cards_of(word, ENGLISH) and not _cards_of(word, FRENCH) for word in words)
    only_french = any(_cards_of(word, FRENCH) and not _cards_of(word, ENGLISH) for word in words)
    if only_english == only_french:
        return ""
    return EN if only_english else FR


def _texts_in(value: Json) -> Iterator[str]:
    """All texts in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _texts_in(item)


def read_card(value: Json, writing: str = EN) -> str:
    """The one card of a text."""
    cards = read_cards(value, writing)
    if len(cards) != 1:
        raise NotUnderstood("one-card", text=text_of(value))
    return cards[0]


def is_card(text: str, writing: str = EN) -> bool:
    """Whether a text is one card and nothing else."""
    try:
        read_card(text, writing)
    except NotUnderstood:
        return False
    return True


def _card_words(text: str) -> list[str]:
    """The words that stand for a card or, behind the sign of a suit, for several; those of several words made one."""
    text = text.replace("\ufe0f", "").replace("’", "'")
    for sign, suit in SIGNS.items():
        text = text.replace(sign, _sign(suit))
    ranks = "|".join(sorted(RANK_WORDS, key=len, reverse=True))
    suits = "|".join(sorted(SUIT_WORDS, key=len, reverse=True))

    def joined(match: re.Match[str]) -> str:
        rank = match["rank"].lower()
        return RANK_WORDS.get(rank.rstrip("s"), RANK_WORDS.get(rank, rank)) + _sign(SUIT_WORDS[match["suit"].lower()])

    text = re.sub(
        rf"\b(?P<rank>{ranks}|10|[a-z0-9])\s+(?:of|de|d')\s*(?P<suit>{suits})[sx]?\b", joined, text, flags=re.IGNORECASE
    )
    words = re.split(r"[\s,;]+", text)
    return [word for word in words if word and word.lower() not in ("and", "et", "the", "le", "la", "les", "l'")]


def _sign(suit: str) -> str:
    return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[suit]


def _cards_in(words: Iterable[str], notation: Notation) -> list[str] | None:
    """The cards that the words stand for in a notation; None if one of them stands for none."""
    cards: list[str] = []
    for word in words:
        found = _cards_of(word.upper(), notation)
        if not found:
            return None
        cards += found
    return cards


def _cards_of(word: str, notation: Notation) -> list[str]:
    if word[0] in SIGNS:
        return _of_suit(word[1:], SIGNS[word[0]])
    if word[-1] in SIGNS:
        return _of_suit(word[:-1], SIGNS[word[-1]])
    if word.count(".") == 3:
        hand = [_of_suit(ranks, suit) for ranks, suit in zip(word.split("."), SUITS, strict=True)]
        fits = all(len(found) or not ranks for found, ranks in zip(hand, word.split("."), strict=True))
        return [card for found in hand for card in found] if fits else []
    ranks, suits = notation
    return [ranks[word[:cut]] + suits[word[cut:]] for cut in (1, 2) if word[:cut] in ranks and word[cut:] in suits]


def _of_suit(text: str, suit: str) -> list[str]:
    """The cards of a suit whose ranks stand one behind the other; none if one of them is no rank."""
    found = re.findall("10|.", text)
    return [ALL_RANKS[rank] + suit for rank in found] if all(rank in ALL_RANKS for rank in found) else []


def _worst(words: Sequence[str]) -> str:
    """The word to blame: the first that is no card in any notation, or that is none beside the words before it."""
    for word in words:
        if not any(_cards_of(word.upper(), notation) for notation in (ENGLISH, FRENCH, MIXED)):
            return word
    return " ".join(words)


def _two_cards(words: Sequence[str], readings: Sequence[Sequence[str]]) -> NotUnderstood:
    """What to say of words that stand for different cards in different notations."""
    place = next(place for place in range(len(readings[0])) if len({cards[place] for cards in readings}) > 1)
    one, other = sorted({with_sign(cards[place]) for cards in readings})[:2]
    word = words[place] if len(words) == len(readings[0]) else " ".join(words)
    return NotUnderstood("two-cards", word=word, one=one, other=other)


def with_sign(card: str) -> str:
    """A card with the sign of its suit, the ten in figures.

    >>> with_sign("TH")
    '10♥'
    """
    return f"{'10' if card[0] == 'T' else card[0]}{_sign(card[1])}"


def read_suit(value: Json, writing: str = EN) -> str:
    """A suit by its word, sign or letter.

    >>> read_suit("Clubs"), read_suit("♥"), read_suit("pique")
    ('clubs', 'hearts', 'spades')
    """
    word = text_of(value).strip().lower().replace("\ufe0f", "")
    found = SIGNS.get(word) or SUIT_WORDS.get(word) or SUIT_WORDS.get(re.sub("[sx]$", "", word))
    if not found:
        english, french = ENGLISH[1].get(word.upper()), FRENCH[1].get(word.upper())
        found = {EN: english, FR: french}.get(writing, "" if english and french else english or french)
    if not found:
        raise NotUnderstood("no-suit", word=word)
    return SUIT_NAMES[found]


def read_seat(value: Json, writing: str = EN) -> str:
    """A seat by its word or its first letter.

    >>> read_seat("West"), read_seat("sud"), read_seat("n")
    ('west', 'south', 'north')
    """
    word = text_of(value).strip().lower()
    if word not in SEAT_WORDS:
        raise NotUnderstood("no-seat", word=word)
    return SEAT_WORDS[word]


def is_seat(word: str) -> bool:
    """Whether a word means a seat."""
    return word.lower() in SEAT_WORDS


def read_side(value: Json, writing: str = EN) -> str:
    """A side by its word or its letters.

    >>> read_side("North/South"), read_side("EO")
    ('north-south', 'east-west')
    """
    word = re.sub(r"\s*[/ –-]\s*", "-", text_of(value).strip().lower())
    if word not in SIDE_WORDS:
        raise NotUnderstood("no-side", word=word)
    return SIDE_WORDS[word]


def read_rank(value: Json, writing: str = EN) -> str:
    """A rank by its letter or its word.

    >>> read_rank("kings"), read_rank("R"), read_rank("the jacks")
    ('K', 'K', 'J')
    """
    word = re.sub(r"^(the|les|le|la|de)\s+", "", text_of(value).strip().lower())
    found = ALL_RANKS.get(word.upper()) or RANK_WORDS.get(word) or RANK_WORDS.get(word.removesuffix("s"))
    if not found:
        raise NotUnderstood("no-rank", word=word)
    return found


def read_number(value: Json, writing: str = EN) -> int:
    """How many cards are announced.

    >>> read_number("three cards"), read_number("4")
    (3, 4)
    """
    word = re.sub(r"\s*(cards|cartes)$", "", text_of(value).strip().lower())
    if word not in NUMBER_WORDS:
        raise NotUnderstood("no-number", word=word)
    return NUMBER_WORDS[word]


def read_whole(value: Json, writing: str = EN) -> int:
    """A whole number greater than nothing."""
    text = text_of(value).strip()
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise NotUnderstood("no-whole", word=text)
    return int(text)


def text_of(value: Json) -> str:
    """A text as it is, a number in figures, a list as its parts in a row; anything else was meant otherwise."""
    if isinstance(value, list):
        return " ".join(text_of(part) for part in value)
    if isinstance(value, str | int) and not isinstance(value, bool):
        return str(value)
    raise NotUnderstood("nothing")


def after(seat: str, steps: int = 1) -> str:
    """Who plays so many places after a seat.

    >>> after("south"), after("west")
    ('east', 'south')
    """
    return SEATS[(SEATS.index(seat) + steps) % 4]
