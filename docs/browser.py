"""The Chromium of this machine: it prints the rules, takes pictures and tries the site. None is downloaded."""

from __future__ import annotations

import shutil
import subprocess
import tempfile

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
# So long may it take to open a page that fetches nothing.
PATIENCE = 120.0


def find() -> str:
    """Where the browser is; raises `FileNotFoundError` if there is none."""
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise FileNotFoundError(f"there is no browser: none of {', '.join(NAMES)} is on the PATH")


def open_page(address: str, *wanted: str) -> None:
    """Opens a page with nobody looking, for what these options want made of it."""
    with tempfile.TemporaryDirectory() as profile:
        command = [find(), "--headless", *FLAGS, f"--user-data-dir={profile}", *wanted, address]
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
