"""The suite: every case file is in it, and what is named is selected and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.helpers import ROOT, make_case, spec

from fk_conform.errors import FileError, UsageError
from fk_conform.suite import Case, Selection, Stored, load_cases, select

SUITE = list(load_cases())
BY_HAND = [case for case in SUITE if not case.generated]


def chosen(**what: object) -> list[Case]:
    return select(iter(SUITE), Selection(**what), spec())  # type: ignore[arg-type]


# What the suite holds


def test_every_case_of_every_file_is_in_the_suite() -> None:
    written = []
    for path in (ROOT / "cases").glob("*.yaml"):
        written += re.findall(r"(?m)^ *(?:- )?id: *(\S+)$", path.read_text(encoding="utf-8"))
    assert written
    assert sorted(case.id for case in BY_HAND) == sorted(written)


def test_every_line_of_the_corpus_is_in_the_suite_and_marked_as_generated() -> None:
    written = []
    for path in (ROOT / "cases" / "corpus").glob("*.jsonl"):
        written += [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert sorted(case.id for case in SUITE if case.generated) == sorted(written)
    assert list(load_cases(corpus=False)) == BY_HAND


def test_no_id_is_there_twice() -> None:
    assert len({case.id for case in SUITE}) == len(SUITE)


def test_cases_come_in_the_order_of_chapters_and_clauses_and_the_corpus_last() -> None:
    numbers = [[int(number) for number in case.clause.removeprefix("FK").split(".")] for case in BY_HAND]
    assert numbers == sorted(numbers)
    assert SUITE[: len(BY_HAND)] == BY_HAND


def test_every_case_holds_one_answer_and_no_more() -> None:
    for case in SUITE:
        assert (case.expect is not None) + (case.refuse is not None) + case.malformed == 1, case.id


def test_what_is_sent_is_json_and_holds_nothing_of_the_answer() -> None:
    for case in SUITE:
        assert not {"expect", "refuse", "malformed", "because", "deal"} & json.loads(case.params).keys(), case.id


def test_every_reading_that_a_case_depends_on_is_one() -> None:
    readings = spec().readings
    for case in SUITE:
        for name, alternative in case.under.items():
            assert alternative in readings[name], case.id


def test_expected_is_the_answer_as_in_the_case_file() -> None:
    assert make_case("FK1.1c01", "deal", {}, {"malformed": True}).expected == {"malformed": True}
    refuse = {"refuse": {"reason": "hand-over", "event": 0}}
    assert make_case("FK1.1c01", "deal", {}, refuse).expected == refuse
    refuse = {"refuse": {"reason": "partners-not-opposite"}}
    assert make_case("FK1.1c01", "deal", {}, refuse).expected == refuse
    assert make_case("FK1.1c01", "deal", {}, {"expect": {"a": 1}}).expected == {"expect": {"a": 1}}


def test_a_case_holds_under_the_readings_that_it_names() -> None:
    case = make_case("FK4.4c01", "legal_cards", {}, {"malformed": True}, {"when-void": "must-trump"})
    assert case.holds_under({"when-void": "must-trump", "unshown": "nobody-scores"})
    assert not case.holds_under({"when-void": "any-card"})
    assert not case.holds_under({})
    assert make_case("FK4.4c02", "legal_cards", {}, {"malformed": True}).holds_under({})


# Selecting


def test_nothing_named_selects_all() -> None:
    assert chosen() == SUITE


def test_a_case_is_selected_by_its_id() -> None:
    assert [case.id for case in chosen(ids=("FK4.3c02",))] == ["FK4.3c02"]


def test_a_clause_is_selected_by_its_number_and_not_by_the_beginning_of_it() -> None:
    assert {case.clause for case in chosen(ids=("FK4.1",))} == {"FK4.1"}
    assert "FK4.10" in {case.clause for case in SUITE}


def test_a_chapter_is_selected_by_its_number() -> None:
    chapters = {case.clause.split(".")[0] for case in chosen(ids=("FK2",))}
    assert chapters == {"FK2"}


def test_several_names_add_up_in_the_order_of_the_suite() -> None:
    ids = [case.id for case in chosen(ids=("FK4.3c02", "FK1.1", "FK4.3c01"), corpus=False)]
    assert ids[-2:] == ["FK4.3c01", "FK4.3c02"]
    assert all(name.startswith("FK1.1c") for name in ids[:-2])
    assert len(ids) > 2


def test_a_method_selects_the_cases_that_ask_it() -> None:
    assert {case.method for case in chosen(methods=("deal",))} == {"deal"}
    assert {case.method for case in chosen(methods=("deal", "judge_trick"))} == {"deal", "judge_trick"}


def test_a_level_selects_the_cases_of_its_methods() -> None:
    assert {case.method for case in chosen(levels=("play",))} == {"legal_cards", "judge_trick"}
    assert {case.method for case in chosen(levels=("deal", "game"))} == {"deal", "score_match"}


def test_words_must_all_occur_in_whatever_case_they_are_written() -> None:
    cases = chosen(words="TRUMP led")
    assert cases
    for case in cases:
        assert "trump" in case.title.lower()
        assert "led" in f"{case.id} {case.method} {case.title}".lower()


def test_words_that_no_title_holds_are_looked_for_in_derivations() -> None:
    cases = chosen(words="Belote")
    assert cases
    for case in cases:
        assert "belote" in case.because.lower()
        assert "belote" not in case.title.lower()


def test_names_methods_levels_and_words_narrow_each_other() -> None:
    cases = chosen(ids=("FK4",), methods=("legal_cards",), words="trump")
    assert cases
    assert all(case.clause.startswith("FK4.") and case.method == "legal_cards" for case in cases)
    with pytest.raises(UsageError, match="no case is selected"):
        chosen(ids=("FK4.3",), methods=("deal",))


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"ids": ("FK4.99",)}, "there is no case, clause or chapter 'FK4.99'"),
        ({"ids": ("FK4.3c99",)}, "there is no case, clause or chapter 'FK4.3c99'"),
        ({"ids": ("FK4.3", "FK7")}, "there is no case, clause or chapter 'FK7'"),
        ({"methods": ("lawful_cards",)}, "--method lawful_cards: there is no such method; there are initialize, "),
        ({"levels": ("bridge",)}, "--level bridge: there is no such level; there are table, deal, play"),
        ({"words": "xyzzy"}, "no case is selected"),
    ],
)
def test_what_there_is_not_is_an_error_that_says_what_was_expected(what: dict[str, object], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        chosen(**what)


@pytest.mark.parametrize(
    ("selection", "everything"),
    [
        (Selection(), True),
        (Selection(corpus=False), True),
        (Selection(ids=("FK4",)), False),
        (Selection(methods=("deal",)), False),
        (Selection(levels=("deal",)), False),
        (Selection(words="good"), False),
        (Selection(cases="my-cases"), False),
    ],
)
def test_only_with_nothing_left_out_is_everything_selected(selection: Selection, everything: bool) -> None:
    assert selection.everything is everything


def test_a_selection_in_a_report_holds_what_was_named_and_no_more() -> None:
    assert Selection().as_json() == {}
    assert Selection(corpus=False).as_json() == {"corpus": False}
    selection = Selection(("FK4",), ("deal",), ("play",), "good", True, "my-cases")
    assert selection.as_json() == {
        "ids": ["FK4"],
        "methods": ["deal"],
        "levels": ["play"],
        "words": "good",
        "cases": "my-cases",
    }


# Other cases than the suite's


def test_the_cases_of_a_file_or_folder_stand_in_for_the_suite(tmp_path: Path) -> None:
    for name in ("4.10-highest-of-suit-led-wins.yaml", "4.3-follow-suit.yaml"):
        (tmp_path / name).symlink_to(ROOT / "cases" / name)
    alone = list(load_cases(path=tmp_path / "4.3-follow-suit.yaml"))
    assert [case.id for case in alone] == [case.id for case in BY_HAND if case.clause == "FK4.3"]
    both = list(load_cases(path=tmp_path))
    assert [case.id for case in both] == [case.id for case in BY_HAND if case.clause in ("FK4.3", "FK4.10")]


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such file or folder"):
        list(load_cases(path=tmp_path / "gone.yaml"))


def test_a_broken_file_is_an_error_of_that_file(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("clause: [", encoding="utf-8")
    with pytest.raises(FileError, match=r"broken\.yaml:\d+: no YAML"):
        list(load_cases(path=tmp_path))


# Generated cases in a file


def generated(name: str, **more: object) -> str:
    """A line of a corpus."""
    case = {"id": name, "clause": "FK4.3", "title": "t", "method": "deal", "given": {}, "malformed": True, **more}
    return json.dumps(case) + "\n"


def test_generated_cases_are_read_anew_whenever_they_are_gone_through(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(generated("a") + generated("b"), encoding="utf-8")
    assert [case.id for case in load_cases(path=file)] == ["a", "b"]
    cases = Stored(file)
    assert all(case.generated for case in cases)
    with file.open("a", encoding="utf-8") as more:
        more.write(generated("c"))
    assert [case.id for case in cases] == ["a", "b", "c"]


def test_a_long_file_of_generated_cases_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text("".join(generated(f"many-{number}") for number in range(12_000)), encoding="utf-8")
    assert isinstance(load_cases(path=file), Stored)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (generated("b", method="shuffle"), "there is no method shuffle"),
        (generated("b", clause="FK9.9"), "there is no clause FK9.9"),
        (generated("b", expect={}), "no generated case: expected just one of expect, refuse, malformed"),
        ("{}\n", "no generated case: expected just one of expect, refuse, malformed, not none"),
        ('{"malformed":true}\n', "no generated case: 'clause' is missing"),
        ("[]\n", "no generated case: expected an object"),
        ("\n", "no generated case: no JSON: Expecting value"),
        (generated("b", under={"when-void": "at-will"}), "there is no reading when-void: at-will"),
        (generated("b", under=5), "no generated case: under: expected an object"),
        (generated("b", because=5), "no generated case: because: expected a string"),
        (generated("b", method=["deal"]), "no generated case: method: expected a string"),
        (generated("b", malformed="yes"), "no generated case: malformed: expected true or false"),
        ("[" * 100_000 + "\n", "no generated case: maximum recursion depth exceeded"),
    ],
)
def test_what_is_no_generated_case_is_named_with_its_line(tmp_path: Path, line: str, what: str) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(generated("a") + line, encoding="utf-8")
    with pytest.raises(FileError, match=re.escape("many.jsonl:2: " + what)):
        list(load_cases(path=file))


def test_a_line_that_is_no_utf8_is_named(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_bytes(generated("a").encode() + b'{"id":"\xff"}\n')
    with pytest.raises(FileError, match=r"many\.jsonl:2: expected UTF-8, not the byte 0xff"):
        list(load_cases(path=file))
