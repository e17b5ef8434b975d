"""What stops the runner before an engine is judged: bad usage and bad files."""

from __future__ import annotations


class UsageError(Exception):
    """What was asked for cannot be done: one line that says what was expected. Exit status 2."""


class FileError(UsageError):
    """A file of the specification or of the suite is broken: one line with the file and the place."""

    def __init__(self, file: str, line: int | None, message: str) -> None:
        place = f"{file}:{line}" if line else file
        super().__init__(f"{place}: {message}")
