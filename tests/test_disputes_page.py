"""What the page on disputes shows is what happens, and it leaves no question, member or style out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from tests.helpers import ROOT

from fk_conform.cite import STYLES
from fk_conform.cli import main
from fk_conform.edition import this_edition
from fk_conform.rule.position import MEMBERS
from fk_conform.rule.questions import QUESTIONS
from fk_conform.spec import load_spec

PAGE = (ROOT / "docs" / "disputes.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", PAGE)


RUNS = [
    (command, shown)
    for block in blocks("console")
    for command, shown in re.findall(r"(?ms)^\$ (.*?)\n(.*?)(?=^\$ |\Z)", block)
]
COMMANDS = [
    command.replace("\\\n", "") for block in blocks("sh") for command in re.split(r"(?m)(?<!\\)\n", block.strip())
]


@pytest.fixture(autouse=True)
def _in_a_folder_with_the_file_and_without_a_site(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (text,) = blocks("yaml")
    (tmp_path / "dispute.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FK_SITE", "")
    this_edition.cache_clear()
    yield
    this_edition.cache_clear()


@pytest.mark.parametrize(("command", "shown"), RUNS, ids=[command for command, _ in RUNS])
def test_what_is_shown_is_printed(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(shlex.split(command)[1:])
    said = capsys.readouterr()
    assert (status == 0) is (said.err == "")
    rest = said.out + said.err
    for part in filter(None, shown.split("…\n")):
        _, found, rest = rest.partition(part)
        assert found, f"not printed, or not in this place:\n{part}"
    assert not rest or shown.endswith("…\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_other_command_works(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().err == ""


def test_it_tells_of_every_question_member_method_and_style() -> None:
    for question in QUESTIONS:
        assert question.example[0] in PAGE, question.id
    for name in [*MEMBERS, *STYLES, *(method for method in load_spec().methods if method != "initialize")]:
        # A deal, its turn-up and its course are told of as such; the depth stands in the question.
        assert f"`{name}`" in PAGE or name in ("deal", "events", "depth"), name
