"""The pytest plugin: the cases as items, what is told of them, and fixtures for an engine that is a Python object."""

from __future__ import annotations

import shlex
import sys
from xml.etree import ElementTree

import pytest
from tests.helpers import ROOT, none_alive, zoo

from fk_conform.suite import load_cases

pytest_plugins = ["pytester"]

REFERENCE = f"{shlex.quote(sys.executable)} -m forty_kings"
HOUSE_RULES = shlex.join([sys.executable, str(ROOT / "tests" / "zoo" / "house_rules.py"), "when-void=any-card"])

# It takes the ace for the highest card, and anything for a trick.
RULES = """
SEATS, POINTS = ["south", "east", "north", "west"], {"K": 5, "Q": 4, "J": 3}

def judge_trick(leader, cards, trump):
    strength = lambda card: (card[1] == trump[0].upper(), card[1] == cards[0][1], "789TJQKA".index(card[0]))
    winner = SEATS.index(leader) + cards.index(max(cards, key=strength))
    return {"winner": SEATS[winner % 4], "points": sum(POINTS.get(card[0], 0) for card in cards)}
"""
PROGRAM = f"""#!{sys.executable}
import json, sys
{RULES}
for line in sys.stdin:
    request = json.loads(line)
    introduction = {{"engine": {{"name": "mine", "version": "1"}}, "protocol": 1, "readings": {{}}}}
    introduction["methods"] = ["judge_trick"]
    result = introduction if request["method"] == "initialize" else judge_trick(**request["params"])
    print(json.dumps({{"jsonrpc": "2.0", "id": request["id"], "result": result}}), flush=True)
"""


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in which nothing is cut off."""
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def engine(pytester: pytest.Pytester) -> str:
    """The engine that takes the ace for the highest card."""
    path = pytester.path / "engine"
    path.write_text(PROGRAM, encoding="utf-8")
    path.chmod(0o755)
    return "./engine"


def items(result: pytest.RunResult) -> list[str]:
    """The node ids that were collected, or told with -v."""
    return [line.split()[0] for line in result.outlines if "::" in line.split(" ", maxsplit=1)[0]]


def test_each_case_is_an_item_in_a_stable_order(pytester: pytest.Pytester, engine: str) -> None:
    result = pytester.runpytest_inprocess("--fk-engine", engine, "--fk-no-corpus", "--collect-only", "-q")
    found = items(result)
    assert found[:3] == ["fk::engine", "fk::FK1.1c01", "fk::FK1.1c02"]
    assert len(found) > 700
    assert len(set(found)) == len(found)
    assert found[-1] != sorted(found)[-1]  # those of other readings come last
    assert found == items(pytester.runpytest_inprocess("--fk-engine", engine, "--fk-no-corpus", "--collect-only", "-q"))


def test_a_failure_is_told_in_the_words_of_the_report_and_without_a_traceback(
    pytester: pytest.Pytester, engine: str
) -> None:
    result = pytester.runpytest_inprocess("--fk-engine", engine, "fk::FK1.4c04")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "The Forty Kings: 1 cases of suite *, put to ./engine",
            "*FK1.4c04: A jack takes the ace*",
            'winner: expected "east", got "west"',
            "FK1.4  Order of the cards in play",
            "    asked     judge_trick: leader west · cards AC 7C JC 9H · trump spades",
            "    expected  winner east · points 3",
            "    got       winner west · points 3",
            "    because   The order is king, queen, jack and only then the ace.*",
            "    again     fk-conform FK1.4c04 -- ./engine",
            "Looks like: The ace is highest in play*",
            'FAILED fk::FK1.4c04 - Failed: winner: expected "east", got "west"',
        ]
    )
    assert "Error" not in result.stdout.str()
    assert ".py" not in result.stdout.str().replace("forty_kings-", "")


LEGAL_CARDS_OF_FK1 = [
    case.id
    for case in load_cases(corpus=False)
    if case.method == "legal_cards" and case.clause.startswith("FK1.") and case.clause != "FK1.1"
]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["fk::FK1.4c04"], ["FK1.4c04"]),
        (["fk::fk1.4C04"], ["FK1.4c04"]),
        (["fk::FK1.4c04~HCDS+1"], ["FK1.4c04~HCDS+1"]),
        (["fk::FK1.4c04", "fk::FK1.4c02"], ["FK1.4c02", "FK1.4c04"]),
        (["fk::engine", "fk::FK1.4c04"], ["engine", "FK1.4c04"]),
        (["fk", "-k", "jack and ace and takes"], ["FK1.4c04"]),
        (["-m", "FK1.4"], [f"FK1.4c0{number}" for number in range(1, 9)]),
        (["-m", "FK2 and level_play"], ["FK2.1c06"]),
        (["-m", "FK1 and legal_cards and not FK1.1"], LEGAL_CARDS_OF_FK1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_cases_are_chosen_by_name_by_words_and_by_markers(
    pytester: pytest.Pytester, engine: str, words: list[str], found: list[str]
) -> None:
    command = ["--fk-engine", engine, "--fk-no-corpus", "--collect-only", "-q", "--strict-markers", *words]
    assert items(pytester.runpytest_inprocess(*command)) == [f"fk::{name}" for name in found]


def test_the_generated_cases_and_variants_are_asked_where_they_are_wanted(
    pytester: pytest.Pytester, engine: str
) -> None:
    plain = items(pytester.runpytest_inprocess("--fk-engine", engine, "--collect-only", "-q"))
    assert any(name.startswith("fk::corpus-") for name in plain)
    words = ["--fk-engine", engine, "--collect-only", "-q", "--fk-symmetry", "sample", "fk::FK1.4"]
    assert sum("~" in name for name in items(pytester.runpytest_inprocess(*words))) == 8


def test_what_does_not_apply_is_skipped_with_the_reason(pytester: pytest.Pytester, engine: str) -> None:
    result = pytester.runpytest_inprocess("--fk-engine", engine, "fk::FK4.3c02", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED [[]1[]] fk:1: the engine does not offer legal_cards"])
    result = pytester.runpytest_inprocess("--fk-engine", HOUSE_RULES, "fk::FK4.4", "-rs")
    result.stdout.fnmatch_lines(["SKIPPED * fk:1: the engine follows when-void: any-card"])
    assert result.parseoutcomes()["passed"] > 0


def test_every_reading_is_asked_for_or_the_one_of_the_table(pytester: pytest.Pytester) -> None:
    every = pytester.runpytest_inprocess("--fk-engine", REFERENCE, "fk::FK4.4").parseoutcomes()
    table = ["--fk-reading", "when-void=must-trump"]
    one = pytester.runpytest_inprocess("--fk-engine", REFERENCE, "fk::FK4.4", *table).parseoutcomes()
    assert set(every) == set(one) == {"passed"}
    assert 0 < one["passed"] < every["passed"]


def test_a_fault_of_the_engine_fails_its_case_and_no_other(pytester: pytest.Pytester) -> None:
    dies = shlex.join(zoo("dies", '"leader":"west","cards":["AC"'))
    result = pytester.runpytest_inprocess("--fk-engine", dies, "fk::FK1.4")
    result.assert_outcomes(passed=7, failed=1)
    result.stdout.fnmatch_lines(
        [
            "the engine ended before it had answered",
            "    fault     the engine ended before it had answered",
            "    ended     with exit status *",
            "FAILED fk::FK1.4c04 - Failed: the engine ended before it had answered",
        ]
    )


def test_nothing_that_an_engine_says_acts_on_the_terminal(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--fk-engine", shlex.join(zoo("paints")), "fk::FK1.4c04")
    result.assert_outcomes(failed=1)
    assert not {"\x1b", "\x9b", "\u202e"}.intersection(result.stdout.str())
    assert "x1b" in result.stdout.str()


def test_an_engine_that_cannot_be_started_fails_once_and_the_rest_is_skipped(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--fk-engine", "./no-engine", "fk::FK1.4", "-rs")
    result.assert_outcomes(failed=1, skipped=7)
    result.stdout.fnmatch_lines(
        [
            "the engine could not be started: ./no-engine: there is no such file",
            "SKIPPED [[]7[]] fk:1: not run after a fault of the engine before it had introduced itself*",
        ]
    )


def test_an_engine_that_always_goes_wrong_is_given_up_after_ten_faults(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--fk-engine", shlex.join(zoo("dies")), "fk::FK1.4", "fk::FK1.7")
    result.assert_outcomes(failed=10, skipped=6)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("dies_at_end", "the engine did not exit with 0 at the end of its input"),
        ("answers_twice", "answered a question twice"),
    ],
)
def test_what_belongs_to_no_case_is_an_item_of_its_own(pytester: pytest.Pytester, name: str, says: str) -> None:
    result = pytester.runpytest_inprocess("--fk-engine", shlex.join(zoo(name)), "fk::engine")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"FAILED fk::engine - *{says}*"])


def test_an_engine_that_answers_only_some_requests_of_a_method_fails(pytester: pytest.Pytester) -> None:
    denies = shlex.join(zoo("denies", '"leader":"west","cards":["AC"'))
    result = pytester.runpytest_inprocess("--fk-engine", denies, "fk::FK1.4")
    result.assert_outcomes(passed=7, failed=1)
    result.stdout.fnmatch_lines(["*denies to offer it for others: judge_trick"])


def test_no_process_of_the_engine_is_left(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pids = pytester.path / "pids"
    monkeypatch.setenv("ZOO_PIDS", str(pids))
    pytester.runpytest_inprocess("--fk-engine", shlex.join(zoo("right_throughout")), "fk::FK4.4")
    assert none_alive(pids)


def test_junit_has_a_test_case_for_each_case_with_what_it_is_about(pytester: pytest.Pytester, engine: str) -> None:
    pytester.runpytest_inprocess("--fk-engine", engine, "fk::FK1.4", "--junitxml=report.xml")
    (suite,) = ElementTree.parse(pytester.path / "report.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("8", "2", "0")
    by_name = {case.get("name"): case for case in suite}
    properties = {each.get("name"): each.get("value") for each in by_name["FK1.4c04"].iter("property")}
    assert properties == {"title": "A jack takes the ace", "clause": "FK1.4", "method": "judge_trick"}
    (failure,) = by_name["FK1.4c04"].iter("failure")
    assert "because" in (failure.text or "")
    assert not list(by_name["FK1.4c01"].iter("failure"))


def test_only_what_failed_last_time_is_asked_again(pytester: pytest.Pytester, engine: str) -> None:
    pytester.runpytest_inprocess("--fk-engine", engine, "fk::FK1.4").assert_outcomes(passed=6, failed=2)
    pytester.runpytest_inprocess("--fk-engine", engine, "--lf", "fk::FK1.4").assert_outcomes(failed=2, deselected=6)


def test_workers_of_xdist_share_the_cases(pytester: pytest.Pytester, engine: str) -> None:
    result = pytester.runpytest_subprocess(
        "--fk-engine", engine, "fk::FK1", "-n", "2", "--fk-no-corpus", "-m", "judge_trick"
    )
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] == len([line for line in result.outlines if line.startswith("FAILED fk::FK1")])
    assert outcomes["passed"] > 20
    result.stdout.fnmatch_lines(["Looks like: The ace is highest in play*", "FAILED fk::FK1.4c02 - Failed: winner*"])


# Settings


def test_settings_in_a_file_say_what_options_say(pytester: pytest.Pytester, engine: str) -> None:
    pytester.makefile(
        ".toml",
        pyproject="""
        [tool.pytest.ini_options]
        fk_engine = "./engine"
        fk_readings = ["when-void=any-card"]
        fk_no_corpus = true
        fk_symmetry = "sample"
        fk_answer_timeout = "3"
        fk_xfail = "known.txt"
        """,
    )
    (pytester.path / "known.txt").write_text("FK1.4c04 the ace is still too high\n", encoding="utf-8")
    result = pytester.runpytest_inprocess("-m", "FK1.4", "-v", "--strict-config")
    result.assert_outcomes(passed=12, failed=2, xfailed=2)
    assert not any("corpus" in name for name in items(result))


def test_a_relative_path_in_a_file_is_seen_from_the_file(pytester: pytest.Pytester, engine: str) -> None:
    pytester.makeini("[pytest]\nfk_engine = ./engine\n")
    below = pytester.mkdir("below")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(below)
        pytester.runpytest_inprocess("fk::FK1.4c01").assert_outcomes(passed=1)


def test_an_engine_in_a_file_stands_back_where_other_tests_are_named(pytester: pytest.Pytester, engine: str) -> None:
    pytester.makeini("[pytest]\nfk_engine = ./engine\n")
    pytester.makepyfile(test_mine="def test_mine():\n    pass\n")
    pytester.runpytest_inprocess("test_mine.py").assert_outcomes(passed=1)
    assert len(items(pytester.runpytest_inprocess("--collect-only", "-q"))) > 1000
    pytester.runpytest_inprocess("test_mine.py", "fk::FK1.4c01").assert_outcomes(passed=2)
    both = pytester.runpytest_inprocess("test_mine.py", "--fk-engine", engine, "-k", "test_mine or FK1.4c01")
    assert both.parseoutcomes()["passed"] == 2


def test_an_engine_in_a_file_stands_back_in_workers_of_xdist_too(pytester: pytest.Pytester, engine: str) -> None:
    pytester.makeini("[pytest]\nfk_engine = ./engine\n")
    pytester.makepyfile(test_mine="def test_mine():\n    pass\n")
    pytester.runpytest_subprocess("test_mine.py", "-n", "1").assert_outcomes(passed=1)
    pytester.runpytest_subprocess("-n", "1", "-k", "test_mine or FK1.4c01").assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["fk::FK99"], "there is no case, clause or chapter 'FK99'"),
        (["--fk-reading", "when-void=never"], "expected when-void=any-card or must-trump"),
        (["--fk-xfail", "no-file"], "--fk-xfail no-file: No such file or directory"),
        (["--fk-cases", "no-folder"], "--fk-cases no-folder: there is no such file or folder"),
        (
            ["--fk-answer-timeout", "soon"],
            "--fk-answer-timeout: expected a number of seconds greater than 0, not 'soon'",
        ),
        (["-o", "fk_symmetry=some"], "fk_symmetry: expected none, sample, all, not 'some'"),
        (["--fk-engine", "' x"], "is no command: No closing quotation"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_setting_that_is_wrong_is_told_in_one_line(
    pytester: pytest.Pytester, engine: str, words: list[str], says: str
) -> None:
    result = pytester.runpytest_inprocess("--fk-engine", engine, *words)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    told = [line for line in result.errlines if line]
    assert told[0].startswith("ERROR: fk-conform: ")
    assert says in told[0]
    assert len(told) == 1


def test_a_case_that_is_expected_to_fail_and_passes_fails(pytester: pytest.Pytester, engine: str) -> None:
    (pytester.path / "known.txt").write_text("FK1.4c01 kings are too low\n", encoding="utf-8")
    result = pytester.runpytest_inprocess("--fk-engine", engine, "--fk-xfail", "known.txt", "fk::FK1.4c01")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*XPASS(strict)*kings are too low*"])


def test_cases_of_ones_own_stand_in_for_the_suite(pytester: pytest.Pytester, engine: str) -> None:
    words = ["--fk-engine", engine, "--fk-cases", str(ROOT / "cases" / "1.4-order-of-play.yaml")]
    result = pytester.runpytest_inprocess(*words)
    result.assert_outcomes(passed=7, failed=2)  # and the item of the engine
    assert f"again     fk-conform FK1.4c02 --cases {words[-1]} -- ./engine" in result.stdout.str()


def test_without_an_engine_nothing_is_collected_and_nothing_of_the_runner_is_loaded(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_nothing_is_loaded(pytestconfig):
            assert pytestconfig.pluginmanager.hasplugin("fk_conform")
            loaded = {name for name in sys.modules if name.partition(".")[0] in ("fk_conform", "forty_kings")}
            assert loaded == {"fk_conform", "fk_conform.pytest_plugin"}
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


# Fixtures


def test_a_test_that_asks_for_a_case_is_run_for_each(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        rules=RULES,
        test_rules="""
        import rules

        def test_case(fk_case):
            fk_case.check(rules)
        """,
    )
    result = pytester.runpytest_inprocess("-m", "FK1.4 and level_play", "--strict-markers", "-v")
    result.assert_outcomes(passed=6, failed=2, deselected=result.parseoutcomes()["deselected"])
    result.stdout.fnmatch_lines(
        [
            "test_rules.py::test_case[[]FK1.4c01[]] PASSED*",
            'winner: expected "east", got "west"',
            "    asked     judge_trick: leader west · cards AC 7C JC 9H · trump spades",
            "FAILED test_rules.py::test_case[[]FK1.4c04[]] - *winner: expected*",
        ]
    )
    assert "again" not in result.stdout.str()
    assert "Traceback" not in result.stdout.str()
    result = pytester.runpytest_inprocess("-k", "FK4.3c02", "-rs")
    result.stdout.fnmatch_lines(["SKIPPED * the engine does not offer legal_cards"])


def test_a_python_engine_is_put_to_the_suite_in_one_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        rules=RULES,
        test_rules="""
        import pytest
        import rules

        class Broken:
            def initialize(self):
                raise KeyError("seat")

        def test_part(fk_check):
            assert fk_check(rules, ["FK1.4c01", "FK1.6"]).counts["passed"] == 3

        def test_all(fk_check):
            fk_check(rules)

        def test_nothing(fk_check):
            fk_check(object())

        def test_broken(fk_check):
            fk_check(Broken)

        def test_broken_case(fk_case):
            fk_case.check(Broken)
        """,
    )
    result = pytester.runpytest_inprocess("--fk-no-corpus", "-k", "not broken_case or FK1.4c01")
    result.assert_outcomes(passed=1, failed=4, deselected=result.parseoutcomes()["deselected"])
    result.stdout.fnmatch_lines(
        [
            "rules in process plays every reading in its default; offers 1 of 13 methods.",
            "Looks like: The ace is highest in play*",
            "*nothing ran",
            "*the engine raised an exception: KeyError: 'seat'*",
        ]
    )
    assert "in_pytest" not in result.stdout.str()


def test_the_settings_hold_for_the_fixtures_too(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_rules=f"""
        import sys
        sys.path.insert(0, {str(ROOT)!r})
        from tests.test_inprocess import Whole

        def test_case(fk_case):
            fk_case.check(Whole)

        def test_all(fk_check):
            report = fk_check(Whole)
            assert report.header.readings == {{"when-void": "must-trump"}}
            assert {{result.case.clause for result in report.results}} == {{"FK4.4"}}
        """
    )
    words = ["--fk-reading", "when-void=must-trump", "--fk-cases", str(ROOT / "cases" / "4.4-when-void.yaml")]
    # In a process of its own: what reads YAML cannot be loaded twice in one.
    outcomes = pytester.runpytest_subprocess(*words).parseoutcomes()
    assert set(outcomes) == {"passed"}
    assert outcomes["passed"] > 5
