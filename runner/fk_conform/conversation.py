"""Putting cases to an engine: asking ahead, matching answers, and going on after a fault.

Many requests are open at once. When something goes wrong while several are, the engine is started again and each of
those is asked alone, so that the fault falls on the request that causes it and on no other.
"""

from __future__ import annotations

import itertools
import selectors
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from fk_conform import faults
from fk_conform.answer import Introduction, check_answer, excerpt, read_line
from fk_conform.engine import Engine, Listener
from fk_conform.faults import Fault
from fk_conform.request import initialize_line, request_line
from fk_conform.strays import end_strays, new_mark
from fk_conform.suite import Case
from fk_conform.verdict import Json

if TYPE_CHECKING:
    from fk_conform.right_answers import RightAnswers

# How many requests may be open. All that are when something goes wrong are asked again one by one; so it is half as
# many from then on, down to a few.
AHEAD = 256
A_FEW = 16
# How many requests that have been answered are remembered, to tell what is answered again.
CLOSED = 500
NOTHING_OPEN: tuple[int, tuple[None, float]] = (0, (None, 0.0))
MOST_FAULTS_IN_A_ROW = 10
TEN_IN_A_ROW = "ten faults of the engine in a row"


@dataclass(frozen=True)
class Limits:
    """How long an engine may take, in seconds: to start, to answer, to end."""

    start: float = 10.0
    answer: float = 5.0
    end: float = 2.0


@dataclass(frozen=True)
class Table:
    """What all conversations of a session have in common: how the engine is started and what is wanted of it.

    `known` are the readings that there are, each with its alternatives, the default first. `memory` is how much of it
    a process may use, in MB; `mark` is what all that the engine starts can be told by. `listen` gives
    every process somebody who hears what is exchanged with it.
    """

    command: Sequence[str]
    limits: Limits
    suite: str
    readings: dict[str, str]
    known: Mapping[str, Sequence[str]]
    isolate: bool = False
    memory: int | None = None
    mark: str = field(default_factory=new_mark)
    listen: Callable[[], Listener] | None = None

    def clear(self) -> None:
        """Ends whatever the engines of this table have left behind."""
        end_strays(self.mark)


class GivenUp(Exception):
    """It makes no sense to go on; says after what."""


class Stream(deque[Case]):
    """A queue of cases that are made as they are taken."""

    def __init__(self, cases: Iterator[Case]) -> None:
        super().__init__()
        self._cases = cases
        self._make_more()

    def popleft(self) -> Case:
        """Takes the next case."""
        case = super().popleft()
        if not self:
            self._make_more()
        return case

    def _make_more(self) -> None:
        self.extend(itertools.islice(self._cases, AHEAD))


class Patience:
    """How much is borne of an engine that goes wrong at one request after the other.

    After ten faults in a row it is given up. Where all ten are of one method, only that is given up: `skip(method)`
    sees to it that it is asked for no more, and if the engine goes wrong at the next method too, that is the end.
    Without `skip` no difference is made between methods. A fault at a case that is `known` to go wrong does not count.
    """

    def __init__(self, skip: Callable[[str], None] | None = None, known: Callable[[Case], bool] | None = None) -> None:
        self._skip = skip
        self._known = known
        self._row: list[str] = []

    def answered(self) -> None:
        """The engine has answered; the row is at an end."""
        self._row.clear()

    def went_wrong(self, case: Case | None) -> None:
        """A fault, at a case or between them; raises `GivenUp` if it is one too many."""
        if case and self._known and self._known(case):
            return
        self._row.append(case.method if case else "")
        if len(self._row) < MOST_FAULTS_IN_A_ROW:
            return
        if case is None or self._skip is None or len(set(self._row)) > 1:
            raise GivenUp(TEN_IN_A_ROW)
        self._skip(case.method)


class Conversation:
    """One lane of a session: one engine at a time, and cases taken from a queue that several lanes may share.

    A conversation ends when the queue is empty; one that `stays` waits for more: `resume` says that there is some.
    With `skip` a method that is at fault ten times in a row is given up alone, and faults at cases that are `known` to
    go wrong do not count; see `Patience`.

    `on_answer(case, answer, seconds)` and `on_fault(case or None, fault)` are told what comes; `applies(case,
    introduction)` says whether a case is to be put to this engine at all, and deals with it if not. Where `right`
    answers are remembered, `on_answer` says whether the answer is one, and what need not be looked at, as it is one of
    them renamed, goes to `on_right(case, seconds)`.
    """

    def __init__(
        self,
        table: Table,
        queue: deque[Case],
        numbers: Iterator[int],
        selector: selectors.BaseSelector,
        on_introduction: Callable[[Introduction], None],
        on_answer: Callable[[Case, Json, float], bool | None],
        on_fault: Callable[[Case | None, Fault], None],
        applies: Callable[[Case, Introduction], bool],
        stays: bool = False,
        skip: Callable[[str], None] | None = None,
        known: Callable[[Case], bool] | None = None,
        right: RightAnswers | None = None,
        on_right: Callable[[Case, float], None] = lambda case, seconds: None,
    ) -> None:
        self.table = table
        self.queue = queue
        self.numbers = numbers
        self.selector = selector
        self.on_introduction = on_introduction
        self.on_answer = on_answer
        self.on_fault = on_fault
        self.applies = applies
        self.stays = stays
        self.on_right = on_right
        self.done = False
        self.introduction: Introduction | None = None
        self._engine: Engine | None = None
        self._handshake: int | None = None
        self._open: dict[int, tuple[Case, float]] = {}
        self._closed: deque[tuple[int, str | Case]] = deque(maxlen=CLOSED)
        self._right = right
        self._asks_on = False
        self._suspects: deque[Case] = deque()
        self._careful = False
        self._ahead = AHEAD
        self._answers = self._answered_lately = 0
        self._first_of_several: Fault | None = None
        self._patience = Patience(skip, known)
        self._bad_ends_in_a_row = 0
        self._told_of_repeats = False
        self._deadline = 0.0
        self._ending = False

    def start(self) -> None:
        """Starts an engine and, but for later ones of `--isolate`, sends `initialize`."""
        self._open.clear()
        self._ending = self._asks_on = False
        self._handshake = None
        self._deadline = monotonic() + self.table.limits.start
        table = self.table
        listener = table.listen() if table.listen else None
        try:
            self._engine = Engine(
                table.command, self.selector, self._on_line, self._fail, table.memory, table.mark, listener
            )
        except Fault as fault:
            self._fail(fault)
            return
        if self._introduces_itself():
            self._handshake = next(self.numbers)
            self._engine.send(initialize_line(self._handshake, self.table.suite, self.table.readings), "initialize")
            self._engine.flush()
        else:
            self._ask_on()

    def resume(self) -> None:
        """Goes on with what has been put into the queue since; for a conversation that stays."""
        self.done = False
        if self._engine is None:
            self.start()
        elif self._handshake is None:
            self._ask_on()

    def stop(self) -> None:
        """Ends the engine at once, whatever it is doing."""
        if self._engine:
            self._engine.kill()
            self._engine = None

    def tick(self) -> None:
        """Looks after what no pipe tells: the clock, and the end of the process."""
        if self.done or self._engine is None:
            return
        try:
            self._look_after(self._engine)
        except Fault as fault:
            self._fail(fault)

    def _look_after(self, engine: Engine) -> None:
        ended = engine.status is not None
        if ended:
            engine.drain()
            if self._engine is not engine:
                return
        if self._asks_on:
            self._ask_on()
        if self._ending:
            self._see_off(engine, ended)
        elif ended:
            memory = self.table.memory
            raise faults.Exited(f"it may use {memory} MB of memory" if memory and engine.status else "")
        elif self._waits and monotonic() > self._deadline:
            raise faults.StartTimeout() if self._handshake else self._silence(engine)

    @property
    def takes_its_time(self) -> bool:
        """Whether the engine has much before it, and had answered little when it was last asked more."""
        return len(self._open) > AHEAD // 2 and self._answered_lately < A_FEW

    @property
    def _waits(self) -> bool:
        return bool(self._open) or self._handshake is not None

    def _silence(self, engine: Engine) -> Fault:
        return faults.ClosedOutput() if engine.output_ended else faults.AnswerTimeout()

    def _see_off(self, engine: Engine, ended: bool) -> None:
        if not ended and monotonic() <= self._deadline:
            return
        self._bad_ends_in_a_row = 0 if engine.status == 0 else self._bad_ends_in_a_row + 1
        if self._bad_ends_in_a_row:
            self.on_fault(None, _about(faults.EndStatus() if ended else faults.EndTimeout(), engine))
        self.stop()
        if self._bad_ends_in_a_row >= MOST_FAULTS_IN_A_ROW:
            raise GivenUp("ten bad ends of the engine in a row")
        self._go_on()

    def _introduces_itself(self) -> bool:
        """Whether this process is asked to: every one, but of an isolated engine only the first, unless its readings
        are none that it would follow unasked.
        """
        if not self.table.isolate or self.introduction is None:
            return True
        return any(self.introduction.readings[name] != each[0] for name, each in self.table.known.items())

    def _on_line(self, line: bytes) -> None:
        if self._right and self._is_right(self._right, line):
            return
        if not line.strip() or self._engine is None:
            return
        message = read_line(line)
        number = message.get("id") if isinstance(message, dict) else None
        if type(number) is int and number == self._handshake:
            self._handshake = None
            self._closed.append((number, "initialize"))
            self._introduced(Introduction.of(check_answer(message), self.table.known))
        elif type(number) is int and number in self._open:
            case, asked = self._open.pop(number)
            self._closed.append((number, case.id))
            if self._answered(case, message, monotonic() - asked) and self._right:
                self._right.remember(case, number, line)
        elif type(number) is int and (asked_before := dict(self._closed).get(number)):
            self._answered_again(asked_before, number, line)
        elif isinstance(message, dict) and "id" in message:
            raise faults.UnknownId(f"id {excerpt(number, 40)} in {excerpt(line)}")
        else:
            raise faults.NoAnswer(excerpt(line))

    def _is_right(self, right: RightAnswers, line: bytes) -> bool:
        """Whether the line is an answer to the oldest question that is known to be right; if so, deals with it."""
        number, (case, asked) = next(iter(self._open.items()), NOTHING_OPEN)
        if case is None or not right.is_known(case, number, line):
            return False
        del self._open[number]
        self._closed.append((number, case))
        now = monotonic()
        self._patience.answered()
        self.on_right(case, now - asked)
        self._after_an_answer(now)
        return True

    def _introduced(self, introduction: Introduction) -> None:
        first = self.introduction is None
        self.introduction = introduction
        if first:
            self.on_introduction(introduction)
        if first and self.table.isolate:
            self._finish()
        else:
            self._ask_on()

    def _answered(self, case: Case, message: Json, seconds: float) -> bool:
        """Deals with an answer; whether it is right."""
        self._patience.answered()
        right = False
        try:
            answer = check_answer(message)
        except Fault as fault:
            self.on_fault(case, _about(fault, self._engine))
        else:
            right = bool(self.on_answer(case, answer, seconds))
        self._after_an_answer(monotonic())
        return right

    def _after_an_answer(self, now: float) -> None:
        self._answers += 1
        self._settle()
        self._deadline = now + self.table.limits.answer
        if self.table.isolate:
            self._finish()
        else:
            self._asks_on = True  # Once all that has come is read: one write for many requests.

    def _answered_again(self, asked: str | Case, number: int, line: bytes) -> None:
        """It is said once. The requests that are open now have no part in it, and their answers are still awaited."""
        if not self._told_of_repeats:
            self._told_of_repeats = True
            name = asked.id if isinstance(asked, Case) else asked
            fault = faults.RepeatedId(f"{name}, id {number} in {excerpt(line)}")
            self.on_fault(None, _about(fault, self._engine))

    def _settle(self) -> None:
        """A request is settled. If it was the last that was asked alone and none of them was at fault, that is said."""
        if self._careful and not self._suspects and not self._open:
            self._careful = False
            if self._first_of_several:
                fault = self._first_of_several
                self._first_of_several = None
                self.on_fault(None, faults.NotRepeated(fault.message, fault.status, fault.stderr))

    def _ask_on(self) -> None:
        self._asks_on = False
        self._answered_lately, self._answers = self._answers, 0
        ahead = 1 if self._careful or self.table.isolate else self._ahead
        while self._engine and (self._suspects or self.queue) and len(self._open) < ahead:
            case = self._suspects.popleft() if self._suspects else self.queue.popleft()
            if self.introduction and not self.applies(case, self.introduction):
                continue
            if not self._open:
                self._deadline = monotonic() + self.table.limits.answer
            number = next(self.numbers)
            self._open[number] = (case, monotonic())
            self._engine.send(request_line(case, number), case.id if self._engine.listener else "")
        if self._engine:
            self._engine.flush()
        if not self._open and not self.stays:
            self._finish()

    def _finish(self) -> None:
        if self._engine and not self._ending:
            self._ending = True
            self._deadline = monotonic() + self.table.limits.end
            self._engine.close_input()

    def _fail(self, fault: Fault) -> None:
        """Something went wrong: end the engine, find out whose request it was, and go on with a new one."""
        _about(fault, self._engine)
        self.stop()
        open_cases = [case for case, _ in self._open.values()]
        for number, (case, _) in self._open.items():
            self._closed.append((number, case.id))
        self._open.clear()
        if len(open_cases) > 1:
            self._suspects.extend(open_cases)
            self._careful = True
            self._ahead = max(self._ahead // 2, A_FEW)
            self._first_of_several = fault
        else:
            self._first_of_several = None
            self.on_fault(open_cases[0] if open_cases else None, fault)
            self._settle()
        if self.introduction is None:
            raise GivenUp("a fault of the engine before it had introduced itself")
        if len(open_cases) <= 1:
            self._patience.went_wrong(open_cases[0] if open_cases else None)
        self._go_on()

    def _go_on(self) -> None:
        if self._suspects or self.queue:
            self.start()
        else:
            self.done = True


def _about(fault: Fault, engine: Engine | None) -> Fault:
    """The fault, with what the process tells of itself."""
    if engine is not None:
        fault.status = engine.status if fault.status is None else fault.status
        fault.stderr = fault.stderr or engine.stderr_lines()
    return fault
