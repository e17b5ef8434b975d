"""The points on which tables may differ, as one value that is handed to the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from forty_kings.errors import Malformed

# The alternatives of each reading, the default first. spec/readings.yaml holds the same, and a test compares them.
ALTERNATIVES = {
    "when-void": ("any-card", "must-trump"),
    "renounce": ("only-when-void", "to-trump"),
    "four-as-three": ("refused", "allowed"),
    "good-when-higher": ("concedes", "refused"),
    "unshown": ("nobody-scores", "next-best-scores"),
    "both-reach": ("higher-total", "clique-first"),
    "level-totals": ("play-on", "drawn"),
}


@dataclass(frozen=True, slots=True)
class Readings:
    """What a table plays where the rules leave a choice.

    Every reading is one of two alternatives, the default first: the clause in brackets has the question.
    Raises `Malformed` for an alternative that a reading does not have.

    >>> Readings(when_void="must-trump").when_void
    'must-trump'
    """

    when_void: str = "any-card"  # or must-trump (FK4.4)
    renounce: str = "only-when-void"  # or to-trump (FK4.7)
    four_as_three: str = "refused"  # or allowed (FK5.15)
    good_when_higher: str = "concedes"  # or refused (FK5.26)
    unshown: str = "nobody-scores"  # or next-best-scores (FK5.33)
    both_reach: str = "higher-total"  # or clique-first (FK6.11)
    level_totals: str = "play-on"  # or drawn (FK6.12)

    def __post_init__(self) -> None:
        for name, alternative in self.as_dict().items():
            if alternative not in ALTERNATIVES[name]:
                allowed = " or ".join(ALTERNATIVES[name])
                raise Malformed(f"reading {name}: expected {allowed}, not {alternative!r}")

    @classmethod
    def of(cls, wanted: Mapping[str, str]) -> Readings:
        """The readings named in `wanted`, by the names of the specification, and defaults for the others.

        >>> Readings.of({"level-totals": "drawn"}).level_totals
        'drawn'
        """
        for name in wanted:
            if name not in ALTERNATIVES:
                raise Malformed(f"no reading is called {name!r}, expected one of: {', '.join(ALTERNATIVES)}")
        return cls(**{name.replace("-", "_"): alternative for name, alternative in wanted.items()})

    def as_dict(self) -> dict[str, str]:
        """All readings by the names of the specification.

        >>> Readings().as_dict()["unshown"]
        'nobody-scores'
        """
        return {field.name.replace("_", "-"): getattr(self, field.name) for field in fields(self)}


DEFAULT = Readings()
