"""`python -m docs.offline`: the site as a zip, to be opened from a disk, with search, filter, desk and replay.

A page on a disk may fetch nothing: the index of the search becomes a script, and `worker.js` stands in for the worker.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from docs.checks import findings

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "offline" / "forty-kings"


def main() -> None:
    """Builds both languages, and packs them."""
    shutil.rmtree(SITE, ignore_errors=True)
    for config, folder in (("mkdocs.yml", SITE), ("mkdocs.fr.yml", SITE / "fr")):
        build(ROOT / config, folder)
        index = (folder / "search" / "search_index.json").read_text(encoding="utf-8")
        (folder / "search" / "search_index.js").write_text(f"var __index = {index};\n", encoding="utf-8")
    for page in SITE.rglob("*.html"):
        page.write_text(naming_files(page.read_text(encoding="utf-8"), page.parent), encoding="utf-8")
    dead = list(findings(SITE, addresses=()))
    if dead:
        sys.exit("\n".join(dead))
    packed = shutil.make_archive(str(ROOT / "build" / "forty-kings-site"), "zip", SITE.parent, SITE.name)
    print(packed)


def build(config: Path, folder: Path) -> None:
    """Builds one language with addresses that name files, as a disk wants them."""
    text = f"INHERIT: {config.name}\nuse_directory_urls: false\n"
    # The configuration has to lie beside the one that it goes back to, whose paths count from there.
    own = config.with_name(f".{config.name}.offline.yml")
    own.write_text(text, encoding="utf-8")
    try:
        subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", own, "-d", folder],
            check=True,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        )
    finally:
        own.unlink()


def naming_files(text: str, folder: Path) -> str:
    """A page whose links to folders name files: MkDocs leaves those alone that are written as HTML."""

    def named(link: re.Match[str]) -> str:
        file = folder / f"{link[1]}.html"
        return f'href="{link[1]}{".html" if file.is_file() else "/index.html"}{link[2] or ""}"'

    return re.sub(r'href="([^":#]+)/(#[^"]*)?"', named, text)


if __name__ == "__main__":
    main()
