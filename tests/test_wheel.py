"""The wheel: what whoever installs it finds, besides the code."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.helpers import ROOT

from fk_conform.completion import SCRIPTS, script
from fk_conform.manual import manual


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def read(wheel: zipfile.ZipFile, end: str) -> str:
    """The one file whose name ends so."""
    (name,) = [name for name in wheel.namelist() if name.endswith(end)]
    return wheel.read(name).decode()


def test_it_holds_every_file_of_every_template(wheel: zipfile.ZipFile) -> None:
    templates = ROOT / "runner" / "fk_conform" / "templates"
    files = [path for path in templates.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert len(files) > 40
    inside = {name for name in wheel.namelist() if name.startswith("fk_conform/templates/")}
    assert inside == {f"fk_conform/templates/{path.relative_to(templates).as_posix()}" for path in files}


def test_the_manual_is_where_man_looks_for_it_and_is_that_of_these_verbs(wheel: zipfile.ZipFile) -> None:
    assert read(wheel, ".data/data/share/man/man1/fk-conform.1") == manual()


def test_completion_is_where_shells_look_for_it(wheel: zipfile.ZipFile) -> None:
    places = {
        "bash": "share/bash-completion/completions/fk-conform",
        "zsh": "share/zsh/site-functions/_fk-conform",
        "fish": "share/fish/vendor_completions.d/fk-conform.fish",
    }
    assert places.keys() == SCRIPTS.keys()
    for shell, place in places.items():
        assert read(wheel, f".data/data/{place}") == script(shell)


def test_it_is_typed_and_pytest_finds_the_plugin(wheel: zipfile.ZipFile) -> None:
    assert {"fk_conform/py.typed", "forty_kings/py.typed"} <= set(wheel.namelist())
    assert "[pytest11]\nfk_conform = fk_conform.pytest_plugin" in read(wheel, ".dist-info/entry_points.txt")


def test_it_holds_the_compiled_suite(wheel: zipfile.ZipFile) -> None:
    names = {Path(name).name for name in wheel.namelist() if name.startswith("fk_conform/data/compiled/")}
    assert {"spec.json", "cases.json", "corpus.jsonl"} <= names
