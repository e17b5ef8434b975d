"""Compiles the specification and the suite once, when a wheel is built, so that no start of the runner reads YAML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileSuite(BuildHookInterface[Any]):
    """Puts the compiled suite into the wheel; an editable install compiles by itself when a file has changed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of a distribution are collected."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "runner"))
        from fk_conform.data import compile_into

        compiled = root / "build" / "wheel"
        compile_into(compiled, root)
        build_data["force_include"][str(compiled)] = "fk_conform/data/compiled"
