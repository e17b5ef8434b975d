"""Reading YAML files that people write: strictly, and with the line of what is wrong."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

import yaml

from fk_conform.errors import FileError
from fk_conform.textfile import read_text

BaseLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(BaseLoader):  # type: ignore[misc]
    """A safe loader that refuses a key that stands twice in a mapping, and what is not what its tag says."""

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        """The value of a node, or an error at its line."""
        try:
            value = super().construct_object(node, deep)
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
            _refuse(node, f"{_shortened(node.value)} is no {_kind_of(node)}")
        if isinstance(value, float) and not math.isfinite(value):
            _refuse(node, f"{_shortened(node.value)} is no number that JSON can say")
        return value

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Hashable, Any]:
        """The mapping, or an error that names the key that stands twice."""
        if not isinstance(node, yaml.MappingNode):
            _refuse(node, "expected keys with their values")
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                _refuse(key_node, "a key is no plain word")
            if key in seen:
                _refuse(key_node, f"{key!r} stands twice")
            seen.add(key)
        mapping: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return mapping


def _refuse(node: Any, what: str) -> NoReturn:
    raise yaml.constructor.ConstructorError(None, None, what, node.start_mark)


def _kind_of(node: Any) -> str:
    return str(node.tag.rpartition(":")[2])


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _no_json(loader: Any, node: Any) -> Any:
    """What YAML knows and JSON does not: dates, sets and the like."""
    _refuse(node, f"a {_kind_of(node)} (in quotes it is a text)")


for _kind in ("timestamp", "binary", "set", "omap", "pairs"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_kind}", _no_json)


def read_yaml(path: Path, name: str) -> Any:
    """The content of a YAML file, all of it such as JSON can say; `name` is what to call the file in an error."""
    return parse_yaml(read_text(path, name), name)


def parse_yaml(text: str, name: str) -> Any:
    """What a text of YAML says, all of it such as JSON can say; `name` is what to call the text in an error."""
    try:
        _refuse_aliases(text)
        content = yaml.load(text, Loader=_Loader)
        json.dumps(content, allow_nan=False)
        return content
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        what = " ".join(part for part in (error.context, error.problem) if part)
        raise FileError(name, mark.line + 1 if mark else None, f"no YAML: {what}") from None
    except yaml.reader.ReaderError as error:
        # Where it is counted in bytes by one reader and in characters by another.
        line = text.partition(chr(error.character))[0].count("\n") + 1
        raise FileError(name, line, f"no YAML: {error.reason}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise FileError(name, None, f"no YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise FileError(name, None, "no YAML that can be read: nested too deeply") from None


def _refuse_aliases(text: str) -> None:
    """An alias stands for all that its anchor marks, and a few lines of them for more than any memory holds."""
    if "&" not in text:
        return
    for event in yaml.parse(text, Loader=BaseLoader):
        if isinstance(event, yaml.AliasEvent):
            what = f"*{event.anchor} is an alias; write out what it stands for"
            mark: Any = event.start_mark
            raise yaml.constructor.ConstructorError(None, None, what, mark)


def line_of(path: Path, place: list[str | int]) -> int | None:
    """The line of a file in which the member at a place (keys and list indices) begins."""
    node = _composed(read_text(path, path.name))
    for step in place:
        following = _member(node, step)
        if following is None:
            break
        node = following
    return None if node is None else int(node.start_mark.line) + 1


@lru_cache(maxsize=4)
def _composed(text: str) -> Any:
    """The nodes of a YAML text, kept for a while: who asks for one line of a file asks for more."""
    return yaml.compose(text, Loader=BaseLoader)


def _member(node: Any, step: str | int) -> Any:
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step]
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == step), None)
    return None
