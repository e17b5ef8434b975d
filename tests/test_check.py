"""The suite's checks of itself: nothing is found in this checkout, and every planted fault is."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.helpers import ROOT, fk_conform

from fk_conform import data
from fk_conform.check import CHECKS, Checkout, run_checks
from fk_conform.check.coverage import coverage
from fk_conform.check.ruling import answer, clauses_applied, outcomes
from fk_conform.check.wording import resign
from fk_conform.cli import coverage as coverage_command
from fk_conform.compiling import checksum
from fk_conform.errors import FileError
from fk_conform.suite import Case
from fk_conform.verdict import judge
from forty_kings.readings import Readings

FOLLOW = "cases/4.3-follow-suit.yaml"
RENOUNCE = "cases/4.7-no-trumping-while-able-to-follow.yaml"
COLOURS = "cases/1.3-colours.yaml"
CUTS = "cases/3.3-left-cuts.yaml"
FEW = (FOLLOW, RENOUNCE, COLOURS, CUTS)
PACK, DEALING, PLAY = (f"spec/clauses/{name}.yaml" for name in ("1-pack", "3-dealing", "4-play"))


class Copy:
    """A copy of the checkout, or of a part of its cases, to plant faults in."""

    def __init__(self, root: Path, cases: tuple[str, ...] = ()) -> None:
        self.root = root
        shutil.copytree(ROOT / "spec", root / "spec")
        shutil.copyfile(ROOT / "README.md", root / "README.md")
        if cases:
            (root / "cases").mkdir()
            for name in cases:
                shutil.copyfile(ROOT / name, root / name)
        else:
            shutil.copytree(ROOT / "cases", root / "cases", ignore=shutil.ignore_patterns("*.jsonl", "__pycache__"))

    def text(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        """Puts a text in the place of another, which must be there; of its first occurrence if there are more."""
        text = self.text(name)
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def change_case(self, name: str, case: str, old: str, new: str) -> None:
        """Changes something in a case, the first that is found after its id."""
        before, found, after = self.text(name).partition(f"- id: {case}\n")
        assert found
        assert old in after
        self.write(name, before + found + after.replace(old, new, 1))

    def also(self, name: str, case: str, clause: str) -> None:
        """Names a clause under `also` of a case."""
        head, found, rest = self.text(name).partition(f"- id: {case}\n")
        own, end, following = rest.partition("\n\n")
        if "    also: [" in own:
            own = own.replace("    also: [", f"    also: [{clause}, ")
        else:
            own = own.replace("    kills:", f"    also: [{clause}]\n    kills:")
        assert clause in own
        self.write(name, head + found + own + end + following)

    def add(self, name: str, text: str) -> None:
        """Adds to the end of a file."""
        self.write(name, self.text(name).rstrip("\n") + "\n" + text)

    def line(self, name: str, text: str, after: str = "") -> int:
        """The line in which a text stands first, or first after another."""
        whole = self.text(name)
        return whole.count("\n", 0, whole.index(text, whole.index(after))) + 1

    def findings(self, check: str) -> list[tuple[str, int, str]]:
        """What a check finds: file, line and what is wrong."""
        found = list(run_checks(Checkout(self.root), [check]))
        assert all(finding.mend for finding in found)
        return [(finding.file, finding.line, finding.what) for finding in found]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """All cases and the specification."""
    return Copy(tmp_path)


@pytest.fixture
def few(tmp_path: Path) -> Copy:
    """The specification and the cases of four clauses."""
    return Copy(tmp_path, FEW)


@pytest.fixture(scope="module")
def checkout() -> Checkout:
    """This checkout."""
    return Checkout(ROOT)


@pytest.mark.parametrize("check", CHECKS)
def test_nothing_is_found_in_this_checkout(check: str, checkout: Checkout) -> None:
    assert list(map(str, run_checks(checkout, [check]))) == []


@pytest.mark.parametrize("check", [name for name in CHECKS if name not in ("references", "coverage", "kills")])
def test_nothing_is_found_in_a_few_cases_before_a_fault_is_planted(check: str, few: Copy) -> None:
    assert few.findings(check) == []


# specification

READINGS, REASONS, METHODS, SOURCES = (
    f"spec/{name}" for name in ("readings.yaml", "reasons.yaml", "methods.yaml", "sources.bib")
)


@pytest.mark.parametrize(
    ("file", "old", "new", "at", "what"),
    [
        (PLAY, "chapter: 4", "chapter: 7", "chapter: 7", "chapter 7 is the one with number 6"),
        (PLAY, "chapter: 4", "chapter: 7", "# yaml", "the file is called otherwise than its chapter"),
        (PLAY, "slug: play", "slug: playing", "# yaml", "the file is called otherwise than its chapter"),
        (PLAY, "id: FK4.22\n", "id: FK4.25\n", "- id: FK4.25", "FK4.25 is the clause number 22 of its chapter"),
        (
            PLAY,
            "slug: lead-anything",
            "slug: first-lead",
            "- id: FK4.2\n",
            "FK4.2 has the short name first-lead, which another has",
        ),
        (PLAY, "see: [FK3.1, FK4.11]", "see: [FK4.1]", "- id: FK4.1\n", "FK4.1 refers to itself"),
        (PLAY, "reading: when-void", "weak: true", "", "when-void is said to be of FK4.4, which does not name it"),
        (
            PLAY,
            "reading: renounce",
            "reading: unshown",
            "- id: FK4.3\n",
            "FK4.3 names the reading unshown, and does not refer to FK5.33, of which that is",
        ),
        (
            PLAY,
            "      fr: Un joueur qui a une carte de la couleur demandée doit en jouer une.\n",
            "",
            "en: A player who holds",
            "rule is not there in French",
        ),
        (
            READINGS,
            "clause: FK4.4",
            "clause: FK4.5",
            "clause: FK4.5",
            "when-void is said to be of FK4.5, which does not name it",
        ),
        (
            READINGS,
            "default: any-card",
            "default: must-trump",
            "default: must-trump",
            "when-void has another default than its first alternative",
        ),
        (
            READINGS,
            "held_by: [jeux-de-cartes-com]",
            "held_by: [jeux-1900 §1]",
            "held_by: [jeux-1900",
            "must-trump is held by 'jeux-1900 §1', which is not in the bibliography",
        ),
        (READINGS, ", fr: 'Sans la couleur demandée'", "", "title: {en: 'Without", "title is not there in French"),
        (
            READINGS,
            "fr: 'Sans la couleur demandée'",
            "fr: 'Without the suit led'",
            "title: {en: 'Without",
            "title is not there in French",
        ),
        (
            REASONS,
            "- id: game-over",
            "- id: game-ended",
            "- id: game-ended",
            "the reference engine knows no game-ended",
        ),
        (
            REASONS,
            "- id: game-over",
            "- id: game-ended",
            "# yaml",
            "game-over, which the reference engine knows, is missing",
        ),
        (
            REASONS,
            "clause: FK2.8",
            "clause: FK2.9",
            "clause: FK2.9",
            "partners-not-opposite is said to be of FK2.9, and in the reference engine of another clause",
        ),
        (REASONS, "  - hand-over\n", "  - hand-overr\n", "- hand-overr", "there is no reason hand-overr"),
        (
            METHODS,
            "methods: [legal_cards",
            "methods: [lawful_cards, legal_cards",
            "",
            "level play has no method lawful_cards",
        ),
        (
            SOURCES,
            "  title     = {Dictionnaire des jeux, faisant",
            "  tittle     = {Dictionnaire des jeux, faisant",
            "@incollection{lacombe-1792",
            "lacombe-1792 has no title",
        ),
        (SOURCES, "{primary}", "{prime}", "@incollection{lacombe-1792", "lacombe-1792 has the keyword 'prime'"),
        (
            "spec/history/1-lacombe.md",
            "sources: [",
            "sources: [nobody-1900, ",
            "",
            "H1 names the source 'nobody-1900', which is not in the bibliography",
        ),
    ],
    ids=lambda value: value[:30].strip(),
)
def test_what_does_not_go_together_in_the_specification_is_found(
    file: str, old: str, new: str, at: str, what: str, few: Copy
) -> None:
    few.change(file, old, new)
    line = few.line(file, at) if at else 0
    found = [(name, number if at else 0, said) for name, number, said in few.findings("specification")]
    assert (file if at else found[0][0], line, what) in found


@pytest.mark.parametrize("name", ["spec/clauses/notes.txt", "spec/clauses/4-play.yml"])
def test_a_file_among_the_chapters_that_is_none_is_found(few: Copy, name: str) -> None:
    few.write(name, "chapter: 4\n")
    assert few.findings("specification") == [(name, 1, "this file is no chapter")]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("- id: unshown", "- id: unseen", r"spec/readings.yaml:\d+: the reference engine knows no unseen: "),
        ("- id: nobody-scores", "- id: all-score", r"spec/readings.yaml:\d+: unshown: the default is nobody-scores"),
        (
            "- id: next-best-scores",
            "- id: all-score",
            r"readings.yaml:\d+: the reference engine knows no unshown: all-score",
        ),
    ],
)
def test_a_reading_that_the_reference_engine_does_not_know_is_an_error(
    old: str, new: str, says: str, few: Copy
) -> None:
    few.change(READINGS, old, new)
    with pytest.raises(FileError, match=says):
        Checkout(few.root)


# files


@pytest.mark.parametrize("name", ["cases/notes.txt", "cases/4.3-follow-suit.yml", "cases/more/4.3-more.yaml"])
def test_a_file_that_is_in_no_suite_is_found(few: Copy, name: str) -> None:
    few.write(name, "clause: FK4.3\n")
    assert few.findings("files") == [(name, 1, "this file is in no suite")]


def test_a_link_that_leads_nowhere_is_found(few: Copy) -> None:
    (few.root / "cases" / "foo.txt").symlink_to("nowhere")
    assert few.findings("files") == [("cases/foo.txt", 1, "this file is in no suite")]


@pytest.mark.parametrize(
    "make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to(path.name), lambda path: path.symlink_to("nowhere")]
)
def test_what_is_called_a_case_file_and_is_none_is_an_error_of_it(make: Callable[[Path], None], few: Copy) -> None:
    make(few.root / "cases" / "x.yaml")
    with pytest.raises(FileError, match=r"cases/x\.yaml: cannot be read: "):
        Checkout(few.root)


def test_a_file_that_is_not_called_as_its_clause_is_found(few: Copy) -> None:
    (few.root / FOLLOW).rename(few.root / "cases/4.3-follow.yaml")
    assert few.findings("files") == [("cases/4.3-follow.yaml", 1, "the file of FK4.3 is called otherwise")]


def test_an_id_that_is_left_out_is_found_at_the_case_that_follows(few: Copy) -> None:
    few.change(COLOURS, "FK1.3c02", "FK1.3c03")
    line = few.line(COLOURS, "FK1.3c03")
    assert few.findings("files") == [(COLOURS, line, "FK1.3c03 is the case number 2 of its file")]


def test_two_ids_out_of_order_are_found(few: Copy) -> None:
    few.change(COLOURS, "FK1.3c02", "FK1.3c00")
    few.change(COLOURS, "FK1.3c01", "FK1.3c02")
    few.change(COLOURS, "FK1.3c00", "FK1.3c01")
    assert few.findings("files") == [
        (COLOURS, few.line(COLOURS, "FK1.3c02"), "FK1.3c02 is the case number 1 of its file"),
        (COLOURS, few.line(COLOURS, "FK1.3c01"), "FK1.3c01 is the case number 2 of its file"),
    ]


def test_a_case_that_was_not_collected_is_found(few: Copy) -> None:
    checkout = Checkout(few.root)
    checkout.cases = [case for case in checkout.cases if case.id != "FK1.3c02"]
    found = list(run_checks(checkout, ["files"]))
    assert [(each.file, each.line, each.what) for each in found] == [
        (COLOURS, few.line(COLOURS, "FK1.3c02"), "FK1.3c02 was not collected")
    ]


# references


def test_a_clause_under_also_that_is_not_there_is_found(copy: Copy) -> None:
    copy.also(FOLLOW, "FK4.3c02", "FK4.99")
    line = copy.line(FOLLOW, "also: [FK4.99")
    assert copy.findings("references") == [(FOLLOW, line, "FK4.3c02: it refers to FK4.99, which is not there")]


def test_a_case_that_names_its_own_clause_besides_is_found(copy: Copy) -> None:
    copy.also(FOLLOW, "FK4.3c01", "FK4.3")
    line = copy.line(FOLLOW, "    also:")
    assert copy.findings("references") == [(FOLLOW, line, "FK4.3c01: it refers to its own clause besides")]


def test_a_clause_that_is_not_there_is_one_finding(copy: Copy) -> None:
    copy.also(FOLLOW, "FK4.3c02", "FK4.77")
    found = list(run_checks(Checkout(copy.root), ["references", "derivations"]))
    assert [finding.what for finding in found] == ["FK4.3c02: it refers to FK4.77, which is not there"]


def test_a_mistake_under_kills_that_is_not_there_is_found(copy: Copy) -> None:
    copy.change_case(FOLLOW, "FK4.3c01", "kills: [", "kills: [M-nobody-makes, ")
    line = copy.line(FOLLOW, "M-nobody-makes")
    what = "FK4.3c01: it names the mistake M-nobody-makes, which is not there"
    assert copy.findings("references") == [(FOLLOW, line, what)]


def test_a_clause_under_see_that_is_not_there_is_found(copy: Copy) -> None:
    copy.change(PLAY, "see: [FK4.4, FK4.5, FK4.7]", "see: [FK4.4, FK4.5, FK4.77]")
    line = copy.line(PLAY, "id: FK4.3\n")
    assert copy.findings("references") == [(PLAY, line, "FK4.3 refers to FK4.77, which is not there")]


def test_a_source_that_is_not_in_the_bibliography_is_found(copy: Copy) -> None:
    copy.change(PLAY, "sources: [lalanne-2021 §2]", "sources: [lalanne-2021 §2, hoyle-1750 p. 3]")
    what = "FK4.5 names the source 'hoyle-1750 p. 3', which is not in the bibliography"
    assert copy.findings("references") == [(PLAY, copy.line(PLAY, "id: FK4.5\n"), what)]


TEXTS = ("README.md", "cases/README.md", "spec/history/1-lacombe.md", "spec/protocol.md", "spec/readings.yaml")


@pytest.mark.parametrize("dead", ["FK4.99", "FK4.3c99"])
def test_a_dead_id_in_any_text_is_found(copy: Copy, dead: str) -> None:
    for name in TEXTS:
        copy.add(name, f"# See {dead}.\n")
    assert copy.findings("references") == [
        (name, copy.line(name, f"See {dead}."), f"{dead} is named, which is not there") for name in TEXTS
    ]


def test_a_dead_id_in_a_program_is_found(copy: Copy) -> None:
    programs = ("engines/go/main.go", "reference/forty_kings/luck.py", "runner/fk_conform/luck.py")
    for name in programs:
        copy.write(name, '"""Luck.\n\nFK4.3 and FK4.77 have it.\n"""\n')
    assert copy.findings("references") == [(name, 3, "FK4.77 is named, which is not there") for name in programs]


def test_a_dead_id_in_a_because_is_found(copy: Copy) -> None:
    copy.change_case(FOLLOW, "FK4.3c02", "because: >\n      ", "because: >\n      As in FK4.3c99 and by FK4.99: ")
    line = copy.line(FOLLOW, "id: FK4.3c02")
    assert copy.findings("references") == [
        (FOLLOW, line, "FK4.3c02: it names FK4.3c99, which is not there"),
        (FOLLOW, line, "FK4.3c02: it names FK4.99, which is not there"),
    ]


def test_a_dead_id_in_the_words_of_a_clause_is_found(copy: Copy) -> None:
    copy.change(PLAY, "leaving the suit falls under FK4.3.", "leaving the suit falls under FK4.33.")
    line = copy.line(PLAY, "id: FK4.5\n")
    assert copy.findings("references") == [(PLAY, line, "FK4.5 names FK4.33, which is not there")]


def test_a_work_that_nobody_cites_is_found(copy: Copy) -> None:
    copy.add("spec/sources.bib", "\n@misc{nobody-1900,\n  title = {On nothing},\n}\n")
    line = copy.line("spec/sources.bib", "nobody-1900")
    assert copy.findings("references") == [("spec/sources.bib", line, "nobody-1900 is used nowhere")]


def test_a_work_that_nobody_cites_is_found_however_its_key_is_written(copy: Copy) -> None:
    copy.add("spec/sources.bib", "\n@misc{ nobody-1900 ,\n  title = {On nothing}\n}\n")
    line = copy.line("spec/sources.bib", "nobody-1900")
    assert copy.findings("references") == [("spec/sources.bib", line, "nobody-1900 is used nowhere")]


@pytest.mark.parametrize(
    "entry",
    [
        "  - {id: M-cards-eaten, clause: FK4.3, mistake: {en: 'Cards are eaten.'}}\n",
        "  - id: M-cards-eaten\n    clause: FK4.3\n    mistake: {en: 'Cards are eaten.'}\n",
    ],
)
def test_a_mistake_that_no_case_is_there_to_catch_is_found(entry: str, copy: Copy) -> None:
    copy.add("spec/mistakes.yaml", entry)
    line = copy.line("spec/mistakes.yaml", "M-cards-eaten")
    assert copy.findings("references") == [("spec/mistakes.yaml", line, "no case is there to catch M-cards-eaten")]


def test_what_is_called_a_text_and_is_none_is_passed_over(copy: Copy) -> None:
    (copy.root / "docs" / "folder.md").mkdir(parents=True)
    os.mkfifo(copy.root / "docs" / "pipe.md")
    assert copy.findings("references") == []


# answers


def test_a_member_of_a_set_that_is_named_twice_is_found(few: Copy) -> None:
    few.change_case(FOLLOW, "FK4.3c02", "expect: {cards: [7S]}", "expect: {cards: [7S, 7S]}")
    line = few.line(FOLLOW, "expect:", "- id: FK4.3c02\n")
    assert few.findings("answers") == [(FOLLOW, line, "FK4.3c02: cards is a set, and names 7S twice")]


@pytest.mark.parametrize("answer", ["refuse: {reason: must-follow-suit}", "malformed: true"])
def test_a_case_that_is_refused_and_said_to_permit_is_found(answer: str, few: Copy) -> None:
    few.change_case(FOLLOW, "FK4.3c02", "expect: {cards: [7S]}", answer)
    few.change_case(FOLLOW, "FK4.3c02", "shows: forbids", "shows: permits")
    (found,) = few.findings("answers")
    assert found[:2] == (FOLLOW, few.line(FOLLOW, "shows:", "- id: FK4.3c02\n"))
    assert found[2].endswith("and is said to show what is permitted")


def test_a_side_of_a_clause_that_is_not_about_conduct_is_found(few: Copy) -> None:
    few.change_case(COLOURS, "FK1.3c01", "    given:", "    shows: permits\n    given:")
    line = few.line(COLOURS, "shows:")
    what = "FK1.3c01: it is said to show what FK1.3 permits, which is not about conduct"
    assert few.findings("answers") == [(COLOURS, line, what)]


# because


def because(copy: Copy, case: str, words: str) -> int:
    """Gives a case of following suit another `because`, and returns its line."""
    head, _, rest = copy.text(FOLLOW).partition(f"- id: {case}\n")
    rest = re.sub(r"(?ms)^    because: >\n.*?(?=^    \w|^$|\Z)", f"    because: {words}\n", rest, count=1)
    copy.write(FOLLOW, f"{head}- id: {case}\n{rest}")
    return copy.line(FOLLOW, "because:", f"- id: {case}\n")


def test_a_because_that_is_too_short_is_found(few: Copy) -> None:
    line = because(few, "FK4.3c02", "One must follow, so it is.")
    what = "FK4.3c02: its because has 6 words, too few to derive the answer"
    assert few.findings("because") == [(FOLLOW, line, what)]


def test_a_because_that_repeats_the_title_is_found(few: Copy) -> None:
    title = next(case.title for case in Checkout(few.root).cases if case.id == "FK4.3c02")
    line = because(few, "FK4.3c02", f"'{title.upper()}.'")
    assert few.findings("because") == [(FOLLOW, line, "FK4.3c02: its because only repeats the title")]


def test_a_because_of_one_word_many_times_is_found(few: Copy) -> None:
    line = because(few, "FK4.3c01", "Spades, spades, spades, spades, spades, spades, spades, spades, and spades.")
    what = "FK4.3c01: its because has 2 different words, too few to derive the answer"
    assert few.findings("because") == [(FOLLOW, line, what)]


def test_a_because_that_is_copied_but_for_a_mark_and_a_capital_is_found(few: Copy) -> None:
    said = "Spades are led and the 7 is a spade: keeping it is not open to a player who can follow"
    because(few, "FK4.3c01", f'"{said}."')
    line = because(few, "FK4.3c02", f'"{said.replace("the", "The")}!"')
    assert few.findings("because") == [(FOLLOW, line, "FK4.3c02: its because is word for word that of FK4.3c01")]


def test_a_because_that_is_copied_is_found_at_the_second(few: Copy) -> None:
    words = "Spades are led, and the seven of spades is the only one in hand."
    because(few, "FK4.3c01", words)
    line = because(few, "FK4.3c03", words)
    what = "FK4.3c03: its because is word for word that of FK4.3c01"
    assert few.findings("because") == [(FOLLOW, line, what)]


# duplicates


def another(few: Copy, given: str, title: str, more: str = "") -> None:
    """Adds a third case to those of the cut: it has this question, of following suit."""
    few.add(
        CUTS,
        f"\n  - id: FK3.3c03\n    title: {title}\n    method: legal_cards\n"
        f"    given: {given}\n    expect: {{cards: [7S]}}\n"
        f"    because: Spades are led, and of the whole hand only the seven is a spade.\n{more}",
    )


def one_more(
    copy: Copy,
    given: str,
    file: str = FOLLOW,
    method: str = "legal_cards",
    expect: str = "{cards: [7H]}",
    more: str = "",
) -> None:
    """Adds a case to the end of a file, with the number 99."""
    clause = copy.text(file).partition("clause: ")[2].partition("\n")[0]
    copy.add(
        file,
        f"\n  - id: {clause}c99\n    title: The same once more\n    method: {method}\n    given: {given}\n"
        f"    expect: {expect}\n    because: It has to be so, and it cannot be otherwise.\n{more}",
    )


def a_case_of_following(few: Copy) -> Case:
    """A case whose answer is the same under every reading."""
    return next(case for case in Checkout(few.root).cases if case.clause == "FK4.3" and not case.under)


def test_two_cases_that_ask_the_same_are_found_whatever_the_order_of_members(few: Copy) -> None:
    case = a_case_of_following(few)
    given = json.dumps(dict(reversed(json.loads(case.params).items())))
    assert given != case.params
    another(few, given, "The same once more")
    line = few.line(FOLLOW, "given:", f"- id: {case.id}\n")
    assert few.findings("duplicates") == [(FOLLOW, line, f"{case.id}: it asks the same as FK3.3c03")]


def test_the_same_question_under_another_reading_is_another_one(few: Copy) -> None:
    another(few, a_case_of_following(few).params, "The same once more", "    under: {when-void: must-trump}\n")
    assert few.findings("duplicates") == []


def test_the_same_question_with_a_default_that_is_not_named_is_the_same(few: Copy) -> None:
    assert "    under: {renounce: only-when-void}\n" in few.text(FOLLOW).partition("FK4.3c02")[2]
    one_more(few, "{hand: [7S, KH, QH, AD], trick: [KS], trump: hearts}")
    line = few.line(FOLLOW, "given:", "- id: FK4.3c99\n")
    assert few.findings("duplicates") == [(FOLLOW, line, "FK4.3c99: it asks the same as FK4.3c02")]


def test_the_cards_of_a_hand_in_another_order_are_no_other_question(few: Copy) -> None:
    case = a_case_of_following(few)
    params = json.loads(case.params)
    another(few, json.dumps({**params, "hand": params["hand"][::-1]}), "The same once more")
    line = few.line(FOLLOW, "given:", f"- id: {case.id}\n")
    assert few.findings("duplicates") == [(FOLLOW, line, f"{case.id}: it asks the same as FK3.3c03")]


def test_the_cards_of_a_trick_in_another_order_are_another_question(few: Copy) -> None:
    one_more(few, "{hand: [QC, 8D, AS], trick: [KC, JD], trump: hearts}")  # FK4.3c03 has the diamond led
    assert few.findings("duplicates") == []


RENAMED = "{hand: [KD, 7H, QD, AC], trick: [KH], trump: diamonds}"  # FK4.3c02, hearts for spades and so on


def test_a_case_that_is_another_with_the_suits_called_otherwise_is_found(few: Copy) -> None:
    one_more(few, RENAMED)
    what = "FK4.3c99: it is a variant of FK4.3c02 by other suits or seats, such as a run puts anyway"
    assert few.findings("duplicates") == [(FOLLOW, few.line(FOLLOW, "given:", "- id: FK4.3c99\n"), what)]


def test_a_case_that_is_another_with_the_table_turned_is_found(copy: Copy) -> None:
    names = {"south": "east", "east": "north", "north": "west", "west": "south"}
    case = next(case for case in Checkout(copy.root).cases if case.clause == "FK4.9" and case.method == "judge_trick")
    given = json.loads(case.params)
    expect = {**case.expect, "winner": names[case.expect["winner"]]}
    file = "cases/4.9-highest-trump-wins.yaml"
    one_more(copy, json.dumps({**given, "leader": names[given["leader"]]}), file, "judge_trick", json.dumps(expect))
    what = f"FK4.9c99: it is a variant of {case.id} by other suits or seats, such as a run puts anyway"
    assert copy.findings("duplicates") == [(file, copy.line(file, "given:", "- id: FK4.9c99\n"), what)]


def test_a_variant_that_is_there_to_catch_another_mistake_has_its_own_point(few: Copy) -> None:
    one_more(few, RENAMED, more="    kills: [M-ace-above-king]\n")
    assert few.findings("duplicates") == []


def test_a_variant_under_another_reading_or_with_another_kind_of_answer_is_another_case(few: Copy) -> None:
    one_more(few, RENAMED, more="    under: {renounce: to-trump}\n")
    assert few.findings("duplicates") == []
    few.change(FOLLOW, "    under: {renounce: to-trump}\n", "    under: {renounce: only-when-void}\n")
    assert few.findings("duplicates")
    few.change_case(FOLLOW, "FK4.3c99", "expect: {cards: [7H]}", "malformed: true")
    assert few.findings("duplicates") == []


def test_a_case_that_is_there_twice_is_one_finding_and_not_three(few: Copy) -> None:
    (whole,) = re.findall(r"(?ms)^  - id: FK4.3c03\n.*?(?=^  - id: )", few.text(FOLLOW))
    few.add(FOLLOW, "\n" + whole.replace("FK4.3c03", "FK4.3c99"))
    found = list(run_checks(Checkout(few.root), ["because", "duplicates"]))
    assert [finding.what for finding in found] == ["FK4.3c99: it asks the same as FK4.3c03"]


def test_a_title_that_is_there_twice_is_found(few: Copy) -> None:
    case = a_case_of_following(few)
    another(few, "{hand: [7S, KH], trick: [KS], trump: hearts}", f"'{case.title.upper()}'")
    line = few.line(FOLLOW, "title:", f"- id: {case.id}\n")
    assert few.findings("duplicates") == [(FOLLOW, line, f"{case.id}: its title is that of FK3.3c03")]


# wording

RULE = "A player who holds a card of the suit led must play one."


def test_a_clause_with_another_wording_than_its_cases_were_derived_from_is_found(few: Copy) -> None:
    few.change(PLAY, RULE, "A player who holds a card of the suit led shall play one.")
    what = "the wording of FK4.3 has changed since its cases were derived"
    assert few.findings("wording") == [(FOLLOW, few.line(FOLLOW, "pinned:"), what)]


def test_line_breaks_and_other_languages_are_no_other_wording(few: Copy) -> None:
    few.change(PLAY, f"en: {RULE}", "en: >\n        A player who holds a card of the suit led\n        must play one.")
    few.change(PLAY, "doit en jouer une.", "est tenu d’en jouer une.")
    assert few.findings("wording") == []


def test_cases_that_nobody_has_signed_are_found(few: Copy) -> None:
    few.write(FOLLOW, re.sub(r"(?m)^pinned: .*\n", "", few.text(FOLLOW)))
    assert few.findings("wording") == [(FOLLOW, 1, "the wording of FK4.3 is not pinned")]


@pytest.mark.parametrize("pinned", [True, False])
def test_signing_again_mends_it_and_changes_no_other_line(few: Copy, pinned: bool) -> None:
    right = few.text(FOLLOW)
    few.change(PLAY, RULE, "A player who holds a card of the suit led shall play one.")
    if not pinned:
        few.write(FOLLOW, re.sub(r"(?m)^pinned: .*\n", "", right))
    checkout = Checkout(few.root)
    assert resign(checkout, checkout.file_of["FK4.3"])
    assert few.findings("wording") == []
    now = right.splitlines()
    now[now.index(next(line for line in now if line.startswith("pinned:")))] = (
        f'pinned: "{checksum(checkout.spec.clauses["FK4.3"].rule)}"'
    )
    assert few.text(FOLLOW).splitlines() == now
    assert few.text(FOLLOW) != right


def test_what_is_signed_is_left_as_it_is(few: Copy) -> None:
    right = few.text(FOLLOW)
    checkout = Checkout(few.root)
    assert not resign(checkout, checkout.file_of["FK4.3"])
    assert few.text(FOLLOW) == right


# coverage


def test_a_clause_about_conduct_of_which_no_case_forbids_is_found(copy: Copy) -> None:
    copy.write(FOLLOW, copy.text(FOLLOW).replace("shows: forbids", "shows: permits"))
    what = "FK4.3 is about conduct and no case shows what it forbids"
    assert copy.findings("coverage") == [(PLAY, copy.line(PLAY, "id: FK4.3\n"), what)]


def test_a_clause_about_conduct_of_which_no_case_permits_is_found(copy: Copy) -> None:
    copy.write(FOLLOW, copy.text(FOLLOW).replace("shows: permits", "shows: forbids"))
    what = "FK4.3 is about conduct and no case shows what it permits"
    assert copy.findings("coverage") == [(PLAY, copy.line(PLAY, "id: FK4.3\n"), what)]


def test_a_case_that_the_reference_engine_fails_is_not_counted_and_what_is_found_is_the_case(copy: Copy) -> None:
    copy.write(CUTS, copy.text(CUTS).replace("cutter: west", "cutter: east").replace("cutter: south", "cutter: north"))
    (row,) = [row for row in coverage(Checkout(copy.root)) if row.clause == "FK3.3"]
    assert (row.cases, row.permits, row.forbids) == (0, 0, 0)
    found = list(run_checks(Checkout(copy.root), ["coverage", "derivations", "sensitivity"]))
    assert [finding.what for finding in found] == [
        f"{case}: the reference engine answers otherwise" for case in ("FK3.3c01", "FK3.3c02")
    ]


def test_an_exemption_on_a_side_that_has_a_case_is_found(copy: Copy) -> None:
    copy.change(PLAY, "    see: [FK4.4, FK4.5, FK4.7]\n", "    see: [FK4.4]\n    exempt:\n      forbids: Nothing is.\n")
    what = "FK4.3 is said to be exempt on the side that forbids, and has a case there"
    assert copy.findings("coverage") == [(PLAY, copy.line(PLAY, "id: FK4.3\n"), what)]


def test_a_clause_without_any_case_is_found(copy: Copy) -> None:
    (copy.root / COLOURS).unlink()
    assert copy.findings("coverage") == [(PACK, copy.line(PACK, "id: FK1.3\n"), "FK1.3 has no case")]


def test_a_clause_that_says_why_it_has_no_case_is_not_found(copy: Copy) -> None:
    (copy.root / COLOURS).unlink()
    copy.change(PACK, "  - id: FK1.3\n", "  - id: FK1.3\n    untested: Colours cannot be seen.\n")
    assert copy.findings("coverage") == []


def test_a_clause_that_is_said_to_be_untested_and_has_a_case_is_found(copy: Copy) -> None:
    copy.change(PACK, "  - id: FK1.3\n", "  - id: FK1.3\n    untested: Colours cannot be seen.\n")
    what = "FK1.3 is said to be untested, and has a case"
    assert copy.findings("coverage") == [(PACK, copy.line(PACK, "id: FK1.3\n"), what)]


def test_what_stands_for_a_clause_is_counted_from_its_cases(few: Copy) -> None:
    rows = {row.clause: row for row in coverage(Checkout(few.root))}
    text = few.text(FOLLOW)
    counted = rows["FK4.3"]
    assert counted.cases == text.count("- id: ")
    assert (counted.permits, counted.forbids) == (text.count("shows: permits"), text.count("shows: forbids"))
    assert counted.mistakes == len({name for line in re.findall(r"kills: \[(.*)\]", text) for name in line.split(", ")})
    assert (rows["FK4.4"].cases, rows["FK4.4"].permits, rows["FK4.4"].forbids) == (0, 0, 0)


def test_a_clause_that_has_been_reworded_is_marked_until_it_is_signed(
    few: Copy, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(data, "CHECKOUT", few.root)
    marked = "FK4.3 .* Following suit \\(unreviewed: reworded since its cases were signed\\)"
    assert not any(row.unreviewed for row in coverage(Checkout(few.root)))
    few.change(PLAY, RULE, "A player who holds a card of the suit led shall play one.")
    assert [row.clause for row in coverage(Checkout(few.root)) if row.unreviewed] == ["FK4.3"]
    assert coverage_command.main([]) == 0
    assert len(re.findall(marked, capsys.readouterr().out)) == 1
    assert coverage_command.main(["--format", "json"]) == 0
    assert [row["clause"] for row in map(json.loads, capsys.readouterr().out.splitlines()) if row["unreviewed"]] == [
        "FK4.3"
    ]
    checkout = Checkout(few.root)
    resign(checkout, checkout.file_of["FK4.3"])
    assert coverage_command.main([]) == 0
    assert not re.findall(marked, capsys.readouterr().out)


# derivations


def test_a_case_whose_clause_plays_no_part_in_the_answer_is_found(few: Copy) -> None:
    another(few, "{hand: [7S, KH], trick: [KS], trump: hearts}", "Who has cut does not matter in following")
    what = "FK3.3c03: the reference engine did not apply FK3.3 to answer it"
    assert few.findings("derivations") == [(CUTS, few.line(CUTS, "FK3.3c03"), what)]


def test_a_clause_under_also_that_plays_no_part_in_the_answer_is_found(few: Copy) -> None:
    few.also(FOLLOW, "FK4.3c02", "FK2.7")
    what = "FK4.3c02: the reference engine did not apply FK2.7 to answer it"
    assert few.findings("derivations") == [(FOLLOW, few.line(FOLLOW, "FK4.3c02"), what)]


def test_a_case_with_a_wrong_answer_is_found(few: Copy) -> None:
    few.change_case(FOLLOW, "FK4.3c02", "expect: {cards: [7S]}", "expect: {cards: [7S, KH]}")
    what = "FK4.3c02: the reference engine answers otherwise"
    assert few.findings("derivations") == [(FOLLOW, few.line(FOLLOW, "FK4.3c02"), what)]


def test_following_what_is_applied_leaves_the_profile_function_as_it_was(checkout: Checkout) -> None:
    case = next(case for case in checkout.cases if case.id == "FK4.3c02")
    assert "FK4.3" in clauses_applied(case, checkout.spec)
    assert clauses_applied(case, checkout.spec) == clauses_applied(case, checkout.spec)


# sensitivity


def test_a_reading_that_the_answer_depends_on_and_that_is_not_named_is_found(few: Copy) -> None:
    few.change_case(RENOUNCE, "FK4.7c01", "    under: {renounce: only-when-void}\n", "")
    what = "FK4.7c01: its answer is another under renounce: to-trump"
    assert few.findings("sensitivity") == [(RENOUNCE, few.line(RENOUNCE, "FK4.7c01"), what)]


def test_a_reading_that_the_answer_does_not_depend_on_is_found(few: Copy) -> None:
    under = "under: {renounce: only-when-void"
    few.change_case(RENOUNCE, "FK4.7c01", under, f"{under}, when-void: any-card")
    what = "FK4.7c01: its answer does not depend on when-void"
    assert few.findings("sensitivity") == [(RENOUNCE, few.line(RENOUNCE, "under:"), what)]


def test_a_reading_that_is_not_so_much_as_looked_at_is_found(few: Copy) -> None:
    few.change_case(COLOURS, "FK1.3c01", "    given:", "    under: {level-totals: drawn}\n    given:")
    what = "FK1.3c01: its answer does not depend on level-totals"
    assert few.findings("sensitivity") == [(COLOURS, few.line(COLOURS, "under:"), what)]


def test_a_case_under_the_wrong_alternative_is_found(few: Copy) -> None:
    few.change_case(RENOUNCE, "FK4.7c01", "renounce: only-when-void", "renounce: to-trump")
    what = "FK4.7c01: its answer is that under renounce: only-when-void"
    assert few.findings("sensitivity") == [(RENOUNCE, few.line(RENOUNCE, "FK4.7c01"), what)]
    assert few.findings("derivations") == []


def test_an_answer_that_is_right_at_no_table_is_one_finding(few: Copy) -> None:
    few.change_case(FOLLOW, "FK4.3c02", "expect: {cards: [7S]}", "expect: {cards: [AD]}")
    what = "FK4.3c02: the reference engine answers otherwise"
    found = list(run_checks(Checkout(few.root), ["derivations", "sensitivity"]))
    assert [finding.what for finding in found] == [what]


def test_an_answer_that_is_that_of_another_table_is_one_finding_too(few: Copy) -> None:
    few.change_case(FOLLOW, "FK4.3c02", "expect: {cards: [7S]}", "expect: {cards: [7S, KH, QH]}")
    found = list(run_checks(Checkout(few.root), ["derivations", "sensitivity"]))
    assert [finding.what for finding in found] == ["FK4.3c02: its answer is that under renounce: to-trump"]


SENSITIVE = ("FK4.7c01", "FK4.7c02", "FK5.15c01", "FK5.33c01", "FK6.11c01", "FK6.12c01", "FK1.3c01")


@pytest.mark.parametrize("name", SENSITIVE)
def test_the_outcomes_of_a_case_are_those_of_every_choice_of_alternatives_each_once(
    name: str, checkout: Checkout
) -> None:
    spec = checkout.spec
    case = next(case for case in checkout.cases if case.id == name)
    known = list(outcomes(case, spec))
    for chosen in itertools.product(*spec.readings.values()):
        table = dict(zip(spec.readings, chosen, strict=True))
        (outcome,) = [each for each in known if each.table.items() <= table.items()]
        passed = judge(case, answer(case, Readings.of(table)), spec.shapes).verdict == "passed"
        assert outcome.passed is passed, table


def test_a_table_at_which_nothing_shows_that_does_not_elsewhere_is_found(few: Copy) -> None:
    few.change_case(FOLLOW, "FK4.3c01", "    given:", "    table: {level-totals: drawn}\n    given:")
    line = few.line(FOLLOW, "table:")
    what = "it catches no mistake at a table with level-totals: drawn that it does not catch elsewhere"
    assert few.findings("sensitivity") == [(FOLLOW, line, f"FK4.3c01: {what}")]


def test_a_reading_under_table_and_under_under_is_found(few: Copy) -> None:
    old = "    under: {renounce: only-when-void}\n"
    few.change_case(FOLLOW, "FK4.3c02", old, f"{old}    table: {{renounce: to-trump}}\n")
    line = few.line(FOLLOW, "table:")
    what = "FK4.3c02: renounce stands under `table:` and under `under:`"
    assert few.findings("sensitivity") == [(FOLLOW, line, what)]


# corpus

CORPUS = "cases/corpus/hands.jsonl"


def corpus(copy: Copy, *changes: tuple[str, str]) -> None:
    """Two files of the corpus with one line each, and a third with two, the second of which is changed."""
    for name in ("hands", "deals", "lines"):
        first, second = (ROOT / f"cases/corpus/{name}.jsonl").read_text(encoding="utf-8").splitlines()[:2]
        for old, new in changes if name == "hands" else ():
            assert old in second
            second = second.replace(old, new, 1)
        copy.write(f"cases/corpus/{name}.jsonl", f"{first}\n{second}\n" if name == "hands" else f"{first}\n")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("corpus-hand-002", "corpus-hand-001", "corpus-hand-001 is there already"),
        ('"status":', '"state":', "corpus-hand-002: the reference engine answers otherwise"),
        ('"FK4.16"', '"FK4.99"', "corpus-hand-002 is of no clause or asks no method"),
    ],
)
def test_a_wrong_line_of_the_corpus_is_found(old: str, new: str, what: str, few: Copy) -> None:
    corpus(few, (old, new))
    assert few.findings("corpus") == [(CORPUS, 2, what)]


def test_a_corpus_with_the_answers_of_the_reference_engine_is_right_and_one_without_a_file_is_not(few: Copy) -> None:
    corpus(few)
    assert few.findings("corpus") == []
    (few.root / CORPUS).unlink()
    assert few.findings("corpus") == [(CORPUS, 1, "this file of the corpus is not there")]


def test_a_line_of_the_corpus_that_is_no_json_is_an_error_with_its_number(few: Copy) -> None:
    corpus(few, ("{", ""))
    with pytest.raises(FileError, match=r"hands\.jsonl:2: no generated case"):
        few.findings("corpus")


# kills

KILLS = "cases/kills.json"


def test_a_case_that_does_not_catch_what_it_names_is_found(copy: Copy) -> None:
    copy.change_case(FOLLOW, "FK4.3c01", "kills: [M-no-follow]", "kills: [M-no-follow, M-bust]")
    line = copy.line(FOLLOW, "kills:", "- id: FK4.3c01\n")
    assert copy.findings("kills") == [(FOLLOW, line, "FK4.3c01: it does not catch M-bust")]


def test_a_mistake_without_a_wrong_engine_is_found(copy: Copy) -> None:
    copy.add("spec/mistakes.yaml", "  - {id: M-cards-eaten, clause: FK4.3, mistake: {en: 'Cards are eaten.'}}\n")
    copy.change_case(FOLLOW, "FK4.3c01", "kills: [M-no-follow]", "kills: [M-no-follow, M-cards-eaten]")
    what = "M-cards-eaten has no wrong engine, and so nobody knows what catches it"
    line = copy.line("spec/mistakes.yaml", "M-cards-eaten")
    assert copy.findings("kills") == [("spec/mistakes.yaml", line, what)]


def test_a_new_case_that_the_matrix_does_not_know_is_found(copy: Copy) -> None:
    one_more(copy, RENAMED, more="    kills: [M-no-follow]\n")
    assert [(file, line) for file, line, _ in copy.findings("kills")] == [(KILLS, 1)]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"FK4.3c01"', '"FK4.3c98"', "FK4.3c98 is in it"),
        ('"M-bust"', '"M-burst"', "M-bust is not in it"),
    ],
)
def test_a_matrix_that_is_not_of_the_suite_is_found(old: str, new: str, why: str, copy: Copy) -> None:
    copy.change(KILLS, old, new)
    assert copy.findings("kills") == [(KILLS, 1, f"it is not of this suite: {why}")]


def test_a_case_with_a_wrong_answer_says_nothing_of_the_matrix(copy: Copy) -> None:
    copy.change_case(FOLLOW, "FK4.3c02", "expect: {cards: [7S]}", "expect: {cards: [7S, KH, QH, AD]}")
    assert copy.findings("kills") == []


# The command


def test_the_command_prints_a_line_for_each_finding_and_exits_with_1(few: Copy) -> None:
    few.write("cases/notes.txt", "Some notes.\n")
    run = fk_conform("check", "files", "because", "--root", str(few.root))
    number = len(Checkout(few.root).cases)
    assert run.stdout.splitlines() == [
        "cases/notes.txt:1: this file is in no suite; name it NUMBER-SLUG.yaml, or take it away",
        f"{number} cases of 4 clauses checked: 1 finding",
    ]
    assert (run.returncode, run.stderr) == (1, "")


def test_the_command_says_that_nothing_was_found_and_exits_with_0(few: Copy) -> None:
    run = fk_conform("check", "files", "wording", "--root", str(few.root))
    assert run.stdout.endswith(" cases of 4 clauses checked: nothing was found\n")
    assert (run.returncode, run.stderr) == (0, "")


def test_the_command_signs_the_clauses_that_are_named_and_no_others(few: Copy) -> None:
    for name in (FOLLOW, RENOUNCE):
        few.write(name, re.sub(r"(?m)^pinned: .*\n", "", few.text(name)))
    run = fk_conform("check", "--resign", "fk4.3", "--root", str(few.root))
    assert (run.returncode, run.stdout) == (0, "signed: FK4.3\n")
    assert few.findings("wording") == [(RENOUNCE, 1, "the wording of FK4.7 is not pinned")]
    run = fk_conform("check", "--resign", "all", "--root", str(few.root))
    assert (run.returncode, run.stdout) == (0, "signed: FK4.7\n")
    run = fk_conform("check", "--resign", "all", "--root", str(few.root))
    assert (run.returncode, run.stdout) == (0, "signed: nothing, all were signed already\n")
    assert few.findings("wording") == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["spelling"], "there is no check 'spelling'; there are specification, files, references"),
        (["--resign", "FK4.99"], "--resign FK4.99: there is no case file of such a clause"),
        (["--root", "/nowhere"], "--root /nowhere: there is no such folder"),
        (["--root", "/dev"], "--root /dev: this is no checkout; it has no folder cases/"),
    ],
)
def test_what_there_is_not_is_an_error_in_one_line(words: list[str], says: str) -> None:
    run = fk_conform("check", *words)
    assert run.returncode == 2
    assert run.stderr.startswith(f"fk-conform: {says}")
    assert run.stderr.count("\n") == 1
