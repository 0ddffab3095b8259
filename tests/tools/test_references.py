"""References into the schema itself are followed where a person looks, and bounded."""

import time
from typing import Any

import pytest

from mcp_workbench.errors import ArgumentsInvalid
from mcp_workbench.tools import Tool, check_arguments, signature_of
from mcp_workbench.tools.references import resolved

SIZE = {"enum": ["S", "L"], "title": "Size", "type": "string"}
ROOT: dict[str, Any] = {
    "type": "object",
    "$defs": {
        "Size": SIZE,
        "Alias": {"$ref": "#/$defs/Size"},
        "a/b~c": {"type": "integer"},
        "Round": {"$ref": "#/$defs/Round"},
        "Tree": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
        "true": True,
    },
}


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"$ref": "#/$defs/Size"}, SIZE),
        ({"$ref": "#/$defs/Alias"}, SIZE),
        ({"$ref": "#/$defs/Size", "default": "S"}, {**SIZE, "default": "S"}),
        ({"allOf": [{"$ref": "#/$defs/Size"}], "default": "S"}, {**SIZE, "default": "S"}),
        ({"$ref": "#/$defs/a~1b~0c"}, {"type": "integer"}),
        ({"$ref": "#/%24defs/Size"}, SIZE),
        (
            {"anyOf": [{"$ref": "#/$defs/Size"}, {"type": "null"}]},
            {"anyOf": [SIZE, {"type": "null"}]},
        ),
        (
            {"type": "array", "items": {"$ref": "#/$defs/Size"}},
            {"type": "array", "items": SIZE},
        ),
    ],
)
def test_a_local_reference_is_followed(schema: dict[str, Any], found: dict[str, Any]) -> None:
    assert resolved(schema, ROOT) == found


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "http://127.0.0.1:9/never.json"},
        {"$ref": "other.json#/$defs/Size"},
        {"$ref": "#/$defs/nowhere"},
        {"$ref": "#/$defs/Size/enum/0"},
        {"$ref": "#/$defs/true"},
        {"$ref": "#/$defs/Round"},
        {"$ref": 7},
        {"anyOf": "x", "items": 3, "allOf": []},
    ],
)
def test_what_leads_elsewhere_nowhere_or_in_a_circle_is_left(schema: dict[str, Any]) -> None:
    assert resolved(schema, ROOT) == schema


def test_a_schema_that_holds_itself_is_followed_some_way() -> None:
    found = resolved({"$ref": "#/$defs/Tree"}, ROOT)
    assert found["items"]["type"] == "array"


def test_references_that_multiply_are_cut() -> None:
    many = {"anyOf": [{"$ref": "#/$defs/Many"}] * 1000}
    started = time.monotonic()
    resolved(many, {"$defs": {"Many": many}})
    assert time.monotonic() - started < 5  # followed to the end, 10^9 schemas


def test_an_enumeration_behind_a_reference_is_seen_everywhere_and_checked_as_it_was_sent() -> None:
    schema = {**ROOT, "properties": {"size": {"$ref": "#/$defs/Size"}}, "required": ["size"]}
    tool = Tool("shop", "order", schema)
    assert tool.properties["size"]["enum"] == ["S", "L"]
    assert signature_of(tool).parameters["size"].annotation is str
    assert "choice" in tool._repr_html_()
    assert check_arguments(tool, {"size": "S"}) == ""
    with pytest.raises(ArgumentsInvalid, match="'M'"):
        check_arguments(tool, {"size": "M"})
    assert tool.input_schema["properties"]["size"] == {"$ref": "#/$defs/Size"}
