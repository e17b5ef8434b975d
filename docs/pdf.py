"""`python -m docs.pdf site`: the print edition as PDF, in each language, beside the pages that link to it.

Chromium prints it, with tags for those who have it read to them and with an outline.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from docs.browser import open_page
from docs.generator.pages.rules import PDF


def printed(page: Path, to: Path) -> None:
    """Prints a page."""
    wanted = ("--no-pdf-header-footer", "--generate-pdf-document-outline", f"--print-to-pdf={to.resolve()}")
    open_page(page.resolve().as_uri(), *wanted)
    if not to.read_bytes().startswith(b"%PDF"):
        sys.exit(f"{to} is no PDF")


def main() -> None:
    """Prints both languages."""
    parser = argparse.ArgumentParser(prog="python -m docs.pdf", description=__doc__)
    parser.add_argument("site", type=Path)
    site: Path = parser.parse_args().site
    for lang, name in PDF.items():
        folder = site if lang == "en" else site / lang
        printed(folder / "rules" / "print" / "index.html", folder / name)
        print(folder / name)


if __name__ == "__main__":
    main()
