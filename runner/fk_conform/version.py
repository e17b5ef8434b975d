"""The version of the runner, which is that of the specification, the suite and the reference engine."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path


def version() -> str:
    """The version, read from the engine's package without loading the engine: `--version` is to be instant."""
    package = find_spec("forty_kings")
    if package is None or not package.submodule_search_locations:
        raise RuntimeError("the package forty_kings is not installed beside fk_conform")
    text = (Path(package.submodule_search_locations[0]) / "version.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    if not found:
        raise RuntimeError("forty_kings/version.py holds no version")
    return found.group(1)
