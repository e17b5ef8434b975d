"""What several verbs need to make of the words of a command line."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from fk_conform.errors import UsageError
from fk_conform.suite import OF_A_VARIANT, Selection

A_SELECTION = re.compile(r"FK\d+(\.\d+)?(c\d+(~[SHDC]{4}\+\d)?(@again|@twin)?)?$|corpus-")
LIKE_A_SELECTION = re.compile(r"FK\d[^/\s]*$")


class Parser(argparse.ArgumentParser):
    """A parser whose help keeps the line breaks of its examples, and whose errors are one line."""

    def __init__(self, prog: str, description: str, examples: str) -> None:
        lines = "\n".join(f"  {line}" for line in examples.strip().splitlines())
        super().__init__(
            prog=prog,
            description=description,
            epilog=f"examples:\n{lines}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """One line, and exit status 2."""
        raise WrongWords(message, self.prog)

    def _print_message(self, message: str, file: Any = None) -> None:
        """As in the base class, which would not say so if it cannot be written."""
        (file or sys.stderr).write(message)


class WrongWords(UsageError):
    """Words that a parser does not take, and why."""

    def __init__(self, why: str, prog: str) -> None:
        self.why = why
        super().__init__(f"{why}; see {prog} --help")


def add_selection(parser: argparse.ArgumentParser) -> None:
    """The options that select cases."""
    group = parser.add_argument_group("which cases")
    group.add_argument("--method", action="append", default=[], metavar="NAME", help="cases that ask this method")
    group.add_argument("--level", action="append", default=[], metavar="NAME", help="cases of a level: table … game")
    group.add_argument(
        "-k",
        dest="words",
        default="",
        metavar="WORDS",
        help="cases in whose titles all the words occur, or else in whose derivations",
    )
    group.add_argument(
        "--corpus",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="the generated cases too, as is the default, or without them",
    )
    group.add_argument(
        "--cases",
        type=Path,
        metavar="PATH",
        help="the cases of this file or folder instead of the suite; a file .jsonl has generated ones, a line each",
    )


def selection_of(options: argparse.Namespace, ids: Sequence[str]) -> Selection:
    """The selection that the options make."""
    return Selection(
        ids=tuple(map(canonical, ids)),
        methods=tuple(options.method),
        levels=tuple(options.level),
        words=options.words,
        corpus=options.corpus,
        cases=str(options.cases or ""),
    )


def canonical(word: str) -> str:
    """The id of a chapter, clause, case or history note as it is written, however it was typed.

    >>> canonical("fk4.3C02"), canonical("fk4.3c02~hcds+1@Twin"), canonical("h2"), canonical("when-void")
    ('FK4.3c02', 'FK4.3c02~HCDS+1@twin', 'H2', 'when-void')
    """
    if re.fullmatch(r"h\d+", word):
        return word.upper()
    if not re.match(r"fk\d", word, re.IGNORECASE):
        return word
    name = OF_A_VARIANT.split(word, maxsplit=1)[0]
    renaming, at, how = word[len(name) :].partition("@")
    return name.upper().replace("C", "c") + renaming.upper() + at + how.lower()


def is_selection(word: str) -> bool:
    """Whether a word names a chapter, clause or case, or was meant to, and not an engine."""
    name = canonical(word)
    return bool(A_SELECTION.match(name) or (LIKE_A_SELECTION.match(name) and not _is_program(word)))


def _is_program(word: str) -> bool:
    import shutil

    return shutil.which(word) is not None


def engine_command(word: str) -> list[str]:
    """The command in one word: a program, or a whole command line in quotes."""
    if not word.strip():
        raise UsageError(f"an engine was expected, not {word!r}")
    if " " in word and not Path(word).exists():
        try:
            return shlex.split(word)
        except ValueError as error:
            raise UsageError(f"{word!r} is no command: {error}") from None
    return [word]


def bundled_engine() -> list[str]:
    """The command of the reference engine that comes with the runner."""
    return [sys.executable, "-m", "forty_kings"]


def jobs(text: str) -> int:
    """How many processes at once: the value of `-j`."""
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= 64:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 64, not {text!r}")
    return number
