"""`python -m docs.screenshot site`: a picture of a page of the built site, for the README."""

from __future__ import annotations

import argparse
import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from docs.browser import open_page

PICTURE = Path(__file__).with_name("screenshot.png")
PAGE = Path("cases") / "FK4.9c01"
WIDTH, HEIGHT = 1300, 1000


class _Quiet(SimpleHTTPRequestHandler):
    """Serves a folder without a word."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told of what goes well."""


def main() -> None:
    """Takes the picture, of the page as it is served."""
    parser = argparse.ArgumentParser(prog="python -m docs.screenshot", description=__doc__)
    parser.add_argument("site", type=Path)
    site: Path = parser.parse_args().site
    if not (site / PAGE / "index.html").is_file():
        parser.error(f"there is no {site / PAGE}; `make docs` builds the site")
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{PAGE.as_posix()}/"
        open_page(address, "--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={PICTURE}")
        server.shutdown()
    print(PICTURE)


if __name__ == "__main__":
    main()
