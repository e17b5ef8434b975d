"""What the runner adds to the bare engine and to parsing the answers, and what a second process brings."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from bench.engines import REFERENCE, answer_all, c_engine, conform, write_requests
from bench.measure import Figure, How, in_turn
from fk_conform.suite import Case, load_cases
from fk_conform.symmetry import variants


def figures(how: How) -> Iterator[Figure]:
    """The suite with all its symmetries; quickly, a sample of them where the engine is the reference engine."""
    whole = [*load_cases(), *(variant for case in load_cases(corpus=False) for variant in variants(case))]
    with tempfile.TemporaryDirectory() as folder:
        yield from _of_a_slow_engine(how, whole, Path(folder))
        fast = c_engine()
        if fast is None:
            how.missing.append("a C compiler")
        else:
            yield from _of_a_fast_engine(fast, whole, Path(folder))


def _of_a_slow_engine(how: How, whole: list[Case], folder: Path) -> Iterator[Figure]:
    """What the runner takes for itself, and what a second process of the reference engine brings."""
    words = ["--no-corpus", "--symmetry", "none"] if how.quick else ["--symmetry", "all"]
    requests = write_requests(list(load_cases(corpus=False)) if how.quick else whole, folder)
    pair = in_turn(partial(conform, *words, "--", *REFERENCE), partial(answer_all, REFERENCE, requests))
    number = sum(path.read_bytes().count(b"\n") - 1 for path in requests)
    told = f"{number:,} requests; the run {pair.one} s, the engine alone {pair.other} s"
    what = "a run, to the reference engine alone on the same requests"
    # Quickly, starting counts for more than the requests.
    yield Figure("over-engine", what, pair.ratio, at_most=None if how.quick else 1.25, told=told)
    if (os.cpu_count() or 1) >= 2:
        both = in_turn(
            partial(conform, *words, "--", *REFERENCE), partial(conform, *words, "-j", "2", "--", *REFERENCE)
        )
        bound = None if how.quick else 1.4
        yield Figure("two-processes", "a run with -j1, to one with -j2", both.ratio, at_least=bound)


def _of_a_fast_engine(fast: Sequence[str], whole: list[Case], folder: Path) -> Iterator[Figure]:
    """A whole run, beside what it takes Python to parse the answers."""
    answers = answer_all(fast, write_requests(whole, folder))
    run = partial(conform, "--symmetry", "all", "--", *fast)
    kept = in_turn(lambda: [json.loads(answer) for answer in answers], run)
    told = f"{len(answers):,} answers; json alone {kept.one} s, the run {kept.other} s"
    what = "json.loads of the C engine's answers, to a run of it"
    yield Figure("over-json", what, kept.ratio, at_least=1 / 3, told=told)
    dropped = in_turn(lambda: [None for answer in answers if json.loads(answer) is None], run)
    yield Figure("over-json-dropped", f"{what}, nothing of it kept", dropped.ratio)
