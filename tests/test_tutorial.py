"""The tutorial is what happens: its engine is put together from the page, and its runs print what stands there."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.helpers import ROOT, fk_conform

from fk_conform.cli import VERBS

PAGES = {lang: (ROOT / "docs" / "pages" / lang / "tutorial.md").read_text(encoding="utf-8") for lang in ("en", "fr")}


@dataclass(frozen=True)
class Block:
    """A fenced block: part of a file, if it has a title, or a command and what it prints."""

    language: str
    title: str
    text: str


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = re.findall(r'(?ms)^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', page)
    return [Block(*parts) for parts in found]


BLOCKS = blocks(PAGES["en"])
RUNS = [index for index, block in enumerate(BLOCKS) if block.language == "console"]


def named(statement: ast.stmt) -> str:
    """The name that a statement of a module defines, or nothing."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return ""


def statements(text: str) -> list[tuple[str, str]]:
    """The statements of a module, each with its name."""
    lines = text.splitlines(keepends=True)
    found = []
    for statement in ast.parse(text).body:
        decorators = getattr(statement, "decorator_list", [])
        first = decorators[0].lineno if decorators else statement.lineno
        found.append((named(statement), "".join(lines[first - 1 : statement.end_lineno])))
    return found


def edited(text: str, part: str) -> str:
    r"""A file with a part as the page has it: what is there already is replaced, and what is new goes to the end.

    A part that begins with imports is the whole file.

    >>> print(edited("a = 1\nb = 2\n", "c = 3\na = 4\n"), end="")
    a = 4
    b = 2
    c = 3
    """
    if part.startswith("import "):
        return part
    there = statements(text)
    for name, code in statements(part):
        places = [place for place, (other, _) in enumerate(there) if name and other == name]
        if places:
            there[places[0]] = (name, code)
        else:
            there.append((name, code))
    return "".join(code for _, code in there)


def write_files(folder: Path, run: int) -> None:
    """The engine as it is at a run: all parts that stand before it."""
    files: dict[str, str] = {}
    for block in BLOCKS[:run]:
        if block.title:
            files[block.title] = edited(files.get(block.title, ""), block.text)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def pattern(shown: str) -> str:
    """What is shown, with lines in place of an ellipsis that stands alone, and anything in place of any other."""
    shown = re.sub(r"in \d+\.\d\d s", "in … s", shown)
    parts = re.split(r"(?m)^…\n", shown)
    return r"(?:.*\n)*?".join(".*?".join(map(re.escape, part.split("…"))) for part in parts)


@pytest.mark.parametrize("run", RUNS, ids=lambda run: BLOCKS[run].text.partition("\n")[0])
def test_a_command_prints_what_the_page_shows(run: int, tmp_path: Path) -> None:
    command, _, shown = BLOCKS[run].text.partition("\n")
    write_files(tmp_path, run)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "COLUMNS": "100"}
    words = shlex.split(command.removeprefix("$ "))
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert re.fullmatch(pattern(shown), done.stdout), f"not what is printed:\n{done.stdout}"


def test_the_commands_at_the_end_have_these_options() -> None:
    (last,) = [block.text for block in BLOCKS if block.language == "sh"]
    commands = [shlex.split(line, comments=True) for line in last.splitlines()]
    ours = [words[1:] for words in commands if words[0] == "fk-conform"]
    assert len(ours) == len(commands) - 1
    for words in ours:
        verb = words[0] if words[0] in VERBS else ""
        options = [word for word in words[: words.index("--") if "--" in words else None] if word.startswith("--")]
        printed = fk_conform(*filter(None, [verb]), "--help").stdout
        assert all(option in printed for option in options), words


def test_the_code_and_the_runs_are_the_same_in_french() -> None:
    def without_comments(block: Block) -> Block:
        return Block(block.language, block.title, re.sub(r"(?m) +# .*$", "", block.text))

    assert list(map(without_comments, blocks(PAGES["fr"]))) == list(map(without_comments, BLOCKS))
