"""The kill matrix: how each known mistake, and each other reading, shows in the answers to the suite.

A pattern holds, for every case that fails, a fingerprint of the wrong answer. The patterns are computed by running
the suite against the wrong engines, in process; `cases/kills.json` holds them, and a test proves that it is fresh.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from fk_conform.fingerprint import FAULT, Pattern, fingerprint
from fk_conform.mistakes import load, mistaken
from fk_conform.sessions import plan_sessions
from fk_conform.spec import Spec, load_spec
from fk_conform.suite import Case, load_cases
from fk_conform.verdict import judge
from forty_kings.engine import Engine
from forty_kings.readings import Readings


def pattern(cases: Sequence[Case], spec: Spec, reading: Mapping[str, str]) -> Pattern:
    """The failures of the reference engine as it is now, when it plays by `reading` whatever it is asked for.

    Cases are put at the tables at which a run puts them: a wrong engine may go wrong by a reading that
    does not bear on the right answer.
    """
    failures = {}
    for table, members in plan_sessions(cases, spec, {}):
        engine = Engine(Readings.of({**table, **reading}))
        for case in members:
            request = f'{{"jsonrpc":"2.0","id":1,"method":"{case.method}","params":{case.params}}}'
            failures[case.id] = _failure(case, engine, request, spec)
    return {case.id: failures[case.id] for case in cases if failures[case.id]}


def _failure(case: Case, engine: Engine, request: str, spec: Spec) -> str:
    try:
        answer = json.loads(engine.answer(request))
    except Exception:  # A wrong engine may do anything; what it raises is what a runner would see as a crash.
        return FAULT
    verdict = judge(case, answer, spec.shapes)
    return "" if verdict.verdict == "passed" else fingerprint(case.method, answer, spec.shapes)


def subjects(spec: Spec) -> list[str]:
    """All that can be recognised: the mistakes, and the readings but for the defaults, as `name: alternative`."""
    readings = [f"{name}: {other}" for name, alternatives in spec.readings.items() for other in alternatives[1:]]
    return [*load(), *readings]


def compute(names: Sequence[str], jobs: int) -> Generator[tuple[str, Pattern], None, None]:
    """The pattern of each subject, as it is found."""
    if jobs == 1:
        yield from map(_pattern_of, names)
        return
    executor = ProcessPoolExecutor(jobs, initializer=_be_a_worker)
    try:
        yield from executor.map(_pattern_of, names)
    finally:
        executor.shutdown(cancel_futures=True)


def _be_a_worker() -> None:
    """Leaves signals to the main process, whose workers end with what they are at, and ends when that has gone."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _pattern_of(name: str) -> tuple[str, Pattern]:
    if name.startswith("M-"):
        with mistaken(name):
            return name, pattern(_cases(), load_spec(), {})
    reading, _, alternative = name.partition(": ")
    return name, pattern(_cases(), load_spec(), {reading: alternative})


@cache
def _cases() -> list[Case]:
    return list(load_cases(corpus=False))
