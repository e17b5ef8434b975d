"""The tie between functions and the clauses that they carry out."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from forty_kings.clauses import MODULES, carries_out, clauses_by_code, clauses_of, functions_by_clause

FUNCTIONS = functions_by_clause()


def test_marking_a_function_leaves_it_as_it_is() -> None:
    def double(number: int) -> int:
        """Twice the number."""
        return 2 * number

    marked = carries_out("FK1.1", "FK9.9")(double)
    assert marked is double
    assert marked(4) == 8
    assert clauses_of(marked) == ("FK1.1", "FK9.9")


def test_a_function_that_is_not_marked_carries_out_no_clause() -> None:
    assert clauses_of(len) == ()
    assert clauses_of(carries_out) == ()


@pytest.mark.parametrize(
    ("clause", "function"),
    [
        ("FK4.3", "play.legal_cards"),
        ("FK4.11", "play.Hand._take_trick"),  # a method
        ("FK4.1", "play.Hand.dealt"),  # a class method
        ("FK4.1", "dealing.Deal.first"),  # a property
        ("FK1.3", "pack.Suit.is_red"),  # a property of an enumeration
        ("FK4.9", "lines._winner"),
    ],
)
def test_functions_methods_class_methods_and_properties_are_found(clause: str, function: str) -> None:
    assert f"forty_kings.{function}" in FUNCTIONS[clause]


@pytest.mark.parametrize("clause", FUNCTIONS)
def test_from_a_clause_to_its_functions_and_back(clause: str) -> None:
    for name in FUNCTIONS[clause]:
        assert clause in clauses_of(_function(name))


def test_no_function_stands_twice_under_a_clause() -> None:
    for names in FUNCTIONS.values():
        assert len(set(names)) == len(names)


def test_every_module_of_the_rules_carries_out_clauses() -> None:
    assert {name.split(".")[1] for names in FUNCTIONS.values() for name in names} == set(MODULES)


def test_from_the_code_of_a_function_to_the_same_clauses() -> None:
    by_code = {(code.co_qualname, clause) for code, clauses in clauses_by_code().items() for clause in clauses}
    by_clause = {(name.split(".", 2)[2], clause) for clause, names in FUNCTIONS.items() for name in names}
    assert by_code == by_clause


def _function(name: str) -> Any:
    """The function of a qualified name."""
    package, chapter, *way = name.split(".")
    owner: Any = importlib.import_module(f"{package}.{chapter}")
    for step in way[:-1]:
        owner = getattr(owner, step)
    member = vars(owner)[way[-1]]
    function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
    return function
