"""`fk-conform summary`: what saved reports come to."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from fk_conform.cli.saved import load_report
from fk_conform.cli.words import Parser
from fk_conform.report.summary import summary
from fk_conform.spec import load_spec

DESCRIPTION = """\
Says in a few lines what each of some saved reports comes to: the engine, the counts, the clauses with failures, the
levels, and what it does not tell if it is not complete.
"""

EXAMPLES = """\
fk-conform summary report.jsonl
"""


def main(words: Sequence[str]) -> int:
    """Prints the summaries."""
    options = parser().parse_args(words)
    reports = [load_report(path) for path in options.reports]
    print("\n\n".join(summary(report, load_spec()) for report in reports))
    return 0


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform summary", DESCRIPTION, EXAMPLES)
    parser.add_argument("reports", type=Path, nargs="+", metavar="REPORT", help="a report made with --format json")
    return parser
