"""`fk-conform diff`: what has changed from one saved report to another."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from fk_conform.cli.saved import load_report
from fk_conform.cli.words import Parser
from fk_conform.errors import UsageError
from fk_conform.report.diff import diff, tell

DESCRIPTION = """\
Compares two saved reports: which cases are fixed, broken, new or gone. A case is new if it is judged now and was not
before, be it that it was not in the suite or did not apply; gone is the other way round.
"""

EXAMPLES = """\
fk-conform diff old.jsonl new.jsonl
"""

EXITS = """
exit status:
  0  nothing has broken     2  a file is wrong, or a report too incomplete to tell
  1  something has broken
"""


def main(words: Sequence[str]) -> int:
    """Prints the comparison; says by the exit status whether something has broken."""
    options = parser().parse_args(words)
    found = diff(load_report(options.old), load_report(options.new))
    for line in tell(found, options.verbose):
        print(line)
    if found.undecided:
        raise UsageError(found.undecided)
    return 1 if found.broken else 0


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform diff", DESCRIPTION, EXAMPLES)
    parser.epilog = f"{parser.epilog}\n{EXITS}"
    parser.add_argument("old", type=Path, metavar="OLD", help="the earlier report, made with --format json")
    parser.add_argument("new", type=Path, metavar="NEW", help="the later one")
    parser.add_argument("-v", "--verbose", action="store_true", help="list every case")
    return parser
