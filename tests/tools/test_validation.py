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
    ("arguments", "what", "hint", "rule"),
    [
        (
            {"a": "one"},
            "demo.add: `a` must be an integer, not 'one'",
            "the rule is type: 'integer'; %mcp info demo.add shows what it takes",
            "type",
        ),
        (
            {"a": 1, "b": 10},
            "demo.add: `b` must be at most 9, not 10",
            "the rule is maximum: 9; %mcp info demo.add shows what it takes",
            "maximum",
        ),
        (
            {"b": 1},
            "demo.add needs `a` (integer)",
            "the rule is required: ['a'], the value {'b': 1};"
            " it takes `a` (integer), `b` (integer, optional)",
            "required",
        ),
        (
            {"a": 1, "bb": 2},
            "demo.add has no argument `bb`",
            "the rule is additionalProperties: False, the value {'a': 1, 'bb': 2};"
            " did you mean 'b'?",
            "additionalProperties",
        ),
    ],
)
@pytest.mark.requirement("TOOL-03")
def test_a_refusal_names_place_rule_and_value(
    arguments: dict[str, object], what: str, hint: str, rule: str
) -> None:
    with pytest.raises(ArgumentsInvalid) as caught:
        check_arguments(ADD, arguments)
    assert (caught.value.what, caught.value.hint, caught.value.reason) == (what, hint, rule)


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        ({"enum": ["x", "y"]}, "z", "`a` must be 'x' or 'y', not 'z'"),
        ({"enum": list(range(30))}, 99, " or 9 or 20 more, not 99"),
        ({"const": "x"}, "z", "`a` must be 'x', not 'z'"),
        ({"type": ["string", "null"]}, 1, "`a` must be a string or null, not 1"),
        ({"minimum": 2}, 1, "`a` must be at least 2, not 1"),
        ({"exclusiveMinimum": 2}, 2, "`a` must be more than 2, not 2"),
        ({"exclusiveMaximum": 2}, 2, "`a` must be less than 2, not 2"),
        ({"multipleOf": 5}, 7, "`a` must be a multiple of 5, not 7"),
        ({"minItems": 2}, ["x"], "`a` must have at least 2 entries, not 1: ['x']"),
        ({"maxItems": 1}, [1, 2], "`a` must have at most 1 entry, not 2: [1, 2]"),
        ({"minLength": 3}, "ab", "`a` must have at least 3 characters, not 2: 'ab'"),
        ({"maxProperties": 0}, {"b": 1}, "`a` must have at most 0 names, not 1: {'b': 1}"),
        ({"uniqueItems": True}, [1, 1], "`a` must not hold an entry twice, as [1, 1] does"),
        ({"pattern": "^a$"}, "b", "`a` must match the pattern '^a$', not 'b'"),
        ({"not": {}}, "b", "`a` does not fit the rule not, with the value 'b'"),
        ({"items": {"type": "string"}}, ["x", 1], "`$.a[1]` must be a string, not 1"),
        ({"required": ["b"]}, {}, "s.t: `a` needs `b` (any)"),
        (
            {"properties": {"b": {}}, "additionalProperties": False},
            {"c": 1},
            "s.t: `a` has no `c`",
        ),
        (
            {"patternProperties": {"^x": {}}, "additionalProperties": False},
            {"c": 1},
            "`a` does not fit the rule additionalProperties, with the value {'c': 1}",
        ),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 1, "`a` "),
        (False, 1, "`a` does not fit the rule not, with the value 1"),
    ],
)
def test_the_common_rules_are_told_in_words(schema: object, value: object, words: str) -> None:
    with pytest.raises(ArgumentsInvalid) as caught:
        check_arguments(Tool("s", "t", {"properties": {"a": schema}}), {"a": value})
    assert words in caught.value.what


def test_what_is_missing_is_told_with_the_type_that_it_refers_to() -> None:
    schema = {
        "$defs": {"size": {"type": "integer"}},
        "properties": {"a": {"$ref": "#/$defs/size"}},
        "required": ["a"],
    }
    with pytest.raises(ArgumentsInvalid, match=r"^s.t needs `a` \(integer\)"):
        check_arguments(Tool("s", "t", schema), {})


def test_the_bounds_of_draft_4_are_told_in_words() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "properties": {"a": {"minimum": 1, "exclusiveMinimum": True}},
    }
    with pytest.raises(ArgumentsInvalid, match="must be more than 1, not 1"):
        check_arguments(Tool("s", "t", schema), {"a": 1})


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "array", "items": {"type": "string"}}, '; on a line: words:=["a", "b"];'),
        ({"type": ["array", "null"], "items": {"type": "number"}}, "on a line: words:=[1, 2];"),
        ({"type": "object"}, 'on a line: words:={"key": "value"};'),
        ({"type": "integer"}, "the rule is type: 'integer'; %mcp info"),
    ],
)
def test_text_for_a_list_or_object_is_answered_with_how_that_is_written(
    schema: object, written: str
) -> None:
    with pytest.raises(ArgumentsInvalid) as caught:
        check_arguments(Tool("s", "t", {"properties": {"words": schema}}), {"words": "a,b"})
    assert written in caught.value.hint


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
        {"$schema": "http://[", "type": "object", "properties": {"a": {"type": "integer"}}},
        {"type": "object", "properties": {"a": {"minLength": "low"}}},
        {"$schema": 7, "type": "object", "properties": {"a": {"minimum": "low"}}},
    ],
    ids=["bad type", "dangling", "remote", "circle", "odd address", "bad bound", "odd draft"],
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
