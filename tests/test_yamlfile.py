"""Reading YAML that somebody else sent: nothing in it is carried out, and nothing brings the reader down."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest

from fk_conform.errors import FileError
from fk_conform.textfile import LONGEST
from fk_conform.yamlfile import line_of, read_yaml

PAIRS = zip("abcdefgh", "bcdefghi", strict=True)
BOMB = "\n".join(["a: &a [x, x]", *(f"{name}: &{name} [{', '.join([f'*{other}'] * 9)}]" for other, name in PAIRS)])


def said_of(text: str | bytes, tmp_path: Path) -> str:
    """The error that a file of this content is."""
    path = tmp_path / "cases.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(FileError) as caught:
        read_yaml(path, "cases.yaml")
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < 300
    return said


def test_a_bomb_of_aliases_is_refused_at_the_first_of_them(tmp_path: Path) -> None:
    assert said_of(BOMB, tmp_path) == "cases.yaml:2: no YAML: *a is an alias; write out what it stands for"


def test_an_ampersand_in_a_text_is_no_anchor(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text("title: Kings & queens\nanchor: &unused 1\n", encoding="utf-8")
    assert read_yaml(path, "cases.yaml") == {"title": "Kings & queens", "anchor": 1}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("!!python/object/apply:os.system [exit]", "could not determine a constructor for the tag"),
        ("a: !card KS", "could not determine a constructor for the tag '!card'"),
        ("a: 2001-01-01", "a timestamp (in quotes it is a text)"),
        ("a: 1\na: 2", "'a' stands twice"),
        ("? [a]\n: b", "a key is no plain word"),
        ("a: 1\n---\na: 2", "expected a single document"),
    ],
)
def test_what_json_cannot_say_is_refused(text: str, says: str, tmp_path: Path) -> None:
    said = said_of(text, tmp_path)
    assert said.startswith("cases.yaml:")
    assert says in said


@pytest.mark.parametrize("text", ["[" * 100_000, "{" * 100_000, "a: " + "- " * 20_000, "9" * 5_000, "a: .nan", "a: \0"])
def test_what_would_bring_a_reader_down_is_no_yaml(text: str, tmp_path: Path) -> None:
    assert "no YAML" in said_of(text, tmp_path)


@pytest.mark.parametrize(
    "tag", ["bool", "int", "float", "map", "seq", "str", "null", "timestamp", "binary", "set", "omap"]
)
@pytest.mark.parametrize("value", ["foo", "''", "[7S]", "{a: b}", "[a: b]", "1:x", "0b", "~", "-"])
def test_a_tag_of_another_kind_than_its_value_is_an_error_of_its_line_if_it_is_one(
    tag: str, value: str, tmp_path: Path
) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(f"a: 1\nb: [!!{tag} {value}]\n", encoding="utf-8")
    with contextlib.suppress(FileError):
        read_yaml(path, "cases.yaml")
        return
    assert said_of(path.read_bytes(), tmp_path).startswith("cases.yaml:2: no YAML: ")


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("!!bool foo", "'foo' is no bool"),
        ("!!int foo", "'foo' is no int"),
        ("!!map [7S]", "expected keys with their values"),
        (".inf", "'.inf' is no number that JSON can say"),
        ("1.0e+400", "'1.0e+400' is no number that JSON can say"),
        ("9" * 5000, f"'{'9' * 36}... is no int"),
        ("&a [*a]", "*a is an alias; write out what it stands for"),
        ("a\0", "control characters are not allowed"),
    ],
)
def test_what_is_wrong_with_a_value_is_said_with_its_line(value: str, says: str, tmp_path: Path) -> None:
    assert said_of(f"a: 1\nb: é\nc: {value}\n", tmp_path) == f"cases.yaml:3: no YAML: {says}"


def test_bytes_that_are_no_utf8_are_an_error_of_their_line(tmp_path: Path) -> None:
    assert said_of(b"a: 1\nb: \xff", tmp_path) == "cases.yaml:2: expected UTF-8, not the byte 0xff"


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(FileError, match=r"x\.yaml: cannot be read: it is a pipe, and no file"):
        read_yaml(tmp_path / "pipe.yaml", "x.yaml")


def test_a_file_that_is_too_long_is_not_read_to_its_end(tmp_path: Path) -> None:
    assert "longer than 16 MB" in said_of(b"a" * (LONGEST + 1), tmp_path)


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(FileError, match="longer than 16 MB"):
        read_yaml(Path("/dev/zero"), "zero")


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "gone.yaml"):
        with pytest.raises(FileError, match=r"x\.yaml: cannot be read: "):
            read_yaml(path, "x.yaml")


def test_the_line_of_a_place_is_where_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text("a: 1\nb:\n  - c: 2\n  - c: 3\n", encoding="utf-8")
    places: list[list[str | int]] = [["a"], ["b", 0], ["b", 1, "c"], ["gone"]]
    assert [line_of(path, place) for place in places] == [1, 3, 4, 1]
