"""Mutations that no answer can show, told by where they are in the source; they are not run.

Each kind has one reason, which stands for all mutations of the kind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

# Functions that no request of the protocol reaches: for users of the Python package, tested by doctests and in tests/.
PYTHON_ONLY = {
    "pack": {"__reduce__", "__repr__", "CardSet.__str__", "__hash__"},
    "dealing": {"Deal.parse", "Deal.__str__", "_parse_hand", "_hand_line"},
    "seating": {"Side.other"},
    "errors": {"Refused.__str__"},
    "engine": {"Engine.serve"},
}

KINDS = {
    "annotation": "an annotation, which `from __future__ import annotations` keeps from being evaluated",
    "decorator": "`@carries_out` only marks a function with its clauses, and `@cache` only saves time",
    "message": "the wording of a message, which the protocol leaves free",
    "python-only": "not reached by any request: for users of the Python package, tested by doctests and in tests/",
}

Position = tuple[int, int]


@dataclass(frozen=True)
class Region:
    """A stretch of the source, lines from 1 and columns from 0, and the kind of noise that it is."""

    kind: str
    start: Position
    end: Position

    def holds(self, start: Position, end: Position) -> bool:
        """Whether all between two positions is inside."""
        return self.start <= start and end <= self.end


def regions(module: str, source: str) -> list[Region]:
    """Where mutations of a module are noise."""
    tree = ast.parse(source)
    columns = [line.encode() for line in source.splitlines()]
    return [_region(kind, node, columns) for kind, node in _noise(tree, "", PYTHON_ONLY.get(module, set()))]


def _region(kind: str, node: ast.AST, lines: list[bytes]) -> Region:
    def position(line: int, byte: int) -> Position:
        return line, len(lines[line - 1][:byte].decode())

    first = min([node, *getattr(node, "decorator_list", [])], key=lambda each: getattr(each, "lineno", 0))
    start = position(getattr(first, "lineno"), getattr(first, "col_offset"))  # noqa: B009 (mypy: not all nodes have them)
    end = position(getattr(node, "end_lineno"), getattr(node, "end_col_offset"))  # noqa: B009
    if kind == "decorator" or first is not node:
        # A decorator is given with its sign, in front of the node, and with the end of the line.
        start = (start[0], start[1] - 1)
    return Region(kind, start, (end[0] + 1, 0) if kind == "decorator" else end)


def _noise(node: ast.AST, path: str, python_only: set[str]) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        path = f"{path}.{node.name}" if path else node.name
        if path in python_only or node.name in python_only:
            yield "python-only", node
        yield from (("decorator", each) for each in node.decorator_list if _only_marks(each))
    if isinstance(node, ast.FunctionDef) and node.returns:
        yield "annotation", node.returns
    if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
        yield "annotation", node.annotation
    if isinstance(node, ast.JoinedStr):
        yield "message", node
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        wording = {"Malformed": node.args, "Refused": node.args[1:2], "_NotAnswered": node.args[1:2]}
        yield from (("message", argument) for argument in wording.get(node.func.id, []))
    for child in ast.iter_child_nodes(node):
        yield from _noise(child, path, python_only)


def _only_marks(decorator: ast.expr) -> bool:
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(name, ast.Name) and name.id in ("carries_out", "cache")
