"""Settings in a file: `fk-conform.toml`, or the table `[tool.fk-conform]` of a `pyproject.toml`.

A setting stands for words of the command line, which come before those that were given: so these win. Keys are called
as the long options are; `engine` is the command of the engine, and `readings` a table of them.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fk_conform.errors import UsageError

OWN, SHARED = "fk-conform.toml", "pyproject.toml"

Words = list[str]


@dataclass(frozen=True)
class Config:
    """The settings of a file: the words that each key stands for, and those of the engine's command."""

    file: str = ""
    engine: Words = field(default_factory=list)
    words: Mapping[str, Words] = field(default_factory=dict)


def find_config(folder: Path) -> Config:
    """The settings that hold in a folder: of the file there, or in the nearest folder above; none if there is none.

    Raises `UsageError` for what is no TOML, for a key that is none, and for a value of a wrong type.
    """
    for above in (folder, *folder.parents):
        own, shared = above / OWN, above / SHARED
        if own.is_file():
            return read_config(own, _toml(own))
        if shared.is_file():
            tools = _toml(shared).get("tool")
            if isinstance(tools, dict) and "fk-conform" in tools:
                return read_config(shared, tools["fk-conform"])
    return Config()


def read_config(file: Path, table: Any) -> Config:
    """The settings of a table that stands in this file; paths in it are relative to the file."""
    name = os.path.relpath(file)
    if not isinstance(table, dict):
        raise UsageError(f"{name}: tool.fk-conform: expected a table")
    engine: Words = []
    words: dict[str, Words] = {}
    for key, value in table.items():
        if key not in KINDS:
            raise UsageError(f"{name}: {key}: there is no such setting; there are {', '.join(KINDS)}")
        try:
            found = KINDS[key](key, value, file.parent)
        except ValueError as error:
            raise UsageError(f"{name}: {key}: expected {error}") from None
        if key == "engine":
            engine = found
        else:
            words[key] = found
    return Config(name, engine, words)


def _toml(file: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{os.path.relpath(file)}: no TOML: {error}") from None
    except OSError as error:
        raise UsageError(f"{os.path.relpath(file)}: {error.strerror}") from None


# What a key may be set to: a function from it to words. Each raises ValueError with what it expected.


def _command(key: str, value: Any, folder: Path) -> Words:
    """A program, or a whole command line, in a text or in a list of words. Files are found from the folder."""
    if isinstance(value, str) and value.strip():
        words = [value] if (folder / value).is_file() else _split(value)
    elif isinstance(value, list) and value and all(isinstance(word, str) and word for word in value):
        words = value
    else:
        raise ValueError("a command, as a text or a list of texts")
    program, *arguments = words
    if os.sep in program:
        program = _from_here(folder, program)
    return [program, *(_from_here(folder, word) if (folder / word).is_file() else word for word in arguments)]


def _split(line: str) -> Words:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise ValueError(f"a command; of this one the shell would say: {error}") from None


def _readings(key: str, value: Any, folder: Path) -> Words:
    return [f"--reading={name}={each}" for name, each in _table(value, "readings with their alternatives")]


def _outputs(key: str, value: Any, folder: Path) -> Words:
    return [f"--output={form}={_from_here(folder, name)}" for form, name in _table(value, "formats with their files")]


def _path(key: str, value: Any, folder: Path) -> Words:
    return [f"--{key}={_from_here(folder, _text(value))}"]


def _word(key: str, value: Any, folder: Path) -> Words:
    return [f"--{key}={_text(value)}"]


def _number(key: str, value: Any, folder: Path) -> Words:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("a number")
    return [f"--{key}={value}"]


def _switch(key: str, value: Any, folder: Path) -> Words:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return [f"--{key}" if value else f"--no-{key}"]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a text")
    return value


def _table(value: Any, of: str) -> list[tuple[str, str]]:
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise ValueError(f"a table of {of}, all texts")
    return list(value.items())


def _from_here(folder: Path, name: str) -> str:
    """A path that is relative to a folder, as it is called from the working folder; `-` stands for no file."""
    if name == "-" or Path(name).is_absolute():
        return name
    path = os.path.relpath(folder / name)
    # Without a folder in its name a program would be looked for on the PATH.
    return f"{os.curdir}{os.sep}{path}" if os.sep in name and os.sep not in path else path


KINDS: dict[str, Callable[[str, Any, Path], Words]] = {
    "engine": _command,
    "readings": _readings,
    "cases": _path,
    "corpus": _switch,
    "symmetry": _word,
    "purity": _switch,
    "jobs": _number,
    "isolate": _switch,
    "fail-fast": _switch,
    "failed-first": _switch,
    "start-timeout": _number,
    "answer-timeout": _number,
    "end-timeout": _number,
    "memory-limit": _number,
    "xfail": _path,
    "format": _word,
    "output": _outputs,
    "trace": _path,
    "verbose": _switch,
}
