"""`fk-conform ENGINE`: put the suite to an engine."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO

from fk_conform import data
from fk_conform.answer import harmless
from fk_conform.cli import VERBS
from fk_conform.cli.settle import Settled, add_limits, add_readings, limits_of, settle
from fk_conform.cli.signals import interruptible
from fk_conform.cli.words import Parser, add_selection, jobs, selection_of
from fk_conform.config import KINDS
from fk_conform.edition import this_edition
from fk_conform.engine import Listener
from fk_conform.errors import UsageError
from fk_conform.expected import load_expected
from fk_conform.faults import Fault
from fk_conform.more import SYMMETRIES, CasesAndMore
from fk_conform.remembered import Memory, say_what_failed, those_that_failed
from fk_conform.report import FORMATS, Reporter
from fk_conform.report.outputs import open_reports
from fk_conform.report.sentences import say_unreviewed
from fk_conform.running import EXIT_OF, CaseResult, Footer, LooseFault, Options, Run
from fk_conform.spec import Spec, load_spec
from fk_conform.suite import Stored, load_cases, select
from fk_conform.trace import tracing
from fk_conform.version import version

DESCRIPTION = """\
Puts the cases of the suite to an engine of The Forty Kings and says, clause by clause, whether it plays by the rules.

ENGINE is a program, or the command of one in quotes; a command may also follow after --. Without one the bundled
reference engine is run. SELECTION is any number of chapters (FK4), clauses (FK4.3) and cases (FK4.3c02).
"""

EXAMPLES = """\
fk-conform ./my-engine
fk-conform -- node engine.mjs --flag
fk-conform FK4.3 FK5 -- ./my-engine
fk-conform ./my-engine --level play --fail-fast
fk-conform ./my-engine --reading when-void=must-trump
fk-conform ./my-engine --output json=report.jsonl
fk-conform ./my-engine --last-failed --watch
"""

EXITS = """
exit status:
  0  conformant: everything that applies passed,    3  the engine could not be run
     or all that failed was expected to: --xfail    4  nothing that applies ran
  1  not conformant, or not as expected           130  interrupted
  2  the command or a file is wrong
"""

ENVIRONMENT = """
environment:
  FK_SITE  the address of the site, for what failures, rulings and citations link to:
           FK_SITE=http://localhost:8000/ fk-conform ./my-engine
"""


# The settings of a file that are heeded here, besides the engine.
KEYS = tuple(KINDS)


def main(words: Sequence[str]) -> int:
    """Runs the cases, once or whenever the engine has changed, and returns the exit status."""
    settled = settle(parser(), words, KEYS)
    options = settled.options
    if not options.watch and not options.watch_also:
        return run_once(settled)
    from fk_conform.watch import Watch, engine_files

    for path in options.watch_also:
        if not path.exists():
            raise UsageError(f"--watch-also {path}: there is no such file or folder")
    files = [*engine_files(settled.command), *options.watch_also]
    if not files:
        raise UsageError("--watch: the command of the engine names no file; --watch-also names one")
    files += [path for path in (options.xfail, options.cases) if path]
    return Watch(files, lambda: run_once(settled), _say).go_on()


def run_once(settled: Settled) -> int:
    """Runs the cases, remembers what failed, and returns the exit status."""
    options = settled.options
    data.look_again()
    spec = load_spec()
    this_edition()  # An address that is none is said before anything runs.
    memory = Memory.of(settled.command)
    keep_what_is_read(settled)
    with tracing(options.trace, settled.command, version()) as listen:
        run = Run(*chosen(settled, memory, spec, listen), spec, version())
        if not run.number:
            raise UsageError("no case is selected: none of those named holds under the readings given")
        with closing(open_reports(options.format, options.output, spec, options.verbose)) as reports:
            came = memory.what_came()
            try:
                return carry_out(run, reports, came.add)
            finally:
                came.note()


def keep_what_is_read(settled: Settled) -> None:
    """Raises `UsageError` if a report or a trace would be written over the engine, or over one another."""
    options = settled.options
    if not options.output and not options.trace:
        return
    from fk_conform.watch import engine_files

    read = {path.resolve() for path in (*engine_files(settled.command), options.xfail, options.cases) if path}
    written = [(f"--output {word}", Path(word.partition("=")[2]).resolve()) for word in options.output]
    if options.trace:
        named = [path for _, path in written]
        trace = options.trace.resolve()
        if trace in named and (trace.is_file() or not trace.exists()):
            raise UsageError(f"--trace {options.trace}: a report is to go into this file")
        written.append((f"--trace {options.trace}", trace))
    for option, path in written:
        if path in read:
            raise UsageError(f"{option}: this file is read in the run; nothing is written over it")


def chosen(
    settled: Settled, memory: Memory, spec: Spec, listen: Callable[[], Listener] | None
) -> tuple[CasesAndMore, Options]:
    """The cases that are to be run, and how."""
    options = settled.options
    selection = selection_of(options, settled.ids)
    cases = load_cases(selection.corpus, options.cases)
    if selection.narrows or not isinstance(cases, Stored):
        cases = select(cases, selection, spec)
    failures = memory.failures() if options.last_failed or options.failed_first else []
    failed = those_that_failed(failures, cases) if options.last_failed else []
    if failed:
        selection = dataclasses.replace(selection, last_failed=True)
        asked = CasesAndMore(failed)
    else:
        asked = CasesAndMore(cases, options.symmetry or ("sample" if selection.everything else "none"), options.purity)
    return asked, Options(
        command=settled.command,
        limits=limits_of(options),
        readings=spec.readings_of(options.reading),
        selection=selection,
        jobs=options.jobs,
        isolate=options.isolate,
        fail_fast=options.fail_fast,
        bundled=settled.bundled,
        memory=options.memory_limit,
        listen=listen,
        expected=load_expected(options.xfail) if options.xfail else None,
        first=frozenset(name for name in failures if "@" not in name) if options.failed_first else frozenset(),
        notes=(
            *settled.notes,
            *say_unreviewed(asked.cases),
            *([say_what_failed(failures, failed)] if options.last_failed else []),
        ),
    )


def _say(sentence: str) -> None:
    print(harmless(sentence), file=sys.stderr, flush=True)


def carry_out(run: Run, report: Reporter, heed: Callable[[CaseResult], None]) -> int:
    """Runs to the end, or to the first Ctrl-C or SIGTERM, and reports; returns the exit status.

    Each result is heeded before it is told.
    """
    status = EXIT_OF["interrupted"]
    fault: Fault | None = None
    told = 0
    with interruptible(run) as telling, closing(run.events()) as events:
        try:
            for event in events:
                if isinstance(event, CaseResult):
                    told += 1
                    heed(event)
                with telling:
                    report.write(event)
                if isinstance(event, LooseFault):
                    fault = event.fault
                if isinstance(event, Footer):
                    status = event.exit
        except KeyboardInterrupt:
            with telling:
                for event in run.broken_off(told):
                    if isinstance(event, CaseResult):
                        heed(event)
                    report.write(event)
    if fault and status == EXIT_OF["not-started"] and not _go_to_one_place(sys.stdout, sys.stderr):
        # The report, which tells it too, has gone to a file or a program.
        print(f"fk-conform: {fault.message}", file=sys.stderr)
    return status


def _go_to_one_place(out: IO[str], err: IO[str]) -> bool:
    try:
        return os.path.sameopenfile(out.fileno(), err.fileno())
    except (OSError, ValueError):
        return False


def parser() -> Parser:
    """The words of the command line."""
    parser = Parser("fk-conform", DESCRIPTION, EXAMPLES)
    width = max(map(len, VERBS))
    verbs = "\n".join(f"  {verb.ljust(width)}  {what}" for verb, what in VERBS.items())
    parser.epilog = f"{parser.epilog}\n\nother verbs, each with a --help of its own:\n{verbs}\n{EXITS}{ENVIRONMENT}"
    parser.add_argument("words_given", nargs="*", metavar="ENGINE | SELECTION", help="see above")
    parser.add_argument("--version", action="version", version=f"fk-conform {version()}")
    add_selection(parser)
    group = parser.add_argument_group("how to run")
    add_readings(group)
    group.add_argument(
        "-j", "--jobs", type=jobs, default=1, metavar="N", help="so many processes of the engine at once"
    )
    group.add_argument(
        "--symmetry",
        choices=SYMMETRIES,
        help="variants of each case with suits renamed and the table turned; sample is one a case, and the default "
        "for the whole suite",
    )
    switch = argparse.BooleanOptionalAction
    group.add_argument("--purity", action=switch, help="ask everything again in another order, and twins of deals")
    group.add_argument("--isolate", action=switch, help="a fresh process for each case")
    add_limits(group)
    group = parser.add_argument_group("to work on failures")
    group.add_argument("--fail-fast", action=switch, help="stop at the first failure")
    group.add_argument("--last-failed", action="store_true", help="only what failed last time; all if nothing did")
    group.add_argument("--failed-first", action=switch, help="what failed last time before everything else")
    group.add_argument(
        "--xfail", type=Path, metavar="FILE", help="the failures that are expected: an id and a reason a line"
    )
    group.add_argument("--watch", action="store_true", help="run again whenever a file of the engine has changed")
    group.add_argument(
        "--watch-also",
        type=Path,
        action="append",
        default=[],
        metavar="PATH",
        help="--watch, and this file too, of which the engine is made, or this folder of them; may be repeated",
    )
    group.add_argument("--trace", type=_trace, metavar="FILE", help="write down all that is exchanged, as JSON lines")
    group = parser.add_argument_group("what to print")
    group.add_argument("--format", choices=FORMATS, default="text", help="on standard output; default: text")
    group.add_argument(
        "--output",
        action="append",
        default=[],
        metavar="FORMAT=FILE",
        help="a report in this format into a file besides; may be repeated",
    )
    group.add_argument("-v", "--verbose", action=switch, help="tell every failure in full")
    return parser


def _trace(text: str) -> Path:
    if text == "-":
        raise argparse.ArgumentTypeError("expected a file, for standard output is for the report; one called so is ./-")
    return Path(text)
