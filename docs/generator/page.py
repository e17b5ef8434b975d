"""A page of the site, and what is needed to write one in Markdown."""

from __future__ import annotations

import html
import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fk_conform.spec import in_a_line

# What each interactive part needs, in the order in which it is loaded; pages without one load no script of ours.
SCRIPTS = {
    "filter": ("words", "cards", "filter"),
    "replay": ("words", "cards", "replay"),
    "desk": ("words", "cards", "engine", "table", "desk"),
    "play": ("words", "cards", "engine", "table", "play"),
}


@dataclass(frozen=True)
class Page:
    """A page: where it stands, counted from the root of the language, its Markdown, and what MkDocs is told of it."""

    path: str
    title: str
    text: str
    meta: Mapping[str, Any] = field(default_factory=dict)

    def source(self) -> str:
        """The file as MkDocs reads it."""
        # JSON is YAML, and has but one way to quote.
        meta = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in self._meta().items())
        return f"---\n{meta}---\n\n{self.text.rstrip()}\n"

    def _meta(self) -> dict[str, Any]:
        parts = dict.fromkeys(re.findall(r'data-fk="(\w+)"', self.text))
        scripts = dict.fromkeys(name for part in parts for name in SCRIPTS[part])
        return {
            "title": self.title,
            **self.meta,
            **({"scripts": [f"assets/{name}.js" for name in scripts]} if parts else {}),
        }

    @property
    def ids(self) -> list[str]:
        """The anchors that are set by name."""
        return re.findall(r"\{#([^\s}]+)", self.text)


def escape(text: str) -> str:
    r"""Plain text as Markdown that shows just that.

    >>> print(escape("a*b <i>"))
    a\*b &lt;i&gt;
    """
    return re.sub(r"([\\`*_\[\]#|~])", r"\\\1", html.escape(text, quote=False))


def attribute(text: str) -> str:
    """Plain text as the value of an attribute in HTML."""
    return html.escape(in_a_line(text), quote=True)


def relative(path: str, start: str) -> str:
    """The way from the page at `start` to the page at `path`, both counted from the root; `path` may hold an anchor.

    >>> relative("rules/4-play.md#FK4.3", "cases/FK4.3c02.md")
    '../rules/4-play.md#FK4.3'
    >>> relative("readings.md#when-void", "index.md")
    'readings.md#when-void'
    """
    file, mark, anchor = path.partition("#")
    return posixpath.relpath(file, posixpath.dirname(start) or ".") + mark + anchor


def bullets(lines: Iterable[str]) -> str:
    """A list; empty if there is nothing in it."""
    return "".join(f"- {line}\n" for line in lines)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table. Its cells are Markdown."""
    lines = [list(head)]
    lines.append(["---"] * len(lines[0]))
    lines += [[cell.replace("\n", " ") for cell in row] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def details(summary: str, content: str, kind: str = "", opened: bool = False) -> str:
    """A part that is folded away until somebody asks for it. `content` is Markdown."""
    how = f' class="{kind}"' if kind else ""
    return (
        f"<details{how}{' open' if opened else ''} markdown>\n<summary>{summary}</summary>\n\n"
        f"{content.strip()}\n\n</details>\n"
    )


def fenced(text: str, language: str = "text") -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"
