"""Random playouts: decisions a second, beside games of well-known libraries driven from Python."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec

from bench.measure import ROUNDS, Figure, How, ratio_of, seconds_of
from forty_kings import PACK, Hand, Seat, deal, playouts

# Its trick-taking games for four. Bridge is not among them: the end of each is scored by a search that is no playing.
OF_OPENSPIEL = ("hearts", "spades", "euchre", "tarok")
# How often each deal is played out.
AGAIN = 20
COUNTS = 5_000_000


def figures(how: How) -> Iterator[Figure]:
    """Decisions a second against OpenSpiel's fastest; others beside it; and what a hand costs in plain counting."""
    hands = how.few(100, 20)
    ways: dict[str, Callable[[random.Random], Rate]] = {
        "ours": lambda chance: in_bulk(chance, hands),
        "card by card": lambda chance: card_by_card(chance, hands),
    }
    if find_spec("pyspiel") or find_spec("open_spiel"):
        ways |= {f"OpenSpiel {name}": _openspiel(name, hands) for name in OF_OPENSPIEL if _has(name)}
    else:
        how.missing.append("open_spiel")
    if find_spec("chess"):
        ways["python-chess"] = lambda chance: chess_games(chance, how.few(20, 4))
    else:
        how.missing.append("chess")
    if find_spec("rlcard"):
        ways["RLCard bridge"] = lambda chance: rlcard_games(chance, how.few(20, 4))
    else:
        how.missing.append("rlcard")
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for seed in range(ROUNDS + 1):
        for name, play in ways.items():
            decisions, seconds = play(random.Random(seed))
            if seed:
                rates[name].append(decisions / seconds)
    medians = {name: statistics.median(values) for name, values in rates.items()}
    ours = rates.pop("ours")
    spiels = [name for name in rates if name.startswith("OpenSpiel")]
    if spiels:
        fastest = max(spiels, key=lambda name: medians[name])
        told = f"{medians['ours']:,.0f} decisions a second; {fastest} {medians[fastest]:,.0f}"
        what = "playouts of dealt hands, to OpenSpiel's fastest"
        yield Figure("playouts", what, ratio_of(ours, rates[fastest]), at_least=1.5, told=told)
    for name in rates:
        if name not in spiels:
            told = f"{name}: {medians[name]:,.0f} decisions a second"
            word = name.partition(" ")[0].lower()
            yield Figure(
                f"playouts-{word}", f"playouts of dealt hands, to {name}", ratio_of(ours, rates[name]), told=told
            )
    counting = [COUNTS / seconds_of(count) for _ in range(ROUNDS)]
    yield Figure(
        "loop",
        "turns of a loop that counts, to one hand played out",
        ratio_of(counting, [each / 32 for each in ours]),
        told=f"{medians['ours'] / 32:,.0f} hands a second",
    )


# How many decisions were made, and how many seconds that took.
Rate = tuple[int, float]


def in_bulk(chance: random.Random, hands: int) -> Rate:
    """Plays so many hands out again and again, as `playouts` does it."""
    deck, seconds = list(PACK), 0.0
    for _ in range(hands):
        chance.shuffle(deck)
        hand = Hand.dealt(deal(Seat.SOUTH, deck))
        seconds += seconds_of(lambda hand=hand: list(playouts(hand, AGAIN, chance)))  # type: ignore[misc]
    return 32 * AGAIN * hands, seconds


def card_by_card(chance: random.Random, hands: int) -> Rate:
    """The same, each position on the way being a value that knows its lawful cards."""
    deck, seconds = list(PACK), 0.0

    def play_out(dealt: Hand) -> None:
        for _ in range(AGAIN):
            hand = dealt
            while hand.turn is not None:
                cards = hand.legal_cards.cards()
                hand = hand.play(hand.turn, cards[int(chance.random() * len(cards))])

    for _ in range(hands):
        chance.shuffle(deck)
        hand = Hand.dealt(deal(Seat.SOUTH, deck))
        seconds += seconds_of(partial(play_out, hand))
    return 32 * AGAIN * hands, seconds


def _has(name: str) -> bool:
    import pyspiel

    return name in pyspiel.registered_names()


def _openspiel(name: str, games: int) -> Callable[[random.Random], Rate]:
    """A game of OpenSpiel, which is written in C++; dealing is no decision and is not timed, as with ours."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(chance: random.Random) -> Rate:
        decisions, seconds = 0, 0.0

        def play_out() -> None:
            nonlocal decisions
            for _ in range(AGAIN):
                state = dealt.clone()
                while not state.is_terminal():
                    actions = state.legal_actions()
                    state.apply_action(actions[int(chance.random() * len(actions))])
                    decisions += 1

        for _ in range(games):
            dealt = game.new_initial_state()
            while dealt.is_chance_node():
                actions = dealt.legal_actions()
                dealt.apply_action(actions[int(chance.random() * len(actions))])
            seconds += seconds_of(play_out)
        return decisions, seconds

    return play


def chess_games(chance: random.Random, games: int) -> Rate:
    """Games of chess by chance."""
    import chess

    decisions = 0

    def play_out() -> None:
        nonlocal decisions
        for _ in range(games):
            board = chess.Board()
            while not board.is_game_over() and board.ply() < 200:
                moves = list(board.legal_moves)
                board.push(moves[int(chance.random() * len(moves))])
                decisions += 1

    seconds = seconds_of(play_out)
    return decisions, seconds


def rlcard_games(chance: random.Random, games: int) -> Rate:
    """Deals of bridge by chance."""
    import rlcard

    environment = rlcard.make("bridge", config={"seed": chance.randrange(1 << 30)})
    decisions = 0

    def play_out() -> None:
        nonlocal decisions
        for _ in range(games):
            state, _ = environment.reset()
            while not environment.is_over():
                actions = list(state["legal_actions"])
                state, _ = environment.step(actions[int(chance.random() * len(actions))])
                decisions += 1

    seconds = seconds_of(play_out)
    return decisions, seconds


def count() -> None:
    """A loop that does next to nothing."""
    total = 0
    for number in range(COUNTS):
        total += number & 7
