"""The runner beside others: Bowtie with its own do-nothing implementation, and a process for every case."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.engines import REFERENCE, conform
from bench.measure import Figure, How, environment, in_turn

IN_PYTHON = """import json, sys
for line in sys.stdin:
    request = json.loads(line)
    answer = {"engine": {"name": "nothing", "version": "1"}, "protocol": 1, "methods": ["find_cliques"], "readings": {}}
    if request["method"] != "initialize":
        answer = {"cliques": []}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": answer}), flush=True)
"""

# Bowtie's own do-nothing implementation runs within it; this is the nearest that a process comes to that.
IN_C = r"""#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        const char *result = strstr(line, "\"initialize\"")
            ? "{\"engine\":{\"name\":\"nothing\",\"version\":\"1\"},\"protocol\":1,"
              "\"methods\":[\"find_cliques\"],\"readings\":{}}"
            : "{\"cliques\":[]}";
        printf("{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}\n", atol(strstr(line, "\"id\":") + 5), result);
        fflush(stdout);
    }
}
"""


def figures(how: How) -> Iterator[Figure]:
    """Cases a second and start against Bowtie; a run against a process for every case."""
    number = how.few(1000, 500)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = _nothing(folder)
        cases = folder / "trivial.jsonl"
        cases.write_text(_trivial_cases(number), encoding="utf-8")
        ours = partial(conform, "--cases", str(cases), "--", *engine)
        bowtie = shutil.which("bowtie")
        if bowtie is None:
            how.missing.append("bowtie")
        else:
            schemas = folder / "schemas.jsonl"
            schemas.write_text(_trivial_schemas(number), encoding="utf-8")
            theirs = partial(_bowtie, bowtie, schemas)
            pair = in_turn(theirs, ours)
            told = f"{number} trivial cases, do-nothing implementations: Bowtie {pair.one} s, fk-conform {pair.other} s"
            yield Figure("bowtie", "Bowtie's time for so many cases, to ours", pair.ratio, at_least=10, told=told)
            start = in_turn(
                partial(_quietly, [bowtie, "--help"]),
                partial(_quietly, [sys.executable, "-m", "fk_conform", "--version"]),
            )
            yield Figure("bowtie-start", "Bowtie's --help, to fk-conform --version", start.ratio, at_least=20)
        few = how.few(200, 15)
        cases.write_text(_trivial_cases(few), encoding="utf-8")
        pair = in_turn(
            partial(conform, "--cases", str(cases), "--isolate", "--", *REFERENCE),
            partial(conform, "--cases", str(cases), "--", *REFERENCE),
        )
        yield Figure(
            "process-a-case",
            "a process for every case, to one for all",
            pair.ratio,
            told=f"{few} cases, the reference engine",
        )


def _nothing(folder: Path) -> list[str]:
    """The command of an engine that does nothing."""
    compiler = shutil.which("cc")
    if compiler is None:
        (folder / "nothing.py").write_text(IN_PYTHON, encoding="utf-8")
        return [sys.executable, str(folder / "nothing.py")]
    (folder / "nothing.c").write_text(IN_C, encoding="utf-8")
    subprocess.run([compiler, "-O2", "-o", str(folder / "nothing"), str(folder / "nothing.c")], check=True)
    return [str(folder / "nothing")]


def _trivial_cases(number: int) -> str:
    """So many hands without a clique, a line each, as what Bowtie is given is a line each."""
    case = {
        "clause": "FK5.2",
        "method": "find_cliques",
        "given": {"hand": ["7S", "8S", "9S", "TS", "7H", "8H", "9H", "TH"]},
        "expect": {"cliques": []},
    }
    return "".join(
        json.dumps({**case, "id": f"trivial-{place}", "title": f"Trivial {place}"}) + "\n" for place in range(number)
    )


def _trivial_schemas(number: int) -> str:
    """So many schemas that everything conforms to."""
    case = {
        "description": "trivial",
        "schema": {},
        "tests": [{"description": "anything", "instance": 1, "valid": True}],
    }
    return "".join(json.dumps({**case, "description": f"trivial {place}"}) + "\n" for place in range(number))


def _bowtie(bowtie: str, schemas: Path) -> None:
    with schemas.open("rb") as source:
        command = [bowtie, "run", "-i", "direct:null", "-D", "2020-12"]
        subprocess.run(
            command, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(), check=True
        )


def _quietly(command: list[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(), check=True)
