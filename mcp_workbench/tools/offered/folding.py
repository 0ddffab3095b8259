"""The top of a schema without alternatives, which providers refuse there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ..tool import as_object
from .difference import Differences

# with one of these at the top, a provider refuses the whole request, every tool in it
REFUSED_AT_TOP = ("anyOf", "oneOf", "allOf", "not", "enum", "const")
WHY = "providers take no alternatives at the top, and refuse the whole request"
DEEPEST = 6  # alternatives inside each other


def folded(schema: Mapping[str, Any], place: str, found: Differences) -> dict[str, Any]:
    """`schema` with the properties of all its alternatives, and what all of them require.

    What no single alternative allows is allowed now; the server's own schema still checks the
    arguments, and its refusal tells the model what is missing.

    >>> branches = [{"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {}}}]
    >>> folded({"type": "object", "anyOf": branches}, "input_schema", Differences())
    {'type': 'object', 'properties': {'a': {}, 'b': {}}}
    """
    told = _folded(schema, DEEPEST)
    gone = [key for key in REFUSED_AT_TOP if key in schema]
    if gone:
        found.add("root-combinator", place, f"folded into one object: {', '.join(gone)}", WHY)
    return told


def _folded(schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
    told = {key: value for key, value in schema.items() if key not in REFUSED_AT_TOP}
    if depth == 0:
        return told
    for key, requires in (("allOf", _union), ("anyOf", _intersection), ("oneOf", _intersection)):
        listed = schema.get(key)
        branches = cast("list[Any]", listed) if isinstance(listed, list) else []
        parts = [_folded(as_object(one), depth - 1) for one in branches]
        properties: dict[str, Any] = {}
        for part in parts:
            properties |= {
                name: one
                for name, one in as_object(part.get("properties")).items()
                if name not in properties
            }
        if properties:
            told["properties"] = {**properties, **as_object(told.get("properties"))}
        names = requires([_names(part) for part in parts])
        if names:
            told["required"] = list(dict.fromkeys([*_names(told), *names]))
    return told


def _names(schema: Mapping[str, Any]) -> list[str]:
    listed = schema.get("required")
    names = cast("list[Any]", listed) if isinstance(listed, list) else []
    return [name for name in names if isinstance(name, str)]


def _union(required: list[list[str]]) -> list[str]:
    return [name for names in required for name in names]


def _intersection(required: list[list[str]]) -> list[str]:
    first, *others = required or [[]]
    everywhere = set(first).intersection(*others)
    return [name for name in first if name in everywhere]
