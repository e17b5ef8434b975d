"""What the GitHub Action does once fk-conform is installed: it runs the suite and hands on what came of it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ALWAYS = ("json", "markdown")
FILES = {
    "json": "report.jsonl",
    "markdown": "report.md",
    "html": "report.html",
    "junit": "report.xml",
    "tap": "report.tap",
    "text": "report.txt",
}


def main() -> int:
    """Runs the suite, writes the outputs of the step, and returns the exit status."""
    try:
        engine, args, formats = (shlex.split(os.environ[name]) for name in ("FK_ENGINE", "FK_ARGS", "FK_REPORTS"))
    except ValueError as error:
        return _complain(f"engine, args or reports: {error}")
    unknown = [form for form in formats if form not in FILES]
    if unknown:
        return _complain(f"reports: there is no format {unknown[0]!r}; there are {', '.join(FILES)}")
    folder = Path(tempfile.mkdtemp(prefix="fk-conform-", dir=os.environ["RUNNER_TEMP"]))
    outputs = [f"--output={form}={folder / FILES[form]}" for form in dict.fromkeys([*ALWAYS, *formats])]
    command = [str(Path(sys.executable).with_name("fk-conform")), *args, *outputs, *(["--", *engine] if engine else [])]
    status = subprocess.run(command, check=False).returncode
    _hand_on(folder, status)
    return status


def _hand_on(folder: Path, status: int) -> None:
    """Writes the outputs of the step."""
    report, badge = folder / FILES["json"], folder / "badge.json"
    verdict = _verdict(report)
    if verdict:
        fk_conform = Path(sys.executable).with_name("fk-conform")
        made = subprocess.run([str(fk_conform), "badge", str(report)], stdout=subprocess.PIPE, check=False)
        badge.write_bytes(made.stdout)
    outputs = {
        "verdict": verdict or "error",
        "exit-status": status,
        "reports": folder,
        "report": report,
        "summary": folder / FILES["markdown"],
        "badge": badge,
    }
    with Path(os.environ["GITHUB_OUTPUT"]).open("a", encoding="utf-8") as out:
        out.writelines(f"{name}={value}\n" for name, value in outputs.items())


def _verdict(report: Path) -> str:
    """The verdict in the footer of a report; empty if it has none."""
    lines = report.read_text(encoding="utf-8").splitlines() if report.is_file() else []
    footer = json.loads(lines[-1]) if lines else {}
    return str(footer.get("verdict", "")) if footer.get("type") == "footer" else ""


def _complain(message: str) -> int:
    print(f"::error title=fk-conform::{message}")
    return 2


if __name__ == "__main__":
    sys.exit(main())
