"""The comparison with other runners claims nothing of ours without a command, nothing of others without a source."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fk_conform.cli import VERBS

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
PROJECTS = ("Bowtie", "toml-test", "h2spec", "protobuf's runner")
# Each row: the feature, what we say of ours, and what we found of the others.
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in re.findall(r"(?m)^\|.*\|$", PAGE.partition("## Which cases")[2])
    if not line.startswith(("| | ", "|---"))
]
COMMANDS = {
    command: int(status) if status else None
    for row in ROWS
    for command, status in re.findall(r"`((?:fk-conform|pytest|python|ls) [^`]+)`(?: exits with (\d))?", row[1])
}
# It goes on until it is interrupted; tests/test_watch.py does that.
ENDLESS = {command for command in COMMANDS if "--watch" in command}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The parts of a checkout that the page speaks of, an engine that goes wrong, and two saved reports of it."""
    folder = tmp_path_factory.mktemp("checkout")
    (folder / "tests").mkdir()
    for name in ("action.yml", ".pre-commit-hooks.yaml", "engines", "spec", "tests/zoo"):
        (folder / name).symlink_to(ROOT / name)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    engine = next(block for block in re.findall(r"(?ms)^```python\n(.*?)^```$", readme) if block.startswith("#!"))
    (folder / "my-engine").write_text(engine.replace('"789TAJQK"', '"789TJQKA"'), encoding="utf-8")
    (folder / "my-engine").chmod(0o755)
    (folder / "fk-conform.toml").write_text('engine = "./my-engine"\n', encoding="utf-8")
    (folder / "xfail.txt").write_text("FK1.4c02  the ace is high\nFK1.4c04  the ace is high\n", encoding="utf-8")
    for name in ("old.jsonl", "new.jsonl"):
        words = ["FK1.4", "--output", f"json={name}", "./my-engine"]
        subprocess.run([sys.executable, "-m", "fk_conform", *words], cwd=folder, capture_output=True, check=False)
    whole = (folder / "new.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "cut.jsonl").write_text("".join(whole[:-1]), encoding="utf-8")
    return folder


def started(command: str) -> list[str]:
    """The words of a command, with this Python for whatever it is that runs in Python."""
    first, *words = [sys.executable if word == "python" else word for word in shlex.split(command)]
    if first == "fk-conform":
        return [sys.executable, "-m", "fk_conform", *words]
    return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words] if first == "pytest" else [first, *words]


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - ENDLESS))
def test_a_command_that_is_named_does_what_it_is_named_for(command: str, folder: Path) -> None:
    done = subprocess.run(started(command), cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    said = COMMANDS[command]
    assert done.returncode in ((0, 1) if said is None else (said,)), done.stderr
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stdout
    assert done.stdout or said == 2


def test_verbs_are_not_taken_for_engines() -> None:
    second = {shlex.split(command)[1] for command in COMMANDS if command.startswith("fk-conform ")}
    assert {word for word in second if re.fullmatch(r"[a-z]+", word)} <= set(VERBS)


def test_every_claim_of_ours_names_a_command() -> None:
    for feature, ours, *_ in ROWS:
        named = re.search(r"`(fk-conform|pytest|python|ls) ", ours)
        assert named or re.match(r"(no|none)\b", ours), feature


def test_every_row_speaks_of_every_project() -> None:
    header = "| | fk-conform | " + " | ".join(PROJECTS) + " |"
    assert PAGE.count(header) == PAGE.count("\n## ", PAGE.index("\n## Which cases")) - 1
    assert ROWS
    for row in ROWS:
        assert len(row) == 2 + len(PROJECTS), row[0]
        assert all(row), row[0]


def test_what_is_said_of_others_has_a_source_where_it_says_that_something_is_there() -> None:
    without = {"no process of its own", "it is the network that is tested", "not looked into", "none needed", "HTTP/2"}
    bare = {
        cell
        for row in ROWS
        for cell in row[2:]
        if "[^" not in cell and not cell.startswith("not found") and cell not in without
    }
    assert not bare


def test_every_source_is_used_and_says_where() -> None:
    used = set(re.findall(r"\[\^([\w-]+)\](?!:)", PAGE))
    told = dict(re.findall(r"(?m)^\[\^([\w-]+)\]: .*\((https://[^)]+)\)$", PAGE))
    assert used == set(told)
    for where in told.values():
        assert re.search(r"/(blob|tree)/[0-9a-f]{40}/?|/2024\.10\.2/$", where), where
