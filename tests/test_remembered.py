"""What failed last time: remembered for each engine and folder, and run alone or first."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path

import pytest
from tests.helpers import SUITE, TRICK, Outcome, make_case, run, zoo

from fk_conform.cli import main
from fk_conform.errors import UsageError
from fk_conform.remembered import Memory, say_what_failed, those_that_failed
from fk_conform.running import CaseResult
from fk_conform.suite import Case, load_cases
from fk_conform.verdict import Verdict

ENGINE = ["./engine"]


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache folder that is not there yet, and a working folder."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def came(**verdicts: str) -> list[CaseResult]:
    """Results of cases that are called so."""
    return [
        CaseResult(dataclasses.replace(TRICK, id=name), Verdict(verdict.replace("_", "-")))
        for name, verdict in verdicts.items()
    ]


def note(memory: Memory, results: list[CaseResult]) -> None:
    """Has it remember what came of a run."""
    what_came = memory.what_came()
    for result in results:
        what_came.add(result)
    what_came.note()


# What is remembered


def test_at_first_nothing_is_known() -> None:
    assert Memory.of(ENGINE).failures() == []


def test_what_failed_is_remembered_and_what_passed_is_not() -> None:
    memory = Memory.of(ENGINE)
    note(memory, came(a="passed", b="failed", c="fault", d="not_applicable", e="unexpected_pass", f="expected_failure"))
    assert memory.failures() == ["b", "c", "e"]


def test_a_run_of_a_part_changes_what_is_known_of_that_part() -> None:
    memory = Memory.of(ENGINE)
    note(memory, came(a="failed", b="failed", c="failed"))
    note(memory, came(b="passed", c="failed", d="failed"))
    assert memory.failures() == ["c", "d", "a"]
    note(memory, came(a="not_applicable", c="not_run", d="passed"))
    assert memory.failures() == ["c"]


def test_of_a_run_that_was_ended_before_anything_was_known_nothing_is_remembered() -> None:
    memory = Memory.of(ENGINE)
    note(memory, came(a="failed"))
    before = memory.file.stat()
    note(memory, came(a="not_run", b="not_run"))
    assert memory.file.stat() == before
    assert memory.failures() == ["a"]


def test_engines_and_folders_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note(Memory.of(ENGINE), came(a="failed"))
    assert Memory.of([*ENGINE, "--fast"]).failures() == []
    monkeypatch.chdir(tmp_path)
    assert Memory.of(ENGINE).failures() == []
    monkeypatch.chdir("work")
    assert Memory.of(ENGINE).failures() == ["a"]


def test_it_is_one_small_file_that_says_what_it_is_about(tmp_path: Path) -> None:
    memory = Memory.of(ENGINE)
    note(memory, came(a="failed"))
    note(memory, came(b="failed"))
    (file,) = (tmp_path / "cache" / "fk-conform").iterdir()
    assert json.loads(file.read_text(encoding="utf-8")) == {
        "folder": str(tmp_path / "work"),
        "engine": ["./engine"],
        "failures": ["b", "a"],
    }


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"failures": 3}', '{"failures": null}', "\0", '"failures"'])
def test_a_file_that_is_damaged_is_as_good_as_none(text: str) -> None:
    memory = Memory.of(ENGINE)
    note(memory, came(a="failed"))
    memory.file.write_text(text, encoding="utf-8")
    assert memory.failures() == []
    note(memory, came(b="failed"))
    assert memory.failures() == ["b"]


def test_what_is_remembered_of_another_is_nothing_of_this_one(tmp_path: Path) -> None:
    memory = Memory.of(ENGINE)
    note(memory, came(a="failed"))
    text = memory.file.read_text(encoding="utf-8")
    for mine, other in (('"./engine"', '"./other"'), (str(tmp_path), "/elsewhere")):
        memory.file.write_text(text.replace(mine, other), encoding="utf-8")
        assert memory.failures() == []


@pytest.mark.parametrize("home", ["", "relative/cache"])
def test_without_a_cache_folder_of_that_name_it_is_the_one_in_the_home_folder(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", home)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert Memory.of(ENGINE).file.parent == tmp_path / "home" / ".cache" / "fk-conform"


def test_where_nothing_can_be_remembered_only_who_asks_for_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    memory = Memory.of(ENGINE)
    note(memory, came(a="failed"))
    with pytest.raises(
        UsageError, match=r"^there is no cache folder to remember in: .*/file/cache/.*: Not a directory$"
    ):
        memory.failures()


def test_nor_in_a_folder_that_may_not_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    # Asked of the system in this way, for the administrator may write anywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(UsageError, match="Permission denied"):
        Memory.of(ENGINE).failures()


# What is run again


def ids(cases: list[Case]) -> list[str]:
    return [case.id for case in cases]


def test_only_what_failed_is_chosen_in_the_order_of_the_suite() -> None:
    assert ids(those_that_failed(["FK4.9c01", "FK9.9c09", "FK4.3c02"], SUITE)) == ["FK4.3c02", "FK4.9c01"]
    assert those_that_failed(["FK9.9c09"], SUITE) == []


def test_variants_that_failed_are_chosen_by_themselves() -> None:
    (variant,) = those_that_failed(["FK4.9c01~HCDS+1"], SUITE)
    assert variant.id == "FK4.9c01~HCDS+1"
    # West, one seat further, is south; hearts are called clubs.
    assert json.loads(variant.params)["leader"] == "south"
    assert json.loads(variant.params)["trump"] == "clubs"


def test_what_failed_when_it_was_asked_again_is_asked_again() -> None:
    assert ids(those_that_failed(["FK4.9c01@again"], SUITE)) == ["FK4.9c01", "FK4.9c01@again"]
    views = [case for case in load_cases(corpus=False) if case.id == "FK4.18c01"]
    assert ids(those_that_failed(["FK4.18c01@twin"], views)) == ["FK4.18c01", "FK4.18c01@twin", "FK4.18c01@again"]


def test_what_is_to_come_first_comes_first_whatever_its_readings() -> None:
    under = make_case("FK4.4c01", "legal_cards", {}, {"malformed": True}, {"when-void": "must-trump"})
    outcome: Outcome = run(zoo("right_throughout"), [*SUITE, under], first=frozenset([under.id, "FK4.9c01"]))
    told = [result.case.id for result in outcome.results]
    assert told == ["FK4.9c01", "FK4.4c01", *[case.id for case in SUITE if case.id != "FK4.9c01"]]
    assert outcome.footer.verdict == "conformant"


# The command


def conform(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["--no-corpus", *words])
    return status, "".join(capsys.readouterr())


def put(text: str) -> list[str]:
    """The cases of a JSON report, in their order."""
    lines = [json.loads(line) for line in text.splitlines()]
    return [line["id"] for line in lines if line["type"] == "case"]


def test_last_failed_runs_what_failed_until_nothing_does(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    engine = tmp_path / "work" / "engine"
    text = "#!/bin/sh\nexec {} \n"
    engine.write_text(text.format(" ".join(zoo("answers_nothing", "judge_trick"))), encoding="utf-8")
    engine.chmod(0o755)
    status, said = conform(capsys, "FK4.9", "FK4.3", "./engine", "--format", "json")
    failed = [name for name in put(said) if name.startswith("FK4.9")]
    assert status == 1
    assert failed
    status, said = conform(capsys, "./engine", "--last-failed")
    assert status == 1
    assert f"{len(failed)} cases selected\nOnly what failed last time is run.\n" in said
    assert f"\n{len(failed)} failed in " in said
    status, said = conform(capsys, "FK4.3", "./engine", "--last-failed")
    assert "Nothing that is selected failed last time: all of it is run.\n" in said
    assert status == 0
    engine.write_text(text.format(" ".join(zoo("right_throughout"))), encoding="utf-8")
    status, said = conform(capsys, "./engine", "--last-failed", "--format", "json")
    assert (status, put(said)) == (0, failed)
    status, said = conform(capsys, "FK4.9", "./engine", "--last-failed")
    assert "Nothing is known to have failed last time: all that is selected is run.\n" in said
    assert status == 0
    assert f"\n{len(failed)} passed in " in said


def test_a_run_of_what_failed_claims_no_level(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--", *zoo("answers_nothing", '"trick":["KS"]')]
    conform(capsys, "FK4.3", *words)
    _, said = conform(capsys, "--last-failed", "--format", "json", *words)
    lines = [json.loads(line) for line in said.splitlines()]
    assert lines[0]["selection"] == {"last-failed": True, "corpus": False}
    assert lines[0]["notes"] == ["Only what failed last time is run."]
    assert not any(level["claimed"] for level in lines[-1]["levels"])
    _, said = conform(capsys, "--last-failed", *words)
    assert "Play" not in said


def test_failed_first_runs_all_and_what_failed_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["FK4.3", "FK4.9", "--format", "json", "--", *zoo("answers_nothing", "judge_trick")]
    _, said = conform(capsys, *words)
    everything = put(said)
    status, said = conform(capsys, "--failed-first", "--fail-fast", *words)
    assert status == 1
    expected = sorted(everything, key=lambda name: not name.startswith("FK4.9"))
    assert put(said) == expected
    assert expected != everything
    counts = json.loads(said.splitlines()[-1])["counts"]
    assert (counts["failed"], counts["passed"]) == (1, 0)


def test_what_is_expected_to_fail_is_not_what_failed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "work" / "xfail.txt").write_text("FK4.9 no tricks yet\n", encoding="utf-8")
    words = ["--xfail", "xfail.txt", "--", *zoo("answers_nothing", "judge_trick")]
    assert conform(capsys, "FK4.9", *words)[0] == 0
    assert Memory.of(words[3:]).failures() == []


def test_without_a_place_to_remember_runs_work_and_what_needs_it_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "cache").write_text("a file", encoding="utf-8")
    assert conform(capsys, "FK4.9c01")[0] == 0
    for option in ("--last-failed", "--failed-first"):
        status, said = conform(capsys, "FK4.9c01", option)
        assert (status, said.count("\n")) == (2, 1)
        assert said.startswith("fk-conform: there is no cache folder to remember in: ")


def test_what_the_note_says() -> None:
    assert say_what_failed(["a"], SUITE[:1]) == "Only what failed last time is run."
    assert say_what_failed(["a"], []).startswith("Nothing that is selected failed last time")
