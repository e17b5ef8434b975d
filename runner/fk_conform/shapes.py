"""The shape of each method's result, taken from its schema: what the comparison has to know and no more.

A shape is a small JSON value, so that it can be kept with the compiled suite:
`{"is": "set"}` lists compared without order, `{"is": "list", "of": shape}`, `{"is": "map", "of": shape}` for objects
whose keys are given (by seat, side or player), `{"is": "record", "members": {…}, "required": […]}` for objects that may
hold more, and `{"is": "value"}` for all else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fk_conform.errors import FileError
from fk_conform.textfile import name_of, read_json

Shape = dict[str, Any]

VALUE: Shape = {"is": "value"}


def result_shapes(schemas: Path) -> dict[str, Shape]:
    """The shape of the result of every method, from the folder of schemas."""
    documents, paths = {}, {}
    for path in [schemas / "common.schema.json", *sorted((schemas / "methods").glob("*.json"))]:
        document = read_json(path, name_of(path))
        if not isinstance(document, dict) or not isinstance(document.get("$id"), str):
            raise FileError(name_of(path), None, "expected a schema with an $id")
        documents[document["$id"]] = document
        paths[document["$id"]] = path
    shapes = {}
    for name, document in documents.items():
        try:
            if "result" in document.get("$defs", {}):
                shapes[name.rpartition(":")[2]] = _Reader(documents, document).shape(document["$defs"]["result"])
        except (LookupError, TypeError, AttributeError, RecursionError):
            raise FileError(name_of(paths[name]), None, "no schema whose result can be read") from None
    return shapes


class _Reader:
    def __init__(self, documents: dict[str, Any], document: Any) -> None:
        self.documents = documents
        self.document = document

    def shape(self, schema: Any) -> Shape:
        if "$ref" in schema:
            return self._resolve(schema["$ref"])
        for part in schema.get("anyOf", []):
            if part.get("type") != "null":
                return self.shape(part)
        if schema.get("type") == "array":
            return self._list(schema)
        if schema.get("type") == "object":
            return self._object(schema)
        return VALUE

    def _list(self, schema: Any) -> Shape:
        if schema.get("x-set"):
            return {"is": "set"}
        if "prefixItems" in schema:
            return {"is": "list", "of": self.shape(schema["prefixItems"][0])}
        return {"is": "list", "of": self.shape(schema.get("items", {}))}

    def _object(self, schema: Any) -> Shape:
        members = {name: self.shape(member) for name, member in schema.get("properties", {}).items()}
        extra = schema.get("additionalProperties")
        if extra is False or isinstance(extra, dict):
            kinds = [*members.values(), *([self.shape(extra)] if isinstance(extra, dict) else [])]
            return {"is": "map", "of": kinds[0]}
        return {"is": "record", "members": members, "required": schema.get("required", [])}

    def _resolve(self, reference: str) -> Shape:
        name, _, pointer = reference.partition("#")
        document = self.documents[name] if name else self.document
        schema = document
        for step in pointer.strip("/").split("/"):
            schema = schema[step]
        return _Reader(self.documents, document).shape(schema)
