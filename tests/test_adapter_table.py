"""The numbered actions that the adapters share. This needs none of their libraries."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator

import pytest
from tests.chance import ALL_READINGS, deal_by_chance

from forty_kings.dealing import Deal
from forty_kings.errors import Refused
from forty_kings.pack import PACK, CardSet
from forty_kings.play import Hand
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side
from forty_kings_adapters import table as module
from forty_kings_adapters.table import ACTIONS, MOST_ACTIONS, MOST_POINTS, NUMBER_OF, Name, Play, Show, Table

SOUTH, EAST, NORTH, WEST = Seat

# South has three kings, east three queens, north three jacks; west deals, and south leads.
THREE_THREES = Deal.parse("south:K987.K.K. Q.QT7.Q9.T9 J.J98.J8.87 AT.A.AT7.AT 7D") if False else None


def played_by_chance(rng: random.Random, readings: Readings = DEFAULT) -> Iterator[Table]:
    """The tables of a hand from the deal to its end, cliques in it."""
    table = Table(Hand.dealt(deal_by_chance(rng, cliques=True), readings))
    yield table
    while table.turn:
        table = table.act(rng.choice(table.lawful))
        yield table
