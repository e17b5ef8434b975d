"""`fk-conform ENGINE`: put the suite to an engine."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import IO

from fk_conform.cli.signals import interruptible
from fk_conform.cli.words import Parser, add_selection, bundled_engine, engine_command, is_selection, jobs, selection_of
from fk_conform.conversation import Limits
from fk_conform.errors import UsageError
from fk_conform.faults import Fault
from fk_conform.more import SYMMETRIES, more_from
from fk_conform.report import FORMATS, Reporter
from fk_conform.report.outputs import open_reports
from fk_conform.running import EXIT_OF, CaseResult, Footer, LooseFault, Options, Run
from fk_conform.spec import load_spec
from fk_conform.suite import Selection, load_cases, select
from fk_conform.version import version

DESCRIPTION = """\
Puts the cases of the suite to an engine of The Forty Kings and says, clause by clause, whether it plays by the rules.

ENGINE is a program, or the command of one in quotes; a command may also follow after --. Without one the bundled
reference engine is run. SELECTION is any number of chapters (FK4), clauses (FK4.3) and cases (FK4.3c02).

Other verbs: fk-conform list, fk-conform show; each has its own --help.
"""

EXAMPLES = """\
fk-conform ./my-engine
fk-conform -- node engine.mjs --flag
fk-conform FK4.3 FK5 -- ./my-engine
fk-conform ./my-engine --level play --fail-fast
fk-conform ./my-engine --reading when-void=must-trump
fk-conform ./my-engine --output json=report.jsonl
"""

EXITS = """
exit status:
  0  conformant: everything that applies passed     3  the engine could not be run
  1  not conformant                                 4  nothing that applies ran
  2  the command or a file is wrong               130  interrupted
"""


def main(words: Sequence[str]) -> int:
    """Runs the cases and returns the exit status."""
    command: list[str] = []
    words = list(words)
    if "--" in words:
        place = words.index("--")
        words, command = words[:place], words[place + 1 :]
        if not command:
            raise UsageError("after -- the command of an engine was expected")
    options = parser().parse_intermixed_args(words)
    ids = [word for word in options.words_given if is_selection(word)]
    engines = [word for word in options.words_given if not is_selection(word)]
    if len(engines) + bool(command) > 1:
        raise UsageError(
            f"one engine was expected, not {' and '.join(engines)}; a command of several words goes after --"
        )
    if engines:
        command = engine_command(engines[0])
    spec = load_spec()
    selection = selection_of(options, ids)
    cases = select(load_cases(selection.corpus, options.cases), selection, spec)
    run = Run(
        [*cases, *more_from(cases, options.symmetry or _symmetry(selection), options.purity)],
        Options(
            command=command or bundled_engine(),
            limits=Limits(options.start_timeout, options.answer_timeout, options.end_timeout),
            readings=spec.readings_of(options.reading),
            selection=selection,
            jobs=options.jobs,
            isolate=options.isolate,
            fail_fast=options.fail_fast,
            bundled=not command,
            memory=options.memory_limit,
        ),
        spec,
        version(),
    )
    if not run.cases:
        raise UsageError("no case is selected: none of those named holds under the readings given")
    with closing(open_reports(options.format, options.output, spec, options.verbose)) as reports:
        return carry_out(run, reports)


def _symmetry(selection: Selection) -> str:
    return "sample" if selection.everything else "none"


def carry_out(run: Run, report: Reporter) -> int:
    """Runs to the end, or to the first Ctrl-C or SIGTERM, and reports; returns the exit status."""
    status = EXIT_OF["interrupted"]
    fault: Fault | None = None
    told = 0
    with interruptible(run) as telling, closing(run.events()) as events:
        try:
            for event in events:
                told += isinstance(event, CaseResult)
                with telling:
                    report.write(event)
                if isinstance(event, LooseFault):
                    fault = event.fault
                if isinstance(event, Footer):
                    status = event.exit
        except KeyboardInterrupt:
            with telling:
                for event in run.broken_off(told):
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


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser("fk-conform", DESCRIPTION, EXAMPLES)
    parser.epilog = f"{parser.epilog}\n{EXITS}"
    parser.add_argument("words_given", nargs="*", metavar="ENGINE | SELECTION", help="see above")
    parser.add_argument("--version", action="version", version=f"fk-conform {version()}")
    add_selection(parser)
    group = parser.add_argument_group("how to run")
    group.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="NAME=ALTERNATIVE",
        help="play at a table with this reading, the others in their defaults; without it every alternative is run",
    )
    group.add_argument(
        "-j", "--jobs", type=jobs, default=1, metavar="N", help="so many processes of the engine at once"
    )
    group.add_argument(
        "--symmetry",
        choices=SYMMETRIES,
        help="variants of each case with suits renamed and the table turned; sample is one a case, and the default "
        "for the whole suite",
    )
    group.add_argument(
        "--purity", action="store_true", help="ask everything again in another order, and twins of deals"
    )
    group.add_argument("--isolate", action="store_true", help="a fresh process for each case")
    group.add_argument("--fail-fast", action="store_true", help="stop at the first failure")
    group.add_argument("--start-timeout", type=seconds, default=Limits.start, metavar="S", help="default: 10")
    group.add_argument("--answer-timeout", type=seconds, default=Limits.answer, metavar="S", help="default: 5")
    group.add_argument("--end-timeout", type=seconds, default=Limits.end, metavar="S", help="default: 2")
    group.add_argument(
        "--memory-limit", type=megabytes, metavar="MB", help="how much memory each process of the engine may use"
    )
    group = parser.add_argument_group("what to print")
    group.add_argument("--format", choices=FORMATS, default="text", help="on standard output; default: text")
    group.add_argument(
        "--output",
        action="append",
        default=[],
        metavar="FORMAT=FILE",
        help="a report in this format into a file besides; may be repeated",
    )
    group.add_argument("-v", "--verbose", action="store_true", help="tell every failure in full")
    return parser


def megabytes(text: str) -> int:
    """An amount of memory: the value of `--memory-limit`."""
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= 1 << 20:
        raise argparse.ArgumentTypeError(f"expected a number of megabytes from 1 to {1 << 20}, not {text!r}")
    return number


def seconds(text: str) -> float:
    """A time limit: the value of `--answer-timeout` and its like."""
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit < 86400:
        raise argparse.ArgumentTypeError(f"expected a number of seconds greater than 0, not {text!r}")
    return limit
