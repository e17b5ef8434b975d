"""This edition of the rules: what it is called, who made it, its version, and where it is published."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from fk_conform import data
from fk_conform.errors import UsageError
from fk_conform.version import version

# Where the site is, for whoever publishes it elsewhere or does not want to wait for spec/edition.yaml to say so.
SITE = "FK_SITE"


@dataclass(frozen=True)
class Edition:
    """What a citation needs to know. `site` is empty as long as there is none; else it ends in a slash."""

    title: str
    authors: tuple[Mapping[str, str], ...]
    version: str
    site: str

    @property
    def name(self) -> str:
        """The title without its second half."""
        return self.title.partition(":")[0]


@cache
def this_edition() -> Edition:
    """The edition that goes with this runner; raises `UsageError` if FK_SITE holds no address."""
    facts = data.edition()
    site = _address(os.environ[SITE]) if SITE in os.environ else facts["site"]
    return Edition(facts["title"], tuple(facts["authors"]), version(), site)


def _address(text: str) -> str:
    """The address of a site, with a slash at its end; nothing stands for no site."""
    if text and not re.fullmatch(r"https?://[^\s?#]+", text):
        raise UsageError(f"{SITE}: expected the address of a site, such as https://example.org/, not {text!r}")
    return text if not text or text.endswith("/") else f"{text}/"
