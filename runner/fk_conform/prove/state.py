"""What is kept of a proof, so that it can be taken up again: a small file, always replaced as a whole."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fk_conform.errors import UsageError

Json = Any

FORM = 2
CHANGED = "the engine has changed since; begin with another file"


# So many failures are told in full, and kept by name.
TOLD_IN_FULL = 10


@dataclass
class Tally:
    """What came of a domain so far.

    `places` are done, from the first one on. `asked` questions stand for `stands_for`; `again` of them repeat
    another under another naming. `failed` are the first that did, by name.
    """

    places: int = 0
    asked: int = 0
    again: int = 0
    stands_for: int = 0
    passed: int = 0
    denied: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    @property
    def failures(self) -> int:
        """How many failed, faults among them."""
        return sum(self.kinds.values())

    def add(self, other: Tally) -> None:
        """Counts another one in; how far it is, and who failed first, is not counted."""
        self.asked += other.asked
        self.again += other.again
        self.stands_for += other.stands_for
        self.passed += other.passed
        self.denied += other.denied
        self.kinds += other.kinds


@dataclass
class State:
    """How far a proof has come.

    `proof` says what is proved of which command, and `engine` how that introduced itself: nothing else can be taken
    up.
    """

    proof: dict[str, Json]
    engine: Json = None
    tallies: dict[str, Tally] = field(default_factory=dict)
    loose_faults: int = 0
    seconds: float = 0.0

    def save(self, path: Path) -> None:
        """Writes it, and only then puts the file in its place."""
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        tallies = {name: vars(tally) for name, tally in self.tallies.items()}
        text = json.dumps({"form": FORM, **vars(self), "tallies": tallies}) + "\n"
        try:
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(path)
        except OSError as error:
            raise UsageError(f"--resume {path}: {error.strerror}") from None


def load_state(path: Path, proof: Mapping[str, Json]) -> State:
    """The state in a file, or a new one if there is no file; raises `UsageError` for one that does not fit."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return State(dict(proof))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--resume {path}: {getattr(error, 'strerror', None) or 'it is no text'}") from None
    try:
        state = _read(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        raise UsageError(f"--resume {path}: this is no state that fk-conform prove has written") from None
    if state.proof.get("files") != proof["files"] and state.proof.get("command") == proof["command"]:
        raise UsageError(f"--resume {path}: {CHANGED}")
    for name, value in proof.items():
        if state.proof.get(name) != value:
            raise UsageError(f"--resume {path}: it is of another proof; {name}: {_say(state.proof.get(name))}")
    return state


def looks_of(files: Iterable[Path]) -> list[Json]:
    """What files look like: path, size and time of each. If they look the same they have not been changed."""
    stats = [(str(file), file.stat()) for file in files if file.is_file()]
    return [[name, stat.st_size, stat.st_mtime_ns] for name, stat in stats]


def _read(kept: Json) -> State:
    if kept["form"] != FORM:
        raise ValueError("another form")
    tallies = {name: _tally(tally) for name, tally in kept["tallies"].items()}
    seconds = float(kept["seconds"])
    if not 0 <= seconds < math.inf:
        raise ValueError("no time")
    return State(dict(kept["proof"]), kept["engine"], tallies, _number(kept["loose_faults"]), seconds)


def _tally(kept: Json) -> Tally:
    """A tally whose numbers agree with each other."""
    if kept.keys() != vars(Tally()).keys():
        raise ValueError("a number is missing")
    numbers = {name: _number(value) for name, value in kept.items() if name not in ("kinds", "failed")}
    kinds = Counter({str(kind): _number(number) for kind, number in kept["kinds"].items()})
    tally = Tally(**numbers, kinds=kinds, failed=[str(name) for name in kept["failed"]])
    adds_up = tally.asked == tally.passed + tally.denied + tally.failures and tally.again <= tally.asked
    if not adds_up or len(tally.failed) != min(tally.failures, TOLD_IN_FULL):
        raise ValueError("numbers that do not add up")
    return tally


def _number(value: Json) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("no number")
    return value


def _say(value: Json) -> str:
    text = " ".join(map(str, value)) if isinstance(value, list) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:79] + "…"
