"""`fk-conform badge`: a badge for a page, of a saved report."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from fk_conform.cli.saved import load_report
from fk_conform.cli.words import Parser
from fk_conform.report.badge import badge
from fk_conform.spec import load_spec

DESCRIPTION = """\
Prints the JSON that shields.io makes a badge of. Publish it somewhere, and point the badge at its address:

  https://img.shields.io/endpoint?url=ADDRESS
"""

EXAMPLES = """\
fk-conform badge report.jsonl > badge.json
"""


def main(words: Sequence[str]) -> int:
    """Prints the badge."""
    options = parser().parse_args(words)
    print(json.dumps(badge(load_report(options.report), load_spec()), ensure_ascii=False))
    return 0


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform badge", DESCRIPTION, EXAMPLES)
    parser.add_argument("report", type=Path, metavar="REPORT", help="a report made with --format json")
    return parser
