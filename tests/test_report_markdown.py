"""The report as Markdown: what a page makes of it, short enough for a summary, and no markup of an engine's."""

from __future__ import annotations

import dataclasses
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt
from tests.events import (
    EVIL,
    RUNS,
    answered,
    fault_at,
    footer,
    header,
    of_an_evil_engine,
    of_every_verdict,
    of_the_zoo,
    report_of,
    told_in,
)
from tests.helpers import TRICK, follow

from fk_conform.answer import harmless
from fk_conform.edition import this_edition
from fk_conform.faults import NoJson
from fk_conform.report.markdown import code, plain, table
from fk_conform.running import Event

OURS = {
    *("h2", "h3", "p", "strong", "code", "pre", "ul", "li", "details", "summary", "b"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}


class Page(HTMLParser):
    """The page that a Markdown processor makes: its tags, and its text."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert all(name in ("class", "style") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_run_is_told_with_counts_failures_and_diagnoses() -> None:
    page = Page(told_in("markdown", of_every_verdict()))
    for part in (
        "The Forty Kings: not conformant",
        "1 passed, 1 failed, 1 with a fault, 1 failed as expected, 1 passed unexpectedly, 1 not applicable, 1 not run",
        "A fault of the engine:",
        "known.txt:3: there is no such case: FK4.9c99",
        "Looks like: The ace is highest in play",
        'differs   winner: expected "east", got "west"',
        "again     fk-conform FK4.9c01 -- ./engine",
        "the engine does not offer replay_hand (1)",
    ):
        assert part in page.text
    assert page.tags.count("details") == 3


def test_the_clauses_with_failures_stand_in_a_table() -> None:
    wrong = [
        answered(follow(f"FK4.3c{number:02}", ["7S"], "KS", ["7S"]), {"result": {"cards": []}}) for number in (1, 2)
    ]
    right = answered(follow("FK4.3c03", ["7S"], "KS", ["7S"]), {"result": {"cards": ["7S"]}})
    text = told_in("markdown", [header(), *wrong, right, footer("not-conformant", {"failed": 2, "passed": 1})])
    assert "| FK4.3 | Following suit | 2 of 3 | FK4.3c01 FK4.3c02 |\n" in text


@pytest.mark.parametrize(
    ("site", "heading"),
    [
        ("https://example.org/a&b/", '<a href="https://example.org/a&amp;b/cases/FK4.9c01/"><b>FK4.9c01</b></a> '),
        ("", "<b>FK4.9c01</b> "),
    ],
)
def test_a_failure_is_headed_by_a_link_to_its_case_where_there_is_a_site(
    site: str, heading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FK_SITE", site)
    this_edition.cache_clear()
    text = told_in("markdown", of_every_verdict())
    this_edition.cache_clear()
    assert f"<details><summary>{heading}" in text
    assert "\nlink " not in text


def test_levels_are_told_of_a_whole_run_only() -> None:
    whole = told_in("markdown", of_the_zoo("right_throughout"))
    assert "| Level |" in whole
    first, *rest = of_the_zoo("right_throughout")
    selected = dataclasses.replace(report_of([first]).header, selection={"ids": ["FK4.9"]})
    assert "| Level |" not in told_in("markdown", [selected, *rest])


@pytest.mark.parametrize("name", RUNS)
def test_how_a_run_ended_is_its_heading(name: str) -> None:
    events = of_the_zoo(name)
    assert told_in("markdown", events).startswith(
        f"## The Forty Kings: {report_of(events).verdict.replace('-', ' ')}\n"
    )


def test_a_run_that_did_not_come_to_its_end_says_so() -> None:
    assert "The run did not come to its end: interrupted; " in told_in("markdown", of_the_zoo("interrupted"))


def test_nothing_that_an_engine_says_is_markup() -> None:
    text = told_in("markdown", of_an_evil_engine())
    page = Page(text)
    assert set(page.tags) <= OURS
    assert page.text.count("alert(1)") > 10
    assert all(line.isprintable() for line in text.split("\n"))
    assert "##[" not in text
    assert not any(line.lstrip().startswith("::") for line in text.split("\n"))


def test_whatever_happens_it_is_short_enough_for_the_summary_of_a_job() -> None:
    # GitHub takes one of 1 MB.
    long = EVIL * 1000
    cases = [dataclasses.replace(TRICK, id=f"FK4.9c{number:03}") for number in range(500)]
    wrong: list[Event] = [answered(case, {"result": {long: long, "winner": [long]}}) for case in cases]
    faults = [fault_at(case, NoJson(long, 1, [long[:500]] * 10)) for case in cases]
    text = told_in("markdown", [header(), *wrong, *faults, footer("not-conformant", {"failed": 500, "fault": 500})])
    assert len(text.encode()) < 500_000
    assert "The first 20 of 1000:" in text


def test_text_is_text_and_code_is_code() -> None:
    for text in (r"a*b*_c_ <i>d</i> &amp; `e` [f](g) \* ~~h~~ | $i$", "# no heading", EVIL.splitlines()[0]):
        page = Page(f"It says {plain(harmless(text))}")
        assert page.text.strip() == f"It says {harmless(text)}".strip()
        assert page.tags == ["p"]
    for text in ("a", "`", "``a`", "a|b", "<b>"):
        assert Page(code(text)).text.strip() == text
        assert Page(code(text)).tags == ["p", "code"]


def test_a_bar_in_a_cell_makes_no_other_cell() -> None:
    page = Page(table(["a", "b"], [[code("x|y"), plain("z|")]]))
    assert page.tags.count("td") == 2
    assert "x|y" in page.text
    assert "z|" in page.text


@pytest.mark.parametrize("form", ["markdown", "tap", "html"])
def test_notes_on_the_run_are_told(form: str) -> None:
    events: list[Event] = [header(notes=("Settings of tiny.toml.",)), footer("nothing-ran")]
    assert "Settings of tiny.toml." in told_in(form, events)


def test_of_a_run_that_passes_there_are_no_failures_to_tell() -> None:
    assert "Failures" not in told_in("markdown", of_the_zoo("right_throughout"))
