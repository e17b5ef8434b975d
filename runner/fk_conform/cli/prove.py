"""`fk-conform prove ENGINE`: ask all there is to ask, where that is few enough."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from fk_conform.cli.settle import LIMITS, add_limits, limits_of, settle
from fk_conform.cli.signals import interruptible
from fk_conform.cli.words import Parser, jobs
from fk_conform.errors import UsageError
from fk_conform.faults import Fault
from fk_conform.prove import DOMAINS
from fk_conform.prove.part import A_QUESTION
from fk_conform.prove.proof import Ended, Options, Proof
from fk_conform.prove.report import ProofReport
from fk_conform.running import EXIT_OF, LooseFault
from fk_conform.spec import load_spec
from fk_conform.version import version

DESCRIPTION = """\
Where a method has few enough questions, puts all of them to an engine, one of each kind: questions that differ only in
the names of the suits, or in who sits where, are of one kind.

  draws      one round of draw_dealer: all four cards that four seats can draw
  positions  legal_cards: all patterns of suits in hand and trick, the ranks sampled
  tricks     judge_trick: all tricks, trump suits and leaders
  cliques    find_cliques: all hands
  courses    judge_cliques: all courses of announcing, naming and showing, up to what is first refused

ENGINE is a program, or the command of one in quotes; a command may also follow after --. Without one the bundled
reference engine is asked. A QUESTION that failed can be asked again by its name. The expected answers are those of the
readings that the engine follows. The report says what each domain covers, what its answers rest on and what is taken
for granted.
"""

EXAMPLES = """\
fk-conform prove ./my-engine
fk-conform prove -j 2 -- node engine.mjs
fk-conform prove ./my-engine --domain tricks --domain draws
fk-conform prove ./my-engine --resume proof.json
fk-conform prove ./my-engine --limit 1000
fk-conform prove ./my-engine --no-symmetry --domain tricks
fk-conform prove tricks-4711.2 -- ./my-engine
"""

EXITS = """
exit status:
  0  no wrong answer                     3  the engine could not be run
  1  not all is right                    4  nothing was asked that the engine offers
  2  the command or a file is wrong    130  interrupted; --resume goes on
"""

KEYS = ("readings", "jobs", "isolate", *LIMITS)


def main(words: Sequence[str]) -> int:
    """Asks, tells, and returns the exit status."""
    settled = settle(parser(), words, KEYS, lambda word: word in DOMAINS or A_QUESTION.match(word) is not None)
    given, questions = settled.options, list(dict.fromkeys(settled.ids))
    for name in questions:
        if name in DOMAINS:
            raise UsageError(f"{name} is a domain, neither an engine nor a question; it is named by --domain {name}")
    for name in [*given.domain, *(question.partition("-")[0] for question in questions)]:
        if name not in DOMAINS:
            raise UsageError(f"there is no domain {name!r}; there are {', '.join(DOMAINS)}")
    if questions and (given.domain or given.limit or given.resume):
        raise UsageError("questions that are named go without --domain, --limit and --resume")
    spec = load_spec()
    options = Options(
        command=settled.command,
        limits=limits_of(given),
        readings=spec.readings_of(given.reading),
        domains=[name for name in DOMAINS if not given.domain or name in given.domain],
        questions=questions,
        limit=given.limit,
        symmetry=given.symmetry,
        jobs=given.jobs,
        isolate=given.isolate,
        state=given.resume,
        bundled=settled.bundled,
        memory=given.memory_limit,
        notes=settled.notes,
    )
    return carry_out(Proof(options, spec, version()), ProofReport(sys.stdout, spec, version()))


def carry_out(proof: Proof, report: ProofReport) -> int:
    """Proves to the end, or to the first Ctrl-C or SIGTERM, and reports; returns the exit status."""
    status = EXIT_OF["interrupted"]
    fault: Fault | None = None
    with interruptible(proof), closing(proof.events()) as events:
        for event in events:
            report.tell(event)
            if isinstance(event, LooseFault):
                fault = event.fault
            if isinstance(event, Ended):
                status = event.exit
    if fault and status == EXIT_OF["not-started"] and not sys.stdout.isatty():
        # The report, which tells it too, has gone to a file or a program.
        print(f"fk-conform: {fault.message}", file=sys.stderr)
    return status


def parser() -> Parser:
    """The words of the command line."""
    parser = Parser("fk-conform prove", DESCRIPTION, EXAMPLES)
    parser.epilog = f"{parser.epilog}\n{EXITS}"
    parser.add_argument("words_given", nargs="*", metavar="ENGINE | QUESTION", help="see above")
    group = parser.add_argument_group("what to ask")
    group.add_argument("--domain", action="append", default=[], metavar="NAME", help="only this one; may be repeated")
    group.add_argument(
        "--limit", type=_count, metavar="N", help="about N questions of each domain, spread over it: a sample, no proof"
    )
    group.add_argument(
        "--no-symmetry",
        dest="symmetry",
        action="store_false",
        help="of tricks, cliques and draws every question there is, 25 million, and not one of each kind",
    )
    group.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="NAME=ALTERNATIVE",
        help="at a table with this reading, the others in their defaults",
    )
    group = parser.add_argument_group("how to ask")
    group.add_argument(
        "-j", "--jobs", type=jobs, default=1, metavar="N", help="so many processes of the engine at once"
    )
    group.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="go on where FILE says, if there is one, and keep in it how far it is; not once a file that the command "
        "names has changed, the program or one among its words (changes of others are not noticed)",
    )
    group.add_argument(
        "--isolate", action=argparse.BooleanOptionalAction, default=False, help="a fresh process for each question"
    )
    add_limits(group)
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number of questions, 1 or more, not {text!r}")
    return int(text)
