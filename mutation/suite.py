"""The suite as the test of a mutant: the cases derived by hand and a variant of each, up to the first failure.

Run inside a copy that `mutation/run.py` has made: `python mutation/suite.py play`. It exits with 0 if everything
passes and with 1 at the first failure. The cases of the module's chapter come first, so that most mutants die at once.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

COPY = Path(__file__).parent.parent
sys.path[:0] = [str(COPY / "runner"), str(COPY / "reference")]

from fk_conform.answer import Introduction, check_answer, read_line  # noqa: E402
from fk_conform.request import initialize_line, request_line  # noqa: E402
from fk_conform.suite import Case, case_of  # noqa: E402
from fk_conform.symmetry import sample  # noqa: E402
from fk_conform.verdict import judge  # noqa: E402
from forty_kings.engine import Engine  # noqa: E402

Json = Any

CHAPTERS = {"pack": "FK1.", "seating": "FK2.", "dealing": "FK3.", "play": "FK4.", "cliques": "FK5.", "game": "FK6."}
DEEPEST = 8  # Deeper counts take longer than all other cases together.
SECONDS, BYTES = 8, 2 << 30


def cases_for(module: str, compiled: Sequence[Json]) -> Iterator[Case]:
    """The cases, the likeliest to fail under a mutant of the module first, each followed by a variant of it."""
    for case in map(case_of, sorted(compiled, key=lambda case: not _is_near(module, case))):
        if module != "lines" and _is_slow(case):
            continue
        yield case
        variant = sample(case)
        if variant:
            yield variant


def _is_slow(case: Case) -> bool:
    """Whether it has an engine count deep. What is refused or malformed is not counted at all."""
    return case.method == "count_lines" and case.expect is not None and bool(json.loads(case.params)["depth"] > DEEPEST)


def _is_near(module: str, case: Json) -> bool:
    if module == "lines":
        return bool(case["method"] == "count_lines")
    if module == "engine":
        return "malformed" in case
    if module == "errors":
        return "refuse" in case
    if module == "readings":
        return "under" in case
    return bool(case["clause"].startswith(CHAPTERS[module]))


class Table:
    """Engines that have been introduced as the runner does it, one for each set of readings."""

    def __init__(self, spec: Json) -> None:
        self._known = {reading["id"]: [each["id"] for each in reading["alternatives"]] for reading in spec["readings"]}
        self._defaults = {reading["id"]: reading["default"] for reading in spec["readings"]}
        self._methods = frozenset(method["id"] for method in spec["methods"]) - {"initialize"}
        self._engines: dict[tuple[tuple[str, str], ...], Engine] = {}

    def engine(self, asked: Mapping[str, str]) -> Engine:
        """The engine that follows these readings, and the others in their default."""
        wanted = {**self._defaults, **asked}
        key = tuple(wanted.items())
        if key not in self._engines:
            engine = Engine()
            introduction = Introduction.of(_asked(engine, initialize_line(1, "1", wanted), 1), self._known)
            if introduction.readings != wanted or introduction.methods != self._methods:
                raise ValueError(f"it says of itself {introduction}")
            self._engines[key] = engine
        return self._engines[key]


def _asked(engine: Engine, request: bytes, number: int) -> Json:
    answer = check_answer(read_line(engine.answer(request).encode()))
    if answer["id"] != number:
        raise ValueError(f"request {number} was answered as {answer['id']}")
    return answer


def main(module: str) -> int:
    """0 if all cases pass. What a mutant raises kills it, as it would be a crash of an engine."""
    # A mutant that hangs or eats memory is killed by the system, and counts as killed.
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    compiled = COPY / "build" / "compiled"
    spec = json.loads((compiled / "spec.json").read_text(encoding="utf-8"))
    table = Table(spec)
    cases = json.loads((compiled / "cases.json").read_text(encoding="utf-8"))
    for number, case in enumerate(cases_for(module, cases), 2):
        answer = _asked(table.engine(case.asked_under), request_line(case, number), number)
        verdict = judge(case, answer, spec["shapes"])
        if verdict.verdict != "passed":
            print(f"{case.id}: {verdict.message}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
