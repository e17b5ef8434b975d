"""Running the suite from a program: what `fk_conform.run` does."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from fk_conform.cli.words import canonical, engine_command
from fk_conform.conversation import Limits
from fk_conform.errors import UsageError
from fk_conform.expected import load_expected
from fk_conform.more import SYMMETRIES, CasesAndMore
from fk_conform.outcome import Report
from fk_conform.running import Options, Run
from fk_conform.spec import Spec, load_spec
from fk_conform.suite import Case, Selection, load_cases, select
from fk_conform.version import version


def run_cases(
    engine: object,
    cases: Iterable[Case | str] | None = None,
    *,
    readings: Mapping[str, str],
    corpus: bool = True,
    symmetry: str | None = None,
    purity: bool = False,
    fail_fast: bool = False,
    xfail: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    isolate: bool = False,
    limits: Limits | None = None,
    memory: int | None = None,
) -> Report:
    """A run from beginning to end; see `fk_conform.run`."""
    spec = load_spec()
    if symmetry not in (None, *SYMMETRIES):
        raise UsageError(f"symmetry: expected {', '.join(SYMMETRIES)}, not {symmetry!r}")
    if jobs < 1:
        raise UsageError(f"jobs: expected 1 or more, not {jobs}")
    selection, chosen = choose(cases, corpus, spec)
    if symmetry is None:
        symmetry = "sample" if selection.everything else "none"
    command = command_of(engine)
    options = Options(
        command=command or (),
        limits=limits or Limits(),
        readings=spec.readings_of([f"{name}={alternative}" for name, alternative in readings.items()]),
        selection=selection,
        jobs=jobs,
        isolate=isolate,
        fail_fast=fail_fast,
        expected=load_expected(Path(xfail)) if xfail else None,
        memory=memory,
    )
    run = _a_run(engine, CasesAndMore(chosen, symmetry, purity), options, spec)
    if not run.number:
        raise UsageError("no case is selected: none of those named holds under the readings given")
    with closing(run.events()) as events:
        return Report(tuple(events))


def choose(cases: Iterable[Case | str] | None, corpus: bool, spec: Spec) -> tuple[Selection, list[Case]]:
    """The cases that are meant, and what they were selected by."""
    if cases is None:
        selection = Selection(corpus=corpus)
        return selection, select(load_cases(corpus), selection, spec)
    given = [cases] if isinstance(cases, str) else list(cases)
    names = tuple(canonical(each) for each in given if isinstance(each, str))
    own = [each for each in given if not isinstance(each, str)]
    selection = Selection(ids=(*names, *(case.id for case in own)), corpus=corpus)
    named = select(load_cases(corpus), Selection(ids=names, corpus=corpus), spec) if names else []
    if not named and not own:
        raise UsageError("no case is selected")
    return selection, list({case.id: case for case in [*named, *own]}.values())


def command_of(engine: object) -> list[str] | None:
    """The command that an engine is, in words; None if it is an object of this process."""
    if isinstance(engine, str):
        return engine_command(engine)
    if isinstance(engine, os.PathLike):
        return [os.fspath(engine)]
    if isinstance(engine, list | tuple):
        if not engine:
            raise UsageError("an engine was expected, not an empty command")
        return [str(word) for word in engine]
    return None


def _a_run(engine: object, cases: CasesAndMore, options: Options, spec: Spec) -> Run:
    if options.command:
        return Run(cases, options, spec, version())
    from fk_conform.inprocess import RunInProcess

    return RunInProcess(engine, cases, options, spec, version())
