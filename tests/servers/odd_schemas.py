"""Tools with odd schemas: each with arguments that fit it, and some that do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
SIZE = {"type": "string", "enum": ["S", "L"], "title": "Size"}
NODE = {
    "type": "object",
    "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Odd:
    """A tool.

    Args:
        name: its own name.
        schema: of its arguments.
        fits: arguments that its server takes.
        fails: arguments that it does not take; None where it takes everything.
        said: `fits` as a model writes it, where the names differ.
        codes: kinds of difference between it and what models see.
    """

    name: str
    schema: Json
    fits: Json
    fails: Json | None = None
    said: Json | None = None
    codes: frozenset[str] = field(default_factory=frozenset[str])


def obj(properties: Mapping[str, Any], **more: Any) -> Json:
    return {"type": "object", "properties": dict(properties), **more}


ODD = (
    Odd(
        "ref",
        obj({"size": {"$ref": "#/$defs/Size", "default": "S"}}, **{"$defs": {"Size": SIZE}}),
        {"size": "L"},
        {"size": "M"},
        codes=frozenset({"reference-inlined", "keyword-dropped"}),
    ),
    Odd(
        "definitions",
        obj({"a": {"$ref": "#/definitions/a~1b"}}, definitions={"a/b": {"type": "integer"}}),
        {"a": 1},
        {"a": "1"},
        codes=frozenset({"reference-inlined"}),
    ),
    Odd(
        "recursion",
        obj({"node": {"$ref": "#/$defs/Node"}}, **{"$defs": {"Node": NODE}}),
        {"node": {"kids": [{"kids": []}]}},
        {"node": {"kids": [{"kids": 1}]}},
        codes=frozenset({"reference-inlined", "recursion-cut", "keyword-added"}),
    ),
    Odd(
        "itself",
        obj({"me": {"$ref": "#"}}, additionalProperties=False),
        {"me": {"me": {}}},
        {"me": {"you": 1}},
        codes=frozenset({"reference-inlined", "recursion-cut", "keyword-added"}),
    ),
    Odd(
        "circle",
        obj({"a": {"$ref": "#/$defs/b"}}, **{"$defs": {"b": {"$ref": "#/$defs/b"}}}),
        {},
        codes=frozenset({"reference-inlined", "recursion-cut"}),
    ),
    Odd(
        "dangling",
        obj({"a": {"$ref": "#/$defs/gone"}, "b": {"$ref": "https://a.example/b.json"}}),
        {"a": 1, "b": 2},
        codes=frozenset({"reference-dropped"}),
    ),
    Odd(
        "nullable",
        obj({"a": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}}),
        {"a": None},
        {"a": 1},
    ),
    Odd("no-type", {"properties": {"a": {"description": "anything"}}}, {"a": [1, "b"]}),
    Odd(
        "booleans",
        obj({"a": True, "b": False, "c": {"type": "array", "items": True}}),
        {"a": 1, "c": [1]},
        {"b": 1},
        codes=frozenset({"boolean-schema"}),
    ),
    Odd(
        "top-one-of",
        {
            "type": "object",
            "oneOf": [
                {"properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"$ref": "#/$defs/B"},
            ],
            "$defs": {"B": obj({"b": {"type": "integer"}}, required=["b"])},
        },
        {"b": 1},
        {},
        codes=frozenset({"reference-inlined", "root-combinator"}),
    ),
    Odd(
        "top-all-of",
        {"type": "object", "allOf": [obj({"a": {"type": "string"}}, required=["a"]), True]},
        {"a": "x"},
        {},
        codes=frozenset({"root-combinator"}),
    ),
    Odd("no-properties", {"type": "object"}, {"whatever": 1}),
    Odd(
        "thousand",
        obj({"a": {"enum": [f"value {number}" for number in range(1000)]}}),
        {"a": "value 999"},
        {"a": "value 1000"},
    ),
    Odd(
        "dotted.größe/v1",
        obj({"größe": {"type": "integer"}, "a.b": {}, "日本 語": {}}, required=["größe"]),
        {"größe": 3, "日本 語": {"größe": "x"}},
        {"größe": "three"},
        said={"gr__e": 3, "____": {"größe": "x"}},
        codes=frozenset({"name-mapped"}),
    ),
    Odd(
        "draft-4",
        {
            "$schema": "http://json-schema.org/draft-04/schema#",
            **obj(
                {
                    "n": {"type": "number", "minimum": 0, "exclusiveMinimum": True},
                    "pair": {"type": "array", "items": [{"type": "string"}, {"type": "string"}]},
                }
            ),
        },
        {"n": 0.5, "pair": ["a", "b"]},
        {"n": 0},
        codes=frozenset({"draft-updated", "keyword-dropped", "keyword-added"}),
    ),
    Odd(
        "list-of-anything",
        obj({"a": {"type": "array"}, "b": {"type": "object"}}),
        {"a": [1, "x"], "b": {"c": 1}},
        {"a": 1},
        codes=frozenset({"keyword-added"}),
    ),
    Odd(
        "one-branch",
        obj({"a": {"allOf": [{"type": "string"}], "description": "A word."}}),
        {"a": "x"},
        {"a": 1},
    ),
    Odd(
        "junk",
        obj({"a": 7, "b": {"type": "str", "minimum": "x", "enum": []}}, **{"x-own": {}}),
        {"b": 1},
        codes=frozenset({"no-schema", "keyword-dropped"}),
    ),
)


def entries() -> list[Json]:
    """The tools as `tools/list` has them."""
    return [{"name": one.name, "description": "Odd.", "inputSchema": one.schema} for one in ODD]
