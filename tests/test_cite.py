"""Citations: what they say in each style, that nothing in them acts on TeX or Markdown, and that they never change."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.helpers import spec
from tests.test_links import CASES, NOWHERE, SOMEWHERE

from fk_conform.cite import STYLES, Citation, cite
from fk_conform.cli import main
from fk_conform.edition import Edition, this_edition
from fk_conform.links import link
from fk_conform.named import Named, find
from fk_conform.spec import Work

Json = Any

# Of every kind something, and all that there is in the bibliography.
ALL = ["FK4", "FK4.3", "FK5.23", "FK4.3c02", "FK4.3c02~HCDS+1", "when-void", "M-no-follow", "card-not-held", "H2"]
ALL += list(spec().sources)


def of(name: str, edition: Edition = NOWHERE, date: str = "") -> Citation:
    thing = find(name, spec(), CASES)
    work = spec().works[name] if thing.kind == "source" else None
    return Citation(thing, link(thing, spec(), edition), edition, work, date)


def of_title(title: str, edition: Edition = NOWHERE) -> Citation:
    """The citation of a clause that is called so."""
    return Citation(Named("clause", "FK9.1", title), "https://example.org/#FK9.1", edition, None, "")


def item(citation: Citation) -> Json:
    (only,) = json.loads(cite([citation], "csl-json"))
    return only


# Parts of this edition


def test_a_clause_is_cited_as_a_part_of_its_edition() -> None:
    assert cite([of("FK4.3")], "text") == (
        "Somebody. “Following suit (clause FK4.3)”. The Forty Kings: rules, version 1.2.3. "
        "urn:forty-kings:1.2.3:FK4.3.\n"
    )


def test_where_there_is_a_site_its_address_is_cited_and_the_day_if_it_is_told() -> None:
    assert cite([of("FK4.3c02", SOMEWHERE, "2026-11-30")], "text").endswith(
        "version 1.2.3. https://example.org/fk/cases/FK4.3c02/. Accessed 2026-11-30.\n"
    )


def test_quotes_within_a_title_are_other_ones() -> None:
    assert "“‘Good’ (clause FK5.23)”." in cite([of("FK5.23")], "text")


def test_markdown_stresses_the_title_and_links_the_address() -> None:
    assert cite([of("FK4.3", SOMEWHERE)], "markdown") == (
        "Somebody. *Following suit (clause FK4.3)*. The Forty Kings: rules, version 1.2.3. "
        "<https://example.org/fk/rules/4-play/#FK4.3>.\n"
    )


def test_nothing_in_a_title_is_taken_for_markdown() -> None:
    assert r"*a \* b \_ c \[d\] \<i\> \`e\` \\\\ (clause FK9.1)*" in cite(
        [of_title(r"a * b _ c [d] <i> `e` \\")], "markdown"
    )


def test_bibtex_says_who_what_where() -> None:
    assert cite([of("FK4.3", SOMEWHERE, "2026-11-30")], "bibtex") == (
        "@misc{FK4.3,\n"
        "  author       = {{Somebody}},\n"
        "  title        = {{Following suit (clause FK4.3)}},\n"
        "  howpublished = {The Forty Kings: rules, version 1.2.3},\n"
        "  url          = {https://example.org/fk/rules/4-play/#FK4.3},\n"
        "  urldate      = {2026-11-30}\n"
        "}\n"
    )


def test_nothing_in_a_title_acts_on_tex() -> None:
    assert r"{{100\% \& more\_or\_less \#1 \{x\} \$5 (clause" in cite(
        [of_title("100% & more_or_less #1 {x} $5")], "bibtex"
    )
    written = r"{{a\textasciitilde{}b c\textasciicircum{}d \textbackslash{}e (clause"
    assert written in cite([of_title(r"a~b c^d \e")], "bibtex")


def test_authors_are_whole_names_or_family_and_given_name() -> None:
    people = ({"family-names": "Lacombe", "given-names": "Jacques"}, {"name": "Kings & Co"})
    edition = Edition("Rules", people, "1.0.0", "")
    assert cite([of_title("Title", edition)], "text").startswith("Lacombe, Jacques; Kings & Co. ")
    assert r"author       = {Lacombe, Jacques and {Kings \& Co}}" in cite([of_title("Title", edition)], "bibtex")
    assert item(of_title("Title", edition))["author"] == [
        {"family": "Lacombe", "given": "Jacques"},
        {"literal": "Kings & Co"},
    ]


def test_csl_json_keeps_an_id_from_being_capitalised_and_tells_the_day_in_parts() -> None:
    assert item(of("FK4.3", NOWHERE, "2026-01-02")) == {
        "id": "FK4.3",
        "type": "entry",
        "title": 'Following suit (clause <span class="nocase">FK4.3</span>)',
        "author": [{"literal": "Somebody"}],
        "container-title": "The Forty Kings: rules, version 1.2.3",
        "URL": "urn:forty-kings:1.2.3:FK4.3",
        "accessed": {"date-parts": [[2026, 1, 2]]},
    }


# Works of the bibliography


def test_a_work_is_cited_as_itself_with_what_the_bibliography_says_of_it() -> None:
    text = cite([of("parlett-1991")], "text")
    assert text.startswith(
        "Parlett, David. “A History of Card Games”. Oxford University Press, Oxford, 1991. Not seen. "
    )
    assert text.endswith(
        "In the bibliography of The Forty Kings: rules, version 1.2.3, as parlett-1991: "
        "urn:forty-kings:1.2.3:parlett-1991.\n"
    )


def test_a_work_keeps_its_entry_in_bibtex_but_for_the_keywords() -> None:
    entry = cite([of("parlett-1991")], "bibtex")
    assert entry.startswith(
        "@book{parlett-1991,\n  author    = {Parlett, David},\n  title     = {A History of Card Games},\n"
    )
    assert "isbn      = {0-19-282905-X}" in entry
    assert "keywords" not in entry


def test_a_work_in_csl_json_has_its_own_kind_year_and_names() -> None:
    book = item(of("parlett-1991"))
    assert (book["type"], book["ISBN"], book["publisher-place"]) == ("book", "0-19-282905-X", "Oxford")
    assert book["issued"] == {"date-parts": [[1991]]}
    assert book["author"] == [{"family": "Parlett", "given": "David"}]
    assert item(of("lacombe-1792"))["type"] == "chapter"
    assert item(of("lacombe-1792"))["container-title"] == "Encyclopédie méthodique"
    page = item(of("wikipedia-quarante-de-roi"))
    assert (page["type"], page["author"]) == ("webpage", [{"literal": "Wikipedia contributors"}])


def test_what_stands_for_tex_in_the_bibliography_is_read_where_there_is_no_tex() -> None:
    work = Work("misc", {"author": "{Knight \\& Sons}", "title": "{Forty} Kings -- a game", "note": "Not seen."})
    text = cite([Citation(Named("source", "knight", "x"), "urn:x", NOWHERE, work, "")], "text")
    assert text.startswith("Knight & Sons. “Forty Kings – a game”. Not seen. ")


def test_the_day_is_told_only_of_what_has_an_address() -> None:
    assert "urldate" in cite([of("lalanne-2021", date="2026-11-30")], "bibtex")
    assert "urldate" not in cite([of("parlett-1991", date="2026-11-30")], "bibtex")
    assert "accessed" not in item(of("parlett-1991", date="2026-11-30"))


# All of them


def test_every_key_in_bibtex_is_one_that_bibtex_and_tex_take_and_braces_balance() -> None:
    entries = cite([of(name) for name in ALL], "bibtex").split("\n\n")
    assert len(entries) == len(ALL)
    for entry in entries:
        assert re.match(r"@(misc|book|incollection)\{[A-Za-z0-9.-]+,\n", entry), entry
        depth = 0
        for character in re.sub(r"\\[{}]", "", entry):
            depth += {"{": 1, "}": -1}.get(character, 0)
            assert depth >= 0
        assert depth == 0, entry


# What is known of csl-data.json, the schema of CSL-JSON, of all that is used here.
TEXTS = {"title", "container-title", "publisher", "publisher-place", "volume", "edition", "ISBN", "URL", "note"}


def dates(value: Json) -> Iterator[Json]:
    assert value.keys() == {"date-parts"}
    assert len(value["date-parts"]) == 1
    yield from value["date-parts"][0]


@pytest.mark.parametrize("name", ALL)
def test_every_item_of_csl_json_has_members_and_values_of_the_schema(name: str) -> None:
    said = item(of(name, SOMEWHERE, "2026-11-30"))
    assert said.pop("id") == name
    assert said.pop("type") in {"entry", "book", "chapter", "document", "webpage"}
    for author in said.pop("author", []):
        assert author.keys() <= {"family", "given", "literal"}
    for date in (said.pop(which) for which in ("accessed", "issued") if which in said):
        assert all(type(part) is int for part in dates(date))
    assert said.keys() <= TEXTS
    assert all(isinstance(value, str) and not re.search("[{}]", value) for value in said.values())


# The command


@pytest.fixture(autouse=True)
def _without_a_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("FK_SITE", "")
    this_edition.cache_clear()
    yield
    this_edition.cache_clear()


@pytest.mark.parametrize("style", list(STYLES))
def test_the_command_cites_several_in_every_style_each_once(style: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite", "fk4.3", "when-void", "FK4.3", "--style", style]) == 0
    once = capsys.readouterr().out
    assert len(re.findall("urn:forty-kings:[0-9.]+:FK4.3", once)) == 1
    assert main(["cite", "fk4.3", "when-void", "FK4.3", "--style", style]) == 0
    assert capsys.readouterr().out == once


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["FK4.99"], "there is no case or clause 'FK4.99'"),
        (["FK4.3", "--style", "apa"], "invalid choice: 'apa'"),
        (["FK4.3", "--date", "30.11.2026"], "expected a day as in 2026-11-30, not '30.11.2026'"),
        (["FK4.3", "--date", "2026-02-30"], "expected a day as in 2026-11-30, not '2026-02-30'"),
        ([], "the following arguments are required: ID"),
    ],
)
def test_what_cannot_be_cited_is_said_in_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: Json = main(["cite", *words])
    except SystemExit as left:
        status = left.code
    said = capsys.readouterr()
    assert (status, said.out, said.err.count("\n")) == (2, "", 1)
    assert says in said.err


# What show tells of it


def shown(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["show", name]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name in ALL if name != "FK4" and "~" not in name])
def test_what_is_shown_says_how_to_cite_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    version = this_edition().version
    assert f"  cite      {name}, The Forty Kings {version}, urn:forty-kings:{version}:{name}\n" in shown(name, capsys)


def test_a_clause_is_shown_with_the_history_notes_that_mention_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "  history   H2, The witness of 1772\n" in shown("FK4.3", capsys)


def test_a_source_is_shown_with_all_that_cites_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown("jeux-de-cartes-com", capsys)
    assert "  url       http://www.jeux-de-cartes.com/jeux-de-cartes/quarante-de-roi/\n" in text
    assert "  when-void: must-trump\n" in text
    assert "  H2      The witness of 1772\n" in text
    assert "  FK4.7   No trumping while able to follow, §2, Introduction\n" in shown("lalanne-2021", capsys)


def test_a_history_note_is_shown_as_it_stands_with_its_works_and_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown("h5", capsys)
    assert text.startswith("H5  The name of the game\n\nThe game has no forty kings.")
    assert "## Guess" in text
    assert "  clauses   FK5.5\n" in text
    assert "(jeux-de-cartes-com)" in text
