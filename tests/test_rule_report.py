"""How a ruling is told: in order, in full and in one's language as text, and complete as JSON; and the command."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from tests.disputes import DEAL, ruling
from tests.helpers import ROOT, fk_conform

from fk_conform.cli import main
from fk_conform.cli.rule import EXAMPLES, parser, read_file
from fk_conform.edition import this_edition
from fk_conform.errors import UsageError
from fk_conform.rule.position import MEMBERS
from fk_conform.rule.report import as_json, as_text, wrapped
from fk_conform.suite import load_cases

Json = Any

SCHEMAS = ROOT / "spec" / "schema"
REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema))
    for schema in (json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS.rglob("*.json"))
)
POSITION = json.loads((SCHEMAS / "position.schema.json").read_text(encoding="utf-8"))
CASES = list(load_cases(corpus=False))
CAN_FOLLOW: dict[str, Json] = {"hand": "KH AS", "trick": "7H", "trump": "spades"}


@pytest.fixture(autouse=True)
def _without_a_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("FK_SITE", "")
    this_edition.cache_clear()
    yield
    this_edition.cache_clear()


def text_of(question: str, lang: str = "", readings: dict[str, str] | None = None, **told: Json) -> str:
    return as_text(ruling(question, lang, readings, CASES, **told))


def section(text: str, heading: str) -> str:
    """What stands under a heading."""
    found = re.search(rf"^{re.escape(heading)}\n((?:  .*\n)+)", text, re.MULTILINE)
    assert found, heading
    return found[1]


# Text


def test_the_ruling_comes_first_and_then_why_what_it_rests_on_the_nearest_cases_and_other_tables() -> None:
    text = text_of("may I play AS", **CAN_FOLLOW)
    assert text.startswith(
        "No, the player may not play the ace of spades: hearts were led, and the player holds the king of\nhearts.\n"
    )
    headings = [line for line in text.splitlines() if line and not line.startswith(" ")]
    assert headings[2:] == [
        "Why",
        "What it rests on",
        "Looked at as well",
        "The nearest cases",
        "At other tables",
        "As it was understood",
        "To cite it",
    ]


def test_clauses_are_told_by_id_and_text_and_their_basis_with_sources_in_full() -> None:
    text = text_of("may I play AS", **CAN_FOLLOW)
    assert "  FK4.3     A player who holds a card of the suit led must play one.\n" in section(text, "Why")
    rests = section(text, "What it rests on")
    assert "  FK4.3     Stated by lalanne-2021 §2, wikipedia-quarante-de-roi Rules.\n" in rests
    assert "lalanne-2021: Lalanne, Philippe, The Forty Kings, Le Salon des jeux" in rests
    # Each work once, however often it is named.
    assert rests.count("lalanne-2021: ") == 1
    assert "Ruled by this project, with a view to lalanne-2021 §2" in rests


def test_what_is_deduced_says_how_and_a_weak_ruling_says_that_it_is_one() -> None:
    assert "Deduced from lalanne-2021 §2, wikipedia-quarante-de-roi Rules: The duties that the" in section(
        text_of("may I lead AS", hand="KH AS", trump="spades"), "What it rests on"
    )
    weak = section(text_of("may east announce three", hands="east: JS JH JD JC"), "What it rests on")
    assert "  FK5.15    Ruled by this project, a weak ruling, one of those that a better source would" in weak
    assert "  FK5.14    Ruled by this project. The sources are silent on this.\n" in weak


def test_nearest_cases_are_told_by_id_and_title() -> None:
    nearest = section(text_of("may I play AS", **CAN_FOLLOW), "The nearest cases")
    titles = {case.id: case.title for case in CASES}
    lines = nearest.splitlines()
    assert len(lines) == 3
    for line in lines:
        name = line.split()[0]
        assert line == f"  {name.ljust(10)}{titles[name]}"


def test_other_tables_are_told_with_their_reading_and_who_holds_it() -> None:
    others = section(text_of("may I play AS", **CAN_FOLLOW), "At other tables")
    assert others.startswith("  renounce: to-trump\n            Yes, the player may play the ace of spades: ")
    assert "The reading: yes; who holds the suit led must follow or trump" in others
    assert "Held by Une société de gens de lettres, Le Grand Vocabulaire françois, 1772" in others
    same = section(text_of("may I play KH", hand="KH 7S", trick="7H", trump="clubs"), "At other tables")
    assert same == "  The same at every table, whatever it plays.\n"
    counted = section(text_of("how many ways are there to play 9 cards", deal=DEAL, events=""), "At other tables")
    assert counted == "  That was not asked, for it would take its time; --reading asks at another table.\n"


def test_a_table_with_readings_of_its_own_is_named() -> None:
    told: dict[str, Json] = {"hand": "9C 9H", "trick": "7D", "trump": "clubs"}
    assert "\nAt a table that plays when-void: must-trump.\n" in text_of(
        "may I play 9H", "", {"when-void": "must-trump"}, **told
    )
    assert "At a table that plays" not in text_of("may I play 9H", **told)


def test_what_was_taken_for_granted_is_said() -> None:
    assert "\nNobody said who led, so seats are left out of it.\n" in text_of(
        "who wins the trick", trick="7H KH 9S AH", trump="clubs"
    )


def test_it_says_how_it_was_understood() -> None:
    understood = section(text_of("may I play AS", **CAN_FOLLOW), "As it was understood")
    assert understood == "  legal_cards: hand KH AS · trick 7H · trump spades\n"


def test_in_french_clauses_bases_and_readings_are_in_french() -> None:
    text = text_of("puis-je jouer A♠", hand="R♥ A♠", trick="7♥", trump="pique")
    assert text.startswith("Non, le joueur ne peut pas jouer l’as de pique : cœur est demandé, et le joueur a le roi")
    assert "  FK4.3     Un joueur qui a une carte de la couleur demandée doit en jouer une.\n" in section(
        text, "Pourquoi"
    )
    assert "  FK4.3     Dit par lalanne-2021 §2, wikipedia-quarante-de-roi Rules.\n" in text
    assert "  FK4.7c01  Qui peut fournir ne peut pas couper" in section(text, "Les cas les plus proches")
    assert "La lecture : oui ; qui a de la couleur demandée" in section(text, "À d’autres tables")


def test_no_line_begins_or_ends_with_a_mark_that_french_sets_apart_from_its_word() -> None:
    assert wrapped("un deux : trois", 7) == ["un", "deux :", "trois"]
    assert wrapped("un « deux » trois", 8) == ["un", "« deux »", "trois"]
    assert wrapped("un ; deux ? trois !", 6) == ["un ;", "deux ?", "trois !"]


def test_many_clauses_are_told_by_id_alone_and_in_full_if_that_is_asked_for() -> None:
    one = ruling("whose turn is it", "", None, CASES, deal=DEAL, events="")
    short, full = as_text(one), as_text(one, verbose=True)
    assert section(short, "Looked at as well").startswith("  FK1.1, FK1.8, FK3.1, ")
    assert "  FK1.1     The game is played with thirty-two different cards" in section(full, "Looked at as well")
    assert set(re.findall(r"FK\d+\.\d+\b(?!c)", short)) == set(one.applied)


# JSON


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("may I play AS", CAN_FOLLOW),
        ("qui remporte la levée", {"trick": "sud 7♥ R♥ 9♥ A♥", "trump": "trèfle"}),
        ("may west play 7S", {"deal": DEAL, "events": "east: JS QH"}),
        ("may east announce three", {"hands": "east: JS JH JD JC"}),
        ("who has won", {"scores": "48-10 clique EW 10; 48-40 clique EW 40", "target": 50}),
        ("how many ways are there to play 9 cards", {"deal": DEAL, "events": ""}),
    ],
)
def test_json_is_as_its_schema_says(question: str, told: dict[str, Json]) -> None:
    said = json.loads(json.dumps(as_json(ruling(question, "", None, CASES, **told))))
    Draft202012Validator({"$ref": "urn:forty-kings:schema:ruling"}, registry=REGISTRY).validate(said)
    assert said["nearest"]


def test_json_tells_what_the_text_tells() -> None:
    one = ruling("may I play AS", "", None, CASES, **CAN_FOLLOW)
    said = as_json(one)
    assert (said["question"], said["lang"], said["yes"]) == ("may-play", "en", False)
    assert said["asked"] == {
        "method": "legal_cards",
        "params": {"hand": ["KH", "AS"], "trick": ["7H"], "trump": "spades"},
    }
    assert said["answer"] == {"result": {"cards": ["KH"]}}
    assert [clause["id"] for clause in said["clauses"] if clause["decides"]] == ["FK4.7", "FK4.3"]
    assert [clause["id"] for clause in said["clauses"]] == list(one.applied)
    assert said["clauses"][1]["link"] == f"urn:forty-kings:{this_edition().version}:FK4.3"
    assert said["elsewhere"][0]["readings"] == {"renounce": "to-trump"}
    assert said["elsewhere"][0]["yes"] is True
    refused = as_json(ruling("may west play 7S", deal=DEAL, events="east: JS QH"))
    assert (refused["yes"], refused["answer"]) == (None, {"refused": {"reason": "must-follow-suit", "event": 1}})
    assert as_json(ruling("how many ways are there to play 9 cards", deal=DEAL, events=""))["elsewhere"] is None


# Files


def test_schema_and_reader_know_the_same_members() -> None:
    assert set(POSITION["properties"]) == {"question", "lang", "readings", *MEMBERS}


@pytest.mark.parametrize("number", range(len(POSITION["examples"])))
@pytest.mark.parametrize("form", ["json", "yaml"])
def test_every_example_of_the_schema_is_ruled_on(number: int, form: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / f"dispute.{form}"
    # JSON may be indented with tabs, which YAML takes for none of its own.
    text = json.dumps(POSITION["examples"][number], ensure_ascii=False, indent="\t" if form == "json" else None)
    file.write_text(text, encoding="utf-8")
    assert main(["rule", str(file)]) == 0
    assert capsys.readouterr().out.count("\n\n") >= 5


def test_a_file_in_yaml_may_tell_language_and_readings(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "dispute.yaml"
    file.write_text(
        "question: may west play 9H\nlang: fr\nreadings: {when-void: must-trump}\n"
        "hand: K♣ 9♥\ntrick:\n  south: 7♦\n  east: K♦\n  north: A♦\ntrump: clubs\n",
        encoding="utf-8",
    )
    assert main(["rule", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Non, Ouest ne peut pas jouer le 9 de cœur : ")
    assert "\nÀ une table qui joue when-void: must-trump.\n" in out
    # What the command line says goes before it.
    assert main(["rule", str(file), "--lang", "en", "--reading", "when-void=any-card"]) == 0
    assert capsys.readouterr().out.startswith("Yes, west may play the 9 of hearts: ")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("question: [", "dispute.yaml:2: no YAML"),
        ("- question", "dispute.yaml: expected members such as question, hand and trump"),
        ("", "dispute.yaml: expected members"),
        ("question: who cuts\nhats: three\n", "dispute.yaml: there is no 'hats' here; there are question, readings"),
        ("question: who cuts\nquestion: who deals\n", "dispute.yaml:2: no YAML: 'question' stands twice"),
        ('{"question": "who cuts", "question": "who deals"}', "'question' stands twice"),
        ("question: [who cuts]\ndealer: north\n", "question: expected a text, not ['who cuts']"),
        ("question: who cuts\ndealer: left\n", "dealer: 'left' is no seat"),
        ("question: who cuts\nlang: de\ndealer: north\n", "lang: expected en or fr, not 'de'"),
        ("question: who cuts\nreadings: [when-void]\ndealer: north\n", "readings: expected a reading and its"),
        ("question: who cuts\nreadings: when-void=maybe\ndealer: n\n", "expected when-void=any-card or must-trump"),
        ("question: who cuts\ndealer: &a [*a]\n", "*a is an alias"),
        ("dealer: north\n", "a question is missing; try"),
        (b"question: \xff\n", "dispute.yaml:1: expected UTF-8, not the byte 0xff"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said_in_one_line(
    content: str | bytes, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dispute.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["rule", "dispute.yaml"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("fk-conform: ")
    assert says in said.err
    assert said.err.count("\n") == 1


def test_a_file_that_is_not_there_is_said_not_to_be() -> None:
    with pytest.raises(UsageError, match=r"^gone\.yaml: cannot be read: No such file or directory$"):
        read_file("gone.yaml")


# The command


def called(*words: str, capsys: Any) -> str:
    assert main(["rule", *words]) == 0
    out = capsys.readouterr().out
    assert isinstance(out, str)
    return out


def test_words_of_a_question_need_no_quotes(capsys: Any) -> None:
    quoted = called("may I play 9H to 7D KD holding KH 9H 8C, clubs are trumps", capsys=capsys)
    words = "may I play 9H to 7D KD holding KH 9H 8C, clubs are trumps"
    assert called(*shlex.split(words), capsys=capsys) == quoted
    assert (
        called("may I play 9H", "--trick", "7D KD", "--hand", "KH 9H 8C", "--trump", "clubs", capsys=capsys) == quoted
    )


def test_a_deal_line_and_lines_of_plays_are_known_by_their_looks(capsys: Any) -> None:
    words = ["east: JS/3 QS 7S 8S", DEAL, "east shows JS JD JC", "whose turn is it", "north: QH"]
    assert called(*words, capsys=capsys).startswith("It is west’s turn to play: ")


@pytest.mark.parametrize("line", [line for line in EXAMPLES.splitlines() if line not in ("fk-conform rule", "")])
def test_every_example_of_the_help_works(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dispute.yaml").write_text("question: who cuts\ndealer: north\n", encoding="utf-8")
    assert called(*shlex.split(line)[2:], capsys=capsys)
    assert line in (parser().epilog or "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["may west play 9H", "--hand", "KH KH"], "hand: K♥ is there twice"),
        (["may west play 9H", "--hand", "KH", "--cards", "KH"], "unrecognized arguments: --cards KH"),
        (["may west play 9H", "may east play 9H"], "'may' is no card"),
        (["who cuts", "--dealer", "north", "--reading", "void=any"], "there is no reading 'void'"),
        (["who cuts", "--dealer", "north", "--lang", "de"], "invalid choice: 'de'"),
        ([DEAL, DEAL, "whose turn is it"], "deal: it is told twice"),
        (["whose turn is it", DEAL, "--deal", DEAL], "deal: it is told twice"),
        (["--dealer", "north"], "a question is missing; try"),
        (["gone.yaml"], "gone.yaml: cannot be read"),
        (["qui coupe", "--dealer", "gauche"], "dealer: 'gauche' n’est pas une place"),
        (["may west play \x1b[31m9H", "--hand", "9H"], r"\x1b"),
    ],
)
def test_what_is_not_understood_is_said_in_one_line_and_nothing_is_ruled(
    words: list[str], says: str, capsys: Any
) -> None:
    try:
        status: Any = main(["rule", *words])
    except SystemExit as left:
        status = left.code
    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert says in said.err
    assert said.err.count("\n") == 1
    assert "\x1b" not in said.err


def test_without_words_and_without_a_terminal_standard_input_is_read(tmp_path: Path) -> None:
    for words in ([], ["-"]):
        done = subprocess.run(
            [sys.executable, "-m", "fk_conform", "rule", *words, "--format", "json"],
            input='{"question": "qui coupe", "dealer": "nord"}',
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["sentence"].startswith("Est coupe le jeu de cartes : ")
    nothing = fk_conform("rule", cwd=tmp_path)
    assert nothing.returncode == 2
    assert nothing.stderr.count("\n") == 1
