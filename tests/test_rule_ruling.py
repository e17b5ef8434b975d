"""A ruling as a whole: the clauses that were applied, and the tables at which the answer is another."""

from __future__ import annotations

from typing import Any

import pytest
from tests.disputes import DEAL, elsewhere, ruling

from fk_conform.rule.problems import NotUnderstood

Json = Any

JACKS, KINGS = "JS JH JD", "KS KH KD"
THE_JACKS = "the jack of spades, the jack of hearts and the jack of diamonds"
VOID: dict[str, Json] = {"hand": "9C 9H", "trick": "7D", "trump": "clubs"}
CAN_FOLLOW: dict[str, Json] = {"hand": "9C 9D 9H", "trick": "7D", "trump": "clubs"}


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        # FK4.4: who is void may play anything; a table may make them trump. Both agree on a trump.
        ("may I play 9H", VOID, {"when-void=must-trump": "No, the player may not play the 9 of hearts"}),
        ("may I play 9C", VOID, {}),
        # FK4.7: who can follow may not trump; a table may let them. Nobody lets them throw off a heart.
        ("may I play 9C", CAN_FOLLOW, {"renounce=to-trump": "Yes, the player may play the 9 of clubs"}),
        ("may I play 9H", CAN_FOLLOW, {}),
        # FK5.15.
        (
            "may east announce three",
            {"hands": f"east: {JACKS} JC"},
            {"four-as-three=allowed": "Yes, east may announce three cards"},
        ),
        # FK5.26: kings are higher than the jacks that were named.
        (
            "may north say good",
            {"hands": f"east: {JACKS}; north: {KINGS}", "calls": "east 3, north 3", "ranks": "east J"},
            {"good-when-higher=refused": "No, north may not say “good”"},
        ),
        # FK5.33: whoever announced may show, at a table where the next best scores.
        (
            "may east show JS JH JD",
            {"hands": f"east: {JACKS}; north: {KINGS}", "calls": "east 3, north 3", "ranks": "east J, north K"},
            {"unshown=next-best-scores": f"Yes, east may show {THE_JACKS}"},
        ),
        # FK6.11 and FK6.12.
        (
            "who has won",
            {"scores": "48-10 clique EW 10; 48-40 clique EW 40", "target": 50},
            {"both-reach=clique-first": "east-west have won, with 50 points to 96"},
        ),
        (
            "who has won",
            {"scores": "24-24", "target": 24},
            {"level-totals=drawn": "nobody: the game is drawn at 24 points each"},
        ),
    ],
)  # fmt: skip
def test_tables_at_which_the_answer_is_another_are_told(
    question: str, told: dict[str, Json], others: dict[str, str]
) -> None:
    assert elsewhere(question, **told) == others


def test_from_another_table_it_is_looked_at_the_default_as_another() -> None:
    assert elsewhere("may I play 9H", {"when-void": "must-trump"}, **VOID) == {
        "when-void=any-card": "Yes, the player may play the 9 of hearts"
    }


def test_readings_are_told_together_only_where_it_takes_both() -> None:
    # North announces three though it holds four kings, which four-as-three: allowed alone permits; and that east, who
    # announced three jacks and said nothing higher, shows them, takes unshown: next-best-scores as well.
    told: dict[str, Json] = {
        "hands": f"east: {JACKS}; north: {KINGS} KC",
        "calls": "east 3, north 3",
        "ranks": "east J, north K",
    }
    assert elsewhere("may east show JS JH JD", **told) == {
        "four-as-three=allowed": f"No, east may not show {THE_JACKS}",
        "four-as-three=allowed unshown=next-best-scores": f"Yes, east may show {THE_JACKS}",
    }


def test_the_clauses_that_decide_stand_first_and_each_clause_once() -> None:
    one = ruling("may I play AS", hand="KH AS", trick="7H", trump="spades")
    assert one.applied[:2] == ("FK4.7", "FK4.3")
    assert len(set(one.applied)) == len(one.applied)
    # The function of the reference engine that answers looks at these as well.
    assert {"FK4.2", "FK4.4", "FK4.5", "FK4.6"} <= set(one.applied)
    assert list(one.applied[2:]) == sorted(
        one.applied[2:], key=lambda name: [int(part) for part in name[2:].split(".")]
    )


def test_a_deep_count_rests_on_the_clauses_of_a_shallow_one_and_other_tables_are_not_asked() -> None:
    deep, shallow = (ruling(f"how many ways are there to play {depth} cards", deal=DEAL, events="") for depth in (9, 8))
    assert deep.applied == shallow.applied
    assert deep.answer != shallow.answer
    assert shallow.elsewhere
    assert deep.elsewhere is None


def test_a_position_that_cannot_be_is_not_ruled_on() -> None:
    with pytest.raises(NotUnderstood) as caught:
        ruling("who are partners", kings="Anne KS, Blaise KD, Claire KC")
    assert str(caught.value) == "such a position cannot be: 3 players have taken kings, expected four"
