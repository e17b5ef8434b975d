"""A hand as a whole: how it stands, whose turn it is, what a seat may see, and in how many ways it can go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from fk_conform.rule.notation import after
from fk_conform.rule.position import MEMBERS, Position, Trick
from fk_conform.rule.problems import NotUnderstood
from fk_conform.rule.questions.question import (
    Inquiry,
    Members,
    Question,
    Said,
    Table,
    is_whole_deal,
    needed,
    not_both,
    replay,
)
from fk_conform.shorthand import SEATS
from forty_kings.readings import Readings
from forty_kings.seating import Seat

# Lines of so many cards are counted in no time, at every table.
COUNTED_AT_ONCE = 8

Json = Any


class HandQuestion(Question):
    """A question about a hand whose whole deal is told."""

    needs: ClassVar[Members] = (("deal", "events"),)

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`replay_hand`."""
        whole_deal(position)
        return Inquiry("replay_hand", replay(position))


def whole_deal(position: Position) -> None:
    """Raises `NotUnderstood` unless dealer, hands and turn-up are told, by a deal line or one by one."""
    if not is_whole_deal(position):
        needed(position, (("deal",),))


class HowStands(HandQuestion):
    """How does the hand stand?"""

    id = "how-stands"
    title = ("How does the hand stand?", "Où en est le coup ?")
    example = ("how does the hand stand", "où en est le coup")
    forms = (
        ("how does (?:the|this) hand stand", "is the hand over", "(?:how many|what) points has each side(?: made)?"),
        ("où en est le coup", "le coup est-il fini", "combien de points a chaque camp"),
    )  # fmt: skip

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The points, the tricks, and whose turn it is."""
        points = result["points"]
        answer = table.words.say(
            "stand",
            north_south=points["north-south"],
            east_west=points["east-west"],
            tricks=len(result["tricks"]),
            turn=_turn(result, table),
        )
        return Said(answer, table.words.say("stand-why"), ("FK6.1", "FK6.6"))


class WhoseTurn(HandQuestion):
    """Whose turn is it?"""

    id = "whose-turn"
    title = ("Whose turn is it?", "À qui de jouer ?")
    example = ("whose turn is it", "à qui de jouer")
    needs = (("trick",), ("deal", "events"))
    forms = (
        ("whose (?:turn|lead|play) is it(?: now| to play| to lead)?",
         "who (?:plays|leads|is to play|is to lead)(?: next| now)?"),
        ("à qui (?:est-ce )?de jouer", "à qui le tour", "qui (?:joue|entame)(?: ensuite| maintenant)?"),
    )  # fmt: skip

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`replay_hand`; where the trick is all that is told, the seats are gone round from the one that led."""
        not_both(position, ("trick",), ("events",))
        if "trick" not in position:
            return super().inquire(position, named)
        trick: Trick = position["trick"]
        if not trick.leader or len(trick.cards) > 3:
            raise NotUnderstood("form", "trick", text=" ".join(trick.cards), form=MEMBERS["trick"].example[0])

        def ask(readings: Readings) -> Json:
            turn = Seat(trick.leader).round()[len(trick.cards)].value
            return {"result": {"status": "playing", "turn": turn, "legal": [turn], "trick": list(trick.cards)}}

        played = [{"seat": after(trick.leader, steps), "card": card} for steps, card in enumerate(trick.cards)]
        return Inquiry("replay_hand", {"events": played}, {"goes-round": True}, ask)

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The seat that has to play or to speak."""
        words, answer = table.words, _turn(result, table)
        if inquiry.ask:
            return Said(answer, words.say("to-play-why"), ("FK3.1",))
        if result["status"] == "over":
            return Said(answer, words.say("hand-not-over-why"), ("FK4.17", "FK4.16"))
        if not result["legal"]:
            return Said(answer, words.say("to-rank-why"), ("FK5.21", "FK5.20"))
        if result["trick"]:
            return Said(answer, words.say("to-play-why"), ("FK4.8", "FK3.1"))
        if result["tricks"]:
            return Said(answer, words.say("to-lead-why"), ("FK4.11",))
        return Said(answer, words.say("first-why"), ("FK4.1",))


def _turn(result: Json, table: Table) -> str:
    """Who has to play or to speak, or that the hand is over."""
    if result["status"] == "over":
        return table.words.say("over")
    return table.words.say("to-play" if result["legal"] else "to-speak", seat=table.words.seat(result["turn"]))


class WhatSees(HandQuestion):
    """What may a seat see?"""

    id = "what-sees"
    title = ("What may a player see?", "Que peut voir un joueur ?")
    example = ("what may north see", "que peut voir Nord")
    slots = ("seat",)
    forms = (
        ("what (?:may|can|does) {seat} see", "(?:may|can) {seat} see the turn-?up"),
        ("que (?:peut |doit )?voi[rt] {seat}", "{seat} peut(?:-il|-elle)? voir la retourne"),
    )

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`view_hand`."""
        whole_deal(position)
        return Inquiry("view_hand", {**replay(position), "seat": named["seat"]}, {"who": named["seat"]})

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The own hand, the turn-up or its suit, the trick on the table, and how many cards are left."""
        words, who = table.words, table.words.seat(inquiry.facts["who"])
        turn_up, trick = result["turn_up"], result["trick"]
        answer = words.say(
            "sees",
            who=who,
            hand=words.say("sees-hand", cards=words.cards(result["hand"])),
            turn_up=words.say("sees-turn-up", card=words.card(turn_up))
            if turn_up
            else words.say("sees-trump", suit=words.suit(result["trump"])),
            trick=words.say("sees-trick", cards=words.cards(trick)) if trick else words.say("sees-no-trick"),
            left=", ".join(f"{words.seat(seat)} {result['cards_left'][seat]}" for seat in SEATS),
        )
        open_to_all = "FK4.21" if turn_up else "FK3.13"
        return Said(answer, words.say("sees-why"), ("FK4.18", open_to_all, "FK4.20", "FK4.19"))


class HowManyWays(HandQuestion):
    """In how many ways can the hand go on?"""

    id = "how-many-ways"
    title = ("In how many ways can the hand go on?", "De combien de façons le coup peut-il continuer ?")
    example = ("how many ways are there to play 4 cards", "de combien de façons peut-on jouer 4 cartes")
    may = ("depth",)
    forms = (
        ("(?:in )?how many ways (?:are there|can (?:the hand|it|one|we)) (?:to )?(?:play|go) on",
         "(?:in )?how many ways (?:are there|can (?:one|we)) (?:to )?play (?:the trick|{depth} (?:more )?cards?)"),
        ("de combien de façons (?:peut-on|le coup peut-il) (?:continuer|jouer(?: (?:la levée|{depth} cartes?))?)",),
    )  # fmt: skip

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`count_lines`; to the end of the trick, if no number of cards is told."""
        whole_deal(position)
        plays = sum("card" in event for event in position.get("events", ()))
        depth = named.get("depth") or position.get("depth") or 4 - plays % 4
        params = {**replay(position), "depth": depth}
        in_short = {**params, "depth": COUNTED_AT_ONCE} if depth > COUNTED_AT_ONCE else None
        return Inquiry("count_lines", params, in_short=in_short)

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The number of ways."""
        words, depth = table.words, inquiry.params["depth"]
        cards = words.say("next-card" if depth == 1 else "next-cards", depth=depth)
        answer = words.say("way" if result["lines"] == "1" else "ways", lines=result["lines"], cards=cards)
        leads = depth == 1 and not sum("card" in event for event in inquiry.params["events"]) % 4
        return Said(answer, words.say("ways-why"), ("FK4.2",) if leads else ("FK4.2", "FK4.3", "FK4.4"))


HAND: tuple[Question, ...] = (HowStands(), WhoseTurn(), WhatSees(), HowManyWays())
