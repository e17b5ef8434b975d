"""`fk-conform coverage`: what stands for each clause."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict

from fk_conform import data
from fk_conform.check import Checkout
from fk_conform.check.coverage import coverage
from fk_conform.cli.words import Parser
from fk_conform.errors import UsageError

EXAMPLES = """\
fk-conform coverage
fk-conform coverage --format json
"""


def main(words: Sequence[str]) -> int:
    """Prints the table clause by clause."""
    options = parser().parse_args(words)
    if not (data.CHECKOUT / "cases").is_dir():
        raise UsageError("coverage: it is counted in a checkout, and what is installed is none")
    checkout = Checkout(data.CHECKOUT)
    rows = coverage(checkout)
    if options.format == "json":
        for row in rows:
            print(json.dumps(asdict(row)))
        return 0
    why = {clause["id"]: _why(clause) for _, _, clause in checkout.clauses}
    print("clause    cases  permits  forbids  mistakes")
    for row in rows:
        counts = f"{row.cases:5}  {row.permits:7}  {row.forbids:7}  {row.mistakes:8}"
        unreviewed = " (unreviewed: reworded since its cases were signed)" if row.unreviewed else ""
        print(
            f"{row.clause.ljust(8)}  {counts}  {checkout.spec.clauses[row.clause].title}{why[row.clause]}{unreviewed}"
        )
    covered = sum(row.cases > 0 for row in rows)
    print(f"{covered} of {len(rows)} clauses have cases, {sum(row.cases for row in rows)} in all")
    return 0


def _why(clause: dict[str, object]) -> str:
    if clause.get("untested"):
        return f" (untested: {clause['untested']})"
    exempt = clause.get("exempt")
    return f" (exempt: {', '.join(exempt)})" if isinstance(exempt, dict) else ""


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser(
        "fk-conform coverage",
        "Prints for every clause how many cases the reference engine passes, how many show what it permits and what it "
        "forbids, and how many known mistakes they catch. Nothing is rounded. A clause is marked that has been "
        "reworded since somebody signed that its cases hold.",
        EXAMPLES,
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    return parser
