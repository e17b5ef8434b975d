"""The two ways of saying no."""

from __future__ import annotations

import copy
import pickle
import re

import pytest

from forty_kings.errors import REASONS, Malformed, Refused


@pytest.mark.parametrize("reason", REASONS)
def test_a_refusal_knows_its_reason_and_the_clause_of_it(reason: str) -> None:
    refused = Refused(reason, "west holds 7S")
    assert (refused.reason, refused.clause, refused.detail) == (reason, REASONS[reason], "west holds 7S")
    assert refused.event is None
    assert str(refused) == f"{reason} ({REASONS[reason]}): west holds 7S"
    assert re.fullmatch(r"FK\d\.\d+", refused.clause)


def test_a_reason_that_there_is_not_cannot_be_given() -> None:
    with pytest.raises(KeyError):
        Refused("revoked", "west holds 7S")


def test_the_place_of_what_is_refused_is_given_to_the_same_refusal() -> None:
    refused = Refused("must-follow-suit", "west holds 7S")
    placed = refused.at(0)
    assert (placed.reason, placed.clause, placed.detail, placed.event) == (*_facts(refused), 0)
    assert refused.event is None
    assert placed.at(3).event == 3


@pytest.mark.parametrize("event", [None, 0, 7])
def test_a_copy_of_a_refusal_says_the_same(event: int | None) -> None:
    refused = Refused("card-not-held", "west does not hold 7S", event)
    for same in (copy.copy(refused), copy.deepcopy(refused), pickle.loads(pickle.dumps(refused))):
        assert type(same) is Refused
        assert (*_facts(same), same.event, str(same)) == (*_facts(refused), event, str(refused))


def test_both_are_value_errors_and_neither_is_the_other() -> None:
    assert issubclass(Refused, ValueError)
    assert issubclass(Malformed, ValueError)
    assert not issubclass(Refused, Malformed)
    assert not issubclass(Malformed, Refused)


def _facts(refused: Refused) -> tuple[str, str, str]:
    return refused.reason, refused.clause, refused.detail
