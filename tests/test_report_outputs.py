"""Several reports of one run: each in its place and whole, or none, whatever happens to the others or to the run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.events import header, of_every_verdict, told_in
from tests.helpers import SUITE, TRICK, eventually, fk_conform, make_run, run, spec, zoo

from fk_conform.cli import main
from fk_conform.cli.signals import interruptible
from fk_conform.more import CasesAndMore
from fk_conform.report import FORMATS
from fk_conform.report.outputs import FileReport, Output, Reports, open_reports
from fk_conform.running import CaseResult, Event, Footer

SMALL = ("FK4.9", "--no-corpus")
WHOLE: dict[str, Callable[[str], bool]] = {
    "text": lambda text: text.endswith("not conformant\n"),
    "json": lambda text: json.loads(text.splitlines()[-1])["type"] == "footer",
    "junit": lambda text: ElementTree.fromstring(text).tag == "testsuites",
    "tap": lambda text: text.splitlines()[-1].startswith("1.."),
    "markdown": lambda text: text.startswith("## The Forty Kings: "),
    "html": lambda text: text.endswith("</html>\n"),
}


def written(form: str, path: Path, events: list[Event]) -> FileReport:
    report = FileReport(Output(form, path), spec(), False)
    for event in events:
        report.write(event)
    return report


def test_every_format_can_be_had_at_once(tmp_path: Path) -> None:
    words = [word for form in FORMATS for word in ("--output", f"{form}={tmp_path / form}")]
    done = fk_conform(*SMALL, *words, "--", *zoo("answers_nothing"))
    assert done.returncode == 1
    assert WHOLE["text"](done.stdout)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FORMATS)
    for form in FORMATS:
        assert WHOLE[form]((tmp_path / form).read_text(encoding="utf-8")), form


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_in_a_file_is_that_on_standard_output(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(form, tmp_path / "report", of_every_verdict())
    reports = open_reports(form, [], spec(), False)
    for event in of_every_verdict():
        reports.write(event)
    assert capsys.readouterr().out == (tmp_path / "report").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FORMATS)
def test_before_the_run_has_ended_no_report_looks_complete(form: str, tmp_path: Path) -> None:
    file = tmp_path / "report"
    file.write_text("of an earlier run", encoding="utf-8")
    written(form, file, of_every_verdict()[:-1])
    if form in ("json", "tap"):
        assert not WHOLE[form](file.read_text(encoding="utf-8"))
    else:
        assert not file.exists()


@pytest.mark.parametrize("form", ["junit", "text"])
def test_what_is_not_finished_is_taken_away(form: str, tmp_path: Path) -> None:
    written(form, tmp_path / "report", of_every_verdict()[:-1]).close()
    assert list(tmp_path.iterdir()) == []


def test_folders_that_are_not_there_are_made(tmp_path: Path) -> None:
    written("junit", tmp_path / "a" / "b" / "report.xml", of_every_verdict())
    assert WHOLE["junit"]((tmp_path / "a" / "b" / "report.xml").read_text(encoding="utf-8"))


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there" / "report")
    written("markdown", tmp_path / "link", of_every_verdict())
    assert (tmp_path / "link").is_symlink()
    assert WHOLE["markdown"]((tmp_path / "there" / "report").read_text(encoding="utf-8"))


def test_what_is_no_file_is_written_to_as_it_is() -> None:
    mine, theirs = os.pipe()
    written("markdown", Path(f"/dev/fd/{theirs}"), of_every_verdict())
    os.close(theirs)
    with open(mine, encoding="utf-8") as pipe:  # noqa: PTH123
        assert WHOLE["markdown"](pipe.read())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--output", "xml=a"], "--output xml=a: expected FORMAT=FILE, FORMAT being one of text, json, junit, tap"),
        (["--output", "junit"], "--output junit: expected FORMAT=FILE"),
        (["--output", "junit="], "--output junit=: expected FORMAT=FILE"),
        (["--output", "tap=-"], "--output tap=-: expected a file; --format tap prints it on standard output"),
        (["--trace", "-"], "argument --trace: expected a file, for standard output is for the report"),
        (["--output", "junit=a", "--output", "tap=./a"], "--output junit=a: the file is named twice"),
        (["--output", "tap=a", "--output", "junit=folder"], "--output junit=folder: Is a directory"),
        (["--output", "junit=file/a"], "--output junit=file/a: "),
    ],
)
def test_a_place_where_nothing_can_be_written_is_told_before_anything_is_run(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main([*SMALL, *words, "./never-run"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"fk-conform: {says}")
    assert said.err.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to offer")
def test_a_full_disk_costs_one_report_and_not_the_others(tmp_path: Path) -> None:
    done = fk_conform(
        *SMALL, "--output", "json=/dev/full", "--output", f"tap={tmp_path / 'tap'}", "--", *zoo("answers_nothing")
    )
    assert done.returncode == 2
    assert WHOLE["text"](done.stdout)
    assert WHOLE["tap"]((tmp_path / "tap").read_text(encoding="utf-8"))
    assert done.stderr == "fk-conform: --output json=/dev/full: No space left on device\n"


def test_a_reader_that_goes_away_costs_no_report_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    words = [*SMALL, "--output", f"junit={file}", "--", *zoo("answers_nothing")]
    with subprocess.Popen([sys.executable, "-m", "fk_conform", *words], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.close()
        assert process.wait(60) == 141
    assert WHOLE["junit"](file.read_text(encoding="utf-8"))


class Gone:
    """A report that cannot be written any more."""

    def write(self, event: Event) -> None:
        raise BrokenPipeError


def test_where_no_report_is_left_the_run_ends() -> None:
    with pytest.raises(BrokenPipeError):
        Reports([Gone()]).write(header())


def test_machines_are_written_to_in_utf_8_whatever_a_terminal_is_set_to() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fk_conform", *SMALL, "--format", "junit", "--", *zoo("answers_nothing")],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        check=False,
    )
    assert "·".encode() in done.stdout
    ElementTree.fromstring(done.stdout)


# Signals


def test_a_second_signal_does_not_break_off_what_is_being_told_and_a_third_does() -> None:
    class Something:
        interrupted = False

        def interrupt(self) -> None:
            self.interrupted = True

    something = Something()
    with interruptible(something) as telling:
        signal.raise_signal(signal.SIGINT)
        assert something.interrupted
        with telling:
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt), telling:
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


SLOW = """
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        result = {"engine": {"name": "slow", "version": "1"}, "protocol": 1, "methods": ["judge_trick"], "readings": {}}
    else:
        open(sys.argv[1], "w").close()
        time.sleep(60)
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("times", [1, 2])
def test_what_is_known_is_in_every_report_when_signals_come(number: signal.Signals, times: int, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    outputs = [word for form in FORMATS for word in ("--output", f"{form}={tmp_path / form}")]
    words = [*SMALL, *outputs, "--answer-timeout", "60", "--", sys.executable, "-c", SLOW, str(asked)]
    command = [sys.executable, "-m", "fk_conform", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert eventually(asked.exists)
        for _ in range(times):
            process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130
    assert err == ""
    assert out.endswith("interrupted\n")
    for form in FORMATS:
        text = (tmp_path / form).read_text(encoding="utf-8")
        assert "interrupted" in text
        assert form == "text" or WHOLE[form](text)
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".unfinished")]


def test_what_a_run_knows_is_told_after_it_was_broken_off() -> None:
    subject = make_run(zoo("right_throughout"))
    events, told = subject.events(), 0
    for event in events:
        told += isinstance(event, CaseResult)
        if told == 2:
            break
    events.close()
    rest = list(subject.broken_off(told))
    results = [event for event in rest if isinstance(event, CaseResult)]
    assert [result.case.id for result in results] == [case.id for case in SUITE[2:]]
    assert isinstance(rest[-1], Footer)
    assert rest[-1].verdict == "interrupted"


def test_a_run_that_is_broken_off_while_a_case_is_made_tells_of_all_cases() -> None:
    cases = CasesAndMore([*SUITE, TRICK], "all")
    subject = make_run(zoo("right_throughout"), cases)
    taken = [next(subject._to_come[0]) for _ in range(20)]
    with pytest.raises(KeyboardInterrupt):
        subject._to_come[0].throw(KeyboardInterrupt())  # type: ignore[attr-defined]
    results = [event.case.id for event in subject.broken_off(0) if isinstance(event, CaseResult)]
    assert results == [case.id for case in cases]
    assert results[:20] == [case.id for case in taken]
    assert subject.tally.counts["not-run"] == len(results) == subject.number


def test_a_plain_run_loads_no_other_format() -> None:
    script = (
        "import sys\n"
        "from fk_conform.cli import main\n"
        f"main({[*SMALL, '--', *zoo('answers_nothing')]!r})\n"
        "print(*sorted(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    ours = {name.removeprefix("fk_conform.report.") for name in loaded if name.startswith("fk_conform.report.")}
    assert ours == {"failure", "outputs", "sentences", "text", "words"}
    assert not loaded & {"xml.etree.ElementTree", "html", "secrets"}


@pytest.mark.parametrize("name", ["paints", "painted", "dies_painted", "garbage"])
def test_nothing_that_an_engine_says_acts_on_a_terminal_in_any_format(name: str) -> None:
    events = run(zoo(name), [SUITE[1], TRICK]).told
    for form in FORMATS:
        text = told_in(form, events)
        assert "\\x1b" in text or "\\u001b" in text, form
        # The style and script of the page are ours; they hold tabs and line ends at most.
        assert all(character.isprintable() or character == "\n" for character in text), form
