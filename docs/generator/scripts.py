"""What the scripts of the site need to know, as scripts: pages opened from a disk may not fetch anything."""

from __future__ import annotations

import json
import re

from docs.generator.book import ROOT, Book
from docs.generator.words import RANKS, SEATS, SIDES, SIGNS, SUITS, WORDS

ENGINE = ROOT / "engines" / "javascript" / "engine.mjs"


def generated(book: Book) -> dict[str, str]:
    """The files, by name."""
    return {"engine.js": engine(), "words.js": f"window.FK = {_json(_words(book))};\n"}


def engine() -> str:
    """The JavaScript engine, the very file that the suite tests, as a script that need not be imported."""
    # What makes a program of it is at its end, and means nothing in a page.
    code = ENGINE.read_text(encoding="utf-8").partition("/** Whether this file is run as the main program")[0]
    code = code.removeprefix("#!/usr/bin/env node\n")
    names = re.findall(r"^export (?:async )?(?:const|function|class) (\w+)", code, re.MULTILINE)
    code = re.sub(r"^export ", "", code, flags=re.MULTILINE)
    return f"window.FortyKings = (() => {{\n{code}\nreturn {{ {', '.join(names)} }};\n}})();\n"


def _words(book: Book) -> dict[str, object]:
    """The clauses, readings, reasons and cases in short, and what the scripts say."""
    lang = book.lang
    spec = book.spec

    def told(names: dict[str, dict[str, str]]) -> dict[str, str]:
        return {name: each[lang] for name, each in names.items()}

    return {
        "lang": lang,
        "clauses": {
            name: [clause.title, clause.rule, _address(book.place(name)), clause.basis]
            for name, clause in spec.clauses.items()
        },
        "readings": spec.readings,
        "questions": spec.questions,
        "reasons": {name: [clause, spec.meanings[name]] for name, clause in spec.reasons.items()},
        "cases": {
            case.id: [book.title(case), case.method, case.refuse.reason if case.refuse else ""]
            for case in book.cases.values()
            if not case.malformed
        },
        "seats": told(SEATS),
        "sides": told(SIDES),
        "suits": told(SUITS),
        "ranks": told(RANKS),
        "signs": SIGNS[lang],
        "words": told(WORDS),
    }


def _address(place: str) -> str:
    """Where a page is once it is built, counted from the root of the language."""
    file, mark, anchor = place.partition("#")
    return re.sub(r"(index)?\.md$", "", file).rstrip("/") + "/" + mark + anchor


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
