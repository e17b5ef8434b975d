"""`python -m docs.checks site`: what MkDocs does not look at in the built site.

Every link and anchor resolves, raw HTML included; no id stands twice on a page; nothing is loaded from another host;
and every address that was ever published (`docs/anchors.txt`) is still there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docs.anchors import published

# What a browser loads by itself, as against what a reader may follow.
LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "use": "href"}
# Links that a browser does not follow by itself; hreflang and the like.
NOT_LOADED = {"alternate", "canonical", "next", "prev", "edit"}


@dataclass
class Built:
    """A page as it was built: its ids, in order, where its links lead, and what it loads."""

    path: Path
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self, page: Built) -> None:
        super().__init__()
        self.page = page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes ids, links and loads."""
        given = {name: value for name, value in attrs if value is not None}
        if "id" in given:
            self.page.ids.append(given["id"])
        if tag in ("a", "area") and "href" in given:
            self.page.links.append(given["href"])
        loads = LOADED.get(tag)
        if loads and loads in given and not NOT_LOADED.intersection(given.get("rel", "").split()):
            self.page.loads.append(given[loads])


def read(path: Path) -> Built:
    """A page."""
    page = Built(path)
    _Reader(page).feed(path.read_text(encoding="utf-8"))
    return page


def findings(site: Path, addresses: Iterable[str]) -> Iterator[str]:
    """What is wrong with a built site, a line each; `addresses` are those that have to be there."""
    site = site.resolve()
    pages = {path: read(path) for path in sorted(site.rglob("*.html"))}
    ids = {path: set(page.ids) for path, page in pages.items()}
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        for twice in sorted({each for each in page.ids if page.ids.count(each) > 1}):
            yield f"{name}: the id {twice} stands there twice"
        for link in dict.fromkeys([*page.links, *page.loads]):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loads and parts.scheme != "data":
                    yield f"{name}: loads {link} from another host"
                continue
            # The page for "not found" is shown at any depth: it leads to where the site begins on its host.
            if path.name == "404.html" and parts.path.startswith("/"):
                continue
            target = _file(path.parent / unquote(parts.path), site) if parts.path else path
            if target is None:
                yield f"{name}: {link} leads nowhere"
            elif parts.fragment and target in ids and unquote(parts.fragment) not in ids[target]:
                yield f"{name}: {link} leads to no such place on its page"
    for address in addresses:
        place, _, anchor = address.partition("#")
        old = _file(site / place, site)
        if old is None or (anchor and anchor not in ids.get(old, ())):
            yield f"{address} was published once, and is gone"


def _file(path: Path, site: Path) -> Path | None:
    """The file that a server would give out for this path; there is none outside of the site."""
    path = path.resolve()
    if path.is_dir():
        path /= "index.html"
    return path if path.is_file() and path.is_relative_to(site) else None


def main() -> int:
    """Prints what is wrong and returns 1, or nothing and 0."""
    parser = argparse.ArgumentParser(prog="python -m docs.checks", description=__doc__)
    parser.add_argument("site", type=Path)
    site: Path = parser.parse_args().site.resolve()
    if not site.is_dir():
        parser.error(f"there is no folder {site}; `make docs` builds the site")
    number = 0
    for number, finding in enumerate(findings(site, published()), 1):
        print(finding)
    print(
        f"{number} findings"
        if number
        else "every link, anchor and old address resolves; nothing is loaded from elsewhere"
    )
    return 1 if number else 0


if __name__ == "__main__":
    sys.exit(main())
