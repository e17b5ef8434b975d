"""Chapter 6: who has won, what the score is, and who deals next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fk_conform.rule.position import Position
from fk_conform.rule.questions.question import Inquiry, Question, Said, Table, is_whole_deal, needed, not_both, replay

Json = Any

TARGET = 150
A_LEVEL_HAND = {"points": {"north-south": 24, "east-west": 24}, "clique": None}


def match(position: Position, hands: Json) -> Inquiry:
    """`score_match` for some hands; whoever dealt first does not matter but to who deals next."""
    target = {"target": position["target"]} if "target" in position else {}
    params = {**target, "first_dealer": position.get("dealer", "south"), "hands": hands}
    return Inquiry("score_match", params, {"target": position.get("target", TARGET)})


class WhoHasWon(Question):
    """Who has won the game?"""

    id = "who-has-won"
    title = ("Who has won the game?", "Qui a gagné la partie ?")
    example = ("who has won", "qui a gagné")
    needs = (("scores",),)
    may = ("target",)
    forms = (
        ("who (?:has won|won|wins|is winning|has win)(?: the| this)?(?: game| match)?",
         "is the game (?:over|won|decided)",
         "(?:has|have) {who} won(?: the| this)?(?: game| match)?"),
        ("qui (?:a gagné|gagne|a remporté|remporte)(?: la| cette)?(?: partie)?",
         "la partie est-elle (?:finie|gagnée|décidée)"),
    )  # fmt: skip

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`score_match`."""
        needed(position, self.needs)
        return match(position, position["scores"])

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The winner, or nobody yet, with the score."""
        words, target = table.words, inquiry.facts["target"]
        score: dict[str, int] = result["score"]
        reached = [side for side in score if score[side] >= target]
        clause = "FK6.9" if "target" in inquiry.params else "FK6.8"
        if result["winner"] == "drawn":
            answer = words.say("drawn", points=score["north-south"])
            return Said(answer, words.say("drawn-why", target=target), ("FK6.12",))
        if result["winner"]:
            winner = result["winner"]
            others = next(side for side in score if side != winner)
            answer = words.say("won", side=words.side(winner), points=score[winner], others=score[others])
            if len(reached) == 1:
                return Said(answer, words.say("won-why", target=target), ("FK6.10", clause))
            why = "won-both-why" if score[winner] > score[others] else "won-clique-why"
            return Said(answer, words.say(why, target=target), ("FK6.11",))
        answer = words.say("not-won", north_south=score["north-south"], east_west=score["east-west"])
        if reached:
            return Said(answer, words.say("level-why", target=target), ("FK6.12",))
        counted = ("FK6.10", clause) if inquiry.params["hands"] else (clause,)
        return Said(answer, words.say("not-won-why", target=target), counted)


class WhatScore(Question):
    """What is the score?"""

    id = "what-score"
    title = ("What is the score of the game?", "Quelle est la marque ?")
    example = ("what is the score", "quelle est la marque")
    needs = (("scores",),)
    may = ("target",)
    forms = (
        ("what(?:'s| is) the score", "how does the (?:game|match) stand", "what does each side have"),
        ("quelle est la marque", "quel est le score", "où en est la partie"),
    )  # fmt: skip

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`score_match`."""
        needed(position, self.needs)
        return match(position, position["scores"])

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The totals."""
        score = result["score"]
        answer = table.words.say("score", north_south=score["north-south"], east_west=score["east-west"])
        return Said(answer, table.words.say("score-why"), ("FK6.7", "FK6.14"))


class WhoDealsNext(Question):
    """Who deals next?"""

    id = "who-deals-next"
    title = ("Who deals the next hand?", "Qui donne le coup suivant ?")
    example = ("who deals next", "qui donne ensuite")
    needs = (("dealer",), ("deal", "events"))
    may = ("scores", "target")
    forms = (
        ("who (?:deals|is (?:the )?dealer|has the deal)(?: the)? next(?: hand)?", "who is the next dealer",
         "whose deal is (?:it )?next"),
        ("qui donne (?:ensuite|après|le coup suivant|la prochaine fois)",
         "qui est le (?:prochain donneur|donneur suivant)"),
    )  # fmt: skip

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`score_match`, or `replay_hand` where the course of the hand is told."""
        not_both(position, ("scores",), ("events",))
        if is_whole_deal(position) and "events" in position:
            return Inquiry("replay_hand", replay(position))
        needed(position, self.needs)
        # What a hand brings makes no difference to who deals the next.
        return match(position, position.get("scores", [A_LEVEL_HAND]))

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The seat, or that nobody deals yet or any more."""
        words = table.words
        if result["next_dealer"]:
            answer = words.say("next-dealer", seat=words.seat(result["next_dealer"]))
            return Said(answer, words.say("next-dealer-why"), ("FK6.16", "FK6.17"))
        if inquiry.method == "replay_hand":
            return Said(words.say("hand-not-over"), words.say("hand-not-over-why"), ("FK4.16",))
        won = WhoHasWon().say(inquiry, result, table)
        return Said(words.say("no-next-dealer"), won.answer, ("FK6.18", *won.clauses))


GAME: tuple[Question, ...] = (WhoHasWon(), WhatScore(), WhoDealsNext())
