"""`fk-conform cite`: how to cite a clause, a case, or whatever else has an id."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Sequence

from fk_conform.cite import STYLES, citation, cite
from fk_conform.cli.words import Parser, canonical
from fk_conform.named import find
from fk_conform.spec import load_spec
from fk_conform.suite import load_cases

DESCRIPTION = """\
Prints how to cite a chapter, a clause, a case, a reading, a known mistake, a reason of refusal, a history note, or a
work of the bibliography: with the version and a link that stays.
"""

EXAMPLES = """\
fk-conform cite FK4.3
fk-conform cite FK4.3 FK4.3c02 when-void --style bibtex >> references.bib
fk-conform cite lalanne-2021 H2 --style csl-json --date 2026-11-30
"""


def main(words: Sequence[str]) -> int:
    """Prints the citations."""
    options = parser().parse_args(words)
    spec = load_spec()
    cases = {case.id: case for case in load_cases()}
    things = dict.fromkeys(find(canonical(name), spec, cases) for name in options.ids)
    print(cite([citation(thing, spec, options.date or "") for thing in things], options.style), end="")
    return 0


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform cite", DESCRIPTION, EXAMPLES)
    parser.add_argument("ids", nargs="+", metavar="ID", help="as in FK4.3 FK4.3c02 when-void M-no-follow H2")
    parser.add_argument("--style", choices=list(STYLES), default="text", help="default: text")
    parser.add_argument("--date", type=_date, metavar="YYYY-MM-DD", help="say when it was looked up")
    return parser


def _date(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a day as in 2026-11-30, not {text!r}") from None
