"""What failed last time: remembered from run to run, for every engine and working folder, in the user's cache folder.

A run of a part forgets nothing of the rest: what was not put is remembered as it was.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fk_conform.errors import UsageError
from fk_conform.more import case_named, more_from
from fk_conform.suite import Case

if TYPE_CHECKING:
    from fk_conform.running import CaseResult


@dataclass(frozen=True)
class Memory:
    """What is remembered of an engine, known by its command, that is run from a folder."""

    command: Sequence[str]
    folder: str

    @classmethod
    def of(cls, command: Sequence[str]) -> Memory:
        """That of an engine that is run from the working folder."""
        return cls(command, os.path.realpath(os.curdir))

    @property
    def file(self) -> Path:
        """The file; raises `UsageError` if there is no folder for it."""
        cache = Path(os.environ.get("XDG_CACHE_HOME", ""))
        if not cache.is_absolute():
            try:
                cache = Path.home() / ".cache"
            except RuntimeError:
                raise UsageError("there is no cache folder to remember in: no home folder is known") from None
        key = zlib.crc32(json.dumps([self.folder, *self.command]).encode())
        return cache / "fk-conform" / f"{key:08x}.json"

    def failures(self) -> list[str]:
        """The ids of the cases that failed last time; none if nothing is known.

        Raises `UsageError` if nothing can be remembered here.
        """
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if not os.access(self.file.parent, os.W_OK):
                raise PermissionError(13, os.strerror(13))
        except OSError as error:
            raise UsageError(f"there is no cache folder to remember in: {self.file.parent}: {error.strerror}") from None
        return self.known()

    def what_came(self) -> WhatCame:
        """A place for what comes of a run, case by case."""
        return WhatCame(self)

    def write(self, failures: Sequence[str]) -> None:
        """Writes down what is to be remembered from now on; nothing, where there is no place for it."""
        with contextlib.suppress(UsageError, OSError):
            text = json.dumps({"folder": self.folder, "engine": list(self.command), "failures": failures})
            self.file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = self.file.with_name(f".{self.file.name}.{os.getpid()}")
            unfinished.write_text(text + "\n", encoding="utf-8")
            unfinished.replace(self.file)

    def known(self) -> list[str]:
        """The ids of the cases that failed last time; none if nothing is known."""
        try:
            match json.loads(self.file.read_text(encoding="utf-8")):
                # Two engines may come to share the name of a file: then it knows only the one that was run last.
                case {"folder": self.folder, "engine": engine, "failures": list(failures)} if engine == [*self.command]:
                    return [name for name in failures if isinstance(name, str)]
        except (OSError, ValueError):
            pass
        return []


class WhatCame:
    """What came of the cases of a run, as far as it is to be remembered."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._of_before: dict[str, None] = {}
        with contextlib.suppress(UsageError):
            self._of_before = dict.fromkeys(memory.known())
        self._failures: list[str] = []
        self._nothing_known = True

    def add(self, result: CaseResult) -> None:
        """Takes up a result."""
        if result.verdict.verdict == "not-run":
            return
        self._nothing_known = False
        if result.not_as_it_should_be:
            self._failures.append(result.case.id)
        if self._of_before:
            self._of_before.pop(result.case.id, None)

    def note(self) -> None:
        """Remembers it, and what is known of the cases that were not put; nothing, where none was."""
        if not self._nothing_known:
            self._memory.write([*self._failures, *self._of_before])


def those_that_failed(failures: Sequence[str], cases: Iterable[Case]) -> list[Case]:
    """Of some cases and their variants those that failed last time, in the order of the cases.

    What failed when it was asked again (`FK4.3c02@again`) is asked, and asked again.
    """
    by_id = {case.id: case for case in cases}
    named = [case for name in failures if (case := case_named(name.partition("@")[0], by_id))]
    twice = {name.partition("@")[0] for name in failures if "@" in name}
    place = {name: number for number, name in enumerate(by_id)}
    chosen = sorted({case.id: case for case in named}.values(), key=lambda case: place[case.derived_from])
    return [*chosen, *more_from([case for case in chosen if case.id in twice], "none", purity=True)]


def say_what_failed(known: Sequence[str], chosen: Sequence[Case]) -> str:
    """What `--last-failed` comes to: with what is known to have failed, and what of it is chosen.

    >>> say_what_failed([], [])
    'Nothing is known to have failed last time: all that is selected is run.'
    """
    if chosen:
        return "Only what failed last time is run."
    if known:
        return "Nothing that is selected failed last time: all of it is run."
    return "Nothing is known to have failed last time: all that is selected is run."
