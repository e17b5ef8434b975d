"""From a line to an answer: what is read, what is refused, and what of it is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fk_conform.answer import DEEPEST, Introduction, check_answer, excerpt, harmless, read_line
from fk_conform.faults import BadHandshake, NoAnswer, NoJson, NoUtf8

Json = Any

KNOWN = {"when-void": ["any-card", "must-trump"], "unshown": ["nobody-scores", "next-best-scores"]}
RESULT = {
    "engine": {"name": "test", "version": "1"},
    "protocol": 1,
    "methods": ["deal"],
    "readings": {"when-void": "must-trump"},
}


# Lines


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":1}',
        b'  {"id" : 1}\r',
        b'\t{"id":1} ',
        '{"id":1,"note":"donné à l’est"}'.encode(),
        b'{"id":1,"note":"\\ud83c\\udca1 \\u0000"}',
        b'{"id":1,"note":[1,-0.5,1e300,true,null,{"id":2}]}',
        b'{"id":1,"note":' + b"[" * (DEEPEST - 1) + b"]" * (DEEPEST - 1) + b"}",
        b'{"id":1,"note":"' + b"[" * 500 + b'"}',
        b'{"id":1,"note":[' + b",".join([b"[]"] * 500) + b"]}",
    ],
)
def test_json_in_utf8_is_read(line: bytes) -> None:
    assert read_line(line)["id"] == 1


@pytest.mark.parametrize(
    "line",
    [b'{"id":1,"note":"donn\xe9"}', '{"id":1}'.encode("utf-16"), b'{"note":"\xc3"}', b'{"note":"\xed\xa0\x80"}'],
    ids=["latin-1", "utf-16", "half a character", "a surrogate"],
)
def test_bytes_that_are_no_utf8_are_a_fault_of_their_own(line: bytes) -> None:
    with pytest.raises(NoUtf8):
        read_line(line)


@pytest.mark.parametrize(
    "line",
    [
        b"bonjour",
        b"{",
        b'{"id":1}{"id":2}',
        b'{"id":1,}',
        b"{'id':1}",
        b'{"id":1,"id":1}',
        b'{"id":1,"result":{"winner":"east","winner":"west"}}',
        b'{"id":NaN}',
        b'{"id":Infinity}',
        b'{"id":-Infinity}',
        b'{"id":1e999}',
        b'{"id":-1e999}',
        b'{"id":' + b"7" * 5000 + b"}",
        b"[" * 100_000 + b"]" * 100_000,
        b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1),
        b'{"a":' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1),
        b'\xef\xbb\xbf{"id":1}',
        '{"id":1}'.encode("utf-16-le"),
        b'{"id":1,"note":"\x01"}',
    ],
    ids=lambda line: line[:30].decode(errors="replace"),
)
def test_what_is_no_json_or_beyond_all_use_is_a_fault(line: bytes) -> None:
    with pytest.raises(NoJson):
        read_line(line)


# Answers


@pytest.mark.parametrize(
    "rest",
    [
        {"result": {}},
        {"result": None},
        {"error": {"code": 1, "message": "", "data": {"reason": "must-trump"}}},
        {"error": {"code": -32602}},
        {"error": {"code": -32601, "message": "no such method"}},
        {"result": {}, "note": "more"},
    ],
)
def test_a_result_or_an_error_of_a_known_code_is_an_answer(rest: Json) -> None:
    message = {"jsonrpc": "2.0", "id": 1, **rest}
    assert check_answer(message) is message


@pytest.mark.parametrize(
    "message",
    [
        [],
        "KS",
        None,
        7,
        {},
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "2.0", "id": 1, "result": {}, "error": {"code": 1}},
        {"jsonrpc": "2.0", "id": 1, "result": None, "error": None},
        {"jsonrpc": "1.0", "id": 1, "result": {}},
        {"jsonrpc": 2.0, "id": 1, "result": {}},
        {"id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 1, "error": None},
        {"jsonrpc": "2.0", "id": 1, "error": "refused"},
        {"jsonrpc": "2.0", "id": 1, "error": {}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32603}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32000}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 0}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": True}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1.0}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": "1"}},
    ],
    ids=json.dumps,
)
def test_anything_else_is_no_answer(message: Json) -> None:
    with pytest.raises(NoAnswer):
        check_answer(message)


# Introductions


def introduce(**changes: Json) -> Introduction:
    return Introduction.of({"jsonrpc": "2.0", "id": 1, "result": {**RESULT, **changes}}, KNOWN)


def test_an_introduction_tells_engine_methods_and_readings() -> None:
    introduction = introduce()
    assert introduction.engine == {"name": "test", "version": "1"}
    assert introduction.methods == {"deal"}


def test_a_reading_left_out_is_followed_in_its_default() -> None:
    assert introduce().readings == {"when-void": "must-trump", "unshown": "nobody-scores"}
    assert introduce(readings={}).readings == {"when-void": "any-card", "unshown": "nobody-scores"}


def test_a_reading_that_is_not_known_is_passed_over() -> None:
    followed = introduce(readings={"table-talk": "allowed"}).readings
    assert followed == {"when-void": "any-card", "unshown": "nobody-scores"}


@pytest.mark.parametrize(
    "changes",
    [
        {"protocol": 2},
        {"protocol": "1"},
        {"protocol": 1.0},
        {"protocol": True},
        {"protocol": None},
        {"engine": None},
        {"engine": "test 1"},
        {"engine": {"name": "test"}},
        {"engine": {"version": "1"}},
        {"engine": {"name": "test", "version": 1}},
        {"engine": {"name": None, "version": "1"}},
        {"methods": None},
        {"methods": "deal"},
        {"methods": {"deal": True}},
        {"methods": ["deal", 1]},
        {"readings": None},
        {"readings": []},
        {"readings": {"when-void": True}},
        {"readings": {"when-void": "house-rule"}},
        {"readings": {"unshown": "any-card"}},
    ],
    ids=json.dumps,
)
def test_an_introduction_that_is_not_as_the_protocol_has_it_is_a_fault_that_names_the_member(changes: Json) -> None:
    with pytest.raises(BadHandshake, match=f"^{next(iter(changes))}: expected "):
        introduce(**changes)


@pytest.mark.parametrize("answer", [{"error": {"code": 1}}, {"result": None}, {"result": []}, {"result": "hello"}])
def test_an_error_or_no_object_is_no_introduction(answer: Json) -> None:
    with pytest.raises(BadHandshake, match="initialize was answered with"):
        Introduction.of({"jsonrpc": "2.0", "id": 1, **answer}, KNOWN)


# What is shown


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[31mred",
        "\x9b31mred",
        "\x07",
        "a\rb",
        "a\nb",
        "a\tb",
        "\x7f",
        "\x00",
        "\u202eabc",
        "\u2028",
        "\ud800",
        "\ufeff",
    ],
    ids=ascii,
)
def test_nothing_that_a_terminal_would_act_on_is_left(text: str) -> None:
    shown = harmless(text)
    assert shown.isprintable()
    assert all(character in shown for character in text if character.isprintable())


@pytest.mark.parametrize("text", ["", "plain", "donné à l’est", "♠ ♥ ♦ ♣", "[31m", "\\x1b"])
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize("value", ["x" * 10_000, b"x" * 10_000, ["x"] * 10_000, {"x": "y" * 10_000}])
def test_an_excerpt_is_short_and_says_that_it_is_one(value: Json) -> None:
    shown = excerpt(value)
    assert len(shown) <= 160
    assert shown.endswith("…")


def test_an_excerpt_of_something_short_is_all_of_it() -> None:
    assert excerpt({"cards": ["7S"], "é": None}) == '{"cards": ["7S"], "é": null}'
    assert excerpt(b"bonjour \xff\x1b[0m") == "bonjour \\xff\\x1b[0m"
