"""The shapes of results, read from their schemas: what is a set, what a list, what may hold more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fk_conform.shapes import VALUE, result_shapes

Json = Any

SCHEMAS = Path(__file__).resolve().parent.parent / "spec" / "schema"
SHAPES = result_shapes(SCHEMAS)
SET = {"is": "set"}


def test_every_method_has_a_shape() -> None:
    assert SHAPES.keys() == {path.name.removesuffix(".schema.json") for path in (SCHEMAS / "methods").glob("*.json")}


# From the tables of spec/protocol.md: method, member, how it is compared.
@pytest.mark.parametrize(
    ("method", "member", "shape"),
    [
        ("pair_players", "pairs", {"is": "list", "of": SET}),
        ("pair_players", "choose_first", SET),
        ("pair_players_by_deal", "pairs", {"is": "list", "of": SET}),
        ("seat_players", "sides", {"is": "map", "of": SET}),
        ("draw_dealer", "dealer", VALUE),
        ("draw_dealer", "redraw", SET),
        ("deal", "cutter", VALUE),
        ("deal", "hands", {"is": "map", "of": SET}),
        ("legal_cards", "cards", SET),
        ("judge_trick", "points", VALUE),
        ("judge_cliques", "points", {"is": "map", "of": VALUE}),
        ("judge_cliques", "to_rank", VALUE),
        ("replay_hand", "legal", SET),
        ("replay_hand", "trick", {"is": "list", "of": VALUE}),
        ("replay_hand", "points", {"is": "map", "of": VALUE}),
        ("view_hand", "hand", SET),
        ("view_hand", "cards_left", {"is": "map", "of": VALUE}),
        ("view_hand", "trick", {"is": "list", "of": VALUE}),
        ("score_match", "score", {"is": "map", "of": VALUE}),
        ("count_lines", "lines", VALUE),
    ],
)
def test_a_member_is_compared_as_the_protocol_says(method: str, member: str, shape: Json) -> None:
    assert SHAPES[method]["is"] == "record"
    assert SHAPES[method]["members"][member] == shape


@pytest.mark.parametrize(
    ("shape", "members"),
    [
        (SHAPES["find_cliques"]["members"]["cliques"]["of"], {"rank", "size", "points"}),
        (SHAPES["replay_hand"]["members"]["tricks"]["of"], {"winner", "points"}),
        # These may be null instead.
        (SHAPES["replay_hand"]["members"]["clique"], {"seat", "rank", "size", "points"}),
        (SHAPES["judge_cliques"]["members"]["clique"], {"seat", "rank", "size", "points"}),
    ],
)
def test_cliques_and_tricks_are_records_and_need_all_their_members(shape: Json, members: set[str]) -> None:
    assert shape["is"] == "record"
    assert shape["members"].keys() == members
    assert set(shape["required"]) == members


def test_of_dealer_and_redraw_neither_is_required() -> None:
    assert SHAPES["draw_dealer"]["required"] == []


def test_a_shape_can_be_kept_as_json() -> None:
    assert json.loads(json.dumps(SHAPES)) == SHAPES


def test_a_reference_is_followed_within_a_file_and_into_another(tmp_path: Path) -> None:
    common = {"$id": "urn:x:common", "$defs": {"seats": {"type": "array", "x-set": True}}}
    method = {
        "$id": "urn:x:methods:sit",
        "$defs": {
            "result": {
                "type": "object",
                "properties": {"seats": {"$ref": "urn:x:common#/$defs/seats"}, "tables": {"$ref": "#/$defs/tables"}},
                "required": ["seats"],
            },
            "tables": {"type": "array", "items": {"$ref": "urn:x:common#/$defs/seats"}},
        },
    }
    (tmp_path / "methods").mkdir()
    (tmp_path / "common.schema.json").write_text(json.dumps(common), encoding="utf-8")
    (tmp_path / "methods" / "sit.schema.json").write_text(json.dumps(method), encoding="utf-8")
    assert result_shapes(tmp_path) == {
        "sit": {"is": "record", "members": {"seats": SET, "tables": {"is": "list", "of": SET}}, "required": ["seats"]}
    }
