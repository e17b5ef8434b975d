"""The generated cases are there, each once, and have the answers of the reference engine."""

from __future__ import annotations

from collections.abc import Iterator

from fk_conform.check import Checkout, Finding
from fk_conform.check.ruling import passes
from fk_conform.compiling import compile_corpus
from fk_conform.suite import case_of

FILES = ("hands.jsonl", "deals.jsonl", "lines.jsonl")
MEND = "make corpus"


def check(checkout: Checkout) -> Iterator[Finding]:
    """Files of the corpus that are missing, ids that stand twice, and answers that the reference engine does not give.

    A checkout may be without a corpus.
    """
    folder = checkout.root / "cases" / "corpus"
    there = [folder / name for name in FILES if (folder / name).is_file()]
    ids = {case.id for case in checkout.cases}
    for path in there:
        for line, compiled in enumerate(compile_corpus([path]), 1):
            case = case_of(compiled, generated=True)
            if case.id in ids:
                yield Finding(checkout.name(path), line, f"{case.id} is there already", MEND)
            elif case.clause not in checkout.spec.clauses or case.method not in checkout.spec.methods:
                yield Finding(checkout.name(path), line, f"{case.id} is of no clause or asks no method", MEND)
            elif not passes(case, checkout.spec):
                yield Finding(checkout.name(path), line, f"{case.id}: the reference engine answers otherwise", MEND)
            ids.add(case.id)
    if there:
        missing = [folder / name for name in FILES if folder / name not in there]
        yield from (Finding(checkout.name(path), 1, "this file of the corpus is not there", MEND) for path in missing)
