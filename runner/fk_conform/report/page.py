"""An HTML page that needs no other file: its style and script stand in it, and nothing else may be loaded or run."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from html import escape
from pathlib import Path

FOLDER = Path(__file__).parent


def page(title: str, body: Iterable[str], script: bool = True) -> str:
    """The page with this title. `body` is HTML already; whatever in it is no markup of ours has to be escaped."""
    style = (FOLDER / "page.css").read_text(encoding="utf-8")
    code = (FOLDER / "page.js").read_text(encoding="utf-8") if script else ""
    # By their sums: whatever should slip into the page in spite of all would still not be run.
    policy = (
        f"default-src 'none'; style-src {_sum(style)}; script-src {_sum(code)}; base-uri 'none'; form-action 'none'"
    )
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(title)}</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        *body,
        *([f"<script>{code}</script>"] if script else []),
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _sum(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
