r"""The manual page fk-conform(1), made of what the verbs say of themselves: `python -m fk_conform.manual | man -l -`.

It is built into the wheel, and so it cannot lag behind. The form is that of man(7), every letter in ASCII.
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module

from fk_conform.cli import VERBS
from fk_conform.version import version

NAME = "fk-conform"
PURPOSE = "ask engines of The Forty Kings whether they play by the rules"
HEADING = re.compile(r"(?m)^(\S.*):$")


def manual() -> str:
    """The whole page."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    run = _parser("run")
    parsers = {verb: _parser(verb) for verb in VERBS}
    yield f'.TH {_text(NAME.upper())} 1 "" "{_text(f"forty-kings {version()}")}" "The Forty Kings"'
    # Neither broken words nor stretched lines: what stands here is to be copied.
    yield from (".nh", ".ad l")
    yield from (".SH NAME", f"{_text(NAME)} \\- {_text(PURPOSE)}", ".SH SYNOPSIS")
    yield from _synopsis(run, "[-- COMMAND ...]")
    for verb, parser in parsers.items():
        yield ".br"
        yield from _synopsis(parser)
    yield ".SH DESCRIPTION"
    yield from _paragraphs(run.description)
    yield ".SH OPTIONS"
    for title, actions in _groups(run):
        yield f".SS {_text(title)}"
        yield from _listed(run, actions)
    for title, body in _sections(run):
        yield f".SH {_text(title.upper())}"
        yield from _as_it_stands(body)
    yield ".SH VERBS"
    for verb, parser in parsers.items():
        yield f".SS {_text(parser.prog)}"
        yield f"{_text(_sentence(VERBS[verb]))}"
        yield ".PP"
        yield from _paragraphs(parser.description)
        for _, actions in _groups(parser):
            yield from _listed(parser, actions)
        for title, body in _sections(parser):
            yield from (".PP", f"{_text(_sentence(title)[:-1])}:", ".PP")
            yield from _as_it_stands(body)


def _parser(verb: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = import_module(f"fk_conform.cli.{verb}").parser()
    return parser


def _synopsis(parser: argparse.ArgumentParser, more: str = "") -> Iterator[str]:
    arguments = [_usage(action) for action in _shown(parser) if not action.option_strings]
    yield f"\\fB{_text(parser.prog)}\\fR [\\fIOPTION\\fR ...] {_text(' '.join([*arguments, more]))}".rstrip()


def _usage(argument: argparse.Action) -> str:
    word = _metavar(argument)
    return {"*": f"[{word} ...]", "+": f"{word} ...", "?": f"[{word}]"}.get(str(argument.nargs), word)


def _shown(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.help != argparse.SUPPRESS]


def _groups(parser: argparse.ArgumentParser) -> Iterator[tuple[str, list[argparse.Action]]]:
    shown = _shown(parser)
    for group in parser._action_groups:
        actions = [action for action in group._group_actions if action in shown]
        if actions:
            yield _sentence(group.title or "")[:-1], actions


def _listed(parser: argparse.ArgumentParser, actions: list[argparse.Action]) -> Iterator[str]:
    for action in actions:
        value = "" if action.nargs == 0 else f" \\fI{_text(_metavar(action))}\\fR"
        names = [f"\\fB{_text(option)}\\fR{value}" for option in action.option_strings]
        yield ".TP"
        yield ", ".join(names) or value.strip()
        yield _text(_help(parser, action)) or "\\&"


def _metavar(action: argparse.Action) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    return f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper()


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return (action.help or "") % {**vars(action), "prog": parser.prog}


def _sections(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """What stands below the options, such as examples: headings with what follows them."""
    _, *parts = HEADING.split(parser.epilog or "")
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        if not title.startswith("other verbs"):  # they have a section of their own
            yield title, textwrap.dedent(body.strip("\n"))


def _paragraphs(text: str | None) -> Iterator[str]:
    """Paragraphs run on; what is set in stands as it does."""
    for number, paragraph in enumerate((text or "").strip().split("\n\n")):
        if number:
            yield ".PP"
        if paragraph.startswith(" "):
            yield from _as_it_stands(textwrap.dedent(paragraph))
        else:
            yield _text(" ".join(paragraph.split()))


def _as_it_stands(text: str) -> Iterator[str]:
    yield from (".RS 2", ".EX")
    yield from (_text(line) or "\\&" for line in text.rstrip().splitlines())
    yield from (".EE", ".RE")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _text(text: str) -> str:
    """A text in which nothing is a command of the formatter."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    escaped = "".join(letter if letter.isascii() else f"\\[u{ord(letter):04X}]" for letter in escaped)
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


if __name__ == "__main__":
    print(manual(), end="")
