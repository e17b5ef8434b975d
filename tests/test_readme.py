"""What the README shows is what happens: its engine runs, and its runs print what stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", README)


def without_times(text: str) -> str:
    return re.sub(r"in \d+\.\d\d s", "in N s", text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the engine of the README, and with one that takes the ace for the highest card."""
    engine = next(block for block in blocks("python") if block.startswith("#!"))
    for name, text in (("tiny.py", engine), ("my-engine", engine.replace('"789TAJQK"', '"789TJQKA"'))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    assert (tmp_path / "my-engine").read_text(encoding="utf-8") != engine
    return tmp_path


@pytest.mark.parametrize("block", blocks("console"))
def test_a_run_prints_what_the_readme_shows(block: str, folder: Path) -> None:
    command, _, shown = block.partition("\n")
    words = command.removeprefix("$ fk-conform ").split()
    run = [sys.executable, "-m", "fk_conform", *words]
    printed = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False).stdout
    rest = without_times(printed)
    for part in without_times(shown).split("…\n"):
        _, found, rest = rest.partition(part)
        assert found, f"not printed, or not in this place:\n{part}\nbut:\n{printed}"
    assert not rest


def test_the_engine_of_the_readme_has_about_twenty_lines() -> None:
    (engine,) = [block for block in blocks("python") if block.startswith("#!")]
    assert 20 <= len([line for line in engine.splitlines() if line.strip()]) <= 28


def test_the_library_example_of_the_readme_says_what_it_prints() -> None:
    (example,) = [block for block in blocks("python") if block.startswith("from forty_kings")]
    printed = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    comments = re.findall(r"# (.+)$", example, re.M)
    assert printed.stdout.strip() == re.sub(r"\s+", " ", comments[0])
    assert printed.stderr.strip().splitlines()[-1].endswith(comments[1].removeprefix("Refused: "))
