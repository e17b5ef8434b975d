"""What an edition said stays; what a later one says otherwise is found and shown, clause by clause."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from docs import editions
from docs.editions import Edition, Wording, close, closed, compare, history, of_today
from docs.generator.book import Book
from docs.generator.pages import changes
from docs.generator.pages.rules import pages as rules
from docs.generator.words import LANGUAGES
from jsonschema import Draft202012Validator
from tests.helpers import ROOT

SCHEMA: Any = json.loads((ROOT / "spec" / "schema" / "snapshot.schema.json").read_text(encoding="utf-8"))


def clause(name: str, rule: str, basis: str = "stated", withdrawn: str = "") -> Wording:
    """A clause whose French says the same in capitals."""
    told = {"en": withdrawn, "fr": withdrawn.upper()} if withdrawn else {}
    return Wording(name, {"en": "Title", "fr": "Titre"}, {"en": rule, "fr": rule.upper()}, basis, told)


def edition(*clauses: Wording, version: str = "1.0.0") -> Edition:
    return Edition(version, {each.id: each for each in clauses})


LEAD, FOLLOW = clause("FK4.2", "Lead any card."), clause("FK4.3", "One may follow suit.")
FIRST = edition(LEAD, FOLLOW)


# What has been closed


def test_what_was_closed_is_never_changed() -> None:
    lines = (editions.FOLDER / editions.SUMS).read_text(encoding="utf-8").splitlines()
    sums = {line.partition("  ")[2]: line.partition("  ")[0] for line in lines}
    kept = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in editions.FOLDER.glob("*.json")}
    assert kept == sums
    assert len(lines) == len(sums)


@pytest.mark.parametrize("kept", sorted(editions.FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_what_was_closed_is_as_its_schema_says_under_its_own_name(kept: Path) -> None:
    content = json.loads(kept.read_text(encoding="utf-8"))
    Draft202012Validator(SCHEMA).validate(content)
    assert content["version"] == kept.stem


def test_no_clause_of_a_closed_edition_is_gone() -> None:
    gone = [set(old.clauses) - set(new.clauses) for old, new in history([*closed(), of_today()])]
    assert gone == [set()] * len(gone)


# Closing


def test_an_edition_that_was_closed_is_read_as_it_was(tmp_path: Path) -> None:
    second = edition(LEAD, clause("FK4.3", "One must.", "ruled", "It was too strict."), version="1.10.0")
    for each in (edition(*of_today().clauses.values(), version="1.9.0"), second):
        path = close(each, each.version, tmp_path)
        Draft202012Validator(SCHEMA).validate(json.loads(path.read_text(encoding="utf-8")))
    assert closed(tmp_path) == [edition(*of_today().clauses.values(), version="1.9.0"), second]
    check = ["sha256sum", "--check", "--strict", editions.SUMS]
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.count(": OK") == 2


@pytest.mark.parametrize("version", ["1.0.0", "0.9.0", "1.0"])
def test_nothing_is_closed_twice_or_under_an_earlier_version(tmp_path: Path, version: str) -> None:
    kept = close(FIRST, "1.0.0", tmp_path).read_text(encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^{version} is not later than 1\.0\.0, which is closed"):
        close(edition(LEAD), version, tmp_path)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["1.0.0.json", editions.SUMS]
    assert (tmp_path / "1.0.0.json").read_text(encoding="utf-8") == kept


def test_the_command_says_in_a_line_that_the_edition_is_closed() -> None:
    run = subprocess.run([sys.executable, "-m", "docs.editions"], cwd=ROOT, capture_output=True, text=True, check=False)
    last = closed()[-1].version
    assert run.returncode == 1
    assert run.stderr.startswith("reference/forty_kings/version.py: ")
    assert run.stderr.endswith(f" is not later than {last}, which is closed; expected another version\n")


# Comparing


def test_what_says_the_same_has_not_changed() -> None:
    found = compare(FIRST, edition(LEAD, FOLLOW), "en")
    assert (found.added, found.reworded, found.rebased, found.withdrawn) == ([], [], [], [])


def test_each_kind_of_change_is_found_by_itself() -> None:
    new, other = clause("FK4.4", "Play any card."), replace(FOLLOW, basis="ruled")
    gone = replace(LEAD, withdrawn={"en": "Nobody plays so.", "fr": "Personne ne joue ainsi."})
    worded, titled = clause("FK4.3", "One must follow suit."), replace(FOLLOW, title={"en": "Suits", "fr": "Couleurs"})
    for later, what, wanted in (
        (edition(LEAD, FOLLOW, new), "added", [new]),
        (edition(LEAD, worded), "reworded", [(FOLLOW, worded)]),
        (edition(LEAD, titled), "reworded", [(FOLLOW, titled)]),
        (edition(LEAD, other), "rebased", [(FOLLOW, other)]),
        (edition(gone, FOLLOW), "withdrawn", [gone]),
    ):
        assert {name: found for name, found in vars(compare(FIRST, later, "en")).items() if found} == {what: wanted}


def test_what_is_reworded_in_one_language_is_not_in_the_other() -> None:
    french = replace(FOLLOW, rule={**FOLLOW.rule, "fr": "FOURNIR."})
    assert compare(FIRST, edition(LEAD, french), "en").reworded == []
    assert compare(FIRST, edition(LEAD, french), "fr").reworded == [(FOLLOW, french)]


def test_what_has_been_withdrawn_once_is_not_withdrawn_again() -> None:
    gone = clause("FK4.2", "Lead any card.", withdrawn="Nobody plays so.")
    assert compare(edition(gone), edition(gone), "en").withdrawn == []
    assert compare(editions.NOTHING, edition(gone), "en").withdrawn == [gone]


def test_a_clause_that_is_gone_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^FK4\.3: gone since edition 1\.0\.0"):
        compare(FIRST, edition(LEAD), "en")


# The page


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """The page on changes, in a language, of two editions and a state of today that are made up of real clauses."""
    real = of_today().clauses
    first, second, third, fourth = (real[f"FK4.{number}"] for number in (1, 2, 3, 4))
    struck = replace(first, withdrawn={"en": "<Lost>", "fr": "<Perdu>"})
    worded = replace(
        second,
        rule={"en": second.rule["en"].replace("may", "<must>"), "fr": second.rule["fr"].replace("peut", "<doit>")},
    )
    ruled = replace(third, basis="ruled")
    closed_ones = [edition(first, second, third), edition(struck, second, ruled, fourth, version="1.1.0")]
    monkeypatch.setattr(editions, "closed", lambda: closed_ones)
    monkeypatch.setattr(editions, "of_today", lambda: edition(struck, worded, ruled, fourth, version=""))
    (page,) = changes.pages(Book(request.param))
    return page.text


def parts(page: str) -> dict[str, str]:
    """The parts of a page by the anchors of their headings."""
    return {part.split("{#")[1].split("}")[0]: part for part in page.split("\n## ")[1:]}


@pytest.mark.parametrize("told", LANGUAGES, indirect=True)
def test_the_page_tells_of_each_edition_the_last_first(told: str) -> None:
    assert list(parts(told)) == ["unpublished", "edition-1.1.0", "edition-1.0.0", "log"]


@pytest.mark.parametrize(
    ("told", "lost", "basis", "added"),
    [
        ("en", r"&lt;Lost&gt;", "● stated → ○ ruled", "Without the suit led"),
        ("fr", r"&lt;Perdu&gt;", "● dit → ○ décidé", "Sans la couleur demandée"),
    ],
    indirect=["told"],
)
def test_an_edition_tells_what_is_new_what_rests_on_something_else_and_what_no_longer_holds(
    told: str, lost: str, basis: str, added: str
) -> None:
    part = parts(told)["edition-1.1.0"]
    for name, said in (("FK4.1", lost), ("FK4.3", basis), ("FK4.4", added)):
        (line,) = (line for line in part.splitlines() if f"[{name}](rules/4-play.md#{name}" in line)
        assert said in line
    assert "FK4.2" not in part
    assert "<dl" not in part


@pytest.mark.parametrize(
    ("told", "sides"),
    [
        ("en", ("Whoever leads <del>may</del> lead any card", "Whoever leads <ins>&lt;must&gt;</ins> lead any card")),
        ("fr", ("Qui entame <del>peut</del> entamer", "Qui entame <ins>&lt;doit&gt;</ins> entamer")),
    ],
    indirect=["told"],
)
def test_what_is_not_yet_published_shows_both_wordings_with_what_differs_marked(
    told: str, sides: tuple[str, str]
) -> None:
    part = parts(told)["unpublished"]
    assert "[FK4.2](rules/4-play.md#FK4.2" in part
    old, new = part.split("<dd>")[1:]
    assert old.startswith(sides[0])
    assert new.startswith(sides[1])


@pytest.mark.parametrize("told", LANGUAGES, indirect=True)
def test_of_the_first_edition_all_is_new(told: str) -> None:
    part = parts(told)["edition-1.0.0"]
    assert [name for name in ("FK4.1", "FK4.2", "FK4.3", "FK4.4") if f"#{name}" in part] == ["FK4.1", "FK4.2", "FK4.3"]
    assert "(3)" in part


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_that_no_longer_holds_says_so_where_it_stands(lang: str) -> None:
    book = Book(lang)
    book.spec.clauses["FK4.3"] = replace(book.spec.clauses["FK4.3"], withdrawn="<why>")
    (page,) = (page for page in rules(book) if page.path == "rules/4-play.md")
    assert page.text.count(f"**{book.say('withdrawn')}{book.colon}** &lt;why&gt;") == 1
