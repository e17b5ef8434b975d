"""What the README shows is what happens: its engine runs, and its runs print what stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from difflib import get_close_matches
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", README)


def without_times(text: str) -> str:
    return re.sub(r"in \d+\.\d\d s", "in N s", text)


# What a run of the whole suite prints and a case more may change, with the width of it and so the ends of lines.
OF_THE_SUITE = (
    (r"\d+ cases, \d+ variants of them, \d+ generated", "N cases"),
    (r"(Malformed as well, and answered:)(\s+FK[\d.c]+[,.])+", r"\1 IDS"),
    (r"(Failures:) \d+ (.*?), \d+ in variants", r"\1 N \2, N in variants"),
    (r"explains \d+ of \d+\s+failures", "explains N of N failures"),
    (r"(Not applicable, .*) \(\d+\)", r"\1 (N)"),
    (r"([a-z_]+)\s\(\d+\)", r"\1 (N)"),
    (r"\d+ of \d+\s+\d+ of \d+ cases did not pass", "N of N cases did not pass"),
    (r"\d+ passed, \d+ failed, \d+ not applicable", "N passed, N failed, N not applicable"),
)


def comparable(text: str, whole: bool) -> str:
    """The text without what differs from run to run or, of a run of the whole suite, with every case that is added."""
    text = without_times(text)
    for pattern, instead in OF_THE_SUITE if whole else ():
        text = re.sub(pattern, instead, text)
    return re.sub(r"\s+", " ", text) if whole else text


def differences(shown: str, printed: str) -> str:
    """The lines of the README that are not printed, each with the line that is likest to it."""
    lines = without_times(printed).splitlines()
    lacking = [line for line in without_times(shown).splitlines() if line not in [*lines, "…"]]
    pairs = ((line, get_close_matches(line, lines, 1, 0.3) or ["(nothing like it)"]) for line in lacking)
    told = "\n".join(f"README.md: {line}\nprinted:   {likest[0]}" for line, likest in pairs)
    return told or "all lines of README.md are printed, but in another order, or with others between them"


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
    whole = " cases selected" not in shown
    rest = comparable(printed, whole)
    for part in shown.split("…\n"):
        _, found, rest = rest.partition(comparable(part, whole))
        if not found:
            pytest.fail(differences(shown, printed), pytrace=False)
    if rest:
        pytest.fail(f"README.md does not show the end: {rest}", pytrace=False)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("760 cases, 754 variants", "761 cases, 755 variants", True),
        ("FK4.3c17,", "FK4.3c17, FK4.3c99,", True),
        ("explains 6 of 23", "explains 16 of 123", True),
        ("deal (238)", "deal (1238)", True),
        ("144 of 190  46 of 190", "145 of 191  46 of 191", True),
        ("A card in two places is taken.", "A card in 2 places is taken.", False),
        ("2 of 13 methods", "3 of 13 methods", False),
        ("FK1.1c11", "FK1.1c99", False),
        ("points 10", "points 11", False),
    ],
)
def test_of_a_run_of_the_whole_suite_only_what_grows_with_it_may_differ(old: str, new: str, same: bool) -> None:
    (block,) = [block for block in blocks("console") if "variants of them" in block]
    assert old in block
    other = block.replace(old, new)
    assert (comparable(other, whole=True) == comparable(block, whole=True)) is same
    assert comparable(other, whole=False) != comparable(block, whole=False)
    for line in block.splitlines():
        assert old not in line or f"README.md: {line}\n" in differences(block, other)


def test_the_engine_of_the_readme_has_about_twenty_lines() -> None:
    (engine,) = [block for block in blocks("python") if block.startswith("#!")]
    assert 20 <= len([line for line in engine.splitlines() if line.strip()]) <= 28


def test_the_library_example_of_the_readme_says_what_it_prints() -> None:
    (example,) = [block for block in blocks("python") if block.startswith("from forty_kings")]
    printed = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    comments = re.findall(r"# (.+)$", example, re.M)
    assert printed.stdout.strip() == re.sub(r"\s+", " ", comments[0])
    assert printed.stderr.strip().splitlines()[-1].endswith(comments[1].removeprefix("Refused: "))
