"""`fk-conform init`: the first files of a new engine."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from fk_conform.cli.words import Parser
from fk_conform.scaffold import engine_name, languages, load_template, write_skeleton

DESCRIPTION = """\
Writes the first files of a new engine into DIR: it introduces itself, judges tricks, and passes the cases of that; the
rest does not apply until you add it. With a file to build it, a workflow for CI and a README that says how to go on.
"""

EXAMPLES = """\
fk-conform init --lang python my-engine
fk-conform init --lang rust engines/rusty --name rusty
"""


def main(words: Sequence[str]) -> int:
    """Writes the files and says what to do next."""
    options = parser().parse_args(words)
    template = load_template(options.lang)
    name = engine_name(options.dir, options.name)
    written = write_skeleton(template, options.dir, name, options.force)
    print(f"{name}, an engine in {template.title}, in {options.dir}:")
    for path in sorted(written):
        print(f"  {path.relative_to(options.dir)}")
    steps = [f"cd {shlex.quote(str(options.dir))}", *template.build, f"fk-conform -- {template.command}"]
    print(f"Next:\n  {' && '.join(steps)}")
    return 0


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform init", DESCRIPTION, EXAMPLES)
    parser.add_argument("dir", type=Path, metavar="DIR", help="a new or an empty folder")
    parser.add_argument("--lang", required=True, choices=languages(), metavar="LANGUAGE", help=", ".join(languages()))
    parser.add_argument("--name", metavar="NAME", help="the name of the engine; default: made of that of DIR")
    parser.add_argument("--force", action="store_true", help="write into a folder that is not empty")
    return parser
