"""No schema of a server holds up the loop, and what cannot be checked forbids nothing."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mcp_workbench.errors import ArgumentsInvalid
from mcp_workbench.tools import Tool, check_arguments

LATEST = "https://json-schema.org/draft/2020-12/schema"
EVIL = "^(a+)+$"
TEXT = "a" * 40 + "b"  # with `re`, EVIL takes hours to refuse it


@contextmanager
def soon() -> Iterator[None]:
    started = time.thread_time()
    yield
    assert time.thread_time() - started < 3


def takes(schema: object, **more: object) -> Tool:
    return Tool("s", "t", {"type": "object", "properties": {"a": schema}, **more})


def refuses(tool: Tool, arguments: dict[str, Any]) -> bool:
    try:
        check_arguments(tool, arguments)
    except ArgumentsInvalid:
        return True
    return False


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (takes({"type": "string", "pattern": EVIL}), {"a": TEXT}),
        (takes({"$schema": LATEST, "pattern": EVIL}), {"a": TEXT}),
        (
            takes({"$ref": "#/$defs/x"}, **{"$defs": {"x": {"allOf": [{"pattern": EVIL}]}}}),
            {"a": TEXT},
        ),
        (Tool("s", "t", {"propertyNames": {"pattern": EVIL}}), {TEXT: 1}),
        (
            Tool("s", "t", {"patternProperties": {EVIL: {}}, "additionalProperties": False}),
            {TEXT: 1},
        ),
    ],
)
def test_a_pattern_that_goes_back_and_forth_is_tried_at_once(
    tool: Tool, arguments: dict[str, Any]
) -> None:
    with soon():
        assert refuses(tool, arguments)


@pytest.mark.parametrize(
    "schema",
    [
        {"format": "regex"},
        {"pattern": f"(?=x){EVIL}"},
        {"pattern": f"{EVIL}|\\w{{90000}}"},
        {"pattern": r"[ab]*a[ab]{9000}x"},
    ],
)
def test_what_would_be_heavy_to_match_is_not_matched(schema: dict[str, Any]) -> None:
    with soon():
        check_arguments(takes(schema), {"a": "ab" * 50_000 + TEXT})


def test_keys_are_tried_against_patterns_at_once_where_nothing_unevaluated_may_be() -> None:
    schema = {"patternProperties": {EVIL: {}}, "unevaluatedProperties": False}
    with soon():
        warning = check_arguments(Tool("s", "t", schema), {TEXT: 1})
    assert "holds unevaluatedProperties, which cannot be tried" in warning


def test_a_pattern_that_cannot_be_tried_is_told_and_the_rest_is_checked() -> None:
    schema = {"type": "string", "pattern": "a(?=b)", "maxLength": 3}
    assert check_arguments(takes(schema), {"a": "xx"}) == (
        "the input schema of s.t was not checked whole:"
        " it holds the pattern 'a(?=b)', which cannot be tried"
    )
    with pytest.raises(ArgumentsInvalid, match="at most 3 characters"):
        check_arguments(takes(schema), {"a": "xxxx"})


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"not": {"pattern": "a(?=b)"}}, "xx"),
        ({"if": {"pattern": "a(?=b)"}, "then": False}, "xx"),
        ({"oneOf": [{"pattern": "a(?=b)"}, {"type": "string"}]}, "xx"),
        ({"patternProperties": {"a(?=b)": False}}, {"xx": 1}),
        ({"patternProperties": {"a(?=b)": {}}, "additionalProperties": False}, {"xx": 1}),
        ({"patternProperties": {"a": {}}, "unevaluatedProperties": False}, {"xx": 1}),
    ],
)
def test_what_cannot_be_tried_forbids_nothing_wherever_it_stands(
    schema: object, value: object
) -> None:
    assert "was not checked whole" in check_arguments(takes(schema), {"a": value})


def doubled(depth: int, word: str) -> dict[str, Any]:
    definitions: dict[str, Any] = {
        f"a{n}": {word: [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(depth)
    }
    definitions[f"a{depth}"] = {"type": "string"}
    return {"$defs": definitions, "properties": {"a": {"$ref": "#/$defs/a0"}}}


def nested(word: str, depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {word: [schema] if word == "allOf" else schema}
    return {"properties": {"a": schema}}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (doubled(40, "allOf"), 5),
        (doubled(40, "anyOf"), 5),
        (doubled(40, "oneOf"), "x"),
        ({**doubled(40, "allOf"), "unevaluatedProperties": False}, 5),
        (nested("allOf", 900), 5),
        (nested("not", 100_000), 5),
        ({"properties": {"a": {"anyOf": [{"type": "integer"}] * 9_000}}}, "x" * 5_000_000),
        ({"properties": {"a": {"enum": [[n] for n in range(100_000)]}}}, [1]),
        ({"properties": {f"p{n}": {"type": "string"} for n in range(50_000)}}, 5),
        ({"required": [f"p{n}" for n in range(15_000)]}, 5),
        ({"properties": {"a": {"items": {"type": "number"}}}}, [1.5] * 200_000),
        ({"properties": {"a": {"items": False}}}, [1] * 200_000),
        ({"properties": {"a": {"unevaluatedItems": False, "contains": True}}}, [1] * 200_000),
        ({"properties": {"a": {"allOf": [{"$ref": "#nowhere"}] * 9_000}}}, 5),
        ({"properties": {"a": {"allOf": [{"pattern": f"\\w{{90}}{n}"} for n in range(99)]}}}, "x"),
    ],
)
def test_a_check_ends_soon_whatever_the_schema(schema: dict[str, Any], value: object) -> None:
    tool = Tool("s", "t", schema)
    for _ in range(2):  # the first time, the schema itself is looked at too
        with soon():
            refuses(tool, {"a": value})


def test_a_check_that_takes_too_long_is_told_and_forbids_nothing() -> None:
    warning = check_arguments(Tool("s", "t", doubled(40, "allOf")), {"a": 5})
    assert warning == ("the input schema of s.t checks nothing: the check takes too long")


def test_a_schema_that_is_too_large_is_told_and_forbids_nothing() -> None:
    schema = {"properties": {f"p{n}": {"type": "string"} for n in range(50_000)}}
    warning = check_arguments(Tool("s", "t", schema), {"p1": 5})
    assert warning == "the input schema of s.t checks nothing: the schema is too large"


@pytest.mark.parametrize(
    ("values", "unique"),
    [
        ([{"n": n} for n in range(3_000)], True),
        ([*({"n": n} for n in range(3_000)), {"n": 7}], False),
        ([{"a": 1, "b": [2]}, {"b": [2.0], "a": 1}], False),
        ([1, 1.0], False),
        ([1, True], True),
        ([0, False], True),
        ([[1], [True]], True),
        ([True, True], False),
        (["1", 1, None], True),
        (["x", "y", "x"], False),
        ([f"x{n}" for n in range(100_000)], True),
        ([], True),
    ],
)
def test_entries_are_seen_to_differ_in_linear_time(values: list[Any], unique: bool) -> None:
    with soon():
        assert refuses(takes({"uniqueItems": True}), {"a": values}) is not unique


@pytest.mark.parametrize(("entry", "fits"), [(2, True), ("x", False)])
def test_a_hundred_thousand_numbers_are_checked(entry: object, fits: bool) -> None:
    tool = takes({"type": "array", "items": {"type": "number"}})
    with soon():
        warning = check_arguments(tool, {"a": [1.5] * 100_000})
        told = "" if refuses(tool, {"a": [*[1.5] * 1_000, entry]}) is fits else "right"
    assert (warning, told) == ("", "right")


def test_a_large_schema_is_still_checked() -> None:
    properties = {f"p{n}": {"type": "string"} for n in range(2_000)}
    with soon(), pytest.raises(ArgumentsInvalid, match="`p7` must be a string"):
        check_arguments(Tool("s", "t", {"properties": properties}), {"p7": 1})


def test_a_schema_that_refers_to_itself_with_a_draft_is_checked() -> None:
    schema = {
        "$schema": LATEST,
        "type": "object",
        "properties": {"child": {"$ref": "#"}, "name": {"type": "string", "pattern": EVIL}},
    }
    with soon(), pytest.raises(ArgumentsInvalid, match="child"):
        check_arguments(Tool("s", "t", schema), {"child": {"child": {"name": TEXT}}})


def test_numbers_beyond_all_bounds_break_nothing() -> None:
    for schema in ({"multipleOf": 0.1}, {"multipleOf": 1e-320}, {"maximum": 5}):
        refuses(takes(schema), {"a": 10**400})
        refuses(takes(schema), {"a": 10**5_000})
