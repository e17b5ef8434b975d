"""The known mistakes of spec/mistakes.yaml as wrong engines: each a named departure from the reference engine.

A wrong engine is a function that takes the `Rules` and replaces what the mistake gets wrong; one module a chapter
(chapter 5 has two: `cliques` up to the announcing, `naming` from there on). The reference engine knows nothing of
them, and is itself again when a wrong engine has been left.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from forty_kings import engine

CHAPTERS = ("pack", "seating", "dealing", "play", "cliques", "naming", "game")


class Rules:
    """The rules of the reference engine, for a mistake to be made in them."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []

    def replace(self, right: Callable[..., Any], wrong: Callable[..., Any]) -> None:
        """Puts a wrong function in the place of a right one, wherever a module of the rules has it by name."""
        for name, module in list(sys.modules.items()):
            if name.startswith("forty_kings"):
                for member, value in list(vars(module).items()):
                    if value is right:
                        self.set(module, member, wrong)
        for method, function in engine.METHODS.items():
            if function is right:
                self.replace_method(method, wrong)

    def replace_method(self, method: str, wrong: Callable[[engine.Params, Any], Any]) -> None:
        """Answers a method of the protocol wrongly: `wrong` gets the params and the readings and returns the result."""
        right = engine.METHODS[method]
        engine.METHODS[method] = wrong
        self._undo.append(lambda: engine.METHODS.__setitem__(method, right))

    def set(self, owner: Any, name: str, wrong: Any) -> None:
        """Sets a member of a class or module: a method, a property, a table."""
        right = vars(owner)[name]
        setattr(owner, name, wrong)
        self._undo.append(lambda: setattr(owner, name, right))

    def restore(self) -> None:
        """Makes everything right again."""
        while self._undo:
            self._undo.pop()()


WrongEngine = Callable[[Rules], None]
WRONG_ENGINES: dict[str, WrongEngine] = {}


def wrong_engine(mistake: str) -> Callable[[WrongEngine], WrongEngine]:
    """Registers a wrong engine as the one that makes this mistake (`M-…`)."""

    def register(make: WrongEngine) -> WrongEngine:
        if mistake in WRONG_ENGINES:
            raise ValueError(f"{mistake} has a wrong engine already")
        WRONG_ENGINES[mistake] = make
        return make

    return register


@contextmanager
def mistaken(mistake: str) -> Iterator[None]:
    """Inside it the reference engine makes the mistake.

    >>> from forty_kings.engine import Engine
    >>> params = '{"leader":"west","cards":["KS","AS","7S","8S"],"trump":"clubs"}'
    >>> request = f'{{"jsonrpc":"2.0","id":1,"method":"judge_trick","params":{params}}}'
    >>> with mistaken("M-ace-above-king"):
    ...     print(Engine().answer(request))
    {"jsonrpc":"2.0","id":1,"result":{"winner":"south","points":5}}
    >>> print(Engine().answer(request))
    {"jsonrpc":"2.0","id":1,"result":{"winner":"west","points":5}}
    """
    load()
    rules = Rules()
    try:
        WRONG_ENGINES[mistake](rules)
        yield
    finally:
        rules.restore()


def load() -> dict[str, WrongEngine]:
    """All wrong engines, by mistake."""
    for chapter in CHAPTERS:
        import_module(f"fk_conform.mistakes.{chapter}")
    return WRONG_ENGINES
