"""More from each case: the game does not change when suits are renamed or the table is turned.

From a case follow up to 24 × 4 variants with ids derived from its own: in `FK4.3c02~HCDS+1` spades are called hearts,
hearts clubs, diamonds diamonds and clubs spades, and everybody sits one place further in the order of play. The
answer is that of the case, renamed in the same way. An engine that has taken chance patterns for rules (seat 0, the
first suit) falls to them.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from operator import itemgetter
from typing import Any

from fk_conform.suite import AGAIN, TWIN, Case

Json = Any

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SEATS = ("south", "east", "north", "west")
SIDES = ("north-south", "east-west")
RENAMINGS = tuple("".join(order) for order in itertools.permutations("SHDC"))
# Where kings make partners their colours count, so that suits change names within a colour only.
WITHIN_COLOURS = ("SHDC", "CHDS", "SDHC", "CDHS")

# What a renaming changes, as it stands in JSON: a card, a suit, a seat or a side.
WORD = re.compile(r'"([KQJAT987][SHDC]|spades|hearts|diamonds|clubs|south|east|north|west|north-south|east-west)"')
# What stands for the letter of a suit, or for the letter of another: no JSON has such characters as they are.
MARK_OF = dict(zip("SHDC", "\x01\x02\x03\x04", strict=True))
VARIANT = re.compile(r"(.+)~([SHDC]{4})\+([0-3])$")


def variants(case: Case) -> Iterator[Variant]:
    """All variants of a case that ask another question than the case itself, each question once."""
    pairs = _pairs(case)
    asks_anew = new_questions(case) if case.new_questions is None else case.new_questions
    if asks_anew:
        template = _CaseTemplate(case)
        for number, (renaming, turn) in enumerate(pairs):
            if asks_anew >> number & 1:
                yield Variant(template, renaming, turn)


def new_questions(case: Case) -> int:
    """Which of the renamings of a case ask what neither the case nor a renaming before asks: a bit for each.

    The first of six renamings that keep spades call hearts diamonds and clubs in the third and the fifth, and the
    first after these calls them spades; of the four turns of the table each time the first is new.

    >>> from fk_conform.suite import Case
    >>> case = Case("FK1.2c02", "FK1.2", "", "legal_cards", '{"trump":"hearts"}', "")
    >>> new_questions(case) == 1 << 2 * 4 | 1 << 4 * 4 | 1 << 6 * 4
    True
    """
    template = Template(case.params)
    asked = {_question(case.params)}
    bits = 0
    for number, (renaming, turn) in enumerate(_pairs(case)):
        question = _question(template.filled(renaming, turn).decode())
        if question not in asked:
            asked.add(question)
            bits |= 1 << number
    return bits


def all_params(case: Case) -> Iterator[str]:
    """What the case and each of its variants asks; more than once, where a renaming changes nothing."""
    template = Template(case.params)
    for renaming, turn in _pairs(case):
        yield template.filled(renaming, turn).decode()


def sample(case: Case) -> Variant | None:
    """One variant of a case, always the same: chosen by its id. None where it has none."""
    pairs = _pairs(case)
    asked = _question(case.params)
    template = _CaseTemplate(case)
    start = zlib.crc32(case.id.encode())
    for number in range(len(pairs)):
        variant = Variant(template, *pairs[(start + number) % len(pairs)])
        if variant.params != case.params and _question(variant.params) != asked:
            return variant
    return None


def variant_of(name: str, by_id: Mapping[str, Case]) -> Case | None:
    """The variant that an id names, if there is such a one."""
    found = VARIANT.match(name)
    if not found or found.group(1) not in by_id:
        return None
    case, renaming, turn = by_id[found.group(1)], found.group(2), int(found.group(3))
    return renamed(case, renaming, turn) if (renaming, turn) in _pairs(case) else None


def renamed(case: Case, renaming: str, turn: int) -> Case:
    """The variant of a case in which S, H, D, C are called as in `renaming`, and everybody sits `turn` places further.

    >>> from fk_conform.suite import Case
    >>> case = Case("FK4.3c02", "FK4.3", "", "judge_trick", '{"leader":"west","cards":["KS"],"trump":"hearts"}', "")
    >>> renamed(case, "HCDS", 1).params
    '{"leader":"south","cards":["KH"],"trump":"clubs"}'
    """
    return Variant(_CaseTemplate(case), renaming, turn).written_out()


class Template:
    """JSON taken apart at the words that a renaming changes, so that it is renamed at little cost.

    Of a card only the letter of the suit changes: a mark stands for it. The other words have a length of their own
    each, and are put in.
    """

    def __init__(self, text: str) -> None:
        words: list[str] = []

        def taken_out(found: re.Match[str]) -> str:
            word = found[1]
            if len(word) == 2:
                return f'"{word[0]}{MARK_OF[word[1]]}"'
            words.append(word)
            return '"%b"'

        with_marks, changes = WORD.subn(taken_out, text.replace("%", "%%"))
        # Two empty words more, for of one alone `itemgetter` makes no tuple.
        self._text = with_marks.encode() + b"%b%b"
        self._words: Callable[[Mapping[str, bytes]], tuple[bytes, ...]] = itemgetter(*words, "", "")
        self._stays = None if changes else text.encode()

    def filled(self, renaming: str, turn: int) -> bytes:
        """The JSON, renamed."""
        if self._stays is not None:
            return self._stays
        letters, words = _table(renaming, turn)
        renamed: bytes = self._text.translate(letters) % self._words(words)
        return renamed


class _CaseTemplate:
    """What the variants of one case have in common."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.params = Template(case.params)

    @cached_property
    def expect(self) -> Template:
        """The result."""
        return Template(json.dumps(self.case.expect))


class Variant(Case):
    """A case in which suits are renamed and the table is turned; what it asks is written out when somebody looks."""

    __slots__ = ("_template", "renaming", "turn")
    _template: _CaseTemplate
    renaming: str
    turn: int

    def __init__(self, template: _CaseTemplate, renaming: str, turn: int) -> None:
        case = template.case
        settle = object.__setattr__
        settle(self, "_template", template)
        settle(self, "renaming", renaming)
        settle(self, "turn", turn)
        # What every run looks at.
        settle(self, "method", case.method)
        settle(self, "under", case.under)
        settle(self, "table", case.table)
        settle(self, "generated", case.generated)

    def __getattr__(self, name: str) -> Json:
        """What has not been written out yet, or is as in the case itself."""
        template = self._template
        value: Json
        if name == "id":
            value = f"{template.case.id}~{self.renaming}+{self.turn}"
        elif name == "params":
            return self.wire.decode()
        elif name == "expect":
            value = json.loads(template.expect.filled(self.renaming, self.turn))
        else:
            return getattr(template.case, name)
        object.__setattr__(self, name, value)
        return value

    def written_out(self) -> Case:
        """The same as a case like any other."""
        return dataclasses.replace(self.case, id=self.id, params=self.params, expect=self.expect, new_questions=None)

    @property
    def case(self) -> Case:
        """The case that it is a variant of."""
        return self._template.case

    @property
    def wire(self) -> bytes:
        """The params, as they are sent."""
        return self._template.params.filled(self.renaming, self.turn)

    @property
    def back(self) -> tuple[str, int]:
        """The renaming and the turn that lead from the variant back to the case."""
        return "".join("SHDC"[self.renaming.index(letter)] for letter in "SHDC"), -self.turn % 4

    @property
    def derived_from(self) -> str:
        """The id of the case that it is a variant of."""
        return self._template.case.id

    @property
    def is_variant(self) -> bool:
        """It is one."""
        return True


def _question(params: str) -> str:
    """Params in one form, whatever the order of the members."""
    return json.dumps(json.loads(params), sort_keys=True)


@cache
def _table(renaming: str, turn: int) -> tuple[bytes, dict[str, bytes]]:
    """What a variant has for each mark of a suit, and for each other word."""
    suit = dict(zip("SHDC", renaming, strict=True))
    words = {SUITS[letter]: SUITS[other] for letter, other in suit.items()}
    words |= {word: SEATS[(place + turn) % 4] for place, word in enumerate(SEATS)}
    words |= {side: SIDES[(place + turn) % 2] for place, side in enumerate(SIDES)}
    marks = "".join(MARK_OF[letter] for letter in suit)
    letters = bytes.maketrans(marks.encode(), "".join(suit.values()).encode())
    return letters, {"": b"", **{word: other.encode() for word, other in words.items()}}


def in_words(name: str) -> str:
    """What is renamed in a variant, for a person to read.

    >>> in_words("FK4.3c02~HSDC+1")
    'FK4.3c02 with hearts for spades, spades for hearts, and everybody one seat further'
    """
    found = VARIANT.match(name)
    if name.endswith(AGAIN):
        return f"{name.partition('@')[0]}, asked once more"
    if name.endswith(TWIN):
        return f"{name.partition('@')[0]}, with two cards exchanged that the seat cannot see"
    if not found:
        return name
    changed = [
        f"{SUITS[other]} for {SUITS[letter]}"
        for letter, other in zip("SHDC", found.group(2), strict=True)
        if letter != other
    ]
    turn = ("", "everybody one seat further", "partners' seats exchanged", "everybody one seat back")[
        int(found.group(3))
    ]
    return f"{found.group(1)} with {', and '.join(part for part in (', '.join(changed), turn) if part)}"


def _renamings(case: Case) -> tuple[str, ...]:
    return WITHIN_COLOURS if case.method.startswith("pair_players") else RENAMINGS


@cache
def _all_pairs(renamings: tuple[str, ...], turns: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    return tuple(itertools.product(renamings, turns))


def _pairs(case: Case) -> tuple[tuple[str, int], ...]:
    """Every renaming and every turn of the table that a case may be put through."""
    return _all_pairs(_renamings(case), _turns(case))


def _turns(case: Case) -> tuple[int, ...]:
    """How far the table may be turned. The points of `count_lines` are those of north-south, who must stay it."""
    return (0, 2) if case.method == "count_lines" else (0, 1, 2, 3)
