"""Chapter 3: who gets which cards, what is trumps, who cuts, and who leads first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from fk_conform.rule.position import Position
from fk_conform.rule.questions.question import Inquiry, Members, Question, Said, Table, needed
from fk_conform.shorthand import SEATS
from forty_kings.pack import PACK

Json = Any


class DealQuestion(Question):
    """A question about the deal."""

    needs: ClassVar[Members] = (("dealer", "deck"),)

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`deal`."""
        needed(position, self.needs)
        return Inquiry("deal", {"dealer": position.get("dealer", "south"), "deck": self.deck(position)})

    def deck(self, position: Position) -> list[str]:
        """The pack as it is dealt; if it is not told, any, with the turn-up at its bottom."""
        others = [card.name for card in PACK if card.name != position.get("turn_up")]
        any_deck = [*others, position["turn_up"]] if "turn_up" in position else others
        deck: list[str] = position.get("deck", any_deck)
        return deck


class WhoGetsWhat(DealQuestion):
    """Who gets which cards?"""

    id = "who-gets-what"
    title = ("Who gets which cards in the deal?", "Qui reçoit quelles cartes à la donne ?")
    example = ("who gets what", "qui reçoit quoi")
    forms = (
        ("who gets (?:what|which cards?)", "how are (?:the|these) cards dealt",
         "(?:which|what) cards (?:does|do) {who} get"),
        ("qui reçoit (?:quoi|quelles cartes)", "quelles cartes reçoit {who}"),
    )  # fmt: skip

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`deal`."""
        inquiry = super().inquire(position, named)
        return Inquiry(inquiry.method, inquiry.params, {"who": named.get("who", "")})

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The hands, or the one that is asked about."""
        words, who = table.words, inquiry.facts["who"]
        hands = [
            words.say("hand-of", seat=words.seat(seat), cards=words.cards(result["hands"][seat]))
            for seat in SEATS
            if who in ("", seat)
        ]
        answer = words.say("hands", hands=words.in_a_row(hands), card=words.card(result["turn_up"]))
        return Said(answer, words.say("hands-why"), ("FK3.6", "FK3.7", "FK3.8"))


class WhatIsTrumps(DealQuestion):
    """What is trumps?"""

    id = "what-is-trumps"
    title = ("What is trumps?", "Quelle couleur est atout ?")
    example = ("what is trumps", "quelle couleur est atout")
    needs = (("turn_up",), ("dealer", "deck"))
    forms = (
        ("(?:what|which suit|what suit)(?:'s| is| are) (?:the )?trumps?(?: suit)?",),
        ("quelle couleur est (?:l')?atout", "quel est l'atout"),
    )

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The suit of the turn-up."""
        answer = table.words.say("trumps", suit=table.words.suit(result["trump"]))
        return Said(answer, table.words.say("trumps-why"), ("FK3.9", "FK3.8"))


class WhoCuts(DealQuestion):
    """Who cuts?"""

    id = "who-cuts"
    title = ("Who cuts the pack?", "Qui coupe le jeu de cartes ?")
    example = ("who cuts", "qui coupe")
    needs = (("dealer",),)
    forms = (("who cuts(?: the (?:pack|deck|cards))?",), ("qui coupe(?: le jeu(?: de cartes)?)?",))

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The player on the dealer’s left."""
        answer = table.words.say("cuts", seat=table.words.seat(result["cutter"]))
        return Said(answer, table.words.say("cuts-why"), ("FK3.3",))


class WhoLeadsFirst(DealQuestion):
    """Who leads to the first trick?"""

    id = "who-leads-first"
    title = ("Who leads to the first trick?", "Qui entame la première levée ?")
    example = ("who leads first", "qui entame la première levée")
    needs = (("dealer",),)
    forms = (
        ("who (?:leads|plays|begins|starts)(?: (?:first|the first card|to the first trick))",),
        ("qui (?:entame|joue|commence)(?: (?:la première levée|le premier|la première carte|en premier))",),
    )

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The player on the dealer’s right."""
        answer = table.words.say("first", seat=table.words.seat(result["first"]))
        return Said(answer, table.words.say("first-why"), ("FK4.1",))


DEALING: tuple[Question, ...] = (WhoGetsWhat(), WhatIsTrumps(), WhoCuts(), WhoLeadsFirst())
