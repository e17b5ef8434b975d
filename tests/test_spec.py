"""What stands in two places says the same in both, and whatever is named exists."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.chance import hand_by_chance

from fk_conform.suite import load_cases
from forty_kings.clauses import functions_by_clause
from forty_kings.cliques import CLIQUE_POINTS
from forty_kings.dealing import PACKETS, Deal
from forty_kings.engine import METHODS
from forty_kings.errors import REASONS, Refused
from forty_kings.game import TARGET
from forty_kings.pack import COURT, ORDER_OF_DRAW, PACK, Card, Rank, Suit
from forty_kings.play import Hand
from forty_kings.readings import ALTERNATIVES, DEFAULT, Readings
from forty_kings.seating import Seat

Json = Any

SPEC = Path(__file__).resolve().parent.parent / "spec"
FILES = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(SPEC.glob("clauses/*.yaml"))}
CLAUSES = {clause["id"]: clause for file in FILES.values() for clause in file["clauses"]}
READINGS = yaml.safe_load((SPEC / "readings.yaml").read_text(encoding="utf-8"))["readings"]
REASONS_FILE = yaml.safe_load((SPEC / "reasons.yaml").read_text(encoding="utf-8"))
PRECEDENCE = REASONS_FILE["precedence"]
MISTAKES = yaml.safe_load((SPEC / "mistakes.yaml").read_text(encoding="utf-8"))["mistakes"]
CASES = list(load_cases(corpus=False))


def rule(clause: str) -> str:
    text = CLAUSES[clause]["rule"]["en"]
    assert isinstance(text, str)
    return text


# Facts that the reference engine holds too


def test_reasons_and_their_clauses_are_those_of_the_specification() -> None:
    assert {reason["id"]: reason["clause"] for reason in REASONS_FILE["reasons"]} == REASONS


def test_readings_and_their_alternatives_are_those_of_the_specification_the_default_first() -> None:
    in_spec = {}
    for reading in READINGS:
        ids = [alternative["id"] for alternative in reading["alternatives"]]
        assert ids[0] == reading["default"]
        in_spec[reading["id"]] = tuple(ids)
    assert in_spec == ALTERNATIVES
    assert list(in_spec) == list(ALTERNATIVES)


def test_methods_are_those_of_the_specification_in_its_order() -> None:
    methods = yaml.safe_load((SPEC / "methods.yaml").read_text(encoding="utf-8"))["methods"]
    assert [method["id"] for method in methods] == ["initialize", *METHODS]


WORDS = {
    "king": Rank.KING,
    "queen": Rank.QUEEN,
    "jack": Rank.JACK,
    "ace": Rank.ACE,
    "ten": Rank.TEN,
    "nine": Rank.NINE,
    "eight": Rank.EIGHT,
    "seven": Rank.SEVEN,
}
NUMBERS = {"two": 2, "three": 3, "four": 4, "eight": 8, "thirty-two": 32}


def ranks_named(text: str) -> list[Rank]:
    return [WORDS[word] for word in re.findall(r"\w+", text) if word in WORDS]


def test_pack_is_of_the_size_that_the_clause_says() -> None:
    cards, in_suit, suits = re.findall(r"thirty-two|eight|four", rule("FK1.1"))
    assert [NUMBERS[cards], NUMBERS[in_suit], NUMBERS[suits]] == [len(PACK), len(PACK.of_suit(Suit.CLUBS)), len(Suit)]


def test_suits_and_their_colours_are_those_of_the_clauses() -> None:
    assert rule("FK1.2") == "The suits are {}, {}, {} and {}.".format(*(suit.value for suit in Suit))
    red, black = rule("FK1.3").lower().split(";")
    assert [suit for suit in Suit if suit.value in red] == [suit for suit in Suit if suit.is_red]
    assert [suit for suit in Suit if suit.value in black] == [suit for suit in Suit if not suit.is_red]


def test_order_of_play_is_that_of_the_clause() -> None:
    assert ranks_named(rule("FK1.4")) == sorted(Rank, key=lambda rank: -rank.height) == list(Rank)


def test_order_of_the_draw_is_that_of_the_clause() -> None:
    in_clause = ranks_named(rule("FK2.12"))
    assert in_clause == [Rank(letter) for letter in ORDER_OF_DRAW]
    assert in_clause == sorted(Rank, key=lambda rank: -rank.height_in_draw)


def test_points_of_the_cards_are_those_of_the_clause() -> None:
    scoring, worthless = rule("FK1.7").split(";")
    points = {
        WORDS[word]: int(number) for word, number in re.findall(r"an? (\w+) (?:is worth )?(\d+)", scoring.lower())
    }
    assert points == {rank: rank.points for rank in Rank if rank.points}
    assert ranks_named(worthless) == [rank for rank in Rank if not rank.points]


def test_points_of_the_pack_and_of_a_hand_are_those_of_the_clauses() -> None:
    assert re.findall(r"\d+", rule("FK1.8")) == [str(PACK.points)]
    assert re.findall(r"\d+", rule("FK6.5")) == [str(PACK.points), str(PACK.points + max(CLIQUE_POINTS.values()))]


def test_cliques_are_those_of_the_clauses_with_their_points() -> None:
    said = re.findall(r"(three|four) (\w+)s (?:are worth )?(\d+)", rule("FK5.5").lower())
    assert {(WORDS[rank], NUMBERS[size]): int(points) for size, rank, points in said} == CLIQUE_POINTS
    assert ranks_named(re.sub(r"s\b", "", rule("FK5.1"))) == list(COURT)


def test_target_is_that_of_the_clause() -> None:
    assert re.findall(r"\d+", rule("FK6.8")) == [str(TARGET)]


def test_packets_are_those_of_the_clause() -> None:
    form = r".* in (\w+) rounds, (\w+) to each player in the first and (\w+) in the second and in the third\."
    said = re.fullmatch(form, rule("FK3.6"))
    assert said
    rounds, first, later = (NUMBERS[word] for word in said.groups())
    assert (first, later, later) == PACKETS
    assert len(PACKETS) == rounds
    assert f"dealt {'eight'} cards" in rule("FK3.5")
    assert sum(PACKETS) == NUMBERS["eight"]


# The order of reasons, by plays to which two or more apply

# Spades are trumps.
#   east  S J       H A        D J A 8  C Q J A
#   north S Q A     H Q J      D T 7    C 9 8
#   west  S T 7     H K T 7    D K 9    C T
#   south S K 9 8   H 9 8      D Q      C K 7
DEAL = "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"
# Each has one suit, but north has a trump, the 7 of clubs, and south the 7 of hearts for it.
ONE_SUIT = "east:KQJAT987... .KQJAT98..7 ..KQJAT987. .7..KQJAT98 8C"
# East has three queens, north three jacks.
ASKED = "east:QA.QA7.QT.9 J8.JT.J8.A7 T9.98.A97.J K7.K.K.KQT8 8C"
MUST_TRUMP = Readings(when_void="must-trump")
SOUTH, EAST, NORTH, WEST = Seat


def played(line: str, plays: str = "", readings: Readings = DEFAULT) -> Hand:
    """A hand after these plays; `/3` announces."""
    hand = Hand.dealt(Deal.parse(line), readings)
    for word in plays.split():
        name, _, number = word.partition("/")
        assert hand.turn
        hand = hand.play(hand.turn, Card(name), int(number) if number else None)
    return hand


# West has won twice, the second time with the king of diamonds, and leads a heart; south is next, then east, who has
# no heart and one trump.
BEFORE_TRUMPING = "AH QH KH 9H KD QD 8D TD TH"
OVER = hand_by_chance(random.Random(1), 32)
RANK_AWAITED = played(ASKED, "AS/3 8S/3 9S KS")  # east is asked, and south has won the trick
SECOND_TRICK = played(DEAL, "JS QS 7S 9S AS")  # north has led the ace of spades; west has the ten
FIRST_TRICK = played(DEAL, "JS")  # north is next

SITUATIONS: dict[str, tuple[Hand, Seat, str, int | None, set[str]]] = {
    "a card played before": (OVER, SOUTH, "KS", None, {"hand-over", "card-not-held"}),
    "announced after the end": (
        OVER, SOUTH, "KS", 4, {"hand-over", "card-not-held", "announcement-too-late", "clique-not-held"},
    ),
    "another than the one asked plays": (RANK_AWAITED, WEST, "JC", None, {"rank-awaited", "not-your-turn"}),
    "the one asked plays what it has not": (RANK_AWAITED, EAST, "KC", None, {"rank-awaited", "card-not-held"}),
    "the one asked announces again": (RANK_AWAITED, EAST, "QS", 3, {"rank-awaited", "announcement-too-late"}),
    "the one asked announces what it has not": (
        RANK_AWAITED, EAST, "QS", 4, {"rank-awaited", "announcement-too-late", "clique-not-held"},
    ),
    "out of turn, not held": (FIRST_TRICK, WEST, "KS", None, {"not-your-turn", "card-not-held"}),
    "out of turn, not following": (FIRST_TRICK, WEST, "KH", None, {"not-your-turn", "must-follow-suit"}),
    "out of turn, not trumping": (
        played(DEAL, BEFORE_TRUMPING, MUST_TRUMP), EAST, "QC", None, {"not-your-turn", "must-trump"},
    ),
    "out of turn, too late": (
        SECOND_TRICK, SOUTH, "KS", 3, {"not-your-turn", "announcement-too-late", "clique-not-held"},
    ),
    "out of turn, no such clique": (FIRST_TRICK, WEST, "TS", 3, {"not-your-turn", "clique-not-held"}),
    "not held, not following": (FIRST_TRICK, NORTH, "KH", None, {"card-not-held", "must-follow-suit"}),
    "not held, not trumping": (
        played(DEAL, f"{BEFORE_TRUMPING} 8H", MUST_TRUMP), EAST, "KC", None, {"card-not-held", "must-trump"},
    ),
    "not held, too late": (SECOND_TRICK, WEST, "JS", 3, {"card-not-held", "announcement-too-late", "clique-not-held"}),
    "not held, no such clique": (FIRST_TRICK, NORTH, "KS", 3, {"card-not-held", "clique-not-held"}),
    "not following, too late": (
        SECOND_TRICK, WEST, "KH", 3, {"must-follow-suit", "announcement-too-late", "clique-not-held"},
    ),
    "not following, no such clique": (FIRST_TRICK, NORTH, "QH", 3, {"must-follow-suit", "clique-not-held"}),
    "not trumping, too late": (
        played(DEAL, f"{BEFORE_TRUMPING} 8H", MUST_TRUMP), EAST, "QC", 3, {"must-trump", "announcement-too-late"},
    ),
    "not trumping, no such clique": (
        played(ONE_SUIT, "KS", MUST_TRUMP), NORTH, "KH", 3, {"must-trump", "clique-not-held"},
    ),
    "too late, and no such clique": (SECOND_TRICK, WEST, "TS", 3, {"announcement-too-late", "clique-not-held"}),
    "too late, with a clique": (played(DEAL, "JS AS 7S 9S"), EAST, "AC", 3, {"announcement-too-late"}),
}  # fmt: skip


@pytest.mark.parametrize("what", SITUATIONS)
def test_of_several_reasons_the_first_in_the_precedence_is_given(what: str) -> None:
    hand, seat, card, announce, apply = SITUATIONS[what]
    with pytest.raises(Refused) as caught:
        hand.play(seat, Card(card), announce)
    assert caught.value.reason == min(apply, key=PRECEDENCE.index)


def test_every_two_reasons_of_the_precedence_that_can_meet_have_met() -> None:
    impossible = [
        # A rank is named before the second trick; after the eighth nobody has the turn, and nothing is led.
        ("hand-over", {"rank-awaited", "not-your-turn", "must-follow-suit", "must-trump"}),
        # Between the first and the second trick nothing is led.
        ("rank-awaited", {"must-follow-suit", "must-trump"}),
        # One has the suit led or has not.
        ("must-follow-suit", {"must-trump"}),
    ]
    never = {frozenset({reason, other}) for reason, others in impossible for other in others}
    met = {frozenset(two) for *_, apply in SITUATIONS.values() for two in combinations(apply, 2)}
    assert {frozenset(two) for two in combinations(PRECEDENCE, 2)} - never == met
    given = {
        frozenset({min(apply, key=PRECEDENCE.index), other})
        for *_, apply in SITUATIONS.values()
        for other in apply
        if other != min(apply, key=PRECEDENCE.index)
    }
    assert given == met


def test_precedence_is_printed_in_the_protocol_as_it_stands() -> None:
    protocol = (SPEC / "protocol.md").read_text(encoding="utf-8")
    printed = re.search(r"the first of these counts: ([^.]*)\.", protocol)
    assert printed
    assert re.findall(r"`([^`]*)`", printed[1]) == PRECEDENCE


# Clauses


@pytest.mark.parametrize("name", FILES)
def test_clauses_of_a_file_are_numbered_through_and_the_file_is_named_after_its_chapter(name: str) -> None:
    file = FILES[name]
    assert name == f"{file['chapter']}-{file['slug']}.yaml"
    assert [clause["id"] for clause in file["clauses"]] == [
        f"FK{file['chapter']}.{number}" for number in range(1, len(file["clauses"]) + 1)
    ]


def test_short_names_of_clauses_and_chapters_stand_once() -> None:
    slugs = Counter(clause["slug"] for clause in CLAUSES.values())
    assert [slug for slug, times in slugs.items() if times > 1] == []
    assert [file["chapter"] for file in FILES.values()] == list(range(1, len(FILES) + 1))


def test_clauses_that_are_named_exist() -> None:
    named = {f"{clause['id']} see": clause.get("see", []) for clause in CLAUSES.values()}
    named |= {f"reading {reading['id']}": [reading["clause"]] for reading in READINGS}
    named |= {f"reason {reason['id']}": [reason["clause"]] for reason in REASONS_FILE["reasons"]}
    named |= {f"mistake {mistake['id']}": [mistake["clause"]] for mistake in MISTAKES}
    named |= {"function": list(functions_by_clause())}
    for path in (*SPEC.rglob("*.yaml"), *SPEC.rglob("*.md")):
        named[path.name] = [*named.get(path.name, []), *cited(path.read_text(encoding="utf-8"))]
    assert {where: [name for name in names if name not in CLAUSES] for where, names in named.items()} == {
        where: [] for where in named
    }


def test_a_clause_does_not_refer_to_itself() -> None:
    assert [clause["id"] for clause in CLAUSES.values() if clause["id"] in clause.get("see", [])] == []


def cited(text: str) -> list[str]:
    return re.findall(r"\bFK\d+\.\d+", text)


def test_a_reading_and_its_clause_name_each_other() -> None:
    assert {reading["id"]: CLAUSES[reading["clause"]].get("reading") for reading in READINGS} == {
        name: name for name in ALTERNATIVES
    }
    assert {clause["reading"] for clause in CLAUSES.values() if "reading" in clause} == set(ALTERNATIVES)


def test_readings_that_reasons_name_exist() -> None:
    for reason in REASONS_FILE["reasons"]:
        for name, alternative in reason.get("reading", {}).items():
            assert alternative in ALTERNATIVES[name]


def test_precedence_is_of_reasons() -> None:
    assert set(PRECEDENCE) <= set(REASONS)


def test_every_clause_of_conduct_that_a_request_can_show_is_carried_out_by_a_function() -> None:
    functions = functions_by_clause()
    shown = [
        clause["id"]
        for clause in CLAUSES.values()
        if clause.get("conduct") and set(clause.get("exempt", {})) != {"permits", "forbids"}
    ]
    assert [clause for clause in shown if clause not in functions] == []


def test_every_clause_of_a_reading_or_a_reason_is_carried_out_by_a_function() -> None:
    functions = functions_by_clause()
    named = {*REASONS.values(), *(reading["clause"] for reading in READINGS)}
    assert named <= set(functions)


# Sources


BIBLIOGRAPHY = re.findall(r"^@\w+\{([^,\s]+),$", (SPEC / "sources.bib").read_text(encoding="utf-8"), re.MULTILINE)


def keys_used() -> Iterator[tuple[str, str]]:
    """Where a source is named, and its key."""
    for clause in CLAUSES.values():
        yield from ((clause["id"], source.split()[0]) for source in clause["sources"])
    for reading in READINGS:
        for alternative in reading["alternatives"]:
            yield from ((reading["id"], source.split()[0]) for source in alternative["held_by"])
    for path in HISTORY:
        yield from ((path.name, key) for key in front_matter(path)["sources"])
        yield from ((path.name, key) for key in keys_cited(path))


def test_every_work_of_the_bibliography_has_a_key_of_its_own() -> None:
    assert len(set(BIBLIOGRAPHY)) == len(BIBLIOGRAPHY) > 0


def test_sources_that_are_named_are_in_the_bibliography() -> None:
    assert [(where, key) for where, key in keys_used() if key not in BIBLIOGRAPHY] == []


def test_every_work_of_the_bibliography_is_called_by_a_clause_a_reading_or_a_note() -> None:
    used = {key for _, key in keys_used()}
    assert [key for key in BIBLIOGRAPHY if key not in used] == []


def test_sources_in_the_docstrings_of_the_reference_engine_are_in_the_bibliography() -> None:
    reference = SPEC.parent / "reference" / "forty_kings"
    for path in reference.glob("*.py"):
        for said in re.findall(r"Sources?: ([^\n]*)\.$", path.read_text(encoding="utf-8"), re.MULTILINE):
            for source in said.split(", "):
                assert source.split()[0] in BIBLIOGRAPHY, path.name


# French


def texts(value: Json, where: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Every text that stands in English, with its place."""
    if isinstance(value, dict):
        if "en" in value:
            yield where, value
        for key, member in value.items():
            yield from texts(member, f"{where}.{key}")
    elif isinstance(value, list):
        for number, member in enumerate(value):
            name = member.get("id", number) if isinstance(member, dict) else number
            yield from texts(member, f"{where}[{name}]")


TRANSLATED = {
    path.relative_to(SPEC).as_posix(): list(texts(yaml.safe_load(path.read_text(encoding="utf-8"))))
    for path in sorted(SPEC.rglob("*.yaml"))
    if path.name not in ("mistakes.yaml", "edition.yaml") and path.parent.name != "translations"
}


@pytest.mark.parametrize("file", TRANSLATED)
def test_every_text_is_there_in_french(file: str) -> None:
    assert TRANSLATED[file]
    assert [where for where, text in TRANSLATED[file] if not text.get("fr", "").strip()] == []
    assert [where for where, text in TRANSLATED[file] if text["en"] == text["fr"] and " " in text["en"]] == []


@pytest.mark.parametrize("file", TRANSLATED)
def test_french_gives_the_same_figures_and_cites_the_same_clauses(file: str) -> None:
    def figures(text: str) -> list[str]:
        return sorted(re.findall(r"\d+", text))

    differing = [where for where, text in TRANSLATED[file] if figures(text["en"]) != figures(text["fr"])]
    assert differing == []


# History


HISTORY = sorted((SPEC / "history").glob("*.md"))
NOTES = [path for path in HISTORY if not path.name.endswith(".fr.md")]


def front_matter(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8").split("---\n")[1])
    return read


def body(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("---\n", 2)[2]


def keys_cited(path: Path) -> list[str]:
    return [key for cite in re.findall(r"\[@([^\]]*)\]", body(path)) for key in re.split(r"[;,]\s*@", cite)]


def test_every_note_has_its_french_twin() -> None:
    french = {path.name.removesuffix(".fr.md") for path in HISTORY if path not in NOTES}
    assert french == {path.name.removesuffix(".md") for path in NOTES}
    assert [front_matter(path)["id"] for path in NOTES] == [f"H{number}" for number in range(1, len(NOTES) + 1)]


@pytest.mark.parametrize("path", NOTES, ids=lambda path: path.stem)
def test_a_note_and_its_twin_name_and_cite_the_same_clauses_and_works(path: Path) -> None:
    twin = path.with_suffix(".fr.md")
    assert front_matter(twin) == front_matter(path)
    for each in (path, twin):
        assert set(cited(body(each))) == set(front_matter(each)["clauses"]), each.name
        assert set(keys_cited(each)) == set(front_matter(each)["sources"]), each.name
        assert len(front_matter(each)["clauses"]) == len(set(front_matter(each)["clauses"]))
    assert [len(re.findall(form, body(path), re.MULTILINE)) for form in (r"^## ", r"^- ")] == [
        len(re.findall(form, body(twin), re.MULTILINE)) for form in (r"^## ", r"^- ")
    ]


# Cases


def test_clauses_that_cases_name_exist_and_a_case_names_its_own_but_once() -> None:
    for case in CASES:
        assert {case.clause, *case.also} <= set(CLAUSES), case.id
        assert case.clause not in case.also, case.id
        assert len(set(case.also)) == len(case.also), case.id


def test_mistakes_stand_once_and_those_that_cases_name_exist() -> None:
    known = [mistake["id"] for mistake in MISTAKES]
    assert len(set(known)) == len(known)
    assert sorted({kill for case in CASES for kill in case.kills} - set(known)) == []


def test_every_mistake_is_named_by_a_case_that_is_there_to_catch_it() -> None:
    claimed = {kill for case in CASES for kill in case.kills}
    assert [mistake["id"] for mistake in MISTAKES if mistake["id"] not in claimed] == []


@pytest.mark.parametrize("side", ["permits", "forbids"])
def test_every_clause_of_conduct_has_a_case_on_both_sides_or_says_why_not(side: str) -> None:
    shown = {case.clause for case in CASES if case.shows == side}
    conduct = {clause["id"] for clause in CLAUSES.values() if clause.get("conduct")}
    exempt = {name for name in conduct if side in CLAUSES[name].get("exempt", {})}
    assert sorted(conduct - exempt - shown) == [], "no case and no exemption"
    assert sorted(exempt & shown) == [], "an exemption, and a case all the same"
    assert sorted(shown - conduct) == [], "a case shows a side of a clause that is not about conduct"


def test_every_other_clause_has_a_case_or_says_why_not() -> None:
    tested = {case.clause for case in CASES}
    others = {clause["id"] for clause in CLAUSES.values() if not clause.get("conduct")}
    untested = {name for name, clause in CLAUSES.items() if "untested" in clause}
    assert sorted(others - tested - untested) == [], "neither a case nor a reason"
    assert sorted(untested & tested) == [], "untested, and tested all the same"
    assert untested <= others


def test_a_clause_of_conduct_with_a_case_says_on_which_side() -> None:
    for case in CASES:
        if not CLAUSES[case.clause].get("conduct"):
            assert case.shows == "", case.id


def test_every_reason_method_and_alternative_has_a_case() -> None:
    assert {case.refuse.reason for case in CASES if case.refuse} == set(REASONS)
    assert {case.method for case in CASES} == set(METHODS)
    under = {(name, alternative) for case in CASES for name, alternative in case.under.items()}
    assert under == {(name, alternative) for name, alternatives in ALTERNATIVES.items() for alternative in alternatives}
