"""The two ways in which the rules say no.

`Refused` is for what a person could do wrongly at a table; `Malformed` for what no table could show.
Every refusal carries a reason word, and every reason word belongs to one clause.
"""

from __future__ import annotations

# The clause that each reason belongs to. spec/reasons.yaml holds the same, and a test compares them.
REASONS = {
    "partners-not-opposite": "FK2.8",
    "wrong-players-draw": "FK2.15",
    "dealer-already-drawn": "FK2.19",
    "not-your-turn": "FK4.8",
    "card-not-held": "FK4.12",
    "must-follow-suit": "FK4.3",
    "must-trump": "FK4.4",
    "clique-not-held": "FK5.14",
    "announcement-too-late": "FK5.8",
    "rank-awaited": "FK5.21",
    "no-rank-asked": "FK5.18",
    "nothing-to-concede": "FK5.22",
    "good-while-higher": "FK5.26",
    "nothing-to-show": "FK5.31",
    "wrong-cards-shown": "FK5.32",
    "hand-over": "FK4.17",
    "game-over": "FK6.18",
}


class Refused(ValueError):
    """The rules refuse what was done.

    `reason` is one of the reason words, `clause` the clause it belongs to, and `event` the place, counted from 0,
    of what was refused, where it was one of several.

    >>> Refused("must-follow-suit", "west holds 7S").clause
    'FK4.3'
    >>> print(Refused("must-follow-suit", "west holds 7S"))
    must-follow-suit (FK4.3): west holds 7S
    """

    def __init__(self, reason: str, detail: str, event: int | None = None) -> None:
        self.reason = reason
        self.clause = REASONS[reason]
        self.detail = detail
        self.event = event
        super().__init__(reason, detail, event)

    def __str__(self) -> str:
        return f"{self.reason} ({self.clause}): {self.detail}"

    def at(self, event: int) -> Refused:
        """The same refusal, with the place of what was refused."""
        return Refused(self.reason, self.detail, event)


class Malformed(ValueError):
    """No possible question: a card that does not exist, a card in two places, a pack that is not whole."""
