"""Answers that were found right, by which the same answers to variants are known at a glance.

The game does not change when suits are renamed and the table is turned. So if the answer to a case is right, the answer
to a variant of it is right that is the same but for the renaming, byte for byte, however the engine writes its JSON.
Any other answer says nothing yet, and is looked at as if nothing were known.
"""

from __future__ import annotations

import re

from fk_conform.suite import Case
from fk_conform.symmetry import Template, Variant

# An engine may sort what has no order, such as lawful cards, so that the same answer takes another form in a variant.
MOST_FORMS = 4
ID = re.compile(r'"id" ?: ?(\d+)(?=[ ,}])')


class RightAnswers:
    """The right answers that cases got in one session, each in the forms in which it came, the last first."""

    def __init__(self) -> None:
        self._forms: dict[str, list[Form]] = {}

    def remember(self, case: Case, number: int, line: bytes) -> None:
        """Notes the line, with this number as its id, that was the right answer to a case or a variant of one."""
        if case.generated or (case.is_variant and type(case) is not Variant):
            return
        form = Form.of(case, number, line)
        if form:
            forms = self._forms.setdefault(case.derived_from, [])
            forms.insert(0, form)
            del forms[MOST_FORMS:]

    def is_known(self, case: Case, number: int, line: bytes) -> bool:
        """Whether a line is surely the right answer to a case, which was asked under this number."""
        if type(case) is not Variant:
            return False
        forms = self._forms.get(case.derived_from, [])
        for place, form in enumerate(forms):
            if form.filled(case, number) == line:
                if place:
                    forms.insert(0, forms.pop(place))
                return True
        return False


class Form:
    """A right answer to a case, without its id and without what a renaming changes."""

    def __init__(self, before: str, after: str) -> None:
        self._before = Template(before)
        self._after = Template(after)

    @classmethod
    def of(cls, case: Case, number: int, line: bytes) -> Form | None:
        """The form of the answer to a case or a variant of one; None if its bytes alone do not tell what it means.

        >>> from fk_conform.symmetry import variants
        >>> case = Case("FK4.3c02", "FK4.3", "", "judge_trick", '{"leader":"west","cards":["KS"],"trump":"hearts"}', "")
        >>> form = Form.of(case, 7, b'{"jsonrpc":"2.0","id":7,"result":{"winner":"west"}}')
        >>> form.filled(next(variants(case)), 8)
        b'{"jsonrpc":"2.0","id":8,"result":{"winner":"south"}}'
        """
        text = line.decode()
        if type(case) is Variant:
            text = Template(text).filled(*case.back).decode()
        found = ID.search(text)
        # A string with an escape may be a word that is not seen, and of two ids one is that of something else.
        if "\\" in text or text.count('"id"') != 1 or not found or int(found[1]) != number:
            return None
        return cls(text[: found.start(1)], text[found.end(1) :])

    def filled(self, variant: Variant, number: int) -> bytes:
        """The line as it is for a variant, under another number."""
        renaming, turn = variant.renaming, variant.turn
        return b"%b%d%b" % (self._before.filled(renaming, turn), number, self._after.filled(renaming, turn))
