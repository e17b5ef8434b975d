"""Chapter 1: the pack.

The thirty-two cards, their order and what they are worth. A set of cards is one whole number with a bit for each
card, behind a class that behaves as a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from forty_kings.clauses import carries_out
from forty_kings.errors import Malformed


class Suit(Enum):
    """One of the four suits (FK1.2). None is above another (FK1.6).

    >>> Suit("hearts").letter
    'H'
    """

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    letter: str
    index: int
    mask: int

    def __init__(self, word: str) -> None:
        self.letter = word[0].upper()
        self.index = len(type(self).__members__)
        self.mask = 0xFF << 8 * self.index

    @property
    @carries_out("FK1.3")
    def is_red(self) -> bool:
        """Hearts and diamonds are red, spades and clubs black (FK1.3).

        >>> [suit.value for suit in Suit if suit.is_red]
        ['hearts', 'diamonds']
        """
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Rank(Enum):
    """One of the eight ranks, in the order of play, the highest first (FK1.4).

    >>> Rank.KING.height > Rank.QUEEN.height > Rank.JACK.height > Rank.ACE.height > Rank.TEN.height
    True
    """

    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    ACE = "A"
    TEN = "T"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"

    height: int

    def __init__(self, letter: str) -> None:
        self.height = 7 - len(type(self).__members__)

    @property
    @carries_out("FK1.7", "FK6.4")
    def points(self) -> int:
        """What a card of this rank is worth, in points, whatever its suit (FK1.7).

        >>> sum(4 * rank.points for rank in Rank)
        48
        """
        return CARD_POINTS.get(self, 0)

    @property
    @carries_out("FK2.12")
    def height_in_draw(self) -> int:
        """How high the rank is in the draw for the deal: the ace is above the king there (FK2.12).

        >>> Rank.ACE.height_in_draw > Rank.KING.height_in_draw
        True
        """
        return -ORDER_OF_DRAW.index(self.value)


CARD_POINTS = {Rank.KING: 5, Rank.QUEEN: 4, Rank.JACK: 3}
ORDER_OF_DRAW = "AKQJT987"
COURT = (Rank.KING, Rank.QUEEN, Rank.JACK)


class Card:
    """One of the thirty-two cards, written as rank and suit: `"KS"`, `"TH"`.

    There is one object for each card, and copies and pickles give it back.

    >>> Card("KS")
    Card('KS')
    >>> Card("TH").rank, Card("TH").suit.value
    (<Rank.TEN: 'T'>, 'hearts')
    >>> Card("10H")
    Traceback (most recent call last):
    forty_kings.errors.Malformed: '10H' is no card, expected a rank of KQJAT987 and a suit of SHDC
    """

    __slots__ = ("name", "rank", "suit", "bit", "points")

    name: str
    rank: Rank
    suit: Suit
    bit: int
    points: int

    def __new__(cls, name: str) -> Card:
        try:
            return CARDS[name]
        except (KeyError, TypeError):
            raise Malformed(f"{name!r} is no card, expected a rank of KQJAT987 and a suit of SHDC") from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (self.name,)

    def __repr__(self) -> str:
        return f"Card({self.name!r})"

    def __str__(self) -> str:
        return self.name


def _print_pack() -> dict[str, Card]:
    cards = {}
    for suit in Suit:
        for rank in Rank:
            card = object.__new__(Card)
            card.name = rank.value + suit.letter
            card.rank, card.suit, card.points = rank, suit, rank.points
            card.bit = 1 << 8 * suit.index + rank.height
            cards[card.name] = card
    return cards


CARDS = _print_pack()
BY_BIT = {card.bit: card for card in CARDS.values()}

# The cards of each suit that the eight bits of that suit stand for, from high to low.
_IN_SUIT = tuple(
    tuple(
        tuple(card for card in CARDS.values() if card.suit is suit and card.bit & bits << 8 * suit.index)
        for bits in range(256)
    )
    for suit in Suit
)
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = _IN_SUIT


class CardSet:
    """A set of cards, as a value: every operation gives a new one. It iterates suit by suit, each from high to low.

    >>> hand = CardSet.of("7S", "KH", "QH")
    >>> hand
    CardSet.of('7S', 'KH', 'QH')
    >>> hand.of_suit(Suit.HEARTS) == CardSet.of("QH", "KH")
    True
    >>> Card("7S") in hand, len(hand - CardSet.of("7S"))
    (True, 2)
    """

    __slots__ = ("mask",)

    mask: int

    def __init__(self, mask: int = 0) -> None:
        self.mask = mask

    @classmethod
    def of(cls, *names: str) -> CardSet:
        """The cards with these names; one that is named twice is malformed."""
        return cls.holding(Card(name) for name in names)

    @classmethod
    def holding(cls, cards: Iterable[Card]) -> CardSet:
        """These cards; one that is there twice is malformed (FK1.1).

        >>> CardSet.of("KS", "KS")
        Traceback (most recent call last):
        forty_kings.errors.Malformed: KS is there twice
        """
        mask = 0
        for card in cards:
            if mask & card.bit:
                raise Malformed(f"{card} is there twice")
            mask |= card.bit
        return cls(mask)

    @carries_out("FK1.2", "FK1.3")
    def of_suit(self, suit: Suit) -> CardSet:
        """Those of the suit (FK1.2), and not of its colour (FK1.3)."""
        return CardSet(self.mask & suit.mask)

    def of_rank(self, rank: Rank) -> CardSet:
        """Those of the rank."""
        return CardSet(self.mask & 0x01010101 << rank.height)

    @property
    def points(self) -> int:
        """What the cards are worth together, in points (FK1.7).

        >>> PACK.points
        48
        """
        return sum(card.points for card in self)

    def __contains__(self, card: Card) -> bool:
        return self.mask & card.bit != 0

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards())

    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of iteration."""
        mask = self.mask
        return _SPADES[mask & 255] + _HEARTS[mask >> 8 & 255] + _DIAMONDS[mask >> 16 & 255] + _CLUBS[mask >> 24]

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __le__(self, other: CardSet) -> bool:
        return self.mask & ~other.mask == 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return f"CardSet.of({', '.join(repr(card.name) for card in self)})"

    def __str__(self) -> str:
        return " ".join(card.name for card in self)


PACK = CardSet.holding(CARDS.values())


@carries_out("FK1.4", "FK1.5")
def highest(cards: CardSet) -> Card:
    """The highest of some cards of one suit, in the order of play (FK1.4), which is that of trumps too (FK1.5).

    >>> highest(CardSet.of("TS", "AS", "JS"))
    Card('JS')
    """
    return BY_BIT[1 << cards.mask.bit_length() - 1]


@carries_out("FK1.1")
def whole_pack(cards: Iterable[Card]) -> CardSet:
    """All thirty-two cards, each once; anything else is malformed (FK1.1)."""
    pack = CardSet.holding(cards)
    if pack != PACK:
        raise Malformed(f"{len(pack)} cards are no whole pack: {PACK - pack} missing")
    return pack
