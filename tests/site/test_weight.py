"""Pages are light."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.site.parts import CASES

MOST = 200_000


@pytest.mark.parametrize("lang", ["", "fr"])
def test_the_page_of_a_case_is_lighter_than_two_hundred_kilobytes(site: Path, lang: str) -> None:
    sizes = {case: (site / lang / "cases" / case / "index.html").stat().st_size for case in CASES}
    assert {case: size for case, size in sizes.items() if size >= MOST} == {}
