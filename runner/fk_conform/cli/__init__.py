"""The command `fk-conform`. Each verb is a module of its own, imported when it is asked for."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from importlib import import_module

VERBS = {
    "list": "list the cases, or some of them",
    "show": "show a case with its clause and sources, or a clause with its cases",
    "rule": "a ruling on a dispute at the table",
    "cite": "how to cite a clause, a case, or whatever else has an id",
    "request": "the request of a case, to pipe into an engine by hand",
    "replay": "put a case to an engine, and show all that is exchanged",
    "divide": "count lines card by card, and follow the first difference down",
    "init": "the first files of a new engine",
    "summary": "what saved reports come to",
    "diff": "what is fixed, broken, new or gone from one saved report to another",
    "matrix": "saved reports side by side, engines by clauses",
    "badge": "a badge for a page, of a saved report",
    "completion": "the script that completes the words of fk-conform in a shell",
    "check": "check the suite itself, in a checkout",
    "coverage": "what stands for each clause",
    "mistakes": "run the suite against every known mistake",
    "fuzz": "ask an engine by chance, and compare",
    "prove": "ask an engine all there is to ask, where that is few enough",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    # Not list(…): once `fk-conform list` has been imported that is a module here.
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    from fk_conform.errors import UsageError

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        if sys.stdout is None:
            raise UsageError("there is nowhere to write to: standard output is closed")
        status = _carry_out(words)
        # Now, where what cannot be written is still one line, and not when Python ends.
        sys.stdout.flush()
        return status
    except UsageError as error:
        print(f"fk-conform: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has gone; there is nobody left to tell, and Python must not try again at its end.
        sys.stdout = None
        return 141
    except OSError as error:
        # A full disk, most likely; as above.
        print(f"fk-conform: {': '.join(filter(None, (error.filename, error.strerror)))}", file=sys.stderr)
        sys.stdout = None
        return 2
    except KeyboardInterrupt:
        return 130


def _carry_out(words: list[str]) -> int:
    if words == ["--version"]:
        from fk_conform.version import version

        print(f"fk-conform {version()}")
        return 0
    verb = words.pop(0) if words and words[0] in VERBS else "run"
    try:
        status: int = import_module(f"fk_conform.cli.{verb}").main(words)
    except SystemExit as ended:  # After --help.
        return int(ended.code or 0)
    return status
