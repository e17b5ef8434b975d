"""The index of cases: it narrows, and keeps in the address what was asked."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.site.conftest import Reader
from tests.site.parts import CASES, shown


def of(method: str) -> list[str]:
    return [case.id for case in CASES.values() if case.method == method]


def test_it_is_whole_at_first(reader: Reader) -> None:
    reader.go("cases/")
    assert shown(reader) == list(CASES)
    expect(reader.page.locator(".fk-filter output")).to_have_text(f"{len(CASES)} / {len(CASES)}")


def test_a_choice_narrows_it_and_stands_in_the_address(reader: Reader) -> None:
    page = reader.go("cases/")
    page.locator("[name=method]").select_option("judge_trick")
    assert shown(reader) == of("judge_trick")
    assert page.url.endswith("?method=judge_trick")
    page.reload()
    assert shown(reader) == of("judge_trick")
    page.locator("[name=outcome]").select_option("malformed")
    assert shown(reader) == [name for name in of("judge_trick") if CASES[name].malformed]
    page.locator("[name=outcome]").select_option("")
    page.locator("[name=method]").select_option("")
    assert page.url == reader.address("cases/")
    assert shown(reader) == list(CASES)


def test_words_narrow_it_by_keyboard_alone(reader: Reader) -> None:
    page = reader.go("cases/")
    reader.tab_to(page.locator("[name=words]"))
    page.keyboard.type("fk4.3c0")
    expect(page.locator(".fk-filter output")).to_contain_text(f" / {len(CASES)}")
    assert shown(reader) == [name for name in CASES if name.startswith("FK4.3c0")]
    reader.press_on(page.locator(".fk-index li:not([hidden]) a").first)
    expect(page.locator("h1")).to_contain_text("FK4.3c01")
    page.go_back()
    assert shown(reader) == [name for name in CASES if name.startswith("FK4.3c0")]


def test_the_keyboard_alone_chooses_too(reader: Reader) -> None:
    page = reader.go("cases/")
    reader.press_on(page.locator("[name=chapter]"), "ArrowDown")
    assert shown(reader) == [name for name in CASES if name.startswith("FK1.")]
    # What the return key does in a form is to send it, which there is nobody to receive.
    reader.press_on(page.locator("[name=words]"))
    assert page.url.endswith("?chapter=FK1")


def test_nothing_is_narrowed_by_an_address_that_asks_for_what_there_is_not(reader: Reader) -> None:
    page = reader.go("cases/")
    page.goto(f"{page.url}?method=%3Cimg%3E&clause=x&words=")
    assert shown(reader) == list(CASES)
