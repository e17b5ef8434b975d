"""Chapter 4: play.

`legal_cards` and `judge_trick` rule on one trick. `Hand` is a hand from the deal to its eighth trick, as a value: every
card, every rank named and every clique shown gives a new one, and what is refused gives none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from forty_kings.clauses import carries_out
from forty_kings.cliques import Contest, ScoredClique
from forty_kings.dealing import Deal
from forty_kings.errors import Refused
from forty_kings.pack import PACK, Card, CardSet, Rank, Suit, highest
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side


@carries_out("FK4.2", "FK4.3", "FK4.4", "FK4.5", "FK4.6", "FK4.7")
def legal_cards(hand: CardSet, trick: Sequence[Card], trump: Suit, readings: Readings = DEFAULT) -> CardSet:
    """The cards of a hand that may be played to a trick.

    `trick` holds the cards played to it so far, in order. Whoever leads may lead anything (FK4.2); whoever holds the
    suit led must follow (FK4.3) and, but under `renounce: to-trump`, may not trump instead (FK4.7); whoever does not
    may play any card or, under `when-void: must-trump`, must trump (FK4.4). Nobody has to head the trick or to
    overtrump (FK4.5, FK4.6). Sources: lalanne-2021 §2, wikipedia-quarante-de-roi Rules.

    >>> legal_cards(CardSet.of("7S", "KH", "AD"), [Card("KS")], Suit.HEARTS)
    CardSet.of('7S')
    >>> legal_cards(CardSet.of("KH", "AD"), [Card("KS")], Suit.HEARTS)
    CardSet.of('KH', 'AD')
    """
    if not trick:
        return hand
    following = hand.of_suit(trick[0].suit)
    if following:
        return following | hand.of_suit(trump) if readings.renounce == "to-trump" else following
    if readings.when_void == "must-trump":
        return hand.of_suit(trump) or hand
    return hand


@carries_out("FK1.2", "FK1.3", "FK1.6", "FK4.9", "FK4.10")
def winning_card(cards: Sequence[Card], trump: Suit) -> Card:
    """The card that wins a trick: its highest trump (FK4.9) or, without one, its highest of the suit led (FK4.10).

    >>> winning_card([Card("KS"), Card("7H"), Card("QS"), Card("9H")], Suit.HEARTS)
    Card('9H')
    """
    trick = cards[0].bit | cards[1].bit | cards[2].bit | cards[3].bit
    return highest(CardSet(trick & trump.mask or trick & cards[0].suit.mask))


class Trick(NamedTuple):
    """A trick that has been taken: the seat that led, the cards in the order played, who won, and the points in it."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int


@carries_out("FK1.7", "FK6.1", "FK6.2", "FK6.4")
def judge_trick(leader: Seat, cards: Sequence[Card], trump: Suit) -> Trick:
    """Who wins a trick, and the points that go with it (FK6.1): those of its cards (FK1.7), trumps or not (FK6.4),
    and no more (FK6.2).

    `cards` are the four cards in the order played. Sources: lalanne-2021 §2, wikipedia-quarante-de-roi Rules.

    >>> trick = judge_trick(Seat.WEST, [Card("KS"), Card("QS"), Card("7H"), Card("JS")], Suit.HEARTS)
    >>> trick.winner, trick.points
    (<Seat.EAST: 'east'>, 12)
    """
    winner = leader.round()[cards.index(winning_card(cards, trump))]
    return Trick(leader, tuple(cards), winner, cards[0].points + cards[1].points + cards[2].points + cards[3].points)


class View(NamedTuple):
    """What one seat may see of a hand."""

    hand: CardSet
    cards_left: dict[Seat, int]
    turn_up: Card | None
    trump: Suit
    trick: tuple[Card, ...]


class Hand(NamedTuple):
    """A hand in play: a deal, the cards not yet played, the trick on the table and those taken.

    >>> deal = Deal.parse("east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S")
    >>> hand = Hand.dealt(deal).play(Seat.EAST, Card("JS"))
    >>> hand.turn, hand.legal_cards
    (<Seat.NORTH: 'north'>, CardSet.of('QS', 'AS'))
    >>> hand.play(Seat.NORTH, Card("QH"))
    Traceback (most recent call last):
    forty_kings.errors.Refused: must-follow-suit (FK4.3): north holds QS AS and plays QH to JS
    """

    deal: Deal
    readings: Readings
    contest: Contest
    unplayed: CardSet
    turn: Seat | None  # to play or to name a rank; nobody's when the hand is over
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    legal_cards: CardSet  # none while a rank is awaited, or when the hand is over

    @classmethod
    @carries_out("FK3.15", "FK4.1", "FK4.2")
    def dealt(cls, deal: Deal, readings: Readings = DEFAULT) -> Hand:
        """A hand before the first card, however bad it is (FK3.15): the player on the dealer's right leads (FK4.1)."""
        contest = Contest(deal.hands, readings)
        return cls(deal, readings, contest, PACK, deal.first, (), (), deal.hands[deal.first.index])

    @property
    @carries_out("FK4.16", "FK4.17")
    def over(self) -> bool:
        """Whether all eight tricks have been played (FK4.16, FK4.17)."""
        return self.turn is None

    @property
    def rank_awaited(self) -> bool:
        """Whether a rank has to be named before the play goes on (FK5.21)."""
        return bool(self.contest.calls) and self.contest.to_rank is not None

    @carries_out("FK3.10", "FK4.12")
    def cards_of(self, seat: Seat) -> CardSet:
        """The cards that a seat has left, the turn-up among the dealer's (FK3.10, FK4.12)."""
        return self.deal.hands[seat.index] & self.unplayed

    @carries_out("FK3.1", "FK3.12", "FK4.8", "FK4.12", "FK4.13", "FK4.15", "FK4.17", "FK5.8", "FK5.11", "FK5.21")
    def play(self, seat: Seat, card: Card, announce: int | None = None) -> Hand:
        """The seat plays a card and, to the first trick only (FK5.8), may announce three or four cards with it.

        Refused, the first that applies: `hand-over`, `rank-awaited`, `not-your-turn`, `card-not-held`,
        `must-follow-suit`, `must-trump`, `announcement-too-late`, `clique-not-held`. What is refused does not stand
        (FK4.13), and there is no way back from what is played (FK4.15).
        """
        if seat is not self.turn or card not in self.legal_cards:
            raise self._refusal(seat, card)
        contest = self.contest
        if announce is not None:
            if self.tricks:
                raise Refused("announcement-too-late", f"{seat.value} announces in trick {len(self.tricks) + 1}")
            contest = contest.announce(seat, announce)
        if not self.trick and len(self.tricks) == 1:
            contest = contest.close()
        unplayed = CardSet(self.unplayed.mask ^ card.bit)
        trick = (*self.trick, card)
        if len(trick) == 4:
            return self._take_trick(seat.right, trick, unplayed, contest)
        turn = seat.right
        hand = self.deal.hands[turn.index] & unplayed
        legal = legal_cards(hand, trick, self.deal.turn_up.suit, self.readings)
        return Hand(self.deal, self.readings, contest, unplayed, turn, trick, self.tricks, legal)

    @carries_out("FK4.11", "FK4.16")
    def _take_trick(self, leader: Seat, cards: tuple[Card, ...], unplayed: CardSet, contest: Contest) -> Hand:
        """The fourth card lies: the winner takes the trick and leads to the next (FK4.11), if it was not the eighth."""
        trick = judge_trick(leader, cards, self.deal.trump)
        tricks = (*self.tricks, trick)
        turn = trick.winner if len(tricks) < 8 else None
        legal = self.deal.hands[trick.winner.index] & unplayed
        after = Hand(self.deal, self.readings, contest, unplayed, turn, (), tricks, legal)
        return after._with_contest(contest.end_calls()) if len(tricks) == 1 else after

    def _with_contest(self, contest: Contest) -> Hand:
        """Between the first and the second trick: a rank is awaited, or else the winner of the first leads (FK5.21)."""
        if contest.to_rank is not None:
            return self._replace(contest=contest, turn=contest.to_rank, legal_cards=CardSet())
        winner = self.tricks[0].winner
        return self._replace(contest=contest, turn=winner, legal_cards=self.cards_of(winner))

    def name_rank(self, seat: Seat, rank: Rank) -> Hand:
        """The seat names the rank of the clique it announced; see `Contest.name`, and `hand-over`."""
        self._check_not_over()
        return self._with_contest(self.contest.name(seat, rank))

    def give_way(self, seat: Seat) -> Hand:
        """The seat says "good"; see `Contest.give_way`, and `hand-over`."""
        self._check_not_over()
        return self._with_contest(self.contest.give_way(seat))

    def show(self, seat: Seat, cards: CardSet) -> Hand:
        """The seat shows the clique it announced; see `Contest.show`, and `hand-over`."""
        self._check_not_over()
        return self._replace(contest=self.contest.show(seat, cards))

    @property
    def clique(self) -> ScoredClique | None:
        """The clique that scores, once it has been shown (FK5.30)."""
        return self.contest.clique

    @carries_out("FK1.8", "FK3.14", "FK5.29", "FK5.34", "FK6.1", "FK6.3", "FK6.5", "FK6.6", "FK6.14")
    def points(self) -> dict[Side, int]:
        """The points of each side so far: its tricks (FK6.1) and, once shown, its clique (FK5.29, FK5.34)."""
        points = dict.fromkeys(Side, 0)
        for trick in self.tricks:
            points[trick.winner.side] += trick.points
        if self.clique:
            points[self.clique.side] += self.clique.clique.points
        return points

    @property
    @carries_out("FK3.8", "FK3.11", "FK4.21")
    def turn_up_exposed(self) -> bool:
        """Whether the turn-up lies on the table: until the dealer's first card, whichever that is (FK3.11)."""
        return len(self.cards_of(self.deal.dealer)) == 8

    @property
    @carries_out("FK6.16", "FK6.17")
    def next_dealer(self) -> Seat | None:
        """Who deals next, once the hand is over: the player on the dealer's right, whatever the result (FK6.16)."""
        return self.deal.dealer.right if self.over else None

    @carries_out("FK3.13", "FK4.18", "FK4.19", "FK4.20", "FK4.21", "FK4.22")
    def view(self, seat: Seat) -> View:
        """What a seat may see: its own hand (FK4.18), how many cards each has left (FK4.19), the trick on the table
        (FK4.20), the turn-up while it lies there (FK4.21) and always the trump suit (FK3.13).
        """
        return View(
            hand=self.cards_of(seat),
            cards_left={seat: len(self.cards_of(seat)) for seat in Seat},
            turn_up=self.deal.turn_up if self.turn_up_exposed else None,
            trump=self.deal.trump,
            trick=self.trick,
        )

    def _check_not_over(self) -> None:
        if self.over:
            raise Refused("hand-over", "all eight tricks have been played")

    def _refusal(self, seat: Seat, card: Card) -> Refused:
        self._check_not_over()
        if self.rank_awaited:
            return Refused("rank-awaited", f"a rank has to be named before {seat.value} plays {card}")
        if seat is not self.turn:
            return Refused("not-your-turn", f"{seat.value} plays {card}, and it is another's turn")
        hand = self.cards_of(seat)
        if card not in hand:
            return Refused("card-not-held", f"{seat.value} does not hold {card}")
        following = hand.of_suit(self.trick[0].suit)
        held = following or hand.of_suit(self.deal.trump)
        reason = "must-follow-suit" if following else "must-trump"
        return Refused(reason, f"{seat.value} holds {held} and plays {card} to {self.trick[0]}")
