"""Chapter 5: which cliques there are, whose counts, and whether one may announce, name, give way or show."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from fk_conform.rule.notation import after
from fk_conform.rule.position import Position
from fk_conform.rule.problems import NotUnderstood
from fk_conform.rule.questions.question import (
    Inquiry,
    Members,
    Question,
    Said,
    Table,
    is_whole_deal,
    meaning,
    needed,
    not_both,
    replay,
)
from fk_conform.rule.words import Words
from fk_conform.shorthand import SEATS
from forty_kings.pack import COURT, PACK

Json = Any

COURT_LETTERS = "".join(rank.value for rank in COURT)
FROM_ANNOUNCEMENTS = (("hands", "calls"), ("deal", "events"))


class WhichCliques(Question):
    """Which cliques are in this hand?"""

    id = "which-cliques"
    title = ("Which cliques are in this hand?", "Quelles cliques y a-t-il dans cette main ?")
    example = ("which cliques are in this hand", "quelles cliques y a-t-il dans cette main")
    slots = ()
    needs = (("hand",),)
    forms = (
        (
            "(?:which|what) cliques? (?:is|are)(?: there)? in (?:this|the|my|that) hand",
            "(?:which|what) cliques? (?:has|have|does|do|did) {who}(?: got| have| hold| held)?",
            "(?:has|have) {who}(?: got)? an?y? cliques?",
            "is (?:this|that|it|there) a clique(?: in (?:this|the) hand)?",
            "what is (?:this|the) hand worth in cliques",
        ),
        (
            "quelles? cliques? (?:y a-t-il|est|sont) dans (?:cette|la|ma) main",
            "quelles? cliques? a(?:-t-il|-t-elle)? {who}",
            "est-ce une clique",
        ),
    )

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`find_cliques`."""
        who = named.get("who", "")
        hand = position.get("hand") or position.get("hands", {}).get(who)
        if not hand:
            needed(position, self.needs)
        if len(hand) != 8:
            raise NotUnderstood("as-dealt", "hand", number=len(hand))
        return Inquiry("find_cliques", {"hand": list(hand)}, {"who": who})

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """The cliques with what they are worth, or that there is none."""
        words, who = table.words, table.words.seat(inquiry.facts["who"])
        because = words.say("what-a-clique-is")
        if not result["cliques"]:
            return Said(words.say("no-clique", who=who), because, ("FK5.1", "FK5.2"))
        cliques = words.several([words.clique(clique) for clique in result["cliques"]])
        return Said(words.say("cliques", who=who, cliques=cliques), because, ("FK5.1", "FK5.5"))


def announcements(position: Position, act: str = "", *more: Json) -> Inquiry:
    """`judge_cliques` for what is told, with something more `act` is to be asked about.

    Hands that are told in part are filled up so that no further clique comes of it; of whoever announced, the clique at
    least has to be told.
    """
    told = {name: list(position.get(name, ())) for name in ("calls", "ranks", "shows")}
    if act:
        # What comes after it has not happened yet.
        told = {name: told[name] if list(told).index(name) <= list(told).index(act) else [] for name in told}
        told[act] += more
    for event in [event for events in told.values() for event in events]:
        if event["seat"] not in position["hands"]:
            raise NotUnderstood("missing", members=f"hands: {Words(position.lang).seat(event['seat'])}")
    hands, filled_in = filled_up(position["hands"])
    first = after(position["dealer"]) if "dealer" in position else (told["calls"] or [{"seat": "south"}])[0]["seat"]
    last = sum(map(len, told.values())) - 1
    return Inquiry(
        "judge_cliques",
        {"first": first, "hands": hands, **told},
        {"last": last},
        None,
        ("filled-in",) if filled_in else (),
    )


def filled_up(told: Mapping[str, Sequence[str]]) -> tuple[dict[str, list[str]], bool]:
    """Four hands of eight cards that hold those told and no clique besides, and whether any card had to be added.

    >>> hands, filled_in = filled_up({"east": ["JS", "JH", "JD"], "north": ["KS", "KH", "KD"]})
    >>> filled_in, [sum(card[0] == "J" for card in hand) for hand in hands.values()]
    (True, [1, 3, 0, 0])
    """
    hands = {seat: list(told.get(seat, ())) for seat in SEATS}
    held = {card for hand in hands.values() for card in hand}
    missing = sorted(
        (card.name for card in PACK if card.name not in held), key=lambda card: card[0] not in COURT_LETTERS
    )
    for card in missing:
        seats = [seat for seat in SEATS if len(hands[seat]) < 8]
        if card[0] in COURT_LETTERS:
            seats = [seat for seat in seats if sum(other[0] == card[0] for other in hands[seat]) < 2]
        if not seats:
            raise NotUnderstood("cannot-be-filled", "hands")
        hands[min(seats, key=lambda seat: len(hands[seat]))].append(card)
    return hands, bool(missing)


class WhoseClique(Question):
    """Whose clique counts?"""

    id = "whose-clique"
    title = ("Whose clique counts?", "À qui est la clique qui compte ?")
    example = ("whose clique counts", "à qui est la clique qui compte")
    slots = ()
    needs = FROM_ANNOUNCEMENTS
    may = ("dealer", "ranks", "shows")
    forms = (
        ("(?:whose|which|what) clique (?:counts|scores|wins|is (?:the )?(?:best|highest|good)|stands)",
         "who (?:scores|gets)(?: the points)? (?:for )?(?:a |the )?clique",
         "who has the (?:best|highest) clique"),
        ("à qui est la clique(?: qui (?:compte|rapporte))?",
         "(?:quelle|la) clique (?:de qui )?(?:compte|rapporte|l'emporte)",
         "qui (?:marque|a) la (?:meilleure |plus haute )?clique"),
    )  # fmt: skip

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`judge_cliques`, or `replay_hand` where the course of the hand is told."""
        not_both(position, ("calls", "ranks", "shows"), ("events",))
        if is_whole_deal(position) and "events" in position:
            return Inquiry("replay_hand", replay(position))
        needed(position, self.needs)
        return announcements(position)

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """Whose it is, or what is still to be done before it is anybody’s."""
        words = table.words
        to_rank = _to_rank(inquiry, result)
        if to_rank:
            return Said(words.say("to-rank", seat=words.seat(to_rank)), words.say("to-rank-why"), ("FK5.18", "FK5.20"))
        clique, to_show = result["clique"], result["to_show"]
        if clique:
            seat = words.seat(clique["seat"])
            side = words.side("north-south" if clique["seat"] in ("north", "south") else "east-west")
            values = {"seat": seat, "of_seat": words.of_seat(clique["seat"]), "side": side}
            answer = words.say("clique-counts", clique=words.clique(clique), **values)
            instead = _only_as_next_best(inquiry, clique, table)
            because = words.say("shown-instead" if instead else "highest-shown")
            return Said(answer, because, ("FK5.33",) if instead else ("FK5.28", "FK5.29", "FK5.30"))
        if to_show:
            answer = words.say("to-show", seat=words.seat(to_show), of_seat=words.of_seat(to_show))
            return Said(answer, words.say("to-show-why"), ("FK5.30", "FK5.31"))
        if inquiry.method == "replay_hand" and not result["tricks"]:
            return Said(words.say("too-early"), words.say("too-early-why"), ("FK5.31",))
        told = [*inquiry.params.get("calls", ()), *inquiry.params.get("events", ())]
        if not any("announce" in event for event in told):
            return Said(words.say("none-announced"), words.say("none-announced-why"), ("FK5.12", "FK5.11"))
        return Said(words.say("given-up"), words.say("given-up-why"), ("FK5.31", "FK5.33"))


def _to_rank(inquiry: Inquiry, result: Json) -> str:
    """Who has to name a rank, if somebody has."""
    if inquiry.method == "judge_cliques":
        return result["to_rank"] or ""
    return result["turn"] if result["status"] == "playing" and not result["legal"] else ""


def _only_as_next_best(inquiry: Inquiry, clique: Json, table: Table) -> bool:
    """Whether a clique scores because the highest was not shown, and at a table only where the next best then does."""
    if table.readings.unshown != "next-best-scores":
        return False
    elsewhere = inquiry.answer(replace(table.readings, unshown="nobody-scores"))
    return "error" in elsewhere or elsewhere["result"]["clique"] != clique


class ActQuestion(Question):
    """May somebody announce, name a rank, say "good" or show?"""

    needs: ClassVar[Members] = FROM_ANNOUNCEMENTS
    act: ClassVar[str]
    clauses: ClassVar[tuple[str, ...]]

    @abstractmethod
    def event(self, named: Mapping[str, Json]) -> dict[str, Json]:
        """What is done or said, as on the wire but for the seat."""

    @abstractmethod
    def in_words(self, event: Json, words: Words) -> str:
        """What is done or said."""

    def in_play(self, position: Position, event: Json) -> Json:
        """The event in the course of a hand."""
        return event

    def inquire(self, position: Position, named: Mapping[str, Json]) -> Inquiry:
        """`judge_cliques`, or `replay_hand` where the course of the hand is told."""
        not_both(position, ("calls", "ranks", "shows"), ("events",))
        event = {"seat": named["seat"], **self.event(named)}
        if is_whole_deal(position) and "events" in position:
            params = replay(position, self.in_play(position, event))
            return Inquiry("replay_hand", params, {"last": len(params["events"]) - 1, "event": event})
        needed(position, self.needs)
        inquiry = announcements(position, self.act, event)
        return replace(inquiry, facts={**inquiry.facts, "event": event})

    def say(self, inquiry: Inquiry, result: Json, table: Table) -> Said:
        """Yes."""
        words, event = table.words, inquiry.facts["event"]
        who, number = words.seat(event["seat"]), words.number(event.get("announce", 3))
        answer = words.say("act-yes", who=who, act=self.in_words(event, words))
        why = words.say(f"{self.id.removeprefix('may-')}-why", who=who, number=number)
        return Said(answer, why, (*self.also_allowed_by(inquiry, table), *self.clauses), yes=True)

    def say_refusal(self, inquiry: Inquiry, error: Json, table: Table) -> Said:
        """No; or, where something before it is refused, that."""
        reason, event = error["data"]["reason"], inquiry.facts["event"]
        if error["data"]["event"] != inquiry.facts["last"]:
            return super().say_refusal(inquiry, error, table)
        words = table.words
        answer = words.say("act-no", who=words.seat(event["seat"]), act=self.in_words(event, words))
        clauses = (*self.also_refused_by(reason, inquiry), table.spec.reasons[reason])
        return Said(answer, meaning(reason, table), clauses, yes=False)

    def also_refused_by(self, reason: str, inquiry: Inquiry) -> tuple[str, ...]:
        """What else a refusal rests on."""
        return ()

    def also_allowed_by(self, inquiry: Inquiry, table: Table) -> tuple[str, ...]:
        """What else it rests on that it is allowed."""
        return ()


class MayAnnounce(ActQuestion):
    """May a clique be announced?"""

    id = "may-announce"
    act = "calls"
    title = ("May a clique be announced?", "Une clique peut-elle être annoncée ?")
    example = ("may east announce three", "Est peut-il annoncer trois cartes")
    slots = ("seat", "number")
    needs = (("hands",), ("deal", "events"))
    may = ("dealer", "calls")
    clauses = ("FK5.14", "FK5.8")
    forms = (
        ("(?:may|can|could) {seat} (?:announce|call|declare) {number}",),
        ("(?:est-ce que )?{seat} (?:peut|pouvait)(?:-il|-elle)? annoncer {number}",),
    )

    def event(self, named: Mapping[str, Json]) -> dict[str, Json]:
        """The announcement."""
        return {"announce": named["number"]}

    def in_words(self, event: Json, words: Words) -> str:
        """The announcement."""
        return words.say("announce", number=words.number(event["announce"]))

    def in_play(self, position: Position, event: Json) -> Json:
        """An announcement goes with a card, and with any that may be played it is as good."""
        state = Inquiry("replay_hand", replay(position)).answer(position.readings).get("result", {})
        in_turn = state.get("turn") == event["seat"] and state["legal"]
        played = {other.get("card") for other in position["events"]}
        held = [card for card in position["hands"][event["seat"]] if card not in played]
        return {"seat": event["seat"], "card": (state["legal"] if in_turn else held or ["KS"])[0], **event}

    def also_refused_by(self, reason: str, inquiry: Inquiry) -> tuple[str, ...]:
        """Of four cards three are not announced."""
        event = inquiry.facts["event"]
        hand = inquiry.params["hands"][event["seat"]]
        has_four = any(sum(card[0] == rank for card in hand) == 4 for rank in COURT_LETTERS)
        return ("FK5.15",) if reason == "clique-not-held" and event["announce"] == 3 and has_four else ()


class MayName(ActQuestion):
    """May a rank be named?"""

    id = "may-name"
    act = "ranks"
    title = ("May a rank be named?", "Un rang peut-il être nommé ?")
    example = ("may north name kings", "Nord peut-il nommer les rois")
    slots = ("seat", "rank")
    may = ("dealer", "ranks")
    clauses = ("FK5.24", "FK5.18")
    forms = (
        ("(?:may|can|could) {seat} name {rank}",),
        ("(?:est-ce que )?{seat} (?:peut|pouvait)(?:-il|-elle)? nommer {rank}",),
    )

    def event(self, named: Mapping[str, Json]) -> dict[str, Json]:
        """The rank that is named."""
        return {"rank": named["rank"]}

    def in_words(self, event: Json, words: Words) -> str:
        """The rank that is named."""
        return words.say("name", ranks=words.ranks(event["rank"]))

    def also_refused_by(self, reason: str, inquiry: Inquiry) -> tuple[str, ...]:
        """Only what is held is named."""
        return ("FK5.24",) if reason == "clique-not-held" else ()


class MayGiveWay(ActQuestion):
    """May somebody say "good"?"""

    id = "may-good"
    act = "ranks"
    title = ("May somebody say “good”?", "Peut-on dire « c’est bon » ?")
    example = ("may west say good", "Ouest peut-il dire c’est bon")
    slots = ("seat",)
    may = ("dealer", "ranks")
    clauses = ("FK5.23",)
    forms = (
        ("(?:may|can|could) {seat} (?:say ['\"]?good['\"]?|give way|concede)",),
        ("(?:est-ce que )?{seat} (?:peut|pouvait)(?:-il|-elle)? (?:dire ['\"«]? ?(?:c'est )?bon ?['\"»]?|céder)",),
    )

    def event(self, named: Mapping[str, Json]) -> dict[str, Json]:
        """The word."""
        return {"good": True}

    def in_words(self, event: Json, words: Words) -> str:
        """The word."""
        return words.say("good")

    def also_allowed_by(self, inquiry: Inquiry, table: Table) -> tuple[str, ...]:
        """With a higher clique in hand one may give way all the same; without one that is no question."""
        strictly = inquiry.answer(replace(table.readings, good_when_higher="refused"))
        return ("FK5.26",) if "error" in strictly else ()


class MayShow(ActQuestion):
    """May a clique be shown?"""

    id = "may-show"
    act = "shows"
    title = ("May a clique be shown?", "Une clique peut-elle être montrée ?")
    example = ("may north show KS KH KD", "Nord peut-il montrer R♠ R♥ R♦")
    slots = ("seat", "cards")
    may = ("dealer", "ranks", "shows")
    clauses = ("FK5.31", "FK5.32")
    forms = (
        ("(?:may|can|could) {seat} show {cards}",),
        ("(?:est-ce que )?{seat} (?:peut|pouvait)(?:-il|-elle)? montrer {cards}",),
    )

    def event(self, named: Mapping[str, Json]) -> dict[str, Json]:
        """The cards that are shown."""
        return {"show": named["cards"]}

    def in_words(self, event: Json, words: Words) -> str:
        """The cards that are shown."""
        return words.say("show", cards=words.cards(event["show"]))


CLIQUES: tuple[Question, ...] = (WhichCliques(), WhoseClique(), MayAnnounce(), MayName(), MayGiveWay(), MayShow())
