"""The environment of PettingZoo, by PettingZoo's own checks, and beside the game of OpenSpiel."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import forty_kings_adapters.open_spiel  # noqa: F401 (registers the game)
from forty_kings.readings import Readings
from forty_kings.seating import Seat
from forty_kings_adapters.pettingzoo import FortyKingsEnv, env
from forty_kings_adapters.table import MOST_POINTS

LINE = "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"

# It would rather have agents called player_0 than by their seats, and numbers alone than a mask beside them.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo.test.api_test")


@pytest.mark.parametrize(
    "options", [{}, {"recall": False}, {"dealer": "north", "readings": Readings(unshown="next-best-scores")}]
)
def test_the_api_test_of_pettingzoo(options: dict[str, Any]) -> None:
    api_test(env(**options), num_cycles=200)
    api_test(FortyKingsEnv(**options), num_cycles=200)


def test_the_seed_test_of_pettingzoo() -> None:
    seed_test(env, num_cycles=200)


def test_the_render_test_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env)
    assert "cards left" in capsys.readouterr().out


def test_a_seed_gives_the_same_hands_and_goes_on_to_others() -> None:
    one, other = FortyKingsEnv(), FortyKingsEnv()
    deals = []
    for environment in (one, other):
        environment.reset(seed=5)
        deals.append([str(environment.table.hand.deal)])
        for _ in range(3):
            environment.reset()
            deals[-1].append(str(environment.table.hand.deal))
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 4


def test_a_deal_line_sets_up_that_deal() -> None:
    environment = env(render_mode="ansi")
    environment.reset(options={"deal": LINE})
    assert environment.agent_selection == "east"
    assert environment.render().splitlines() == [
        "south holds KS 9S 8S 9H 8H QD KC 7C",
        "east holds JS AH JD AD 8D QC JC AC",
        "north holds QS AS QH JH TD 7D 9C 8C",
        "west holds TS 7S KH TH 7H KD 9D TC",
        "turn-up 8S of south",
        "trump spades",
        "east to act",
        "cards left 8 8 8 8",
        "north-south 0",
        "east-west 0",
    ]


def test_an_action_that_is_not_lawful_ends_the_hand_and_costs_all_points() -> None:
    environment = env()
    environment.reset(options={"deal": LINE})
    environment.step(0)
    assert environment.terminations["east"]
    assert environment.rewards == {"south": 0, "east": -MOST_POINTS, "north": 0, "west": 0}
    raw = FortyKingsEnv()
    raw.reset(options={"deal": LINE})
    with pytest.raises(ValueError, match=r"^0 is none of the actions of east"):
        raw.step(0)
    with pytest.raises(ValueError, match=r"^east has to act"):
        raw.step(None)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment))])
def test_a_copy_goes_on_by_itself(copied: Callable[[FortyKingsEnv], FortyKingsEnv]) -> None:
    one = FortyKingsEnv()
    one.reset(options={"deal": LINE})
    one.step(34)
    other = copied(one)
    before = one.observe("north")
    for environment in (other, one):
        assert all((before[name] == environment.observe("north")[name]).all() for name in before)
        environment.step(1)
        assert not (before["observation"] == environment.observe("north")["observation"]).all()


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_same_game_as_that_of_openspiel(seed: int) -> None:
    rng = random.Random(seed)
    dealer = rng.choice(list(Seat))
    state = pyspiel.load_game(f"python_forty_kings(dealer={dealer.value})").new_initial_state()
    for card in rng.sample(range(32), 32):
        state.apply_action(card)
    environment = FortyKingsEnv()
    environment.reset(options={"deal": str(state.table.hand.deal)})
    rewards = dict.fromkeys(environment.agents, 0)
    while not state.is_terminal():
        seat = Seat(environment.agent_selection)
        assert seat.index == state.current_player()
        for each in Seat:
            observed = environment.observe(each.value)
            assert observed["observation"].tolist() == state.information_state_tensor(each.index)
            lawful = state.legal_actions() if each is seat else []
            assert np.flatnonzero(observed["action_mask"]).tolist() == lawful
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        environment.step(action)
        for agent, reward in environment.rewards.items():
            rewards[agent] += reward
    assert list(rewards.values()) == state.returns()
    assert all(environment.terminations.values())
