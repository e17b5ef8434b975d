"""What is ruled on each question, derived by hand from the clauses; every case of the suite is ruled on alike."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.disputes import DEAL, position_of, ruling, said

from fk_conform.check.ruling import clauses_applied_by
from fk_conform.rule.problems import LANGUAGES, NotUnderstood
from fk_conform.rule.questions.cliques import filled_up
from fk_conform.spec import load_spec
from fk_conform.suite import Case, load_cases
from fk_conform.verdict import judge
from forty_kings.pack import PACK

Json = Any

CASES = [case for case in load_cases(corpus=False) if not case.malformed]
JACKS, KINGS = "JS JH JD", "KS KH KD"
TWO_CLIQUES: dict[str, Json] = {"hands": f"east: {JACKS}; north: {KINGS}", "calls": "east 3, north 3"}


def problem(question: str, **told: Json) -> str:
    with pytest.raises(NotUnderstood) as caught:
        ruling(question, **told)
    return str(caught.value)


# Play


def test_who_holds_the_suit_led_must_follow_with_any_card_of_it() -> None:
    # FK4.3 and FK4.5: hearts were led to north, who holds two.
    assert said("may north play 9H", hand="KH 9H AS", trick="south: 7H, east: KS", trump="clubs") == (
        "Yes, north may play the 9 of hearts: hearts were led, and north holds the king of hearts and the 9 of hearts."
    )
    assert ruling("may I play AS", hand="KH 9H AS", trick="7H", trump="clubs").said.clauses == ("FK4.3",)


def test_a_trump_is_refused_to_who_can_follow_by_the_clause_on_trumping_too() -> None:
    refused = ruling("may I play AS", hand="KH 9H AS", trick="7H", trump="spades")
    assert refused.said.yes is False
    assert refused.said.clauses == ("FK4.7", "FK4.3")


def test_in_turn_goes_before_following_suit() -> None:
    # FK4.8: south led and east has played, so north is next and not west, who could follow.
    out_of_turn = ruling("may west play 9H", hand="KH 9H AS", trick="south: 7H, east: KS", trump="clubs")
    assert out_of_turn.sentence == "No, west may not play the 9 of hearts: it is north’s turn."
    assert out_of_turn.said.clauses == ("FK4.8",)
    assert "FK4.8" in clauses_applied_by(lambda: out_of_turn.inquiry.answer(out_of_turn.table.readings))
    assert said("which cards may west play", hand="KH 9H AS", trick="south: 7H", trump="clubs") == (
        "West may play nothing now: it is east’s turn."
    )


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    # FK4.12; the hand is all that west has.
    assert said("may west play JD", hand="KH 9H", trick="none", trump="clubs") == (
        "No, west may not play the jack of diamonds: west does not hold it."
    )


def test_who_leads_may_lead_anything_and_who_has_none_of_the_suit_may_play_anything() -> None:
    # FK4.2, FK4.4.
    assert ruling("may west lead KC", hand="KC 9H", trump="clubs").said.clauses == ("FK4.2",)
    void = ruling("which cards may I play", hand="KC 9H", trick="7D", trump="clubs")
    assert void.said.clauses == ("FK4.4",)
    assert void.sentence == (
        "The player may play any card of the hand: the 9 of hearts and the king of clubs; "
        "diamonds were led, and the player has none of them, so that any card may be played."
    )


def test_a_table_may_make_who_is_void_trump() -> None:
    # FK4.4 under when-void: must-trump: the 9 of clubs is the one trump.
    table = {"when-void": "must-trump"}
    told: dict[str, Json] = {"hand": "9C 9H", "trick": "7D", "trump": "clubs"}
    assert ruling("may I play 9H", "", table, **told).said.yes is False
    assert ruling("may I play 9C", "", table, **told).said.yes is True
    assert "must then trump" in said("may I play 9H", "", table, **told)


def test_the_course_of_a_hand_tells_hand_trick_and_turn() -> None:
    # East led the jack of spades; north holds queen and ace of them.
    assert said("may north play QH", deal=DEAL, events="east: JS") == (
        "No, north may not play the queen of hearts: spades were led, and north holds the queen of spades "
        "and the ace of spades."
    )
    assert said("may south play KS", deal=DEAL, events="east: JS") == (
        "No, south may not play the king of spades: it is north’s turn."
    )
    assert ruling("may north play QS", deal=DEAL, events="east: JS").said.yes is True


def test_what_was_played_unlawfully_before_does_not_stand() -> None:
    # North followed spades with a heart (FK4.3), so nothing after it can be ruled on (FK4.13).
    late = ruling("may west play 7S", deal=DEAL, events="east: JS QH")
    assert late.sentence == (
        "That cannot be said, for north’s queen of hearts in trick 1 does not stand: "
        "the player holds a card of the suit led and plays another suit."
    )
    assert late.said.clauses == ("FK4.3", "FK4.13")
    assert late.said.yes is None


def test_an_announcement_with_a_card_is_asked_about_with_it() -> None:
    # East holds JS JD JC: three jacks (FK5.14), and no four.
    assert ruling("may east play JS and announce three", deal=DEAL, events="").said.yes is True
    assert ruling("may east play JS and announce four", deal=DEAL, events="").said.yes is False


@pytest.mark.parametrize(
    ("trick", "trump", "sentence"),
    [
        # Without a trump the highest heart wins (FK4.10); the king is worth 5, and no other card anything (FK1.7).
        (
            "west: 7H KH 9S AH",
            "clubs",
            "South wins the trick with the king of hearts, and 5 points with it: "
            "there is no trump in it, and no higher card of the suit led.",
        ),
        # The 9 of spades is the one trump (FK4.9).
        (
            "west: 7H KH 9S AH",
            "spades",
            "East wins the trick with the 9 of spades, and 5 points with it: "
            "spades are trumps, and no higher trump lies in it.",
        ),
        # Nobody said who led.
        (
            "QS KS JS 7H",
            "clubs",
            "The king of spades, played second, wins the trick, and 12 points with it: "
            "there is no trump in it, and no higher card of the suit led.",
        ),
    ],
)
def test_the_highest_trump_wins_and_else_the_highest_of_the_suit_led(trick: str, trump: str, sentence: str) -> None:
    assert said("who wins the trick", trick=trick, trump=trump) == sentence


def test_the_last_trick_of_a_hand_is_judged_from_its_course() -> None:
    # The queen takes the jack, the 7 and the 8 of spades: 4 and 3.
    assert said("who won the trick", deal=DEAL, events="east: JS QS 7S 8S").startswith(
        "North wins the trick with the queen of spades, and 7 points with it: "
    )


# Cliques


def test_cliques_are_named_with_what_they_are_worth() -> None:
    # FK5.5: four queens 20, three jacks 6.
    assert said("which cliques are in this hand", hand="JS JH JD QS QH QD QC 7S") == (
        "The player has four queens, worth 20 points and three jacks, worth 6 points: "
        "a clique is three or four kings, queens or jacks in one hand as dealt."
    )
    assert said("has west a clique", hand="AS AH AD AC KS KH 7S 7H").startswith("West has no clique: ")


def test_the_highest_named_and_shown_counts_for_the_side_of_its_holder() -> None:
    # FK5.28, FK5.29, FK5.5: kings are above jacks, and three of them are worth 10.
    counted = ruling("whose clique counts", **TWO_CLIQUES, ranks="east J, north K", shows=f"north: {KINGS}")
    assert counted.sentence.startswith("North’s counts: three kings, worth 10 points for north-south; ")
    assert counted.said.clauses == ("FK5.28", "FK5.29", "FK5.30")


def test_until_it_is_named_and_shown_it_is_nobodys() -> None:
    # FK5.20: east announced first. FK5.23: then north said "good". FK5.30: and east has still to show.
    assert said("whose clique counts", **TWO_CLIQUES).startswith("That is not settled: east has still to name a rank; ")
    assert said("whose clique counts", **TWO_CLIQUES, ranks="east J, north good").startswith(
        "Nobody’s yet: east’s is the highest; "
    )
    # FK5.12.
    assert said("whose clique counts", hands=f"east: {JACKS}", calls="").startswith(
        "Nobody’s: no clique has been announced; "
    )


def test_what_was_not_shown_before_the_second_trick_is_given_up() -> None:
    # FK5.31 and FK5.33: east alone announced, and north led to the second trick.
    given_up = ruling("whose clique counts", deal=DEAL, events="east: JS/3 QS 7S 8S; north: QH")
    assert given_up.said.answer == "nobody’s: the highest was not shown in time"
    assert given_up.said.clauses == ("FK5.31", "FK5.33")
    assert ruling("whose clique counts", deal=DEAL, events="east: JS/3 QS").said.answer == (
        "nobody’s yet: the first trick is not complete"
    )


def test_at_a_table_where_the_next_best_scores_it_does_if_the_highest_is_not_shown() -> None:
    # The reading unshown: next-best-scores. East announced, named and showed; north, who is higher, did not show.
    told: dict[str, Json] = {**TWO_CLIQUES, "ranks": "east J, north K", "shows": f"east: {JACKS}"}
    instead = ruling("whose clique counts", "", {"unshown": "next-best-scores"}, **told)
    assert instead.said.answer == "east’s counts: three jacks, worth 6 points for east-west"
    assert instead.said.clauses == ("FK5.33",)


@pytest.mark.parametrize(
    ("question", "told", "yes", "clauses"),
    [
        ("may east announce three", {"hands": f"east: {JACKS}"}, True, ("FK5.14", "FK5.8")),
        ("may east announce four", {"hands": f"east: {JACKS}"}, False, ("FK5.14",)),
        # FK5.15: four are not announced as three.
        ("may east announce three", {"hands": "east: JS JH JD JC"}, False, ("FK5.15", "FK5.14")),
        # FK5.20: east announced before north. FK5.24: and holds no three kings.
        ("may east name jacks", TWO_CLIQUES, True, ("FK5.24", "FK5.18")),
        ("may north name kings", TWO_CLIQUES, False, ("FK4.8",)),
        ("may east name kings", TWO_CLIQUES, False, ("FK5.24", "FK5.14")),
        # FK5.22: nothing has been named before. FK5.26: three kings are higher than three jacks.
        ("may east say good", TWO_CLIQUES, False, ("FK5.22",)),
        ("may north say good", {**TWO_CLIQUES, "ranks": "east J"}, True, ("FK5.26", "FK5.23")),
        (
            "may north say good",
            {"hands": f"east: {KINGS}; north: {JACKS}", "calls": "east 3, north 3", "ranks": "east K"},
            True,
            ("FK5.23",),
        ),
        # FK5.31: it is north's that is to be shown. FK5.32: exactly its three cards.
        ("may north show KS KH KD", {**TWO_CLIQUES, "ranks": "east J, north K"}, True, ("FK5.31", "FK5.32")),
        ("may east show JS JH JD", {**TWO_CLIQUES, "ranks": "east J, north K"}, False, ("FK5.31",)),
        ("may north show KS KH", {**TWO_CLIQUES, "ranks": "east J, north K"}, False, ("FK5.32",)),
        # FK5.21: no rank has been named yet.
        ("may north show KS KH KD", TWO_CLIQUES, False, ("FK5.21",)),
    ],
)
def test_who_may_announce_name_give_way_and_show(
    question: str, told: dict[str, Json], yes: bool, clauses: tuple[str, ...]
) -> None:
    ruled = ruling(question, **told)
    assert (ruled.said.yes, ruled.said.clauses) == (yes, clauses)


def test_in_the_course_of_a_hand_an_announcement_goes_with_any_card() -> None:
    # East, who leads, holds three jacks; north, who follows, has no clique, and west is not in turn.
    assert ruling("may east announce three", deal=DEAL, events="").said.yes is True
    assert ruling("may north announce three", deal=DEAL, events="east: JS").said.clauses == ("FK5.14",)
    assert ruling("may west announce three", deal=DEAL, events="east: JS").said.clauses == ("FK4.8",)


def test_a_hand_that_is_told_in_part_is_filled_up_without_another_clique() -> None:
    told = {"east": JACKS.split(), "north": ["KS", "KH", "KD", "QS", "QH"], "south": ["QD", "QC"]}
    hands, filled_in = filled_up(told)
    assert filled_in
    assert sorted(card for hand in hands.values() for card in hand) == sorted(card.name for card in PACK)
    assert all(len(hand) == 8 for hand in hands.values())
    for seat, hand in hands.items():
        assert set(told.get(seat, ())) <= set(hand)
        for rank in "KQJ":
            held, known = (sum(card[0] == rank for card in cards) for cards in (hand, told.get(seat, [])))
            assert held < 3 or held == known
    assert filled_up(hands) == (hands, False)


def test_what_cannot_be_filled_up_without_another_clique_has_to_be_told() -> None:
    # Twenty-nine cards are told, three kings are not, and all room that is left is west's.
    rest = [card.name for card in PACK if card.name not in ("KS", "KH", "KD")]
    hands = {"south": rest[:8], "east": rest[8:16], "north": rest[16:24], "west": rest[24:]}
    with pytest.raises(NotUnderstood) as caught:
        filled_up(hands)
    assert caught.value.problem == "cannot-be-filled"


def test_of_whoever_announced_the_clique_has_to_be_told() -> None:
    assert problem("whose clique counts", hands=f"east: {JACKS}", calls="east 3, north 3") == (
        "to answer this, hands: north must be told"
    )
    assert ruling("may east announce three", hands=f"east: {JACKS}").inquiry.taken_for_granted == ("filled-in",)


# The game


@pytest.mark.parametrize(
    ("scores", "target", "sentence", "clauses"),
    [
        # 40 + 70 + 45 = 155 and 8 + 18 + 3 = 29 (FK6.7, FK6.8, FK6.10).
        (
            "40-8; 70-18 clique NS 40; 45-3",
            None,
            "North-south have won, with 155 points to 29: they alone have the 150 points.",
            ("FK6.10", "FK6.8"),
        ),
        # 96 and 50 (FK6.11): both have the 50 points agreed on, and the higher total wins.
        (
            "48-10 clique EW 10; 48-40 clique EW 40",
            50,
            "North-south have won, with 96 points to 50: both sides have the 50 points, and they have more.",
            ("FK6.11",),
        ),
        ("24-24", None, "Nobody yet: north-south have 24 points and east-west 24; the game is played to 150 points.",
         ("FK6.10", "FK6.8")),
        # FK6.12.
        (
            "24-24",
            24,
            "Nobody yet: north-south have 24 points and east-west 24; both sides have the 24 points "
            "and the same total, so another hand is played.",
            ("FK6.12",),
        ),
    ],
)  # fmt: skip
def test_who_has_won(scores: str, target: int | None, sentence: str, clauses: tuple[str, ...]) -> None:
    agreed: dict[str, Json] = {"target": target} if target else {}
    ruled = ruling("who has won", scores=scores, **agreed)
    assert ruled.sentence == sentence
    assert ruled.said.clauses == clauses


def test_tables_may_count_the_clique_first_and_draw_a_level_game() -> None:
    # East-west had 10, and 40 more by the clique: the 50 agreed on, before the tricks are counted.
    told: dict[str, Json] = {"scores": "48-10 clique EW 10; 48-40 clique EW 40", "target": 50}
    assert said("who has won", "", {"both-reach": "clique-first"}, **told).startswith(
        "East-west have won, with 50 points to 96: "
    )
    assert said("who has won", "", {"level-totals": "drawn"}, scores="24-24", target=24).startswith(
        "Nobody: the game is drawn at 24 points each; "
    )


def test_no_hand_is_played_after_the_game() -> None:
    # FK6.18: the first hand takes north-south to 48, the target.
    over = ruling("what is the score", scores="48-0, 20-28", target=48)
    assert over.sentence == (
        "That cannot be said, for hand 2 does not stand: the game has been decided, and yet there is another hand."
    )
    assert over.said.clauses == ("FK6.18",)


def test_the_deal_goes_to_the_right_whatever_the_result() -> None:
    # South sits on the right of west (FK6.16).
    assert said("who deals next", dealer="west").startswith("South deals next: ")
    assert said("who deals next", dealer="west", scores="40-8, 8-40").startswith("East deals next: ")
    assert said("who deals next", dealer="west", scores="48-0", target=48).startswith(
        "Nobody deals in this game any more: "
    )
    assert said("who deals next", deal=DEAL, events="east: JS").startswith("Nobody yet: the hand is not over; ")


# Seats, the draw, the deal


def test_who_deals_and_who_draws_again() -> None:
    # FK2.12: the ace is the highest in the draw. FK2.15: two aces tie, and those who drew them draw again.
    assert said("who deals", draws="south KS east AD north KH west QC") == (
        "East deals: the ace of diamonds is the highest card drawn."
    )
    assert said("who draws again", draws="south KS east AD north KH west AC") == (
        "Nobody yet: east and west draw again; they tie for the highest card."
    )
    assert ruling("who deals", draws="south KS east AD").said.clauses[0] == "FK2.11"
    wrong = ruling("who deals", draws="south KS east AD north KH west AC; south 7H")
    assert wrong.said.answer == "that cannot be said, for round 2 of the draw does not stand"
    assert wrong.said.clauses == ("FK2.15",)


def test_kings_of_one_colour_are_partners_and_the_red_ones_choose_first() -> None:
    # FK2.7, FK2.9: Blaise has the king of diamonds, Denis that of hearts.
    kings = "Anne KS, Blaise KD, Claire KC, Denis KH"
    assert said("who are partners", kings=kings).startswith(
        "Blaise and Denis are partners, and so are Anne and Claire: "
    )
    assert said("who chooses seats first", kings=kings).startswith("Blaise and Denis choose their seats first: ")
    # Dealt out: Anne gets the king of spades at once and no more; then the others get one card each, and so on.
    deck = "KS KH 7S KC KD " + " ".join(card.name for card in PACK if card.name not in ("KS", "KH", "KD", "KC", "7S"))
    dealt = ruling("who are partners", players="Anne, Blaise, Claire, Denis", deck=deck)
    # Anne spades, Blaise hearts, Claire the 7, Denis clubs; Claire, the last, has diamonds (FK2.6).
    assert dealt.said.answer == "Blaise and Claire are partners, and so are Anne and Denis"
    assert dealt.said.clauses == ("FK2.7", "FK2.3")


def test_partners_sit_opposite_each_other() -> None:
    pairs = "Anne + Claire, Blaise + Denis"
    assert ruling("may we sit like this", pairs=pairs, seats="Anne s, Blaise e, Claire n, Denis w").said.yes is True
    assert said("may we sit like this", pairs=pairs, seats="Anne s, Claire e, Blaise n, Denis w") == (
        "No, they may not sit like this: partners have been seated side by side."
    )


def test_the_dealer_is_served_last_and_turns_up_the_last_card() -> None:
    # FK3.6, FK3.7: of the pack in order, two each, then three, then three, beginning on the right of south, with east.
    deck = " ".join(card.name for card in PACK)
    dealt = ruling("which cards does east get", dealer="south", deck=deck)
    assert dealt.answer["result"]["hands"]["east"] == ["KS", "QS", "KH", "QH", "JH", "TD", "9D", "8D"]
    assert dealt.sentence.startswith("East gets the king of spades, the queen of spades, ")
    assert "; the turn-up is the 7 of clubs: " in dealt.sentence
    assert said("what is trumps", dealer="south", deck=deck) == "Clubs are trumps: the turn-up is of that suit."
    assert said("what is trumps", turn_up="8S") == "Spades are trumps: the turn-up is of that suit."
    # FK3.3 and FK4.1: east sits on the left of north, west on the right.
    assert said("who cuts", dealer="north") == "East cuts: it is the player on the dealer’s left."
    assert said("who leads first", dealer="north").startswith("West leads to the first trick: ")


# The hand as a whole


def test_how_a_hand_stands_and_whose_turn_it_is() -> None:
    # North won queen and jack of spades, 7 points, and leads (FK4.11).
    events = "east: JS QS 7S 8S"
    assert said("how does the hand stand", deal=DEAL, events=events).startswith(
        "North-south have 7 points and east-west 0, 1 of 8 tricks are played, and it is north’s turn to play: "
    )
    assert ruling("whose turn is it", deal=DEAL, events=events).said.clauses == ("FK4.11",)
    assert ruling("whose turn is it", deal=DEAL, events="").said.clauses == ("FK4.1",)
    assert said("whose turn is it", deal=DEAL, events="east: JS").startswith("It is north’s turn to play: ")
    assert said("whose turn is it", trick="south 7H KH").startswith("It is north’s turn to play: ")


def test_a_seat_sees_its_own_hand_and_what_lies_open() -> None:
    # FK4.18, FK4.21, FK4.20, FK4.19.
    sees = ruling("what may west see", deal=DEAL, events="east: JS QS")
    assert sees.sentence.startswith("West may see of all hands only their own: the 10 of spades, the 7 of spades, ")
    assert "; the turn-up, the 8 of spades; the trick on the table, the jack of spades and the queen of spades; " in (
        sees.sentence
    )
    assert "south 8, east 7, north 7, west 8" in sees.sentence
    assert sees.said.clauses == ("FK4.18", "FK4.21", "FK4.20", "FK4.19")
    # South, the dealer, has played: of the turn-up the suit alone is known (FK3.13).
    assert "the suit alone, spades" in said("what may west see", deal=DEAL, events="east: JS QS 7S KS")


def test_ways_to_play_on_are_counted_to_the_end_of_the_trick_if_nothing_else_is_asked() -> None:
    # West holds two spades, south three: 2 · 3.
    assert said("how many ways are there to play on", deal=DEAL, events="east: JS QS").startswith(
        "There are 6 ways to play the next 2 cards: "
    )
    assert said("how many ways are there to play 1 card", deal=DEAL, events="").startswith(
        "There are 8 ways to play the next card: "
    )


# What is not told


@pytest.mark.parametrize(
    ("question", "told", "says"),
    [
        ("may west play 9H", {}, "to answer this, hand ("),
        ("may west play 9H", {"hand": "KH 9H", "trump": "clubs"}, "to answer this, trick ("),
        ("may west play 9H", {"hand": "9H", "trick": "7H KS QS JS", "trump": "clubs"}, "trick: 4 cards are too many"),
        ("may west play 7H", {"hand": "9H", "trick": "7H", "trump": "clubs"}, "7♥ cannot be in the hand and in the"),
        ("who wins the trick", {"trick": "7H KH 9S", "trump": "clubs"}, "trick: a trick is judged when four cards lie"),
        ("who won the trick", {"deal": DEAL, "events": "east: JS"}, "no trick is complete yet"),
        ("which cliques are in this hand", {"hand": "KS KH KD"}, "hand: a clique is looked for in the eight cards"),
        ("who deals next", {"dealer": "west", "events": "south: KS"}, "to answer this, deal ("),
        (
            "whose turn is it",
            {"dealer": "south", "hands": f"east: {JACKS}", "turn_up": "8S", "events": "east: JS"},
            "hands: south: 0 cards, and it takes 8",
        ),
        (
            "may north play QS",
            {"deal": DEAL, "events": "east: JS", "hand": "QS AS"},
            "tell either hand or hands and events, for both may not say the same",
        ),
        ("who won the trick", {"deal": DEAL, "events": "", "trick": "7H"}, "tell either trick or events"),
        ("whose clique counts", {"deal": DEAL, "events": "", "calls": "", "shows": ""}, "tell either calls and shows"),
        ("whose turn is it", {"deal": DEAL, "events": "", "trick": "7H"}, "tell either trick or events"),
        ("who deals next", {"deal": DEAL, "events": "", "scores": ""}, "tell either scores or events"),
        ("who has won", {}, "to answer this, scores ("),
        ("who are partners", {"kings": "Anne KS, Blaise QD"}, "such a position cannot be: Blaise has taken QD"),
        ("whose turn is it", {"trick": "7H KH"}, "trick: '7H KH' is not as expected: south: 7H KH"),
        ("how many ways are there to play 33 cards", {"deal": DEAL, "events": ""}, "such a position cannot be: depth"),
    ],
)  # fmt: skip
def test_without_enough_or_with_what_cannot_be_nothing_is_ruled(
    question: str, told: dict[str, Json], says: str
) -> None:
    line = problem(question, **told)
    assert line.startswith(says)
    assert "\n" not in line


# The suite


ASKED = {
    "legal_cards": ["which cards may i play"],
    "judge_trick": ["who wins the trick"],
    "find_cliques": ["which cliques are in this hand"],
    "judge_cliques": ["whose clique counts"],
    "replay_hand": ["how does the hand stand", "whose turn is it", "who deals next", "whose clique counts"],
    "view_hand": ["what may {seat} see"],
    "score_match": ["who has won", "what is the score", "who deals next"],
    "count_lines": ["how many ways are there to play on"],
    "pair_players": ["who are partners", "who chooses seats first"],
    "pair_players_by_deal": ["who are partners"],
    "seat_players": ["may they sit like this"],
    "draw_dealer": ["who deals"],
    "deal": ["who gets what", "what is trumps", "who cuts", "who leads first"],
}
METHODS = [method for method in load_spec().methods if method != "initialize"]


@pytest.mark.parametrize("method", METHODS)
def test_every_case_of_the_suite_is_ruled_on_as_it_expects_by_clauses_that_were_applied(method: str) -> None:
    # Nobody asks in how many ways nothing can be played, or tells players apart by a space before their names.
    asked = [case for case in CASES if case.method == method and '" Zo' not in case.params]
    cases = [case for case in asked if position_of(case).get("depth") != 0]
    assert len(cases) >= 4
    for number, case in enumerate(cases):
        ways = [(question, lang) for question in ASKED[method] for lang in LANGUAGES]
        # Of a method with many cases each is asked about in one way, all ways in turn.
        for question, lang in ways if len(cases) < 50 else [ways[number % len(ways)]]:
            is_ruled_on_as_it_expects(case, question.format(**json.loads(case.params)), lang)


def is_ruled_on_as_it_expects(case: Case, question: str, lang: str) -> None:
    one = ruling(question, lang, case.asked_under, **position_of(case))
    verdict = judge(case, {"jsonrpc": "2.0", "id": 1, **one.answer}, load_spec().shapes)
    assert verdict.verdict == "passed", (case.id, question, one.sentence)
    assert one.inquiry.method == case.method
    applied = clauses_applied_by(lambda: one.inquiry.answer(one.table.readings))
    if "error" in one.answer:
        applied.add(load_spec().reasons[one.answer["error"]["data"]["reason"]])
    assert set(one.said.clauses) <= applied, (case.id, question, one.sentence)
    assert set(one.applied) == applied


def last_act(case: Case) -> tuple[str, int, dict[str, Json]]:
    """The last thing that is done in a case as a question, its place, and what is told without it."""
    told = position_of(case)
    lists = ["events"] if case.method == "replay_hand" else ["calls", "ranks", "shows"]
    last = sum(len(told[name]) for name in lists) - 1
    name = next(name for name in reversed(lists) if told[name])
    *told[name], event = told[name]
    match event:
        case {"seat": seat, "card": card, "announce": number}:
            return f"may {seat} play {card} and announce {number}", last, told
        case {"seat": seat, "card": card}:
            return f"may {seat} play {card}", last, told
        case {"seat": seat, "announce": number}:
            return f"may {seat} announce {number}", last, told
        case {"seat": seat, "rank": rank}:
            return f"may {seat} name {rank}", last, told
        case {"seat": seat, "show": cards}:
            return f"may {seat} show {' '.join(cards)}", last, told
    return f"may {event['seat']} say good", last, told


ACTS = [
    case for case in CASES
    if (case.method == "replay_hand" and position_of(case)["events"])
    or (case.method == "judge_cliques" and any(position_of(case)[name] for name in ("calls", "ranks", "shows")))
]  # fmt: skip


@pytest.mark.parametrize("method", ["replay_hand", "judge_cliques"])
def test_whether_the_last_act_of_a_case_is_lawful_is_ruled_as_the_case_expects(method: str) -> None:
    asked = [case for case in ACTS if case.method == method]
    assert len(asked) > 50
    for case in asked:
        question, last, told = last_act(case)
        at_the_act = case.refuse is None or case.refuse.event in (None, last)
        one = ruling(question, "", case.asked_under, **told)
        assert one.said.yes is ((case.refuse is None) if at_the_act else None), (case.id, question, one.sentence)
        if case.refuse:
            assert load_spec().reasons[case.refuse.reason] in one.said.clauses, (case.id, question)


def test_whether_each_card_of_a_hand_may_be_played_is_ruled_as_the_cases_expect() -> None:
    for case in (case for case in CASES if case.method == "legal_cards"):
        told = position_of(case)
        for card in told["hand"]:
            one = ruling(f"may i play {card}", "", case.asked_under, **told)
            assert one.said.yes is (card in case.expect["cards"]), (case.id, card, one.sentence)
