"""What the tests of the runner have in common: engines of the zoo, a small suite, and a run of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fk_conform.conversation import Limits
from fk_conform.faults import Fault
from fk_conform.more import CasesAndMore
from fk_conform.running import CaseResult, Event, Footer, Header, LooseFault, Options, Run, Session
from fk_conform.spec import Spec, load_spec
from fk_conform.suite import Case, Refusal

Json = Any

ROOT = Path(__file__).resolve().parent.parent
ZOO = ROOT / "tests" / "zoo" / "zoo.py"

# To start takes an interpreter some time on a busy machine; to answer and to end it does not.
SHORT = Limits(start=20.0, answer=0.5, end=0.5)
LONG = Limits(start=20.0, answer=20.0, end=20.0)


def zoo(name: str, at: str | None = None) -> list[str]:
    """The command of an engine of the zoo, which goes wrong at requests that hold this text."""
    return [sys.executable, str(ZOO), name, *([at] if at else [])]


def make_case(name: str, method: str, given: Json, answer: Json, under: dict[str, str] | None = None) -> Case:
    """A case; its answer is written as in case files: expect, refuse or malformed."""
    refuse = answer.get("refuse")
    return Case(
        id=name,
        clause=name.partition("c")[0],
        title=f"The case {name}",
        method=method,
        params=json.dumps(given, separators=(",", ":")),
        because="It is so.",
        expect=answer.get("expect"),
        refuse=Refusal(refuse["reason"], refuse.get("event")) if refuse else None,
        malformed="malformed" in answer,
        under=under or {},
    )


def follow(name: str, hand: list[str], led: str, cards: list[str]) -> Case:
    """A case of following suit; hearts are trumps."""
    return make_case(
        name, "legal_cards", {"hand": hand, "trick": [led], "trump": "hearts"}, {"expect": {"cards": cards}}
    )


HANDS = {
    "south": ["KC", "QC", "JC", "AC", "TC", "9C", "8C", "7C"],
    "east": ["KS", "QS", "JS", "AS", "TS", "9S", "8S", "7S"],
    "north": ["KH", "QH", "JH", "AH", "TH", "9H", "8H", "7H"],
    "west": ["KD", "QD", "JD", "AD", "TD", "9D", "8D", "7D"],
}
DEALT = {"dealer": "south", "hands": HANDS, "turn_up": "7C"}

# A suite of every kind of answer. An engine that is right passes all of it.
TRICK = make_case(
    "FK4.9c01",
    "judge_trick",
    # The 7 of hearts, a trump, takes a king, a queen and a jack: 5 and 4 and 3.
    {"leader": "west", "cards": ["KS", "QS", "7H", "JS"], "trump": "hearts"},
    {"expect": {"winner": "east", "points": 12}},
)
REFUSED = make_case(
    "FK4.8c01",
    "replay_hand",
    # East is on the dealer's right and leads; north is not asked.
    {**DEALT, "events": [{"seat": "north", "card": "KH"}]},
    {"refuse": {"reason": "not-your-turn", "event": 0}},
)
MALFORMED = make_case("FK1.1c01", "legal_cards", {"hand": ["10S"], "trick": [], "trump": "hearts"}, {"malformed": True})
SUITE = [
    MALFORMED,
    follow("FK4.3c01", ["AS", "9S", "KD", "7C"], "JS", ["AS", "9S"]),
    follow("FK4.3c02", ["7S", "KH", "QH"], "KS", ["7S"]),
    follow("FK4.3c03", ["QC", "8D", "AS"], "JD", ["8D"]),
    REFUSED,
    TRICK,
    follow("FK4.10c01", ["KC", "7C", "AD"], "QC", ["KC", "7C"]),
    follow("FK4.10c02", ["KC", "7D", "AD"], "QD", ["7D", "AD"]),
    make_case(
        "FK5.1c01",
        "find_cliques",
        {"hand": ["KS", "KH", "KD", "7S", "8S", "9S", "TS", "AS"]},
        {"expect": {"cliques": [{"rank": "K", "size": 3, "points": 10}]}},
    ),
    follow("FK6.1c01", ["9H", "8H"], "7H", ["9H", "8H"]),
]
# Cases that a right engine fails: the answer that they expect is false.
FALSE = [follow("FK4.3c08", ["7S", "KH"], "KS", ["KH"]), follow("FK4.3c09", ["7S", "KD"], "KS", ["KD"])]


@dataclass
class Outcome:
    """All that a run told, sorted."""

    told: list[Event]

    @property
    def header(self) -> Header:
        """The first event."""
        assert isinstance(self.told[0], Header)
        return self.told[0]

    @property
    def footer(self) -> Footer:
        """The last event."""
        assert isinstance(self.told[-1], Footer)
        return self.told[-1]

    @property
    def sessions(self) -> list[Session]:
        """The engines that introduced themselves."""
        return [event for event in self.told if isinstance(event, Session)]

    @property
    def results(self) -> list[CaseResult]:
        """What came of the cases, as told."""
        return [event for event in self.told if isinstance(event, CaseResult)]

    @property
    def loose(self) -> list[Fault]:
        """The faults of no case."""
        return [event.fault for event in self.told if isinstance(event, LooseFault)]

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdict of each case; of a fault its code, too."""
        return {
            result.case.id: f"fault {result.fault.code}" if result.fault else result.verdict.verdict
            for result in self.results
        }

    def fault_of(self, case: Case) -> Fault:
        """The fault at a case."""
        (fault,) = [result.fault for result in self.results if result.case.id == case.id]
        assert fault
        return fault


def spec() -> Spec:
    """The specification."""
    return load_spec()


def make_run(
    command: Sequence[str], cases: CasesAndMore | Sequence[Case] = SUITE, limits: Limits = LONG, **how: Any
) -> Run:
    """A run that has still to be gone through."""
    return Run(cases, Options(command, limits, **how), spec(), "1.0.0")


def run(command: Sequence[str], cases: Sequence[Case] = SUITE, limits: Limits = LONG, **how: Any) -> Outcome:
    """A run from beginning to end."""
    return Outcome(list(make_run(command, cases, limits, **how).events()))


PASSED = dict.fromkeys((case.id for case in SUITE), "passed")


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked for does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return not Path("/proc/self").exists()


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold; what ends processes does not wait for those that are not its children."""
    for _ in range(500):
        if holds():
            return True
        time.sleep(0.02)
    return False


def pids_in(file: Path) -> list[int]:
    """The processes of the zoo that wrote their ids into a file."""
    return [int(word) for word in file.read_text(encoding="utf-8").split()] if file.exists() else []


def none_alive(file: Path) -> bool:
    """Whether all processes that are named in a file have ended, or come to."""
    pids = pids_in(file)
    return bool(pids) and eventually(lambda: not any(map(is_alive, pids)))


def fk_conform(*words: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command, run to its end."""
    return subprocess.run(
        [sys.executable, "-m", "fk_conform", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        cwd=cwd,
        timeout=120,
        check=False,
    )
