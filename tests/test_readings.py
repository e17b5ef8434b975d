"""The readings as a value."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from forty_kings.errors import Malformed
from forty_kings.readings import ALTERNATIVES, DEFAULT, Readings

OTHERS = [(name, other) for name, (_, *others) in ALTERNATIVES.items() for other in others]


def test_default_is_the_first_alternative_of_every_reading() -> None:
    assert Readings() == DEFAULT == Readings.of({})
    assert DEFAULT.as_dict() == {name: alternatives[0] for name, alternatives in ALTERNATIVES.items()}


@pytest.mark.parametrize(("name", "alternative"), OTHERS)
def test_one_reading_is_chosen_and_the_others_stay_in_their_default(name: str, alternative: str) -> None:
    chosen = Readings.of({name: alternative})
    assert chosen.as_dict() == {**DEFAULT.as_dict(), name: alternative}
    assert chosen != DEFAULT
    assert Readings.of({name: ALTERNATIVES[name][0]}) == DEFAULT


def test_readings_are_made_again_from_their_names() -> None:
    chosen = Readings.of(dict(OTHERS))
    assert chosen.as_dict() == dict(OTHERS)
    assert Readings.of(chosen.as_dict()) == chosen
    assert eval(repr(chosen)) == chosen


def test_readings_are_values() -> None:
    chosen = Readings(unshown="next-best-scores")
    for same in (
        Readings.of({"unshown": "next-best-scores"}),
        copy.deepcopy(chosen),
        pickle.loads(pickle.dumps(chosen)),
    ):
        assert same == chosen
        assert hash(same) == hash(chosen)
    with pytest.raises(FrozenInstanceError):
        chosen.unshown = "nobody-scores"  # type: ignore[misc]


@pytest.mark.parametrize("name", ALTERNATIVES)
def test_an_alternative_that_a_reading_does_not_have_is_malformed(name: str) -> None:
    with pytest.raises(Malformed) as caught:
        Readings.of({name: "perhaps"})
    assert str(caught.value) == f"reading {name}: expected {' or '.join(ALTERNATIVES[name])}, not 'perhaps'"


def test_an_alternative_of_another_reading_is_malformed() -> None:
    with pytest.raises(Malformed, match="reading renounce"):
        Readings(renounce="must-trump")


def test_a_reading_that_there_is_not_is_malformed() -> None:
    with pytest.raises(Malformed, match=r"^no reading is called 'table-talk', expected one of: when-void, renounce, "):
        Readings.of({"table-talk": "allowed"})
    with pytest.raises(Malformed, match="when_void"):
        Readings.of({"when_void": "must-trump"})  # the name in the specification has a hyphen
