"""Reading files that somebody wrote: what is wrong with one is said with its line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fk_conform.errors import FileError
from fk_conform.textfile import name_of, read_json, read_text


def test_ends_of_lines_are_read_alike_wherever_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_bytes("---\r\nid: H1\n---\r\né\r\n".encode())
    assert read_text(path, "note.md") == "---\nid: H1\n---\né\n"


def test_a_pipe_is_read_only_where_one_is_meant(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"told")
    os.close(writing)
    path = Path(f"/dev/fd/{reading}")
    with pytest.raises(FileError, match=r"^it: cannot be read: it is a pipe, and no file"):
        read_text(path, "it")
    assert read_text(path, "it", pipes=True) == "told"
    os.close(reading)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{\n  3\n}", r"^x\.json:2: no JSON: Expecting property name"),
        ("", r"^x\.json:1: no JSON: Expecting value"),
        ("[" * 100_000, r"^x\.json: no JSON that can be read: too deep"),
        ("9" * 5_000, r"^x\.json: no JSON that can be read: too deep, or a number of too many digits"),
    ],
    ids=["broken", "empty", "deep", "long"],
)
def test_what_is_no_json_is_said_with_its_line(content: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(content, encoding="utf-8")
    with pytest.raises(FileError, match=says):
        read_json(tmp_path / "x.json", "x.json")


def test_a_file_is_named_from_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    assert name_of(tmp_path / "cases" / "mine.yaml") == str(Path("cases/mine.yaml"))
    assert name_of(Path("/elsewhere/mine.yaml")) == "/elsewhere/mine.yaml"
    assert name_of(tmp_path / "loop.yaml") == "loop.yaml"
