"""`fk-conform check`: the suite checks itself."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from fk_conform import data
from fk_conform.check import CHECKS, Checkout, run_checks
from fk_conform.check.wording import resign
from fk_conform.cli.words import Parser, canonical
from fk_conform.errors import UsageError

EXAMPLES = """\
fk-conform check
fk-conform check coverage wording
fk-conform check --resign FK4.3
"""


def main(words: Sequence[str]) -> int:
    """Prints the findings, a line each; 1 if there are any."""
    options = parser().parse_args(words)
    if not (options.root / "cases").is_dir():
        raise UsageError(_no_checkout(options.root))
    for name in options.checks:
        if name not in CHECKS:
            raise UsageError(f"there is no check {name!r}; there are {', '.join(CHECKS)}")
    checkout = Checkout(options.root)
    if options.resign:
        return _resign(checkout, [canonical(name) for name in options.resign])
    findings = list(run_checks(checkout, options.checks or CHECKS))
    for finding in findings:
        print(finding)
    number = "nothing was found" if not findings else f"{len(findings)} finding{'s' if len(findings) > 1 else ''}"
    print(f"{len(checkout.cases)} cases of {len(checkout.files)} clauses checked: {number}")
    return 1 if findings else 0


def _no_checkout(root: Path) -> str:
    if root == data.CHECKOUT:
        return "check: what is installed is no checkout; name one by --root"
    if not root.is_dir():
        return f"--root {root}: there is no such folder"
    return f"--root {root}: this is no checkout; it has no folder cases/"


def _resign(checkout: Checkout, clauses: Sequence[str]) -> int:
    chosen = [file.clause for file in checkout.files] if "all" in clauses else clauses
    for clause in chosen:
        if clause not in checkout.file_of:
            raise UsageError(f"--resign {clause}: there is no case file of such a clause")
    signed = [clause for clause in chosen if resign(checkout, checkout.file_of[clause])]
    print(f"signed: {', '.join(signed) or 'nothing, all were signed already'}")
    return 0


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser(
        "fk-conform check",
        "Checks the cases and the specification of a checkout: "
        f"{', '.join(CHECKS)}. Each finding names file and line, what is wrong, and how to mend it.",
        EXAMPLES,
    )
    parser.add_argument("checks", nargs="*", metavar="CHECK", help="only these checks")
    parser.add_argument(
        "--resign",
        action="append",
        default=[],
        metavar="CLAUSE",
        help="sign that the cases of a clause hold for its present wording; `all` for every clause",
    )
    parser.add_argument(
        "--root", type=Path, default=data.CHECKOUT, metavar="DIR", help="the checkout; default: this one"
    )
    return parser
