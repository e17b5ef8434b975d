"""The page on misbehaving engines names engines that there are, and faults that there are."""

from __future__ import annotations

import re
from pathlib import Path

from tests.zoo.zoo import ALTOGETHER, AT_A_REQUEST, INTRODUCTIONS

from fk_conform import faults

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "robustness.md").read_text(encoding="utf-8")
ZOO = {*AT_A_REQUEST, *ALTOGETHER, *INTRODUCTIONS}
# Engines that go wrong in no way of their own: they are there so that others can be compared with them.
NOT_TOLD = {
    "right_throughout", "refuses", "calls_it_malformed", "answers_nothing", "answers_null", "sleeps_a_little",
    "slow_to_start", "answers_with_a_lone_surrogate", "says_nothing_of_readings", "follows_another_reading",
    "follows_an_unknown_reading", "offers_nothing", "offers_legal_cards", "offers_more",
}  # fmt: skip


def test_every_engine_of_the_zoo_that_misbehaves_is_named() -> None:
    named = set(re.findall(r"`([a-z_0-9]+)`", PAGE))
    assert ZOO - named == NOT_TOLD
    assert named - ZOO <= {"dies", "leaves"} | {name for name in named if "_" not in name}


def test_every_kind_of_fault_is_named() -> None:
    codes = {kind.code for kind in vars(faults).values() if isinstance(kind, type) and issubclass(kind, faults.Fault)}
    assert codes - set(re.findall(r"`([a-z0-9-]+)`", PAGE)) == {"fault", "cannot-start"}
