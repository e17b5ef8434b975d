"""The GitHub Action and the pre-commit hook: they are as those who read them want it, and their steps run here."""

from __future__ import annotations

import json
import os
import re
import shlex
import stat
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.helpers import ROOT, zoo

from fk_conform.report import FORMATS

Json = Any

ACTION: Json = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[Json] = ACTION["runs"]["steps"]
INSTALL, RUN = (step for step in STEPS if "run" in step)
REFERENCE = f"{shlex.quote(sys.executable)} -m forty_kings"
# What would be told if any of it were taken for a part of the script.
HOSTILE = """x" '; echo INJECTED > injected; $(echo INJECTED > injected) `echo INJECTED > injected` \\"""


def test_it_has_the_members_that_github_requires() -> None:
    assert {"name", "description", "runs"} <= ACTION.keys()
    assert ACTION["runs"]["using"] == "composite"
    assert len(ACTION["description"]) > 20
    for name, value in ACTION["inputs"].items():
        assert set(value) == {"description", "default"}, name
    for name, value in ACTION["outputs"].items():
        assert value["value"] == f"${{{{ steps.run.outputs.{name} }}}}"
        assert value["description"]
    assert all(("uses" in step) != ("run" in step) for step in STEPS)
    assert all(step["shell"] == "bash" for step in STEPS if "run" in step)
    assert {ACTION["branding"]["color"]} <= {"white", "yellow", "blue", "green", "orange", "red", "purple", "gray-dark"}


def test_no_input_is_a_part_of_a_script_and_each_is_used() -> None:
    assert not any("${{" in step["run"] for step in (INSTALL, RUN))
    used = set(re.findall(r"inputs\.([\w-]+)", json.dumps(STEPS)))
    assert used == ACTION["inputs"].keys()


def test_the_reports_that_it_can_write_are_those_that_there_are() -> None:
    run = import_module("action.run")
    assert set(run.FILES) == set(FORMATS)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine of GitHub's: in its bin a `python` that only writes down what it is called with."""
    (tmp_path / "bin").mkdir()
    _program(
        tmp_path / "bin" / "python",
        f"""
        printf '%s\\n' "$@" >> {tmp_path}/called
        if [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; fi
        """,
    )
    return tmp_path


def _program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/bash\n{text}", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def take(step: Json, machine: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Takes a step as GitHub does: the script in a file, the inputs in the environment."""
    given = {name.replace("_", "-"): value for name, value in inputs.items()}
    values = {name: given.get(name, value["default"]) for name, value in ACTION["inputs"].items()}
    environment = {}
    for name, expression in step["env"].items():
        found = re.fullmatch(r"\$\{\{ (?:inputs\.([\w-]+)|github\.action_path) \}\}", expression)
        assert found, expression
        environment[name] = values[found.group(1)] if found.group(1) else str(ROOT)
    (machine / "step.sh").write_text(step["run"], encoding="utf-8")
    path = os.pathsep.join([str(machine / "bin"), os.environ["PATH"]])
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(machine / "step.sh")],
        cwd=machine,
        env={
            **os.environ,
            **environment,
            "PATH": path,
            "RUNNER_TEMP": str(machine),
            "GITHUB_OUTPUT": str(machine / "outputs"),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("version", "installed"),
    [
        ("", str(ROOT)),
        ("1.0.0", "forty-kings==1.0.0"),
        ("git+https://example.org/kings@v1", "git+https://example.org/kings@v1"),
        (HOSTILE, HOSTILE),
        ("1.0; echo INJECTED > injected", "forty-kings==1.0; echo INJECTED > injected"),
    ],
)
def test_what_is_installed_is_the_action_itself_or_the_version_wanted(
    machine: Path, version: str, installed: str
) -> None:
    run = take(INSTALL, machine, version=version)
    assert (run.returncode, run.stderr) == (0, "")
    called = (machine / "called").read_text(encoding="utf-8").splitlines()
    assert called[:3] == ["-m", "venv", str(machine / "fk-conform")]
    assert called[3:] == ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--", installed]
    assert not (machine / "injected").exists()


@pytest.fixture
def installed(machine: Path) -> Path:
    """A machine on which fk-conform has been installed: that of the tests."""
    (machine / "fk-conform" / "bin").mkdir(parents=True)
    _program(machine / "fk-conform" / "bin" / "python", f'exec {shlex.quote(sys.executable)} "$@"')
    return machine


def outputs(machine: Path) -> dict[str, str]:
    """What the step has handed on."""
    lines = (machine / "outputs").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines)


def test_a_run_hands_on_its_verdict_its_reports_and_a_badge(installed: Path) -> None:
    run = take(RUN, installed, engine=REFERENCE, args="FK1.4 --reading 'when-void=any-card'", reports="html junit")
    assert (run.returncode, run.stderr) == (0, "")
    told = outputs(installed)
    assert told.keys() == ACTION["outputs"].keys()
    assert (told["verdict"], told["exit-status"]) == ("conformant", "0")
    names = {path.name for path in Path(told["reports"]).iterdir()}
    assert names == {"report.jsonl", "report.md", "report.html", "report.xml", "badge.json"}
    assert "8 passed" in run.stdout
    header = json.loads(Path(told["report"]).read_text(encoding="utf-8").splitlines()[0])
    assert header["readings"] == {"when-void": "any-card"}
    assert Path(told["summary"]).name == "report.md"
    assert json.loads(Path(told["badge"]).read_text(encoding="utf-8"))["schemaVersion"] == 1


def test_an_engine_that_fails_fails_the_step_and_the_reports_are_there_all_the_same(installed: Path) -> None:
    run = take(RUN, installed, engine=shlex.join(zoo("answers_nothing")), args="FK1.4")
    assert run.returncode == 1
    told = outputs(installed)
    assert (told["verdict"], told["exit-status"]) == ("not-conformant", "1")
    assert Path(told["summary"]).is_file()
    assert Path(told["badge"]).is_file()


def test_without_an_engine_that_of_the_folder_is_run(installed: Path) -> None:
    (installed / "fk-conform.toml").write_text(f"engine = {json.dumps(REFERENCE)}\n", encoding="utf-8")
    run = take(RUN, installed, args="FK1.4")
    assert run.returncode == 0, run.stderr
    assert "bundled" not in run.stdout


@pytest.mark.parametrize("name", ["engine", "args", "reports"])
def test_no_input_is_taken_for_a_part_of_the_script(installed: Path, name: str) -> None:
    run = take(RUN, installed, **{"engine": REFERENCE, "args": "FK1.4", name: HOSTILE})
    assert run.returncode == 2, run.stdout
    assert not (installed / "injected").exists()


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"args": "--level 'play"}, "engine, args or reports: No closing quotation"),
        ({"reports": "pdf"}, "reports: there is no format 'pdf'; there are json, markdown"),
    ],
)
def test_an_input_that_is_wrong_is_told_as_an_annotation(installed: Path, inputs: dict[str, str], says: str) -> None:
    run = take(RUN, installed, **inputs)
    assert run.returncode == 2
    assert run.stdout.startswith(f"::error title=fk-conform::{says}")


def test_wrong_words_for_the_command_leave_a_verdict_of_error(installed: Path) -> None:
    run = take(RUN, installed, args="FK99")
    assert run.returncode == 2
    assert (outputs(installed)["verdict"], outputs(installed)["exit-status"]) == ("error", "2")


def test_the_hook_of_pre_commit_runs_the_check_on_the_checkout_that_it_is_in() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert {"id", "name", "entry", "language"} <= hook.keys()
    assert hook["language"] == "python"
    assert hook["entry"] == "fk-conform check --root ."
    assert not hook["pass_filenames"]
    assert re.search(hook["files"], "cases/4.3-following.yaml")
    assert re.search(hook["files"], "spec/clauses/4-play.yaml")
    assert not re.search(hook["files"], "docs/cases/x.md")
