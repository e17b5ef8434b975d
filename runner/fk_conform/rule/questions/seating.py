"""Chapter 2: who are partners, where they may sit, and who deals first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fk_conform.rule.position import Position
from fk_conform.rule.questions.question import Inquiry, Question, Said, Table, meaning, needed

Json = Any

FROM_KINGS = (("kings",), ("players", "deck"))


def _pairing(position: Position) -> Inquiry:
    """`pair_players` or, where the pack was dealt out for kings, `pair_players_by_deal`."""
    if needed(position, FROM_KINGS) == ("kings",):
        return Inquiry("pair_players", {"draws": position["kings"]})
    return Inquiry("pair_players_by_deal", {"players": position["players"], "deck": position["deck"]})


def _by(inquiry: Inquiry) -> str:
    """The clause on the way in which the partners are found."""
    return "FK2.2" if inquiry.method == "pair_players" else "FK2.3"


class WhoArePartners(Question):
    """Who are partners?"""

    id = "who-are-partners"
    title = ("Who are partners?", "Qui sont les partenaires ?")
    example = ("who are partners", "qui sont les partenaires")
    needs = FROM_KINGS
    forms = (
        ("who (?:are|is) (?:the )?partners?(?: with whom)?", "who plays (?:together|with whom|with who)"),
        ("qui sont les partenaires", "qui joue (?:avec qui|ensemble)"),
    )

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`pair_players`, or `pair_players_by_deal`."""
        return _pairing(position)

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The two pairs, the red one first."""
        one, other = (table.words.several(pair) for pair in result["pairs"])
        answer = table.words.say("partners", one=one, other=other)
        return Said(answer, table.words.say("partners-why"), ("FK2.7", _by(inquiry)))


class WhoChoosesSeats(Question):
    """Who chooses seats first?"""

    id = "who-chooses-seats"
    title = ("Who chooses seats first?", "Qui choisit ses places en premier ?")
    example = ("who chooses seats first", "qui choisit ses places en premier")
    needs = FROM_KINGS
    forms = (
        ("who (?:chooses?|picks?)(?: (?:the|their))?(?: seats?)?(?: first)?(?: seats?)?",),
        ("qui choisit (?:ses|sa|les) places?(?: en premier| d'abord| le premier)?",),
    )

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`pair_players`, or `pair_players_by_deal`."""
        return _pairing(position)

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The pair with the red kings."""
        answer = table.words.say("choose-first", pair=table.words.several(result["choose_first"]))
        return Said(answer, table.words.say("choose-first-why"), ("FK2.9", "FK2.7"))


class MaySit(Question):
    """May the players sit like this?"""

    id = "may-sit"
    title = ("May the players sit like this?", "Les joueurs peuvent-ils s’asseoir ainsi ?")
    example = ("may they sit like this", "peuvent-ils s’asseoir ainsi")
    needs = (("pairs", "seats"),)
    forms = (
        ("(?:may|can) (?:they|we|the players|you) sit (?:like this|so|like that|here|there)",
         "who is (?:on )?(?:which|what) side", "(?:which|what) side is whose"),
        ("(?:peuvent-ils|peut-on|peuvent-elles|pouvons-nous) s'asseoir (?:ainsi|comme ça|là)", "quel camp est à qui"),
    )  # fmt: skip

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`seat_players`."""
        needed(position, self.needs)
        return Inquiry("seat_players", {"pairs": position["pairs"], "seats": position["seats"]})

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """Yes, and which side is whose."""
        words, sides = table.words, result["sides"]
        one, other = words.several(sides["north-south"]), words.several(sides["east-west"])
        return Said(words.say("may-sit", one=one, other=other), words.say("may-sit-why"), ("FK2.8",), yes=True)

    def say_refusal(self, inquiry: Inquiry, error: Json, table: Table) -> Said:
        """No."""
        reason = error["data"]["reason"]
        return Said(table.words.say("may-not-sit"), meaning(reason, table), (table.spec.reasons[reason],), yes=False)


class WhoDeals(Question):
    """Who deals first?"""

    id = "who-deals"
    title = ("Who deals first?", "Qui donne le premier ?")
    example = ("who deals", "qui donne")
    needs = (("draws",),)
    forms = (
        ("who (?:deals|is (?:the )?(?:first )?dealer)(?: first)?", "who (?:draws|must draw) again",
         "who has (?:drawn|won) the deal"),
        ("qui (?:donne|est le (?:premier )?donneur)(?: le premier| en premier)?",
         "qui (?:tire|doit tirer) (?:de nouveau|encore)"),
    )  # fmt: skip

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`draw_dealer`."""
        needed(position, self.needs)
        return Inquiry("draw_dealer", {"rounds": position["draws"]})

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The dealer, or who draws again."""
        words = table.words
        if "dealer" in result:
            card = words.card(inquiry.params["rounds"][-1][result["dealer"]])
            answer = words.say("dealer", seat=words.seat(result["dealer"]))
            return Said(answer, words.say("dealer-why", card=card), ("FK2.13", "FK2.12"))
        seats = words.several([words.seat(seat) for seat in result["redraw"]])
        return Said(words.say("redraw", seats=seats), words.say("redraw-why"), ("FK2.15", "FK2.14"))

    def say_refusal(self, inquiry: Inquiry, error: Json, table: Table) -> Said:
        """Somebody draws who must not; or the first round is not one of all four."""
        said = super().say_refusal(inquiry, error, table)
        return said if error["data"]["event"] else replace(said, clauses=("FK2.11", *said.clauses))


SEATING: tuple[Question, ...] = (WhoDeals(), WhoArePartners(), WhoChoosesSeats(), MaySit())
