"""Axe finds nothing on any kind of page, and no page is wider than the screen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from docs.editions import Wording
from docs.generator.pages.changes import side_by_side
from playwright.sync_api import expect
from tests.site.conftest import EVERY_LOOK, LOOKS, Look, Reader
from tests.site.parts import lay_out, says, search

AXE = Path(os.environ.get("NODE_MODULES", Path(__file__).with_name("node_modules"))) / "axe-core" / "axe.min.js"
KINDS = (
    "",
    "learn/",
    "rules/",
    "rules/4-play/",
    "rules/print/",
    "cases/",
    "cases/FK4.3c02/",
    "cases/FK5.6c09/",
    "cases/FK6.5c04/",
    "cases/FK6.6c03/",
    "mistakes/",
    "readings/",
    "reasons/",
    "sources/",
    "compared/",
    "changes/",
    "history/",
    "history/1-lacombe/",
    "engines/",
    "coverage/",
    "protocol/",
    "tutorial/",
    "guides/reports/",
    "about/",
    "desk/",
    "play/",
    "404.html",
)
# One page of each kind of layout: these are looked at in every way, the others in four that stand for all.
LAYOUTS = ("", "rules/4-play/", "cases/", "cases/FK6.5c04/", "compared/", "changes/", "history/", "desk/", "play/")
LOOKED_AT = [(look, kind) for kind in KINDS for look in (EVERY_LOOK if kind in LAYOUTS else LOOKS)]


def check(reader: Reader) -> None:
    """Runs axe, with all its rules, on the page as it is now."""
    page = reader.page
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations'], rules: {'target-size': {enabled: true}}})")
    told = [
        f"{each['id']}: {node['html'][:120]} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"][:3]
    ]
    assert told == [], "\n".join(told)
    assert found["incomplete"] is not None
    wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wider <= 0, f"the page is {wider} pixels wider than the screen"


@pytest.mark.parametrize(("look", "kind"), LOOKED_AT, indirect=["look"], ids=str)
def test_a_page_is_open_to_everybody(reader: Reader, kind: str) -> None:
    reader.go(kind)
    check(reader)


def test_what_is_folded_is_open_to_everybody_too(reader: Reader) -> None:
    page = reader.go("rules/5-cliques/")
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    check(reader)


def test_the_search_is_open_to_everybody(reader: Reader) -> None:
    reader.go("about/")
    search(reader, "FK4.3")
    check(reader)


def test_a_ruling_is_open_to_everybody(reader: Reader) -> None:
    lay_out(reader, "FK4.4c01")
    reader.page.locator("[data-fk=desk] summary").click()
    check(reader)


def test_a_clause_that_was_reworded_is_open_to_everybody(reader: Reader) -> None:
    page = reader.go("changes/")
    old, new = (Wording("FK4.3", {reader.look.lang: told}, {reader.look.lang: told}, "stated", {}) for told in "ab")
    shown = side_by_side(old, new, "1.0.0", says(reader, "unpublished"), reader.look.lang)
    page.locator("article").evaluate("(article, shown) => article.insertAdjacentHTML('beforeend', shown)", shown)
    expect(page.locator("article ins, article del")).to_have_count(4)
    check(reader)


@pytest.mark.parametrize("look", [look for look in EVERY_LOOK if look.width < 960], ids=str, indirect=True)
def test_the_drawer_of_a_small_screen_is_open_to_everybody(reader: Reader, look: Look) -> None:
    page = reader.go("rules/4-play/")
    page.locator("label[for=__drawer]:visible").first.click()
    page.wait_for_timeout(400)
    check(reader)
