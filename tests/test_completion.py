"""Completion: what could follow on a command line, and the script of bash that asks for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests.helpers import fk_conform

from fk_conform.cli import VERBS
from fk_conform.completion import SCRIPTS, complete, for_shell, script


def words(*line: str) -> list[str]:
    """What could stand where the last word is, without what it is."""
    return [word for word, _ in complete(line)]


def test_verbs_come_first_with_what_they_do() -> None:
    assert complete(["sho"]) == [("show", VERBS["show"])]
    assert words("")[: len(VERBS)] == list(VERBS)


def test_verbs_follow_no_other_word() -> None:
    assert words("list", "sho") == []
    assert words("--verbose", "sho") == []


@pytest.mark.parametrize("verb", VERBS)
def test_the_options_of_every_verb_are_those_of_its_parser(verb: str) -> None:
    parser = import_module(f"fk_conform.cli.{verb}").parser()
    found = words(verb, "-")
    assert "--help" in found
    assert set(found) == set(parser._option_string_actions)


def test_a_run_has_options_without_a_verb() -> None:
    assert words("--meth") == ["--method"]
    assert words("FK4", "--ver") == ["--version", "--verbose"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (["--method", "legal"], ["legal_cards"]),
        (["--method=legal"], ["--method=legal_cards"]),
        (["list", "--level", "c"], ["cliques"]),
        (["--reading", "when"], ["when-void=any-card", "when-void=must-trump"]),
        (["--reading=when-void=m"], ["--reading=when-void=must-trump"]),
        (["--symmetry", ""], ["none", "sample", "all"]),
        (["--format", "j"], ["json", "junit"]),
        (["--output", "mark"], ["markdown="]),
        (["init", "--lang", "java"], ["java", "javascript"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["mistakes", "M-ace-s"], ["M-ace-scores"]),
    ],
    ids=" ".join,
)
def test_values_are_those_that_there_are(line: list[str], found: list[str]) -> None:
    assert words(*line) == found


def test_cases_come_when_their_clause_is_named() -> None:
    found = words("FK6.1")
    assert {"FK6.1", "FK6.10", "FK6.1c01"} <= set(found)
    assert "FK6.10c01" not in found
    assert words("show", "fk1.4C0") == [f"FK1.4c0{number}" for number in range(1, 9)]
    assert words("list", "FK") == [word for word in words("list", "FK") if "c" not in word]
    assert "FK4" in words("FK")


def test_show_knows_everything_that_has_a_name() -> None:
    assert words("show", "when") == ["when-void"]
    assert words("show", "must-f") == ["must-follow-suit"]
    assert "M-ace-scores" in words("show", "M-")


def test_after_two_hyphens_is_the_command_of_an_engine() -> None:
    assert words("--", "") == []
    assert words("FK4", "--", "node", "--ver") == []


def test_an_option_without_a_value_is_followed_by_anything() -> None:
    assert words("--verbose", "FK4.3c02") == ["FK4.3c02"]


def test_bash_gets_only_what_follows_the_last_equals_sign() -> None:
    assert list(for_shell("bash", ["--reading", "when-void", "=", "must"])) == [
        "must-trump\tMust a player who holds no card of the suit led play a trump?"
    ]
    assert [line.split("\t")[0] for line in for_shell("bash", ["--method", "=", "judge_t"])] == ["judge_trick"]
    assert [line.split("\t")[0] for line in for_shell("zsh", ["--method=judge_t"])] == ["--method=judge_trick"]


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_of_each_shell_is_printed(shell: str) -> None:
    said = fk_conform("completion", shell)
    assert (said.returncode, said.stdout) == (0, script(shell))
    assert f"completion {shell} -- " in said.stdout


def test_another_shell_is_told_which_there_are() -> None:
    said = fk_conform("completion", "tcsh")
    assert said.returncode == 2
    assert all(shell in said.stderr for shell in SCRIPTS)


def in_bash(*line: str) -> list[str]:
    """What bash would offer where the last word is, in the pieces that bash makes of a line."""
    bash = shutil.which("bash")
    assert bash, "there is no bash"
    program = f"""
        {script("bash")}
        COMP_WORDS=(fk-conform "$@")
        COMP_CWORD=$#
        _fk_conform 2>/dev/null
        printf '%s\\n' "${{COMPREPLY[@]}}"
        complete -p fk-conform
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run = subprocess.run(
        [bash, "-c", program, "bash", *line],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": path},
    )
    *found, registered = run.stdout.splitlines()
    assert registered == "complete -o default -F _fk_conform fk-conform"
    return [word for word in found if word]


def test_bash_completes_verbs_cases_options_and_values() -> None:
    assert in_bash("sho") == ["show"]
    assert in_bash("show", "FK1.4c0") == [f"FK1.4c0{number}" for number in range(1, 9)]
    assert in_bash("--reading", "=", "when-void", "=", "must") == ["must-trump"]
    assert in_bash("list", "--level", "pl") == ["play"]
    assert in_bash("./my-eng") == []  # bash looks for files then
    assert in_bash("a b", "$(false)", "'") == []


@pytest.mark.parametrize(("shell", "how"), [("zsh", ["-n"]), ("fish", ["--no-execute"])])
def test_the_other_scripts_can_be_read_by_their_shells(shell: str, how: list[str], tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    (tmp_path / "script").write_text(script(shell), encoding="utf-8")
    run = subprocess.run([shell, *how, str(tmp_path / "script")], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
