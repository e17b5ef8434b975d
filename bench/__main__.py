"""`python -m bench`: the table of all measurements, as text and, with `--json FILE`, for programs."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from importlib import import_module
from pathlib import Path

from bench.measure import Figure, How, machine

PARTS = ("start", "runner", "peers", "playing", "lines", "growth", "tools")


def main() -> int:
    """Measures, prints and returns 1 if a bound is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}; default: all")
    parser.add_argument("--quick", action="store_true", help="fewer rounds of smaller things; within two minutes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    options = parser.parse_args()
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    how = How(options.quick)
    print(machine(), flush=True)
    found: list[Figure] = []
    for part in options.parts or PARTS:
        for figure in import_module(f"bench.{part}").figures(how):
            found.append(figure)
            print(told(figure), flush=True)
    for missing in dict.fromkeys(how.missing):
        print(f"not measured, for there is no {missing}")
    missed = [figure for figure in found if figure.holds is False]
    print(f"{len(found)} figures, {len(missed)} beyond their bounds")
    if options.json:
        options.json.write_text(json.dumps(_report(found, how), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if missed else 0


def told(figure: Figure) -> str:
    """A figure in one or two lines."""
    mark = {True: "✓", False: "✗", None: " "}[figure.holds]
    bound = f", {figure.bound}" if figure.bound else ""
    more = f"\n    {figure.told}" if figure.told else ""
    return f"{mark} {figure.what}: {figure.ratio}{bound}{more}"


def _report(found: list[Figure], how: How) -> dict[str, object]:
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    figures = [figure.as_json() for figure in found]
    return {"machine": machine(), "date": today, "quick": how.quick, "missing": how.missing, "figures": figures}


if __name__ == "__main__":
    sys.exit(main())
