"""A campaign finds the same whoever does the work, and in whatever order; a worker that is lost loses nothing."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.fuzzing import in_process, program
from tests.helpers import ROOT, eventually, is_alive, none_alive, zoo

from fk_conform.errors import UsageError
from fk_conform.fuzz import campaign as campaigns
from fk_conform.fuzz.campaign import Begun, Campaign, Ended, Event, Found, LooseFault, Step
from fk_conform.fuzz.follow import follow_up
from fk_conform.fuzz.keep import Corpus
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.symptom import Symptom
from fk_conform.fuzz.workers import DaskWorkers, LocalWorkers, Workers

ACE_HIGH = program(sys.executable, str(ROOT / "tests" / "zoo" / "ace_high.py"))
# What can be told of a finding, wherever it was found.
Told = list[tuple[str, str, int, str]]


class AtOnce(Workers):
    """Does all work here, when it is handed out."""

    number = 2

    def submit(self, work: Callable[..., Any], *arguments: object) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, BrokenExecutor)

    def close(self, at_once: bool) -> None:
        pass


class LastFirst(AtOnce):
    """Does what was handed out last first, and one thing at a time."""

    number = 5

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[..., Any], tuple[object, ...]]] = []

    def submit(self, work: Callable[..., Any], *arguments: object) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, work, arguments))
        if len(self.waiting) == 1:
            threading.Timer(0.05, self.work).start()
        return future

    def work(self) -> None:
        while self.waiting:
            future, work, arguments = self.waiting.pop()
            future.set_result(work(*arguments))


class LosesMuch(AtOnce):
    """Loses all work so many times before it does it."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.seen: dict[str, int] = {}

    def submit(self, work: Callable[..., Any], *arguments: object) -> Future[Any]:
        name = repr((work, arguments))
        self.seen[name] = self.seen.get(name, 0) + 1
        if self.seen[name] > self.times:
            return super().submit(work, *arguments)
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future


def plan(mistake: str = "M-ace-above-king", *methods: str, size: int = 50) -> Plan:
    return Plan(7, program(mistake), None, methods or ("judge_trick", "deal"), {}, size)


def all_of(campaign: Campaign) -> list[Event]:
    return [event for event in campaign.events() if not isinstance(event, Step)]


def told(events: list[Event]) -> Told:
    return [
        (event.kept.id, event.kept.text, event.finding.unit, event.like.clause)
        for event in events
        if isinstance(event, Found)
    ]


def end(events: list[Event]) -> Ended:
    assert isinstance(events[-1], Ended)
    return events[-1]


def go(workers: Workers, folder: Path, the_plan: Plan | None = None, units: int | None = 6) -> list[Event]:
    """All that a campaign of wrong engines in this process tells."""
    with in_process():
        return all_of(Campaign(the_plan or plan(), workers, Corpus(folder), units))


# What is found


def test_a_campaign_tells_what_it_found_and_what_it_looks_like(tmp_path: Path) -> None:
    events = go(AtOnce(), tmp_path, plan(size=200))
    begun, *found, ended = events
    assert isinstance(begun, Begun)
    assert isinstance(ended, Ended)
    assert [event.finding.symptom for event in found if isinstance(event, Found)] == [
        Symptom("judge_trick", "wrong-answer", "winner")
    ]
    assert [diagnosis.subject for diagnosis in ended.diagnoses][:1] == ["M-ace-above-king"]
    assert (ended.verdict, ended.exit, ended.units, ended.findings) == ("found", 1, 6, 1)
    assert set(ended.asked) == {"judge_trick", "deal"}
    assert sum(ended.asked.values()) == 6 * 225
    assert ended.alike > 0


def test_a_right_engine_gives_nothing_to_tell(tmp_path: Path) -> None:
    events = go(AtOnce(), tmp_path / "kept", plan(""))
    assert told(events) == []
    assert (end(events).verdict, end(events).exit) == ("nothing-found", 0)
    assert not (tmp_path / "kept").exists()


def test_what_is_found_does_not_depend_on_the_order_in_which_work_is_done(tmp_path: Path) -> None:
    the_plan = plan("M-loose-types", "legal_cards", "judge_trick", size=100)
    in_order = told(go(AtOnce(), tmp_path / "a", the_plan))
    assert len(in_order) > 2
    assert told(go(LastFirst(), tmp_path / "b", the_plan)) == in_order


def test_what_is_lost_is_done_again(tmp_path: Path) -> None:
    assert told(go(LosesMuch(2), tmp_path / "a")) == told(go(AtOnce(), tmp_path / "b"))


def test_what_is_lost_again_and_again_ends_the_campaign(tmp_path: Path) -> None:
    workers = LosesMuch(1)
    workers.seen["once"] = 0
    campaign = Campaign(plan(), workers, Corpus(tmp_path), 6)
    with in_process():
        events = campaign.events()
        assert isinstance(next(events), Begun)
        workers.times = 10
        ended = next(event for event in events if isinstance(event, Ended))
    assert (ended.verdict, ended.exit) == ("stopped", 1)
    assert "lost with the worker" in ended.why


def test_of_a_campaign_that_has_no_time_left_the_first_units_find_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = told(go(AtOnce(), tmp_path / "a", units=4))
    clock = iter(range(0, 10_000, 1))
    monkeypatch.setattr(campaigns, "monotonic", lambda: float(next(clock)))
    with in_process():
        events = all_of(Campaign(plan(), AtOnce(), Corpus(tmp_path / "b"), None, 30.0))
    units = end(events).units
    assert 1 <= units < 30
    assert told(events) == told(go(AtOnce(), tmp_path / "c", units=units))
    assert {each[2] for each in told(events)} <= {each[2] for each in whole} | set(range(units))


def test_a_campaign_that_is_interrupted_tells_and_keeps_what_was_sighted(tmp_path: Path) -> None:
    class NeverFollowsUp(AtOnce):
        def submit(self, work: Callable[..., Any], *arguments: object) -> Future[Any]:
            return Future() if work is follow_up else super().submit(work, *arguments)

    campaign = Campaign(plan(size=200), NeverFollowsUp(), Corpus(tmp_path))
    events: list[Event] = []
    with in_process():
        for event in campaign.events():
            events.append(event)
            if isinstance(event, Step) and event.followed_up:
                campaign.interrupt()
    (found,) = [event for event in events if isinstance(event, Found)]
    assert (end(events).verdict, end(events).exit) == ("interrupted", 130)
    assert [path.name for path in tmp_path.iterdir()] == [found.kept.path.name]
    assert len(found.finding.reply["result"]) == 2


def test_after_many_findings_a_campaign_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns, "MOST_SYMPTOMS", 2)
    events = go(AtOnce(), tmp_path, plan("M-loose-types", "legal_cards", "judge_trick", size=100), units=100)
    assert len(told(events)) == 2
    assert end(events).units < 100
    assert "more to mend than to find" in end(events).why


# Engines


def test_an_engine_that_cannot_be_run_is_no_finding(tmp_path: Path) -> None:
    events = all_of(Campaign(Plan(7, program("./no-such-engine")), AtOnce(), Corpus(tmp_path), 1))
    fault, ended = events
    assert isinstance(fault, LooseFault)
    assert fault.fault["kind"] == "cannot-start"
    assert (end([ended]).verdict, end([ended]).exit) == ("not-started", 3)


def test_an_engine_that_offers_nothing_that_is_wanted_is_not_asked(tmp_path: Path) -> None:
    events = all_of(Campaign(Plan(7, ACE_HIGH, None, ("deal",)), AtOnce(), Corpus(tmp_path), 1))
    assert (end(events).verdict, end(events).exit) == ("nothing-ran", 4)


def test_an_engine_that_does_not_follow_a_reading_that_is_wanted_is_not_asked(tmp_path: Path) -> None:
    the_plan = Plan(7, ACE_HIGH, None, (), {"when-void": "must-trump"})
    events = all_of(Campaign(the_plan, AtOnce(), Corpus(tmp_path), 1))
    assert (end(events).verdict, end(events).exit) == ("nothing-ran", 4)
    assert end(events).why == "the engine does not follow when-void: must-trump"


def test_an_engine_that_answers_nothing_is_not_asked_for_ever(tmp_path: Path) -> None:
    the_plan = Plan(7, program(*zoo("dies")), None, ("judge_trick",), {}, 50)
    events = all_of(Campaign(the_plan, AtOnce(), Corpus(tmp_path), 100))
    assert end(events).units == 1
    assert end(events).why == "nothing that was asked was answered"
    ((_, text, *_),) = told(events)
    assert "the engine ended before it had answered" in text


def test_an_engine_that_is_silent_does_not_hold_a_campaign_up_when_its_time_is_over(tmp_path: Path) -> None:
    the_plan = Plan(7, program(*zoo("hangs", "judge_trick")), None, ("judge_trick",), {}, 50)
    events = all_of(Campaign(the_plan, AtOnce(), Corpus(tmp_path), None, 0.1))
    assert told(events) == []
    assert (end(events).verdict, end(events).asked) == ("stopped", {})
    assert end(events).why == "nothing was answered before the time was over"


def test_a_fault_that_belongs_to_no_request_is_told_once(tmp_path: Path) -> None:
    the_plan = Plan(7, program(*zoo("answers_twice", "JH")), None, ("judge_trick",), {}, 50)
    events = all_of(Campaign(the_plan, AtOnce(), Corpus(tmp_path), 2))
    assert [event.fault["kind"] for event in events if isinstance(event, LooseFault)] == ["repeated-id"]
    assert (end(events).verdict, end(events).findings) == ("found", 1)


# Processes


def go_with(workers: Workers, folder: Path, meanwhile: Callable[[], None] = lambda: None, size: int = 50) -> Told:
    """What a campaign of eight units finds of a wrong engine that is a process."""
    the_plan = Plan(7, ACE_HIGH, None, ("judge_trick",), {}, size)
    events: list[Event] = []
    for event in Campaign(the_plan, workers, Corpus(folder), 8).events():
        if isinstance(event, Begun):
            meanwhile()
        events.append(event)
    assert end(events).units == 8
    return told(events)


def pids_of(workers: LocalWorkers) -> list[int]:
    """The processes that have been started."""
    return [process.pid for process in workers._context.started() if process.pid]


@pytest.fixture(name="expected", scope="module")
def _expected(tmp_path_factory: pytest.TempPathFactory) -> Told:
    found = go_with(AtOnce(), tmp_path_factory.mktemp("kept"))
    assert len(found) == 1
    return found


def test_two_processes_find_the_same_and_one_that_is_lost_loses_nothing(tmp_path: Path, expected: Told) -> None:
    def lose_one() -> None:
        os.kill(pids_of(workers)[0], signal.SIGKILL)

    workers = LocalWorkers(2)
    try:
        assert go_with(workers, tmp_path, lose_one) == expected
    finally:
        workers.close(at_once=False)
    assert not any(map(is_alive, pids_of(workers)))


def test_processes_that_are_sent_home_at_once_leave_no_engine_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = tmp_path / "pids"
    monkeypatch.setenv("ZOO_PIDS", str(pids))
    workers = LocalWorkers(1)
    the_plan = Plan(7, program(*zoo("hangs", "judge_trick")), None, ("judge_trick",), {}, 50)
    campaign = Campaign(the_plan, workers, Corpus(tmp_path / "kept"))
    for event in campaign.events():
        if isinstance(event, Step) and pids.exists() and len(pids.read_text(encoding="utf-8").split()) > 1:
            campaign.interrupt()
    workers.close(at_once=True)
    assert none_alive(pids)
    assert not any(map(is_alive, pids_of(workers)))


# Dask


@pytest.fixture(name="cluster", scope="module")
def _cluster() -> Iterator[Any]:
    distributed: Any = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


def test_a_cluster_finds_the_same_and_a_worker_that_is_killed_loses_nothing(
    tmp_path: Path, expected: Told, cluster: Any
) -> None:
    killed: list[int] = []

    def kill() -> None:
        """Kills a worker as soon as there is one at work."""
        pids = {nanny.worker_address: nanny.pid for nanny in cluster.workers.values()}
        while not killed:
            busy = [each.address for each in cluster.scheduler.workers.values() if each.processing]
            for address in busy[:1]:
                os.kill(pids[address], signal.SIGKILL)
                killed.append(pids[address])
            time.sleep(0.005)

    workers = DaskWorkers(cluster.scheduler_address)
    assert workers.number == 3
    try:
        assert go_with(workers, tmp_path, threading.Thread(target=kill).start) == expected
    finally:
        workers.close(at_once=False)
    assert eventually(lambda: len(killed) == 1 and not is_alive(killed[0]))


def test_an_address_without_a_scheduler_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fk_conform.fuzz.workers.SECONDS_TO_CONNECT", 0.5)
    for address in ("tcp://127.0.0.1:1", "nonsense"):
        with pytest.raises(UsageError, match="--dask"):
            DaskWorkers(address)


def test_a_missing_dask_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'forty-kings\[dask\]'"):
        DaskWorkers("tcp://127.0.0.1:1")
