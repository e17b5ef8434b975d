"""Where things stand on the site, and what stands in place of an address as long as there is no site."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.helpers import TRICK, spec

from fk_conform.edition import Edition, this_edition
from fk_conform.errors import UsageError
from fk_conform.links import link, place
from fk_conform.named import Named, find
from fk_conform.report.failure import tell_failure
from fk_conform.running import CaseResult
from fk_conform.suite import load_cases
from fk_conform.verdict import judge

CASES = {case.id: case for case in load_cases(corpus=False)}
NOWHERE = Edition("The Forty Kings: rules", ({"name": "Somebody"},), "1.2.3", "")
SOMEWHERE = Edition("The Forty Kings: rules", ({"name": "Somebody"},), "1.2.3", "https://example.org/fk/")


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    """What the environment said before is forgotten."""
    this_edition.cache_clear()
    yield
    this_edition.cache_clear()


def the(name: str) -> Named:
    return find(name, spec(), CASES)


@pytest.mark.parametrize(
    ("name", "kind", "where"),
    [
        ("FK4", "chapter", "rules/4-play/"),
        ("FK4.3", "clause", "rules/4-play/#FK4.3"),
        ("FK6.18", "clause", "rules/6-game/#FK6.18"),
        ("FK4.3c02", "case", "cases/FK4.3c02/"),
        ("FK4.3c02~HCDS+1", "case", "cases/FK4.3c02/"),
        ("when-void", "reading", "readings/#when-void"),
        ("M-no-follow", "mistake", "mistakes/#M-no-follow"),
        ("must-follow-suit", "reason", "reasons/#must-follow-suit"),
        ("lalanne-2021", "source", "sources/#lalanne-2021"),
        ("H1", "note", "history/1-lacombe/"),
    ],
)
def test_each_kind_of_thing_has_its_place(name: str, kind: str, where: str) -> None:
    assert the(name).kind == kind
    assert place(the(name), spec()) == where
    assert link(the(name), spec(), SOMEWHERE) == f"https://example.org/fk/{where}"
    assert link(the(name), spec(), NOWHERE) == f"urn:forty-kings:1.2.3:{name}"


def test_what_is_asked_once_more_stands_with_its_case() -> None:
    assert place(Named("case", "FK4.3c02@again", ""), spec()) == "cases/FK4.3c02/"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("FK4.99", "did you mean FK4.9?"),
        ("when-voit", "did you mean when-void?"),
        ("lalane-2021", "did you mean lalanne-2021?"),
        ("FK4.3c02~HCDS+7", "nor anything else of that name"),
        ("xyzzy", "see `fk-conform list`"),
    ],
)
def test_what_is_not_there_is_said_not_to_be_with_what_was_probably_meant(name: str, hint: str) -> None:
    with pytest.raises(UsageError, match="there is no case or clause") as caught:
        the(name)
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    ("said", "site"),
    [
        ("https://example.org/fk/", "https://example.org/fk/"),
        ("http://localhost:8000", "http://localhost:8000/"),
        ("", ""),
    ],
)
def test_the_environment_tells_where_the_site_is(said: str, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FK_SITE", said)
    assert this_edition().site == site


@pytest.mark.parametrize(
    "said", ["example.org", "file:///etc", "https://", "https://a b/", "https://a/?q", "https://a/#b"]
)
def test_what_is_no_address_is_no_site(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FK_SITE", said)
    with pytest.raises(UsageError, match="FK_SITE: expected the address of a site"):
        this_edition()


def test_a_failure_is_told_with_a_link_only_where_there_is_a_site(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = judge(TRICK, {"jsonrpc": "2.0", "id": 1, "result": {"winner": "west", "points": 0}}, spec().shapes)
    for site, links in (("", []), ("https://example.org", ["https://example.org/cases/FK4.9c01/"])):
        monkeypatch.setenv("FK_SITE", site)
        this_edition.cache_clear()
        told = list(tell_failure(CaseResult(TRICK, wrong)))
        assert [text for label, text in told if label == "link"] == links
