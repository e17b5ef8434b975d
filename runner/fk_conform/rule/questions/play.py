"""Chapters 4 and 6: which card may be played, and who wins the trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fk_conform.rule.notation import with_sign
from fk_conform.rule.position import Position, Trick
from fk_conform.rule.problems import NotUnderstood
from fk_conform.rule.questions.question import (
    Inquiry,
    Question,
    Said,
    Table,
    is_whole_deal,
    meaning,
    needed,
    not_both,
    replay,
)
from fk_conform.shorthand import SEATS
from forty_kings.cliques import Contest
from forty_kings.dealing import Deal
from forty_kings.errors import Refused
from forty_kings.pack import PACK, Card, CardSet, Suit
from forty_kings.play import Hand, legal_cards
from forty_kings.readings import Readings
from forty_kings.seating import Seat

Json = Any

FROM_ONE_HAND = (("hand", "trick", "trump"), ("deal", "events"))


@dataclass(frozen=True)
class Turn:
    """Somebody’s turn to play, as far as it is known, from the whole deal or from one hand; `turn` is whose it is."""

    who: str
    hand: tuple[str, ...]
    trick: tuple[str, ...]
    trump: str
    turn: str = ""

    @property
    def following(self) -> list[str]:
        """The cards of the suit led that are in the hand."""
        return [card for card in self.hand if self.trick and card[1] == self.trick[0][1]]

    @property
    def trumps(self) -> list[str]:
        """The trumps in the hand."""
        return [card for card in self.hand if card[1].lower() == self.trump[0]]


class PlayQuestion(Question):
    """A question about somebody’s turn to play."""

    needs = FROM_ONE_HAND

    def turn_of(self, position: Position, who: str, lead: bool) -> Turn:
        """What is told of the turn that is asked about."""
        if is_whole_deal(position):
            not_both(position, ("hand", "trick"), ("hands", "events"))
            return _turn_in(position, who)
        if lead and "trick" not in position:
            position.told["trick"] = Trick(())
        needed(position, self.needs)
        trick: Trick = position["trick"]
        if len(trick.cards) > 3:
            raise NotUnderstood("too-many", "trick", number=len(trick.cards), most=3)
        return Turn(who, tuple(position["hand"]), trick.cards, position["trump"], trick.turn)

    def why_lawful(self, turn: Turn, card: str, table: Table) -> tuple[str, tuple[str, ...]]:
        """Why a card, or any of those that may be played, is lawful, and by which clauses."""
        words, readings = table.words, table.readings
        if not turn.trick:
            return words.say("leads"), ("FK4.2",)
        suit, who = words.suit(turn.trick[0][1]), words.seat(turn.who)
        if turn.following:
            holds = words.cards(turn.following)
            if readings.renounce == "to-trump" and turn.trumps and turn.trick[0][1].lower() != turn.trump[0]:
                return words.say("follows-or-trumps", suit=suit, who=who, cards=holds), ("FK4.3", "FK4.7")
            return words.say("follows", suit=suit, who=who, cards=holds), ("FK4.3", "FK4.5")
        if readings.when_void == "must-trump" and turn.trumps:
            return words.say("void-trumps", suit=suit, who=who), ("FK4.4",)
        trumped = any(other[1].lower() == turn.trump[0] for other in turn.trick)
        over = ("FK4.6",) if trumped and card[1:].lower() == turn.trump[0] else ()
        return words.say("void", suit=suit, who=who), ("FK4.4", *over)

    def why_refused(self, turn: Turn, card: str, reason: str, table: Table) -> tuple[str, tuple[str, ...]]:
        """Why a card is not lawful, and by which clauses."""
        words, clause = table.words, table.spec.reasons[reason]
        who = words.seat(turn.who)
        if reason == "must-follow-suit":
            suit = words.suit(turn.trick[0][1])
            trumping = ("FK4.7",) if card[1].lower() == turn.trump[0] else ()
            return words.say("follows", suit=suit, who=who, cards=words.cards(turn.following)), (*trumping, clause)
        if reason == "must-trump":
            return words.say("void-trumps", suit=words.suit(turn.trick[0][1]), who=who), (clause,)
        if reason == "not-your-turn" and turn.turn:
            return words.say("turn-of", turn=words.seat(turn.turn)), (clause,)
        if reason == "card-not-held":
            return words.say("holds", who=who), (clause,)
        return meaning(reason, table), (clause,)


def _turn_in(position: Position, who: str) -> Turn:
    """The turn in a hand of which the whole deal is told; where its course is unlawful, as if it were not."""
    state = Inquiry("replay_hand", replay(position)).answer(position.readings).get("result", {})
    seat = who or state.get("turn") or "south"
    plays = [event for event in position.get("events", ()) if "card" in event]
    played = [event["card"] for event in plays if event["seat"] == seat]
    hand = tuple(card for card in position["hands"][seat] if card not in played)
    trick = tuple(event["card"] for event in plays[len(plays) - len(plays) % 4 :])
    return Turn(seat, hand, trick, position["trump"], state.get("turn") or "")


class MayPlay(PlayQuestion):
    """May this card be played?"""

    id = "may-play"
    title = ("May this card be played?", "Cette carte peut-elle être jouée ?")
    example = ("may west play 9H", "Ouest peut-il jouer le 9 de cœur")
    slots = ("who", "card")
    forms = (
        (
            "(?:may|can|could) {who} play {card} (?:and|to) announce {number}",
            "(?:may|can|could) {who} (?P<verb>play|lead|follow with|trump with|throw) {card}",
            "(?:is|was) {card} (?:a )?(?:lawful|legal|allowed)(?: play| card)?",
        ),
        (
            "(?:est-ce que )?{who} (?:peut|pouvait)(?:-il|-elle)? jouer {card} (?:et|en) annon(?:cer|çant) {number}",
            "(?:est-ce que )?{who} (?:peut|pouvait)(?:-il|-elle)? (?P<verb>jouer|entamer) {card}",
            "(?:puis-je|peut-on|peut-il|peut-elle) (?P<verb>jouer|entamer) {card}",
        ),
    )

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`legal_cards`, or `replay_hand` where the whole deal is told."""
        turn = self.turn_of(position, named.get("who", ""), named.get("verb") in ("lead", "entamer"))
        facts = {"turn": turn, "card": named["card"]}
        if is_whole_deal(position):
            announced = {"announce": named["number"]} if "number" in named else {}
            params = replay(position, {"seat": turn.who, "card": named["card"], **announced})
            return Inquiry("replay_hand", params, {**facts, "last": len(params["events"]) - 1})
        params = {"hand": list(turn.hand), "trick": list(turn.trick), "trump": turn.trump}
        if named["card"] in turn.trick:
            raise NotUnderstood("in-hand-and-trick", card=with_sign(named["card"]))
        if (turn.turn and turn.who and turn.turn != turn.who) or named["card"] not in turn.hand:
            return Inquiry("legal_cards", params, facts, _at_the_table(turn, named["card"]))
        return Inquiry("legal_cards", params, facts)

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """Yes or no, for the card."""
        turn, card = inquiry.facts["turn"], inquiry.facts["card"]
        if inquiry.method == "replay_hand" or card in result["cards"]:
            because, clauses = self.why_lawful(turn, card, table)
            words = table.words
            answer = words.say("may-play", who=words.seat(turn.who), card=words.card(card))
            return Said(answer, because, clauses, yes=True)
        reason = "must-follow-suit" if turn.following else "must-trump"
        return self._no(inquiry, reason, table)

    def say_refusal(self, inquiry: Inquiry, error: Json, table: Table) -> Said:
        """No; or, where something before it is refused, that."""
        if "last" in inquiry.facts and error["data"].get("event") != inquiry.facts["last"]:
            return super().say_refusal(inquiry, error, table)
        return self._no(inquiry, error["data"]["reason"], table)

    def _no(self, inquiry: Inquiry, reason: str, table: Table) -> Said:
        turn, card, words = inquiry.facts["turn"], inquiry.facts["card"], table.words
        because, clauses = self.why_refused(turn, card, reason, table)
        answer = words.say("may-not-play", who=words.seat(turn.who), card=words.card(card))
        return Said(answer, because, clauses, yes=False)


class WhichCards(PlayQuestion):
    """Which cards may be played?"""

    id = "which-cards"
    title = ("Which cards may be played?", "Quelles cartes peuvent être jouées ?")
    example = ("which cards may west play", "quelles cartes Ouest peut-il jouer")
    slots = ("who",)
    forms = (
        (
            "(?:which|what)(?: cards?)? (?:may|can|must) {who} (?P<verb>play|lead)(?: now)?",
            "(?:which|what)(?: cards?)? (?:may|can) be (?P<verb>played|led)(?: now)?",
            "(?:must|may|can) {who} (?:follow(?: suit)?|trump|play a trump)",
            "(?:does|do) {who} have to (?:follow(?: suit)?|trump|play a trump)",
        ),
        (
            "(?:quelles? cartes?|que) (?:est-ce que )?{who} (?:peut|doit)(?:-il|-elle)? (?P<verb>jouer|entamer)",
            "(?:quelles? cartes?|que) (?:peut|doit)(?:-on|-il|-elle| {who})? (?P<verb>jouer|entamer)",
            "quelles? cartes? peu(?:t|vent)(?:-elles?)? être jouées?",
            "{who} (?:doit|peut)(?:-il|-elle)? (?:fournir|couper)",
            "(?:faut-il|peut-on|dois-je|puis-je) (?:fournir|couper)",
        ),
    )

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`legal_cards`, or `replay_hand` where the whole deal is told."""
        turn = self.turn_of(position, named.get("who", ""), named.get("verb") in ("lead", "led", "entamer"))
        if is_whole_deal(position):
            return Inquiry("replay_hand", replay(position), {"turn": turn})
        params = {"hand": list(turn.hand), "trick": list(turn.trick), "trump": turn.trump}
        if turn.turn and turn.who and turn.turn != turn.who:
            return Inquiry("legal_cards", params, {"turn": turn}, _at_the_table(turn, turn.hand[0]))
        return Inquiry("legal_cards", params, {"turn": turn})

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The cards, or why there are none."""
        turn: Turn = inquiry.facts["turn"]
        words = table.words
        if inquiry.method == "replay_hand":
            if result["status"] == "over":
                return Said(words.say("legal-none", who=words.seat(turn.who)), words.say("over"), ("FK4.17",))
            if result["turn"] != turn.who:
                because = words.say("turn-of", turn=words.seat(result["turn"]))
                return Said(words.say("legal-none", who=words.seat(turn.who)), because, ("FK4.8",))
            if not result["legal"]:
                because = words.say("to-speak", seat=words.seat(turn.who))
                return Said(words.say("legal-none", who=words.seat(turn.who)), because, ("FK5.21",))
        legal = result["legal" if inquiry.method == "replay_hand" else "cards"]
        because, clauses = self.why_lawful(turn, "", table)
        name = "legal-any" if len(turn.hand) == len(legal) > 1 else "legal"
        return Said(words.say(name, who=words.seat(turn.who), cards=words.cards(legal)), because, clauses)

    def say_refusal(self, inquiry: Inquiry, error: Json, table: Table) -> Said:
        """Nothing, for it is another’s turn; or, where something before it is refused, that."""
        if not inquiry.ask:
            return super().say_refusal(inquiry, error, table)
        turn, words = inquiry.facts["turn"], table.words
        because, clauses = self.why_refused(turn, "", error["data"]["reason"], table)
        return Said(words.say("legal-none", who=words.seat(turn.who)), because, clauses)


def _at_the_table(turn: Turn, card: str) -> Any:
    """Asks whether a card may be played where one hand and the trick are all that is known.

    `legal_cards` knows neither seats nor cards that are not held, so the card is played in a hand of which the other
    cards are left open.
    """

    def ask(readings: Readings) -> Json:
        held = CardSet.of(*turn.hand)
        who = Seat(turn.who or turn.turn or "south")
        hands = [held if seat is who else CardSet() for seat in Seat]
        trump = Suit(turn.trump)
        turn_up = next(card for card in PACK if card.suit is trump)
        deal = Deal(who, (hands[0], hands[1], hands[2], hands[3]), turn_up)
        trick = tuple(map(Card, turn.trick))
        legal = legal_cards(held, trick, trump, readings)
        contest = Contest(deal.hands, readings)
        unplayed = PACK - CardSet.holding(trick)
        hand = Hand(deal, readings, contest, unplayed, Seat(turn.turn) if turn.turn else who, trick, (), legal)
        try:
            hand.play(who, Card(card))
        except Refused as refused:
            return {"error": {"code": 1, "message": refused.detail, "data": {"reason": refused.reason}}}
        return {"result": {"cards": [card.name for card in legal]}}

    return ask


class WhoWinsTrick(Question):
    """Who wins the trick?"""

    id = "who-wins-trick"
    title = ("Who wins the trick?", "Qui remporte la levée ?")
    example = ("who wins the trick", "qui remporte la levée")
    slots = ()
    needs = (("trick", "trump"), ("deal", "events"))
    forms = (
        (
            "who (?:wins|won|takes|took|has won|has taken|gets)(?: (?:the|this|that|last|first))* trick",
            "who (?:wins|won|takes|took|has won|has taken|gets)(?: (?:the|this|that))?(?: trick)?(?: of)? {trick}",
            "who (?:wins|won|has won)(?: it)?",
            "whose (?:is|was) (?:the|this|that) trick",
        ),
        (
            "qui (?:remporte|a remporté|gagne|a gagné|fait|a fait|prend|a pris) (?:la|cette|le|ce) (?:levée|pli)",
            "à qui est (?:la|cette|le|ce) (?:levée|pli)",
            "qui (?:gagne|a gagné|remporte)",
            "qui (?:remporte|gagne|fait|prend) {trick}",
        ),
    )

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`judge_trick`, or `replay_hand` where the whole deal is told."""
        if "trick" in named:
            position.told.setdefault("trick", named["trick"])
        not_both(position, ("trick",), ("events",))
        if is_whole_deal(position) and "trick" not in position:
            needed(position, (("events",),))
            plays = [event["card"] for event in position["events"] if "card" in event]
            trump = position["turn_up"][1]
            return Inquiry("replay_hand", replay(position), {"plays": plays, "trump": trump})
        needed(position, self.needs)
        trick: Trick = position["trick"]
        if len(trick.cards) != 4:
            raise NotUnderstood("not-complete", "trick", number=len(trick.cards))
        params = {"leader": trick.leader or "south", "cards": list(trick.cards), "trump": position["trump"]}
        facts = {"cards": trick.cards, "trump": position["trump"], "leader": trick.leader}
        return Inquiry("judge_trick", params, facts, None, () if trick.leader else ("seats-not-told",))

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """Who wins it, by which card, and with how many points."""
        words = table.words
        trump = inquiry.facts["trump"][0].upper()
        if inquiry.method == "replay_hand":
            if not result["tricks"]:
                raise NotUnderstood("no-trick-yet")
            winner, points = result["tricks"][-1]["winner"], result["tricks"][-1]["points"]
            last = len(result["tricks"]) * 4
            cards = inquiry.facts["plays"][last - 4 : last]
            leader = _leader(inquiry, last - 4)
        else:
            winner, points, cards = result["winner"], result["points"], inquiry.facts["cards"]
            leader = inquiry.params["leader"]
        place = (SEATS.index(winner) - SEATS.index(leader)) % 4
        trumped = any(card[1] == trump for card in cards)
        because = words.say("highest-trump", suit=words.suit(trump)) if trumped else words.say("highest-led")
        clauses = ("FK4.9" if trumped else "FK4.10", "FK1.4", "FK6.1")
        said = {"card": words.card(cards[place]), "points": points}
        if inquiry.taken_for_granted:
            return Said(words.say("trick-by-place", place=words.ordinal(place), **said), because, clauses)
        return Said(words.say("trick", seat=words.seat(winner), **said), because, clauses)


def _leader(inquiry: Inquiry, place: int) -> str:
    """Who played the card of this place in the course of a hand."""
    plays: Sequence[Json] = [event for event in inquiry.params["events"] if "card" in event]
    seat: str = plays[place]["seat"]
    return seat


PLAY: tuple[Question, ...] = (MayPlay(), WhichCards(), WhoWinsTrick())
