"""Which function carries out which clause.

The tie can be read both ways: from a function to its clauses by `clauses_of`, and from a clause to its functions by
`functions_by_clause`. The site and the tests read it; playing costs nothing by it.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

MODULES = ("pack", "seating", "dealing", "cliques", "play", "game", "lines")


def carries_out(*clauses: str) -> Callable[[Function], Function]:
    """Marks a function as the one that carries out these clauses."""

    def mark(function: Function) -> Function:
        setattr(function, "__clauses__", clauses)  # noqa: B010 (mypy knows no such attribute of a function)
        return function

    return mark


def clauses_by_code() -> dict[CodeType, tuple[str, ...]]:
    """The clauses of each function that carries any out, by its code object, for following what is applied."""
    return {function.__code__: clauses_of(function) for function in _functions() if clauses_of(function)}


def clauses_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The clauses that a function carries out.

    >>> from forty_kings.play import legal_cards
    >>> "FK4.3" in clauses_of(legal_cards)
    True
    """
    clauses: tuple[str, ...] = getattr(function, "__clauses__", ())
    return clauses


def functions_by_clause() -> dict[str, list[str]]:
    """For each clause the qualified names of the functions that carry it out.

    >>> functions_by_clause()["FK3.3"]
    ['forty_kings.dealing.cutter']
    """
    found: dict[str, list[str]] = {}
    for function in _functions():
        for clause in clauses_of(function):
            found.setdefault(clause, []).append(f"{function.__module__}.{function.__qualname__}")
    return found


def _functions() -> Iterator[Callable[..., Any]]:
    for chapter in MODULES:
        module = importlib.import_module(f"forty_kings.{chapter}")
        for thing in vars(module).values():
            if getattr(thing, "__module__", None) == module.__name__:
                yield from _functions_in(thing)


def _functions_in(thing: Any) -> Iterator[Callable[..., Any]]:
    if inspect.isfunction(thing):
        yield thing
    elif inspect.isclass(thing):
        for member in vars(thing).values():
            function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
            if inspect.isfunction(function):
                yield function
