"""What is asked besides the cases: variants of them by symmetry, and what shows whether an engine is pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from fk_conform.suite import AGAIN, TWIN, Case

SYMMETRIES = ("none", "sample", "all")


class CasesAndMore:
    """Cases and what is asked besides: variants by symmetry, and with `purity` what that asks.

    What is asked besides is made whenever it is gone through, as it is wanted: with all variants it is much. `cases`
    are gone through several times, and may be read anew each time.
    """

    def __init__(self, cases: Iterable[Case], symmetry: str = "none", purity: bool = False) -> None:
        self.cases = cases
        self.symmetry = symmetry
        self.purity = purity

    def __iter__(self) -> Iterator[Case]:
        yield from self.of(lambda case: True)

    def of(self, wanted: Callable[[Case], bool]) -> Iterator[Case]:
        """The cases that are wanted, and what is asked besides of these."""
        yield from filter(wanted, self.cases)
        if self.symmetry != "none" or self.purity:
            yield from more_from(list(filter(wanted, self._derived())), self.symmetry, self.purity)

    def counted(self) -> Iterator[tuple[Case, int]]:
        """The cases, each with the number of those that are asked besides of it, which are not made for it."""
        for case in self.cases:
            for_purity = list(more_from([case], "none", self.purity))
            yield case, len(for_purity) + self._number_of_variants(case)

    def _number_of_variants(self, case: Case) -> int:
        if self.symmetry == "none" or case.generated:
            return 0
        from fk_conform.symmetry import new_questions

        new = new_questions(case) if case.new_questions is None else case.new_questions
        return new.bit_count() if self.symmetry == "all" else int(new > 0)

    def _derived(self) -> Iterator[Case]:
        return (case for case in self.cases if not case.generated)


def more_from(cases: Sequence[Case], symmetry: str, purity: bool) -> Iterator[Case]:
    """Variants of the cases: none, a sample of one a case, or all; and what `--purity` asks."""
    if symmetry != "none":
        from fk_conform.symmetry import sample, variants

        for case in cases:
            if case.generated:
                continue
            if symmetry == "all":
                yield from variants(case)
            elif variant := sample(case):
                yield variant
    if purity:
        from fk_conform.purity import purity_cases

        yield from purity_cases(cases)


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
