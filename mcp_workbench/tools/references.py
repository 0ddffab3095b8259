"""Schemas with their local references put in place, for whoever shows or types a value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import unquote

DEEPEST = 4  # references, branches and items inside each other
MOST = 500  # schemas of one property, so that references of references cannot multiply
BRANCHES = ("anyOf", "oneOf", "allOf")


def resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` with the `$ref`s that lead into `root` replaced by what they name.

    Looked into are the schema itself, the branches of unions, and the items of a list. A reference
    to another document, to nothing, or in a circle is left as it is, and nothing is ever fetched.
    What stands beside a reference wins over what it names.

    Source: JSON Schema draft 2020-12, core, 8.2.3.1; JSON Pointer, RFC 6901.

    >>> root = {"$defs": {"Size": {"enum": ["S", "L"], "type": "string"}}}
    >>> resolved({"$ref": "#/$defs/Size", "default": "S"}, root)
    {'enum': ['S', 'L'], 'type': 'string', 'default': 'S'}
    """
    return _Resolver(root).resolved(schema, DEEPEST)


def target(reference: object, root: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What a local reference leads to in `root`, where that is a schema object.

    >>> target("#/$defs/Size", {"$defs": {"Size": {"type": "string"}}})
    {'type': 'string'}
    >>> target("https://a.example/size.json", {}) is None
    True
    """
    if reference == "#":
        return root
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    found: Any = root
    for word in unquote(reference[2:]).split("/"):
        found = _entry(found, word.replace("~1", "/").replace("~0", "~"))
    return cast("Mapping[str, Any]", found) if isinstance(found, Mapping) else None


def _entry(value: Any, key: str) -> Any:
    if isinstance(value, Mapping):
        return cast("Mapping[str, Any]", value).get(key)
    entries = cast("list[Any]", value) if isinstance(value, list) else []
    at = int(key) if key.isascii() and key.isdigit() and len(key) < 6 else len(entries)
    return entries[at] if at < len(entries) else None


class _Resolver:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root, self._left = root, MOST

    def resolved(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        self._left -= 1
        told = dict(schema)
        if depth == 0 or self._left < 0:
            return told
        named = target(told.get("$ref"), self._root)
        if named is not None:
            del told["$ref"]
            return self.resolved({**named, **told}, depth - 1)
        if isinstance(told.get("items"), Mapping):
            told["items"] = self.resolved(told["items"], depth - 1)
        for key in BRANCHES:
            if isinstance(told.get(key), list):
                told[key] = [self._branch(one, depth - 1) for one in told[key]]
        return _unwrapped(told)

    def _branch(self, schema: Any, depth: int) -> Any:
        if not isinstance(schema, Mapping):
            return schema
        return self.resolved(cast("Mapping[str, Any]", schema), depth)


def _unwrapped(schema: dict[str, Any]) -> dict[str, Any]:
    """Without an `allOf` around a single schema, which older generators put around a `$ref`."""
    only = schema.get("allOf")
    if isinstance(only, list) and len(cast("list[Any]", only)) == 1 and isinstance(only[0], dict):
        rest = {key: value for key, value in schema.items() if key != "allOf"}
        return {**cast("dict[str, Any]", only[0]), **rest}
    return schema
