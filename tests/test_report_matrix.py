"""Saved reports side by side: what a cell says, in text, Markdown and HTML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from tests.events import EVIL
from tests.helpers import spec
from tests.saved import save

from fk_conform.cli import main
from fk_conform.report.matrix import matrix
from fk_conform.report.saved import read_report


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Four reports: one that passed all of three clauses, one with failures, one that was cut, one interrupted."""
    reports = [
        save(
            tmp_path / "a", {"FK4.9c01": "passed", "FK4.10c01": "passed", "FK1.1c01": "unexpected-pass"}, engine="first"
        ),
        save(
            tmp_path / "b", {"FK4.9c01": "failed", "FK4.9c02": "passed", "FK4.10c01": "not-applicable"}, engine="second"
        ),
        save(tmp_path / "c", {"FK4.9c01": "passed"}, engine="third", footer=False, unread=2),
        save(
            tmp_path / "d",
            {"FK4.9c01": "passed", "FK4.9c02": "not-run", "FK1.1c01": "expected-failure"},
            engine="third",
        ),
    ]
    return [str(path) for path in reports]


EXPECTED = {
    "FK1.1": ["✓", "", "?", "✗ 0/1"],
    "FK4.9": ["✓", "✗ 1/2", "?", "?"],
    "FK4.10": ["✓", "–", "?", ""],
}


def test_a_cell_says_what_is_known_of_a_clause(files: list[str]) -> None:
    found = matrix([read_report(Path(file)) for file in files])
    assert list(found.rows) == list(EXPECTED)
    assert {clause: [cell.text for cell in cells] for clause, cells in found.rows.items()} == EXPECTED


def test_as_text_columns_have_letters_that_stand_for_engines(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["matrix", *files]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"A  first 0.1 ({files[0]}): 3 of 3 passed, suite 1.0.0: conformant"
    assert lines[2].endswith("1 of 1 passed, suite 1.0.0: incomplete, it has no footer, and 2 of 3 cases are not known")
    head, *rows = lines[5:9]
    assert head.split() == ["A", "B", "C", "D"]
    place = head.index("D")
    assert [row.split()[0] for row in rows] == list(EXPECTED)
    assert rows[0][place:].startswith("✗ 0/1")
    assert all(row.endswith(spec().clauses[clause].title) for row, clause in zip(rows, EXPECTED, strict=True))


def test_as_markdown_it_is_a_table(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "--format", "markdown", *files]) == 0
    page = MarkdownIt("commonmark").enable("table").render(capsys.readouterr().out)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"(?s)<tr>(.*?)</tr>", page)]
    # Two are called alike, and so their files are told.
    assert cells[0][2:4] == ["<code>first 0.1</code>", "<code>second 0.1</code>"]
    assert cells[0][4] == f"<code>third 0.1 ({files[2]})</code>"
    assert {row[0]: row[2:] for row in cells[2:]} == EXPECTED


def test_as_html_it_is_a_page_without_a_script(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "--format", "html", *files]) == 0
    text = capsys.readouterr().out
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td>.*?</td>(.*?)</tr>', text)
    assert {clause: re.findall(r'<td class="\w+">(.*?)</td>', cells) for clause, cells in rows} == EXPECTED
    assert "<script" not in text
    assert "src=" not in text
    assert text.endswith("</html>\n")


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_nothing_that_an_engine_calls_itself_is_markup(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = save(tmp_path / "a", {"FK4.9c01": "passed"}, engine=EVIL)
    assert main(["matrix", "--format", form, str(file)]) == 0
    text = capsys.readouterr().out
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(text) if form == "markdown" else text
    if form != "text":
        assert "<img" not in page
        assert "<script" not in page
        assert "<a " not in page
    body = text.partition("<body>")[2] or text
    assert all(line.isprintable() for line in body.split("\n"))


def test_a_clause_that_the_suite_does_not_know_has_no_title(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", str(save(tmp_path / "a", {"FK99.1c01": "passed"}, suite="9.0.0"))]) == 0
    assert "FK99.1  ✓\n" in capsys.readouterr().out
