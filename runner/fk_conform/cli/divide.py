"""`fk-conform divide DEAL ENGINE`: lines counted card by card, and the first difference followed down."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from fk_conform.answer import Introduction, harmless
from fk_conform.asking import Asker
from fk_conform.cli.settle import Settled, add_limits, add_readings, limits_of, settle
from fk_conform.cli.signals import taking_time
from fk_conform.cli.words import Parser
from fk_conform.conversation import GivenUp
from fk_conform.divide.counts import ByCounting, ByWalking, Engine, Reference
from fk_conform.divide.division import Divider
from fk_conform.divide.position import Position
from fk_conform.divide.report import DivisionReport
from fk_conform.errors import UsageError
from fk_conform.spec import Spec, load_spec
from fk_conform.version import version
from forty_kings.readings import Readings

DESCRIPTION = """\
Counts how many lines of play there are from a position, card by card: for every card that may be played the number of
lines that follow and the points of north-south in them, as an engine counts them and as the reference engine does. From
the first card that differs it goes on down to the position in which the difference arises, and ends with the request
that shows it and the clause in question.

DEAL is a deal line, as `forty-kings deal` prints it. An engine that offers no count_lines is walked through card by
card with replay_hand, as deep as that is to be done.
"""

EXAMPLES = """\
fk-conform divide "$(forty-kings deal --seed 7 | head -1)" --depth 4
fk-conform divide "$(forty-kings deal --seed 7 | head -1)" --depth 8 -- ./my-engine
fk-conform divide "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S" --events "east: JS QS 7S"
"""

EXITS = """
exit status:
  0  no difference                       3  the engine could not be run
  1  a difference                        4  it offers neither count_lines nor replay_hand, or plays otherwise
  2  the command or a file is wrong    130  interrupted
"""

KEYS = ("readings", "start-timeout", "end-timeout", "memory-limit")
DEFAULT_DEPTH = 8
ANSWER_TIMEOUT = 60.0
# How deep it is counted in about a second.
WITHOUT_A_WORD = 12
# So many positions are walked through at most.
MOST_POSITIONS = 10_000
A_DEAL = re.compile(r"[a-z]+:|[KQJAT987.]+$|[KQJAT987][SHDC]$")


def main(words: Sequence[str]) -> int:
    """Divides, and returns the exit status."""
    settled = settle(parser(), words, KEYS, lambda word: A_DEAL.match(word) is not None)
    options = settled.options
    if not settled.ids:
        raise UsageError("a deal line was expected, as `forty-kings deal` prints it")
    position = Position.of(" ".join(settled.ids), options.events)
    spec = load_spec()
    readings = spec.readings_of(options.reading)
    with Asker(settled.command, spec, version(), readings, limits_of(options), options.memory_limit) as asker:
        try:
            introduction = asker.introduction
        except GivenUp:
            print(f"fk-conform: {harmless(asker.faults[-1].message)}", file=sys.stderr)
            return 3
        try:
            return divide(position, asker, introduction, settled, spec)
        except GivenUp as given_up:
            print(f"fk-conform: stopped after {given_up}", file=sys.stderr)
            return 1


def divide(position: Position, asker: Asker, introduction: Introduction, settled: Settled, spec: Spec) -> int:
    """Divides a position with an engine that has introduced itself, and returns the exit status."""
    name = harmless(f"{introduction.engine['name']} {introduction.engine['version']}")
    unfollowed = [word for word, each in asker.readings.items() if introduction.readings[word] != each]
    if unfollowed:
        follows = ", ".join(f"{word}: {introduction.readings[word]}" for word in unfollowed)
        print(f"{name} follows {follows}, and not what was asked for.")
        return 4
    reference = Reference(Readings.of(introduction.readings))
    depth = _depth(position, settled.options.depth, reference)
    print("\n".join([*settled.notes, _heading(name, introduction, spec)]))
    questions = Engine(asker)
    counts: ByCounting | ByWalking = ByCounting(questions)
    if "count_lines" not in introduction.methods:
        if "replay_hand" not in introduction.methods:
            print("It offers neither count_lines nor replay_hand: there is nothing to divide by.")
            return 4
        counts, position = ByWalking(questions), position.plays_only
        depth = _walkable(position, depth, counts, ByCounting(reference))
        print(f"It offers no count_lines: its lawful cards have been walked through with replay_hand, {depth} deep.")
    print()
    divider = Divider(questions, counts, reference, "replay_hand" in introduction.methods, spec)
    report = DivisionReport(sys.stdout, spec, name, _again(settled))
    with taking_time(f"to count {depth} cards deep") if depth > WITHOUT_A_WORD else nullcontext():
        for event in divider.follow(position, depth):
            report.tell(event)
    return 0 if report.end() else 1


def _heading(name: str, introduction: Introduction, spec: Spec) -> str:
    defaults = spec.default_readings
    others = [f"{word}: {each}" for word, each in introduction.readings.items() if each != defaults[word]]
    return f"{name} beside the reference engine" + (f", both playing {', '.join(others)}." if others else ".")


def _depth(position: Position, wanted: int | None, reference: Reference) -> int:
    """How deep to go; raises `UsageError` where the events or the depth are not possible."""
    (answer,) = reference.ask([("replay_hand", position.params())])
    match answer:
        case {"error": {"code": 1, "message": str(message), "data": {"reason": reason, "event": event}}}:
            raise UsageError(f"--events: event {event} is refused: {reason}: {message}")
        case {"error": {"message": str(message)}}:
            raise UsageError(f"the deal or its events are malformed: {message}")
    left = 32 - len(position.played)
    if not left:
        raise UsageError("--events: the hand is over, and nothing is left to play")
    if wanted is not None and not 1 <= wanted <= left:
        raise UsageError(f"--depth {wanted}: expected 1 to {left}, the number of cards left to play")
    return wanted or min(DEFAULT_DEPTH, left)


def _walkable(position: Position, wanted: int, counts: ByWalking, reference: ByCounting) -> int:
    """How deep to walk: to where the two differ, or as deep as there are not too many positions, or as is wanted."""
    positions = 0
    for depth in range(1, wanted + 1):
        (said,) = reference.at(position, [depth])
        positions += said.count.lines if said.count else 0
        if positions > MOST_POSITIONS:
            return depth - 1
        if not counts.at(position, [depth])[0].agrees_with(said):
            return depth
    return wanted


def _again(settled: Settled) -> list[str]:
    readings = [f"--reading={word}" for word in settled.options.reading]
    return readings if settled.bundled else [*readings, "--", *settled.command]


def parser() -> Parser:
    """The words of the command line."""
    parser = Parser("fk-conform divide", DESCRIPTION, EXAMPLES)
    parser.epilog = f"{parser.epilog}\n{EXITS}"
    parser.add_argument("words_given", nargs="*", metavar="DEAL | ENGINE", help="a deal line, and an engine")
    parser.add_argument("--depth", type=int, metavar="N", help=f"how many plays; default: {DEFAULT_DEPTH}")
    parser.add_argument(
        "--events",
        action="append",
        default=[],
        metavar="EVENTS",
        help='what has happened, as in case files: "east: JS QS/3 7S KS", "north names K"; may be repeated',
    )
    add_readings(parser)
    add_limits(parser)
    # A count is more work than a question of the suite.
    parser.set_defaults(answer_timeout=ANSWER_TIMEOUT)
    return parser
