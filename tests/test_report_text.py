"""The report for a person: what is told, grouped by clause, in colours only where they are wanted, and harmless."""

from __future__ import annotations

import dataclasses
import io
import re
import shlex
import sys
from typing import Any

import pytest
from tests.events import answered, fault_at, footer, header
from tests.helpers import (
    FALSE,
    MALFORMED,
    REFUSED,
    SUITE,
    TRICK,
    Outcome,
    fk_conform,
    follow,
    make_case,
    run,
    spec,
    zoo,
)

from fk_conform.answer import Introduction
from fk_conform.diagnose import Diagnosis
from fk_conform.faults import AnswerTimeout, EndStatus, Exited
from fk_conform.report import report_in
from fk_conform.report.text import Progress, TextReport, wants_colour
from fk_conform.running import CaseResult, Event, Findings, Footer, LooseFault, Session
from fk_conform.suite import Case
from fk_conform.verdict import Verdict

Json = Any

PAINTED = "\x1b[31m\x9b31m\x07\u202e"


class Terminal(io.StringIO):
    """Something that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def told(events: list[Event], verbose: bool = False, colour: bool = False) -> str:
    """The report of these events."""
    out = io.StringIO()
    report = TextReport(out, spec(), "1.0.0", verbose, colour)
    for event in events:
        report.write(event)
    return out.getvalue()


def told_of(outcome: Outcome) -> str:
    return told(outcome.told)


# What is told


def test_a_run_that_passes_is_told_in_a_few_lines() -> None:
    text = told_of(run(zoo("right_throughout"), [TRICK]))
    lines = [line for line in text.splitlines() if line]
    assert lines[0] == "The Forty Kings, suite 1.0.0: 1 case"
    assert lines[1] == "forty-kings 1.0.0 plays every reading in its default; offers 13 of 13 methods."
    assert re.fullmatch(r"1 passed in \d+\.\d\d s: conformant", lines[-1])


def test_the_bundled_engine_is_named_as_such() -> None:
    assert "bundled reference engine" in told([header(bundled=True)])
    assert "bundled" not in told([header()])


def test_a_selection_is_told_to_be_one() -> None:
    assert "2 cases selected\n" in told([header(selection={"ids": ["FK4"]})])
    assert "2 cases selected\n" in told([header(selection={"cases": "my-cases"})])
    assert "2 cases\n" in told([header(selection={"corpus": False})])


def test_readings_other_than_the_defaults_are_named() -> None:
    readings = {**spec().default_readings, "when-void": "must-trump", "unshown": "next-best-scores"}
    introduction = Introduction({"name": "e", "version": "1"}, frozenset(["deal", "initialize"]), readings)
    text = told([Session({}, introduction)])
    assert "e 1 plays when-void: must-trump, unshown: next-best-scores; offers 1 of 13 methods." in text


def test_a_failure_is_told_with_question_answer_difference_and_reason() -> None:
    text = told([header(), answered(TRICK, {"result": {"winner": "west", "points": 12}})])
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert f"FK4.9 {spec().clauses['FK4.9'].title}" in lines
    assert "✗ FK4.9c01 The case FK4.9c01" in lines
    assert "asked judge_trick: leader west · cards KS QS 7H JS · trump hearts" in lines
    assert "expected winner east · points 12" in lines
    assert "got winner west · points 12" in lines
    assert 'differs winner: expected "east", got "west"' in lines
    assert "because It is so." in lines


def test_a_case_that_passed_does_not_apply_or_was_not_run_is_not_told() -> None:
    text = told(
        [
            header(),
            CaseResult(TRICK, Verdict("passed"), None, 0.001),
            CaseResult(REFUSED, Verdict("not-run")),
            CaseResult(MALFORMED, Verdict("not-applicable", message="the engine does not offer legal_cards")),
        ]
    )
    assert "FK" not in text


def test_a_fault_is_told_with_status_standard_error_and_hint() -> None:
    fault = Exited(status=3, stderr=["one", "two"])
    lines = [" ".join(line.split()) for line in told([header(), fault_at(TRICK, fault)]).splitlines()]
    assert "fault the engine ended before it had answered" in lines
    assert "ended with exit status 3" in lines
    assert [line for line in lines if line.startswith("stderr")] == ["stderr one", "stderr two"]


def test_an_engine_that_ended_well_too_early_is_told_of_isolate_and_one_that_crashed_is_not() -> None:
    assert re.search(
        "hint +an engine that answers once .* --isolate", told([header(), fault_at(TRICK, Exited(status=0))])
    )
    assert "hint" not in told([header(), fault_at(TRICK, Exited(status=1))])


def test_a_fault_that_a_signal_caused_names_the_signal() -> None:
    lines = [" ".join(line.split()) for line in told([header(), fault_at(TRICK, Exited(status=-11))]).splitlines()]
    assert "ended by SIGSEGV" in lines
    assert Exited(status=-99).signal == "signal 99"


def test_a_fault_of_no_case_is_told_as_one_of_the_engine() -> None:
    text = told([header(), LooseFault(EndStatus(status=3))])
    assert "✗ a fault of the engine" in text
    assert "with exit status 3" in text


def test_failures_are_grouped_by_clause() -> None:
    wrong: Json = {"result": {"cards": []}}
    cases = [follow(f"FK4.{clause}c0{number}", ["7S"], "KS", ["7S"]) for clause in (3, 10) for number in (1, 2)]
    text = told([header(), *(answered(case, wrong) for case in cases)])
    places = [
        text.index(f"\nFK4.3  {spec().clauses['FK4.3'].title}\n"),
        *(text.index(f"✗ {case.id}") for case in cases),
    ]
    places.insert(3, text.index(f"\nFK4.10  {spec().clauses['FK4.10'].title}\n"))
    assert places == sorted(places)
    assert text.count(spec().clauses["FK4.3"].title) == 1


def test_the_readings_that_a_case_depends_on_are_told() -> None:
    given = {"hand": ["7S"], "trick": [], "trump": "hearts"}
    case = make_case("FK4.4c01", "legal_cards", given, {"expect": {"cards": ["7S"]}}, {"when-void": "must-trump"})
    assert re.search(r"under +when-void: must-trump", told([header(), answered(case, {"result": {}})]))


def test_only_twenty_failures_are_told_in_full_unless_all_are_wanted() -> None:
    cases = [follow(f"FK4.3c{number:02}", ["7S"], "KS", ["7S"]) for number in range(1, 26)]
    events: list[Event] = [header(), *(answered(case, {"result": {"cards": []}}) for case in cases)]
    events.append(footer("not-conformant", {"failed": 25}))
    short, full = told(events), told(events, verbose=True)
    assert all(case.id in short for case in cases)
    assert short.count("because") == 20
    assert "Only the first 20 failures are told in full; --verbose tells all." in short
    assert full.count("because") == 25
    assert "--verbose" not in full


def test_what_was_malformed_and_answered_is_told_after_what_was_played_wrongly() -> None:
    malformed = [answered(case, {"result": {"cards": []}}) for case in odd_requests(6)]
    wrong = answered(TRICK, {"result": {"winner": "west", "points": 12}})
    text = told([header(), *malformed, wrong, footer("not-conformant", {"failed": 7})])
    places = [text.index("✗ FK4.9c01"), *(text.index(f"FK1.1c0{number}") for number in range(1, 7))]
    assert places == sorted(places)
    assert text.count("because") == 4
    assert "Malformed as well, and answered: FK1.1c04, FK1.1c05, FK1.1c06.\n" in text
    assert told([header(), *malformed, footer("not-conformant")], verbose=True).count("because") == 6


def odd_requests(number: int) -> list[Case]:
    return [
        make_case(f"FK1.1c0{place + 1}", "legal_cards", {"hand": [place]}, {"malformed": True})
        for place in range(number)
    ]


def test_of_a_case_that_was_selected_what_is_malformed_is_told_where_it_stands() -> None:
    wrong = answered(MALFORMED, {"result": {"cards": []}})
    assert "✗ FK1.1c01" in told([header(selection={"ids": ["FK1.1"]}), wrong])


def test_a_variant_that_fails_as_its_case_does_is_counted_and_not_told() -> None:
    wrong: Json = {"result": {"winner": "west", "points": 12}}
    variant = dataclasses.replace(TRICK, id="FK4.9c01~HSDC+1")
    events: list[Event] = [header(), answered(TRICK, wrong), answered(variant, wrong), footer("not-conformant")]
    assert "✗ FK4.9c01~HSDC+1" not in told(events)
    assert "Failures: 1 with another answer, 1 in variants of cases.\n" in told(events)
    assert "✗ FK4.9c01~HSDC+1" in told(events, verbose=True)
    assert "✗ FK4.9c01~HSDC+1" in told([header(), answered(variant, wrong)])


def test_what_came_is_told_in_the_order_of_what_was_expected() -> None:
    text = told([header(), answered(TRICK, {"result": {"points": 12, "winner": "west"}})])
    assert re.search(r"got +winner west · points 12", text)


def test_cases_that_do_not_apply_are_counted_by_why() -> None:
    not_offered = CaseResult(TRICK, Verdict("not-applicable", "not-offered", "the engine does not offer judge_trick"))
    denied = CaseResult(TRICK, Verdict("not-applicable", "denied", "the engine does not offer judge_trick"))
    other = CaseResult(TRICK, Verdict("not-applicable", "other-reading", "the engine follows renounce: to-trump"))
    text = told([header(), not_offered, denied, other, footer("nothing-ran")])
    assert "Not applicable, for the method is not offered: judge_trick (2).\n" in text
    assert "Not applicable, for the engine follows other readings (1): renounce: to-trump.\n" in text


def test_the_readings_for_which_cases_do_not_apply_are_named_once_each() -> None:
    why = ("renounce: to-trump", "renounce: to-trump, when-void: any-card", "when-void: any-card")
    others = [
        CaseResult(TRICK, Verdict("not-applicable", "other-reading", f"the engine follows {each}")) for each in why
    ]
    text = told([header(), *others, footer("nothing-ran")])
    label = "Not applicable, for the engine follows other readings (3)"
    assert f"{label}: renounce: to-trump, when-void: any-card. " in " ".join(text.split())


def test_of_which_methods_cases_were_not_run_is_told_once() -> None:
    skipped = CaseResult(TRICK, Verdict("not-run", "skipped", "not run after ten faults"))
    text = told([header(), skipped, skipped, footer("not-conformant", {"not-run": 2})])
    assert text.count("Not run, after ten faults in a row: judge_trick (2).\n") == 1


def test_where_no_known_mistake_explains_the_failures_that_is_said() -> None:
    wrong = answered(TRICK, {"result": {"winner": "west", "points": 12}})
    found = Findings([Diagnosis("M-ace-above-king", frozenset([TRICK.id]), 1)])
    says = "No known mistake explains the failures."
    assert says in told([header(), wrong, footer("not-conformant")])
    assert says not in told([header(), wrong, found, footer("not-conformant")])
    assert says not in told([header(), fault_at(TRICK, Exited()), footer("not-conformant")])
    assert says not in told([header(), footer("conformant")])


def test_the_derivation_of_a_variant_is_said_to_be_that_of_its_case() -> None:
    wrong: Json = {"result": {"winner": "west", "points": 12}}
    variant = dataclasses.replace(TRICK, id="FK4.9c01~HSDC+1")
    assert re.search(r"because +\(of FK4.9c01\) It is so\.", told([header(), answered(variant, wrong)]))
    assert re.search(r"because +It is so\.", told([header(), answered(TRICK, wrong)]))


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        ({}, "fk-conform --purity -- ./engine"),
        ({"ids": ["FK4"], "words": "lone card"}, "fk-conform FK4 -k 'lone card' --purity -- ./engine"),
        ({"ids": ["FK4.9c01@again"]}, "fk-conform FK4.9c01@again -- ./engine"),
    ],
)
def test_what_fails_when_asked_again_names_the_command_that_asks_all_again(selection: Json, words: str) -> None:
    again = dataclasses.replace(TRICK, id="FK4.9c01@again")
    text = told([header(selection=selection), answered(again, {"result": {"winner": "west", "points": 12}})])
    assert f"again     {words}\n" in text
    assert "the engine keeps something from one request to the next" in " ".join(text.split())


def test_what_fails_with_two_cards_exchanged_is_asked_again_by_its_own_name() -> None:
    twin = dataclasses.replace(TRICK, id="FK4.9c01@twin")
    text = told([header(), answered(twin, {"result": {"winner": "west", "points": 12}})])
    assert "again     fk-conform FK4.9c01@twin -- ./engine\n" in text


@pytest.mark.parametrize(
    ("numbers", "selection", "said"),
    [
        ((3, 0, 0), {}, "3 cases"),
        ((10, 4, 5), {"corpus": False}, "1 case, 5 variants of them, 4 generated"),
        ((2, 0, 1), {"ids": ["FK4.9"]}, "1 case selected, 1 variant of them"),
        ((1, 0, 1), {"ids": ["FK4.9c01~HSDC+1"]}, "1 variant selected"),
        ((2, 2, 0), {"ids": ["corpus-deal-001"]}, "2 generated cases selected"),
    ],
)
def test_only_the_kinds_of_cases_that_there_are_are_counted(
    numbers: tuple[int, int, int], selection: Json, said: str
) -> None:
    cases, generated, variants = numbers
    event = header(cases=cases, generated=generated, variants=variants, selection=selection)
    assert told([event]).splitlines()[0].partition(": ")[2] == said


@pytest.mark.parametrize(
    ("event", "last"),
    [
        (footer("conformant", {"passed": 3}), "3 passed in 1.23 s: conformant"),
        (
            footer("not-conformant", {"passed": 1, "failed": 2, "fault": 1}),
            "1 passed, 2 failed, 1 with a fault in 1.23 s: not conformant",
        ),
        (footer("interrupted", {"not-run": 2}), "2 not run in 1.23 s: interrupted"),
        (footer("nothing-ran", {"not-applicable": 2}), "2 not applicable in 1.23 s: nothing ran"),
    ],
)
def test_the_last_line_counts_and_says_what_it_came_to(event: Footer, last: str) -> None:
    assert told([header(), event]).splitlines()[-1] == last


def test_a_run_that_was_stopped_says_so_once_and_after_what() -> None:
    text = told([header(), footer("stopped", {"fault": 10}, "ten faults of the engine in a row")])
    assert text.count("Stopped after ten faults of the engine in a row.\n") == 1


def test_levels_are_told_of_the_whole_suite_only() -> None:
    whole = told_of(run(zoo("right_throughout"), [TRICK]))
    assert re.search(r"✗ Play +1 of 1 +legal_cards not offered", whole)
    assert re.search(r"– Table +– +pair_players, ", whole)
    outcome = run(zoo("right_throughout"), [TRICK])
    outcome.told[0] = header(selection={"ids": ["FK4.9"]})
    assert "Play" not in told_of(outcome)


# The command that runs a case again


def command_again(**more: Any) -> list[str]:
    text = told([header(**more), answered(TRICK, {"result": {}})])
    (line,) = [line for line in text.splitlines() if line.strip().startswith("again")]
    return shlex.split(line)[1:]


def test_a_failure_names_the_command_that_runs_its_case_again() -> None:
    assert command_again() == ["fk-conform", "FK4.9c01", "--", "./engine"]
    assert command_again(bundled=True) == ["fk-conform", "FK4.9c01"]


def test_the_command_keeps_words_with_spaces_together_and_stands_in_one_line() -> None:
    words = ["/a folder/engine", "it's", "--flag", *["a-long-word"] * 30]
    assert command_again(command=words) == ["fk-conform", "FK4.9c01", "--", *words]


def test_the_command_runs_the_case_as_it_was_run() -> None:
    again = command_again(readings={"when-void": "must-trump"}, selection={"cases": "my cases"}, isolate=True)
    assert again[:2] == ["fk-conform", "FK4.9c01"]
    assert again[-2:] == ["--", "./engine"]
    assert set(again[2:-2]) == {"--reading=when-void=must-trump", "--cases", "my cases", "--isolate"}


def test_the_command_does_run_the_case_again() -> None:
    first = fk_conform("FK4.9", "--no-corpus", "--", *zoo("answers_nothing"))
    again = next(line for line in first.stdout.splitlines() if line.strip().startswith("again"))
    words = shlex.split(again)[1:]
    assert words[0] == "fk-conform"
    second = fk_conform(*words[1:])
    assert second.returncode == 1
    assert "1 case selected" in second.stdout
    assert f"✗ {words[1]}" in second.stdout


# Nothing acts on a terminal but what the report itself means to


def test_without_colour_there_is_no_escape_sequence() -> None:
    for name in ("refuses", "dies", "garbage", "dies_at_end", "paints"):
        assert "\x1b" not in told_of(run(zoo(name), [SUITE[1]]))


def test_what_an_engine_says_is_made_harmless() -> None:
    texts = [
        told_of(run(zoo("painted"), [TRICK])),
        told_of(run(zoo("paints"), [*SUITE[1:3], *FALSE])),
        told_of(run(zoo("dies_painted"), [TRICK])),
        told_of(run(zoo("answers_with_a_lone_surrogate"), [TRICK])),
        told([header(), answered(REFUSED, {"error": {"code": 1, "data": {"reason": PAINTED, "event": PAINTED}}})]),
        told([header(), answered(REFUSED, {"error": {"code": -32602, "message": PAINTED}})]),
        told([header(), answered(REFUSED, {"result": {PAINTED: {PAINTED: PAINTED}}})]),
        told([header(), CaseResult(TRICK, Verdict("not-applicable", message=PAINTED)), footer("nothing-ran")]),
    ]
    for text in texts:
        assert all(line.isprintable() for line in text.split("\n"))
        assert text.encode()


def test_what_an_engine_says_is_made_harmless_past_the_first_twenty_failures_too() -> None:
    sides = make_case("FK2.8c01", "seat_players", {}, {"expect": {"sides": {"north-south": ["a", "b"]}}})
    text = told([header(), *[answered(sides, {"result": {"sides": {"north-south": ["a", "b"], PAINTED: []}}})] * 25])
    assert text.count("not expected") >= 25
    assert all(line.isprintable() for line in text.split("\n"))


def test_in_colour_marks_and_names_are_painted_and_nothing_else_changes() -> None:
    events: list[Event] = [header(), answered(TRICK, {"result": {}}), footer("not-conformant", {"failed": 1})]
    plain, painted = told(events), told(events, colour=True)
    assert "\x1b[31m✗\x1b[0m" in painted
    assert re.sub(r"\x1b\[\d+m", "", painted) == plain


@pytest.mark.parametrize(
    ("out", "environment", "wanted"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(
    out: io.StringIO, environment: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(out) is wanted
    assert TextReport(out, spec(), "1.0.0").colour is wanted


# Progress


def test_a_long_run_shows_how_far_it_is_on_a_terminal_and_wipes_it() -> None:
    now = [0.0]
    out = Terminal()
    progress = Progress(out, lambda: now[0])
    progress.begin(100)
    progress.step()
    assert out.getvalue() == ""
    now[0] = 1.5
    progress.step()
    assert out.getvalue() == "\r2 of 100"
    progress.clear()
    assert out.getvalue().endswith("\r\x1b[K")
    progress.clear()
    assert out.getvalue().count("\x1b") == 1


def test_where_there_is_no_terminal_no_progress_is_shown() -> None:
    out = io.StringIO()
    progress = Progress(out, lambda: 1000.0)
    progress.begin(1)
    progress.step()
    progress.clear()
    assert out.getvalue() == ""


def test_the_report_of_a_format_is_made() -> None:
    assert isinstance(report_in("text", sys.stdout, spec(), False), TextReport)
    assert AnswerTimeout().hint
