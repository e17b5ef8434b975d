"""Running again whenever a file has changed: for somebody who works on an engine with the report beside it.

Files are looked at a few times a second. What is being written is waited for until it stays as it is, and what has gone
until it is there again. A file that changes with every run, as a log does, is watched no longer.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from fk_conform.errors import UsageError

POLL = 0.2
MOST_NAMED = 5
NOT_LOOKED_INTO = ("__pycache__", "node_modules")

# When a file was written, how long it is, and which file it is; None where there is none.
Stamp = tuple[int, int, int] | None
Look = dict[Path, Stamp]


def engine_files(command: Sequence[str]) -> list[Path]:
    """The files that an engine is made of, as far as its command shows: the program, and what its arguments name."""
    program = shutil.which(command[0]) or (command[0] if os.sep in command[0] else None)
    arguments = [Path(word) for word in command[1:] if _names_a_file(word)]
    return [*([Path(program)] if program else []), *arguments]


def _names_a_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False  # A program in a word, say, is longer than any name.


class Watch:
    """Runs, says what has changed, and runs again. Ctrl-C while it waits ends it.

    `paths` are files, and folders with all that is in them. `once` runs and returns the exit status; `say` tells a
    sentence.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        once: Callable[[], int],
        say: Callable[[str], None],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._paths = list(dict.fromkeys(paths))
        self._once = once
        self._say = say
        self._sleep = sleep
        self._changed_in_run: set[Path] = set()
        self._left_aside: set[Path] = set()

    def go_on(self) -> int:
        """Runs until the watch is ended; returns the exit status of the last run that came to its end."""
        status = 130
        try:
            before = self._look()
            status = self._once()
            while status != 130:
                self._leave_aside_what_runs_change(before)
                self._say(f"Watching {_listed(self._paths)}; Ctrl-C ends it.")
                changed = self._wait(before)
                self._say(f"{_listed(changed)} changed.")
                before = self._look()
                try:
                    status = self._once()
                except UsageError as error:
                    # A file that is worked on may well be wrong for a while.
                    self._say(str(error))
        except KeyboardInterrupt:
            pass
        return status

    def _wait(self, before: Look) -> list[Path]:
        """Waits until something is other than before, and stays as it is; returns what."""
        missed: set[Path] = set()
        while True:
            now = self._look()
            changed = [path for path in {**before, **now} if now.get(path) != before.get(path)]
            gone = [path for path in changed if path in self._paths and now[path] is None]
            for path in gone:
                if path not in missed:
                    self._say(f"{path} is not there; waiting for it.")
            missed.update(gone)
            self._sleep(POLL)
            if changed and not gone and self._look() == now:
                return changed

    def _leave_aside_what_runs_change(self, before: Look) -> None:
        now = self._look()
        changed = {path for path in now if now[path] != before.get(path)}
        for path in sorted(changed & self._changed_in_run):
            self._left_aside.add(path)
            self._paths = [each for each in self._paths if each != path]
            before.pop(path, None)
            self._say(f"{path} changes with every run; it is watched no longer.")
        self._changed_in_run = changed

    def _look(self) -> Look:
        return {path: _stamp(path) for path in self._files() if path not in self._left_aside}

    def _files(self) -> Iterator[Path]:
        for path in self._paths:
            if path.is_dir():
                yield from _files_in(path)
            else:
                yield path


def _files_in(folder: Path) -> Iterator[Path]:
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in NOT_LOOKED_INTO]
        yield from (Path(where, name) for name in names if not name.startswith("."))


def _stamp(path: Path) -> Stamp:
    try:
        stat = path.stat()
    except OSError:
        return None
    return (stat.st_mtime_ns, stat.st_size, stat.st_ino)


def _listed(paths: Sequence[Path]) -> str:
    named = [str(path) for path in paths]
    return ", ".join(named[:MOST_NAMED]) + (f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else "")
