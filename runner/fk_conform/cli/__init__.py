"""The command `fk-conform`. Each verb is a module of its own, imported when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

VERBS = {
    "list": "list the cases, or some of them",
    "show": "show a case with its clause and sources, a clause, or a reading",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        from fk_conform.version import version

        print(f"fk-conform {version()}")
        return 0
    verb = words.pop(0) if words and words[0] in VERBS else "run"
    from fk_conform.errors import UsageError

    try:
        status: int = import_module(f"fk_conform.cli.{verb}").main(words)
        sys.stdout.flush()
        return status
    except UsageError as error:
        print(f"fk-conform: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has gone; there is nobody left to tell, and Python must not try again at its end.
        sys.stdout = None  # type: ignore[assignment]
        return 141
    except KeyboardInterrupt:
        return 130
