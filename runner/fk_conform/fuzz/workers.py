"""Who does the work of a campaign: processes on this machine, or the workers of a Dask cluster.

Work that is lost with a worker is done again by another.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import suppress
from importlib import import_module
from multiprocessing.context import SpawnContext, SpawnProcess
from types import FrameType
from typing import Any

from fk_conform.errors import UsageError

SECONDS_TO_CONNECT = 10
SECONDS_TO_GO_HOME = 5
# How often work is handed out again that is lost with a worker.
MOST_LOSSES = 3


class Workers(ABC):
    """Some workers; `number` says how many there are at the beginning."""

    number: int

    @abstractmethod
    def submit(self, work: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Has some work done, as soon as somebody is free."""

    @abstractmethod
    def is_lost(self, error: BaseException) -> bool:
        """Whether work ended so because the worker was lost that did it."""

    @abstractmethod
    def close(self, at_once: bool) -> None:
        """Sends the workers home, when they have done their work or at once."""


class LocalWorkers(Workers):
    """So many processes on this machine."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._context = _Context()
        self._executor = self._new()

    def submit(self, work: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Has some work done; if a process has been lost, by new ones."""
        try:
            return self._executor.submit(_work, work, *arguments)
        except BrokenExecutor:
            # An executor that breaks while it starts a process forgets that one, which may wait for ever.
            self._context.terminate()
            self._executor.shutdown(wait=False)
            self._executor = self._new()
            return self._executor.submit(_work, work, *arguments)

    def is_lost(self, error: BaseException) -> bool:
        """When one process is lost all work is that is not done yet."""
        return isinstance(error, BrokenExecutor | CancelledError)

    def close(self, at_once: bool) -> None:
        """Ends the processes, and with them the engines that they have started."""
        if at_once or self._is_broken():
            self._context.terminate()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._context.join()

    def _is_broken(self) -> bool:
        try:
            self._executor.submit(int)
        except BrokenExecutor:
            return True
        return False

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.number, mp_context=self._context, initializer=_be_a_worker)


class _Context(SpawnContext):
    """Starts processes and knows them. They are not forked: that is unsafe where threads run, as in an executor."""

    def __init__(self) -> None:
        super().__init__()
        self._made: list[SpawnProcess] = []

    def Process(self, *arguments: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """A process that is about to be started."""
        self._made.append(super().Process(*arguments, **named))
        return self._made[-1]

    def started(self) -> Iterator[SpawnProcess]:
        """Those that have been started and not been closed."""
        for process in self._made:
            with suppress(ValueError):  # It has been closed.
                if process.pid:
                    yield process

    def terminate(self) -> None:
        """Has all end that are still there."""
        for process in self.started():
            process.terminate()

    def join(self) -> None:
        """Waits until all have ended."""
        for process in self.started():
            process.join()


def _be_a_worker() -> None:
    """Leaves Ctrl-C to the main process, goes home when that says so, and ends when it has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _go_home)
    threading.Thread(target=_end_with_parent, daemon=True).start()


# Whether this process is at work: it breaks off then, so that its engines are ended, before it ends.
_at_work = False


def _work(work: Callable[..., Any], *arguments: object) -> Any:
    global _at_work
    _at_work = True
    try:
        return work(*arguments)
    except KeyboardInterrupt:
        os._exit(1)  # An executor would catch whatever is raised here, and wait for more work.
    finally:
        _at_work = False


def _go_home(number: int, frame: FrameType | None) -> None:
    # What is raised may be lost where nothing can be raised, as in the clearing up of an object.
    late = threading.Timer(SECONDS_TO_GO_HOME, os._exit, (1,))
    late.daemon = True
    late.start()
    # Nothing on the way takes an interruption for an error, as it might take the end of the process.
    raise KeyboardInterrupt if _at_work else SystemExit


def _end_with_parent() -> None:
    # A signal that this thread took would not wake the main one, which may be waiting for work.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


class DaskWorkers(Workers):
    """The workers of a Dask cluster, which have this project installed, and the engine in the same place."""

    def __init__(self, address: str) -> None:
        distributed = _dask()
        # What becomes of its connections is told by what comes of the work.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            self._client = distributed.Client(address, timeout=SECONDS_TO_CONNECT)
        except (OSError, ValueError, TypeError) as error:
            raise UsageError(f"--dask {address}: no scheduler answers there: {_in_a_line(error)}") from None
        self._executor: Executor = self._client.get_executor(pure=False)
        self.number = sum(self._client.nthreads().values())
        if not self.number:
            self.close(at_once=True)
            raise UsageError(f"--dask {address}: the scheduler has no workers")

    def submit(self, work: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Has some work done by one of the workers."""
        return self._executor.submit(work, *arguments)

    def is_lost(self, error: BaseException) -> bool:
        """Dask itself has others do what is lost with a worker, up to a number of times."""
        return isinstance(error, _dask().KilledWorker | CancelledError)

    def close(self, at_once: bool) -> None:
        """Lets go of the cluster."""
        self._executor.shutdown(wait=not at_once)
        self._client.close()


def _dask() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise UsageError("fuzz: --dask needs Dask: pip install 'forty-kings[dask]'") from None


class Lost(Exception):
    """Work was lost again and again with the worker that did it."""


class Desk:
    """Hands out work to workers, and takes what comes of it; what is lost with a worker is handed out again."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self._work: dict[Future[Any], tuple[Hashable, Callable[..., Any], tuple[object, ...]]] = {}
        self._losses: Counter[Hashable] = Counter()

    def __len__(self) -> int:
        return len(self._work)

    def give(self, name: Hashable, work: Callable[..., Any], *arguments: object) -> None:
        """Hands out some work, under a name by which its result will be known."""
        self._work[self.workers.submit(work, *arguments)] = (name, work, arguments)

    def take(self, seconds: float) -> Iterator[tuple[Hashable, Any]]:
        """What has been done, if need be after waiting so long for it. Raises `Lost`, and what the work raises."""
        done, _ = wait(self._work, seconds, FIRST_COMPLETED)
        lost = []
        for future in done:
            name, work, arguments = self._work.pop(future)
            error = _error_of(future)
            if error is None:
                yield name, future.result()
            elif self.workers.is_lost(error):
                lost.append((name, work, arguments))
            elif isinstance(error, ImportError):
                raise UsageError(f"fuzz: a worker lacks what it needs: {_in_a_line(error)}")
            else:
                raise error
        for name, work, arguments in lost:
            self._losses[name] += 1
            if self._losses[name] > MOST_LOSSES:
                raise Lost
            self.give(name, work, *arguments)


def _error_of(future: Future[Any]) -> BaseException | None:
    return CancelledError() if future.cancelled() else future.exception()


def _in_a_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
