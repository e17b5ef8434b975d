"""From the files that people write to the compiled suite; what is wrong is said in one line, with file and line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from fk_conform import data
from fk_conform.compiling import (
    case_files,
    compile_cases,
    compile_corpus,
    compile_edition,
    compile_kills,
    compile_spec,
)
from fk_conform.errors import FileError, UsageError
from fk_conform.yamlfile import line_of, read_yaml

Json = Any

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "spec"
CLAUSES = {"FK4.3", "FK4.10", "FK5.31"}
FILE = """\
clause: FK4.3
cases:
  - id: FK4.3c01
    title: A lone low card of the suit led is forced
    method: legal_cards
    given: {hand: [7S, KH], trick: [KS], trump: hearts}
    expect: {cards: [7S]}
    because: Spades are led and the 7 is a spade.
  - id: FK4.3c02
    title: Another
    method: replay_hand
    given:
      deal: east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S
      events: ['east: JS QS']
    refuse: {reason: not-your-turn, event: 0}
    because: It is.
"""


@pytest.fixture(autouse=True)
def _in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are named from the folder one is in."""
    monkeypatch.chdir(tmp_path)


def compile_text(text: str, name: str = "cases.yaml") -> list[Json]:
    path = Path(name)
    path.write_text(text, encoding="utf-8")
    return compile_cases([path.resolve()], SPEC, CLAUSES)


def error_of(text: str) -> str:
    """What is said of a file that is broken."""
    with pytest.raises(FileError) as caught:
        compile_text(text)
    return str(caught.value)


def changed(old: str, new: str) -> str:
    assert FILE.count(old) == 1
    return FILE.replace(old, new)


def test_a_case_is_compiled_with_its_short_forms_written_out() -> None:
    first, second = compile_text(FILE)
    assert first == {
        "id": "FK4.3c01",
        "title": "A lone low card of the suit led is forced",
        "method": "legal_cards",
        "because": "Spades are led and the 7 is a spade.",
        "clause": "FK4.3",
        "file": "cases.yaml",
        "params": '{"hand":["7S","KH"],"trick":["KS"],"trump":"hearts"}',
        "expect": {"cards": ["7S"]},
    }
    params = json.loads(second["params"])
    assert params["dealer"] == "south"
    assert params["turn_up"] == "8S"
    assert params["events"] == [{"seat": "east", "card": "JS"}, {"seat": "north", "card": "QS"}]
    assert second["refuse"] == {"reason": "not-your-turn", "event": 0}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("clause: FK4.3\ncases:\n  - [\n", 4, "no YAML"),
        ("clause: FK4.3\ncases: [}\n", 2, "no YAML"),
        ("clause: FK4.3\n\tcases: []\n", 2, "no YAML"),
        (changed("    title: Another\n", "    title: Another\n    title: The same\n"), 11, "'title' stands twice"),
        (changed("{hand: [7S, KH],", "{hand: [7S], hand: [KH],"), 6, "'hand' stands twice"),
        (FILE + "clause: FK4.3\n", 17, "'clause' stands twice"),
        (changed("id: FK4.3c02", "id: FK4.3c01"), 9, "FK4.3c01 is there already, in cases.yaml"),
        (changed("id: FK4.3c02", "id: FK4.10c02"), 9, "FK4.10c02 is in a file of FK4.3"),
        (changed("clause: FK4.3", "clause: FK4.99"), 1, "there is no clause FK4.99"),
        (changed("clause: FK4.3", "clause: 4.3"), 1, "clause: 4.3 is not of type 'string'"),
        (changed("method: legal_cards", "method: lawful_cards"), 5, "cases.0.method: 'lawful_cards' is not one of"),
        (changed("reason: not-your-turn", "reason: out-of-turn"), 15, "cases.1.refuse.reason: 'out-of-turn'"),
        (changed("    because: It is.\n", ""), 9, "'because' is a required property"),
        (changed("id: FK4.3c02", "id: FK4.3c2"), 9, "cases.1.id: 'FK4.3c2' does not match"),
        (changed("title: Another", "heading: Another"), 9, "cases.1"),
        (changed("title: Another", 'title: " "'), 10, "cases.1.title: ' ' does not match"),
        (
            changed("    expect: {cards: [7S]}\n", ""),
            3,
            "cases.0: expected just one of expect, refuse, malformed, not none of them",
        ),
        (
            changed("    expect: {cards: [7S]}\n", "    expect: {cards: [7S]}\n    malformed: true\n"),
            3,
            "not expect and malformed",
        ),
        (changed("east:J.A.JA8.QJA ", "east:"), 13, "FK4.3c02: 'east:QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S' is no"),
        (changed("east:J.A.JA8.QJA", "E:J.A.JA8.QJA"), 13, "is no deal line"),
        (changed("['east: JS QS']", "['east plays JS']"), 13, "FK4.3c02: 'east plays JS' is no event"),
        (changed("['east: JS QS']", "['E: JS QS']"), 13, "FK4.3c02: 'E: JS QS': 'E' is no seat"),
        (changed("['east: JS QS']", "['east: JS/2']"), 13, "'JS/2' announces neither 3 nor 4"),
        (changed("hand: [7S, KH]", "hand: [2001-01-01]"), 6, "a timestamp (in quotes it is a text)"),
        (changed("hand: [7S, KH]", "hand: !!set {7S, KH}"), 6, "a set (in quotes it is a text)"),
        (changed("hand: [7S, KH]", "hand: !!binary abcd"), 6, "a binary (in quotes it is a text)"),
        (changed("hand: [7S, KH]", "hand: !!python/name:os.system ''"), 6, "no YAML"),
        (changed("hand: [7S, KH]", "1: [7S, KH]"), 6, "a key is no plain word"),
        (changed("hand: [7S, KH]", "no: [7S, KH]"), 6, "a key is no plain word"),
        (changed("hand: [7S, KH]", "[7S]: [KH]"), 6, "a key is no plain word"),
        (changed("hand: [7S, KH]", "hand: *nobody"), 6, "no YAML"),
    ],
    ids=lambda value: value.replace("\n", " ")[:40] if isinstance(value, str) else str(value),
)
def test_what_is_wrong_with_a_file_is_said_in_one_line_with_its_place(text: str, line: int, says: str) -> None:
    error = error_of(text)
    assert error.startswith(f"cases.yaml:{line}: ")
    assert says in error
    assert "\n" not in error
    assert len(error) < 300


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "- a list",
        "clause: FK4.3\ncases: []\n",
        "&a [*a]",
        changed("hand: [7S, KH]", "hand: .nan"),
        changed("hand: [7S, KH]", "hand: &me [*me]"),
        "[" * 100_000,
    ],
    ids=["empty", "a number", "a list", "no cases", "a ring", "no number", "a ring in a hand", "too deep"],
)
def test_a_file_that_holds_something_else_altogether_is_named(text: str) -> None:
    error = error_of(text)
    assert error.startswith("cases.yaml:")
    assert "\n" not in error


def test_a_file_that_is_no_utf8_is_named() -> None:
    Path("cases.yaml").write_bytes(FILE.replace("Another", "donn\xe9").encode("latin-1"))
    with pytest.raises(FileError, match=r"^cases\.yaml:10: expected UTF-8, not the byte 0xe9"):
        compile_cases([Path("cases.yaml").resolve()], SPEC, CLAUSES)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(FileError, match=r"^gone\.yaml: cannot be read: No such file"):
        compile_cases([Path("gone.yaml").resolve()], SPEC, CLAUSES)


def test_an_id_that_is_in_another_file_too_is_named_with_both_files() -> None:
    for name in ("a.yaml", "b.yaml"):
        Path(name).write_text(FILE, encoding="utf-8")
    with pytest.raises(FileError, match=r"^b\.yaml:3: FK4\.3c01 is there already, in a\.yaml$"):
        compile_cases([Path("a.yaml").resolve(), Path("b.yaml").resolve()], SPEC, CLAUSES)


def test_a_broken_file_is_a_usage_error() -> None:
    assert issubclass(FileError, UsageError)


def test_cases_come_in_the_order_of_their_clauses_by_number_and_within_one_as_written() -> None:
    for clause in ("FK5.31", "FK4.10", "FK4.3"):
        Path(f"{clause[2:]}.yaml").write_text(FILE.replace("FK4.3", clause), encoding="utf-8")
    files = case_files(Path.cwd())
    ids = [case["id"] for case in compile_cases(files, SPEC, CLAUSES)]
    assert ids == ["FK4.3c01", "FK4.3c02", "FK4.10c01", "FK4.10c02", "FK5.31c01", "FK5.31c02"]


def test_the_files_of_a_folder_are_its_yaml_files_and_a_file_is_itself(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yaml", "README.md", "corpus.jsonl"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert [path.name for path in case_files(tmp_path)] == ["a.yaml", "b.yaml"]
    assert case_files(tmp_path / "README.md") == [tmp_path / "README.md"]


def test_a_folder_without_case_files_is_said_to_have_none(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there are no case files"):
        case_files(tmp_path)


def test_a_line_of_the_corpus_is_compiled_and_says_that_it_was_generated() -> None:
    case = {
        "id": "corpus-hand-001",
        "clause": "FK4.3",
        "title": "A hand",
        "method": "replay_hand",
        "given": {"events": ["east: JS"]},
        "expect": {"status": "playing"},
    }
    Path("hands.jsonl").write_text(json.dumps(case) + "\n", encoding="utf-8")
    (compiled,) = compile_corpus([Path("hands.jsonl")])
    assert json.loads(compiled["params"]) == {"events": [{"seat": "east", "card": "JS"}]}
    assert "reference engine" in compiled["because"]


@pytest.mark.parametrize("line", ["bonjour", "[]", "{}", '{"clause":"FK4.3","method":"deal","given":{"deal":"east"}}'])
def test_a_broken_line_of_the_corpus_is_named_with_its_number(line: str) -> None:
    case = '{"id":"c","clause":"FK4.3","title":"t","method":"deal","given":{},"malformed":true}'
    Path("hands.jsonl").write_text(f"{case}\n{line}\n", encoding="utf-8")
    with pytest.raises(FileError, match=r"^hands\.jsonl:2: "):
        list(compile_corpus([Path("hands.jsonl").resolve()]))


def test_a_matrix_is_compiled_as_it_stands_and_need_not_be_there() -> None:
    assert compile_kills(Path("kills.json")) == {}
    Path("kills.json").write_text('{"M-bust": {"FK6.5c01": "00c0ffee"}}', encoding="utf-8")
    assert compile_kills(Path("kills.json")) == {"M-bust": {"FK6.5c01": "00c0ffee"}}


@pytest.mark.parametrize(
    "matrix", ["{", "[]", "3", '{"M-bust": []}', '{"M-bust": {"FK6.5c01": 3}}', "[" * 100_000, "é"]
)
def test_a_matrix_that_is_none_is_named_and_how_to_make_one(matrix: str) -> None:
    Path("kills.json").write_text(matrix, encoding="latin-1")
    with pytest.raises(UsageError, match=r"^kills\.json(:1)?: .*; take the file away, and fk-conform mistakes --write"):
        compile_kills(Path("kills.json"))


def test_a_line_of_a_file_is_found_by_the_way_to_it() -> None:
    Path("cases.yaml").write_text(FILE, encoding="utf-8")
    path = Path("cases.yaml")
    assert line_of(path, []) == 1
    assert line_of(path, ["cases", 0, "given", "trick"]) == 6
    assert line_of(path, ["cases", 1, "id"]) == 9
    # Where the way ends, the last that there is.
    assert line_of(path, ["cases", 1, "nowhere", "id"]) == 9
    assert line_of(path, ["cases", 7]) == 3


def test_yaml_is_read_as_json_would_say_it() -> None:
    Path("a.yaml").write_text("a: [1, 1.5, true, null, 'x', {b: c}]\n", encoding="utf-8")
    assert read_yaml(Path("a.yaml"), "a.yaml") == {"a": [1, 1.5, True, None, "x", {"b": "c"}]}


# The specification


def broken_spec(tmp_path: Path, file: str, old: str, new: str) -> Path:
    """A copy of spec/ with a change in one file."""
    spec = tmp_path / "spec"
    shutil.copytree(SPEC, spec)
    text = (spec / file).read_text(encoding="utf-8")
    assert old in text
    (spec / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return spec


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("clauses/4-play.yaml", "slug: first-lead", "slug: first lead"),
        ("readings.yaml", "default: any-card", "defaults: any-card"),
        ("reasons.yaml", "reasons:", "reasons: ["),
        ("methods.yaml", "levels:", "level:"),
        ("history/1-lacombe.md", "id: H1", "name: H1"),
        ("history/1-lacombe.md", "id: H1", "id: [H1"),
        ("history/1-lacombe.md", "---\n", ""),
        ("clauses/4-play.yaml", "id: FK4.2", "id: FK4.1"),
        ("clauses/4-play.yaml", "id: FK4.2", "id: FK3.1"),
        ("readings.yaml", "id: renounce", "id: when-void"),
        ("readings.yaml", "id: to-trump", "id: only-when-void"),
        ("readings.yaml", "default: any-card", "default: any-cart"),
        ("reasons.yaml", "id: wrong-players-draw", "id: partners-not-opposite"),
        ("mistakes.yaml", "id: M-ten-above-ace,", "id: M-ace-above-king,"),
        ("methods.yaml", "id: pair_players\n", "id: initialize\n"),
        ("methods.yaml", "id: pair_players\n", "id: pair_player\n"),
        ("sources.bib", "@incollection{lacombe-1792,", "@book{lacombe-1789,"),
        ("sources.bib", "@incollection{lacombe-1792,", "@incollection{lacombe-1792"),
        ("sources.bib", "  keywords  = {primary}\n}", "  keywords  = {primary}"),
    ],
)
def test_a_broken_file_of_the_specification_is_named(tmp_path: Path, file: str, old: str, new: str) -> None:
    with pytest.raises(FileError, match=rf"^spec/{file}:\d+: "):
        compile_spec(broken_spec(tmp_path, file, old, new))


def test_what_stands_twice_is_said_with_both_places(tmp_path: Path) -> None:
    spec = broken_spec(tmp_path, "clauses/4-play.yaml", "id: FK4.2", "id: FK4.1")
    lines = [
        number
        for number, line in enumerate((spec / "clauses/4-play.yaml").read_text(encoding="utf-8").splitlines(), 1)
        if line == "  - id: FK4.1"
    ]
    assert len(lines) == 2
    says = rf"4-play\.yaml:{lines[1]}: FK4\.1 is there already, in spec/clauses/4-play\.yaml:{lines[0]}$"
    with pytest.raises(FileError, match=says):
        compile_spec(spec)


def test_the_key_of_a_work_may_stand_with_spaces_about_it(tmp_path: Path) -> None:
    spec = broken_spec(tmp_path, "sources.bib", "@incollection{lacombe-1792,\n", "@book{ lacombe-1792 ,\r\n")
    assert compile_spec(spec)["sources"]["lacombe-1792"]["type"] == "book"


@pytest.mark.parametrize("file", ["sources.bib", "history/1-lacombe.md", "clauses/4-play.yaml"])
def test_a_file_of_the_specification_that_is_no_utf8_is_named(tmp_path: Path, file: str) -> None:
    spec = broken_spec(tmp_path, file, "\n", "\n")
    (spec / file).write_bytes((spec / file).read_bytes() + b"\xe9")
    line = (spec / file).read_bytes().count(b"\n") + 1
    with pytest.raises(FileError, match=rf"^spec/{file}:{line}: expected UTF-8, not the byte 0xe9"):
        compile_spec(spec)


SCHEMAS = ["cases.schema.json", "clauses.schema.json", "common.schema.json", "methods/legal_cards.schema.json"]


@pytest.mark.parametrize("content", [None, "{", "[]", '{"type": 3, "$defs": 3}', "[" * 100_000, "\xff"])
@pytest.mark.parametrize("file", SCHEMAS)
def test_a_schema_that_is_none_is_named(tmp_path: Path, file: str, content: str | None) -> None:
    shutil.copytree(SPEC, tmp_path / "spec")
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "4.3-follow-suit.yaml").write_text(FILE, encoding="utf-8")
    path = tmp_path / "spec" / "schema" / file
    path.unlink()
    if content is not None:
        path.write_text(content, encoding="latin-1")
    with pytest.raises(FileError, match=r"^spec/(schema/|methods\.yaml)") as caught:
        data.compile_into(tmp_path / "compiled", tmp_path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_schema_that_refers_to_what_is_not_there_is_named(tmp_path: Path) -> None:
    spec = broken_spec(tmp_path, "schema/readings.schema.json", "#/$defs/clause-id", "#/$defs/nope")
    with pytest.raises(FileError, match=r"^spec/readings\.yaml: its schema refers to '/\$defs/nope'"):
        compile_spec(spec)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("spec/edition.yaml", "site: ''", "site: example.org", "spec/edition.yaml:4: site: 'example.org'"),
        (
            "spec/edition.yaml",
            "site: ''",
            "site: https://example.org",
            "spec/edition.yaml:4: site: 'https://example.org'",
        ),
        ("CITATION.cff", "title:", "name:", "CITATION.cff:1: title expected"),
    ],
)
def test_an_edition_that_says_too_little_or_where_nothing_is_is_none(
    tmp_path: Path, file: str, old: str, new: str, says: str
) -> None:
    shutil.copytree(SPEC, tmp_path / "spec")
    shutil.copy(ROOT / "CITATION.cff", tmp_path)
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FileError) as caught:
        compile_edition(tmp_path)
    assert str(caught.value).startswith(says)


def test_an_edition_is_what_a_citation_needs() -> None:
    edition = compile_edition(ROOT)
    assert set(edition) == {"site", "title", "authors"}
    assert edition["title"] == "The Forty Kings: rules specification and conformance suite"
    assert edition["authors"] == [{"name": "The Forty Kings contributors"}]


def test_a_work_is_compiled_with_its_fields_and_a_note_with_what_it_mentions() -> None:
    spec = compile_spec(SPEC)
    assert spec["sources"]["parlett-1991"]["type"] == "book"
    assert spec["sources"]["parlett-1991"]["fields"]["isbn"] == "0-19-282905-X"
    (note,) = [note for note in spec["notes"] if note["id"] == "H5"]
    assert note == {
        "slug": "5-name",
        "id": "H5",
        "title": {"en": "The name of the game", "fr": "Le nom du jeu"},
        "sources": ["lalanne-2021", "wikipedia-quarante-de-roi", "grand-vocabulaire-francois", "jeux-de-cartes-com"],
        "clauses": ["FK5.5"],
    }


def test_a_specification_without_clauses_is_none(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there are no clauses here"):
        compile_spec(tmp_path)


def test_edition_specification_cases_and_corpus_are_compiled_into_files(tmp_path: Path) -> None:
    (tmp_path / "cases" / "corpus").mkdir(parents=True)
    (tmp_path / "cases" / "4.3-follow-suit.yaml").write_text(FILE, encoding="utf-8")
    shutil.copytree(SPEC, tmp_path / "spec")
    shutil.copy(ROOT / "CITATION.cff", tmp_path)
    data.compile_into(tmp_path / "compiled", tmp_path)
    files = {path.name for path in (tmp_path / "compiled").iterdir()}
    assert files == {
        "edition.json",
        "translation.fr.json",
        "spec.json",
        "cases.json",
        "kills.json",
        "corpus.jsonl",
    }
    spec = json.loads((tmp_path / "compiled" / "spec.json").read_text(encoding="utf-8"))
    cases = json.loads((tmp_path / "compiled" / "cases.json").read_text(encoding="utf-8"))
    assert "FK4.3" in [clause["id"] for clause in spec["clauses"]]
    assert [case["id"] for case in cases] == ["FK4.3c01", "FK4.3c02"]


@pytest.mark.parametrize("member", ["title", "because"])
@pytest.mark.parametrize("character", ["\\e", "\\x9b", "\\u202e", "\\a"])
def test_a_case_that_would_act_on_a_terminal_is_refused(member: str, character: str, tmp_path: Path) -> None:
    texts = {"title": "Mine", "because": "I say so.", member: f"a{character}[31mb"}
    file = tmp_path / "mine.yaml"
    file.write_text(
        f'clause: FK4.3\ncases:\n  - id: FK4.3c99\n    title: "{texts["title"]}"\n    because: "{texts["because"]}"\n'
        "    method: legal_cards\n    given: {hand: [7S, KH], trick: [KS], trump: hearts}\n    expect: {cards: [KH]}\n",
        encoding="utf-8",
    )
    with pytest.raises(FileError, match=rf"cases\.0\.{member}: ") as caught:
        compile_cases([file], ROOT / "spec", {"FK4.3"})
    assert str(caught.value).isprintable()
