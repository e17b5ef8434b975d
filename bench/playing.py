"""Random playouts: decisions a second, beside games of well-known libraries driven from Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from bench.measure import ROUNDS, Figure, How, ratio_of, seconds_of
from forty_kings import PACK, Hand, Seat, deal

# What a generation of card game libraries calls trick-taking games.
OF_OPENSPIEL = ("hearts", "spades", "euchre", "bridge", "tarok", "cribbage")
COUNTS = 5_000_000


def figures(how: How) -> Iterator[Figure]:
    """Decisions a second against OpenSpiel's fastest; others beside it; and what a hand costs in plain counting."""
    hands = how.few(1500, 300)
    rate = partial_rate(lambda chance: forty_kings(chance, hands))
    others: dict[str, Callable[[random.Random], int]] = {}
    if find_spec("pyspiel") or find_spec("open_spiel"):
        others |= {f"OpenSpiel {name}": _openspiel(name, how.few(40, 8)) for name in OF_OPENSPIEL if _has(name)}
    else:
        how.missing.append("open_spiel")
    if find_spec("chess"):
        others["python-chess"] = lambda chance: chess_games(chance, how.few(20, 4))
    else:
        how.missing.append("chess")
    if find_spec("rlcard"):
        others["RLCard bridge"] = lambda chance: rlcard_games(chance, how.few(20, 4))
    else:
        how.missing.append("rlcard")
    rates: dict[str, list[float]] = {name: [] for name in ("ours", *others)}
    for turn in range(ROUNDS):
        rates["ours"].append(rate(turn))
        for name, play in others.items():
            rates[name].append(partial_rate(play)(turn))
    medians = {name: sorted(values)[len(values) // 2] for name, values in rates.items()}
    spiels = [name for name in others if name.startswith("OpenSpiel")]
    if spiels:
        fastest = max(spiels, key=lambda name: medians[name])
        told = f"{medians['ours']:,.0f} decisions a second; {fastest} {medians[fastest]:,.0f}"
        yield Figure(
            "playouts",
            f"random playouts, to {fastest}",
            ratio_of(rates["ours"], rates[fastest]),
            at_least=1.5,
            told=told,
        )
    for name in others:
        if name not in spiels:
            told = f"{name}: {medians[name]:,.0f} decisions a second"
            yield Figure(
                f"playouts-{name.split()[0].lower()}",
                f"random playouts, to {name}",
                ratio_of(rates["ours"], rates[name]),
                told=told,
            )
    counting = [COUNTS / seconds_of(count) for _ in range(ROUNDS)]
    yield Figure(
        "loop",
        "turns of a loop that counts, to one hand played",
        ratio_of(counting, [each / 32 for each in rates["ours"]]),
        told=f"{medians['ours'] / 32:,.0f} hands a second",
    )


def partial_rate(play: Callable[[random.Random], int]) -> Callable[[int], float]:
    """Decisions a second of a way to play, by a seed."""

    def rate(seed: int) -> float:
        chance = random.Random(seed)
        decisions = 0

        def work() -> None:
            nonlocal decisions
            decisions = play(chance)

        seconds = seconds_of(work)
        return decisions / seconds

    return rate


def forty_kings(chance: random.Random, hands: int) -> int:
    """Deals and plays hands to the end, every card by chance among the lawful ones."""
    deck = list(PACK)
    for _ in range(hands):
        chance.shuffle(deck)
        hand = Hand.dealt(deal(Seat.SOUTH, deck))
        while hand.turn is not None:
            cards = hand.legal_cards.cards()
            hand = hand.play(hand.turn, cards[int(chance.random() * len(cards))])
    return 32 * hands


def _has(name: str) -> bool:
    import pyspiel

    return name in pyspiel.registered_names()


def _openspiel(name: str, games: int) -> Callable[[random.Random], int]:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(chance: random.Random) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                decisions += not state.is_chance_node()
                state.apply_action(actions[int(chance.random() * len(actions))])
        return decisions

    return play


def chess_games(chance: random.Random, games: int) -> int:
    """Games of chess by chance."""
    import chess

    decisions = 0
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            moves = list(board.legal_moves)
            board.push(moves[int(chance.random() * len(moves))])
            decisions += 1
    return decisions


def rlcard_games(chance: random.Random, games: int) -> int:
    """Deals of bridge by chance."""
    import rlcard

    environment = rlcard.make("bridge", config={"seed": chance.randrange(1 << 30)})
    decisions = 0
    for _ in range(games):
        state, _ = environment.reset()
        while not environment.is_over():
            actions = list(state["legal_actions"])
            state, _ = environment.step(actions[int(chance.random() * len(actions))])
            decisions += 1
    return decisions


def count() -> None:
    """A loop that does next to nothing."""
    total = 0
    for number in range(COUNTS):
        total += number & 7
