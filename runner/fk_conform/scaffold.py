"""A new engine: its first files, in one of the languages that there are templates for.

A template is a folder of `templates/`: `files/` is copied, and `template.toml` says how the engine is built and run.
What all have in common is in `templates/common/`. In every file `{{…}}` is filled in, and a name that begins with
`dot-` becomes that of a hidden file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fk_conform.errors import UsageError

TEMPLATES = Path(__file__).parent / "templates"
COMMON = "common"

# What the package managers of all the languages take for the name of a package.
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 50
PLACE = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True)
class Template:
    """A language: what it is called, how an engine in it is built and run, and what its README says."""

    language: str
    title: str
    needs: str
    command: str
    executable: Sequence[str]
    build: Sequence[str]
    run: Sequence[str]
    files: Sequence[tuple[str, str]]
    next: str
    checks: Sequence[str] = ()
    untested: str = ""
    setup: Mapping[str, Any] | None = None

    def words(self, name: str) -> dict[str, str]:
        """What stands in the files in place of `{{…}}`."""
        return {
            "name": name,
            "title": self.title,
            "needs": self.needs,
            "untested": f"{self.untested}\n\n" if self.untested else "",
            "command": self.command,
            "build_and_run": "\n".join([*self.build, *self.run]),
            "files": "\n".join(["| | |", "|---|---|", *(f"| `{file}` | {what} |" for file, what in self.files)]),
            "next": f"2. {self.next}",
            "setup": _workflow_setup(self.setup),
            "checks": "\n".join(f"      - run: {line}" for line in (*self.build, *self.checks)),
        }


def languages() -> list[str]:
    """The languages that there are templates for."""
    return sorted(path.parent.name for path in TEMPLATES.glob("*/template.toml"))


def load_template(language: str) -> Template:
    """The template of a language; raises `UsageError` if there is none."""
    if language not in languages():
        raise UsageError(f"--lang {language}: there is no such language; there are {', '.join(languages())}")
    content = tomllib.loads((TEMPLATES / language / "template.toml").read_text(encoding="utf-8"))
    return Template(language=language, **content)


def engine_name(folder: Path, name: str | None = None) -> str:
    """The name of an engine: the one given, or one made of that of its folder. Raises `UsageError` if it is none.

    >>> engine_name(Path("My_Engine"))
    'my-engine'
    """
    chosen = name if name is not None else re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-")
    if not NAME.fullmatch(chosen) or len(chosen) > LONGEST_NAME:
        where = f"--name {name}" if name is not None else f"{folder}: no name can be made of it; give one with --name"
        raise UsageError(
            f"{where}: expected small letters, digits and single hyphens, a letter first, {LONGEST_NAME} at most"
        )
    return chosen


def write_skeleton(template: Template, folder: Path, name: str, force: bool = False) -> list[Path]:
    """Writes the first files of an engine; raises `UsageError` if the folder is not empty, unless it is forced."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: this is no folder")
    if folder.is_dir() and any(folder.iterdir()) and not force:
        raise UsageError(f"{folder}: the folder is not empty; --force writes into it, over files of the same names")
    words = template.words(name)
    written = []
    for source in (TEMPLATES / COMMON, TEMPLATES / template.language / "files"):
        for path in sorted(source.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                target = folder.joinpath(*map(_visible, path.relative_to(source).parts))
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(_filled(path.read_text(encoding="utf-8"), words), encoding="utf-8")
                written.append(target)
    for file in template.executable:
        (folder / file).chmod(0o755)
    return written


def _visible(part: str) -> str:
    return f".{part.removeprefix('dot-')}" if part.startswith("dot-") else part


def _filled(text: str, words: Mapping[str, str]) -> str:
    """The text with its places filled in. A line that is filled with nothing is left out."""
    lines = text.splitlines(keepends=True)
    kept = [line for line in lines if not (whole := PLACE.fullmatch(line.strip())) or words.get(whole.group(1), "?")]
    return PLACE.sub(lambda place: words.get(place.group(1), place.group(0)), "".join(kept))


def _workflow_setup(setup: Mapping[str, Any] | None) -> str:
    """The step of the workflow that installs the language."""
    if not setup:
        return ""
    return "\n".join(
        [
            f"      - uses: {setup['uses']}",
            "        with:",
            *(f'          {name}: "{value}"' for name, value in setup["with"].items()),
        ]
    )
