"""The reference engine as the protocol sees it: lines in, lines out."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.chance import ALL_READINGS, mutate, replay_params

from forty_kings.engine import METHODS, Engine
from forty_kings.pack import PACK
from forty_kings.readings import ALTERNATIVES, DEFAULT
from forty_kings.version import __version__

Json = Any

TRICK = {"leader": "west", "cards": ["KS", "QS", "7H", "JS"], "trump": "hearts"}
TAKEN = {"winner": "east", "points": 12}


def request(method: str = "judge_trick", params: Json = TRICK, request_id: Json = 1) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})


def answer(line: str | bytes, engine: Engine | None = None) -> Json:
    """The answer, which is one line of JSON with an id and either a result or an error."""
    text = (engine or Engine()).answer(line)
    assert len(text.splitlines()) == 1
    message = json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} in an answer"))
    assert message["jsonrpc"] == "2.0"
    assert set(message) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
    if "error" in message:
        error = message["error"]
        assert set(error) == ({"code", "message", "data"} if error["code"] == 1 else {"code", "message"})
        assert error["message"]
    return message


def code(line: str | bytes) -> int:
    answered = answer(line)
    assert "error" in answered, answered
    number = answered["error"]["code"]
    assert isinstance(number, int)
    return number


def message(line: str) -> str:
    text = answer(line)["error"]["message"]
    assert isinstance(text, str)
    return text


def serve(requests: bytes, engine: Engine | None = None) -> list[Json]:
    answers = io.BytesIO()
    (engine or Engine()).serve(io.BytesIO(requests), answers)
    assert answers.getvalue().endswith(b"\n") or not answers.getvalue()
    return [json.loads(line) for line in answers.getvalue().split(b"\n")[:-1]]


# Ids and framing


@pytest.mark.parametrize("request_id", [0, 1, -1, 2**53 + 1, 10**40, "", "seven", "Anne ♥"])
def test_id_of_a_request_is_that_of_its_answer(request_id: Json) -> None:
    for line in (request(request_id=request_id), request("no_such_method", request_id=request_id)):
        assert answer(line)["id"] == request_id
    assert type(answer(request(request_id=request_id))["id"]) is type(request_id)


@pytest.mark.parametrize("request_id", ["null", "true", "1.0", "1e400", "[]", "[1]", '{"id":1}', "[" * 500 + "]" * 500])
def test_what_is_neither_a_whole_number_nor_a_text_is_no_id(request_id: str) -> None:
    answered = answer(f'{{"jsonrpc":"2.0","id":{request_id},"method":"deal","params":{{}}}}')
    assert (answered["id"], answered["error"]["code"]) == (None, -32600)


def test_every_line_is_answered_in_its_order() -> None:
    lines = [request(request_id=number) for number in (5, 3, 8)]
    answered = serve("\n".join(lines).encode() + b"\n")
    assert [each["id"] for each in answered] == [5, 3, 8]
    assert all(each["result"] == TAKEN for each in answered)


def test_last_line_need_not_end_and_crlf_and_blank_lines_are_put_up_with() -> None:
    line = request().encode()
    for requests in (line, line + b"\n", line + b"\r\n", b"\n\n  \n\r\n" + line + b"\n\t\n", b"  " + line + b"  \n"):
        assert [each["result"] for each in serve(requests)] == [TAKEN]
    assert serve(b"") == serve(b"\n") == serve(b"\r\n \n") == []


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c", "\r"])
def test_only_a_line_feed_ends_a_line(separator: str) -> None:
    # Names of players may hold whatever a text may. JSON escapes control characters; the others stand as they are.
    names = [f"Anne{separator}", "Blaise", "Claire", "Denis"]
    line = json.dumps(
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "pair_players",
            "params": {"draws": dict(zip(names, ["KH", "KD", "KS", "KC"], strict=True))},
        },
        ensure_ascii=False,
    )
    (answered,) = serve(line.encode() + b"\n")
    assert answered["result"]["pairs"] == [sorted(names[:2]), names[2:]]


def test_every_answer_is_flushed_before_the_next_request_is_read() -> None:
    class Watched(io.BytesIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed = len(self.getvalue())

    answers = Watched()

    class Requests(io.BytesIO):
        def __next__(self) -> bytes:
            assert answers.flushed == len(answers.getvalue())
            return super().__next__()

    Engine().serve(Requests((request() + "\n").encode() * 3), answers)
    assert answers.flushed == len(answers.getvalue()) > 0


# What is no JSON, no request, no method


@pytest.mark.parametrize(
    "line",
    [
        "x", "{", "[1,", "'1'", '{"jsonrpc":"2.0","id":1,}', "{} {}", "01", "+1", "1.", ".5", "nul", "True",
        '"\x01"', '"\\x"', "\ufeff{}", request()[:-1], request() + "]", request() + request(),
    ],
)  # fmt: skip
def test_what_is_no_json_is_answered_with_32700_and_no_id(line: str) -> None:
    answered = answer(line)
    assert (answered["id"], answered["error"]["code"]) == (None, -32700)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_nan_and_infinity_are_no_json_wherever_they_stand(word: str) -> None:
    assert code(word) == code(f"[{word}]") == -32700
    assert code(request().replace('"west"', word)) == -32700


@pytest.mark.parametrize("line", [b"\xff", b'{"jsonrpc":"2.0","id":1,"method":"\xe9"}', b"\xed\xa0\x80", b"\x80{}"])
def test_bytes_that_are_no_utf8_are_answered_with_32700(line: bytes) -> None:
    assert code(line) == -32700
    after = serve(line + b"\n" + request().encode() + b"\n")
    assert [each.get("result") for each in after] == [None, TAKEN]


@pytest.mark.parametrize(
    "line",
    [
        "1", "null", '"x"', "[]", "[" + request() + "]", "{}",
        '{"id":1,"method":"deal","params":{}}',
        '{"jsonrpc":"1.0","id":1,"method":"deal","params":{}}',
        '{"jsonrpc":2.0,"id":1,"method":"deal","params":{}}',
        '{"jsonrpc":"2.0","method":"deal","params":{}}',
        '{"jsonrpc":"2.0","id":1,"params":{}}',
        '{"jsonrpc":"2.0","id":1,"method":7,"params":{}}',
        '{"jsonrpc":"2.0","id":1,"method":null,"params":{}}',
        '{"jsonrpc":"2.0","id":1,"method":["deal"],"params":{}}',
        '{"jsonrpc":"2.0","id":1,"result":{}}',
    ],
)  # fmt: skip
def test_what_is_no_request_is_answered_with_32600(line: str) -> None:
    assert code(line) == -32600


@pytest.mark.parametrize("method", ["", "Deal", "deal ", "lawful_cards", "_deal", "__class__", "rpc.discover", "é"])
def test_a_method_that_there_is_not_is_answered_with_32601(method: str) -> None:
    assert code(request(method, {})) == -32601
    assert code(request(method, None)) == -32601
    assert message(request(method, {})) == f"no method is called {method!r}"


@pytest.mark.parametrize("method", ["initialize", *METHODS])
@pytest.mark.parametrize("params", [None, [], [1], "x", 1, True])
def test_params_that_are_no_object_are_malformed(method: str, params: Json) -> None:
    assert code(request(method, params)) == -32602


@pytest.mark.parametrize("method", ["initialize", *METHODS])
def test_params_without_the_members_or_without_params_are_malformed(method: str) -> None:
    assert code(request(method, {})) == -32602
    assert message(request(method, {})).endswith("is missing")
    assert code(f'{{"jsonrpc":"2.0","id":1,"method":"{method}"}}') == -32602


# A member twice


@pytest.mark.parametrize(
    "line",
    [
        '{"jsonrpc":"2.0","id":1,"method":"judge_trick","params":{"leader":"west","leader":"west","cards":["KS","QS","7H","JS"],"trump":"hearts"}}',
        '{"jsonrpc":"2.0","id":1,"method":"judge_trick","params":{"note":{"a":1,"a":1},"leader":"west","cards":["KS","QS","7H","JS"],"trump":"hearts"}}',
        '{"jsonrpc":"2.0","id":1,"method":"judge_trick","params":{"note":[[{"a":1,"a":2}]],"leader":"west","cards":["KS","QS","7H","JS"],"trump":"hearts"}}',
        '{"jsonrpc":"2.0","id":1,"method":"judge_trick","method":"judge_trick","params":{"leader":"west","cards":["KS","QS","7H","JS"],"trump":"hearts"}}',
        '{"jsonrpc":"2.0","id":1,"method":"draw_dealer","params":{"rounds":[{"south":"KS","south":"KS","east":"AD","north":"KH","west":"9C"}]}}',
    ],
    ids=["in the params", "inside", "deep inside", "in the request", "a seat"],
)
def test_a_member_that_stands_twice_makes_a_request_malformed(line: str) -> None:
    assert code(line) == -32602
    assert answer(line)["id"] == 1
    assert "stands twice in one object" in message(line)


def test_a_name_that_is_written_in_two_ways_is_one_name() -> None:
    line = request().replace('"leader": "west"', '"leader": "west", "le\\u0061der": "west"')
    assert code(line) == -32602


# Members of others


def test_members_that_are_not_named_are_ignored_in_request_params_and_events() -> None:
    asked = json.loads(request())
    assert answer(json.dumps({**asked, "note": 1, "result": {}}))["result"] == TAKEN
    assert answer(request(params={**TRICK, "note": [1], "hand": ["10S"]}))["result"] == TAKEN
    params = {**DEALT, "events": [{"seat": "east", "card": "JS", "note": 1, "trick": None}]}
    assert answer(request("replay_hand", params))["result"]["trick"] == ["JS"]


def test_what_is_indexed_by_seat_or_side_holds_those_and_nothing_else() -> None:
    params = {**DEALT, "hands": {**DEALT["hands"], "widow": []}, "events": []}
    assert code(request("replay_hand", params)) == -32602
    points = {"north-south": 24, "east-west": 24}
    for wrong in ({**points, "nobody": 0}, {"north-south": 48}, {**points, "south": 0}):
        hands = [{"points": wrong, "clique": None}]
        assert code(request("score_match", {"first_dealer": "south", "hands": hands})) == -32602


DEALT: dict[str, Json] = {
    "dealer": "south",
    "hands": {
        "east": ["JS", "AH", "JD", "AD", "8D", "QC", "JC", "AC"],
        "north": ["QS", "AS", "QH", "JH", "TD", "7D", "9C", "8C"],
        "west": ["TS", "7S", "KH", "TH", "7H", "KD", "9D", "TC"],
        "south": ["KS", "9S", "8S", "9H", "8H", "QD", "KC", "7C"],
    },
    "turn_up": "8S",
}


# Lists


def cards_out(number: int) -> list[str]:
    """So many different cards; all that there are, and then one over again."""
    pack = [card.name for card in PACK]
    return (pack + pack)[:number]


LISTS: dict[str, tuple[str, Callable[[list[str]], Json], range]] = {
    "the hand of one who plays": (
        "legal_cards", lambda cards: {"hand": cards, "trick": [], "trump": "clubs"}, range(1, 9),
    ),
    "the trick played to": (
        "legal_cards", lambda cards: {"hand": ["7C"], "trick": cards, "trump": "clubs"}, range(4),
    ),
    "a trick": ("judge_trick", lambda cards: {**TRICK, "cards": cards}, range(4, 5)),
    "a hand as dealt": ("find_cliques", lambda cards: {"hand": cards}, range(8, 9)),
    "the cards shown in a hand": (
        "replay_hand", lambda cards: {**DEALT, "events": [{"seat": "east", "show": cards}]}, range(1, 9),
    ),
    "the cards shown": (
        "judge_cliques",
        lambda cards: {"first": "east", "hands": DEALT["hands"], "calls": [], "ranks": [],
                       "shows": [{"seat": "east", "show": cards}]},
        range(1, 9),
    ),
    "a pack to deal": ("deal", lambda cards: {"dealer": "south", "deck": cards}, range(32, 33)),
    "a pack for kings": ("pair_players_by_deal", lambda cards: {"players": list("abcd"), "deck": cards}, range(32, 33)),
}  # fmt: skip


@pytest.mark.parametrize("what", LISTS)
def test_lists_of_cards_hold_as_many_as_the_protocol_says(what: str) -> None:
    method, params, sizes = LISTS[what]
    for size in [*range(11), *range(30, 35)]:
        answered = answer(request(method, params(cards_out(size))))
        malformed = answered.get("error", {}).get("code") == -32602
        assert malformed is (size not in sizes), size


def test_a_card_that_is_in_the_hand_and_in_the_trick_is_malformed() -> None:
    assert code(request("legal_cards", {"hand": ["7S", "KS"], "trick": ["KS"], "trump": "clubs"})) == -32602


# Events of a hand, of every kind

# East has three queens, north three jacks.
ASKED: dict[str, Json] = {
    "dealer": "south",
    "hands": {
        "east": ["QS", "AS", "QH", "AH", "7H", "QD", "TD", "9C"],
        "north": ["JS", "8S", "JH", "TH", "JD", "8D", "AC", "7C"],
        "west": ["TS", "9S", "9H", "8H", "AD", "9D", "7D", "JC"],
        "south": ["KS", "7S", "KH", "KD", "KC", "QC", "TC", "8C"],
    },
    "turn_up": "8C",
}
EVENTS: list[dict[str, Json]] = [
    {"seat": "east", "card": "AS", "announce": 3},
    {"seat": "north", "card": "8S", "announce": 3},
    {"seat": "west", "card": "9S"},
    {"seat": "south", "card": "KS"},
    {"seat": "east", "rank": "Q"},
    {"seat": "north", "good": True},
    {"seat": "east", "show": ["QH", "QD", "QS"]},
    {"seat": "south", "card": "KC"},
]


def test_plays_announcements_ranks_goods_and_shows_do_what_they_mean() -> None:
    def stands(events: int) -> Json:
        return answer(request("replay_hand", {**ASKED, "events": EVENTS[:events]}))["result"]

    assert (stands(4)["turn"], stands(4)["legal"], stands(4)["to_show"]) == ("east", [], None)
    assert (stands(5)["turn"], stands(5)["legal"], stands(5)["to_show"]) == ("north", [], None)
    assert (stands(6)["turn"], len(stands(6)["legal"]), stands(6)["to_show"]) == ("south", 7, "east")
    assert stands(8) == {
        "status": "playing",
        "turn": "east",
        "legal": ["9C"],
        "trick": ["KC"],
        "tricks": [{"winner": "south", "points": 5}],
        "clique": {"seat": "east", "rank": "Q", "size": 3, "points": 8},
        "to_show": None,
        "points": {"north-south": 5, "east-west": 8},
        "turn_up_exposed": False,
        "next_dealer": None,
    }


def test_four_cards_are_announced_with_the_number_four() -> None:
    silent = [{**event, "announce": 4} if event["seat"] == "south" else event for event in EVENTS[2:4]]
    events = [{"seat": "east", "card": "AS"}, {"seat": "north", "card": "8S"}, *silent]
    assert answer(request("replay_hand", {**ASKED, "events": events}))["result"]["to_show"] == "south"
    calls = {"calls": [{"seat": "south", "announce": 4}], "ranks": [], "shows": []}
    params = {"first": "east", "hands": ASKED["hands"], **calls}
    assert answer(request("judge_cliques", params))["result"]["to_show"] == "south"


# Numbers


@pytest.mark.parametrize("target", [5.0, 150.0, 1e2, "150", True, None, [150], 0, -1, 1.5])
def test_a_target_that_is_no_positive_whole_number_is_malformed(target: Json) -> None:
    assert code(request("score_match", {"target": target, "first_dealer": "south", "hands": []})) == -32602


@pytest.mark.parametrize("target", ["150e0", "1e2", "1e400", "150.0", "-0", "0", "-150"])
def test_a_number_written_as_a_fraction_or_with_an_exponent_is_none(target: str) -> None:
    line = request("score_match", {"target": 77, "first_dealer": "south", "hands": []})
    assert code(line.replace("77", target)) == -32602


@pytest.mark.parametrize("target", [1, 2**31, 2**53 + 1, 2**64, 10**400, 10**4000])
def test_a_big_target_is_a_target(target: int) -> None:
    result = answer(request("score_match", {"target": target, "first_dealer": "south", "hands": []}))["result"]
    assert result["winner"] is None


def test_a_number_of_many_thousand_digits_does_no_harm() -> None:
    line = request("score_match", {"target": 77, "first_dealer": "south", "hands": []}).replace("77", "9" * 100_000)
    answered = serve(line.encode() + b"\n" + request().encode() + b"\n")
    assert len(answered) == 2
    assert answered[1]["result"] == TAKEN


@pytest.mark.parametrize("depth", [-1, 33, 2**64, 1.0, "1", None, True])
def test_a_depth_out_of_its_bounds_or_of_another_type_is_malformed(depth: Json) -> None:
    assert code(request("count_lines", {**DEALT, "events": [], "depth": depth})) == -32602


def test_depth_is_bounded_by_the_plays_among_the_events_lawful_or_not() -> None:
    events = [{"seat": "east", "card": "KS"}, {"seat": "east", "good": True}]  # not held: refused, if well formed
    assert code(request("count_lines", {**DEALT, "events": events, "depth": 31})) == 1
    assert code(request("count_lines", {**DEALT, "events": events, "depth": 32})) == -32602
    assert code(request("count_lines", {**DEALT, "events": events * 40, "depth": 0})) == 1
    assert code(request("count_lines", {**DEALT, "events": events * 40, "depth": 1})) == -32602


# Nesting


@pytest.mark.parametrize("nest", [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
def test_however_deep_a_request_is_nested_it_is_answered(nest: tuple[str, str]) -> None:
    engine = Engine()
    opening, closing = nest
    places = [
        "%s",
        '{"jsonrpc":"2.0","id":%s,"method":"deal","params":{}}',
        '{"jsonrpc":"2.0","id":1,"method":%s,"params":{}}',
        '{"jsonrpc":"2.0","id":1,"method":"judge_trick","params":%s}',
        '{"jsonrpc":"2.0","id":1,"method":"judge_trick","params":{"leader":%s}}',
        '{"jsonrpc":"2.0","id":1,"method":"judge_trick","params":{"leader":"west","cards":%s,"trump":"hearts"}}',
        '{"jsonrpc":"2.0","id":1,"method":"judge_trick","params":{"leader":"west","cards":[%s],"trump":"hearts"}}',
    ]
    for depth in (1, 10, 100, *range(880, 1000, 3), 20_000):
        for place in places:
            nested = opening * depth + "1" + closing * depth
            assert answer(place % nested, engine)["error"]["code"] in (-32600, -32602, -32700)
    assert answer(request(), engine)["result"] == TAKEN


def test_a_member_that_is_ignored_may_be_nested() -> None:
    params = {**TRICK, "note": json.loads("[" * 100 + "]" * 100)}
    assert answer(request(params=params))["result"] == TAKEN


# Readings


def initialize(readings: Json, **others: Json) -> str:
    return request("initialize", {"protocol": 1, "suite": "1.0.0", "readings": readings, **others})


FOLLOWED = DEFAULT.as_dict()
MAY_TRUMP = request("legal_cards", {"hand": ["7S", "KH"], "trick": ["KS"], "trump": "hearts"})


def lawful(engine: Engine) -> Json:
    return answer(MAY_TRUMP, engine)["result"]["cards"]


def test_initialize_tells_the_engine_the_methods_and_the_readings_followed() -> None:
    result = answer(initialize({}))["result"]
    assert result == {
        "engine": {"name": "forty-kings", "version": __version__},
        "protocol": 1,
        "methods": list(METHODS),
        "readings": FOLLOWED,
    }


@pytest.mark.parametrize("name", ALTERNATIVES)
def test_every_alternative_that_is_wanted_is_followed(name: str) -> None:
    for alternative in ALTERNATIVES[name]:
        assert answer(initialize({name: alternative}))["result"]["readings"] == {**FOLLOWED, name: alternative}


@pytest.mark.parametrize("wanted", [{"table-talk": "allowed"}, {"when-void": "perhaps"}, {"renounce": "must-trump"}])
def test_a_reading_or_an_alternative_not_known_is_left_aside(wanted: Json) -> None:
    assert answer(initialize(wanted))["result"]["readings"] == FOLLOWED
    followed = answer(initialize({**wanted, "unshown": "next-best-scores"}))["result"]["readings"]
    assert followed == {**FOLLOWED, "unshown": "next-best-scores"}


@pytest.mark.parametrize(
    "wanted", [None, [], "must-trump", {"when-void": None}, {"when-void": 1}, {"x": ["must-trump"]}]
)
def test_readings_of_another_type_are_malformed(wanted: Json) -> None:
    assert code(initialize(wanted)) == -32602


@pytest.mark.parametrize(
    "others", [{"protocol": 2}, {"protocol": "1"}, {"protocol": True}, {"protocol": 1.0}, {"suite": 1}]
)
def test_another_protocol_or_suite_of_another_type_is_malformed(others: Json) -> None:
    assert code(initialize({}, **others)) == -32602


def test_readings_are_remembered_from_one_request_to_the_next_until_another_initialize() -> None:
    engine = Engine()
    assert lawful(engine) == ["7S"]
    answer(initialize({"renounce": "to-trump"}), engine)
    assert lawful(engine) == lawful(engine) == ["7S", "KH"]
    answer(initialize({"when-void": "must-trump"}), engine)
    assert lawful(engine) == ["7S"]  # renounce is in its default again
    assert engine.readings.as_dict() == {**FOLLOWED, "when-void": "must-trump"}


def test_an_initialize_that_is_malformed_changes_no_reading() -> None:
    engine = Engine()
    answer(initialize({"renounce": "to-trump"}), engine)
    for line in (initialize({"renounce": 1}), initialize({}, protocol=2), initialize(None)):
        answer(line, engine)
    assert lawful(engine) == ["7S", "KH"]


def test_no_other_method_takes_readings_or_keeps_anything() -> None:
    engine = Engine()
    params = {**json.loads(MAY_TRUMP)["params"], "readings": {"renounce": "to-trump"}}
    assert answer(request("legal_cards", params), engine)["result"]["cards"] == ["7S"]
    lines = [request("replay_hand", {**DEALT, "events": []}), request("score_match", {}), "{", MAY_TRUMP]
    first = [engine.answer(line) for line in lines]
    assert [engine.answer(line) for line in reversed(lines)] == first[::-1]
    assert engine.readings == DEFAULT


def test_two_engines_have_readings_of_their_own() -> None:
    one, other = Engine(), Engine()
    answer(initialize({"renounce": "to-trump"}), one)
    assert (lawful(one), lawful(other)) == (["7S", "KH"], ["7S"])


# Refused or malformed


def test_a_refusal_has_its_reason_and_its_place_and_says_why() -> None:
    params = {**DEALT, "events": [{"seat": "east", "card": "JS"}, {"seat": "north", "card": "QH"}]}
    assert answer(request("replay_hand", params))["error"] == {
        "code": 1,
        "message": "north holds QS AS and plays QH to JS",
        "data": {"reason": "must-follow-suit", "event": 1},
    }


def test_place_nought_is_told_and_no_place_is_left_out() -> None:
    params = {**DEALT, "events": [{"seat": "west", "card": "TS"}]}
    assert answer(request("replay_hand", params))["error"]["data"] == {"reason": "not-your-turn", "event": 0}
    seats = {"Anne": "south", "Blaise": "north", "Claire": "east", "Denis": "west"}
    params = {"pairs": [["Anne", "Claire"], ["Blaise", "Denis"]], "seats": seats}
    assert answer(request("seat_players", params))["error"]["data"] == {"reason": "partners-not-opposite"}


@pytest.mark.parametrize(
    "event",
    [
        {},
        None,
        "JS",
        {"card": "JS"},
        {"seat": "east"},
        {"seat": "east", "card": "JS", "show": ["JS"]},
        {"seat": "east", "card": "JS", "rank": "J"},
        {"seat": "east", "rank": "J", "good": True},
        {"seat": "east", "good": False},
        {"seat": "east", "good": 1},
        {"seat": "east", "good": None},
        {"seat": "east", "rank": None},
        {"seat": "east", "rank": "10"},
        {"seat": "east", "card": None},
        {"seat": "east", "card": "JS", "announce": 2},
        {"seat": "east", "card": "JS", "announce": 5},
        {"seat": "east", "card": "JS", "announce": 3.0},
        {"seat": "east", "card": "JS", "announce": "3"},
        {"seat": "east", "card": "JS", "announce": True},
        {"seat": "east", "card": "JS", "announce": None},
        {"seat": "east", "show": []},
        {"seat": "east", "show": ["JS", "JS", "JD"]},
        {"seat": "east", "show": "JS"},
        {"seat": "east", "show": ["JS", "JH", "JD", "JC", "QS", "QH", "QD", "QC", "KS"]},
        {"seat": "East", "card": "JS"},
        {"seat": 0, "card": "JS"},
    ],
)
def test_an_event_that_no_table_could_show_is_malformed_even_after_one_that_is_refused(event: Json) -> None:
    refused = {"seat": "west", "card": "TS"}
    for events in ([event], [refused, event]):
        assert code(request("replay_hand", {**DEALT, "events": events})) == -32602


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("view_hand", {**DEALT, "events": [{"seat": "west", "card": "TS"}], "seat": "S"}),
        ("count_lines", {**DEALT, "events": [{"seat": "west", "card": "TS"}], "depth": 99}),
        ("replay_hand", {**DEALT, "events": [{"seat": "west", "card": "TS"}], "turn_up": "JS"}),
        ("draw_dealer", {"rounds": [{"south": "KS"}, {"south": "10S"}]}),
        ("seat_players", {"pairs": [["a", "b"], ["c", "d"]], "seats": {"a": "south", "b": "east", "c": "north"}}),
    ],
)
def test_malformed_goes_before_refused(method: str, params: Json) -> None:
    assert code(request(method, params)) == -32602


def test_messages_of_malformed_requests_name_the_member_and_what_was_expected() -> None:
    trick = {"hand": ["7S", "KS"], "trick": ["10S"], "trump": "hearts"}
    assert message(request("legal_cards", trick)).startswith("trick[0]: '10S' is no card, expected a rank of KQJAT987")
    assert message(request("legal_cards", {**trick, "trick": []} | {"trump": "H"})) == "trump: 'H' is no suit"
    assert message(request("legal_cards", {**trick, "hand": {}})) == "hand: expected a list, not {}"
    assert message(request("find_cliques", {"hand": ["7S"]})) == "hand: expected 8 in the list, not 1"
    assert message(request("legal_cards", {**trick, "hand": []})) == "hand: expected 1 to 8 in the list, not 0"
    hands = {**DEALT, "events": [], "hands": {}}
    assert message(request("replay_hand", hands)) == "hands: expected south, east, north, west, not nothing"


# By chance


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_asked_there_is_an_answer_of_the_protocol(seed: int) -> None:
    rng = random.Random(seed)
    engine = Engine(rng.choice(ALL_READINGS))
    for _ in range(300):
        params = replay_params(rng, engine.readings)
        for _ in range(rng.randrange(5)):
            params = mutate(rng, params)
        answered = answer(request("replay_hand", params), engine)
        assert answered.get("error", {}).get("code", 0) in (0, 1, -32602)


@pytest.mark.parametrize("seed", range(5))
def test_a_line_spoilt_by_chance_is_answered_all_the_same(seed: int) -> None:
    rng = random.Random(seed)
    line = request("replay_hand", replay_params(rng, DEFAULT)).encode()
    for _ in range(400):
        spoilt = bytearray(line)
        for _ in range(rng.choice([1, 2, 10])):
            spoilt[rng.randrange(len(spoilt))] = rng.choice(b'{}[]",:\\0123456789 \x00\xff\xc3eEnt-+.KSQ')
        assert answer(bytes(spoilt)).get("error", {}).get("code", 0) in (0, 1, -32600, -32601, -32602, -32700)
