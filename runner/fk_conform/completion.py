"""What could follow on a command line: verbs, options, and the names that there are.

Everything is read from the parsers of the verbs: an option or a verb that comes is completed without a word here. What
kind of value a word is shows in its name in the help, its metavar.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from fk_conform import data
from fk_conform.cli import VERBS
from fk_conform.report import FORMATS
from fk_conform.spec import Spec, load_spec

SCRIPTS = {"bash": "fk-conform.bash", "zsh": "_fk-conform", "fish": "fk-conform.fish"}
CASE_OF_CLAUSE = re.compile(r"(FK\d+\.\d+)(c.*)?", re.IGNORECASE)

# A word, and what it is.
Found = tuple[str, str]


def script(shell: str) -> str:
    """The script that makes a shell ask here."""
    return (Path(__file__).parent / "completions" / SCRIPTS[shell]).read_text(encoding="utf-8")


def complete(words: Sequence[str]) -> list[Found]:
    """The words that could stand where the last of these is, which may not be finished.

    >>> complete(["sho"])
    [('show', 'show a case with its clause and sources, or a clause with its cases')]
    >>> [word for word, _ in complete(["--reading", "when-void="])]
    ['when-void=any-card', 'when-void=must-trump']
    """
    *before, begun = words or [""]
    if "--" in before:
        return []  # The command of an engine.
    verb = before[0] if before and before[0] in VERBS else "run"
    parser: argparse.ArgumentParser = import_module(f"fk_conform.cli.{verb}").parser()
    asked = _asked_for_a_value(parser, before)
    if asked:
        found = _values(asked, begun)
    elif begun.startswith("--") and "=" in begun:
        option, _, value = begun.partition("=")
        action = _option(parser, option)
        found = ((f"{option}={word}", what) for word, what in _values(action, value)) if action else iter(())
    elif begun.startswith("-"):
        found = _options(parser)
    else:
        found = _verbs_and_arguments(parser, begun, is_first=not before)
    # As they were typed, in small letters or in capitals.
    return [(word, what) for word, what in found if word.lower().startswith(begun.lower())]


def for_shell(shell: str, words: Sequence[str]) -> Iterator[str]:
    """The lines that the script of a shell reads: a word and what it is, with a tabulator between."""
    words = _joined(words) if shell == "bash" else list(words)
    begun = words[-1] if words else ""
    # bash takes = for the end of a word, and wants only what follows it.
    known = begun.rpartition("=")[0] + "=" if shell == "bash" and "=" in begun else ""
    for word, what in complete(words):
        yield f"{word[len(known) :]}\t{what}"


def _joined(words: Sequence[str]) -> list[str]:
    """Words that bash has cut in pieces at every =, whole again.

    >>> _joined(["--reading", "when-void", "=", "must"])
    ['--reading', 'when-void=must']
    """
    joined: list[str] = []
    for word in words:
        if joined and (word == "=" or joined[-1].endswith("=")):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.help != argparse.SUPPRESS]


def _option(parser: argparse.ArgumentParser, word: str) -> argparse.Action | None:
    return next((action for action in _actions(parser) if word in action.option_strings), None)


def _asked_for_a_value(parser: argparse.ArgumentParser, before: Sequence[str]) -> argparse.Action | None:
    """The option that the last word is, if it is one that a value follows."""
    action = _option(parser, before[-1]) if before else None
    return action if action and action.nargs != 0 else None


def _options(parser: argparse.ArgumentParser) -> Iterator[Found]:
    for action in _actions(parser):
        for option in action.option_strings:
            yield option, _in_a_line(action.help)


def _verbs_and_arguments(parser: argparse.ArgumentParser, begun: str, is_first: bool) -> Iterator[Found]:
    if is_first:
        yield from VERBS.items()
    for action in _actions(parser):
        if not action.option_strings:
            yield from _values(action, begun)


def _values(action: argparse.Action, begun: str) -> Iterator[Found]:
    if action.choices:
        yield from ((str(choice), "") for choice in action.choices)
        return
    kinds = (action.dest, *re.findall(r"[A-Z]+", str(action.metavar or "")))
    for kind in kinds:
        yield from KINDS.get(kind, _nothing)(load_spec(), begun)


def _nothing(spec: Spec, begun: str) -> Iterator[Found]:
    yield from ()


def _selection(spec: Spec, begun: str) -> Iterator[Found]:
    """Chapters and clauses; once a clause is named, its cases."""
    yield from spec.chapters.items()
    yield from ((clause.id, clause.title) for clause in spec.clauses.values())
    clause = CASE_OF_CLAUSE.fullmatch(begun)
    if clause:
        name = clause.group(1).upper()
        yield from ((case["id"], case["title"]) for case in data.cases() if case["clause"] == name)


def _named(spec: Spec, begun: str) -> Iterator[Found]:
    """Whatever has a name of its own."""
    yield from _selection(spec, begun)
    yield from spec.questions.items()
    yield from _mistakes(spec, begun)
    yield from ((reason, spec.clauses[clause].title) for reason, clause in spec.reasons.items())


def _mistakes(spec: Spec, begun: str) -> Iterator[Found]:
    yield from ((mistake.id, mistake.sentence) for mistake in spec.mistakes.values())


def _methods(spec: Spec, begun: str) -> Iterator[Found]:
    yield from ((method, "") for method in spec.methods)


def _levels(spec: Spec, begun: str) -> Iterator[Found]:
    yield from ((level.id, ", ".join(level.methods)) for level in spec.levels)


def _readings(spec: Spec, begun: str) -> Iterator[Found]:
    for name, alternatives in spec.readings.items():
        yield from ((f"{name}={alternative}", spec.questions[name]) for alternative in alternatives)


def _formats(spec: Spec, begun: str) -> Iterator[Found]:
    yield from ((f"{name}=", "a report in this format, into the file named after it") for name in FORMATS)


# By the name of an option, or by a word of its metavar or of that of an argument.
KINDS: dict[str, Callable[[Spec, str], Iterator[Found]]] = {
    "method": _methods,
    "level": _levels,
    "reading": _readings,
    "SELECTION": _selection,
    "CASE": _selection,
    "CLAUSE": _selection,
    "ID": _named,
    "MISTAKE": _mistakes,
    "FORMAT": _formats,
}


def _in_a_line(text: str | None) -> str:
    return " ".join((text or "").replace("%%", "%").split())
