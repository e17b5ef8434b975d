"""Following up a sighting: is it there again, how small can it be, and at which tables does it show?

Each question is put to engines that have just been started, so that nothing that was asked before is behind an answer;
or, where that is the point, just what was asked before is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fk_conform.check.ruling import Outcome, clauses_applied, outcomes
from fk_conform.compiling import clause_order
from fk_conform.faults import Fault
from fk_conform.fuzz.choices import Chooser
from fk_conform.fuzz.parties import Reference, trouble
from fk_conform.fuzz.plan import Plan
from fk_conform.fuzz.smallest import Enough, smallest
from fk_conform.fuzz.strategies import Request
from fk_conform.fuzz.symptom import Reply, Symptom, expecting, is_fault, members_that_differ, plain, symptom_of
from fk_conform.fuzz.unit import Came, OtherReadings, Sighting, all_asked, comparing
from fk_conform.spec import Spec
from fk_conform.suite import Case

Json = Any

# How many questions may be put to make a request smaller, and how many of them trouble counts.
MOST_QUESTIONS = 1000
A_TROUBLE = 30
# How many times engines are started to see which of the requests before a wrong answer are behind it.
MOST_STARTS = 60


@dataclass(frozen=True)
class Finding:
    """A wrong answer, followed up.

    `asked` are requests with their right answers, the last of which is answered wrongly; only where an answer depends
    on what was asked before it is not alone. Of its right answer there are the members that differ. `reply` and `other`
    are what the engine and, if there is one, the other engine said to it, and `wrong` tells who of them is. It was
    asked at a table that plays by these `readings`; the right answer depends on those `under`, and the point shows only
    where those of `table` are played by. `applied` are the clauses that the reference engine applied. If `again` is
    false it was answered wrongly once, and never again.
    """

    symptom: Symptom
    unit: int
    asked: tuple[tuple[Request, Json], ...]
    reply: Json
    other: Json
    wrong: tuple[str, ...]
    readings: Mapping[str, str]
    under: Mapping[str, str]
    table: Mapping[str, str]
    applied: tuple[str, ...]
    again: bool = True

    @property
    def request(self) -> Request:
        """The request that is answered wrongly."""
        return self.asked[-1][0]

    @property
    def right(self) -> Json:
        """The right answer to it."""
        return self.asked[-1][1]

    @property
    def wrong_reply(self) -> Json:
        """What was said to it that is wrong: by the engine or, if only that is, by the other one."""
        return self.other if self.wrong == ("other",) else self.reply


def follow_up(plan: Plan, sighting: Sighting) -> Finding:
    """What a sighting comes to."""
    return _FollowUp(plan, sighting).finding()


def as_sighted(plan: Plan, sighting: Sighting) -> Finding:
    """A sighting that nobody has followed up: what was asked and said, as it was."""
    return _FollowUp(plan, sighting).as_sighted()


class _FollowUp:
    def __init__(self, plan: Plan, sighting: Sighting) -> None:
        self.plan = plan
        self.sighting = sighting
        self.table = sighting.table
        self.alone = plan.made_again(sighting.choices, sighting.table).request
        self.changing = False
        self.starts = 0
        self.over = False

    def finding(self) -> Finding:
        finding = self._looked_into()
        # Where the time was over nothing follows from what was not shown.
        return as_sighted(self.plan, self.sighting) if self.over else finding

    def _looked_into(self) -> Finding:
        if self._shows([self.alone]):
            return self._seen([self._smaller()]) or self._seen([self.alone]) or self.as_sighted()
        self.changing = True
        return self._seen(self._row()) or replace(self.as_sighted(), again=False)

    def as_sighted(self) -> Finding:
        (right,) = Reference(self.table).replies([self.alone])
        needed = {
            name: alternative
            for name, alternative in self.table.items()
            if alternative != self.plan.spec.default_readings[name]
        }
        return self._told([self.alone], [Came(None, right, None, self.sighting.reply)], needed)

    def _shows(self, requests: Sequence[Request], wanted: Mapping[str, str] | None = None) -> bool:
        """Whether the last of these is answered as wrongly, by engines that have just been started."""
        came = self._came(requests, wanted or self.table)
        return bool(came) and self._is_it(came[-1].symptom)

    def _came(self, requests: Sequence[Request], wanted: Mapping[str, str]) -> list[Came]:
        """What comes of requests; nothing if it does not come to the last of them."""
        if self.over:
            return []
        self.starts += 1
        try:
            with comparing(self.plan, wanted) as comparison:
                came = comparison.compare(requests)
                self.over = comparison.over
        except (Fault, OtherReadings):
            return []
        return came if len(came) == len(requests) else []

    def _is_it(self, symptom: Symptom | None) -> bool:
        return symptom is not None if self.changing else symptom == self.sighting.symptom

    def _smaller(self) -> Request:
        known: dict[Request, bool] = {}
        spent = 0

        def shows(candidate: Request) -> bool:
            nonlocal spent
            if candidate not in known:
                if spent > MOST_QUESTIONS or comparison.over:
                    raise Enough
                came = comparison.compare([candidate]) if candidate.method == self.alone.method else []
                spent += sum(1 + A_TROUBLE * trouble(each.reply) for each in came)
                known[candidate] = any(self._is_it(each.symptom) for each in came)
            return known[candidate]

        def make(chooser: Chooser) -> Request:
            return self.plan.make(chooser, self.table)

        with comparing(self.plan, self.table) as comparison:
            return smallest(make, [self.sighting.choices, *self.sighting.others], shows)

    def _row(self) -> list[Request]:
        """As few as can be of the requests of the unit that, in a row, end in a wrong answer; none if they do not."""
        asked = all_asked(self.plan, self.sighting.unit, self.table)[: self.sighting.place + 1]
        *before, last = [made.request for made in asked]
        for row in ([last, last], [*before, last]):
            if self._shows(row):
                return self._fewer(row)
        return []

    def _fewer(self, row: Sequence[Request]) -> list[Request]:
        """Leaves out ever smaller parts of what was asked before, the last first, as long as the end stays wrong."""
        *before, last = row
        size = len(before) // 2
        while size:
            for begin in range(len(before) - size, -1, -size):
                fewer = before[:begin] + before[begin + size :]
                if self.starts < MOST_STARTS and self._shows([*fewer, last]):
                    before = fewer
            size //= 2
        return [*before, last]

    def _seen(self, requests: Sequence[Request]) -> Finding | None:
        """The finding that these requests are, if they are answered as wrongly once more."""
        came = self._came(requests, self.table) if requests else []
        if came and self._is_it(came[-1].symptom):
            return self._told(requests, came, None)
        return None

    def _told(self, requests: Sequence[Request], came: Sequence[Came], table: Mapping[str, str] | None) -> Finding:
        """The finding; `table` are the readings at which it shows, if that is not to be looked into."""
        spec, symptom = self.plan.spec, self.sighting.symptom
        _, right, other, reply = came[-1]
        right = _what_differs(requests[-1], right, [reply, other], spec)
        case = replace(expecting(requests[-1], right), under=dict(self.table))
        applied = set() if case.malformed else clauses_applied(case, spec)
        under = depends_on(case, spec)
        return Finding(
            symptom=Symptom("", "changing") if self.changing else symptom,
            unit=self.sighting.unit,
            asked=(*zip(requests[:-1], (each.right for each in came), strict=False), (requests[-1], right)),
            reply=plain(reply),
            other=plain(other) if self.plan.other else None,
            wrong=tuple(self._wrong(requests[-1], right, reply, other)),
            readings=self.table,
            under=under,
            table=self._shown_at(requests, under) if table is None else _without(table, under),
            applied=tuple(sorted(applied, key=clause_order)),
        )

    def _wrong(self, request: Request, right: Json, reply: Reply, other: Reply) -> list[str]:
        said = {"engine": reply, "other": other} if self.plan.other else {"engine": reply}
        return [name for name, each in said.items() if _is_wrong(request, right, each, self.plan.spec)]

    def _shown_at(self, requests: Sequence[Request], under: Mapping[str, str]) -> dict[str, str]:
        """The alternatives, besides those that the answer depends on, without which the point does not show."""
        table = {**self.plan.spec.default_readings, **under}
        needed = {name: alternative for name, alternative in self.table.items() if alternative != table[name]}
        if not needed or self._shows(requests, table):
            return {}
        for name in list(needed):
            fewer = _without(needed, [name])
            if self._shows(requests, {**table, **fewer}):
                needed = fewer
        return needed


def depends_on(case: Case, spec: Spec) -> dict[str, str]:
    """The readings that the answer of a case depends on; under all that it names it is known to hold."""
    known = list(outcomes(case, spec))
    needed = {name: case.under[name] for name in spec.readings if any(name in outcome.table for outcome in known)}
    for name in list(needed):
        fewer = _without(needed, [name])
        if all(outcome.passed for outcome in known if _is_among(outcome, fewer)):
            needed = fewer
    return needed


def _what_differs(request: Request, right: Json, replies: Sequence[Reply], spec: Spec) -> Json:
    """The right answer, and of a result only the members that some reply gets wrong; all, if that cannot be told."""
    wrong = {
        name
        for reply in replies
        if "result" in right and isinstance(reply, dict) and "result" in reply
        for name in members_that_differ(request, right, reply, spec)
    }
    members = {name: value for name, value in right.get("result", {}).items() if name in wrong}
    return {"result": members} if members else right


def _is_wrong(request: Request, right: Json, reply: Reply, spec: Spec) -> bool:
    return is_fault(reply) or symptom_of(request, right, reply, spec) is not None


def _is_among(outcome: Outcome, readings: Mapping[str, str]) -> bool:
    return all(outcome.table.get(name, alternative) == alternative for name, alternative in readings.items())


def _without(readings: Mapping[str, str], names: Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    return {name: alternative for name, alternative in readings.items() if name not in names}
