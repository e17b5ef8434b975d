"""Proof by asking all: where the questions of a method are few, one of every kind is put to an engine.

Questions that differ only in the names of the suits, or in where at the table they begin, are of one kind: a class.
Each class is asked in one member, and how many members it has is counted, so that what was asked can be added up to
all that there is. A domain is what one method is asked about, and has a module to itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from fk_conform.prove.cliques import Cliques
from fk_conform.prove.courses import Courses
from fk_conform.prove.domain import Domain
from fk_conform.prove.draws import Draws
from fk_conform.prove.positions import Positions
from fk_conform.prove.tricks import Tricks

# In the order of the chapters.
DOMAINS: dict[str, type[Domain]] = {kind.name: kind for kind in (Draws, Positions, Tricks, Cliques, Courses)}


def make_domain(name: str, readings: Mapping[str, str]) -> Domain:
    """A domain, with the answers of a table that plays by these readings."""
    return DOMAINS[name](readings)
