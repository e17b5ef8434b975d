"""`fk-conform fuzz ENGINE`: ask by chance, and compare with the reference engine or a second one."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from fk_conform.cli.settle import LIMITS, Settled, add_limits, limits_of, seconds, settle
from fk_conform.cli.signals import interruptible
from fk_conform.cli.words import Parser, engine_command, jobs
from fk_conform.errors import UsageError
from fk_conform.faults import Fault
from fk_conform.fuzz.campaign import VERDICTS, Campaign, Ended, LooseFault
from fk_conform.fuzz.keep import FOLDER, Corpus
from fk_conform.fuzz.parties import Program
from fk_conform.fuzz.plan import OF_A_UNIT, Plan
from fk_conform.fuzz.report import FuzzReport, JsonReport, Report, RerunReport
from fk_conform.fuzz.rerun import Rerun, exit_of
from fk_conform.fuzz.smallest import check_hypothesis
from fk_conform.fuzz.strategies import MAKE
from fk_conform.fuzz.workers import DaskWorkers, LocalWorkers, Workers
from fk_conform.spec import Spec, load_spec
from fk_conform.version import version

DESCRIPTION = """\
Puts requests made by chance to an engine: deals, plays, announcements, naming and showing, draws and games, lawful,
slightly unlawful and malformed. What it answers is compared with what the reference engine answers or, with --against,
a second engine. Where they differ the request is made as small as it can be, and comes out as a case: ready to be run,
and to be added to the suite once its answer has been derived by hand.

ENGINE is a program, or the command of one in quotes; a command may also follow after --. Without one the bundled
reference engine is asked. The same seed finds the same, whatever the number of workers; --seconds only says how much of
it is done. What is found is kept in a folder as case files, which --rerun asks again.
"""

EXAMPLES = """\
fk-conform fuzz ./my-engine
fk-conform fuzz ./my-engine --seconds 10 --seed 7
fk-conform fuzz ./my-engine --units 100 --seed 7 --jobs 4
fk-conform fuzz ./my-engine --against "node engine.mjs"
fk-conform fuzz ./my-engine --method score_match --reading level-totals=drawn
fk-conform fuzz ./my-engine --rerun
fk-conform fuzz ./my-engine --seconds 3600 --dask tcp://127.0.0.1:8786
"""

EXITS = """
exit status:
  0  nothing found, or all that was kept is fixed    3  the engine could not be run
  1  something found, or not fixed                   4  nothing was asked that the engine offers
  2  the command or a file is wrong                130  interrupted; what was found by then is told and kept
"""

KEYS = ("readings", "jobs", *LIMITS)
SECONDS = 60.0


def main(words: Sequence[str]) -> int:
    """Asks, tells, and returns the exit status."""
    settled = settle(parser(), words, KEYS, lambda word: False)
    options, spec = settled.options, load_spec()
    corpus = Corpus(options.corpus)
    if options.rerun:
        return rerun(settled, corpus, spec)
    for method in options.method:
        if method not in MAKE:
            raise UsageError(f"--method {method}: there is no such method; there are {', '.join(MAKE)}")
    check_hypothesis()
    the_plan = plan(settled, spec)
    seconds = SECONDS if options.units is None and options.seconds is None else options.seconds
    workers: Workers = DaskWorkers(options.dask) if options.dask else LocalWorkers(options.jobs)
    return carry_out(Campaign(the_plan, workers, corpus, options.units, seconds), workers, report_in(settled, spec))


def plan(settled: Settled, spec: Spec) -> Plan:
    """What is to be asked, and of whom."""
    options = settled.options
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    other = None if options.against is None else program(engine_command(options.against), options)
    fixed = spec.readings_of(options.reading)
    return Plan(seed, program(settled.command, options), other, tuple(dict.fromkeys(options.method)), fixed)


def program(command: Sequence[str], options: argparse.Namespace) -> Program:
    """An engine, and how it is treated."""
    return Program(tuple(command), version(), limits_of(options), options.memory_limit)


def report_in(settled: Settled, spec: Spec) -> Report:
    """The report in the format that is wanted."""
    if settled.options.format == "json":
        return JsonReport(sys.stdout, spec, version())
    return FuzzReport(sys.stdout, spec, version(), settled.notes, settled.bundled)


def carry_out(campaign: Campaign, workers: Workers, report: Report) -> int:
    """Goes through a campaign to its end, or to the first Ctrl-C or SIGTERM, and returns the exit status."""
    status, fault = VERDICTS["interrupted"], ""
    try:
        with interruptible(campaign) as telling, closing(campaign.events()) as events:
            for event in events:
                with telling:
                    report.tell(event)
                if isinstance(event, LooseFault):
                    fault = event.fault["message"]
                if isinstance(event, Ended):
                    status = event.exit
    finally:
        workers.close(at_once=status not in (VERDICTS["nothing-found"], VERDICTS["found"]))
    if status == VERDICTS["not-started"] and not sys.stdout.isatty():
        # The report, which tells it too, has gone to a file or a program.
        print(f"fk-conform: {fault}", file=sys.stderr)
    return status


def rerun(settled: Settled, corpus: Corpus, spec: Spec) -> int:
    """Asks what has been kept again, and returns the exit status."""
    options = settled.options
    if not len(corpus):
        raise UsageError(f"--rerun: nothing is kept in {corpus.folder}")
    report = RerunReport(sys.stdout, settled.command, settled.bundled, options.format)
    again = Rerun(corpus, program(settled.command, options), spec)
    try:
        with interruptible(again) as telling, closing(again.events()) as events:
            for event in events:
                with telling:
                    report.tell(event)
    except Fault as fault:
        print(f"fk-conform: {fault.message}", file=sys.stderr)
        return VERDICTS["not-started"]
    report.end(again.interrupted)
    return VERDICTS["interrupted"] if again.interrupted else exit_of(report.states)


def parser() -> Parser:
    """The words of the command line."""
    parser = Parser("fk-conform fuzz", DESCRIPTION, EXAMPLES)
    parser.epilog = f"{parser.epilog}\n{EXITS}"
    parser.add_argument("words_given", nargs="*", metavar="ENGINE", help="see above")
    group = parser.add_argument_group("what to ask")
    group.add_argument("--against", metavar="ENGINE", help="compare with this engine and not with the reference engine")
    group.add_argument("--seed", type=_whole, metavar="N", help="which requests; default: others each time")
    group.add_argument("--seconds", type=seconds, metavar="S", help=f"how long to look; default: {SECONDS:.0f}")
    group.add_argument(
        "--units", type=_units, metavar="N", help=f"or how much to ask: so many times {OF_A_UNIT} requests"
    )
    group.add_argument("--method", action="append", default=[], metavar="NAME", help="only this one; may be repeated")
    group.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="NAME=ALTERNATIVE",
        help="at a table with this reading, the others in their defaults; without it at all tables",
    )
    group.add_argument("--rerun", action="store_true", help="ask again what has been kept, and nothing else")
    group = parser.add_argument_group("how to ask")
    group.add_argument("-j", "--jobs", type=jobs, default=1, metavar="N", help="so many processes at once")
    group.add_argument("--dask", metavar="ADDRESS", help="have the workers of a Dask cluster do it")
    add_limits(group)
    group = parser.add_argument_group("what comes of it")
    group.add_argument(
        "--corpus", type=Path, default=FOLDER, metavar="DIR", help=f"where it is kept; default: {FOLDER}"
    )
    group.add_argument("--format", choices=["text", "json"], default="text", help="json: a line a finding")
    return parser


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a whole number, 0 or more, not {text!r}")
    return int(text)


def _units(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number of units, 1 or more, not {text!r}")
    return int(text)
