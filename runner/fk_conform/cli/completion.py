"""`fk-conform completion`: the script that completes the words of fk-conform in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from fk_conform.cli.words import Parser
from fk_conform.completion import SCRIPTS, for_shell, script

DESCRIPTION = """\
Prints the script that completes verbs, options, cases, clauses, methods, levels and readings in a shell. Add the first
of the examples to ~/.bashrc, the second to ~/.zshrc, or the third to ~/.config/fish/config.fish.
"""

EXAMPLES = """\
eval "$(fk-conform completion bash)"
eval "$(fk-conform completion zsh)"
fk-conform completion fish | source
"""


def main(words: Sequence[str]) -> int:
    """Prints the script or, after --, what could follow the words there: that is what the script asks."""
    given = list(words)
    if given[1:2] == ["--"] and given[0] in SCRIPTS:
        print("\n".join(for_shell(given[0], given[2:])))
        return 0
    print(script(parser().parse_args(given).shell), end="")
    return 0


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform completion", DESCRIPTION, EXAMPLES)
    parser.add_argument("shell", choices=list(SCRIPTS), help="the shell")
    return parser
