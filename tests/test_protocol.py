"""The protocol, as it is printed: every exchange is what the reference engine says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fk_conform import data
from fk_conform.shorthand import expand_deal
from forty_kings.dealing import Deal
from forty_kings.engine import METHODS, Engine
from forty_kings.pack import Card, Rank, Suit
from forty_kings.seating import Seat, Side

PROTOCOL = (Path(__file__).resolve().parent.parent / "spec" / "protocol.md").read_text(encoding="utf-8")
EXCHANGES = re.findall(r"^> (.*)\n< (.*)$", PROTOCOL, re.MULTILINE)
SPEC = data.spec()
IDS = [f"{n}-{method}" for n, method in enumerate(re.findall(r'^> .*"method":"(\w+)"', PROTOCOL, re.MULTILINE), 1)]


@pytest.mark.parametrize(("request_line", "answer_line"), EXCHANGES, ids=IDS)
def test_reference_engine_answers_what_the_protocol_prints(request_line: str, answer_line: str) -> None:
    assert Engine().answer(request_line) == answer_line


def test_every_line_of_an_exchange_is_replayed() -> None:
    lines = re.findall(r"^[<>] ", PROTOCOL, re.MULTILINE)
    assert len(lines) == 2 * len(EXCHANGES) > 0


def test_deal_lines_that_the_protocol_prints_are_read_and_written_as_they_stand() -> None:
    lines = re.findall(r"^```deal\n(.*)\n```$", PROTOCOL, re.MULTILINE)
    assert lines
    for line in lines:
        deal = Deal.parse(line)
        assert str(deal) == line
        # The runner reads the same line for the cases.
        expanded = expand_deal(line)
        assert expanded["dealer"] == deal.dealer.value
        assert expanded["turn_up"] == deal.turn_up.name
        for seat in Seat:
            assert set(map(Card, expanded["hands"][seat.value])) == set(deal.hands[seat.index])


# Tables


def table(heading: str) -> list[list[str]]:
    """The cells of the first table after a heading, without its head."""
    after = PROTOCOL.split(f"\n## {heading}\n", 1)[1]
    rows = re.findall(r"^\|(.*)\|$", after.split("\n## ", 1)[0], re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")] for row in rows[2:]]


def code(text: str) -> list[str]:
    return re.findall(r"`([^`]*)`", text)


def test_words_are_those_of_the_reference_engine() -> None:
    words = {row[0]: code(row[1]) for row in table("Words")}
    assert words["seat"] == [seat.value for seat in Seat]
    assert words["side"] == [side.value for side in Side]
    assert words["suit"] == [suit.value for suit in Suit]
    assert words["rank"] == [rank.value for rank in Rank]


def test_methods_are_those_of_the_reference_engine_and_of_the_specification() -> None:
    methods = re.findall(r"^### (\w+)$", PROTOCOL.split("\n## Methods\n")[1], re.MULTILINE)
    assert methods == ["initialize", *METHODS] == [method["id"] for method in SPEC["methods"]]


def test_reasons_are_those_of_the_specification() -> None:
    named = [code(row[0])[0] for row in table("Reasons")]
    assert sorted(named) == sorted(reason["id"] for reason in SPEC["reasons"])


def test_reasons_that_methods_may_give_are_reasons_and_each_is_given_by_a_method() -> None:
    refused = re.findall(r"^\| refused \| (.*) \|$", PROTOCOL, re.MULTILINE)
    given = {reason for row in refused for reason in code(row.split(";")[0]) if "-" in reason}
    assert given == {reason["id"] for reason in SPEC["reasons"]}


def test_levels_are_those_of_the_specification() -> None:
    printed = {row[0]: {name for name in code(row[1]) if name in METHODS} for row in table("Levels")}
    assert printed == {level["title"]["en"]: set(level["methods"]) for level in SPEC["levels"]}


def test_french_names_the_levels_as_the_specification_does() -> None:
    french = (Path(__file__).resolve().parent.parent / "spec" / "protocol.fr.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| ([^|`-][^|`]*) \| `", french.split(" {#levels}\n")[1], re.MULTILINE)
    assert named == [level["title"]["fr"] for level in SPEC["levels"]]
