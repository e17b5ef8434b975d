"""What the generator writes: everything has its page, at the place that citations name, in both languages."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache

import pytest
import yaml
from docs.anchors import address, published
from docs.generator.__main__ import all_pages, checked
from docs.generator.book import Book
from docs.generator.drawn import draw_answer, draw_question
from docs.generator.page import Page
from docs.generator.words import FIELDS, LANGUAGES, RANKS, SEATS, SIDES, SUITS, VALUES, WORDS
from tests.helpers import ROOT

from fk_conform.links import place
from fk_conform.named import find

IDS = Book("en").names
NAV = {"en": "mkdocs.yml", "fr": "mkdocs.fr.yml"}

# Words that are the same in both languages, or none.
THE_SAME = {"note", "clause", "clauses", "points", "clique", "cliques", "sources", "generated-from", "guides", "rank"}
# What is given in English on French pages, and says so.
IN_ENGLISH = {"changes.md"}
# Where a work is named that has its title in English.
ENGLISH_WORKS = {"sources.md", "rules/print.md", "history/4-clique-or-glique.md"}


@cache
def pages(lang: str) -> dict[str, Page]:
    return {page.path: page for page in checked(all_pages(Book(lang)))}


@cache
def addresses(lang: str) -> set[str]:
    """Every page and every anchor that is set by name, as they are on the site."""
    start = "" if lang == "en" else f"{lang}/"
    found = set()
    for path, page in pages(lang).items():
        where = start + address(path)
        found |= {where, *(f"{where}#{name}" for name in page.ids)}
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_has_an_id_stands_where_citations_say(lang: str) -> None:
    book = Book(lang)
    start = "" if lang == "en" else f"{lang}/"
    missing = [
        name for name in IDS if start + place(find(name, book.spec, book.cases), book.spec) not in addresses(lang)
    ]
    assert missing == []


def test_every_address_that_has_an_id_of_today_is_kept_for_ever() -> None:
    book = Book("en")
    of_today = {place(find(name, book.spec, book.cases), book.spec) for name in IDS}
    wanted = of_today | {f"fr/{address}" for address in of_today}
    assert sorted(wanted - set(published())) == [], "these are to be added: python -m docs.anchors"


def test_nothing_that_was_ever_published_is_lost() -> None:
    assert sorted(set(published()) - addresses("en") - addresses("fr")) == []


def test_both_languages_have_the_same_pages() -> None:
    assert list(pages("fr")) == list(pages("en"))


def test_what_the_pages_say_is_said_in_french() -> None:
    words = {**WORDS, **SEATS, **SIDES, **SUITS, **RANKS, **FIELDS, **VALUES}
    assert {name for name, told in words.items() if not told["fr"].strip()} == set()
    assert {name for name, told in words.items() if told["fr"].lower() == told["en"].lower()} - THE_SAME == set()


def test_what_is_not_translated_is_known_and_says_so() -> None:
    said = WORDS["untranslated"]["fr"]
    in_english = {path for path, page in pages("fr").items() if '<div lang="en"' in page.text}
    assert in_english == IN_ENGLISH
    assert all(said in pages("fr")[path].text for path in in_english)


def test_how_an_answer_follows_is_told_in_french_or_else_in_english_and_says_so() -> None:
    book = Book("fr")
    case = book.cases["FK4.3c02"]
    assert book.translated["because"][case.id] in pages("fr")["cases/FK4.3c02.md"].text
    del book.translated["because"][case.id]
    assert book.because(case) == book.in_english(case.because)
    assert WORDS["untranslated"]["fr"] in book.because(case)


ENGLISH = re.compile(r"\b(the|which|with|from|and|this|that|may|must|is|are|was|by)\b")


def read_by_people(text: str) -> str:
    """A page without code, addresses, titles of works and what is marked as English."""
    text = re.sub(r'<(div|span) lang="en".*?</\1>', "", text, flags=re.DOTALL)
    text = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>|\*[^*\n]+\*|«[^»]*»|“[^”]*”", "", text)
    # What has a name, such as a mistake, has it in English.
    return re.sub(r"\w+(-\w+)+", "", text)


def test_no_other_english_is_left_on_french_pages() -> None:
    left = {path: ENGLISH.findall(read_by_people(page.text)) for path, page in pages("fr").items()}
    assert {path: words for path, words in left.items() if words and path not in ENGLISH_WORKS} == {}


def test_marks_are_set_on_french_pages_as_french_sets_them() -> None:
    # What is no mark: an entity, a note, an admonition, a factorial, and a reading with its alternative.
    none = re.compile(r"&\w+;|\[\^[^]]*\]:|^!!!|\d!|\b(renounce|unshown):", re.MULTILINE)
    parted = re.compile(r"(?:\w*[\w)*][;:?!]|[ \n][;:?!»]) +[\w*]*|«[ \n]\w*")
    found = {path: parted.findall(none.sub("", read_by_people(page.text))) for path, page in pages("fr").items()}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_names_of_players_stay_as_they_are_and_seats_are_told_in_french() -> None:
    case = Book("fr").cases["FK2.1c07"]
    named = {"pairs": [["north", "dealer"], ["KS", ""]], "sides": {"north-south": ["west", "spades"]}}
    answer = re.findall("<dd>(.*?)</dd>", draw_answer(replace(case, expect=named), "fr"))
    assert answer == ['north & dealer\u00a0; KS & ""', "nord et sud west & spades"]
    draws = {"draws": {"north": "KS", "KH": "KH", "over": "KD", "": "KC"}}
    question = draw_question(replace(case, params=json.dumps(draws)), "fr")
    assert re.sub("(?s) <svg.*?</svg>", "", question).strip() == 'north, KH, over, ""'


def test_a_number_is_told_as_a_number_and_who_there_is_not_as_nobody() -> None:
    case = Book("en").cases["FK6.5c04"]
    told = dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", draw_answer(case, "en")))
    assert told["tricks taken"] == ", ".join(f"{each['winner']} {each['points']}" for each in case.expect["tricks"])
    assert {"8", "9"} <= set(told["tricks taken"].replace(",", "").split())
    assert told["clique"] == "west: 3 × king, 10 points"
    assert (told["to play"], told["may be played"], told["turn-up in sight"]) == ("nobody", "nothing", "no")


def test_what_happens_is_told_event_by_event() -> None:
    book = Book("en")
    question = re.sub("<svg.*?</svg>", "card", draw_question(book.cases["FK6.5c04"], "en"))
    told = re.findall("<li>(.*?)</li>", question)
    assert len(told) == len(json.loads(book.cases["FK6.5c04"].params)["events"])
    assert told[0] == "east card"
    assert told[1] == "north card (announces 3)"
    assert told[4] == "north names jack"
    assert told[6] == 'west shows <span class="fk-cards">cardcardcard</span>'


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_numbers_of_two_footnotes_are_kept_apart(lang: str) -> None:
    text = "".join(page.text for path, page in pages(lang).items() if path.startswith("history/"))
    assert "]<sup>,&nbsp;</sup>[^" in text
    assert "][^" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_dated_work_stands_on_the_time_line(lang: str) -> None:
    works = Book(lang).spec.works
    dated = {key for key, work in works.items() if work.fields.get("year", "")[:4].isdecimal()}
    marks = re.findall(
        r'<a href="../sources/#([\w-]+)"><line x1="(\d+)" x2="\2" y1="(\d+)"', pages(lang)["history/index.md"].text
    )
    assert {key for key, _, _ in marks} == dated
    assert all(20 <= int(x) <= 780 and int(y) > 0 for _, x, y in marks)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_guide_is_in_the_list_of_pages(lang: str) -> None:
    nav = yaml.safe_load((ROOT / NAV[lang]).read_text(encoding="utf-8"))["nav"]
    named = {path for section in nav for paths in section.values() for path in paths}
    guides = {f"guides/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    assert sorted(guides - named) == []
    assert sorted(named - set(pages(lang))) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_holds_a_reading_is_told_with_the_doubts_about_it(lang: str) -> None:
    readings = pages(lang)["readings.md"].text
    (held,) = [line for line in readings.splitlines() if "#grand-vocabulaire-francois" in line]
    assert held.endswith(f"({WORDS['not-seen'][lang]}).")
    assert readings.count(WORDS["not-seen"][lang]) == 1
    (doubt,) = [reading["note"][lang] for reading in Book(lang).compiled["readings"] if reading["id"] == "renounce"]
    assert doubt in readings


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_work_that_has_an_address_is_linked_to_it_and_no_other_is(lang: str) -> None:
    links = re.findall(r'<a href="(http[^"]+)">', pages(lang)["sources.md"].text)
    works = Book(lang).spec.works.values()
    assert links == [work.fields["url"] for work in works if "url" in work.fields]
    assert links


@pytest.mark.parametrize("lang", LANGUAGES)
def test_points_on_which_the_texts_differ_are_marked_and_stand_first(lang: str) -> None:
    book = Book(lang)
    top, *rows = pages(lang)["compared.md"].text.split("\n| ")
    listed = re.findall(r"^- \[(FK[\d.]+)\]", top, re.MULTILINE)
    assert listed == [re.findall(r"FK[\d.]+", row)[0] for row in rows if f"**{book.say('differ')}.** " in row]
    differ = {clause.id for clause in book.spec.clauses.values() if clause.differ}
    assert differ < set(listed)
    assert all(book.spec.clauses[name].note for name in listed)
    # A third witness has another alternative of a reading.
    assert "FK4.4" in set(listed) - differ


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_history_leads_to_the_sources_and_to_their_comparison(lang: str) -> None:
    assert {"(../sources.md)", "(../compared.md)"} <= set(re.findall(r"\(.*?\)", pages(lang)["history/index.md"].text))
