"""What is made once, when a wheel is built: the compiled suite, so that no start reads YAML, and the manual page."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileSuite(BuildHookInterface[Any]):
    """Puts both into the wheel; an editable install compiles the suite by itself when a file has changed."""

    @property
    def made(self) -> Path:
        """A folder of this build's own, for there may be another at the same time."""
        return Path(self.root) / "build" / f"wheel-{os.getpid()}"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of a distribution are collected."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        sys.path[:0] = [str(root / "runner"), str(root / "reference")]
        from fk_conform.data import compile_into
        from fk_conform.manual import manual

        compile_into(self.made / "compiled", root)
        build_data["force_include"][str(self.made / "compiled")] = "fk_conform/data/compiled"
        page = self.made / "fk-conform.1"
        page.write_text(manual(), encoding="ascii")
        build_data["shared_data"][str(page)] = "share/man/man1/fk-conform.1"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the distribution has been written."""
        shutil.rmtree(self.made, ignore_errors=True)
