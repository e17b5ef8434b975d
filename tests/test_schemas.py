"""The schemas in spec/schema/ agree with the spec, the cases and the wire contract, and refuse what they should."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "spec"
SCHEMAS = SPEC / "schema"
URN = "urn:forty-kings:schema:"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


SCHEMA: dict[str, Any] = {
    path.relative_to(SCHEMAS).as_posix().removesuffix(".schema.json").replace("/", ":"): json.loads(
        path.read_text(encoding="utf-8")
    )
    for path in sorted(SCHEMAS.rglob("*.schema.json"))
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema)) for schema in SCHEMA.values()
)
READINGS = {
    reading["id"]: [alternative["id"] for alternative in reading["alternatives"]]
    for reading in read_yaml(SPEC / "readings.yaml")["readings"]
}
REASONS = [reason["id"] for reason in read_yaml(SPEC / "reasons.yaml")["reasons"]]
METHODS = [method["id"] for method in read_yaml(SPEC / "methods.yaml")["methods"]]
PLACES = ("spec/*.yaml", "spec/clauses/*.yaml", "spec/translations/*.yaml", "cases/*.yaml")
AUTHORED = sorted(path for place in PLACES for path in ROOT.glob(place))
CASE_FILES = [path for path in AUTHORED if path.parent.name == "cases"]


def validator(ref: str) -> Draft202012Validator:
    """A validator for `name` or `name#/$defs/part`."""
    return Draft202012Validator({"$ref": URN + ref}, registry=REGISTRY)


def faults(ref: str, instance: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator(ref).iter_errors(instance)]


def defs(name: str) -> Any:
    return SCHEMA[name]["$defs"]


def subschemas(schema: Any, pointer: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside a schema with its pointer, but for what stands in examples and enums."""
    if not isinstance(schema, dict):
        return
    yield pointer, schema
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            for name, part in value.items():
                yield from subschemas(part, f"{pointer}/{key}/{name}")
        elif key in ("oneOf", "anyOf", "allOf"):
            for index, part in enumerate(value):
                yield from subschemas(part, f"{pointer}/{key}/{index}")
        elif key in ("items", "additionalProperties", "if", "then", "else"):
            yield from subschemas(value, f"{pointer}/{key}")


# The schemas themselves


@pytest.mark.parametrize("name", SCHEMA)
def test_schema_is_valid_and_names_its_dialect_and_itself(name: str) -> None:
    schema = SCHEMA[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == DIALECT
    assert schema["$id"] == URN + name
    assert schema["title"]
    assert schema["description"]


@pytest.mark.parametrize("name", SCHEMA)
def test_every_reference_leads_somewhere(name: str) -> None:
    resolver = REGISTRY.resolver(base_uri=SCHEMA[name]["$id"])
    for _, part in subschemas(SCHEMA[name]):
        if "$ref" in part:
            resolver.lookup(part["$ref"])


@pytest.mark.parametrize("name", SCHEMA)
def test_every_member_is_described(name: str) -> None:
    resolver = REGISTRY.resolver(base_uri=SCHEMA[name]["$id"])

    def described(part: Any) -> bool:
        return part is False or "description" in part or described(resolver.lookup(part["$ref"]).contents)

    for pointer, part in subschemas(SCHEMA[name]):
        if "/allOf/" not in pointer:
            assert [key for key, member in part.get("properties", {}).items() if not described(member)] == [], pointer


@pytest.mark.parametrize("name", SCHEMA)
def test_every_example_conforms_to_what_it_is_an_example_of(name: str) -> None:
    for pointer, part in subschemas(SCHEMA[name]):
        for example in part.get("examples", []):
            assert faults(name + pointer, example) == [], pointer


@pytest.mark.parametrize("name", [f"methods:{method}" for method in METHODS])
def test_sets_are_marked_in_results_and_nowhere_else(name: str) -> None:
    for pointer, part in subschemas(SCHEMA[name]):
        if "x-set" in part:
            assert part["x-set"] is True, pointer
            assert part["uniqueItems"] is True, pointer
            assert not pointer.startswith("#/$defs/params"), pointer
        elif pointer.startswith("#/$defs/result"):
            assert "uniqueItems" not in part, f"{pointer} has no x-set"


def test_parts_of_one_name_are_the_same_in_all_files_that_authors_write() -> None:
    # These repeat a few definitions, since editors do not resolve a URN.
    parts: dict[str, Any] = {}
    for name in ("clauses", "readings", "reasons", "methods", "mistakes", "cases"):
        for key, part in defs(name).items():
            assert parts.setdefault(key, part) == part, f"{name}: {key}"


# The schemas and the spec


@pytest.mark.parametrize("path", AUTHORED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_file_conforms_to_the_schema_that_its_first_line_names(path: Path) -> None:
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    named = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert named, f"the first line names no schema: {first}"
    schema = (path.parent / named[1]).resolve()
    name = path.parent.name if path.parent.name in ("cases", "clauses", "translations") else path.stem
    assert schema == SCHEMAS / f"{name}.schema.json"
    assert faults(name, read_yaml(path)) == []


def test_methods_and_schema_files_are_the_same() -> None:
    assert {name.removeprefix("methods:") for name in SCHEMA if name.startswith("methods:")} == set(METHODS)


def test_enums_are_those_of_the_spec() -> None:
    case = defs("cases")["case"]["properties"]
    assert case["method"]["enum"] == defs("common")["method"]["enum"] == METHODS
    assert case["refuse"]["properties"]["reason"]["enum"] == defs("common")["reason"]["enum"] == REASONS
    assert defs("common")["reading"]["enum"] == list(READINGS)
    assert defs("clauses")["clause"]["properties"]["reading"]["enum"] == list(READINGS)
    followed = SCHEMA["methods:initialize"]["$defs"]["result"]["properties"]["readings"]
    for readings in (defs("common")["readings"], followed, defs("cases")["under"], defs("reasons")["under"]):
        assert {name: part["enum"] for name, part in readings["properties"].items()} == READINGS


def test_clique_values_are_those_of_the_clause() -> None:
    clauses = read_yaml(SPEC / "clauses" / "5-cliques.yaml")["clauses"]
    rule = next(clause["rule"]["en"] for clause in clauses if clause["slug"] == "clique-values")
    values = defs("methods:score_match")["clique"]["properties"]["points"]["enum"]
    assert values == [int(number) for number in re.findall(r"\d+", rule)]


# The schemas and the wire contract

PROTOCOL = (SPEC / "protocol.md").read_text(encoding="utf-8")
EXCHANGES = [
    (json.loads(request), json.loads(answer))
    for block in re.findall(r"^```exchange\n(.*?)^```$", PROTOCOL, re.MULTILINE | re.DOTALL)
    for request, answer in re.findall(r"^> (.*)\n< (.*)\n", block, re.MULTILINE)
]


def test_protocol_prints_an_exchange_of_every_method() -> None:
    assert len(EXCHANGES) == len(re.findall(r"^> ", PROTOCOL, re.MULTILINE))
    assert {request["method"] for request, _ in EXCHANGES} == set(METHODS)


@pytest.mark.parametrize(
    ("request_line", "answer"),
    EXCHANGES,
    ids=[f"{number}-{ask['method']}" for number, (ask, _) in enumerate(EXCHANGES)],
)
def test_exchange_of_the_protocol_conforms(request_line: Any, answer: Any) -> None:
    assert faults("common#/$defs/request", request_line) == []
    assert faults("common#/$defs/answer", answer) == []
    method = f"methods:{request_line['method']}"
    malformed = answer.get("error", {}).get("code") == -32602
    assert bool(faults(method + "#/$defs/params", request_line["params"])) is malformed
    if "result" in answer:
        assert faults(method + "#/$defs/result", answer["result"]) == []


def test_deal_line_of_the_protocol_conforms() -> None:
    lines = re.findall(r"^```deal\n(.*)\n```$", PROTOCOL, re.MULTILINE)
    assert lines
    for line in lines:
        assert faults("common#/$defs/deal-line", line) == []


# The schemas and the cases


def contents(part: dict[str, Any]) -> Any:
    return REGISTRY.resolver().lookup(part["$ref"]).contents if "$ref" in part else part


@pytest.mark.parametrize("path", CASE_FILES, ids=lambda path: path.name)
def test_cases_expect_possible_results(path: Path) -> None:
    for case in read_yaml(path)["cases"]:
        name, expected = f"methods:{case['method']}", case.get("expect", {})
        errors = validator(name + "#/$defs/result").iter_errors(expected)
        assert [f"{error.json_path}: {error.message}" for error in errors if error.path] == [], case["id"]
        assert expected.keys() <= contents(defs(name)["result"])["properties"].keys(), case["id"]


@pytest.mark.parametrize("path", CASE_FILES, ids=lambda path: path.name)
def test_cases_ask_possible_questions_unless_they_say_malformed(path: Path) -> None:
    for case in read_yaml(path)["cases"]:
        given = case["given"]
        short = "deal" in given or any(isinstance(event, str) for event in given.get("events", []))
        if not short and "malformed" not in case:
            assert faults(f"methods:{case['method']}#/$defs/params", given) == [], case["id"]


# What must not conform

GONE = object()


def but(base: Any, path: str, value: object) -> Any:
    """A copy of `base` with another value, or none, at `path`; the value itself where there is no path."""
    if not path:
        return value
    changed = copy.deepcopy(base)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = changed
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return changed


def printed(method: str, part: str) -> Any:
    """What the protocol prints as params or result of a method, and answers to; else the example in the schema."""
    for request, answer in EXCHANGES:
        if request["method"] == method and "result" in answer:
            return request["params"] if part == "params" else answer["result"]
    return SCHEMA[f"methods:{method}"]["examples"][0][part]


def sound(ref: str) -> Any:
    """Something that conforms."""
    name, _, part = ref.partition("#/$defs/")
    if name.startswith("methods:"):
        return printed(name.removeprefix("methods:"), part)
    return (defs(name)[part] if part else SCHEMA[name]).get("examples", [None])[0]


CASE = sound("cases")["cases"][0]
ERROR = sound("common#/$defs/refused")
CARDS = printed("deal", "params")["deck"]

# schema: {what it refuses: (where what conforms is changed, to what)}
REFUSED: dict[str, dict[str, tuple[str, object]]] = {
    "clauses": {
        "a member of another name": ("clauses.0.ruling", {"en": "Follow."}),
        "a rule without English": ("clauses.0.rule", {"fr": "Fournir."}),
        "a text in a third language": ("clauses.0.title.de", "Bedienen"),
        "an unknown basis": ("clauses.0.basis", "guessed"),
        "a deduced clause without deduction": ("clauses.1.deduction", GONE),
        "a deduction where a source says it": ("clauses.0.deduction", {"en": "It follows."}),
        "a stated clause without a source": ("clauses.0.sources", []),
        "an exemption of a clause that is not about conduct": ("clauses.1.conduct", GONE),
        "an exemption from nothing": ("clauses.1.exempt", {}),
        "an unknown reading": ("clauses.0.reading", "void"),
        "a number without its point": ("clauses.0.id", "FK3"),
        "a source without its key": ("clauses.0.sources", ["§2"]),
        "withdrawn without saying why": ("clauses.0.withdrawn", True),
    },
    "snapshot": {
        "a version that is not three numbers": ("version", "1.0"),
        "no clauses": ("clauses", []),
        "a clause without French": ("clauses.0.rule.fr", GONE),
        "an unknown basis": ("clauses.0.basis", "guessed"),
        "what cannot differ between two editions": ("clauses.0.see", ["FK4.4"]),
    },
    "readings": {
        "a single alternative": ("readings.0.alternatives.1", GONE),
        "no default": ("readings.0.default", GONE),
        "a name with a space": ("readings.0.id", "level totals"),
        "an alternative that does not say who holds with it": ("readings.0.alternatives.0.held_by", GONE),
    },
    "reasons": {
        "a reason without clause": ("reasons.0.clause", GONE),
        "an unknown alternative": ("reasons.1.reading", {"when-void": "may-trump"}),
        "a reason twice in the precedence": ("precedence", ["hand-over", "hand-over"]),
    },
    "methods": {
        "a level without methods": ("levels.0.methods", []),
        "a method with a hyphen": ("methods.0.id", "legal-cards"),
        "a choice of one": ("levels.0.either", ["deal"]),
    },
    "mistakes": {
        "a name without M": ("mistakes.0.id", "jack-high"),
        "a mistake as mere text": ("mistakes.0.mistake", "The jack is high."),
        "a mistake without clause": ("mistakes.0.clause", GONE),
    },
    "cases": {
        "no answer": ("cases.0.expect", GONE),
        "an escape sequence in a title": ("cases.0.title", "a\x1b[31mb"),
        "a title of two lines": ("cases.0.title", "a\nb"),
        "an escape sequence in a derivation": ("cases.0.because", "a\x1b[31mb"),
        "two answers": ("cases.0.refuse", {"reason": "must-follow-suit"}),
        "an answer that names nothing": ("cases.0.expect", {}),
        "malformed: false": ("cases.0", but(CASE, "expect", GONE) | {"malformed": False}),
        "an unknown reason": ("cases.0", but(CASE, "expect", GONE) | {"refuse": {"reason": "revoked"}}),
        "a place counted from below": (
            "cases.0",
            but(CASE, "expect", GONE) | {"refuse": {"reason": "game-over", "event": -1}},
        ),
        "an unknown method": ("cases.0.method", "lawful_cards"),
        "an unknown reading": ("cases.0.under", {"void": "any-card"}),
        "an alternative of another reading": ("cases.0.under", {"when-void": "play-on"}),
        "a number of one digit": ("cases.0.id", "FK4.3c2"),
        "a case without because": ("cases.0.because", GONE),
        "a third side": ("cases.0.shows", "allows"),
        "a checksum that YAML took for a number": ("pinned", 12345678),
        "a checksum in capitals": ("pinned", "0C4E19A7"),
        "a file without cases": ("cases", []),
    },
    "common#/$defs/card": {
        "a ten of two digits": ("", "10S"),
        "lower case": ("", "ks"),
        "suit before rank": ("", "SK"),
        "a line end": ("", "KS\n"),
        "null": ("", None),
    },
    "common#/$defs/seat": {"another language": ("", "sud"), "a number": ("", 0)},
    "common#/$defs/points": {
        "a fraction": ("", 0.5),
        "a text": ("", "5"),
        "a boolean": ("", True),
        "less than nothing": ("", -1),
    },
    "common#/$defs/event": {
        "a play and a show in one": ("", {"seat": "east", "card": "KS", "show": ["KS", "KH", "KD"]}),
        "a rank and a good in one": ("", {"seat": "east", "rank": "K", "good": True}),
        "a seat that does nothing": ("", {"seat": "east"}),
        "a play by nobody": ("", {"card": "KS"}),
        "a good that is none": ("", {"seat": "east", "good": False}),
        "an announcement of two": ("", {"seat": "east", "card": "KS", "announce": 2}),
        "an announcement by word": ("", {"seat": "east", "card": "KS", "announce": "three"}),
        "a show of nothing": ("", {"seat": "east", "show": []}),
        "a card shown twice": ("", {"seat": "east", "show": ["KS", "KS", "KH"]}),
    },
    "common#/$defs/deal-line": {
        "a hand of seven": ("", "east:J.A.JA8.QJ QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"),
        "three hands": ("", "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T 8S"),
        "no turn-up": ("", "east:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7"),
        "a seat's first letter": ("", "E:J.A.JA8.QJA QA.QJ.T7.98 T7.KT7.K9.T K98.98.Q.K7 8S"),
    },
    "common#/$defs/error": {
        "a refusal without reason": ("", but(ERROR, "data.reason", GONE)),
        "a refusal for an unknown reason": ("", but(ERROR, "data.reason", "revoked")),
        "a place as text": ("", but(ERROR, "data.event", "2")),
        "another code": ("", but(ERROR, "code", -32600)),
        "a code as boolean": ("", but(ERROR, "code", True)),
    },
    "common#/$defs/answer": {
        "neither result nor error": ("", {"jsonrpc": "2.0", "id": 1}),
        "result and error": ("", {"jsonrpc": "2.0", "id": 1, "result": {}, "error": ERROR}),
        "an id as text": ("", {"jsonrpc": "2.0", "id": "1", "result": {}}),
        "another version": ("", {"jsonrpc": "1.0", "id": 1, "result": {}}),
    },
    "methods:initialize#/$defs/params": {
        "another protocol": ("protocol", 2),
        "an unknown alternative of a known reading": ("readings.when-void", "may-trump"),
        "no readings": ("readings", GONE),
    },
    "methods:initialize#/$defs/result": {
        "an engine without version": ("engine.version", GONE),
        "a method twice": ("methods", ["deal", "deal"]),
        "an unknown method": ("methods", ["lawful_cards"]),
        "an unknown reading": ("readings.void", "any-card"),
    },
    "methods:pair_players#/$defs/params": {
        "a card that is no king": ("draws.Anne", "AS"),
        "three players": ("draws.Anne", GONE),
        "five players": ("draws.Eve", "KS"),
    },
    "methods:pair_players#/$defs/result": {
        "a third pair": ("pairs", [["a", "b"], ["c", "d"], ["e", "f"]]),
        "a pair of one": ("pairs.0", ["Anne", "Anne"]),
        "no pair to choose first": ("choose_first", GONE),
    },
    "methods:pair_players_by_deal#/$defs/params": {
        "a player twice": ("players.1", "Anne"),
        "thirty-one cards": ("deck.0", GONE),
        "a card twice": ("deck.0", "AC"),
    },
    "methods:pair_players_by_deal#/$defs/result": {"one pair only": ("pairs.1", GONE)},
    "methods:seat_players#/$defs/params": {
        "a pair of one": ("pairs.0", ["Anne", "Anne"]),
        "three seats": ("seats.Anne", GONE),
        "an unknown seat": ("seats.Anne", "S"),
    },
    "methods:seat_players#/$defs/result": {
        "one side only": ("sides.east-west", GONE),
        "a third side": ("sides.nobody", ["Anne", "Claire"]),
    },
    "methods:draw_dealer#/$defs/params": {
        "no round": ("rounds", []),
        "an unknown seat": ("rounds.0.S", "7S"),
        "no card": ("rounds.0.south", None),
    },
    "methods:draw_dealer#/$defs/result": {
        "a dealer and a redraw": ("dealer", "south"),
        "neither dealer nor redraw": ("redraw", GONE),
        "a seat twice": ("redraw", ["east", "east"]),
    },
    "methods:deal#/$defs/params": {
        "thirty-one cards": ("deck", CARDS[1:]),
        "thirty-three cards": ("deck", [*CARDS, "KS"]),
        "a card twice": ("deck", [*CARDS[1:], CARDS[1]]),
        "no dealer": ("dealer", GONE),
    },
    "methods:deal#/$defs/result": {
        "a seat left out": ("hands.south", GONE),
        "a fifth seat": ("hands.widow", []),
        "a card twice in a hand": ("hands.south.0", "KC"),
        "a suit by its letter": ("trump", "C"),
    },
    "methods:legal_cards#/$defs/params": {
        "an empty hand": ("hand", []),
        "nine cards": ("hand", CARDS[:9]),
        "four cards in the trick": ("trick", CARDS[-4:]),
        "no trump": ("trump", None),
    },
    "methods:legal_cards#/$defs/result": {
        "a card twice": ("cards", ["7S", "7S"]),
        "cards in one text": ("cards", "7S"),
        "cards by another name": ("", {"legal": ["7S"]}),
    },
    "methods:judge_trick#/$defs/params": {
        "three cards": ("cards", ["KS", "QS", "7H"]),
        "a card twice": ("cards", ["KS", "KS", "7H", "JS"]),
        "no leader": ("leader", GONE),
    },
    "methods:judge_trick#/$defs/result": {
        "a winner by index": ("winner", 0),
        "points as text": ("points", "12"),
    },
    "methods:find_cliques#/$defs/params": {
        "seven cards": ("hand", CARDS[:7]),
        "nine cards": ("hand", CARDS[:9]),
    },
    "methods:find_cliques#/$defs/result": {
        "a clique without points": ("cliques.0.points", GONE),
        "a clique of two": ("cliques.0.size", 2),
        "null for no clique": ("cliques", None),
    },
    "methods:judge_cliques#/$defs/params": {
        "a hand left out": ("hands.south", GONE),
        "a call of two": ("calls.0.announce", 2),
        "a rank and a good in one": ("ranks.0.good", True),
        "a good that is none": ("ranks.2.good", False),
        "a show of nine": ("shows", [{"seat": "north", "show": CARDS[:9]}]),
    },
    "methods:judge_cliques#/$defs/result": {
        "a clique without its seat": ("clique", {"rank": "K", "size": 3, "points": 10}),
        "an empty text for nobody": ("to_rank", ""),
        "a third side": ("points.nobody", 0),
    },
    "methods:replay_hand#/$defs/params": {
        "a hand of seven": ("hands.east.0", GONE),
        "a card twice in a hand": ("hands.east.0", "AH"),
        "a play that is also a show": ("events.0.show", ["JS"]),
        "no events": ("events", GONE),
    },
    "methods:replay_hand#/$defs/result": {
        "another status": ("status", "finished"),
        "a lawful card twice": ("legal", ["KS", "KS"]),
        "no turn": ("turn", GONE),
        "a number for a boolean": ("turn_up_exposed", 1),
        "a trick without winner": ("tricks", [{"points": 12}]),
    },
    "methods:view_hand#/$defs/params": {"nobody who looks": ("seat", GONE), "no hands": ("hands", GONE)},
    "methods:view_hand#/$defs/result": {
        "cards left of three seats": ("cards_left.south", GONE),
        "half a card": ("cards_left.south", 7.5),
        "no turn-up instead of null": ("turn_up", GONE),
    },
    "methods:score_match#/$defs/params": {
        "a target of nothing": ("target", 0),
        "a target as text": ("target", "100"),
        "less than nothing": ("hands.0.points.north-south", -1),
        "more than a hand yields": ("hands.0.points.north-south", 89),
        "a clique of a value that none has": ("hands.0.clique.points", 11),
        "no clique instead of null": ("hands.0.clique", GONE),
    },
    "methods:score_match#/$defs/result": {
        "a winning seat": ("winner", "south"),
        "the score of one side": ("score.east-west", GONE),
    },
    "methods:count_lines#/$defs/params": {
        "a depth below nothing": ("depth", -1),
        "a depth of more than the pack": ("depth", 33),
        "no turn-up": ("turn_up", GONE),
    },
    "methods:count_lines#/$defs/result": {
        "a number for a decimal string": ("lines", 4096),
        "a leading nought": ("points", "024576"),
        "an exponent": ("lines", "4e3"),
    },
    "report#/$defs/header": {
        "another report": ("report", 2),
        "a command in one text": ("command", "python engine.py"),
        "a member of another name": ("host", "here"),
        "a start without time": ("started", "2025-11-29"),
    },
    "report#/$defs/session": {"no readings followed": ("readings_followed", GONE), "no engine": ("engine", None)},
    "report#/$defs/case": {
        "an unknown verdict": ("verdict", "ok"),
        "a failure that does not say how": ("verdict", "failed"),
        "a fault that does not say which": ("verdict", "fault"),
        "a case put aside without why": ("verdict", "not-applicable"),
        "a difference in what passed": ("difference", ["cards"]),
        "a title that is no text": ("title", 3),
    },
    "report#/$defs/fault": {
        "a status as text": ("status", "1"),
        "no standard error": ("stderr", GONE),
        "a member of another name": ("case", "FK4.3c02"),
    },
    "report#/$defs/footer": {
        "an unknown verdict": ("verdict", "passed"),
        "an exit status over 255": ("exit", 256),
        "a verdict that is not counted": ("counts.not-run", GONE),
        "a level that does not say whether it is claimed": ("levels.0.claimed", GONE),
        "stopped after nothing": ("stopped_after", ""),
    },
    "edition": {
        "an address without the slash at its end": ("site", "https://example.org"),
        "an address that is none": ("site", "example.org/"),
        "a place in a page": ("site", "https://example.org/#rules"),
        "no site at all": ("site", GONE),
    },
    "translations": {
        "no title": ("cases", GONE),
        "a title of no case": ("cases", {"FK4.3": "Fournir"}),
        "a derivation of no case": ("because", {"FK4.3": "Fournir"}),
        "why a case has no case": ("without_case", {"FK4.3c02": "Fournir"}),
        "a note on nothing": ("works", {"lacombe-1792": ""}),
        "a mistake without its letter": ("mistakes.no-follow", "On ne fournit pas."),
        "a third part": ("readings", {}),
    },
    "position": {
        "no question": ("question", GONE),
        "a member of another name": ("trumps", "clubs"),
        "a third language": ("lang", "de"),
        "an alternative that there is not": ("readings", {"when-void": "may-trump"}),
        "a number for cards": ("hand", 7),
        "no card at all": ("turn_up", ""),
        "less than no points to play to": ("target", 0),
    },
    "ruling": {
        "no sentence": ("sentence", ""),
        "an answer that is result and refusal": ("answer", {"result": {}, "refused": {"reason": "must-follow-suit"}}),
        "a refusal for no reason": ("answer", {"refused": {}}),
        "an unknown basis": ("clauses.0.basis", "guessed"),
        "a clause without a link": ("clauses.0.link", GONE),
        "no clause": ("clauses", []),
        "maybe": ("yes", "maybe"),
    },
    "report": {"a line of an unknown type": ("", {"type": "note"}), "a line without type": ("", {"report": 1})},
    "fuzz#/$defs/campaign": {"another version": ("fuzz", 2), "no engine": ("engines", []), "no seed": ("seed", GONE)},
    "fuzz#/$defs/fault": {"a signal by number": ("signal", 9), "not said which": ("kind", GONE)},
    "fuzz#/$defs/again": {"an unknown state": ("state", "mended"), "no file": ("file", GONE)},
    "fuzz#/$defs/again-end": {"a count of none": ("counts", {"fixed": 0})},
    "trace#/$defs/sent": {"not said of what": ("about", GONE), "a time before the beginning": ("time", -0.1)},
    "trace#/$defs/received": {
        "no line": ("line", GONE),
        "a line in two forms": ("base64", "/w=="),
        "a process of no number": ("process", 0),
    },
    "trace#/$defs/end": {"not said who ended it": ("killed", GONE), "a signal by number": ("signal", 9)},
}


@pytest.mark.parametrize(
    ("ref", "path", "value"),
    [
        pytest.param(ref, path, value, id=f"{ref.replace('#/$defs/', ' ')}: {what}")
        for ref, changes in REFUSED.items()
        for what, (path, value) in changes.items()
    ],
)
def test_schema_refuses(ref: str, path: str, value: object) -> None:
    if path:
        assert faults(ref, sound(ref)) == []
    assert faults(ref, but(sound(ref), path, value)) != []


def test_every_schema_is_shown_to_refuse_something() -> None:
    shown = {ref.partition("#")[0] for ref in REFUSED}
    assert shown == SCHEMA.keys()


# What must conform

ALLOWED: dict[str, dict[str, tuple[str, object]]] = {
    "common#/$defs/error": {
        "malformed without data": ("", {"code": -32602, "message": "no such seat"}),
        "not offered": ("", {"code": -32601, "message": "no such method"}),
    },
    "common#/$defs/event": {"a member that is not named": ("", {"seat": "east", "card": "KS", "note": "!"})},
    "methods:initialize#/$defs/params": {"a reading not known here": ("readings.table-talk", "allowed")},
    "methods:initialize#/$defs/result": {"a member of the engine's own": ("engine.language", "Ada")},
    "methods:legal_cards#/$defs/params": {"a member that is not named": ("comment", "why?")},
    "methods:legal_cards#/$defs/result": {"a member of the engine's own": ("clause", "FK4.3")},
    "methods:find_cliques#/$defs/result": {"a member of the engine's own": ("cliques.0.cards", ["QS"])},
    "methods:score_match#/$defs/params": {"no target": ("target", GONE), "no hands yet": ("hands", [])},
    "methods:replay_hand#/$defs/result": {
        "a member of the engine's own in a trick": ("tricks", [{"winner": "east", "points": 9, "cards": ["KS"]}])
    },
}


@pytest.mark.parametrize(
    ("ref", "path", "value"),
    [
        pytest.param(ref, path, value, id=f"{ref.replace('#/$defs/', ' ')}: {what}")
        for ref, changes in ALLOWED.items()
        for what, (path, value) in changes.items()
    ],
)
def test_schema_allows(ref: str, path: str, value: object) -> None:
    assert faults(ref, but(sound(ref), path, value)) == []
