"""`fk-conform list`: which cases there are."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from fk_conform.cli.words import Parser, add_selection, selection_of
from fk_conform.spec import load_spec
from fk_conform.suite import load_cases, select

EXAMPLES = """\
fk-conform list
fk-conform list FK4.3
fk-conform list --level cliques -k good
fk-conform list FK6 --format json
"""


def main(words: Sequence[str]) -> int:
    """Lists cases, grouped by clause."""
    options = parser().parse_intermixed_args(words)
    spec = load_spec()
    selection = selection_of(options, options.ids)
    clause = ""
    cases = select(load_cases(selection.corpus, options.cases), selection, spec)
    for case in cases:
        if options.format == "json":
            print(json.dumps({"id": case.id, "clause": case.clause, "method": case.method, "title": case.title}))
            continue
        if case.clause != clause:
            clause = case.clause
            print(f"{clause}  {spec.clauses[clause].title}")
        print(f"  {case.id.ljust(10)}  {case.method.ljust(20)}  {case.title}")
    if options.format == "text":
        generated = sum(case.generated for case in cases)
        print(f"{len(cases) - generated} cases derived by hand, {generated} generated")
    return 0


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform list", "Lists the cases of the suite, or of chapters, clauses and methods.", EXAMPLES)
    parser.add_argument("ids", nargs="*", metavar="SELECTION", help="chapters, clauses and cases: FK4, FK4.3, FK4.3c02")
    add_selection(parser)
    parser.add_argument("--format", choices=["text", "json"], default="text", help="json: one line a case")
    return parser
