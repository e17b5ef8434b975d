"""`fk-conform matrix`: saved reports side by side."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from fk_conform.cli.saved import load_report
from fk_conform.cli.words import Parser
from fk_conform.report.matrix import as_html, as_markdown, as_text, matrix
from fk_conform.spec import load_spec

DESCRIPTION = """\
Puts saved reports side by side, a row a clause and a column an engine: whether all cases that were judged have passed,
or how many of them.
"""

EXAMPLES = """\
fk-conform matrix *.jsonl
fk-conform matrix --format html *.jsonl > engines.html
"""

FORMATS = {"text": as_text, "markdown": as_markdown, "html": as_html}


def main(words: Sequence[str]) -> int:
    """Prints the matrix."""
    options = parser().parse_args(words)
    reports = [load_report(path) for path in options.reports]
    for line in FORMATS[options.format](matrix(reports), load_spec()):
        print(line)
    return 0


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform matrix", DESCRIPTION, EXAMPLES)
    parser.add_argument("reports", type=Path, nargs="+", metavar="REPORT", help="a report made with --format json")
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    return parser
