"""The plan of a campaign: all that decides what is asked, and of whom. Whoever has it can do any part of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fk_conform.fuzz.choices import Chance, Chooser, Remembered
from fk_conform.fuzz.parties import Program
from fk_conform.fuzz.strategies import PLAIN, Request, place_of, request
from fk_conform.spec import Spec, load_spec
from forty_kings.readings import Readings

# So many requests are made in a unit, and one in so many of them is asked again at its end.
OF_A_UNIT = 1000
ASKED_AGAIN = 8


@dataclass(frozen=True)
class Made:
    """A request, the choices that it was made from, and the places in them at which it might have been cut short."""

    request: Request
    choices: tuple[int, ...]
    stops: tuple[int, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What is asked: of the engine and, if there is one, of the `other` that it is compared with.

    `fixed` are the readings of the table, if they were asked for by name, and `methods` those that are asked.
    """

    seed: int
    engine: Program
    other: Program | None = None
    methods: tuple[str, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    size: int = OF_A_UNIT

    @cached_property
    def spec(self) -> Spec:
        """The specification."""
        return load_spec()

    def table(self, number: int) -> dict[str, str]:
        """The readings that a unit wants: by turns the defaults, and alternatives by chance."""
        table = {**self.spec.default_readings, **self.fixed}
        if number % 2 and not self.fixed:
            rng = self._random(number, "table")
            table = {name: rng.choice(alternatives) for name, alternatives in self.spec.readings.items()}
        return table

    def requests(self, number: int, table: Mapping[str, str]) -> Iterator[Made]:
        """The requests of a unit, at a table that plays by these readings."""
        rng = self._random(number, "requests")
        for _ in range(self.size):
            chance = Chance(rng)
            made = self.make(chance, table)
            yield Made(made, tuple(chance.made), tuple(chance.stops))

    def asked_again(self, number: int) -> list[int]:
        """The places of the requests of a unit that are asked again at its end, in that order."""
        return self._random(number, "again").sample(range(self.size), self.size // ASKED_AGAIN)

    def make(self, chooser: Chooser, table: Mapping[str, str]) -> Request:
        """A request of the kinds that are asked."""
        return request(chooser, self.methods, Readings.of(table))

    def made_again(self, choices: tuple[int, ...], table: Mapping[str, str]) -> Made:
        """The request that is made from these choices and, where they end, the simplest ones."""
        chooser = Remembered(choices)
        made = self.make(chooser, table)
        return Made(made, tuple(chooser.made))

    def cut_short(self, made: Made, table: Mapping[str, str]) -> Iterator[Made]:
        """The same request cut short wherever it might have been, the shortest first.

        Of one that asks for more of a hand than how it stands, how it stands is asked before.
        """
        plain = PLAIN.get(made.request.method)
        if made.stops and plain in self.methods:
            begun = (place_of(plain, self.methods), *made.choices[1:])
            for stop in [*made.stops, made.stops[-1] + 1]:
                yield self.made_again(begun[:stop], table)
        for stop in made.stops:
            yield self.made_again(made.choices[:stop], table)

    def _random(self, number: int, what: str) -> random.Random:
        return random.Random(f"{self.seed} {number} {what}")
