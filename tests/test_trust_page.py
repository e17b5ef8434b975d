"""What the page on trust says in numbers is so, and it tells of every check that there is."""

from __future__ import annotations

import re

from tests.helpers import ROOT
from tests.test_agreement import GROUPS, REQUESTS_A_GROUP

from fk_conform.check import CHECKS

PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
SURVIVORS = (ROOT / "mutation" / "survivors.md").read_text(encoding="utf-8")


def test_every_check_is_explained_and_nothing_else() -> None:
    table = PAGE.partition("## The suite checks itself")[2].partition("## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == list(CHECKS)


def test_the_questions_by_chance_are_as_many_as_the_test_asks() -> None:
    (number,) = re.findall(r"They also agree on ([\d,]+) questions by chance", PAGE)
    assert int(number.replace(",", "")) == GROUPS * REQUESTS_A_GROUP


def test_the_mutants_are_those_of_the_run_that_is_told_of() -> None:
    (row,) = re.findall(r"^\| \*\*all\*\* \| (.*) \| \*\*(.*)\*\* \|$", SURVIVORS, re.M)
    run, killed, equivalent, gaps, unruled, pending = map(int, row[0].split(" | "))
    assert (unruled, pending) == (0, 0)
    assert f"Of {run - equivalent:,} such mutants" in PAGE
    assert f"the suite catches {killed:,}, that is {row[1]}; the {gaps}\n" in PAGE
    assert f"That {equivalent} more cannot be told apart" in PAGE
