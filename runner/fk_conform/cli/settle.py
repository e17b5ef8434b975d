"""From the words of a command line, and the settings of a file, to an engine and what is to be done with it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fk_conform.cli.words import Parser, WrongWords, bundled_engine, engine_command, is_selection
from fk_conform.config import Config, find_config
from fk_conform.conversation import Limits
from fk_conform.errors import UsageError

# How messages begin that are about an option.
AN_OPTION = re.compile(r"^(argument \S+: |--(reading|output) )")

LIMITS = ("start-timeout", "answer-timeout", "end-timeout", "memory-limit")


@dataclass(frozen=True)
class Settled:
    """The options, the words that name no engine, the engine's command, and whether that is only the bundled one.

    `notes` says which file was heeded besides the words.
    """

    options: argparse.Namespace
    ids: list[str]
    command: list[str]
    bundled: bool
    notes: tuple[str, ...] = ()


def settle(
    parser: Parser, words: Sequence[str], keys: Sequence[str], is_id: Callable[[str], bool] = is_selection
) -> Settled:
    """What the words come to: those of the command line, and before them those of the settings with these keys.

    The parser takes `words_given`: ids, of which `is_id` tells, and an engine. Raises `UsageError`.
    """
    words, command = command_after_dashes(words)
    config = _config(words)
    heeded = {key: config.words[key] for key in keys if key in config.words}
    for key, each in heeded.items():
        _check(parser, config.file, key, each)
    options = parser.parse_intermixed_args([*(word for each in heeded.values() for word in each), *words])
    ids = [word for word in options.words_given if is_id(word)]
    engines = [word for word in options.words_given if not is_id(word)]
    if len(engines) + bool(command) > 1:
        raise UsageError(
            f"one engine was expected, not {' and '.join(engines)}; a command of several words goes after --"
        )
    command = command or (engine_command(engines[0]) if engines else config.engine)
    notes = (f"Settings from {config.file}.",) if config.file else ()
    return Settled(options, ids, command or bundled_engine(), not command, notes)


def command_after_dashes(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before `--`, and the command after it; none if there is no `--`."""
    if "--" not in words:
        return list(words), []
    place = words.index("--")
    if place == len(words) - 1:
        raise UsageError("after -- the command of an engine was expected")
    return list(words[:place]), list(words[place + 1 :])


def _config(words: Sequence[str]) -> Config:
    if {"--no-config", "--help", "-h", "--version"}.intersection(words):
        return Config()
    try:
        folder = Path.cwd()
    except FileNotFoundError:
        raise UsageError("the folder in which this is run is no longer there") from None
    return find_config(folder)


def _check(parser: Parser, file: str, key: str, words: Sequence[str]) -> None:
    """Sees that a setting is one that the command line takes; raises `UsageError` with the file and the key if not."""
    try:
        parser.parse_intermixed_args(words)
        if key == "readings":
            from fk_conform.spec import load_spec

            load_spec().readings_of([word.removeprefix("--reading=") for word in words])
        if key == "output":
            from fk_conform.report.outputs import Output

            for word in words:
                Output.of(word.removeprefix("--output="))
    except UsageError as error:
        why = error.why if isinstance(error, WrongWords) else str(error)
        raise UsageError(f"{file}: {key}: {AN_OPTION.sub('', why)}") from None


def add_readings(group: argparse._ActionsContainer) -> None:
    """The option that fixes the readings of the table."""
    group.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="NAME=ALTERNATIVE",
        help="play at a table with this reading, the others in their defaults; without it every alternative is run",
    )


def add_limits(group: argparse._ActionsContainer) -> None:
    """The options that say what the engine may take of time and memory, and whether a file of settings is heeded."""
    group.add_argument("--start-timeout", type=seconds, default=Limits.start, metavar="S", help="default: 10")
    group.add_argument("--answer-timeout", type=seconds, default=Limits.answer, metavar="S", help="default: 5")
    group.add_argument("--end-timeout", type=seconds, default=Limits.end, metavar="S", help="default: 2")
    group.add_argument(
        "--memory-limit", type=megabytes, metavar="MB", help="how much memory each process of the engine may use"
    )
    group.add_argument("--no-config", action="store_true", help="heed no fk-conform.toml and no pyproject.toml")


def limits_of(options: argparse.Namespace) -> Limits:
    """The time limits that the options make."""
    return Limits(options.start_timeout, options.answer_timeout, options.end_timeout)


def megabytes(text: str) -> int:
    """An amount of memory: the value of `--memory-limit`."""
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= 1 << 20:
        raise argparse.ArgumentTypeError(f"expected a number of megabytes from 1 to {1 << 20}, not {text!r}")
    return number


def seconds(text: str) -> float:
    """A time limit: the value of `--answer-timeout` and its like."""
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit < 86400:
        raise argparse.ArgumentTypeError(f"expected a number of seconds greater than 0, not {text!r}")
    return limit
