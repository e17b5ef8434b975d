"""`fk-conform request FK4.3c02`: what an engine is sent, to pipe into one by hand."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from fk_conform.cli.settle import add_readings
from fk_conform.cli.words import Parser, add_selection, selection_of
from fk_conform.errors import UsageError
from fk_conform.request import initialize_line, request_line
from fk_conform.sessions import plan_sessions
from fk_conform.spec import load_spec
from fk_conform.suite import load_cases, select
from fk_conform.version import version

DESCRIPTION = """\
Prints the requests of cases, a line each, as an engine is sent them: numbered from 1, and with nothing of the answer.

With --initialize the first line is the one that every engine gets first: it asks for the readings that the cases hold
under.
"""

EXAMPLES = """\
fk-conform request FK4.3c02
fk-conform request FK4.3c02 --initialize | ./my-engine
fk-conform request FK4.3 --initialize | forty-kings
"""


def main(words: Sequence[str]) -> int:
    """Prints the lines."""
    options = parser().parse_intermixed_args(words)
    if not options.ids:
        raise UsageError("the id of a case was expected, as in fk-conform request FK4.3c02")
    spec = load_spec()
    selection = selection_of(options, options.ids)
    cases = select(load_cases(selection.corpus, options.cases), selection, spec)
    sessions = plan_sessions(cases, spec, spec.readings_of(options.reading))
    if not sum(len(members) for _, members in sessions):
        raise UsageError("none of these cases holds under the readings given")
    lines = []
    if options.initialize:
        if len(sessions) > 1:
            apart = " and ".join(members[0].id for _, members in sessions[:2])
            raise UsageError(f"no engine can play for all of these at once; ask for {apart} one by one")
        lines = [initialize_line(1, version(), sessions[0][0])]
    elif other := [case for _, members in sessions for case in members if not case.holds_under(spec.default_readings)]:
        wanted = ", ".join(f"{name}: {alternative}" for name, alternative in other[0].under.items())
        print(f"fk-conform: {other[0].id} holds under {wanted}; --initialize asks the engine for it", file=sys.stderr)
    members = [case for _, members in sessions for case in members]
    lines += [request_line(case, number) for number, case in enumerate(members, len(lines) + 1)]
    # As bytes: what an engine is to read does not depend on how a terminal is set.
    sys.stdout.flush()
    sys.stdout.buffer.write(b"".join(lines))
    sys.stdout.buffer.flush()
    return 0


def parser() -> Parser:
    """The words of the command line."""
    parser = Parser("fk-conform request", DESCRIPTION, EXAMPLES)
    parser.add_argument("ids", nargs="*", metavar="CASE", help="cases, clauses or chapters")
    parser.add_argument("--initialize", action="store_true", help="the line that introduces the runner before them")
    add_selection(parser)
    add_readings(parser)
    return parser
