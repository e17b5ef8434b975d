"""Findings as case files: they compile, ask just what was asked, and are kept once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.fuzzing import InProcess, first, only, program
from tests.helpers import ROOT, spec

from fk_conform.check import Checkout
from fk_conform.check.because import check
from fk_conform.errors import UsageError
from fk_conform.fuzz.casefile import case_file, short_form, title
from fk_conform.fuzz.clause import Likeness, likeness, wrong_answers
from fk_conform.fuzz.follow import Finding
from fk_conform.fuzz.keep import Corpus
from fk_conform.fuzz.parties import Reference
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.rerun import Again, Rerun, exit_of
from fk_conform.fuzz.strategies import MAKE, Request
from fk_conform.fuzz.symptom import Symptom
from fk_conform.shorthand import expand
from fk_conform.suite import Case, load_cases
from fk_conform.verdict import judge
from forty_kings.engine import Engine

Json = Any

PLAN = Plan(7, program("./my-engine"), None, tuple(MAKE))


def finding_of(request: Request, reply: Json, right: Json | None = None, **more: Any) -> Finding:
    """A finding at the default table, of a request that is answered so."""
    table = spec().default_readings
    (answer,) = Reference(table).replies([request])
    known = {
        "symptom": Symptom(request.method, "wrong-answer"),
        "unit": 3,
        "asked": ((request, right or answer),),
        "reply": reply,
        "other": None,
        "wrong": ("engine",),
        "readings": table,
        "under": {},
        "table": {},
        "applied": ("FK1.4", "FK4.10"),
    }
    return Finding(**(known | more))


TRICK = Request("judge_trick", '{"leader":"south","cards":["KS","QS","JS","AS"],"trump":"spades"}')
WRONG = {"result": {"winner": "west", "points": 12}}


def compiled(text: str, folder: Path) -> list[Case]:
    """The cases in a text, compiled as those of the suite are."""
    path = folder / "cases.yaml"
    path.write_text(text, encoding="utf-8")
    return list(load_cases(path=path))


# The text


def test_a_finding_makes_a_case_that_compiles_and_says_all_that_is_known(tmp_path: Path) -> None:
    finding = finding_of(TRICK, WRONG, {"result": {"winner": "south"}})
    text = case_file(finding, Likeness("FK1.4", ("M-ace-above-king", "when-void: must-trump")), [91], PLAN)
    (case,) = compiled(text, tmp_path)
    assert (case.id, case.clause, case.method) == ("FK1.4c91", "FK1.4", "judge_trick")
    assert json.loads(case.params) == json.loads(TRICK.params)
    assert case.expect == {"winner": "south"}
    assert case.because == "To be derived by hand. The reference engine applied FK4.10 as well."
    assert case.kills == ("M-ace-above-king",)
    assert case.title == 'judge_trick: winner: expected "south", got "west"'
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert comments == [
        "# Found by fk-conform fuzz, seed 7, in unit 3.",
        "# ./my-engine answered: winner west · points 12",
    ]


def test_readings_refusals_and_malformed_requests_are_said_as_in_the_suite(tmp_path: Path) -> None:
    request = Request("legal_cards", '{"hand":["10S"],"trick":[],"trump":"hearts"}')
    malformed = finding_of(request, {"result": {"cards": ["10S"]}}, applied=(), table={"when-void": "must-trump"})
    (case,) = compiled(case_file(malformed, Likeness("FK1.1"), [91], PLAN), tmp_path)
    assert case.malformed
    assert case.table == {"when-void": "must-trump"}
    assert "no possible question: hand[0]: '10S' is no card" in case.because

    request = Request("score_match", '{"first_dealer":"south","hands":[]}')
    refusal = {"error": {"code": 1, "message": "", "data": {"reason": "game-over", "event": 2}}}
    refused = finding_of(request, {"result": {}}, refusal, under={"level-totals": "drawn"})
    (case,) = compiled(case_file(refused, Likeness("FK6.18"), [91], PLAN), tmp_path)
    assert case.expected == {"refuse": {"reason": "game-over", "event": 2}}
    assert case.under == {"level-totals": "drawn"}


def test_what_is_asked_in_a_row_stands_in_a_row(tmp_path: Path) -> None:
    finding = finding_of(TRICK, WRONG)
    twice = finding_of(TRICK, WRONG, asked=finding.asked * 2)
    first, second = compiled(case_file(twice, Likeness("FK1.4"), [91, 92], PLAN), tmp_path)
    assert (first.id, second.id) == ("FK1.4c91", "FK1.4c92")
    assert first.params == second.params
    assert first.title != second.title


def test_every_request_comes_back_from_its_case_as_it_was_sent(tmp_path: Path) -> None:
    requests = [made.request for made in PLAN.requests(0, spec().default_readings)][:400]
    clause = Likeness("FK1.4")
    texts = [case_file(finding_of(each, WRONG), clause, [number], PLAN) for number, each in enumerate(requests, 11)]
    cases = compiled(texts[0] + "\n" + "\n".join(text.partition("cases:\n")[2] for text in texts[1:]), tmp_path)
    assert [Request(case.method, case.params) for case in cases] == requests


def test_deals_and_plays_are_said_in_short() -> None:
    deal = "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"
    events = ["east: JS/3 QS", "east names J", "north good", "west shows KH", "south: KS"]
    params = expand("replay_hand", {"deal": deal, "events": events})
    short = short_form(Request("replay_hand", json.dumps(params)))
    assert short == {"deal": deal, "events": events}


def test_what_an_engine_says_cannot_act_on_a_terminal_or_end_a_comment() -> None:
    reply = {"result": {"winner": "\x1b[31mred\ncases: []", "points": 12}}
    finding = finding_of(TRICK, reply)
    text = case_file(finding, Likeness("FK1.4"), [91], PLAN)
    assert "\x1b" not in text
    assert "\ncases: []" not in text
    assert "\x1b" not in title(finding, spec())


def test_a_case_that_nobody_has_derived_does_not_pass_the_check(tmp_path: Path) -> None:
    text = case_file(finding_of(TRICK, WRONG), Likeness("FK1.4"), [91], PLAN)
    for name in ("cases", "spec"):
        (tmp_path / name).mkdir()
    (tmp_path / "cases" / "1.4.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "spec").rmdir()
    (tmp_path / "spec").symlink_to(ROOT / "spec")
    (finding,) = check(Checkout(tmp_path))
    assert finding.what == "FK1.4c91: its answer has still to be derived"


# The clause


def of(finding: Finding) -> Likeness:
    return likeness(finding, wrong_answers(finding.request, finding.readings, spec()), spec())


def test_a_wrong_answer_is_about_the_clause_of_the_mistake_that_would_answer_so() -> None:
    found = of(finding_of(TRICK, WRONG))
    assert found.clause == "FK1.4"
    assert "M-ace-above-king" in found.subjects
    assert "M-ten-above-ace" not in found.subjects


def test_what_should_be_refused_is_about_the_clause_of_the_reason() -> None:
    finding, _ = first("not-refused", "M-announce-unheld", "judge_cliques")
    assert of(finding).clause == spec().reasons["clique-not-held"]


def test_another_reading_is_recognised() -> None:
    request = Request("legal_cards", '{"hand":["7H","AD"],"trick":["KS"],"trump":"hearts"}')
    found = of(finding_of(request, {"result": {"cards": ["7H"]}}, applied=("FK4.3", "FK4.4")))
    assert found.clause == "FK4.4"
    assert "when-void: must-trump" in found.subjects


def test_what_no_mistake_explains_is_about_a_clause_that_was_applied() -> None:
    nonsense = {"result": {"winner": "nobody", "points": 12}}
    found = of(finding_of(TRICK, nonsense, symptom=Symptom("judge_trick", "wrong-answer", "winner")))
    assert found.subjects == ()
    assert found.clause in ("FK1.4", "FK4.10")


# The corpus


def test_findings_are_kept_under_numbers_that_are_free(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path / "kept")
    assert len(corpus) == 0
    taken = max(int(case.id.partition("c")[2]) for case in load_cases(corpus=False) if case.clause == "FK1.4")
    kept = corpus.keep(finding_of(TRICK, WRONG), Likeness("FK1.4"), PLAN)
    assert kept.id == f"FK1.4c{taken + 1:02}"
    assert kept.path == tmp_path / "kept" / f"{kept.id}.yaml"
    assert kept.path.read_text(encoding="utf-8") == kept.text
    other = Request("judge_trick", TRICK.params.replace("south", "east"))
    assert corpus.keep(finding_of(other, WRONG), Likeness("FK1.4"), PLAN).id == f"FK1.4c{taken + 2:02}"


def test_what_is_kept_already_is_not_kept_twice(tmp_path: Path) -> None:
    kept = Corpus(tmp_path).keep(finding_of(TRICK, WRONG), Likeness("FK1.4"), PLAN)
    again = Corpus(tmp_path).keep(finding_of(TRICK, {"result": {}}), Likeness("FK1.4"), PLAN)
    assert again.path == kept.path
    assert [path.name for path in tmp_path.iterdir()] == [kept.path.name]
    assert [each.id for each in Corpus(tmp_path)] == [kept.id]


def test_a_folder_with_something_else_in_it_is_refused_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("cases: nothing\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"mine\.yaml"):
        Corpus(tmp_path)


# Asking again


@pytest.fixture(name="kept")
def _kept(tmp_path: Path) -> Corpus:
    corpus = Corpus(tmp_path)
    finding, _ = only("M-ace-above-king", "judge_trick")
    corpus.keep(finding, Likeness("FK1.4"), PLAN)
    return corpus


def states(corpus: Corpus, mistake: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr("fk_conform.fuzz.rerun.Process", InProcess)
    return [again.state for again in Rerun(corpus, program(mistake), spec()).events()]


def test_what_is_mended_is_fixed_and_what_is_not_is_still_wrong(kept: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    assert states(kept, "M-ace-above-king", monkeypatch) == ["still wrong"]
    assert states(kept, "", monkeypatch) == ["fixed"]
    assert exit_of(["fixed", "still wrong"]) == 1
    assert exit_of(["fixed", "not applicable"]) == 0
    assert exit_of(["not applicable"]) == 4


def test_what_is_kept_of_another_table_is_asked_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = Corpus(tmp_path)
    finding, _ = only("M-lead-counts-as-void", "legal_cards", when_void="must-trump")
    corpus.keep(finding, Likeness("FK4.2"), PLAN)
    assert states(corpus, "M-lead-counts-as-void", monkeypatch) == ["still wrong"]
    assert states(corpus, "", monkeypatch) == ["fixed"]


def test_a_kept_case_holds_what_the_reference_engine_answers(kept: Corpus) -> None:
    (each,) = kept
    for case in each.cases:
        request = f'{{"jsonrpc":"2.0","id":1,"method":"{case.method}","params":{case.params}}}'
        assert judge(case, json.loads(Engine().answer(request)), spec().shapes).verdict == "passed"


def test_an_interrupted_rerun_stops_between_two_findings(kept: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fk_conform.fuzz.rerun.Process", InProcess)
    rerun = Rerun(kept, program(""), spec())
    rerun.interrupt()
    asked: list[Again] = list(rerun.events())
    assert asked == []
