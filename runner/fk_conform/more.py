"""What is asked besides the cases themselves: variants of them by symmetry, and what shows whether an engine is pure."""

from __future__ import annotations

from collections.abc import Sequence

from fk_conform.suite import Case

SYMMETRIES = ("none", "sample", "all")


def more_from(cases: Sequence[Case], symmetry: str, purity: bool) -> list[Case]:
    """Variants of the cases: none, a sample of one a case, or all; and what `--purity` asks."""
    more: list[Case] = []
    if symmetry != "none":
        from fk_conform.symmetry import sample, variants

        whole = [case for case in cases if not case.generated]
        if symmetry == "all":
            more = [variant for case in whole for variant in variants(case)]
        else:
            more = [variant for case in whole if (variant := sample(case))]
    if purity:
        from fk_conform.purity import purity_cases

        more += purity_cases(cases)
    return more
