"""The print edition as PDF: tagged, with a title and an outline."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.pdf import printed

# The print edition is a small book; a page of navigation and folded lists would be far more.
FEWEST, MOST = 5, 20


@pytest.mark.parametrize("lang", ["", "fr"])
def test_it_can_be_read_to_somebody(site: Path, lang: str, tmp_path: Path) -> None:
    to = tmp_path / "rules.pdf"
    printed(site / lang / "rules" / "print" / "index.html", to)
    pdf = to.read_bytes()
    for wanted in (rb"/MarkInfo", rb"/StructTreeRoot", rb"/Outlines", rb"/Title", rb"/Lang"):
        assert wanted in pdf, f"{wanted.decode()} is missing"
    assert FEWEST <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= MOST
