"""Two saved reports compared: which cases the engine has come to answer rightly or wrongly, and which are new or gone.

What was not run is not known: a case beyond the end of an incomplete report has neither been fixed nor broken nor gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fk_conform.report.saved import SavedCase, SavedReport

# What has come of a case, by how it was answered before and how it is answered now.
CHANGES = {
    ("right", "wrong"): "broken",
    ("right", "excused"): "expected",
    ("wrong", "right"): "fixed",
    ("excused", "right"): "fixed",
    ("right", "right"): "right as before",
    ("wrong", "wrong"): "wrong as before",
    ("wrong", "excused"): "wrong as before",
    ("excused", "wrong"): "wrong as before",
    ("excused", "excused"): "wrong as before",
    ("not judged", "right"): "new",
    ("not judged", "wrong"): "new",
    ("not judged", "excused"): "new",
    ("right", "not judged"): "gone",
    ("wrong", "not judged"): "gone",
    ("excused", "not judged"): "gone",
    # Something may have broken here, and there is no telling.
    ("right", "not known"): "undecided",
    ("not known", "wrong"): "undecided",
}
LISTED = 40


@dataclass(frozen=True)
class Diff:
    """What has changed from an old report to a new one: the cases by change, and the faults that are new."""

    old: SavedReport
    new: SavedReport
    changes: dict[str, list[SavedCase]]
    faults: tuple[str, ...]

    @property
    def broken(self) -> bool:
        """Whether something was right and is wrong now."""
        return bool(self.changes.get("broken") or self.faults)

    @property
    def undecided(self) -> str:
        """Why one cannot tell whether something has broken; empty if one can."""
        if self.broken or not self.changes.get("undecided"):
            return ""
        lacking = self.new if self.new.lacks else self.old
        return f"{lacking.path} is incomplete: {lacking.lacks}; nothing shows whether something has broken"


def diff(old: SavedReport, new: SavedReport) -> Diff:
    """What has changed."""
    changes: dict[str, list[SavedCase]] = {}
    for name in {**old.cases, **new.cases}:
        change = CHANGES.get((_answered(old, name), _answered(new, name)))
        if change:
            case = old.cases[name] if change == "gone" else new.cases.get(name) or old.cases[name]
            changes.setdefault(change, []).append(case)
    return Diff(old, new, changes, tuple(fault for fault in new.faults if fault not in old.faults))


def _answered(report: SavedReport, name: str) -> str:
    case = report.cases.get(name)
    if case is None:
        return "not judged" if report.footer else "not known"
    if case.verdict == "expected-failure":
        return "excused"
    if case.right or case.wrong:
        return "right" if case.right else "wrong"
    return "not known" if case.verdict == "not-run" else "not judged"


def tell(diff: Diff, verbose: bool) -> Iterator[str]:
    """The comparison for a person, line by line."""
    for label, report in (("old", diff.old), ("new", diff.new)):
        lacks = f" ({report.lacks})" if report.lacks else ""
        yield f"{label}  {report.path}: {report.engine}, suite {report.header.suite}: {report.verdict}{lacks}"
    yield from _differences_in_kind(diff)
    for fault in diff.faults:
        yield from ("", "A fault of the engine that is new:", f"  ✗ {fault}")
    for change, heading in (
        ("broken", "Broken, right before and wrong now"),
        ("expected", "Broken, and expected to be"),
        ("fixed", "Fixed, wrong before and right now"),
        ("new", "New, not judged before"),
        ("gone", "Gone, not judged any more"),
        ("undecided", "Not known, for one of the reports does not tell"),
    ):
        cases = diff.changes.get(change, [])
        if cases:
            yield from ("", f"{heading}: {len(cases)}")
            yield from _listed(cases, None if verbose else LISTED, with_marks=change == "new")
    yield from ("", _sum(diff))


def _differences_in_kind(diff: Diff) -> Iterator[str]:
    old, new = diff.old.header, diff.new.header
    if old.suite != new.suite:
        yield "The suites are not the same; cases keep their ids and their meaning from one to the next."
    if old.selection != new.selection:
        yield "Not the same cases were selected."
    if old.readings != new.readings:
        yield "Not the same readings were asked for."


def _listed(cases: Sequence[SavedCase], most: int | None, with_marks: bool) -> Iterator[str]:
    """The cases, a line each; variants that have come to the same as their case are counted with it."""
    names = {case.id for case in cases}
    told = [case for case in cases if case.derived_from == case.id or case.derived_from not in names]
    variants = Counter(case.derived_from for case in cases if case.derived_from != case.id)
    for case in told[:most]:
        number = variants[case.id]
        more = f" (and {number} variant{'s' if number > 1 else ''})" if number else ""
        mark = f"{'✓' if case.right else '✗'} " if with_marks else ""
        yield f"  {mark}{case.id}  {case.title}{more}".rstrip()
        if case.wrong and case.message:
            yield f"    {case.message[:200]}"
    if most is not None and len(told) > most:
        yield f"  … and {len(told) - most} more; --verbose lists all"


def _sum(diff: Diff) -> str:
    counts = {change: len(diff.changes.get(change, [])) for change in dict.fromkeys(CHANGES.values())}
    told = ["broken", "fixed", "new", "gone", *(name for name in ("expected", "undecided") if counts[name])]
    before = [f"{counts[name]} {name}" for name in ("right as before", "wrong as before")]
    return f"{', '.join(f'{counts[name]} {name}' for name in told)}; {', '.join(before)}"
