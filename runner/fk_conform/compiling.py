"""From the files that people write to the compiled suite: read, checked, short forms written out.

The wheel carries the result, made once when it is built; a checkout makes it again when a file has changed. Every
fault found is a `FileError` with file and line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fk_conform.errors import FileError
from fk_conform.shapes import result_shapes
from fk_conform.shorthand import expand
from fk_conform.yamlfile import line_of, parse_yaml, read_text, read_yaml

Json = Any


def compile_spec(spec: Path) -> Json:
    """Clauses, readings, reasons, mistakes, methods and levels, and the shapes of results, as one JSON value."""
    chapters = [_checked(spec, path, "clauses") for path in sorted((spec / "clauses").glob("*.yaml"))]
    if not chapters:
        raise FileError(str(spec / "clauses"), None, "there are no clauses here")
    methods = _checked(spec, spec / "methods.yaml", "methods")
    return {
        "chapters": [{name: chapter[name] for name in ("chapter", "slug", "title")} for chapter in chapters],
        "clauses": [clause for chapter in chapters for clause in chapter["clauses"]],
        "readings": _checked(spec, spec / "readings.yaml", "readings")["readings"],
        "reasons": _checked(spec, spec / "reasons.yaml", "reasons")["reasons"],
        "mistakes": _checked(spec, spec / "mistakes.yaml", "mistakes")["mistakes"],
        "methods": methods["methods"],
        "levels": methods["levels"],
        "sources": dict(_works((spec / "sources.bib").read_text(encoding="utf-8"))),
        "notes": [_note(path) for path in sorted((spec / "history").glob("*.md")) if not path.stem.endswith(".fr")],
        "shapes": result_shapes(spec / "schema"),
    }


def compile_edition(root: Path) -> Json:
    """What a citation needs to know of this edition: its title and authors, and where it is published."""
    edition = _checked(root / "spec", root / "spec" / "edition.yaml", "edition")
    citation = root / "CITATION.cff"
    return {**edition, **_members(citation, read_yaml(citation, _name(citation)), ("title", "authors"))}


def compile_translation(spec: Path, lang: str) -> Json:
    """What stands in another language of what is written in English alone: titles of cases, sentences of mistakes."""
    path = spec / "translations" / f"{lang}.yaml"
    return _members(path, read_yaml(path, _name(path)), ("cases", "mistakes"))


def compile_cases(paths: Sequence[Path], spec: Path, clauses: set[str]) -> list[Json]:
    """The cases of these files, in the order of their clauses, each with its params written out."""
    files = [(path, _checked(spec, path, "cases")) for path in paths]
    files.sort(key=lambda file: clause_order(file[1]["clause"]))
    compiled: dict[str, Json] = {}
    for path, content in files:
        if content["clause"] not in clauses:
            raise FileError(_name(path), line_of(path, ["clause"]), f"there is no clause {content['clause']}")
        for number, case in enumerate(content["cases"]):
            line = line_of(path, ["cases", number, "id"]) if case["id"] in compiled else None
            if line:
                raise FileError(_name(path), line, f"{case['id']} is there already, in {compiled[case['id']]['file']}")
            if not case["id"].startswith(content["clause"] + "c"):
                line = line_of(path, ["cases", number, "id"])
                raise FileError(_name(path), line, f"{case['id']} is in a file of {content['clause']}")
            compiled[case["id"]] = _compile_case(path, content["clause"], number, case)
    return list(compiled.values())


def compile_corpus(paths: Sequence[Path]) -> Iterator[Json]:
    """The generated cases of these files of JSON lines, each with its params written out."""
    because = "Made by cases/corpus/generate.py; the answer is the reference engine's, not derived by hand."
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                case = json.loads(line)
                yield _written_out(path, case["clause"], case | {"because": because})
            except (ValueError, TypeError, KeyError) as error:
                raise FileError(_name(path), number, f"no case of the corpus: {error}") from None


def _compile_case(path: Path, clause: str, number: int, case: Json) -> Json:
    try:
        return _written_out(path, clause, case)
    except ValueError as error:
        raise FileError(_name(path), line_of(path, ["cases", number, "given"]), f"{case['id']}: {error}") from None


def _written_out(path: Path, clause: str, case: Json) -> Json:
    params = expand(case["method"], case["given"])
    compiled = {name: case[name] for name in ("id", "title", "method", "because")}
    compiled |= {"clause": clause, "file": _name(path), "params": json.dumps(params, separators=(",", ":"))}
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


def _checked(spec: Path, path: Path, schema: str) -> Json:
    """The content of a file, once it has been found to be as its schema says."""
    import jsonschema

    content = read_yaml(path, _name(path))
    description = json.loads((spec / "schema" / f"{schema}.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(description)
    errors = sorted(validator.iter_errors(content), key=lambda error: [str(step) for step in error.absolute_path])
    if errors:
        error = jsonschema.exceptions.best_match(errors)
        place = list(error.absolute_path)
        where = ".".join(str(step) for step in place)
        message = " ".join(error.message.split())
        shortened = message if len(message) < 200 else message[:197] + "..."
        raise FileError(_name(path), line_of(path, place), f"{where}: {shortened}" if where else shortened)
    return content


def _name(path: Path) -> str:
    """The file as a person would name it: from the folder one is in, where that is shorter."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _works(text: str) -> Iterator[tuple[str, Json]]:
    """The works of a bibliography by their keys: the kind of each, and its fields as they stand."""
    for entry in re.split(r"(?m)^@", text)[1:]:
        head = re.match(r"(\w+)\{([^,]+),", entry)
        fields = dict(re.findall(r"(?m)^\s*(\w+)\s*=\s*\{(.*)\},?\s*$", entry))
        if head:
            yield head.group(2).strip(), {"type": head.group(1).lower(), "fields": fields}


def _note(path: Path) -> Json:
    """What stands at the head of a history note; its text stays where it is."""
    parts = read_text(path, _name(path)).split("---\n", 2)
    if len(parts) < 3:
        raise FileError(_name(path), 1, "expected a note that begins with its id, title, sources and clauses")
    head = _members(path, parse_yaml(parts[1], _name(path)), ("id", "title", "sources", "clauses"))
    return {"slug": path.stem, **head}


def _members(path: Path, content: Json, names: Sequence[str]) -> dict[str, Json]:
    """These members of what a file says; it must have them."""
    missing = [name for name in names if not isinstance(content, dict) or name not in content]
    if missing:
        raise FileError(_name(path), 1, f"{', '.join(missing)} expected")
    return {name: content[name] for name in names}
