"""From the files that people write to the compiled suite: read, checked, short forms written out.

The wheel carries the result, made once when it is built; a checkout makes it again when a file has changed. Every
fault found is a `FileError` with file and line.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fk_conform.errors import FileError, UsageError
from fk_conform.fingerprint import Pattern
from fk_conform.shapes import Shape, result_shapes
from fk_conform.shorthand import expand
from fk_conform.textfile import name_of, read_json, read_lines, read_text
from fk_conform.yamlfile import line_of, parse_yaml, read_yaml

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator as Validator
    from jsonschema import ValidationError

Json = Any

# What stands in place of the derivation of a generated case.
NOT_DERIVED = "It was generated: the answer is the reference engine's, and nobody has derived it by hand."
# What the members of a generated case are; people's case files are held against a schema.
MEMBERS = dict.fromkeys(("id", "clause", "title", "method", "because", "shows"), str) | {
    "refuse": dict,
    "malformed": bool,
    "under": dict,
    "table": dict,
    "also": list,
    "kills": list,
}
TYPES = {str: "a string", dict: "an object", bool: "true or false", list: "a list"}
A_FIELD = re.compile(r"(?m)^ *(\w+) *= *\{(.*)\},? *$")
A_WORK = re.compile(r"(?m)^@(?P<kind>\w+)\{ *(?P<key>[\w-]+) *, *\n(?P<fields>(?: *\w+ *= *\{.*\},? *\n)*)\} *$")


def compile_spec(spec: Path) -> Json:
    """Clauses, readings, reasons, mistakes, methods and levels, and the shapes of results, as one JSON value."""
    chapters = _chapters(spec)
    methods = _described(spec, "methods")
    return {
        "chapters": [{name: chapter[name] for name in ("chapter", "slug", "title")} for chapter in chapters],
        "clauses": [clause for chapter in chapters for clause in chapter["clauses"]],
        "readings": _readings(spec),
        "reasons": _described(spec, "reasons")["reasons"],
        "mistakes": _described(spec, "mistakes")["mistakes"],
        "methods": methods["methods"],
        "levels": methods["levels"],
        "sources": _works(spec / "sources.bib"),
        "notes": [_note(path) for path in sorted((spec / "history").glob("*.md")) if not path.stem.endswith(".fr")],
        "shapes": _shapes(spec, methods["methods"]),
    }


def _chapters(spec: Path) -> list[Json]:
    paths = sorted((spec / "clauses").glob("*.yaml"))
    if not paths:
        raise FileError(str(spec / "clauses"), None, "there are no clauses here")
    schema = _schema(spec, "clauses")
    chapters = []
    there: dict[str, str] = {}
    for path in paths:
        chapters.append(_checked(path, schema))
        _once(path, chapters[-1]["clauses"], ["clauses"], there)
    return chapters


def _readings(spec: Path) -> list[Json]:
    path = spec / "readings.yaml"
    content = _described(spec, "readings")
    for number, reading in enumerate(content["readings"]):
        place: list[str | int] = ["readings", number]
        _once(path, reading["alternatives"], [*place, "alternatives"], {})
        alternatives = [each["id"] for each in reading["alternatives"]]
        if reading["default"] not in alternatives:
            what = f"the default is {reading['default']}, which is none of {', '.join(alternatives)}"
            raise FileError(name_of(path), line_of(path, [*place, "default"]), f"{reading['id']}: {what}")
    readings: list[Json] = content["readings"]
    return readings


def _shapes(spec: Path, methods: Sequence[Json]) -> dict[str, Shape]:
    path = spec / "methods.yaml"
    shapes = result_shapes(spec / "schema")
    for number, method in enumerate(methods):
        if method["id"] not in shapes:
            what = f"{method['id']} has no schema under schema/methods"
            raise FileError(name_of(path), line_of(path, ["methods", number]), what)
    return shapes


def compile_edition(root: Path) -> Json:
    """What a citation needs to know of this edition: its title and authors, and where it is published."""
    edition = _described(root / "spec", "edition")
    citation = root / "CITATION.cff"
    return {**edition, **_members(citation, read_yaml(citation, name_of(citation)), ("title", "authors"))}


def compile_translation(spec: Path, lang: str) -> Json:
    """What stands in another language of what is written in English alone: titles of cases, sentences of mistakes."""
    path = spec / "translations" / f"{lang}.yaml"
    return _members(path, read_yaml(path, name_of(path)), ("cases", "mistakes"))


def compile_cases(paths: Sequence[Path], spec: Path, clauses: set[str]) -> list[Json]:
    """The cases of these files, in the order of their clauses, each with its params written out."""
    schema = _schema(spec, "cases")
    files = [(path, _checked(path, schema)) for path in paths]
    files.sort(key=lambda file: clause_order(file[1]["clause"]))
    compiled: dict[str, Json] = {}
    for path, content in files:
        if content["clause"] not in clauses:
            raise FileError(name_of(path), line_of(path, ["clause"]), f"there is no clause {content['clause']}")
        for number, case in enumerate(content["cases"]):
            line = line_of(path, ["cases", number, "id"]) if case["id"] in compiled else None
            if line:
                raise FileError(
                    name_of(path), line, f"{case['id']} is there already, in {compiled[case['id']]['file']}"
                )
            if not case["id"].startswith(content["clause"] + "c"):
                line = line_of(path, ["cases", number, "id"])
                raise FileError(name_of(path), line, f"{case['id']} is in a file of {content['clause']}")
            compiled[case["id"]] = _compile_case(path, content["clause"], number, case)
            if "pinned" in content:
                compiled[case["id"]]["pinned"] = content["pinned"]
    return list(compiled.values())


def mark_unreviewed(cases: Sequence[Json], clauses: Sequence[Json]) -> None:
    """Marks the compiled cases that nobody has signed for the present wording of their clause."""
    wordings = {clause["id"]: checksum(clause["rule"]["en"]) for clause in clauses}
    for case in cases:
        if case.pop("pinned", None) != wordings[case["clause"]]:
            case["unreviewed"] = True


def mark_variants(cases: Sequence[Json]) -> None:
    """Marks the compiled cases with those of their variants that ask another question: it takes long to find out."""
    from fk_conform.suite import case_of
    from fk_conform.symmetry import new_questions

    for case in cases:
        case["new_questions"] = f"{new_questions(case_of(case)):x}"


def checksum(english: str) -> str:
    """Eight hex digits of the English text of a clause, whatever its line breaks and spaces.

    >>> checksum("One must  follow suit.") == checksum("One must follow suit.") != checksum("One may follow suit.")
    True
    """
    return hashlib.sha256(" ".join(english.split()).encode()).hexdigest()[:8]


def compile_kills(path: Path) -> dict[str, Pattern]:
    """The kill matrix as it stands; an empty one if there is none."""
    try:
        matrix = read_json(path, name_of(path)) if path.exists() else {}
        patterns = list(matrix.values()) if isinstance(matrix, dict) else [None]
        if not all(
            isinstance(each, dict) and all(isinstance(mark, str) for mark in each.values()) for each in patterns
        ):
            what = "expected for each mistake the cases that fail, each with a fingerprint"
            raise FileError(name_of(path), None, what)
    except FileError as error:
        raise UsageError(f"{error}; take the file away, and fk-conform mistakes --write makes it anew") from None
    return dict(matrix)


def compile_corpus(paths: Sequence[Path]) -> Iterator[Json]:
    """The generated cases of these files of JSON lines, one by one, each with its params written out."""
    for path in paths:
        for number, line in enumerate(read_lines(path, name_of(path)), 1):
            try:
                yield _generated(path, json.loads(line))
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
                if isinstance(error, json.JSONDecodeError):
                    what = f"no JSON: {error.msg}"
                raise FileError(name_of(path), number, f"no generated case: {what}") from None


def _generated(path: Path, case: Json) -> Json:
    if not isinstance(case, dict):
        raise ValueError("expected an object")
    for name, kind in MEMBERS.items():
        if name in case and not isinstance(case[name], kind):
            raise ValueError(f"{name}: expected {TYPES[kind]}")
    if "refuse" in case and not isinstance(case["refuse"].get("reason"), str):
        raise ValueError("refuse: expected a reason")
    answers = [name for name in ("expect", "refuse", "malformed") if name in case]
    if len(answers) != 1:
        raise ValueError(f"expected just one of expect, refuse, malformed, not {' and '.join(answers) or 'none'}")
    return _written_out(path, case["clause"], {"because": NOT_DERIVED, **case})


def _compile_case(path: Path, clause: str, number: int, case: Json) -> Json:
    try:
        return _written_out(path, clause, case)
    except ValueError as error:
        raise FileError(name_of(path), line_of(path, ["cases", number, "given"]), f"{case['id']}: {error}") from None


def _written_out(path: Path, clause: str, case: Json) -> Json:
    params = expand(case["method"], case["given"])
    compiled = {name: case[name] for name in ("id", "title", "method", "because")}
    compiled |= {"clause": clause, "file": name_of(path), "params": json.dumps(params, separators=(",", ":"))}
    compiled |= {name: case[name] for name in ("expect", "refuse", "malformed") if name in case}
    return compiled | {name: case[name] for name in ("under", "table", "shows", "also", "kills") if name in case}


def case_files(folder: Path) -> list[Path]:
    """All case files in a folder, or the file itself."""
    if folder.is_file():
        return [folder]
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise FileError(str(folder), None, "there are no case files (*.yaml) here")
    return files


def clause_order(clause: str) -> list[int]:
    """Chapter and number of a clause: FK4.10 comes after FK4.9."""
    return [int(number) for number in re.findall(r"\d+", clause)]


def _described(spec: Path, name: str) -> Json:
    """The content of a file of the specification that has a schema of the same name."""
    path = spec / f"{name}.yaml"
    content = _checked(path, _schema(spec, name))
    _once(path, content.get(name, ()), [name], {})
    return content


def _once(path: Path, entries: Sequence[Json], place: Sequence[str | int], there: dict[str, str]) -> None:
    """Nothing stands twice under an id: neither at a place of a file nor among what is there already."""
    for number, entry in enumerate(entries):
        line = line_of(path, [*place, number])
        if entry["id"] in there:
            raise FileError(name_of(path), line, f"{entry['id']} is there already, in {there[entry['id']]}")
        there[entry["id"]] = f"{name_of(path)}:{line}"


def _schema(spec: Path, name: str) -> Validator:
    """The schema of this name; one that is none is a fault of its own file."""
    import jsonschema

    path = spec / "schema" / f"{name}.schema.json"
    schema = read_json(path, name_of(path))
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        raise FileError(name_of(path), None, f"no schema: {_shortened(error.message)}") from None
    return jsonschema.Draft202012Validator(schema)


def _checked(path: Path, schema: Validator) -> Json:
    """The content of a file, once it has been found to be as its schema says."""
    import jsonschema
    from referencing.exceptions import Unresolvable

    content = read_yaml(path, name_of(path))
    try:
        errors = sorted(schema.iter_errors(content), key=lambda error: [str(step) for step in error.absolute_path])
    except Unresolvable as error:
        raise FileError(name_of(path), None, f"its schema refers to {error.ref!r}, which is not there") from None
    worst = jsonschema.exceptions.best_match(errors)
    if worst:
        place = list(worst.absolute_path)
        where = ".".join(str(step) for step in place)
        said = _what_is_wrong(worst)
        raise FileError(name_of(path), line_of(path, place), f"{where}: {said}" if where else said)
    return content


def _what_is_wrong(error: ValidationError) -> str:
    """What a schema does not take, in one line."""
    choices: Json = error.validator_value
    if error.validator == "oneOf" and all(choice.keys() == {"required"} for choice in choices):
        instance: Json = error.instance
        members = [name for choice in choices for name in choice["required"]]
        there = [name for name in members if name in instance]
        return f"expected just one of {', '.join(members)}, not {' and '.join(there) or 'none of them'}"
    return _shortened(error.message)


def _shortened(message: str) -> str:
    text = " ".join(message.split())
    return text if len(text) < 200 else f"{text[:197]}..."


def _works(path: Path) -> dict[str, Json]:
    """The works of a bibliography by their keys: the kind of each, and its fields as they stand."""
    text = read_text(path, name_of(path))
    works: dict[str, Json] = {}
    for start in re.finditer("(?m)^@", text):
        line = text.count("\n", 0, start.start()) + 1
        entry = A_WORK.match(text, start.start())
        if not entry:
            raise FileError(name_of(path), line, "expected @KIND{KEY, then NAME = {TEXT}, line by line, and then }")
        if entry["key"] in works:
            raise FileError(name_of(path), line, f"{entry['key']} is there already")
        works[entry["key"]] = {"type": entry["kind"].lower(), "fields": dict(A_FIELD.findall(entry["fields"]))}
    return works


def _note(path: Path) -> Json:
    """What stands at the head of a history note; its text stays where it is."""
    parts = read_text(path, name_of(path)).split("---\n", 2)
    if len(parts) < 3:
        raise FileError(name_of(path), 1, "expected a note that begins with its id, title, sources and clauses")
    head = _members(path, parse_yaml(f"\n{parts[1]}", name_of(path)), ("id", "title", "sources", "clauses"))
    return {"slug": path.stem, **head}


def _members(path: Path, content: Json, names: Sequence[str]) -> dict[str, Json]:
    """These members of what a file says; it must have them."""
    missing = [name for name in names if not isinstance(content, dict) or name not in content]
    if missing:
        raise FileError(name_of(path), 1, f"{', '.join(missing)} expected")
    return {name: content[name] for name in names}
