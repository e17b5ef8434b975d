"""A zoo of engines that misbehave, each in one way: `python tests/zoo/zoo.py NAME [TEXT]`.

Each answers as the reference engine does, but for its one fault. Those that go wrong at a request do so at the
requests whose line holds TEXT; without TEXT at every request but `initialize`. The file that ZOO_PIDS names, if any,
gets the ids of the processes, and the one that ZOO_LOG names all that they read.
"""

from __future__ import annotations

import itertools
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from forty_kings.engine import Engine

Json = Any
AT_A_REQUEST: dict[str, Callable[[Json], None]] = {}
ALTOGETHER: dict[str, Callable[[], None]] = {}
INTRODUCTIONS: dict[str, Json] = {}

RULES = Engine()
MEGABYTE = 1 << 20


def at_a_request(engine: Callable[[Json], None]) -> Callable[[Json], None]:
    """Registers an engine that answers a request in this way, and all others rightly."""
    AT_A_REQUEST[engine.__name__] = engine
    return engine


def altogether(engine: Callable[[], None]) -> Callable[[], None]:
    """Registers an engine that goes about all of it in its own way."""
    ALTOGETHER[engine.__name__] = engine
    return engine


def right(request: Json) -> Json:
    """The answer that the rules give."""
    return json.loads(RULES.answer(json.dumps(request)))


def put(text: bytes) -> None:
    """Writes bytes as they are, all of them, at once."""
    while text:
        text = text[os.write(1, text) :]


def line(answer: Json) -> bytes:
    """An answer as a line."""
    return json.dumps(answer).encode() + b"\n"


def say(answer: Json) -> None:
    """Writes an answer."""
    put(line(answer))


def log(text: bytes) -> None:
    """Writes to standard error."""
    while text:
        text = text[os.write(2, text) :]


def note(variable: str, text: str) -> None:
    """Adds to the file that a variable of the environment names, if it does."""
    if variable in os.environ:
        with Path(os.environ[variable]).open("a", encoding="utf-8") as file:
            file.write(text)


def requests() -> Iterator[Json]:
    """The requests as they come."""
    for text in sys.stdin.buffer:
        note("ZOO_LOG", text.decode())
        yield json.loads(text)


def serve(wrong: Callable[[Json], None] = lambda request: say(right(request)), text: str | None = None) -> None:
    """Answers rightly, but where it goes wrong."""
    for request in requests():
        if request["method"] != "initialize" if text is None else text in json.dumps(request, separators=(",", ":")):
            wrong(request)
        else:
            say(right(request))


def main(name: str, text: str | None = None) -> None:
    """Is the engine of this name."""
    note("ZOO_PIDS", f"{os.getpid()}\n")
    if name in ALTOGETHER:
        ALTOGETHER[name]()
    elif name in AT_A_REQUEST:
        serve(AT_A_REQUEST[name], text)
    else:
        serve(lambda request: say(introduction(request, INTRODUCTIONS[name])), '"initialize"')


# At a request: it ends, or is silent.


@at_a_request
def dies(request: Json) -> None:
    raise KeyError("no such card")


@at_a_request
def leaves(request: Json) -> None:
    sys.exit(0)


@at_a_request
def segfaults(request: Json) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)
    signal.pause()


@at_a_request
def hangs(request: Json) -> None:
    signal.pause()


@at_a_request
def closes_stdout(request: Json) -> None:
    os.close(1)
    signal.pause()


@at_a_request
def closes_stdin(request: Json) -> None:
    os.close(0)
    signal.pause()


@at_a_request
def never_ends_its_line(request: Json) -> None:
    while True:
        put(b"x" * MEGABYTE)


@at_a_request
def writes_blank_lines_for_ever(request: Json) -> None:
    while True:
        put(b"\n" * 4096)


@at_a_request
def dies_painted(request: Json) -> None:
    log(b"the cards are \x1b[31mred\x1b[0m and \x07loud\r\n\xff\n")
    sys.exit(9)


# At a request: a line that is no answer.


@at_a_request
def garbage(request: Json) -> None:
    put(b"bonjour \x1b]0;owned\x07\n")


@at_a_request
def chatters(request: Json) -> None:
    put(b"thinking ...\n")
    say(right(request))


@at_a_request
def logs_then_garbage(request: Json) -> None:
    log(b"the reason stands here\n")
    put(b"garbage\n")


@at_a_request
def latin_1(request: Json) -> None:
    put(line(right(request) | {"note": "XX"}).replace(b"XX", "donn\xe9".encode("latin-1")))


@at_a_request
def utf_16(request: Json) -> None:
    put(json.dumps(right(request)).encode("utf-16") + b"\n")


@at_a_request
def utf_16_without_mark(request: Json) -> None:
    put(json.dumps(right(request)).encode("utf-16-le") + b"\n")


@at_a_request
def byte_order_mark(request: Json) -> None:
    put(b"\xef\xbb\xbf" + line(right(request)))


@at_a_request
def not_a_number(request: Json) -> None:
    say(right(request) | {"time": float("nan")})


@at_a_request
def too_large_a_number(request: Json) -> None:
    put(line(right(request) | {"time": "XX"}).replace(b'"XX"', b"1e999"))


@at_a_request
def too_many_digits(request: Json) -> None:
    put(line(right(request) | {"time": "XX"}).replace(b'"XX"', b"7" * 5000))


@at_a_request
def a_line_of_a_hundred_megabytes(request: Json) -> None:
    put(line(right(request) | {"note": "x" * 100 * MEGABYTE}))


@at_a_request
def bytes_of_a_lone_surrogate(request: Json) -> None:
    put(line(right(request) | {"note": "XX"}).replace(b"XX", b"\xed\xa0\x80"))


@at_a_request
def eats_memory(request: Json) -> None:
    say(right(request) | {"note": len(bytearray(4096 * MEGABYTE))})


@at_a_request
def a_member_twice(request: Json) -> None:
    put(line(right(request)).replace(b"{", b'{"jsonrpc":"2.0",', 1))


@at_a_request
def nested_too_deeply(request: Json) -> None:
    put(line(right(request) | {"note": "XX"}).replace(b'"XX"', b"[" * 100_000 + b"]" * 100_000))


# At a request: JSON that is no answer to it.


@at_a_request
def a_list_of_answers(request: Json) -> None:
    say([right(request)])


@at_a_request
def a_bare_string(request: Json) -> None:
    say("KS")


@at_a_request
def another_id(request: Json) -> None:
    say(right(request) | {"id": request["id"] + 1_000_000})


@at_a_request
def the_id_as_text(request: Json) -> None:
    say(right(request) | {"id": str(request["id"])})


@at_a_request
def the_id_as_float(request: Json) -> None:
    say(right(request) | {"id": float(request["id"])})


@at_a_request
def a_null_id(request: Json) -> None:
    say(right(request) | {"id": None})


@at_a_request
def no_id(request: Json) -> None:
    answer = right(request)
    del answer["id"]
    say(answer)


@at_a_request
def answers_twice(request: Json) -> None:
    put(line(right(request)) * 2)


@at_a_request
def both_result_and_error(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"], "result": {}, "error": {"code": 1, "message": ""}})


@at_a_request
def neither_result_nor_error(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"]})


@at_a_request
def unknown_code(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32000, "message": "server error"}})


@at_a_request
def no_code(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"], "error": {"message": "refused"}})


@at_a_request
def error_as_text(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"], "error": "refused"})


@at_a_request
def code_as_boolean(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"], "error": {"code": True, "message": ""}})


@at_a_request
def another_jsonrpc(request: Json) -> None:
    say(right(request) | {"jsonrpc": 2.0})


@at_a_request
def no_jsonrpc(request: Json) -> None:
    answer = right(request)
    del answer["jsonrpc"]
    say(answer)


# At a request: an answer, and it is judged.


@at_a_request
def denies(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": "no such method"}})


@at_a_request
def refuses(request: Json) -> None:
    error = {"code": 1, "message": "", "data": {"reason": "not-your-turn", "event": 0}}
    say({"jsonrpc": "2.0", "id": request["id"], "error": error})


@at_a_request
def calls_it_malformed(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32602, "message": ""}})


@at_a_request
def answers_nothing(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"], "result": {}})


@at_a_request
def answers_null(request: Json) -> None:
    say({"jsonrpc": "2.0", "id": request["id"], "result": None})


@at_a_request
def answers_with_a_lone_surrogate(request: Json) -> None:
    say(right(request) | {"result": {"winner": "\ud800", "points": 12}})


@at_a_request
def paints(request: Json) -> None:
    escape = "\x1b[31m\x9b31m\x07\u202e"
    say({"jsonrpc": "2.0", "id": request["id"], "result": {"cards": [escape], "points": {escape: escape}}})


# At a request: nothing that is wrong.


@at_a_request
def carriage_returns(request: Json) -> None:
    put(line(right(request)).replace(b"\n", b"\r\n"))


@at_a_request
def blank_lines(request: Json) -> None:
    put(b"\n \r\n\n" + line(right(request)) + b"\n")


@at_a_request
def more_members(request: Json) -> None:
    say(right(request) | {"note": "x" * (5 * MEGABYTE)})


@at_a_request
def long_winded_on_stderr(request: Json) -> None:
    log((b"x" * 999 + b"\n") * 5243)
    say(right(request))


@at_a_request
def answers_in_pieces(request: Json) -> None:
    for byte in line(right(request)):
        put(bytes([byte]))


@at_a_request
def sleeps_a_little(request: Json) -> None:
    time.sleep(0.05)
    say(right(request))


# Altogether


@altogether
def right_throughout() -> None:
    serve()


@altogether
def silent() -> None:
    for _ in requests():
        pass


@altogether
def slow_to_start() -> None:
    time.sleep(float(os.environ.get("ZOO_SECONDS", "0.5")))
    serve()


@altogether
def dies_at_start() -> None:
    log(b"the cards are in the other jacket\n")
    sys.exit(1)


@altogether
def greets() -> None:
    put(b"The Forty Kings, ready\n")
    serve()


@altogether
def answers_before_it_is_asked() -> None:
    say({"jsonrpc": "2.0", "id": 900, "result": {}})
    serve()


@altogether
def says_something_at_the_end() -> None:
    serve()
    put(b"goodbye\n")


@altogether
def dies_at_the_third_request() -> None:
    for number, request in enumerate(requests(), 1):
        if number == 3:
            sys.exit(4)
        say(right(request))


@altogether
def dies_at_end() -> None:
    serve()
    sys.exit(3)


@altogether
def never_ends() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    serve()
    while True:
        signal.pause()


@altogether
def floods_stderr_from_the_start() -> None:
    log((b"x" * 999 + b"\n") * 5243)
    serve()


@altogether
def answers_once() -> None:
    say(right(next(requests())))


@altogether
def keeps_all_answers_until_the_end() -> None:
    put(b"".join([line(right(request)) for request in requests()]))


@altogether
def keeps_its_answers_until_the_end() -> None:
    asked = requests()
    say(right(next(asked)))
    put(b"".join([line(right(request)) for request in asked]))


def batches() -> Iterator[list[Json]]:
    """The requests, as many at a time as there are."""
    rest = b""
    while chunk := os.read(0, MEGABYTE):
        time.sleep(0.05)
        while select.select([0], [], [], 0)[0] and (more := os.read(0, MEGABYTE)):
            chunk += more
        *lines, rest = (rest + chunk).split(b"\n")
        yield [json.loads(text) for text in lines]


@altogether
def last_first() -> None:
    for batch in batches():
        for request in reversed(batch):
            say(right(request))


@altogether
def dies_of_several() -> None:
    for batch in batches():
        if len(batch) > 1:
            raise IndexError("several requests at once")
        for request in batch:
            say(right(request))


def fork(then: Callable[[], None]) -> None:
    """Starts a child that holds all pipes and never ends of itself."""
    if os.fork() == 0:
        note("ZOO_PIDS", f"{os.getpid()}\n")
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        then()
        while True:
            signal.pause()


@altogether
def leaves_a_child() -> None:
    fork(lambda: None)
    serve()


@altogether
def leaves_a_child_in_a_session_of_its_own() -> None:
    fork(os.setsid)
    serve()


@altogether
def leaves_a_grandchild_that_nobody_is_the_parent_of() -> None:
    if os.fork() == 0:
        os.setsid()
        fork(lambda: None)
        os._exit(0)
    os.wait()
    serve()


@altogether
def leaves_a_child_and_dies() -> None:
    fork(lambda: None)
    serve(dies)


@altogether
def leaves_a_child_that_talks() -> None:
    asked = requests()
    say(right(next(asked)))
    next(asked)

    def talk() -> None:
        while True:
            put(b"\n" * MEGABYTE)

    fork(talk)
    sys.exit(5)


@altogether
def starts_only_once() -> None:
    if Path(os.environ["ZOO_PIDS"]).read_text(encoding="utf-8").count("\n") > 1:
        sys.exit(1)
    serve(dies)


@altogether
def denies_every_other_time() -> None:
    turns = itertools.count()
    serve(lambda request: denies(request) if next(turns) % 2 else say(right(request)), '"legal_cards"')


@altogether
def dies_when_wanted_otherwise() -> None:
    # It knows no reading but the defaults, and what it does not know it chokes on.
    for request in requests():
        if "must-trump" in json.dumps(request):
            sys.exit(6)
        say(right(request))


# What it says of itself: members of the result of `initialize` that are not as in the right one; None for one left out.

INTRODUCTIONS |= {
    "protocol_2": {"protocol": 2},
    "no_engine": {"engine": None},
    "methods_as_object": {"methods": {"deal": True}},
    "no_readings": {"readings": None},
    "readings_as_list": {"readings": ["when-void", "any-card"]},
    "unknown_alternative": {"readings": {"when-void": "house-rule"}},
    # These are as they may be.
    "says_nothing_of_readings": {"readings": {}},
    "follows_another_reading": {"readings": {"when-void": "must-trump"}},
    "follows_an_unknown_reading": {"readings": {"table-talk": "allowed"}},
    "offers_nothing": {"methods": []},
    "offers_legal_cards": {"methods": ["legal_cards"]},
    "offers_more": {"methods": ["initialize", "legal_cards", "judge_trick", "shuffle"]},
    "painted": {"engine": {"name": "\x1b[2J\x9b2Jred\u202e", "version": "1\n2\x07", "colour": "\x1b[31m"}},
}


def introduction(request: Json, changes: Json) -> Json:
    """The right introduction with other members."""
    answer = right(request)
    result = {name: value for name, value in {**answer["result"], **changes}.items() if value is not None}
    return answer | {"result": result}


@altogether
def refuses_to_introduce_itself() -> None:
    serve(unknown_code, '"initialize"')


@altogether
def introduces_itself_as_null() -> None:
    serve(answers_null, '"initialize"')


if __name__ == "__main__":
    main(*sys.argv[1:])
