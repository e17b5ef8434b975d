"""The Forty Kings (Quarante de Roi): the rules, as the specification has them.

Each chapter of the rules is a module: `pack`, `seating`, `dealing`, `play`, `cliques`, `game`. All values are
immutable; what the rules refuse raises `Refused`, with the reason and the clause, and what is no possible question
raises `Malformed`.

>>> deal = Deal.parse("east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S")
>>> hand = Hand.dealt(deal)
>>> for card in ["JS", "QS", "7S", "8S"]:
...     hand = hand.play(hand.turn, Card(card))
>>> hand.turn, hand.tricks[0].points
(<Seat.NORTH: 'north'>, 7)
"""

from forty_kings.cliques import Clique, Contest, ScoredClique, find_cliques, judge_cliques
from forty_kings.dealing import Deal, cutter, deal
from forty_kings.errors import Malformed, Refused
from forty_kings.game import Game, HandScore, score_match
from forty_kings.lines import count_lines
from forty_kings.pack import PACK, Card, CardSet, Rank, Suit
from forty_kings.play import Hand, Trick, View, judge_trick, legal_cards
from forty_kings.playouts import playouts
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import (
    Drawing,
    Pairing,
    Seat,
    Side,
    draw_dealer,
    pair_players,
    pair_players_by_deal,
    seat_players,
)
from forty_kings.version import __version__

__all__ = [
    "DEFAULT",
    "PACK",
    "Card",
    "CardSet",
    "Clique",
    "Contest",
    "Deal",
    "Drawing",
    "Game",
    "Hand",
    "HandScore",
    "Malformed",
    "Pairing",
    "Rank",
    "Readings",
    "Refused",
    "ScoredClique",
    "Seat",
    "Side",
    "Suit",
    "Trick",
    "View",
    "__version__",
    "count_lines",
    "cutter",
    "deal",
    "draw_dealer",
    "find_cliques",
    "judge_cliques",
    "judge_trick",
    "legal_cards",
    "pair_players",
    "pair_players_by_deal",
    "playouts",
    "score_match",
    "seat_players",
]
