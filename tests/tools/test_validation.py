"""Arguments are checked before they are sent, and a broken schema forbids nothing."""

import pytest

from mcp_workbench.errors import ArgumentsInvalid
from mcp_workbench.tools import Tool, check_arguments

ADD = Tool(
    "demo",
    "add",
    {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer", "maximum": 9}},
        "required": ["a"],
        "additionalProperties": False,
    },
)


def test_fitting_arguments_pass() -> None:
    assert check_arguments(ADD, {"a": 1, "b": 2}) == ""


@pytest.mark.parametrize(
    ("arguments", "path", "rule", "value"),
    [
        ({"a": "one"}, "$.a", "type: 'integer'", "'one'"),
        ({"a": 1, "b": 10}, "$.b", "maximum: 9", "10"),
        ({}, "$:", "required: ['a']", "{}"),
        ({"a": 1, "c": 2}, "$:", "additionalProperties: False", "'c': 2"),
    ],
)
@pytest.mark.requirement("TOOL-03")
def test_a_refusal_names_path_rule_and_value(
    arguments: dict[str, object], path: str, rule: str, value: str
) -> None:
    with pytest.raises(ArgumentsInvalid) as caught:
        check_arguments(ADD, arguments)
    assert "demo.add" in caught.value.what
    assert path in caught.value.what
    assert rule in caught.value.hint
    assert value in caught.value.hint
    assert caught.value.reason == rule.partition(":")[0]


def test_a_huge_value_is_shortened_in_the_message() -> None:
    with pytest.raises(ArgumentsInvalid) as caught:
        check_arguments(ADD, {"a": "x" * 5_000_000})
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": {"type": "whole number"}}},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/nowhere"}}},
        {"type": "object", "properties": {"a": {"$ref": "http://127.0.0.1:9/never.json"}}},
        {"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}},
        {"type": "object", "properties": {"a": {"pattern": "(["}}},
        {"$schema": 7, "type": "object", "properties": {"a": {"minimum": "low"}}},
    ],
    ids=["bad type", "dangling", "remote", "circle", "pattern", "odd draft"],
)
def test_a_broken_schema_lets_the_call_through_with_a_warning(schema: dict[str, object]) -> None:
    warning = check_arguments(Tool("s", "t", schema), {"a": "text"})
    assert warning.startswith("the input schema of s.t checks nothing: ")


def test_the_draft_that_the_schema_names_is_used() -> None:
    # `items` as a list means a tuple in draft 7; draft 2020-12 spells that `prefixItems`
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"pair": {"items": [{"type": "integer"}, {"type": "string"}]}},
    }
    with pytest.raises(ArgumentsInvalid, match=r"\$\.pair\[1\]"):
        check_arguments(Tool("s", "t", schema), {"pair": [1, 2]})


@pytest.mark.parametrize(
    ("properties", "more", "arguments", "fits"),
    [
        ({"a": {"type": "integer"}}, {}, {"a": True}, False),
        ({"a": {"type": "integer"}}, {}, {"a": 1.0}, True),
        ({"a": {"type": "number"}}, {}, {"a": True}, False),
        ({"a": {"type": "string", "maxLength": 1}}, {}, {"a": "ab"}, False),
        ({"a": {"type": "string"}}, {"minProperties": 2}, {"a": "b"}, False),
        ({"a": {"type": "string"}}, {"required": ["b"]}, {"a": "b"}, False),
        ({"a": {"type": "string"}}, {"additionalProperties": False}, {"b": 1}, False),
        ({"a": {"type": "string"}}, {"additionalProperties": {"type": "null"}}, {"b": 1}, False),
        ({"a": {"type": "string", "enum": ["x"]}}, {}, {"a": "y"}, False),
        ({"a": {"type": "string"}}, {"patternProperties": {"a": False}}, {"a": "b"}, False),
        ({"a": False}, {}, {"a": 1}, False),
        ({"a": True}, {}, {"a": 1}, True),
    ],
)
def test_the_quick_look_lets_nothing_through_that_the_full_check_refuses(
    properties: dict[str, object],
    more: dict[str, object],
    arguments: dict[str, object],
    fits: bool,
) -> None:
    tool = Tool("s", "t", {"type": "object", "properties": properties, **more})
    if fits:
        assert check_arguments(tool, arguments) == ""
    else:
        assert not tool.plain_check.fits(arguments)
        with pytest.raises(ArgumentsInvalid):
            check_arguments(tool, arguments)
