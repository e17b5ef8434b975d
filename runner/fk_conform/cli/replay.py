"""`fk-conform replay FK4.3c02 ENGINE`: put a case to an engine, and show all that is exchanged."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import closing

from fk_conform.answer import harmless
from fk_conform.cli.settle import LIMITS, Settled, add_limits, add_readings, limits_of, settle
from fk_conform.cli.signals import interruptible
from fk_conform.cli.words import Parser, add_selection, selection_of
from fk_conform.engine import Listener
from fk_conform.errors import UsageError
from fk_conform.report.failure import Told, tell_failure, tell_fault
from fk_conform.report.transcript import Transcript
from fk_conform.running import EXIT_OF, CaseResult, Footer, LooseFault, Options, Run
from fk_conform.spec import load_spec
from fk_conform.suite import Case, load_cases, select
from fk_conform.verdict import VERDICT_WORDS
from fk_conform.version import version

DESCRIPTION = """\
Puts cases to an engine, each to a process of its own, and shows every line that is sent and that comes back, byte by
byte and with its time, and then what came of it.

  start  the process runs, and the time with it        eof    the runner has ended its input
  >      a line that the engine was sent               end    the process has ended
  <      a line of its standard output
  err    a line of its standard error

Lines stand as they are. Where one holds what a terminal would act on, or what is no UTF-8, it is marked by a backslash,
and each such byte stands in it as \\x1b, and a backslash as \\\\. Of a flood only the beginning is shown; a run with
--trace FILE keeps all. The exit status is that of a run of these cases.
"""

EXAMPLES = """\
fk-conform replay FK4.3c02
fk-conform replay FK4.3c02 ./my-engine
fk-conform replay FK4.4 --reading when-void=must-trump -- node engine.mjs
"""

KEYS = ("readings", "cases", *LIMITS)
WIDTH = 100
# Of several exit statuses the first of these counts.
IN_ORDER_OF_WEIGHT = (130, 3, 1, 0, 4)


def main(words: Sequence[str]) -> int:
    """Replays the cases one after another and returns the exit status."""
    settled = settle(parser(), words, KEYS)
    if not settled.ids:
        raise UsageError("the id of a case was expected, as in fk-conform replay FK4.3c02")
    selection = selection_of(settled.options, settled.ids)
    cases = select(load_cases(selection.corpus, settled.options.cases), selection, load_spec())
    statuses = []
    for case in cases:
        statuses.append(replay(case, settled))
        if statuses[-1] == EXIT_OF["interrupted"]:
            break
    return next(status for status in IN_ORDER_OF_WEIGHT if status in statuses)


def replay(case: Case, settled: Settled) -> int:
    """Puts one case and shows what passes; returns the exit status of a run of it."""
    spec = load_spec()
    transcript: Listener = Transcript(sys.stdout)
    options = Options(
        command=settled.command,
        limits=limits_of(settled.options),
        readings=spec.readings_of(settled.options.reading),
        selection=selection_of(settled.options, [case.id]),
        bundled=settled.bundled,
        memory=settled.options.memory_limit,
        listen=lambda: transcript,
    )
    run = Run([case], options, spec, version())
    if not run.number:
        raise UsageError(f"{case.id} does not hold under the readings given")
    print(f"{case.id}  {case.title}\n", flush=True)
    told: list[Told] = []
    status = EXIT_OF["interrupted"]
    with interruptible(run), closing(run.events()) as events:
        for event in events:
            if isinstance(event, CaseResult):
                told += _what_came(event)
            elif isinstance(event, LooseFault):
                told += tell_fault(event.fault)
            elif isinstance(event, Footer):
                status = event.exit
    _print(told)
    return status


def _what_came(result: CaseResult) -> Iterator[Told]:
    verdict = result.verdict
    if verdict.verdict in ("not-applicable", "not-run"):
        yield VERDICT_WORDS[verdict.verdict], harmless(verdict.message)
        return
    yield from tell_failure(result)
    yield VERDICT_WORDS[verdict.verdict], f"after {result.seconds * 1000:.1f} ms" if result.seconds is not None else ""


def _print(told: Sequence[Told]) -> None:
    print()
    for label, text in told:
        first, *rest = textwrap.wrap(text, WIDTH - 12, break_long_words=False, break_on_hyphens=False) or [""]
        print(f"  {label.ljust(10)}{first}" if len(label) < 10 else f"  {label}  {first}")
        for line in rest:
            print(" " * 12 + line)
    print()


def parser() -> Parser:
    """The words of the command line."""
    parser = Parser("fk-conform replay", DESCRIPTION, EXAMPLES)
    parser.add_argument("words_given", nargs="*", metavar="CASE | ENGINE", help="cases, or clauses; and an engine")
    add_selection(parser)
    group = parser.add_argument_group("how to ask")
    add_readings(group)
    add_limits(group)
    return parser
