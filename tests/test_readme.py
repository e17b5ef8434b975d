"""What the README shows is what happens: its engine runs, and its runs print what stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from docs.anchors import published

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
    (r"explains \d+ of \d+", "explains N of N"),
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


def difference(shown: str, printed: str) -> str:
    """Where what is printed goes on otherwise than what is shown: so far, and then each in a few words."""
    words = shown.split(" ")
    alike = max(number for number in range(len(words) + 1) if " ".join(words[:number]) in printed)
    so_far = " ".join(words[:alike])
    rest, instead = " ".join(words[alike:]), printed.partition(so_far)[2]
    return f"after       …{so_far[-100:]!r}\nREADME.md has {rest[:100]!r}\nprinted is    {instead[:100]!r}"


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
        wanted = comparable(part, whole)
        _, found, after = rest.partition(wanted)
        if not found:
            pytest.fail(difference(wanted, rest), pytrace=False)
        rest = after
    if rest:
        pytest.fail(f"README.md does not show the end: {rest}", pytrace=False)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        (r"\d+ cases, \d+ variants", "1761 cases, 1755 variants", True),
        (r"FK4\.3c17,", "FK4.3c17, FK4.3c99,", True),
        (r"\d+ malformed and answered", "116 malformed and answered", True),
        (r"deal \(\d+\)", "deal (1238)", True),
        (r"\d+ of \d+  \d+ of \d+ cases", "1145 of 1191  46 of 1191 cases", True),
        ("No known mistake", "A known mistake", False),
        ("2 of 13 methods", "3 of 13 methods", False),
        (r"FK1\.1c11", "FK1.1c99", False),
        ("points 10", "points 11", False),
    ],
)
def test_of_a_run_of_the_whole_suite_only_what_grows_with_it_may_differ(old: str, new: str, same: bool) -> None:
    (block,) = [block for block in blocks("console") if "variants of them" in block]
    other = re.sub(old, new, block)
    assert other != block
    assert (comparable(other, whole=True) == comparable(block, whole=True)) is same
    assert comparable(other, whole=False) != comparable(block, whole=False)


def test_where_the_readme_and_a_run_differ_is_said() -> None:
    said = difference("one two three four", "zero one two 3 four")
    assert said == "after       …'one two'\nREADME.md has 'three four'\nprinted is    ' 3 four'"


def test_the_engine_of_the_readme_has_about_twenty_lines() -> None:
    (engine,) = [block for block in blocks("python") if block.startswith("#!")]
    assert 20 <= len([line for line in engine.splitlines() if line.strip()]) <= 28


def test_the_library_example_of_the_readme_says_what_it_prints() -> None:
    (example,) = [block for block in blocks("python") if block.startswith("from forty_kings")]
    printed = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    comments = re.findall(r"# (.+)$", example, re.M)
    assert printed.stdout.strip() == re.sub(r"\s+", " ", comments[0])
    assert printed.stderr.strip().splitlines()[-1].endswith(comments[1].removeprefix("Refused: "))


def test_the_picture_of_the_readme_is_light_and_says_what_it_shows() -> None:
    ((told, path),) = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", README)
    assert len(told.split()) > 5
    picture = (ROOT / path).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 200_000


def test_the_links_of_the_readme_lead_to_files_and_to_pages_of_the_site() -> None:
    links = re.findall(r"\]\(([^)]+)\)", re.sub(r"(?ms)^```.*?^```$", "", README))
    site = [link.removeprefix("http://localhost:8000/") for link in links if link.startswith("http://localhost:8000/")]
    assert len(site) > 5
    assert [page for page in site if page not in published()] == []
    files = [link for link in links if not link.startswith("http")]
    assert [file for file in files if not (ROOT / file.partition("#")[0]).exists()] == []
