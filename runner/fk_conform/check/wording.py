"""Pinned wording: a case file carries the checksum of the clause that its cases were derived from.

When the English text of a clause changes, its cases count as unreviewed until somebody has read them again and signed
with `fk-conform check --resign FK4.3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fk_conform.check import CaseFile, Checkout, Finding
from fk_conform.compiling import checksum


def check(checkout: Checkout) -> Iterator[Finding]:
    """Case files whose clause has another wording than the one that was signed, or that nobody signed."""
    for file in checkout.files:
        pinned = file.content.get("pinned")
        mend = f"read its cases again, then fk-conform check --resign {file.clause}"
        if pinned is None:
            yield Finding(checkout.name(file.path), 1, f"the wording of {file.clause} is not pinned", mend)
        elif not is_signed(checkout, file):
            what = f"the wording of {file.clause} has changed since its cases were derived"
            yield Finding(checkout.name(file.path), file.line_of(member="pinned"), what, mend)


def is_signed(checkout: Checkout, file: CaseFile) -> bool:
    """Whether somebody has signed that the cases of a file hold for the present wording of its clause."""
    return bool(file.content.get("pinned") == _wording(checkout, file))


def resign(checkout: Checkout, file: CaseFile) -> bool:
    """Writes the present checksum into a case file; whether it was another before."""
    text = file.path.read_text(encoding="utf-8")
    line = f'pinned: "{_wording(checkout, file)}"\n'
    signed = re.sub(r"(?m)^(clause: .*\n)", rf"\1{line}", re.sub(r"(?m)^pinned: .*\n", "", text), count=1)
    if signed == text:
        return False
    file.path.write_text(signed, encoding="utf-8")
    return True


def _wording(checkout: Checkout, file: CaseFile) -> str:
    return checksum(checkout.spec.clauses[file.clause].rule)
