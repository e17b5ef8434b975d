"""What is asked besides the cases: variants of them by symmetry, and what shows whether an engine is pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from fk_conform.suite import AGAIN, TWIN, Case

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


def case_named(name: str, by_id: Mapping[str, Case]) -> Case | None:
    """The case of this id: one of those given, a variant of one, or one asked again; None if there is no such case.

    >>> case = Case("FK4.3c02", "FK4.3", "", "judge_trick", '{"leader":"west","cards":["KS"],"trump":"hearts"}', "")
    >>> [found.id for name in ("FK4.3c02~HCDS+1", "FK4.3c02@again") if (found := case_named(name, {case.id: case}))]
    ['FK4.3c02~HCDS+1', 'FK4.3c02@again']
    """
    if name in by_id:
        return by_id[name]
    if "@" in name:
        from fk_conform.purity import twin

        whole, _, how = name.partition("@")
        case = case_named(whole, by_id)
        if case and f"@{how}" == AGAIN:
            return dataclasses.replace(case, id=name)
        return twin(case) if case and f"@{how}" == TWIN else None
    if "~" in name:
        from fk_conform.symmetry import variant_of

        return variant_of(name, by_id)
    return None
