"""The command `forty-kings`: the engine, or a deal to look at."""

from __future__ import annotations

import argparse
import errno
import random
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from forty_kings.dealing import Deal, deal
from forty_kings.engine import Engine
from forty_kings.pack import PACK, CardSet, Suit
from forty_kings.seating import Seat
from forty_kings.version import __version__

SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, "standard output is closed")
        options = _parse(arguments)
        if options and options.verb == "deal":
            print(_printable(show_deal(shuffled_deal(options.seed, options.dealer)), sys.stdout.encoding))
        elif options:
            _serve()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has gone, and Python must not try to write to them again at its end.
        sys.stdout = None
        return 141
    except OSError as error:
        # A full disk, most likely; as above.
        print(f"forty-kings: {error.strerror}", file=sys.stderr)
        sys.stdout = None
        return 2
    return 0


def _serve() -> None:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    if sys.stdin.isatty():
        print("forty-kings: reading requests, one JSON object a line (Ctrl-D ends; see --help)", file=sys.stderr)
    Engine().serve(sys.stdin.buffer, sys.stdout.buffer)


class _Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"forty-kings: {message}; see {self.prog} --help\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """As in the base class, which would not say so if it cannot be written."""
        (file or sys.stderr).write(message)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace | None:
    """What the words ask for; nothing where they ask for help or the version, which has been printed."""
    try:
        return _parser().parse_args(arguments)
    except SystemExit as ended:
        if ended.code:
            raise
        return None


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="forty-kings",
        description="The reference engine of The Forty Kings. Without a verb it reads requests of the engine protocol "
        "on standard input, one a line, and answers each on standard output.",
        epilog="examples:\n  forty-kings deal --seed 7\n  fk-conform -- forty-kings",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"forty-kings {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    dealing = verbs.add_parser("deal", help="shuffle and deal: print the deal line and the four hands")
    dealing.add_argument("--seed", type=int, help="the same number gives the same deal")
    dealing.add_argument("--dealer", choices=[seat.value for seat in Seat], default="south", help="default: south")
    return parser


def shuffled_deal(seed: int | None, dealer: str) -> Deal:
    """A deal of a pack shuffled by a seed; without one, by chance."""
    deck = list(PACK)
    random.Random(seed).shuffle(deck)
    return deal(Seat(dealer), deck)


def show_deal(dealt: Deal) -> str:
    """The deal line, and the hands as they sit round the table."""
    south, east, north, west = (_hand_block(dealt, seat) for seat in Seat)
    width = max(len(line) for line in west) + 4
    lines = [str(dealt), ""]
    lines += [" " * width + line for line in north]
    lines += [""]
    lines += [left.ljust(2 * width) + right for left, right in zip(west, east, strict=True)]
    lines += [""]
    lines += [" " * width + line for line in south]
    lines += ["", f"{dealt.dealer.value} dealt and turned up {_ranks(CardSet(dealt.turn_up.bit), dealt.trump)}"]
    lines[-1] += f"; {dealt.trump.value} are trumps; {dealt.first.value} leads."
    return "\n".join(line.rstrip() for line in lines)


def _printable(text: str, encoding: str) -> str:
    """A text as far as it can be printed: the letters of the suits stand for their signs where these cannot."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        letters = "".join(suit.letter for suit in SIGNS)
        return text.translate(str.maketrans("".join(SIGNS.values()) + "–", f"{letters}-"))
    return text


def _hand_block(dealt: Deal, seat: Seat) -> list[str]:
    hand = dealt.hands[seat.index]
    return [seat.value.capitalize(), *(_ranks(hand, suit) for suit in Suit)]


def _ranks(hand: CardSet, suit: Suit) -> str:
    ranks = " ".join("10" if card.rank.value == "T" else card.rank.value for card in hand.of_suit(suit))
    return f"{SIGNS[suit]} {ranks or '–'}"
