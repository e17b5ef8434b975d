"""What the runner adds to the bare engine and to parsing the answers, and what a second process brings."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.engines import REFERENCE, answer_all, c_engine, conform, write_requests
from bench.measure import Figure, How, in_turn
from fk_conform.suite import load_cases
from fk_conform.symmetry import variants


def figures(how: How) -> Iterator[Figure]:
    """The suite with all its symmetries; quickly, without them."""
    cases = list(load_cases())
    symmetry = "sample" if how.quick else "all"
    if not how.quick:
        cases += [variant for case in cases if not case.generated for variant in variants(case)]
    words = ["--symmetry", symmetry]
    with tempfile.TemporaryDirectory() as folder:
        requests = write_requests(cases, Path(folder))
        pair = in_turn(partial(conform, *words, "--", *REFERENCE), partial(answer_all, REFERENCE, requests))
        told = f"{len(cases):,} requests; the run {pair.one} s, the engine alone {pair.other} s"
        yield Figure(
            "over-engine",
            "a run, to the reference engine alone on the same requests",
            pair.ratio,
            at_most=1.25,
            told=told,
        )
        if (os.cpu_count() or 1) >= 2:
            both = in_turn(
                partial(conform, *words, "--", *REFERENCE),
                partial(conform, *words, "-j", "2", "--", *REFERENCE),
            )
            yield Figure("two-processes", "a run with -j1, to one with -j2", both.ratio, at_least=1.4)
        fast = c_engine()
        if fast is None:
            how.missing.append("a C compiler")
            return
        answers = answer_all(fast, requests)
        run = partial(conform, *words, "--", *fast)
        parsed = in_turn(lambda: [json.loads(answer) for answer in answers], run)
        told = f"{len(answers):,} answers; json alone {parsed.one} s, the run {parsed.other} s"
        what = "json.loads of the C engine's answers, to a run of it"
        yield Figure("over-json", what, parsed.ratio, at_least=1 / 3, told=told)
        dropped = in_turn(lambda: [None for answer in answers if json.loads(answer) is None], run)
        yield Figure("over-json-dropped", f"{what}, nothing of it kept", dropped.ratio)
