"""How what else takes long grows: the suite against wrong engines, its check of itself, the site.

Each is measured for half of its input and for all of it; nothing may grow faster than its input.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from bench.engines import ROOT
from bench.measure import Figure, How, Spread, environment, in_turn
from fk_conform.mistakes import load

# What `check` finds out case by case; the others look at files and words.
CHECKS = ("answers", "derivations", "because", "wording")


def figures(how: How) -> Iterator[Figure]:
    """`mistakes`, `check` and the building of the site."""
    yield _mistakes(how.few(24, 8))
    with tempfile.TemporaryDirectory() as name:
        yield _check(Path(name), how.few(2, 8))
        if find_spec("material") is None:
            how.missing.append("mkdocs-material")
        elif not how.quick:
            yield _site(Path(name))


def _mistakes(number: int) -> Figure:
    names = sorted(load())[:number]
    told = f"{number // 2} to {number} wrong engines"
    return _growth(
        "mistakes",
        "mistakes, time an engine: all of some to half of them",
        lambda: _conform("mistakes", *names),
        lambda: _conform("mistakes", *names[: number // 2]),
        2,
        told,
    )


def _check(folder: Path, of: int) -> Figure:
    """A checkout with all case files, or every so manieth of them, and one with half of those."""
    files = sorted((ROOT / "cases").glob("*.yaml"))[::of]
    checkouts = [_checkout(folder / str(number), files[::number]) for number in (1, 2)]
    cases = [sum(file.read_text(encoding="utf-8").count("because:") for file in files[::number]) for number in (1, 2)]
    return _growth(
        "check",
        "check, time a case: of all case files to half of them",
        lambda: _conform("check", *CHECKS, "--root", str(checkouts[0])),
        lambda: _conform("check", *CHECKS, "--root", str(checkouts[1])),
        cases[0] / cases[1],
        f"{cases[1]} to {cases[0]} cases",
    )


def _checkout(folder: Path, files: list[Path]) -> Path:
    shutil.copytree(ROOT / "spec", folder / "spec")
    shutil.copy(ROOT / "CITATION.cff", folder)
    (folder / "cases").mkdir()
    for file in files:
        shutil.copy(file, folder / "cases")
    return folder


def _site(folder: Path) -> Figure:
    """The English site with many pages of cases, and with half of them; links to the others lead nowhere."""
    subprocess.run([sys.executable, "-m", "docs.generator", "--out", str(folder / "pages")], cwd=ROOT, check=True)
    shutil.copytree(folder / "pages" / "en", folder / "half")
    for pages, kept in ((folder / "pages" / "en", 300), (folder / "half", 150)):
        for path in sorted((pages / "cases").rglob("FK*.md"))[kept:]:
            path.unlink()
    all_pages = len(list((folder / "pages" / "en").rglob("*.md")))
    half = len(list((folder / "half").rglob("*.md")))
    return _growth(
        "site",
        "building the site, time a page: to half of the pages of cases",
        lambda: _build(folder / "pages" / "en", folder),
        lambda: _build(folder / "half", folder),
        all_pages / half,
        f"{half} to {all_pages} pages",
    )


def _build(pages: Path, folder: Path) -> None:
    """MkDocs, as `make docs` calls it, on pages that lie elsewhere."""
    settings = folder / f"{pages.name}.yml"
    own = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    lines = [line for line in own.splitlines() if not line.startswith(("docs_dir:", "site_dir:"))]
    paths = [f"docs_dir: {pages}", f"site_dir: {folder / 'built'}"]
    text = "\n".join([*lines, *paths]).replace("docs/overrides", str(ROOT / "docs" / "overrides"))
    settings.write_text(text, encoding="utf-8")
    _quietly([sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(settings)])


def _growth(
    name: str, what: str, whole: Callable[[], object], half: Callable[[], object], growth: float, told: str
) -> Figure:
    """The time for each thing of all, to that of half of them."""
    pair = in_turn(whole, half)
    per_thing = Spread([ratio / growth for ratio in pair.ratio.figures])
    return Figure(name, what, per_thing, at_most=1.2, told=f"{told}: {pair.other} s to {pair.one} s")


def _conform(*words: str) -> None:
    _quietly([sys.executable, "-m", "fk_conform", *words])


def _quietly(command: list[str]) -> None:
    quiet = {**environment(), "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": os.pathsep.join(["runner", "reference", "."])}
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=quiet, check=True)
