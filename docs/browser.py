"""The Chromium of this machine: it prints the rules and tries the site. None is downloaded."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
# It does what it is told, and asks nobody for anything.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str:
    """Where the browser is; raises `FileNotFoundError` if there is none."""
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise FileNotFoundError(f"there is no browser: none of {', '.join(NAMES)} is on the PATH")
