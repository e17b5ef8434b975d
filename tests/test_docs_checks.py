"""The check of the built site finds what MkDocs lets pass; each fault is planted in a small site that has none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from docs.checks import findings
from docs.offline import naming_files
from tests.helpers import ROOT

FIRST = (
    '<html><head><link rel="stylesheet" href="a.css"><link rel="canonical" href="https://example.org/"></head>'
    '<body><h1 id="top">x</h1><a href="second/#there">y</a><a href="https://example.org/">z</a></body></html>'
)
SECOND = '<html><body><h2 id="there">x</h2><a href="..">y</a><a href="../#top">z</a></body></html>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Two pages and a style sheet, beside which there is another file."""
    folder = tmp_path / "site"
    (folder / "second").mkdir(parents=True)
    (folder / "index.html").write_text(FIRST)
    (folder / "second" / "index.html").write_text(SECOND)
    (folder / "a.css").write_text("")
    (tmp_path / "README.md").write_text("")
    return folder


def found(site: Path, *addresses: str) -> list[str]:
    return list(findings(site, addresses))


def put(site: Path, text: str) -> None:
    """Puts something more on the second page."""
    (site / "second" / "index.html").write_text(SECOND.replace("</body>", f"{text}</body>"))


def test_nothing_is_wrong_with_a_sound_site(site: Path) -> None:
    assert found(site, "", "#top", "second/", "second/#there") == []


@pytest.mark.parametrize(
    ("planted", "finding"),
    [
        ('<a href="../third/">x</a>', "second/index.html: ../third/ leads nowhere"),
        ('<a href="/second/">x</a>', "second/index.html: /second/ leads nowhere"),
        ('<a href="../../README.md">x</a>', "second/index.html: ../../README.md leads nowhere"),
        ('<a href="../#bottom">x</a>', "second/index.html: ../#bottom leads to no such place on its page"),
        ('<a href="#here">x</a>', "second/index.html: #here leads to no such place on its page"),
        ('<p id="there">x</p>', "second/index.html: the id there stands there twice"),
        ('<img src="gone.png">', "second/index.html: gone.png leads nowhere"),
        ('<svg><use href="#fk-S"/></svg>', "second/index.html: #fk-S leads to no such place on its page"),
        (
            '<script src="https://example.org/x.js"></script>',
            "second/index.html: loads https://example.org/x.js from another host",
        ),
        ('<img src="//example.org/x.png">', "second/index.html: loads //example.org/x.png from another host"),
    ],
)
def test_a_planted_fault_is_found(site: Path, planted: str, finding: str) -> None:
    put(site, planted)
    assert found(site) == [finding]


@pytest.mark.parametrize("sound", ['<a href="%2e%2e/">x</a>', '<img src="data:,">', '<a href="mailto:a@b.c">x</a>'])
def test_what_is_sound_is_no_finding(site: Path, sound: str) -> None:
    put(site, sound)
    assert found(site) == []


@pytest.mark.parametrize("address", ["third/", "second/#gone", "#gone", "third/#there"])
def test_an_address_that_was_published_and_is_gone_is_found(site: Path, address: str) -> None:
    assert found(site, address) == [f"{address} was published once, and is gone"]


def lose(site: Path) -> None:
    """Nothing that was published is there."""


def take_away(site: Path) -> None:
    """There is no site at all."""
    for file in sorted(site.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    site.rmdir()


@pytest.mark.parametrize(
    ("harm", "code", "says"), [(lose, 1, "rules/1-pack/ was published once, and is gone"), (take_away, 2, "no folder")]
)
def test_the_command_says_what_is_wrong(site: Path, harm: Callable[[Path], None], code: int, says: str) -> None:
    harm(site)
    run = subprocess.run(
        [sys.executable, "-m", "docs.checks", str(site)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == code
    assert says in run.stdout + run.stderr


def test_a_link_to_a_folder_names_the_file_that_the_copy_on_a_disk_has(tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "FK4.3c02.html").write_text("")
    page = '<a href="cases/FK4.3c02/">a</a><a href="cases/">b</a><a href="cases/FK4.3c02/#answer">c</a><a href="https://a.b/">d</a>'
    assert naming_files(page, tmp_path) == (
        '<a href="cases/FK4.3c02.html">a</a><a href="cases/index.html">b</a>'
        '<a href="cases/FK4.3c02.html#answer">c</a><a href="https://a.b/">d</a>'
    )
