"""The search finds the clause before the cases that are about it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.site.conftest import LOOKS, Look, Reader
from tests.site.parts import CASES, finds_the_clause_first, search

from fk_conform.spec import load_spec

ENGLISH = (("follow suit", r"FK4\.\d+"), ("clique", r"FK5\.\d+"), ("FK4.3", r"FK4\.3"))
FRENCH = (("fournir", r"FK4\.\d+"), ("clique", r"FK5\.\d+"), ("FK4.3", r"FK4\.3"))
ASKED = [(look, words, clause) for look in LOOKS for words, clause in (FRENCH if look.lang == "fr" else ENGLISH)]


@pytest.mark.parametrize(("look", "words", "clause"), ASKED, indirect=["look"], ids=str)
def test_the_clause_is_found_before_its_cases(reader: Reader, words: str, clause: str) -> None:
    reader.go("")
    finds_the_clause_first(reader, words, clause)


def test_what_is_found_is_opened_by_keyboard(reader: Reader) -> None:
    page = reader.go("about/")
    search(reader, "FK4.3")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(reader.address("about/"))
    expect(page.locator("article")).to_contain_text("FK4.3")


def test_it_is_opened_by_clicking(reader: Reader, look: Look) -> None:
    page = reader.go("")
    page.locator("label[for=__search]:visible" if look.width < 960 else "[name=query]").first.click()
    page.keyboard.type("FK5.5")
    page.locator(".md-search-result__link").first.click()
    expect(page.locator("article")).to_contain_text("FK5.5")


ASK = """
async (asked) => {
  const config = JSON.parse(document.querySelector('#__config').textContent);
  const index = await (await fetch(`${config.base}/search/search_index.json`)).json();
  const worker = new Worker(config.search);
  const said = (message) => new Promise((resolve) => {
    worker.onmessage = (event) => resolve(event.data.data);
    worker.postMessage(message);
  });
  await said({type: 0, data: {...index, options: {suggest: true}}});
  const found = {};
  for (const words of asked) {
    found[words] = (await said({type: 2, data: words})).items.flat().map((item) => item.location);
  }
  return found;
}
"""


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[2]], ids=str, indirect=True)
def test_every_clause_and_every_case_is_found_by_its_id_and_by_its_beginning(reader: Reader) -> None:
    page = reader.go("about/")
    clauses, cases = list(load_spec().clauses), list(CASES)
    begun = [*"fFkc", "fk", "fk1", "fk6.1", "FK5.18", *(f"FK{chapter}." for chapter in range(1, 7))]
    found = page.evaluate(ASK, [*clauses, *cases, *begun])
    assert [words for words in begun if not found[words]] == []
    for clause in clauses:
        of_clause = [each for each in found[clause] if each.startswith("cases/") or each.endswith(f"#{clause}")]
        assert of_clause, f"{clause}: {found[clause][:5]}"
        assert of_clause[0].startswith("rules/"), f"{clause}: {found[clause][:5]}"
    # A case is the first of all cases, or among those of a clause whose number begins as its own does (FK2.1, FK2.10).
    for case in cases:
        near = [each.split("/")[1] for each in found[case] if each.startswith("cases/")]
        assert case in near, f"{case}: {near[:5]}"
        clause = CASES[case].clause
        assert all(each.startswith(clause) for each in near[: near.index(case)]), f"{case}: {near[:5]}"
