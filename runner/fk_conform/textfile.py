"""Reading files that somebody wrote or sent: their text, and what JSON says in them, with the line of what is wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fk_conform.errors import FileError

# No file that a person writes is as long; whoever sends one that is has something else in mind.
LONGEST = 1 << 24


def read_lines(path: Path, name: str) -> Iterator[str]:
    """The lines of a file, one by one, of which there may be any number; `name` is what to call the file."""
    if path.is_fifo():
        raise FileError(name, None, "cannot be read: it is a pipe, and no file")
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LONGEST + 1):
                number += 1
                if len(line) > LONGEST:
                    raise FileError(name, number, f"longer than {LONGEST >> 20} MB, which no line is")
                yield line.decode()
    except OSError as error:
        raise FileError(name, None, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FileError(name, number, f"expected UTF-8, not the byte {error.object[error.start]:#04x}") from None


def read_text(path: Path, name: str, pipes: bool = False) -> str:
    """The text of a file, if it is of a length that a person could have written; `name` is what to call the file.

    What was found in a folder and is a pipe is not read, for one might wait for ever.
    """
    if not pipes and path.is_fifo():
        raise FileError(name, None, "cannot be read: it is a pipe, and no file")
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST + 1)
    except OSError as error:
        raise FileError(name, None, f"cannot be read: {error.strerror}") from None
    if len(content) > LONGEST:
        raise FileError(name, None, f"longer than {LONGEST >> 20} MB, which no file of cases is")
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise FileError(name, line, f"expected UTF-8, not the byte {content[error.start]:#04x}") from None


def read_json(path: Path, name: str) -> Any:
    """What a file of JSON says; `name` is what to call the file in an error."""
    try:
        return json.loads(read_text(path, name))
    except json.JSONDecodeError as error:
        raise FileError(name, error.lineno, f"no JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise FileError(name, None, "no JSON that can be read: too deep, or a number of too many digits") from None


def name_of(path: Path) -> str:
    """The file as a person would name it: from the folder one is in, where that is shorter."""
    try:
        return str(Path(os.path.realpath(path)).relative_to(Path.cwd()))
    except (ValueError, OSError):  # It is elsewhere, or the folder that one is in is gone.
        return str(path)
