"""Pages are light."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Response
from tests.site.conftest import EVERY_LOOK, Reader
from tests.site.parts import CASES

MOST = 200_000
# All that a page loads, as it is before a server packs it.
MOST_LOADED = 600_000
KINDS = ("", "rules/4-play/", "cases/FK4.3c02/", "cases/FK6.5c04/", "desk/", "play/")


@pytest.mark.parametrize("lang", ["", "fr"])
def test_the_page_of_a_case_is_lighter_than_two_hundred_kilobytes(site: Path, lang: str) -> None:
    sizes = {case: (site / lang / "cases" / case / "index.html").stat().st_size for case in CASES}
    assert {case: size for case, size in sizes.items() if size >= MOST} == {}


@pytest.mark.parametrize("look", EVERY_LOOK, ids=str, indirect=True)
def test_with_all_that_it_loads_a_page_is_light_and_nobody_loads_the_search_who_does_not_search(reader: Reader) -> None:
    loaded: list[Response] = []
    reader.page.on("response", lambda answer: loaded.append(answer))
    for kind in KINDS:
        loaded.clear()
        reader.go(kind)
        reader.page.wait_for_load_state("networkidle")
        sizes = {answer.url.removeprefix(reader.root): len(answer.body()) for answer in loaded}
        assert sum(sizes.values()) < MOST_LOADED, sizes
        assert "search/search_index.json" not in " ".join(sizes)
    with reader.page.expect_response("**/search/search_index.json"):
        reader.page.keyboard.press("/")
