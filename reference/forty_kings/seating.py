"""Chapter 2: partners, seats and the first dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from forty_kings.clauses import carries_out
from forty_kings.errors import Malformed, Refused
from forty_kings.pack import Card, CardSet, Rank, whole_pack

Pair = frozenset[str]


class Side(Enum):
    """One of the two sides.

    >>> Side.NORTH_SOUTH.other
    <Side.EAST_WEST: 'east-west'>
    """

    NORTH_SOUTH = "north-south"
    EAST_WEST = "east-west"

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side.EAST_WEST if self is Side.NORTH_SOUTH else Side.NORTH_SOUTH


class Seat(Enum):
    """One of the four seats, in the order of play: each sits on the right of the one before (FK3.1).

    >>> Seat.SOUTH.right, Seat.SOUTH.left, Seat.SOUTH.partner
    (<Seat.EAST: 'east'>, <Seat.WEST: 'west'>, <Seat.NORTH: 'north'>)
    """

    SOUTH = "south"
    EAST = "east"
    NORTH = "north"
    WEST = "west"

    index: int
    right: Seat
    partner: Seat
    left: Seat
    side: Side

    def __init__(self, word: str) -> None:
        self.index = len(type(self).__members__)
        self.side = Side.NORTH_SOUTH if self.index % 2 == 0 else Side.EAST_WEST

    @carries_out("FK3.1")
    def round(self) -> tuple[Seat, Seat, Seat, Seat]:
        """The four seats in the order of play, beginning with this one (FK3.1).

        >>> [seat.value for seat in Seat.NORTH.round()]
        ['north', 'west', 'south', 'east']
        """
        return (self, self.right, self.partner, self.left)


SEATS = tuple(Seat)
for _seat in SEATS:
    _seat.right, _seat.partner, _seat.left = (SEATS[(_seat.index + steps) % 4] for steps in (1, 2, 3))


class Pairing(NamedTuple):
    """Who plays with whom, and which pair chooses its seats first (FK2.9)."""

    red: Pair
    black: Pair

    @property
    @carries_out("FK2.9")
    def choose_first(self) -> Pair:
        """The pair with the red kings (FK2.9)."""
        return self.red


@carries_out("FK2.1", "FK2.2", "FK2.7")
def pair_players(draws: Mapping[str, Card]) -> Pairing:
    """Partners by drawing kings (FK2.2): those with kings of one colour play together (FK2.7).

    `draws` gives the king of each of the four players. Anything but four players with four different kings is
    malformed. Source: lalanne-2021 §1.

    >>> kings = {"Anne": Card("KS"), "Blaise": Card("KD"), "Claire": Card("KC"), "Denis": Card("KH")}
    >>> sorted(pair_players(kings).red)
    ['Blaise', 'Denis']
    """
    for player, card in draws.items():
        if card.rank is not Rank.KING:
            raise Malformed(f"{player} has taken {card}, and only kings lie there to be taken")
    if len(CardSet.holding(draws.values())) != 4:
        raise Malformed(f"{len(draws)} players have taken kings, expected four")
    red = frozenset(player for player, king in draws.items() if king.suit.is_red)
    return Pairing(red, frozenset(draws) - red)


@carries_out("FK2.3", "FK2.4", "FK2.5", "FK2.6")
def pair_players_by_deal(players: Sequence[str], deck: Sequence[Card]) -> Pairing:
    """Partners by dealing for kings (FK2.3).

    `players` in the order in which they receive, the first named first (FK2.5); `deck` in the order of dealing. Who
    has a king gets no more cards (FK2.4); when three are out the last player has the fourth (FK2.6).
    Source: wikipedia-quarante-de-roi Rules.
    """
    if len(players) != 4 or len(set(players)) != 4:
        raise Malformed(f"expected four different players, not {', '.join(map(str, players)) or 'none'}")
    whole_pack(deck)
    kings: dict[str, Card] = {}
    waiting = list(players)
    turn = 0
    for card in deck:
        if len(waiting) == 1:
            break
        if card.rank is Rank.KING:
            kings[waiting.pop(turn)] = card
        else:
            turn += 1
        turn %= len(waiting)
    (last_king,) = CardSet.of("KS", "KH", "KD", "KC") - CardSet.holding(kings.values())
    kings[waiting[0]] = last_king
    return pair_players(kings)


@carries_out("FK2.8", "FK2.10")
def seat_players(pairs: Sequence[Pair], seats: Mapping[str, Seat]) -> dict[Side, Pair]:
    """Which pair is which side (FK2.8, FK2.10).

    `pairs` are two pairs of players, and `seats` says where each of the four sits. Refused: `partners-not-opposite`.
    Source: lalanne-2021 §1.

    >>> pairs = [frozenset({"Anne", "Claire"}), frozenset({"Blaise", "Denis"})]
    >>> seats = dict(zip(["Anne", "Blaise", "Claire", "Denis"], Seat))
    >>> sorted(seat_players(pairs, seats)[Side.NORTH_SOUTH])
    ['Anne', 'Claire']
    """
    if [len(pair) for pair in pairs] != [2, 2] or len(frozenset.union(*pairs)) != 4:
        raise Malformed("expected two pairs of different players")
    if set(seats) != frozenset.union(*pairs) or len(set(seats.values())) != 4:
        raise Malformed("expected each of the four players in a seat of their own")
    sides: dict[Side, Pair] = {}
    for pair in pairs:
        one, other = sorted(pair)
        if seats[one].partner is not seats[other]:
            raise Refused("partners-not-opposite", f"{one} and {other} are partners and must sit opposite each other")
        sides[seats[one].side] = pair
    return sides


class Drawing(NamedTuple):
    """How the draw for the deal stands: the dealer, or who draws again."""

    dealer: Seat | None
    redraw: frozenset[Seat]


@carries_out("FK2.11", "FK2.17", "FK2.18", "FK2.19", "FK2.20")
def draw_dealer(rounds: Sequence[Mapping[Seat, Card]]) -> Drawing:
    """The draw for the first deal, round by round.

    Each round gives the card that each seat drew. All four draw in the first (FK2.11), those who tied in every later
    one (FK2.15, FK2.17), and no card is drawn twice (FK2.18, else malformed). Refused: `wrong-players-draw`, and
    `dealer-already-drawn` for a round after the last (FK2.19).
    Sources: lalanne-2021 §1, wikipedia-quarante-de-roi Rules.

    >>> draw_dealer([dict(zip(Seat, map(Card, ["KS", "AD", "KH", "9C"])))]).dealer
    <Seat.EAST: 'east'>
    """
    if not rounds:
        raise Malformed("rounds: expected one round or more")
    CardSet.holding(card for drawn in rounds for card in drawn.values())
    to_draw = frozenset(Seat)
    for number, drawn in enumerate(rounds):
        if len(to_draw) == 1:
            raise Refused("dealer-already-drawn", "the dealer is known, and nobody draws any more", number)
        if drawn.keys() != to_draw:
            names = ", ".join(seat.value for seat in Seat if seat in to_draw)
            raise Refused("wrong-players-draw", f"{names} must draw, and nobody else", number)
        to_draw = highest_drawn(drawn)
    (dealer,) = to_draw if len(to_draw) == 1 else (None,)
    return Drawing(dealer, frozenset() if dealer else to_draw)


@carries_out("FK2.13", "FK2.14", "FK2.15", "FK2.16")
def highest_drawn(drawn: Mapping[Seat, Card]) -> frozenset[Seat]:
    """Who has the highest card of a round: one seat, who deals (FK2.13), or several, who draw again (FK2.15).

    Suits break no tie (FK2.14), and a tie below the highest is none (FK2.16).
    """
    top = max(card.rank.height_in_draw for card in drawn.values())
    return frozenset(seat for seat, card in drawn.items() if card.rank.height_in_draw == top)
