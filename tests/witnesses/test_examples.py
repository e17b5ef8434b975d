"""What docs/witnesses.md shows runs, and its table of actions is that of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from forty_kings_adapters import table

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "witnesses.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", re.findall(r"(?ms)^```python\n(.*?)^```$", PAGE))
def test_an_example_runs(block: str) -> None:
    exec(block, {})


def test_the_table_of_actions_is_that_of_the_code() -> None:
    (printed,) = re.findall(r"(?ms)^\| number \| action \|\n.*?\n\n", PAGE)
    assert table.__doc__
    assert printed in table.__doc__
