"""Who is asked: the engine under test and the one that it is compared with, each at a table of its own choosing."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from fk_conform.answer import Introduction
from fk_conform.asking import Asker
from fk_conform.conversation import AHEAD, MOST_FAULTS_IN_A_ROW, GivenUp, Limits
from fk_conform.faults import AnswerTimeout, Fault
from fk_conform.fuzz.strategies import Request
from fk_conform.fuzz.symptom import Reply
from fk_conform.spec import Spec
from fk_conform.suite import Case
from forty_kings.engine import Engine
from forty_kings.readings import Readings

Json = Any

# How much trouble a fault is, and silence; and how much an engine may make when it is asked much.
FAULT, SILENCE, MOST_TROUBLE = 1, 5, 50
AHEAD_IN_TROUBLE = 8


@dataclass(frozen=True)
class Program:
    """How an engine is started and treated; from the time `until` on silence is not waited out, as for `Asker`."""

    command: tuple[str, ...]
    suite: str
    limits: Limits = Limits()
    memory: int | None = None
    until: float | None = None


class Party(Protocol):
    """Somebody who answers requests."""

    def replies(self, requests: Sequence[Request]) -> list[Reply]:
        """What comes of some requests, in their order; of fewer, if the party gives up on the way."""


class Reference:
    """The reference engine, in this process.

    >>> from forty_kings.readings import DEFAULT
    >>> params = '{"leader":"west","cards":["KS","QS","7H","JS"],"trump":"hearts"}'
    >>> Reference(DEFAULT.as_dict()).replies([Request("judge_trick", params)])[0]["result"]["winner"]
    'east'
    """

    def __init__(self, readings: Mapping[str, str]) -> None:
        self._engine = Engine(Readings.of(readings))

    def replies(self, requests: Sequence[Request]) -> list[Reply]:
        """What it says to some requests."""
        return [json.loads(self._engine.answer(line(request))) for request in requests]


class Process:
    """An engine as a process of its own, which is started again whenever it has to be."""

    def __init__(self, program: Program, wanted: Mapping[str, str], spec: Spec) -> None:
        self.program = program
        self.wanted = wanted
        self.spec = spec
        self.loose: list[Fault] = []  # those that belong to no request; complete when it has been closed
        self._numbers = itertools.count(1)
        self._faults = 0
        self._trouble = 0
        self._asker = self._new()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def over(self) -> bool:
        """Whether it was silent when the time was over, and is asked no more."""
        return self._asker.over

    @property
    def introduction(self) -> Introduction:
        """What it says of itself. Raises the `Fault` if it cannot be started or does not introduce itself."""
        try:
            return self._asker.introduction
        except GivenUp:
            raise self._asker.faults[0] from None

    def replies(self, requests: Sequence[Request]) -> list[Reply]:
        """What it says to some requests. Raises the `Fault` if it cannot be started again.

        Where it goes wrong too often in a row to be asked many at once it is asked one by one, and given up for good
        only when it goes wrong as often again, or when it has taken all too much trouble.
        """
        if len(requests) == 1:
            return list(self._patiently([self._question(request) for request in requests]))
        replies: list[Reply] = []
        while len(replies) < len(requests) and self._trouble < MOST_TROUBLE and not self.over:
            ahead = AHEAD_IN_TROUBLE if self._trouble else AHEAD
            some = [self._question(request) for request in requests[len(replies) : len(replies) + ahead]]
            try:
                came = self._asker.answers(some)
            except GivenUp:
                came = self._one_by_one(some)
            replies += came
            self._trouble += sum(map(trouble, came))
            if len(came) < len(some):
                break
        return replies

    def close(self) -> None:
        """Ends it."""
        self.loose += self._asker.faults
        self._asker.close()

    def _one_by_one(self, cases: Sequence[Case]) -> list[Reply]:
        self._again()
        replies: list[Reply] = []
        faults = 0
        for reply in self._patiently(cases):
            replies.append(reply)
            faults += isinstance(reply, Fault)
            if faults == MOST_FAULTS_IN_A_ROW:
                break
        return replies

    def _patiently(self, cases: Sequence[Case]) -> Iterator[Reply]:
        for case in cases:
            if self._faults == MOST_FAULTS_IN_A_ROW - 1:
                self._again()
            try:
                replies = self._asker.answers([case])
            except GivenUp:
                raise self._asker.faults[0] from None  # it does not so much as start any more
            for reply in replies:
                self._faults = self._faults + 1 if isinstance(reply, Fault) else 0
                yield reply

    def _again(self) -> None:
        """Begins with a new asker, who has seen no fault yet."""
        self.close()
        self._faults = 0
        self._asker = self._new()

    def _new(self) -> Asker:
        program = self.program
        return Asker(
            program.command,
            self.spec,
            program.suite,
            None,
            program.limits,
            program.memory,
            self.wanted,
            program.until,
        )

    def _question(self, request: Request) -> Case:
        return Case(str(next(self._numbers)), "", "", request.method, request.params, "")


def trouble(reply: Reply) -> int:
    """How much trouble a reply is: silence most, for it takes long."""
    if isinstance(reply, AnswerTimeout):
        return SILENCE
    return FAULT if isinstance(reply, Fault) else 0


def line(request: Request) -> str:
    """A request as it is put to an engine in this process."""
    return f'{{"jsonrpc":"2.0","id":1,"method":"{request.method}","params":{request.params}}}'
