"""The built site in a real browser: `make site-test` builds it and runs these tests.

A reader opens pages of it, over HTTP below a path, as it may be hosted, or from a disk. Whatever a page asks of another
host, writes to the console as an error or fails to find makes the test fail.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
from docs import browser as found
from playwright.sync_api import Browser, Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(os.environ.get("SITE", ROOT / "site"))
OFFLINE = Path(os.environ.get("OFFLINE", ROOT / "build" / "offline" / "forty-kings"))
BELOW = "/forty-kings/"
# The way from one control of a page to another is never longer.
MOST_TABS = 200

Scheme = Literal["light", "dark"]


@dataclass(frozen=True)
class Look:
    """How the site is looked at."""

    lang: str
    scheme: Scheme
    width: int

    def __str__(self) -> str:
        return f"{self.lang}-{self.scheme}-{self.width}"


# All there are, and of these four in which each language, each scheme and each width meets each other one.
EVERY_LOOK = tuple(
    Look(lang, scheme, width) for lang in ("en", "fr") for scheme in ("light", "dark") for width in (1400, 390)
)
LOOKS = (Look("en", "light", 1400), Look("en", "dark", 390), Look("fr", "light", 390), Look("fr", "dark", 1400))


@dataclass
class Reader:
    """Somebody who reads the site."""

    page: Page
    root: str
    look: Look
    troubles: list[str] = field(default_factory=list)

    def address(self, place: str, lang: str = "") -> str:
        """Where a page is, counted from the root of the language, as the site names it."""
        place, mark, anchor = place.partition("#")
        if self.root.startswith("file:"):
            index = place in ("", "cases/", "rules/", "history/")
            place = f"{place}index.html" if index else f"{place.removesuffix('/')}.html"
        return f"{self.root}{'fr/' if (lang or self.look.lang) == 'fr' else ''}{place}{mark}{anchor}"

    def go(self, place: str, lang: str = "") -> Page:
        """Opens a page."""
        self.page.goto(self.address(place, lang))
        return self.page

    def tab_to(self, target: Locator) -> None:
        """Goes there by keyboard alone."""
        for _ in range(MOST_TABS):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached with the tabulator")

    def press_on(self, target: Locator, key: str = "Enter") -> None:
        """Goes there by keyboard, and presses a key."""
        self.tab_to(target)
        self.page.keyboard.press(key)

    def listen(self) -> None:
        """Notes whatever goes wrong from now on."""
        page = self.page
        host = self.root.split("/")[2]

        def heard(kind: str, text: str) -> None:
            if kind in ("error", "warning"):
                self.troubles.append(f"the console of {page.url}: {text}")

        page.on("console", lambda message: heard(message.type, message.text))
        page.on("pageerror", lambda error: self.troubles.append(f"an error in {page.url}: {error}"))
        page.on("response", lambda answer: heard("" if answer.ok else "error", f"{answer.status} for {answer.url}"))

        def failed(url: str, why: str | None) -> None:
            # Whoever leaves a page no longer waits for what it loads.
            if why != "net::ERR_ABORTED":
                self.troubles.append(f"not loaded: {url}, {why}")

        def asked(url: str) -> None:
            if not url.startswith((f"{self.root.split(':')[0]}://{host}/", "data:", "blob:")):
                self.troubles.append(f"{page.url} asks another host: {url}")

        page.on("requestfailed", lambda request: failed(request.url, request.failure))
        page.on("request", lambda request: asked(request.url))


class _Below(SimpleHTTPRequestHandler):
    """Serves a folder below a path, and nothing beside it."""

    def translate_path(self, path: str) -> str:
        """The file for an address."""
        return super().translate_path(path.removeprefix(BELOW[:-1]) if path.startswith(BELOW) else "/nowhere")

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told of what goes well."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser; without one the tests fail."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found.find(), args=list(found.FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site."""
    assert (SITE / "index.html").is_file(), f"there is no site in {SITE}; `make docs` builds it"
    return SITE


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of the site, which lies below a path."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Below, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{BELOW}"
    server.shutdown()


@pytest.fixture(params=LOOKS, ids=str)
def look(request: pytest.FixtureRequest) -> Look:
    """How the site is looked at; a test may ask for other looks than these four."""
    wanted: Look = request.param
    return wanted


def _reads(browser: Browser, root: str, look: Look) -> Iterator[Reader]:
    context = browser.new_context(
        viewport={"width": look.width, "height": 900}, color_scheme=look.scheme, reduced_motion="reduce"
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader = Reader(context.new_page(), root, look)
    reader.page.set_default_timeout(15_000)
    reader.listen()
    yield reader
    context.close()
    assert reader.troubles == []


@pytest.fixture
def reader(browser: Browser, served: str, look: Look) -> Iterator[Reader]:
    """A reader over HTTP."""
    yield from _reads(browser, served, look)


@pytest.fixture
def at_disk(browser: Browser, look: Look) -> Iterator[Reader]:
    """A reader of the copy that is opened from a disk."""
    assert (OFFLINE / "index.html").is_file(), f"there is no copy in {OFFLINE}; `make offline` makes it"
    yield from _reads(browser, f"{OFFLINE.as_uri()}/", look)
