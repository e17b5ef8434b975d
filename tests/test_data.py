"""Where the compiled suite comes from: made in a checkout, and made again only when something has changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.helpers import ROOT

from fk_conform import data
from fk_conform.compiling import checksum
from fk_conform.suite import case_of

CASE = """\
clause: FK4.3
cases:
  - {id: FK4.3c01, title: A case, method: deal, given: {}, malformed: true, because: It is so.}
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one case."""
    shutil.copytree(ROOT / "spec", tmp_path / "spec")
    shutil.copy(ROOT / "CITATION.cff", tmp_path)
    (tmp_path / "cases" / "corpus").mkdir(parents=True)
    (tmp_path / "cases" / "4.3-follow-suit.yaml").write_text(CASE, encoding="utf-8")
    monkeypatch.setattr(data, "CHECKOUT", tmp_path)
    monkeypatch.setattr(data, "CARRIED", tmp_path / "nothing")
    monkeypatch.setattr(data, "PACKAGE", tmp_path / "runner")
    return tmp_path


def test_a_checkout_is_compiled_once_and_again_when_a_file_has_changed(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[Path] = []
    compile_into = data.compile_into

    def counting(folder: Path, source: Path) -> None:
        compiled.append(source)
        compile_into(folder, source)

    monkeypatch.setattr(data, "compile_into", counting)
    assert [case["id"] for case in data.cases()] == ["FK4.3c01"]
    assert "FK4.3" in {clause["id"] for clause in data.spec()["clauses"]}
    assert list(data.corpus()) == []
    assert compiled == [checkout]
    more = "  - {id: FK4.3c02, title: Another, method: deal, given: {}, malformed: true, because: It is so.}\n"
    (checkout / "cases" / "4.3-follow-suit.yaml").write_text(CASE + more, encoding="utf-8")
    assert [case["id"] for case in data.cases()] == ["FK4.3c01"]  # It is looked at once, and when it is asked for.
    data.look_again()
    assert [case["id"] for case in data.cases()] == ["FK4.3c01", "FK4.3c02"]
    assert compiled == [checkout] * 2


def test_cases_that_nobody_has_signed_for_the_wording_of_their_clause_are_marked(checkout: Path) -> None:
    file = checkout / "cases" / "4.3-follow-suit.yaml"

    def unreviewed() -> list[bool]:
        data.look_again()
        return [case_of(case).unreviewed for case in data.cases()]

    assert unreviewed() == [True]
    rule = next(clause["rule"]["en"] for clause in data.spec()["clauses"] if clause["id"] == "FK4.3")
    file.write_text(CASE.replace("cases:", f'pinned: "{checksum(rule)}"\ncases:'), encoding="utf-8")
    assert unreviewed() == [False]
    play = checkout / "spec" / "clauses" / "4-play.yaml"
    text = play.read_text(encoding="utf-8")
    assert rule in text
    play.write_text(text.replace(rule, f"{rule} Always."), encoding="utf-8")
    assert unreviewed() == [True]


def test_no_case_of_this_suite_is_unreviewed() -> None:
    assert [case["id"] for case in data.cases() if "unreviewed" in case or "pinned" in case] == []


def test_a_suite_that_is_broken_leaves_what_was_compiled_before_as_it_was(checkout: Path) -> None:
    data.cases()
    before = (checkout / "build" / "compiled" / "cases.json").read_bytes()
    (checkout / "cases" / "4.3-follow-suit.yaml").write_text("clause: [", encoding="utf-8")
    data.look_again()
    with pytest.raises(Exception, match="no YAML"):
        data.cases()
    assert (checkout / "build" / "compiled" / "cases.json").read_bytes() == before
    assert not [path for path in (checkout / "build" / "compiled").iterdir() if path.name.startswith(".")]


def test_what_a_wheel_carries_is_not_compiled_again(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    carried = checkout / "carried"
    data.compile_into(carried / "compiled", checkout)
    shutil.rmtree(checkout / "cases")
    monkeypatch.setattr(data, "CARRIED", carried)
    assert data.root() == carried
    assert [case["id"] for case in data.cases()] == ["FK4.3c01"]
