"""An engine that is an object of this very process: it is called, where a program is sent lines.

The object has methods called as those of the protocol, and offers those that it has. Each is called with the members of
`params` that it has parameters for, by name, and returns the result. An exception that has a `reason` is a refusal;
another `ValueError` says that the request is malformed; any other exception is a fault of the engine.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Any

from fk_conform.answer import Introduction, excerpt, harmless
from fk_conform.conversation import GivenUp, Patience
from fk_conform.faults import BadHandshake, Fault, NoAnswer, Raised
from fk_conform.more import CasesAndMore
from fk_conform.request import PROTOCOL
from fk_conform.running import CaseResult, Event, Options, Run, Session, not_applicable
from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.verdict import MALFORMED, NO_SUCH_METHOD, REFUSED, Json, Verdict, judge

LINES_OF_TRACEBACK = 10


class PythonEngine:
    """An engine in this process, at one table: asked a case at a time.

    `engine` is the object with the methods, or a class, of which one is made for this table. `readings` are those of
    the table, as far as they are not the defaults; what is `wanted` besides is asked for, and only cases that depend
    on it mind. Raises a `Fault` if the engine does not introduce itself properly.

    >>> from fk_conform.spec import load_spec
    >>> from fk_conform.suite import load_cases
    >>> class Mine:
    ...     def legal_cards(self, hand, trick, trump):
    ...         following = [card for card in hand if trick and card[1] == trick[0][1]]
    ...         return {"cards": following or hand}
    >>> engine = PythonEngine(Mine, load_spec(), "1.0.0")
    >>> case = next(case for case in load_cases(corpus=False) if case.id == "FK4.3c02")
    >>> engine.ask(case).verdict.verdict
    'passed'
    """

    def __init__(
        self,
        engine: object,
        spec: Spec,
        suite: str,
        readings: Mapping[str, str] | None = None,
        wanted: Mapping[str, str] | None = None,
    ) -> None:
        self.spec = spec
        self.readings = dict(readings or {})
        self._engine = _made(engine)
        self.introduction = self._introduce(suite, {**spec.default_readings, **(wanted or {}), **self.readings})

    def ask(self, case: Case) -> CaseResult:
        """What comes of one case."""
        why_not = not_applicable(case, self.introduction, self.readings)
        if why_not:
            return CaseResult(case, why_not)
        began = monotonic()
        try:
            answer = self._answer(case)
        except Fault as fault:
            return CaseResult(case, Verdict("fault", fault.code, fault.message), fault)
        return CaseResult(case, judge(case, answer, self.spec.shapes), None, monotonic() - began)

    def _introduce(self, suite: str, readings: Mapping[str, str]) -> Introduction:
        """What it says of itself; what it leaves out is put in: that it plays the defaults, and has its methods."""
        offered = [method for method in self.spec.methods if callable(getattr(self._engine, method, None))]
        said: Json = {}
        if "initialize" in offered:
            params = {"protocol": PROTOCOL, "suite": suite, "readings": dict(readings)}
            method: Callable[..., object] = self._engine.initialize  # type: ignore[attr-defined]
            said = _called(method, params)
        if not isinstance(said, dict):
            raise BadHandshake(f"initialize was answered with {excerpt(said)}")
        unsaid = {
            "engine": {"name": _name(self._engine), "version": str(getattr(self._engine, "version", "in process"))},
            "protocol": PROTOCOL,
            "methods": offered,
            "readings": {},
        }
        return Introduction.of({"result": {**unsaid, **said}}, self.spec.readings)

    def _answer(self, case: Case) -> Json:
        """The answer, in the form of the protocol. Raises a `Fault`."""
        method = getattr(self._engine, case.method, None)
        if not callable(method):
            return _error(NO_SUCH_METHOD, "there is no such method")
        params = json.loads(case.params)
        if not isinstance(params, dict):
            return _error(MALFORMED, "params: expected an object")
        if _lacks_some(method, params):
            return _error(MALFORMED, "a member is missing")
        try:
            return {"result": _called(method, params)}
        except Raised as raised:
            return _what_it_means(raised)


def _made(engine: object) -> object:
    if not isinstance(engine, type):
        return engine
    try:
        return engine()
    except Exception as error:
        raise _raised(error) from error


def _name(engine: object) -> str:
    return str(getattr(engine, "name", None) or getattr(engine, "__name__", type(engine).__name__))


def _called(method: Callable[..., object], params: Mapping[str, Json]) -> Json:
    """What a method returns, as JSON. Raises `Raised`, caused by the exception, and `NoAnswer`."""
    parameters = _parameters(method)
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    taken = params if takes_any else {name: value for name, value in params.items() if name in parameters}
    try:
        returned = method(**taken)
    except Exception as error:
        raise _raised(error) from error
    return _as_json(returned)


def _lacks_some(method: Callable[..., object], params: Mapping[str, Json]) -> bool:
    """Whether a parameter without a default has no member. Such a request is malformed; Python itself would say so."""
    keywords = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return any(
        name not in params
        for name, parameter in _parameters(method).items()
        if parameter.kind in keywords and parameter.default is parameter.empty
    )


def _parameters(method: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(method).parameters
    except (TypeError, ValueError):
        # Written in another language, and it does not say what it takes.
        return {"params": inspect.Parameter("params", inspect.Parameter.VAR_KEYWORD)}


def _raised(error: Exception) -> Raised:
    inside = error.__traceback__.tb_next if error.__traceback__ else None
    lines = traceback.format_exception(type(error), error, inside)
    last = [harmless(line) for text in lines for line in text.splitlines()][-LINES_OF_TRACEBACK:]
    # Without the quotes that `excerpt` puts around a string.
    return Raised(excerpt(f"{type(error).__name__}: {error}".encode(errors="backslashreplace")), None, last)


def _what_it_means(raised: Raised) -> Json:
    """The answer that an exception stands for. Raises it again if it stands for none."""
    error = raised.__cause__
    reason = _plain(getattr(error, "reason", None))
    if isinstance(reason, str):
        event = _plain(getattr(error, "event", None))
        return _error(REFUSED, str(error), {"reason": reason, **({} if event is None else {"event": event})})
    if isinstance(error, NotImplementedError):
        return _error(NO_SUCH_METHOD, str(error))
    if isinstance(error, ValueError):
        return _error(MALFORMED, str(error))
    raise raised


def _error(code: int, message: str, data: Json = None) -> Json:
    return {"error": {"code": code, "message": message, **({"data": data} if data else {})}}


def _as_json(value: object) -> Json:
    """What a method returned, as it would come out of a line. Raises `NoAnswer` for what JSON has no form for."""
    try:
        return json.loads(json.dumps(_plain(value), allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise NoAnswer(f"it returned {excerpt(repr(value).encode(errors='backslashreplace'))}: {error}") from None


def _plain(value: object) -> Any:
    """Dataclasses, named tuples, enumerations, tuples and sets in the form that JSON has for them."""
    if isinstance(value, enum.Enum):
        return _plain(value.value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {_plain(name): _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(each) for each in value]
    return value


class RunInProcess(Run):
    """A run against an engine that is called."""

    def __init__(
        self, engine: object, cases: CasesAndMore | Sequence[Case], options: Options, spec: Spec, suite: str
    ) -> None:
        super().__init__(cases, options, spec, suite)
        self._engine = engine

    def _session(self, wanted: dict[str, str], cases: Iterator[Case], number: int) -> Iterator[Event]:
        try:
            engine = PythonEngine(self._engine, self.spec, self.suite, self.options.readings, wanted)
        except Fault as fault:
            self._on_fault(None, fault)
            self._given_up = "a fault of the engine before it had introduced itself"
        else:
            self._started = True
            self._known.append(Session(wanted, engine.introduction))
            yield from self._answered(engine, cases)
        yield from self._tell_known()

    def _answered(self, engine: PythonEngine, cases: Iterator[Case]) -> Iterator[Event]:
        patience = Patience(self._skip)
        for case in cases:
            if not self._applies(case, engine.introduction):
                continue
            result = engine.ask(case)
            self._record(result)
            yield from self._tell_known()
            try:
                if result.fault:
                    patience.went_wrong(case)
                else:
                    patience.answered()
            except GivenUp as given_up:
                self._given_up = str(given_up)
            if self._at_an_end():
                break
