"""`fk-conform rule`: a ruling on a dispute at the table."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fk_conform.answer import harmless, read_line
from fk_conform.cli.signals import taking_time
from fk_conform.cli.words import Parser
from fk_conform.errors import UsageError
from fk_conform.faults import NoJson
from fk_conform.rule.asked import Asked, understand
from fk_conform.rule.notation import is_seat
from fk_conform.rule.position import MEMBERS, Position
from fk_conform.rule.problems import EN, LANGUAGES, NotUnderstood
from fk_conform.rule.report import as_json, as_text
from fk_conform.rule.ruling import Ruling, rule
from fk_conform.spec import load_spec
from fk_conform.suite import load_cases
from fk_conform.textfile import read_text
from fk_conform.yamlfile import parse_yaml

Json = Any

DESCRIPTION = """\
Rules on a dispute at the table: says the answer in a sentence, why, what it rests on, the cases of the suite that are
nearest to it, and what holds at tables that play otherwise.

A question is asked in words, in English or in French, and the position is told by options, in the question, by a deal
line and lines of plays, or in a file of YAML or JSON (- for standard input). Without anything it asks, one thing at a
time.
"""

EXAMPLES = """\
fk-conform rule "may north play 9H" --hand "KH 9H AS" --trick "south: 7H, east: KS" --trump clubs
fk-conform rule may I play 9H to 7D KD holding KH 9H 8C, clubs are trumps
fk-conform rule "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S" "east: JS QS 7S 8S" "whose turn is it"
fk-conform rule "who has won" --scores "48-10 clique EW 10; 48-40 clique EW 40" --target 50
fk-conform rule "qui remporte la levée" --trick "7♥ R♥ 9♥ A♥" --trump trèfle
fk-conform rule dispute.yaml --format json
fk-conform rule
"""
FILE = re.compile(r"-|.*\.(yaml|yml|json)", re.IGNORECASE)
DEAL = re.compile(r"\w+:\S*\.\S*\.\S*\.\S*(\s+\S+){4}")
# A line of the course of a hand: a seat with a colon, or with what it says or shows.
COURSE = re.compile(
    r"(\w+)\s*(?::|\s(?:names?|says?|shows?|plays?|leads?|good|nomme|dit|montre|joue|entame)\b)", re.IGNORECASE
)
# Members that a file may hold besides those of a position.
ASIDE = ("question", "readings", "lang")


def main(words: Sequence[str]) -> int:
    """Prints a ruling."""
    options = parser().parse_intermixed_args(words)
    readings = load_spec().readings_of(options.reading)
    told = {name: getattr(options, name) for name in MEMBERS if getattr(options, name) is not None}
    if not options.words and not told and sys.stdin and sys.stdin.isatty():
        ruling = _asked_for(options.lang or EN, readings)
    else:
        ruling = _told(options.words or ([] if told else ["-"]), told, options.lang, readings)
    if ruling and options.format == "json":
        print(json.dumps(as_json(ruling), ensure_ascii=False, indent=2))
    elif ruling:
        print(as_text(ruling, options.verbose), end="")
    return 0


def _asked_for(lang: str, readings: Mapping[str, str]) -> Ruling | None:
    """The ruling on what was asked for, one thing at a time; None if whoever was asked has ended it."""
    from fk_conform.rule.prompt import Ended, Prompt

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        return Prompt(sys.stdin, sys.stderr, lang).ask(lambda asked, position: _rule(asked, position, readings))
    except Ended:
        return None
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise


def _told(words: Sequence[str], told: Mapping[str, Json], lang: str, readings: Mapping[str, str]) -> Ruling:
    """The ruling on what the command line and files tell. Raises `UsageError`."""
    members = _members(words, told)
    in_file = members.pop("lang", "")
    lang = lang or in_file
    if lang not in ("", *LANGUAGES):
        raise UsageError(f"lang: expected {' or '.join(LANGUAGES)}, not {lang!r}")
    readings = {**_readings_in(members.pop("readings", {})), **readings}
    question = members.pop("question", "")
    if not isinstance(question, str):
        raise UsageError(f"question: expected a text, not {question!r}")
    position = Position(lang=lang or EN)
    try:
        asked = understand(question, position, lang, members)
        for name, value in members.items():
            position.tell(name, value)
        return _rule(asked, position, readings)
    except NotUnderstood as problem:
        raise UsageError(harmless(problem.told(position.lang))) from None


def _rule(asked: Asked, position: Position, readings: Mapping[str, str]) -> Ruling:
    spec = load_spec(asked.lang)
    plays = {**spec.default_readings, **readings}
    return rule(asked, position, plays, spec, load_cases(corpus=False), partial(taking_time, "to count so deep"))


def _members(words: Sequence[str], told: Mapping[str, Json]) -> dict[str, Json]:
    """What the words and the options tell, by name: the question, the members of the position, and what files hold."""
    found: list[tuple[str, Json]] = list(told.items())
    question, events = [], []
    for word in words:
        if FILE.fullmatch(word):
            found += read_file(word).items()
        elif DEAL.fullmatch(word):
            found.append(("deal", word))
        elif (course := COURSE.match(word)) and is_seat(course[1]):
            events.append(word)
        else:
            question.append(word)
    found += [("question", " ".join(question))] if question else []
    found += [("events", events)] if events else []
    members: dict[str, Json] = {}
    for name, value in found:
        if name in members:
            raise UsageError(f"{name}: it is told twice")
        members[name] = value
    return members


def read_file(name: str) -> dict[str, Json]:
    """What a file of YAML or JSON tells, or standard input if it is called -. Raises `UsageError`."""
    path, name = (Path("/dev/stdin"), "standard input") if name == "-" else (Path(name), name)
    content = _content(read_text(path, name, pipes=True), name)
    if not isinstance(content, dict):
        raise UsageError(f"{name}: expected members such as question, hand and trump")
    for member in content:
        if member not in (*ASIDE, *MEMBERS):
            raise UsageError(f"{name}: there is no {member!r} here; there are {', '.join([*ASIDE, *MEMBERS])}")
    return content


def _content(text: str, name: str) -> Json:
    """What a text of JSON or YAML says; YAML takes nearly all of JSON, but not its tabs."""
    if text.lstrip().startswith("{"):
        with contextlib.suppress(NoJson):
            return read_line(text.encode())
    return parse_yaml(text, name)


def _readings_in(value: Json) -> dict[str, str]:
    """The readings of a table, as an object or as a text like those of --reading."""
    if isinstance(value, dict):
        words = [f"{name}={alternative}" for name, alternative in value.items()]
    elif isinstance(value, str):
        words = re.split(r"[\s,;]+", value.strip())
    else:
        raise UsageError(
            f"readings: expected a reading and its alternative, as in when-void: must-trump, not {value!r}"
        )
    return load_spec().readings_of(words)


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform rule", DESCRIPTION, EXAMPLES)
    parser.add_argument("words", nargs="*", metavar="WORDS", help="the question, a deal line, lines of plays, a file")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="default: text")
    parser.add_argument("--lang", choices=LANGUAGES, default="", help="default: the language of the question")
    parser.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="NAME=ALTERNATIVE",
        help="what the table plays; the others in their defaults",
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="tell every clause that was applied in full")
    group = parser.add_argument_group("the position, as far as the question needs it")
    for name, member in MEMBERS.items():
        group.add_argument(
            f"--{name.replace('_', '-')}", metavar="TEXT", help=f"{member.meaning[0]}: {member.example[0]}"
        )
    return parser
