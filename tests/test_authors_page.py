"""What the page for authors shows is what happens."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.helpers import ROOT

PAGE = (ROOT / "docs" / "authors.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str, page: str = PAGE) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", page)


ENGINE, FIXTURES, LIBRARY = blocks("python")


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command as it stands on the page, with the programs of the tests first."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "COLUMNS": "80"}
    environment.pop("CI", None)  # pytest's summary has whole messages there.
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the engine of the page in Python, and one that takes the ace for the highest card."""
    (tmp_path / "mine.py").write_text(ENGINE, encoding="utf-8")
    tiny = next(block for block in blocks("python", README) if block.startswith("#!"))
    (tmp_path / "my-engine").write_text(tiny.replace('"789TAJQK"', '"789TJQKA"'), encoding="utf-8")
    (tmp_path / "my-engine").chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("block", blocks("console"))
def test_a_command_prints_what_the_page_shows(block: str, folder: Path) -> None:
    if "init" in block:
        (folder / "my-engine").unlink()
    command, _, shown = block.partition("\n")
    rest = run(*shlex.split(command.removeprefix("$ ")), cwd=folder).stdout
    for part in filter(None, shown.split("…\n")):
        _, found, rest = rest.partition(part)
        assert found, f"not printed, or not in this place:\n{part}\nbut:\n{rest}"


def test_the_fixtures_run_as_shown(folder: Path) -> None:
    (folder / "test_rules.py").write_text(f"from mine import Engine\n\n\n{FIXTURES}", encoding="utf-8")
    done = run("pytest", "-q", "-p", "no:cacheprovider", "-k", "FK4.4 or the_rules", cwd=folder)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^[1-9]\d* passed, [1-9]\d* skipped", done.stdout, re.M)


def without_numbers(text: str) -> str:
    """The text without the numbers of cases, which grow."""
    return re.sub(r"\d+ (passed|not-applicable)", r"N \1", text)


def test_the_library_prints_what_the_page_shows(folder: Path) -> None:
    printed = run(sys.executable, "-c", f"from mine import Engine\n{LIBRARY}", cwd=folder).stdout
    shown = "\n".join(re.findall(r"print\(.*\)  # (.*)$", LIBRARY, re.M))
    assert without_numbers(printed.strip()) == without_numbers(shown)


def test_the_settings_are_those_that_there_are(folder: Path) -> None:
    (settings,) = blocks("toml")
    named = set(re.findall(r"^fk_\w+", settings, re.M)) | {"fk_answer_timeout", "fk_end_timeout"}
    text = run("pytest", "--help", cwd=folder).stdout
    assert named == set(re.findall(r"^  (fk_\w+) \(", text, re.M))
    for option in re.findall(r"--fk-[\w-]+", settings):
        assert option in text
