"""The first files of an engine: in every language they build, pass what they offer, and are what their README says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.helpers import fk_conform

from fk_conform.errors import UsageError
from fk_conform.scaffold import engine_name, languages, load_template, write_skeleton
from fk_conform.suite import load_cases

Json = Any

# What the build of each needs. What the machine does not have is skipped, and told.
TOOLS = {
    "c": "cc",
    "go": "go",
    "java": "javac",
    "javascript": "node",
    "python": "python3",
    "rust": "cargo",
    "typescript": "node",
}
# Of these the tests are not to pass without.
ALWAYS = ("c", "javascript", "python", "typescript")


def test_there_is_a_template_for_each_of_seven_languages() -> None:
    assert languages() == sorted(TOOLS)


@pytest.fixture(scope="module", params=sorted(TOOLS))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, str]:
    """A language, the folder of an engine in it that has been built, and the last word of the command that did it."""
    language: str = request.param
    if shutil.which(TOOLS[language]) is None:
        assert language not in ALWAYS, f"there is no {TOOLS[language]}"
        pytest.skip(f"there is no {TOOLS[language]}")
    folder = tmp_path_factory.mktemp("engines") / f"My {language.title()} engine"
    said = fk_conform("init", "--lang", language, str(folder), "--name", f"my-{language}")
    assert (said.returncode, said.stderr) == (0, "")
    following = said.stdout.rstrip().splitlines()[-1].strip()
    assert "fk-conform -- " in following
    build = following.replace("fk-conform -- ", "fk-conform --method judge_trick --format json -- ")
    bin_of_tests = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run = subprocess.run(
        build.replace("cargo build", "cargo build --offline --quiet").replace("&& make", "&& make --silent"),
        shell=True,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PATH": bin_of_tests},
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    return language, folder, run.stdout


def test_what_it_offers_passes_and_the_rest_does_not_apply(made: tuple[str, Path, str]) -> None:
    language, folder, told = made
    lines = [json.loads(line) for line in told.splitlines()]
    of_method = [case for case in load_cases() if case.method == "judge_trick"]
    footer = lines[-1]
    assert (footer["verdict"], footer["counts"]["passed"]) == ("conformant", len(of_method))
    assert len(of_method) > 40
    (session,) = [line for line in lines if line["type"] == "session"]
    assert session["engine"]["name"] == f"my-{language}"
    assert session["methods"] in (["judge_trick"], ["initialize", "judge_trick"])
    whole = fk_conform("FK4", "--no-corpus", cwd=folder)  # with the engine that fk-conform.toml names
    assert whole.returncode == 0, whole.stdout + whole.stderr
    assert "Not applicable, for the method is not offered" in whole.stdout


BAD_LINES = [
    ('{"jsonrpc":"2.0","id":1,"method":"judge_trick"', None, -32700),
    ('{"jsonrpc":"2.0","id":2,"method":"judge_trick","params":"\\x"}', None, -32700),
    ("[" * 100_000, None, -32700),
    ('{"jsonrpc":"2.0","id":0}', 0, -32601),
    ('{"jsonrpc":"2.0","id":3,"method":"shuffle","params":{}}', 3, -32601),
    ('{"jsonrpc":"2.0","id":4,"method":"judge_trick","params":[]}', 4, -32602),
    ('{"jsonrpc":"2.0","id":5,"method":"judge_trick","params":{"cards":[1,null,{},"\\u0000S"]}}', 5, -32602),
    (
        '{"jsonrpc":"2.0","id":6,"method":"judge_trick","params":{"cards":["KS","QS","7H","JS"],"trump":"hearts"}}',
        6,
        -32602,
    ),
]
GOOD_LINE = (
    '{"more":["\\ud83d\\ude00\\u00e9\\"\\\\\\/\\b\\f\\n\\r\\t\\ud83d",true,false,null,-0.5e+3,{},"é😀"],'
    '"method" : "\\u006audge_trick", "params":{"trump":"hearts","cards":[ "KS","QS","7H","JS" ],"leader":"west"},'
    '"id":7,"jsonrpc":"2.0"}'
)


def test_it_lives_through_lines_that_ask_nothing_and_answers_the_next(made: tuple[str, Path, str]) -> None:
    language, folder, _ = made
    text = "".join(f"{line}\n" for line in [*(line for line, _, _ in BAD_LINES), GOOD_LINE])
    command = load_template(language).command.split()
    run = subprocess.run(command, cwd=folder, input=text.encode(), capture_output=True, check=False, timeout=30)
    assert (run.returncode, run.stderr) == (0, b"")
    *bad, good = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(answer["id"], answer["error"]["code"]) for answer in bad] == [
        (number, code) for _, number, code in BAD_LINES
    ]
    assert good == {"jsonrpc": "2.0", "id": 7, "result": {"winner": "east", "points": 12}}


def test_its_readme_names_its_files_and_a_request_that_works(made: tuple[str, Path, str]) -> None:
    language, folder, _ = made
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert readme.startswith(f"# my-{language}\n")
    assert all((folder / name).is_file() for name in re.findall(r"^\| `(.+?)` \|", readme, re.M))
    (request,) = re.findall(r"^echo .+$", readme, re.M)
    run = subprocess.run(request, shell=True, cwd=folder, capture_output=True, check=True)
    assert json.loads(run.stdout)["result"] == {"winner": "east", "points": 12}


# The files, whatever the machine has


@pytest.fixture(params=sorted(TOOLS))
def skeleton(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The first files of an engine in each language."""
    write_skeleton(load_template(request.param), tmp_path / "engine", "mine")
    return tmp_path / "engine"


def test_nothing_is_left_to_fill_in_and_nothing_is_named_after_the_template(skeleton: Path) -> None:
    files = [path for path in skeleton.rglob("*") if path.is_file()]
    assert {"README.md", ".gitignore", "fk-conform.toml", "conformance.yml"} <= {path.name for path in files}
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\{\{\w", text), path
        assert "dot-" not in str(path.relative_to(skeleton))
        assert text.endswith("\n")
        assert not re.search(r"[ \t]+$", text, re.M), path
    # Two empty lines mean something in code alone.
    assert "\n\n\n" not in (skeleton / "README.md").read_text(encoding="utf-8")


def test_the_workflow_builds_the_engine_and_runs_the_suite(skeleton: Path) -> None:
    workflow = yaml.safe_load((skeleton / ".github" / "workflows" / "conformance.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["conformance"]["steps"]
    runs = [step["run"] for step in steps if "run" in step]
    assert steps[0] == {"uses": "actions/checkout@v4"}
    assert 'python -m pip install "$FK_CONFORM"' in runs
    assert runs[-1] == "fk-conform"
    assert all(set(step) in ({"run"}, {"uses"}, {"uses", "with"}) for step in steps)


# Names and folders


@pytest.mark.parametrize(
    ("folder", "name"),
    [("my-engine", "my-engine"), ("My_Engine 2", "my-engine-2"), ("--x--", "x"), ("a/b/Rusty", "rusty")],
)
def test_the_name_is_made_of_that_of_the_folder(folder: str, name: str) -> None:
    assert engine_name(Path(folder)) == name


@pytest.mark.parametrize("name", ["", "My", "1st", "a--b", "-a", "a-", "a b", "a.b", "é", "a" * 51, "../x", 'a"b'])
def test_a_name_that_no_package_can_have_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="expected small letters"):
        engine_name(Path("fine"), name)


def test_a_folder_of_which_no_name_can_be_made_asks_for_one(tmp_path: Path) -> None:
    said = fk_conform("init", "--lang", "c", str(tmp_path / "42"))
    assert said.returncode == 2
    assert said.stderr.startswith(f"fk-conform: {tmp_path}/42: no name can be made of it; give one with --name")
    assert not (tmp_path / "42").exists()


def _fill(folder: Path) -> None:
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", encoding="utf-8")


def _file(folder: Path) -> None:
    folder.write_text("mine", encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "says"), [(_fill, "the folder is not empty; --force"), (_file, "this is no folder")]
)
def test_what_is_there_is_not_written_over(tmp_path: Path, before: Callable[[Path], None], says: str) -> None:
    before(tmp_path / "engine")
    said = fk_conform("init", "--lang", "c", str(tmp_path / "engine"))
    assert said.returncode == 2
    assert says in said.stderr
    assert len(said.stderr.splitlines()) == 1


def test_forced_it_writes_beside_what_is_there(tmp_path: Path) -> None:
    _fill(tmp_path / "engine")
    assert fk_conform("init", "--lang", "c", str(tmp_path / "engine"), "--force").returncode == 0
    assert (tmp_path / "engine" / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "engine" / "engine.c").is_file()


def test_a_language_that_there_is_none_for_is_told_with_those_there_are() -> None:
    said = fk_conform("init", "--lang", "cobol", "x")
    assert said.returncode == 2
    assert all(language in said.stderr for language in TOOLS)
    with pytest.raises(UsageError, match="there is no such language"):
        load_template("common")
