"""Mutates the reference engine with cosmic-ray and tells which mutants the suite lets live.

`make mutation`, or `python mutation/run.py play cliques` for some modules. cosmic-ray changes files in place: each
process has a copy of the checkout, in build/mutation, and never touches the checkout itself. A session that was cut off
goes on where it stopped, unless the engine has changed in between. `--again` tries the survivors once more, with the
cases as they are now; `--report` runs nothing and writes survivors.md anew. What is known of a part of the modules only
goes to build/mutation/survivors.md, and mutation/survivors.md is left as it is.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import multiprocessing
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "runner")]

from mutation.noise import regions  # noqa: E402
from mutation.report import Outcomes, is_whole, read_rulings, read_session, write_report  # noqa: E402

BUILD = ROOT / "build" / "mutation"
MODULES = ("play", "cliques", "game", "seating", "dealing", "pack", "engine", "readings", "errors", "lines")
COPIED = ("reference", "runner", "spec", "cases", "mutation")


def main(words: Sequence[str]) -> int:
    """Runs what is asked for and writes the report."""
    parser = argparse.ArgumentParser(prog="mutation/run.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {', '.join(MODULES)}; without one, all")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: the cores)")
    parser.add_argument("--again", action="store_true", help="try the survivors of the last run again")
    parser.add_argument("--report", action="store_true", help="run nothing, write survivors.md from the last run")
    options = parser.parse_args(words)
    unknown = [name for name in options.modules if name not in MODULES]
    if unknown:
        parser.error(f"there is no module {unknown[0]!r}, expected one of {', '.join(MODULES)}")
    if not options.report:
        with multiprocessing.Pool(options.jobs) as pool:
            run = functools.partial(run_module, again=options.again)
            for module, seconds in pool.imap_unordered(run, options.modules or MODULES, chunksize=1):
                print(f"{module}: done in {seconds:.0f} s", flush=True)
    outcomes = {module: read_session(_session(module)) if _is_fresh(module) else None for module in MODULES}
    if not any(outcomes.values()):
        parser.error("nothing has been run of the engine as it is now: run first, without --report")
    return tell(outcomes)


def tell(outcomes: Outcomes) -> int:
    """Writes the report, and prints the scores and where it is: a part of the modules never takes the place of all."""
    file = (ROOT / "mutation" if is_whole(outcomes) else BUILD) / "survivors.md"
    print(write_report(outcomes, read_rulings(ROOT / "mutation" / "rulings.toml"), file))
    print(f"written to {file.relative_to(ROOT)}")
    if not is_whole(outcomes):
        print("mutation/survivors.md is left as it is: for all modules, make mutation")
    return 0


def run_module(module: str, again: bool = False) -> tuple[str, float]:
    """Makes the mutants of a module and runs the suite against each; gives the time that it took."""
    start = time.monotonic()
    copy = BUILD / module
    session, config = _session(module), copy / "config.toml"
    if _is_fresh(module):
        # What was cut off may have left a mutant in the copy; and there may be new cases.
        make_copy(copy)
        if again:
            forget_survivors(session)
    else:
        shutil.rmtree(copy, ignore_errors=True)
        make_copy(copy)
        text = (ROOT / "mutation" / "config.toml").read_text(encoding="utf-8")
        text = text.replace('"reference/forty_kings"\n', f'"reference/forty_kings/{module}.py"\n')
        config.write_text(text.replace("PYTHON", sys.executable).replace("MODULE", module), encoding="utf-8")
        _cosmic_ray(copy, "baseline", config.name)
        _cosmic_ray(copy, "init", config.name, session.name)
        _stamp(module).write_text(_state(module), encoding="utf-8")
    skip_noise(session, module)
    _cosmic_ray(copy, "exec", config.name, session.name)
    return module, time.monotonic() - start


def make_copy(copy: Path) -> None:
    """A copy of what the suite needs, compiled."""
    from fk_conform.data import compile_into

    for folder in COPIED:
        shutil.rmtree(copy / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    compile_into(copy / "build" / "compiled", ROOT)
    # Mutants are never written as bytecode, and what they leave alone need not be compiled again for each.
    subprocess.run([sys.executable, "-m", "compileall", "-q", "reference", "runner"], cwd=copy, check=True)


def skip_noise(session: Path, module: str) -> None:
    """Marks the mutations that no answer can show as skipped, with the kind of noise."""
    from cosmic_ray.work_db import use_db
    from cosmic_ray.work_item import WorkerOutcome, WorkResult

    noise = regions(module, (ROOT / "reference" / "forty_kings" / f"{module}.py").read_text(encoding="utf-8"))
    with use_db(str(session)) as database:
        for item in list(database.work_items):
            (mutation,) = item.mutations
            kinds = [region.kind for region in noise if region.holds(mutation.start_pos, mutation.end_pos)]
            if kinds:
                kind = "python-only" if "python-only" in kinds else kinds[0]
                database.set_result(item.job_id, WorkResult(output=kind, worker_outcome=WorkerOutcome.SKIPPED))


def forget_survivors(session: Path) -> None:
    """Takes the results of the survivors out of a session, so that they are run again."""
    with sqlite3.connect(session) as database:
        database.execute("DELETE FROM work_results WHERE test_outcome = 'SURVIVED'")


def _cosmic_ray(copy: Path, *words: str) -> None:
    subprocess.run([sys.executable, "-m", "cosmic_ray.cli", *words], cwd=copy, check=True)


def _session(module: str) -> Path:
    return BUILD / module / "session.sqlite"


def _stamp(module: str) -> Path:
    return BUILD / module / "stamp"


def _is_fresh(module: str) -> bool:
    """Whether the mutants of a module are of the engine as it is now."""
    stamp = _stamp(module)
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _state(module)


def _state(module: str) -> str:
    """What is mutated: a digest of the reference engine."""
    digest = hashlib.sha256(module.encode())
    for path in sorted((ROOT / "reference" / "forty_kings").glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
