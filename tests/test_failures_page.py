"""The page on failures shows what happens: its commands print what stands there, and its files can be read."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest
from tests.helpers import ROOT, fk_conform

from fk_conform.config import KINDS, read_config
from fk_conform.expected import load_expected

PAGE = (ROOT / "docs" / "failures.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = PAGE) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", text)


def without_chance(text: str) -> str:
    """A text without times and numbers of processes, and without the numbers of cases that pass, which grow."""
    text = re.sub(r" *\d+\.\d( ms)", r"N\1", text)
    text = re.sub(r"\d+( cases selected| passed,)", r"N\1", text)
    return re.sub(r"process \d+|\d+\.\d\d s", "N", text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the engines and the file of the page."""
    tiny = next(block for block in blocks("python", README) if block.startswith("#!"))
    no_follow = f"#!/bin/sh\nexec {sys.executable} {ROOT / 'tests' / 'zoo' / 'counting.py'} M-no-follow\n"
    for name, text in (("my-engine", tiny.replace('"789TAJQK"', '"789TJQKA"')), ("no-follow", no_follow)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "xfail.txt").write_text(blocks("xfail")[0], encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.split()[2])
def test_a_command_prints_what_the_page_shows(block: str, folder: Path) -> None:
    command, _, shown = block.partition("\n")
    printed = fk_conform(*shlex.split(command)[2:], cwd=folder)
    assert without_chance(printed.stdout) == without_chance(shown)
    assert printed.stderr == ""


def test_the_file_of_expected_failures_can_be_read(folder: Path) -> None:
    names = [line.name for line in load_expected(folder / "xfail.txt").lines]
    assert names == ["FK1.4c02", "FK1.4c04", "FK4.9c0[5-9]", "FK4.9c11"]


def test_the_settings_are_such(folder: Path) -> None:
    (text,) = blocks("toml")
    config = read_config(folder / "fk-conform.toml", tomllib.loads(text))
    assert config.engine == ["node", "engine.mjs"]
    keys = re.search(r"(?s)Keys are called as.*?;", PAGE)
    assert keys
    assert set(KINDS) - set(re.findall(r"`([a-z-]+)`", keys[0])) == {"engine", "readings"}


def test_every_option_that_is_named_is_one() -> None:
    helps = "".join(fk_conform(*words, "--help").stdout for words in ([], ["replay"], ["request"], ["divide"]))
    named = set(re.findall(r"--[a-z][a-z-]+", re.sub(r"(?s)```console.*?```", "", PAGE))) - {"--seed"}
    assert {option for option in named if option not in helps} == set()
