"""What is said of a run as a whole, whatever the format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fk_conform.answer import Introduction, harmless
from fk_conform.diagnose import Diagnosis
from fk_conform.running import Footer, Header, Session
from fk_conform.spec import Spec
from fk_conform.suite import Case
from fk_conform.verdict import VERDICT_WORDS

if TYPE_CHECKING:
    from fk_conform.expected import Line

ALIKE_TOLD = 3
IDS_TOLD = 8
LONGEST_NAME = 80


def is_partial(selection: Mapping[str, Any]) -> bool:
    """Whether only some cases were selected; to leave out the generated ones is no selection."""
    return any(name != "corpus" for name in selection)


def say_extent(header: Header) -> str:
    """How many cases of which kinds a run has."""
    derived = header.cases - header.generated - header.variants
    selected = " selected" if is_partial(header.selection) else ""
    if not derived and header.cases:
        others = ((header.variants, "variant"), (header.generated, "generated case"))
        return " and ".join(_so_many(*each) for each in others if each[0]) + selected
    variants = f", {_so_many(header.variants, 'variant')} of them" if header.variants else ""
    generated = f", {header.generated} generated" if header.generated else ""
    return f"{_so_many(derived, 'case')}{selected}{variants}{generated}"


def _so_many(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def say_unreviewed(cases: Iterable[Case]) -> list[str]:
    """That nobody has signed some cases for the present wording of their clauses; nothing, if somebody has."""
    clauses = dict.fromkeys(case.clause for case in cases if case.unreviewed)
    return [f"Unreviewed, for the clause has been reworded since: {', '.join(clauses)}."] if clauses else []


def say_introduction(introduction: Introduction, spec: Spec) -> tuple[str, str]:
    """The name of an engine, and what it plays and offers, as the rest of the sentence."""
    defaults = spec.default_readings
    others = [f"{name}: {value}" for name, value in introduction.readings.items() if value != defaults[name]]
    plays = f"plays {', '.join(map(harmless, others))}" if others else "plays every reading in its default"
    methods = [method for method in spec.methods if method in introduction.methods and method != "initialize"]
    offers = f"offers {len(methods)} of {len(spec.methods) - 1} methods"
    return say_name(introduction.engine), f"{plays}; {offers}"


def say_name(engine: Mapping[str, str]) -> str:
    """The name of an engine and its version, as long as a name may be."""
    name = f"{engine['name']} {engine['version']}"
    return harmless(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…")


def say_engines(sessions: Iterable[Session]) -> str:
    """The names of the engines of a run: one, if it does not change its name on the way."""
    names = dict.fromkeys(say_name(session.introduction.engine) for session in sessions)
    return ", ".join(names) or "an engine that could not be run"


def say_diagnosis(diagnosis: Diagnosis, spec: Spec) -> tuple[str, str]:
    """What some failures look like: a label, and a sentence."""
    failures = _so_many(diagnosis.failures, "failure")
    apart = [(diagnosis.malformed, "at malformed requests"), (diagnosis.left_out, "in generated cases")]
    told = " and ".join(f"{number} {where}" for number, where in apart if number)
    left_out = f", {told} left out" if told else ""
    explains = f"explains {len(diagnosis.explains)} of {failures}{left_out}"
    if diagnosis.alike:
        others = len(diagnosis.alike) - ALIKE_TOLD
        more = [f"{others} others"] if others > 0 else []
        explains += f", as would {' and '.join([*diagnosis.alike[:ALIKE_TOLD], *more])}"
    mistake = spec.mistakes.get(diagnosis.subject)
    if mistake:
        return "Looks like", f"{mistake.sentence} ({mistake.id}, {mistake.clause}); {explains}"
    return "Answers as a table does that plays", f"{diagnosis.subject}; {explains}"


def say_sum(footer: Footer) -> str:
    """How many cases came to what, and what the run came to.

    >>> say_sum(Footer("not-conformant", {"passed": 3, "failed": 1, "not-run": 0}, [], 0.256))
    '3 passed, 1 failed in 0.26 s: not conformant'
    """
    return f"{say_counts(footer.counts)} in {footer.seconds:.2f} s: {footer.verdict.replace('-', ' ')}"


def say_counts(counts: Mapping[str, int]) -> str:
    """How many cases came to what."""
    return ", ".join(f"{number} {VERDICT_WORDS[name]}" for name, number in counts.items() if number) or "nothing ran"


def say_end(footer: Footer) -> str:
    """Why a run tells nothing of the engine as a whole, or not all there is; empty if it came to its end.

    >>> say_end(Footer("stopped", {"not-run": 2}, [], 0.2, "ten faults of the engine in a row"))
    'stopped after ten faults of the engine in a row; 2 cases were not run'
    """
    ends = {
        "interrupted": "interrupted",
        "stopped": f"stopped after {footer.stopped_after}",
        "not-started": "the engine could not be run",
        "nothing-ran": "nothing that applies ran",
    }
    if footer.verdict not in ends:
        return ""
    left = footer.counts["not-run"]
    not_run = f"; {left} case{'s were' if left != 1 else ' was'} not run" if left else ""
    return ends[footer.verdict] + not_run


def say_skipped(skipped: Mapping[str, int]) -> str:
    """Of which methods so many cases were not run, because the engine had gone wrong at ten of them in a row.

    >>> say_skipped({"count_lines": 98})
    'Not run, after ten faults in a row: count_lines (98).'
    """
    return f"Not run, after ten faults in a row: {', '.join(f'{name} ({number})' for name, number in skipped.items())}."


def say_unmatched(line: Line) -> str:
    """That a line of expected failures names nothing there is."""
    return harmless(f"{line.place}: there is no such case: {line.name}")


def say_some(ids: Sequence[str]) -> str:
    """The first of some ids, and how many more there are.

    >>> say_some(["FK4.1c01"] * 9)
    'FK4.1c01 FK4.1c01 FK4.1c01 FK4.1c01 FK4.1c01 FK4.1c01 FK4.1c01 FK4.1c01 and 1 more'
    """
    more = f" and {len(ids) - IDS_TOLD} more" if len(ids) > IDS_TOLD else ""
    return " ".join(ids[:IDS_TOLD]) + more
