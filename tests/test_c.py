"""The C engine builds without a warning and passes the whole suite, with sanitizers too."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "engines" / "c" / "engine.c"
STRICT = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
BUILDS = {
    "plain": ("-O2",),
    "sanitized": ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
}
SET_BY_DEVELOPERS = ("PYTHONUNBUFFERED", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in SET_BY_DEVELOPERS}


@pytest.fixture(scope="module", params=list(BUILDS))
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc")
    assert compiler, "there is no C compiler: install one that is found as `cc`, such as gcc or clang"
    program = tmp_path_factory.mktemp(request.param) / "engine"
    command = [compiler, *STRICT, *BUILDS[request.param], "-o", str(program), str(SOURCE)]
    build = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert build.returncode == 0, f"{' '.join(command)}\n{build.stderr}"
    assert not build.stderr, build.stderr
    return program


def test_c_engine_passes_the_whole_suite(engine: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "fk_conform", "--", str(engine)],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.rstrip().endswith("conformant"), run.stdout


def test_c_engine_counts_all_lines_of_four_whole_suits(engine: Path) -> None:
    hands = {
        seat: [rank + suit for rank in "KQJAT987"]
        for seat, suit in zip(("south", "east", "north", "west"), "SHDC", strict=True)
    }
    params = {"dealer": "south", "hands": hands, "turn_up": "7S", "events": [], "depth": 32}
    [answer] = _answers(engine, json.dumps(_request(1, "count_lines", params)).encode())
    assert answer["result"] == {"lines": str(40320**4), "points": str(48 * 40320**4)}  # south, all trumps, takes all


@pytest.mark.parametrize(
    ("line", "number", "code"),
    [
        (b'{"jsonrpc":"2.0","id":1', None, -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"deal","params":NaN}', None, -32700),
        (b'"\xff"', None, -32700),
        (b"\0", None, -32700),
        (b"[" * 1_000_000, None, -32700),
        (b"[]", None, -32600),
        (b'{"jsonrpc":"2.0","id":1.0,"method":"deal","params":{}}', None, -32600),
        (b'{"jsonrpc":"2.0","id":' + b"7" * 40 + b',"method":"shuffle","params":{}}', int("7" * 40), -32601),
        (b'{"jsonrpc":"2.0","id":"\\ud83d\\u0000","method":"deal","params":[]}', "\ud83d\0", -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"deal","params":{"dealer":"south","dealer":"south"}}', 1, -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"deal","params":{"x":"' + b"y" * 10_000_000 + b'"}}', 1, -32602),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_c_engine_lives_through_lines_that_ask_nothing(
    engine: Path, line: bytes, number: int | str | None, code: int
) -> None:
    asked = json.dumps(_request(2, "deal", {"dealer": "south"})).encode()
    first, second = _answers(engine, b"\n\r\n" + line + b"\r\n" + asked)
    assert (first["id"], first["error"]["code"]) == (number, code)
    assert (second["id"], second["error"]["code"]) == (2, -32602)


def _request(number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def _answers(engine: Path, text: bytes) -> list[Any]:
    run = subprocess.run([str(engine)], input=text, env=ENVIRONMENT, capture_output=True, check=False, timeout=60)
    assert run.returncode == 0, run.stderr.decode()
    return [json.loads(line) for line in run.stdout.decode("utf-8").splitlines()]
