"""The game of OpenSpiel, by OpenSpiel's own checks of games and by what the rules say of the same hand."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, outcome_sampling_mccfr

from forty_kings.dealing import deal
from forty_kings.pack import PACK, CardSet
from forty_kings.readings import ALTERNATIVES
from forty_kings.seating import Seat
from forty_kings_adapters.open_spiel import READINGS
from forty_kings_adapters.table import ACTIONS

GAME = "python_forty_kings"
# Each alternative of each reading, and each dealer.
GAMES = [
    GAME,
    *(f"{GAME}(dealer={seat.value})" for seat in Seat),
    *(f"{GAME}({name}={ALTERNATIVES[name.replace('_', '-')][1]})" for name in READINGS),
]


def states_by_chance(game: Any, seed: int) -> Iterator[Any]:
    """The states of a hand from the first card dealt to the last played. It is one object, which changes."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        yield state


@pytest.mark.parametrize("name", GAMES)
def test_the_simulations_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("seed", range(3))
def test_a_playthrough_replays_as_it_was(seed: int, tmp_path: Path) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    text = generate_playthrough.playthrough(GAME, action_sequence=[], seed=seed)
    file = tmp_path / "playthrough.txt"
    file.write_text(text, encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again == text


@pytest.mark.parametrize("name", GAMES)
def test_clones_texts_and_pickles_of_a_state_go_on_as_it_does(name: str) -> None:
    game = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    rng = random.Random(name)
    for state in states_by_chance(game, 1):
        if rng.random() < 0.1 or state.is_terminal():
            text = pyspiel.serialize_game_and_state(game, state)
            copies = [state.clone(), pyspiel.deserialize_game_and_state(text)[1], pickle.loads(pickle.dumps(state))]
            for copy in copies:
                assert told(copy) == told(state)
            if not state.is_terminal():
                before = told(state)
                for copy in copies:
                    copy.apply_action(rng.choice(copy.legal_actions()))
                assert told(state) == before


def told(state: Any) -> tuple[object, ...]:
    """All that a state tells."""
    seen = [(state.information_state_tensor(seat), state.observation_tensor(seat)) for seat in range(4)]
    read = [(state.information_state_string(seat), state.observation_string(seat)) for seat in range(4)]
    return (str(state), state.history(), state.legal_actions(), state.returns(), seen, read)


@pytest.mark.parametrize("dealer", Seat)
def test_the_pack_is_dealt_as_the_rules_deal_it(dealer: Seat) -> None:
    game = pyspiel.load_game(f"{GAME}(dealer={dealer.value})")
    deck = random.Random(7).sample(PACK.cards(), 32)
    dealt = deal(dealer, deck)
    state = game.new_initial_state()
    for number, card in enumerate(deck):
        assert state.is_chance_node()
        chances = dict(state.chance_outcomes())
        assert len(chances) == 32 - number
        assert sum(chances.values()) == pytest.approx(1)
        # While cards are dealt a seat sees its own.
        for seat in Seat:
            own = CardSet.holding(deck[:number]) & dealt.hands[seat.index]
            expected = f"{seat.value} holds {own or 'nothing'}, {dealer.value} deals"
            assert state.information_state_string(seat.index) == expected
            assert sum(state.information_state_tensor(seat.index)) == 2 + len(own)
        state.apply_action(PACK.cards().index(card))
    assert state.current_player() == dealer.right.index
    assert state.table.hand.deal == dealt


@pytest.mark.parametrize("seed", range(20))
def test_players_get_the_points_of_their_side_less_those_of_the_other(seed: int) -> None:
    for state in states_by_chance(pyspiel.load_game(GAME), seed):
        if not state.is_terminal():
            assert state.returns() == [0, 0, 0, 0]
    points = state.table.hand.points()
    assert state.returns() == [points[seat.side] - points[seat.side.other] for seat in Seat]
    assert sum(state.returns()) == 0


def test_no_two_actions_read_the_same() -> None:
    state = pyspiel.load_game(GAME).new_initial_state()
    assert len({state.action_to_string(0, number) for number in range(len(ACTIONS))}) == len(ACTIONS)


@pytest.mark.parametrize("name", ["dealer=nobody", "when_void=anything", "players=3"])
def test_what_is_no_parameter_is_refused(name: str) -> None:
    with pytest.raises((ValueError, pyspiel.SpielError)):
        pyspiel.load_game(f"{GAME}({name})")


def test_algorithms_of_openspiel_play_it() -> None:
    game = pyspiel.load_game(GAME)
    environment = rl_environment.Environment(game, chance_event_sampler=rl_environment.ChanceEventSampler(seed=1))
    step = environment.reset()
    rng = random.Random(1)
    while not step.last():
        step = environment.step([rng.choice(step.observations["legal_actions"][step.observations["current_player"]])])
    assert sum(step.rewards) == 0
    np.random.seed(1)
    assert outcome_sampling_mccfr.OutcomeSamplingSolver(game).iteration() is None
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(4)]
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)) == 0
