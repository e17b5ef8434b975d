"""The report as an HTML page: whole in one file, harmless whatever an engine says, and with filters that filter."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.events import (
    RUNS,
    answered,
    footer,
    header,
    of_an_evil_engine,
    of_every_verdict,
    of_the_zoo,
    report_of,
    told_in,
)
from tests.helpers import TRICK, follow

from fk_conform.report import html
from fk_conform.running import Event

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
EMPTY = {"meta", "input", "path", "use"}


class Page(HTMLParser):
    """A page as a browser sees it: elements with their attributes, and what stands in scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.raw: dict[str, str] = {}
        self.text = ""
        self._within = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._within = tag

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within in ("script", "style"):
            self.raw[self._within] = data
        else:
            self.text += data

    def named(self, tag: str) -> list[dict[str, str]]:
        """The attributes of the elements of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    def case(self, name: str) -> dict[str, str]:
        """The attributes of a case."""
        (found,) = [attributes for _, attributes in self.elements if attributes.get("id") == name]
        return found


def test_the_page_needs_nothing_from_outside() -> None:
    page = Page(told_in("html", of_every_verdict()))
    kinds = {tag for tag, _ in page.elements}
    assert not kinds & {"link", "img", "iframe", "object", "embed", "base", "audio", "video", "image"}
    for tag, attributes in page.elements:
        assert "src" not in attributes
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        assert attributes.get("href", "#").startswith("#")
    assert not re.search(r"url\(|@import|https?:", page.raw["style"] + page.raw["script"])


def test_the_page_lets_nothing_run_or_load_but_its_own_script_and_style() -> None:
    page = Page(told_in("html", of_every_verdict()))
    (policy,) = [each["content"] for each in page.named("meta") if each.get("http-equiv") == "Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    for kind in ("script", "style"):
        sum = base64.b64encode(hashlib.sha256(page.raw[kind].encode()).digest()).decode()
        assert rules[f"{kind}-src"] == f"'sha256-{sum}'"


def test_whatever_an_engine_says_stands_there_as_text() -> None:
    text = told_in("html", of_an_evil_engine())
    page = Page(text)
    assert len(page.named("script")) == 1
    assert not page.named("img")
    assert "alert(1)" in page.text
    assert "alert(1)" not in page.raw["script"]
    body = text[text.index("<body>") : text.rindex("<script>")]
    assert all(line.isprintable() for line in body.split("\n"))
    assert "##[" not in text
    assert not re.search(r"(?m)^\s*::", body)


def test_elements_are_closed_and_no_id_is_there_twice() -> None:
    for events in (of_every_verdict(), of_an_evil_engine(), list(of_the_zoo("answers_nothing"))):
        text = told_in("html", events)
        page = Page(text)
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        assert len(ids) == len(set(ids))
        for tag in ("section", "details", "div", "dl", "form", "main", "header", "p", "ol", "li", "span", "svg"):
            assert text.count(f"</{tag}>") == len(page.named(tag)), tag


def test_every_case_stands_under_its_clause_with_verdict_and_method() -> None:
    page = Page(told_in("html", of_every_verdict()))
    assert page.case("FK4.9c01")["data-verdict"] == "failed"
    assert page.case("FK4.9c01")["data-method"] == "judge_trick"
    assert page.case("FK1.1c01")["data-verdict"] == "passed"
    order = [attributes.get("id", "") for tag, attributes in page.elements if tag in ("section", "details", "p")]
    assert order.index("FK4.9") + 1 == order.index("FK4.9c01")
    assert len([attributes for _, attributes in page.elements if "data-verdict" in attributes]) == 7


def test_a_failure_is_told_in_full_and_drawn() -> None:
    text = told_in("html", of_every_verdict())
    part = text[text.index('id="FK4.9c01"') :]
    part = part[: part.index("</details>")]
    assert part.count('class="card') == 4
    for words in (
        "winner: expected &quot;east&quot;, got &quot;west&quot;",
        "It is so.",
        "fk-conform FK4.9c01 -- ./engine",
    ):
        assert words in part


def test_of_very_many_failures_only_some_are_drawn_and_all_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "DRAWN", 2)
    cases = [follow(f"FK4.3c{number:02}", ["7S"], "KS", ["7S"]) for number in range(1, 6)]
    text = told_in(
        "html", [header(), *(answered(case, {"result": {"cards": []}}) for case in cases), footer("not-conformant")]
    )
    # Each has a card in the hand, one on the table and one expected.
    assert text.count('<span class="card ') == 2 * 3
    assert text.count("hand 7S") == 3


@pytest.mark.parametrize("name", RUNS)
def test_how_a_run_ended_is_its_heading(name: str) -> None:
    events = of_the_zoo(name)
    verdict = report_of(events).verdict.replace("-", " ")
    kind = "good" if RUNS[name] == 0 else "bad"
    assert f'<h1>The Forty Kings: <span class="{kind}">{verdict}</span></h1>' in told_in("html", events)


def test_a_verdict_can_be_told_without_colour() -> None:
    text = told_in("html", of_every_verdict())
    assert set(re.findall(r'class="mark">(.)<', text)) == {"✓", "✗", "◦", "–"}


def test_a_form_has_a_label_for_each_of_its_fields() -> None:
    text = told_in("html", of_every_verdict())
    form = text[text.index("<form") : text.index("</form>")]
    fields = re.findall(r"<(?:input|select)\b", form)
    assert len(fields) == 7 + 3
    assert len(re.findall(r"<label>[^<]*<(?:input|select)\b", form)) == len(fields)


def test_what_passed_is_not_shown_at_first_if_anything_else_is_there() -> None:
    def checked(events: list[Event]) -> set[str]:
        boxes = [each for each in Page(told_in("html", events)).named("input") if each.get("name") == "verdict"]
        return {box["value"] for box in boxes if "checked" in box}

    assert checked(of_every_verdict()) == {"failed", "fault", "expected-failure", "unexpected-pass"}
    assert checked(list(of_the_zoo("right_throughout"))) == {"passed"}


# In a browser


def shown(page: Path, end: str, tmp_path: Path) -> tuple[set[str], str]:
    """The cases that a browser shows where the address ends so, and what the page says of their number."""
    assert BROWSER
    words = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
    words += [
        "--disable-background-networking",
        "--disable-component-update",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    address = f"{page.as_uri()}{end}"
    done = subprocess.run(
        [BROWSER, *words, "--dump-dom", address], capture_output=True, text=True, check=True, timeout=60
    )
    seen = Page(done.stdout)
    sections = {
        attributes["id"]: "hidden" not in attributes for attributes in seen.named("section") if "id" in attributes
    }
    cases = {each["id"] for _, each in seen.elements if "data-verdict" in each and "hidden" not in each}
    assert all(sections[case.partition("c")[0]] for case in cases)
    (said,) = re.findall(r"<output[^>]*>(.*?)</output>", done.stdout)
    return cases, said


@pytest.mark.skipif(BROWSER is None, reason="this machine has no Chromium")
def test_the_filters_show_what_they_say(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(told_in("html", of_every_verdict()), encoding="utf-8")
    loud = {"FK4.9c01", "FK4.3c01", "FK4.3c02", "FK4.3c03"}
    assert shown(page, "", tmp_path) == (loud, "4 of 7 cases")
    assert shown(page, "#clause=FK4.3&without=fault", tmp_path) == ({"FK4.3c02", "FK4.3c03"}, "2 of 7 cases")
    others = f"#with=passed&method=legal_cards&words={quote('case fk1.1')}"
    assert shown(page, others, tmp_path) == ({"FK1.1c01"}, "1 of 7 cases")
    # An address that ends in a case shows it, though cases like it are not shown at first.
    assert shown(page, "#FK4.8c01", tmp_path) == (loud | {"FK4.8c01"}, "5 of 7 cases")


@pytest.mark.skipif(BROWSER is None, reason="this machine has no Chromium")
def test_in_a_browser_too_nothing_of_an_engine_becomes_an_element(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(told_in("html", of_an_evil_engine()), encoding="utf-8")
    cases, said = shown(page, "", tmp_path)
    assert TRICK.id in cases
    assert said == "6 of 7 cases"
