"""The JavaScript engine passes the whole suite."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "engines" / "javascript" / "engine.mjs"
NODE = shutil.which("node")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def test_javascript_engine_passes_the_whole_suite() -> None:
    assert NODE, "there is no node"
    run = subprocess.run(
        [sys.executable, "-m", "fk_conform", "--", "node", str(SCRIPT)],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Forty Kings conformant" in run.stdout, run.stdout
