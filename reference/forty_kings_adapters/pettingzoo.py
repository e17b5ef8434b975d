"""A hand of The Forty Kings as an environment of PettingZoo, for agents that act in turn (AEC).

The agents are the seats: "south", "east", "north", "west". An observation is a dictionary of `observation`, what the
seat sees (see `sight`), and `action_mask`, with a 1 for each action of `table` that is lawful. Rewards come with the
points: to each agent those of its side less those of the other, when a trick is taken and when a clique is shown.

>>> environment = env()
>>> environment.reset(seed=7)
>>> while environment.agents:
...     observation, reward, over, cut_short, about = environment.last()
...     environment.step(None if over else observation["action_mask"].argmax())
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from forty_kings.dealing import Deal, deal
from forty_kings.pack import PACK
from forty_kings.play import Hand
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import Seat, Side
from forty_kings_adapters.sight import Scene, Sight
from forty_kings_adapters.table import ACTIONS, MOST_POINTS, Table, seat_named

CARDS = PACK.cards()


def env(**options: Any) -> AECEnv:
    """The environment in the usual wrappers. The options are those of `FortyKingsEnv`.

    An action that is not lawful ends the hand and costs its agent all the points that there are.
    """
    wrapped = wrappers.TerminateIllegalWrapper(FortyKingsEnv(**options), illegal_reward=-MOST_POINTS)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class FortyKingsEnv(AECEnv):  # type: ignore[misc]
    """One hand, dealt by `dealer` and played by the readings given; with `recall` or, without, by the view alone.

    `reset(seed=...)` shuffles by a seed, and `reset(options={"deal": line})` sets a hand up as a deal line has it.
    """

    metadata: Mapping[str, Any] = {
        "name": "forty_kings_v1",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        dealer: str = "west",
        readings: Readings = DEFAULT,
        recall: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.dealer = seat_named(dealer)
        self.readings = readings
        self.render_mode = render_mode
        self.sight = Sight(recall=recall)
        self.possible_agents = [seat.value for seat in Seat]
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents}
        self.chance, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent can observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deals a new hand."""
        if seed is not None:
            self.chance, _ = seeding.np_random(seed)
        line = (options or {}).get("deal")
        dealt = Deal.parse(line) if line else deal(self.dealer, [CARDS[card] for card in self.chance.permutation(32)])
        self.table = Table(Hand.dealt(dealt, self.readings))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = dealt.first.value
        self._skip_agent_selection = None
        self._show_people()

    def step(self, action: int | None) -> None:
        """The agent whose turn it is takes an action; None if the hand is over for it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act, and None is no action")
        before, self.table = self.table, self.table.act(int(action))
        gained = self.table.lead_of(Side.NORTH_SOUTH) - before.lead_of(Side.NORTH_SOUTH)
        self.rewards = {each: gained if Seat(each).side is Side.NORTH_SOUTH else -gained for each in self.agents}
        self._cumulative_rewards[agent] = 0
        self._accumulate_rewards()
        if self.table.turn:
            self.agent_selection = self.table.turn.value
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        self._show_people()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What the agent sees and, if it is its turn, what it may do."""
        seat = Seat(agent)
        self.sight.look(Scene.of(self.table), seat)
        mask = np.zeros(len(ACTIONS), np.int8)
        if seat is self.table.turn:
            mask[[*self.table.lawful]] = 1
        return {"observation": self.sight.numbers.copy(), "action_mask": mask}

    def render(self) -> str | None:
        """The hands, the table and the points, as text: returned for "ansi", printed for "human"."""
        points = (f"{side.value} {points}" for side, points in self.table.hand.points().items())
        told = Sight(recall=False, others=True).tell(Scene.of(self.table), Seat.SOUTH)
        text = "\n".join([*told.split(", "), *points])
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n", flush=True)
        return None

    def close(self) -> None:
        """There is nothing to let go."""

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.sight.numbers.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
            }
        )

    def _show_people(self) -> None:
        if self.render_mode == "human":
            self.render()
