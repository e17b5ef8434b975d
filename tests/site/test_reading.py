"""What a reader does on any page: look at a clause, cite, change the language, print."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.site.conftest import Reader
from tests.site.parts import CASES, finds_the_clause_first, says

from fk_conform import data
from fk_conform.cite import citation, cite
from fk_conform.named import find
from fk_conform.spec import Spec, load_spec

KINDS = (
    "",
    "learn/",
    "rules/4-play/",
    "rules/3-dealing/#FK3.12",
    "cases/",
    "cases/FK4.3c02/",
    "readings/",
    "history/1-lacombe/",
    "desk/",
    "guides/reports/",
)


def rule(reader: Reader, clause: str) -> str:
    return Spec(data.spec(), reader.look.lang).clauses[clause].rule


def test_to_point_at_a_clause_shows_its_text(reader: Reader) -> None:
    page = reader.go("cases/FK4.3c02/")
    page.locator("article a", has_text="FK4.3").first.hover()
    expect(page.locator(".md-tooltip2", has_text=rule(reader, "FK4.3")).first).to_be_visible()


def test_to_reach_a_clause_by_keyboard_shows_its_text(reader: Reader) -> None:
    page = reader.go("cases/FK4.3c02/")
    reader.tab_to(page.locator("article a", has_text="FK4.3").first)
    expect(page.locator(".md-tooltip2", has_text=rule(reader, "FK4.3")).first).to_be_visible()


def test_a_citation_is_shown_and_copied(reader: Reader) -> None:
    page = reader.go("cases/FK4.3c02/")
    summary = page.locator(".fk-cite summary")
    summary.click()
    expect(page.locator(".fk-cite code").first).to_be_visible()
    spec = Spec(data.spec(), reader.look.lang)
    about = citation(find("FK4.3c02", spec, CASES), spec)
    told = [cite([about], style) for style in ("text", "markdown", "bibtex")]
    shown = [each.inner_text() for each in page.locator(".fk-cite code").all()]
    assert [each.strip() for each in shown] == [each.strip() for each in told]
    page.locator(".fk-cite button[data-md-type=copy]").first.click()
    assert str(page.evaluate("navigator.clipboard.readText()")).strip() == told[0].strip()


def test_a_citation_is_shown_by_keyboard(reader: Reader) -> None:
    page = reader.go("cases/FK4.3c02/")
    reader.press_on(page.locator(".fk-cite summary"))
    expect(page.locator(".fk-cite code").first).to_be_visible()


@pytest.mark.parametrize("kind", KINDS)
def test_the_other_language_is_on_the_same_page(reader: Reader, kind: str) -> None:
    page = reader.go(kind)
    other = "en" if reader.look.lang == "fr" else "fr"
    page.locator(".fk-language").click()
    expect(page).to_have_url(reader.address(kind, other))
    expect(page.locator("html")).to_have_attribute("lang", other)
    reader.press_on(page.locator(".fk-language"))
    expect(page).to_have_url(reader.address(kind))


def test_however_early_the_link_to_the_other_language_is_followed_it_leads_to_the_same_place(reader: Reader) -> None:
    page = reader.page
    # What is loaded at the end of the page never comes.
    page.route("**/*.js", lambda route: route.continue_() if route.request.url.endswith("/language.js") else None)
    page.goto(reader.address("rules/3-dealing/#FK3.12"), wait_until="commit")
    press = "link => { link.dispatchEvent(new Event('pointerdown', {bubbles: true})); return link.hash; }"
    assert page.locator(".fk-language").evaluate(press) == "#FK3.12"
    page.unroute_all(behavior="ignoreErrors")


def test_the_print_edition_has_each_clause_once_and_nothing_around_it(reader: Reader) -> None:
    page = reader.go("rules/print/")
    page.emulate_media(media="print")
    assert page.locator(".fk-print b:first-child").all_inner_texts() == list(load_spec().clauses)
    for around in (".md-header", ".md-tabs", ".md-sidebar", ".md-footer"):
        expect(page.locator(f"{around}:visible")).to_have_count(0)


def test_a_chapter_is_printed_without_what_is_folded(reader: Reader) -> None:
    page = reader.go("rules/4-play/")
    page.emulate_media(media="print")
    expect(page.locator("details:visible")).to_have_count(0)
    expect(page.locator("[id='FK4.3']")).to_be_visible()


def test_a_permalink_leads_to_its_clause(reader: Reader) -> None:
    page = reader.go("rules/4-play/#FK4.9")
    expect(page.locator("[id='FK4.9']")).to_be_in_viewport()
    assert says(reader, "cite") in page.locator(".fk-cite summary").first.inner_text()


# What somebody comes for.


def test_whether_the_dealer_may_play_the_turn_up_first_is_found_by_searching(reader: Reader) -> None:
    reader.go("")
    finds_the_clause_first(reader, "retourne" if reader.look.lang == "fr" else "turn-up", r"FK3\.10")


def test_a_page_that_there_is_not_says_so(reader: Reader) -> None:
    page = reader.go("404.html")
    expect(page.get_by_role("heading")).to_have_text("404")
    expect(page.locator("html")).to_have_attribute("lang", reader.look.lang)
