"""Cards, seats and numbers as people write them, in English, in French, with signs; never where two may be meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fk_conform.rule.notation import (
    is_card,
    read_card,
    read_cards,
    read_number,
    read_rank,
    read_seat,
    read_side,
    read_suit,
    read_whole,
    with_sign,
    writing_of,
)
from fk_conform.rule.problems import NotUnderstood
from forty_kings.pack import PACK

Json = Any


@pytest.mark.parametrize(
    ("text", "writing", "cards"),
    [
        ("KH 9H AS", "en", ["KH", "9H", "AS"]),
        ("kh,9h;as", "en", ["KH", "9H", "AS"]),
        ("10H Th th 10h", "en", ["TH", "TH", "TH", "TH"]),
        ("K♥ ♥9 A♠ 10♦", "en", ["KH", "9H", "AS", "TD"]),
        ("♥K9 ♠A10", "en", ["KH", "9H", "AS", "TS"]),
        ("K♥\ufe0f", "en", ["KH"]),
        ("king of hearts, nine of hearts and the ace of spades", "en", ["KH", "9H", "AS"]),
        ("10 of clubs 7 of diamonds", "en", ["TC", "7D"]),
        ("KQ.J.A10.7", "en", ["KS", "QS", "JH", "AD", "TD", "7C"]),
        ("K...", "en", ["KS"]),
        ("none", "en", []),
        ("-", "", []),
        ("", "en", []),
        # French ranks and signs or words mean one card in any language.
        ("R♥ D♠ V♦", "en", ["KH", "QS", "JD"]),
        ("roi de cœur, dame de pique, valet de carreau, as de trèfle", "en", ["KH", "QS", "JD", "AC"]),
        ("dix de coeur", "fr", ["TH"]),
        # French letters, where no English reading makes sense of them.
        ("RP DT VK AP", "en", ["KS", "QC", "JD", "AS"]),
        ("10T", "en", ["TC"]),
        ("RC DC 9C", "fr", ["KH", "QH", "9H"]),
        ("9C AC", "fr", ["9H", "AH"]),
        # French ranks with English suits.
        ("RH DS VD", "en", ["KH", "QS", "JD"]),
        ("RH 9C", "en", ["KH", "9C"]),
        # English is meant by who writes English.
        ("9C AC", "en", ["9C", "AC"]),
        ("KC TC", "fr", ["KC", "TC"]),
    ],
)
def test_cards_are_read_in_the_notation_that_makes_sense_of_all_of_them(
    text: str, writing: str, cards: list[str]
) -> None:
    assert read_cards(text, writing) == cards


def test_a_list_of_cards_is_read_as_one_text() -> None:
    assert read_cards(["KH", "nine of hearts", "♠AK"]) == ["KH", "9H", "AS", "KS"]


@pytest.mark.parametrize(
    ("text", "writing", "one", "other"),
    [("RC", "en", "K♣", "K♥"), ("9C", "", "9♣", "9♥"), ("R♠ DC", "en", "Q♣", "Q♥")],
)
def test_where_two_cards_may_be_meant_neither_is_taken(text: str, writing: str, one: str, other: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read_cards(text, writing)
    assert caught.value.problem == "two-cards"
    assert {caught.value.values["one"], caught.value.values["other"]} == {one, other}


def test_one_card_that_is_none_in_a_notation_settles_it_for_the_others() -> None:
    # The queen of hearts is no card in French, so that the ace beside it is that of clubs.
    assert read_cards("QH AC", "") == ["QH", "AC"]


@pytest.mark.parametrize(
    ("value", "lang", "writing"),
    [
        ("KH 9C", "fr", "en"),
        ("DC 9C", "fr", "fr"),
        (["9C", {"hand": "RP"}], "fr", "fr"),
        ({"hand": ["7S"], "trick": "9C"}, "fr", "en"),
        # Nothing tells, or the two tell against each other.
        ("9C AC", "fr", ""),
        ("as de pique, 9C", "fr", ""),
        ("KH RC", "fr", ""),
        # Who writes in English writes cards in English.
        ("RP", "en", "en"),
    ],
    ids=str,
)
def test_cards_show_how_whoever_wrote_them_writes(value: Json, lang: str, writing: str) -> None:
    assert writing_of(value, lang) == writing


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("KH 9X", "9X"),
        ("1H", "1H"),
        ("K", "K"),
        ("H", "H"),
        ("♥", "♥"),
        ("♥K1", "♥K1"),
        ("11H", "11H"),
        ("6S", "6S"),
        ("KHH", "KHH"),
        ("joker", "joker"),
        ("K.Q", "K.Q"),
        ("K.Q.J.X", "K.Q.J.X"),
        ("king", "king"),
        ("KH\x1b[31m", "KH\x1b[31m"),
        # No notation has both of these.
        ("QH RP", "QH RP"),
    ],
)
def test_what_is_no_card_is_named(text: str, word: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read_cards(text)
    assert caught.value.values == {"word": word}


def test_every_card_is_read_back_from_each_way_to_write_it() -> None:
    english = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    french = {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"}
    ranks = {"K": "roi", "Q": "dame", "J": "valet", "A": "as", "T": "dix"}
    for card in (card.name for card in PACK):
        assert read_card(card) == read_card(card.lower()) == read_card(with_sign(card)) == card
        assert read_card(f"{card[0]} of {english[card[1]]}") == card
        assert read_card(f"{ranks.get(card[0], card[0])} de {french[card[1]]}", "fr") == card


def test_one_card_is_neither_none_nor_two() -> None:
    assert is_card("KH")
    assert not is_card("KH 9H")
    assert not is_card("none")
    assert not is_card("kings")


@pytest.mark.parametrize(
    ("read", "texts", "value"),
    [
        (read_suit, ["hearts", "Heart", "♥", "H", "cœur", "coeur", "cœurs"], "hearts"),
        (read_suit, ["clubs", "club", "♣", "c", "trèfle", "TREFLE"], "clubs"),
        (read_suit, ["diamonds", "♦️", "d", "carreau", "carreaux"], "diamonds"),
        (read_seat, ["west", "West", "w", "ouest", "O"], "west"),
        (read_seat, ["south", "S", "sud"], "south"),
        (read_side, ["north-south", "North / South", "NS", "n-s", "nord-sud"], "north-south"),
        (read_side, ["east-west", "EW", "eo", "Est-Ouest"], "east-west"),
        (read_rank, ["K", "king", "Kings", "the kings", "R", "roi", "les rois"], "K"),
        (read_rank, ["J", "V", "jacks", "valets"], "J"),
        (read_number, [3, "3", "three", "three cards", "trois", "trois cartes"], 3),
        (read_number, [4, "quatre"], 4),
        (read_whole, [150, "150", " 150 "], 150),
    ],
)
def test_words_are_read_in_all_their_spellings(read: Callable[[Json], Json], texts: list[Json], value: Json) -> None:
    assert [read(text) for text in texts] == [value] * len(texts)


@pytest.mark.parametrize(
    ("read", "texts"),
    [
        (read_suit, ["heart of", "x", "", "notrump", None, True, 7]),
        (read_seat, ["left", "x", "", "southwest", None, ["north", "south"]]),
        (read_side, ["north", "us", "", "south-east"]),
        (read_rank, ["1", "", "joker", "KH"]),
        (read_number, [2, 5, "2", "thirty", "", "three kings", None, True]),
        (read_whole, [0, -1, "1.5", "", "many", "٣", "1" * 10, None]),
    ],
)
def test_other_words_are_refused(read: Callable[[Json], Json], texts: list[Json]) -> None:
    for text in texts:
        with pytest.raises(NotUnderstood):
            read(text)


def test_a_letter_for_a_suit_is_that_of_the_language_unless_two_may_be_meant() -> None:
    assert [read_suit(letter, "en") for letter in "SHDC"] == ["spades", "hearts", "diamonds", "clubs"]
    assert [read_suit(letter, "fr") for letter in "PKT"] == ["spades", "diamonds", "clubs"]
    assert read_suit("C", "fr") == "hearts"
    with pytest.raises(NotUnderstood):
        read_suit("C", "")
