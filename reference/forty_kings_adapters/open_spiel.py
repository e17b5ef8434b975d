"""A hand of The Forty Kings as a game of OpenSpiel, `python_forty_kings`.

Importing this module registers the game. The pack is dealt card by card at 32 chance nodes, in the packets of the
rules, the turn-up last; then the seats act by the numbers of `table`. Players 0 to 3 are south, east, north and west.
What a player gets at the end is the points of the own side less those of the other.

Parameters: `dealer`, a seat ("west", so that player 0 leads), and the readings that bear on a hand: `when_void`,
`renounce`, `four_as_three`, `good_when_higher` and `unshown`.

>>> import pyspiel
>>> game = pyspiel.load_game("python_forty_kings(when_void=must-trump)")
>>> state = game.new_initial_state()
>>> for card in range(32):
...     state.apply_action(card)
>>> state.current_player(), state.legal_actions()[:3], state.action_to_string(3)
(0, [0, 1, 8], 'AS')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

from forty_kings.dealing import PACKETS, deal
from forty_kings.pack import PACK, CardSet
from forty_kings.play import Hand
from forty_kings.readings import DEFAULT, Readings
from forty_kings.seating import SEATS, Seat
from forty_kings_adapters.sight import Numbers, Scene, Sight
from forty_kings_adapters.table import ACTIONS, MOST_ACTIONS, MOST_POINTS, Table, seat_named

CARDS = PACK.cards()
READINGS = ("when_void", "renounce", "four_as_three", "good_when_higher", "unshown")

GAME_TYPE = pyspiel.GameType(
    short_name="python_forty_kings",
    long_name="The Forty Kings",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=4,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"dealer": "west", **{name: getattr(DEFAULT, name) for name in READINGS}},
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=len(ACTIONS),
    max_chance_outcomes=len(CARDS),
    num_players=4,
    min_utility=-MOST_POINTS,
    max_utility=MOST_POINTS,
    utility_sum=0.0,
    max_game_length=MOST_ACTIONS,
)


class FortyKingsGame(pyspiel.Game):  # type: ignore[misc]
    """The game: who deals, and what the table plays where the rules leave a choice."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__(GAME_TYPE, GAME_INFO, dict(params or {}))
        given = self.get_parameters()
        self.dealer = seat_named(given["dealer"])
        self.readings = Readings(**{name: given[name] for name in READINGS})

    def new_initial_state(self) -> FortyKingsState:
        """A state before the first card is dealt."""
        return FortyKingsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FortyKingsObserver:
        """An observer of a kind; without one, of what a player sees now."""
        return FortyKingsObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class FortyKingsState(pyspiel.State):  # type: ignore[misc]
    """A hand of the game, from the deal on."""

    def __init__(self, game: FortyKingsGame) -> None:
        super().__init__(game)
        self.dealer = game.dealer
        self.readings = game.readings
        self.deck: tuple[int, ...] = ()
        self.table: Table | None = None

    @property
    def scene(self) -> Scene:
        """What there is to see."""
        if self.table:
            return Scene.of(self.table)
        hands = [CardSet()] * 4
        for seat, card in zip(_order_of_deal(self.dealer), self.deck, strict=False):
            hands[seat.index] |= CardSet(CARDS[card].bit)
        return Scene(self.dealer, hands, None)

    def current_player(self) -> int:
        """Who acts: a seat, chance, or nobody any more."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.table.turn.index if self.table.turn else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may be dealt next, each as likely as the others."""
        left = [card for card in range(len(CARDS)) if card not in self.deck]
        return [(card, 1 / len(left)) for card in left]

    def is_terminal(self) -> bool:
        """Whether all eight tricks have been played."""
        return self.table is not None and self.table.turn is None

    def returns(self) -> list[float]:
        """The points of each player's side less those of the other, at the end of the hand."""
        table = self.table
        return [float(table.lead_of(seat.side)) if table and self.is_terminal() else 0.0 for seat in SEATS]

    def _legal_actions(self, player: int) -> list[int]:
        return [*self.table.lawful] if self.table else []

    def _apply_action(self, action: int) -> None:
        if self.table:
            self.table = self.table.act(action)
            return
        self.deck += (action,)
        if len(self.deck) == len(CARDS):
            dealt = deal(self.dealer, [CARDS[card] for card in self.deck])
            self.table = Table(Hand.dealt(dealt, self.readings))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(CARDS[action] if player == pyspiel.PlayerId.CHANCE else ACTIONS[action])

    def __str__(self) -> str:
        return Sight(recall=True, others=True).tell(self.scene, Seat.SOUTH)


class FortyKingsObserver:
    """Sees what a player may see; `tensor`, `dict`, `set_from` and `string_from` are as OpenSpiel wants them."""

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers take no parameters, and were given {params}")
        self.sight = Sight(
            recall=kind.perfect_recall,
            public=kind.public_info,
            own=kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER,
            others=kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS,
        )
        self.tensor: Numbers = self.sight.numbers
        self.dict: dict[str, Numbers] = self.sight.pieces

    def set_from(self, state: FortyKingsState, player: int) -> None:
        """Fills the tensor with what the player sees."""
        self.sight.look(state.scene, SEATS[player])

    def string_from(self, state: FortyKingsState, player: int) -> str:
        """What the player sees, in words."""
        return self.sight.tell(state.scene, SEATS[player])


def _order_of_deal(dealer: Seat) -> list[Seat]:
    """Who receives each of the 32 cards."""
    return [seat for packet in PACKETS for seat in dealer.right.round() for _ in range(packet)]


pyspiel.register_game(GAME_TYPE, FortyKingsGame)
