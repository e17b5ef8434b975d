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
from collections.abc import Iterator, Mapping
from functools import cache

from fk_conform.suite import AGAIN, TWIN, Case

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SEATS = ("south", "east", "north", "west")
SIDES = ("north-south", "east-west")
RENAMINGS = tuple("".join(order) for order in itertools.permutations("SHDC"))
# Where kings make partners their colours count, so that suits change names within a colour only.
WITHIN_COLOURS = ("SHDC", "CHDS", "SDHC", "CDHS")

# What a renaming changes, as it stands in JSON: a card, a suit, a seat or a side.
WORD = re.compile(r'("(?:[KQJAT987][SHDC]|spades|hearts|diamonds|clubs|south|east|north|west|north-south|east-west)")')
VARIANT = re.compile(r"(.+)~([SHDC]{4})\+([0-3])$")


def variants(case: Case) -> Iterator[Case]:
    """All variants of a case that ask another question than the case itself, each question once."""
    template = _Template(case)
    asked = {_question(case.params)}
    for renaming, turn in itertools.product(_renamings(case), _turns(case)):
        question = _question(template.params(renaming, turn))
        if question not in asked:
            asked.add(question)
            yield template.variant(renaming, turn)


def all_params(case: Case) -> Iterator[str]:
    """What the case and each of its variants asks; more than once, where a renaming changes nothing."""
    template = _Template(case)
    for renaming, turn in itertools.product(_renamings(case), _turns(case)):
        yield template.params(renaming, turn)


def sample(case: Case) -> Case | None:
    """One variant of a case, always the same: chosen by its id. None where it has none."""
    template = _Template(case)
    pairs = list(itertools.product(_renamings(case), _turns(case)))
    start = zlib.crc32(case.id.encode())
    for number in range(len(pairs)):
        renaming, turn = pairs[(start + number) % len(pairs)]
        if _question(template.params(renaming, turn)) != _question(case.params):
            return template.variant(renaming, turn)
    return None


def variant_of(name: str, by_id: Mapping[str, Case]) -> Case | None:
    """The variant that an id names, if there is such a one."""
    found = VARIANT.match(name)
    if not found or found.group(1) not in by_id:
        return None
    case, renaming, turn = by_id[found.group(1)], found.group(2), int(found.group(3))
    if renaming not in _renamings(case) or turn not in _turns(case):
        return None
    return renamed(case, renaming, turn)


def renamed(case: Case, renaming: str, turn: int) -> Case:
    """The variant of a case in which S, H, D, C are called as in `renaming`, and everybody sits `turn` places further.

    >>> from fk_conform.suite import Case
    >>> case = Case("FK4.3c02", "FK4.3", "", "judge_trick", '{"leader":"west","cards":["KS"],"trump":"hearts"}', "")
    >>> renamed(case, "HCDS", 1).params
    '{"leader":"south","cards":["KH"],"trump":"clubs"}'
    """
    return _Template(case).variant(renaming, turn)


class _Template:
    """A case taken apart at the words that a renaming changes, so that its many variants are made at little cost."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._params = WORD.split(case.params)
        self._expect = WORD.split(json.dumps(case.expect))

    def params(self, renaming: str, turn: int) -> str:
        """The params, renamed."""
        return _filled(self._params, _table(renaming, turn))

    def variant(self, renaming: str, turn: int) -> Case:
        """The case, renamed."""
        table = _table(renaming, turn)
        expect = json.loads(_filled(self._expect, table))
        return dataclasses.replace(
            self.case, id=f"{self.case.id}~{renaming}+{turn}", params=_filled(self._params, table), expect=expect
        )


def _question(params: str) -> str:
    """Params in one form, whatever the order of the members."""
    return json.dumps(json.loads(params), sort_keys=True)


def _filled(parts: list[str], table: Mapping[str, str]) -> str:
    return "".join([table.get(part, part) for part in parts])


@cache
def _table(renaming: str, turn: int) -> dict[str, str]:
    """What each word is called in a variant, both as they stand in JSON."""
    suit = dict(zip("SHDC", renaming, strict=True))
    words = {SUITS[letter]: SUITS[other] for letter, other in suit.items()}
    words |= {rank + letter: rank + other for rank in "KQJAT987" for letter, other in suit.items()}
    words |= {word: SEATS[(place + turn) % 4] for place, word in enumerate(SEATS)}
    words |= {side: SIDES[(place + turn) % 2] for place, side in enumerate(SIDES)}
    return {f'"{word}"': f'"{other}"' for word, other in words.items()}


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


def _turns(case: Case) -> tuple[int, ...]:
    """How far the table may be turned. The points of `count_lines` are those of north-south, who must stay it."""
    return (0, 2) if case.method == "count_lines" else (0, 1, 2, 3)
