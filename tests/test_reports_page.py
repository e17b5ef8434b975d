"""The page on reports shows what happens."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.events import of_every_verdict, told_in

from fk_conform.report import FORMATS

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")


def without_times(text: str) -> str:
    """The text with a mark in place of what differs from run to run."""
    return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "WHEN", re.sub(r"in \d+\.\d\d s", "in N s", text))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the engine of the README, and with one that takes the ace for the highest card."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    engine = next(block for block in re.findall(r"(?ms)^```python\n(.*?)^```$", readme) if block.startswith("#!"))
    for name, text in (("tiny.py", engine), ("my-engine", engine.replace('"789TAJQK"', '"789TJQKA"'))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def test_the_commands_print_what_the_page_shows(folder: Path) -> None:
    (block,) = re.findall(r"(?ms)^```console\n(.*?)^```$", PAGE)
    parts = re.split(r"(?m)^\$ fk-conform (.*)\n", block)[1:]
    assert len(parts) == 12
    for words, shown in zip(parts[::2], parts[1::2], strict=True):
        command = [sys.executable, "-m", "fk_conform", *words.split()]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        before, cut, rest = without_times(shown).partition("…\n")
        assert without_times(done.stdout).endswith(rest if cut else before), words
        if not cut:
            assert without_times(done.stdout) == before


def test_every_format_is_named() -> None:
    assert re.findall(r"(?m)^\| `(\w+)` \|", PAGE) == list(FORMATS)


def test_the_tap_is_as_the_page_says() -> None:
    assert told_in("tap", of_every_verdict()).startswith("TAP version 13\n")
