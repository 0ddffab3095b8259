"""A tool as a form, whatever its schema holds, and what stands in the fields as arguments."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcp_workbench import Tool
from mcp_workbench.errors import ArgumentsInvalid
from mcp_workbench.messages import FieldMessage, FormMessage
from mcp_workbench.tools import arguments_of, check_arguments, form_of, texts_of

BEYOND = 2**53 + 1  # a float cannot hold it
NULL = {"type": "null"}


def form(*required: str, **properties: Any) -> FormMessage:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return form_of(Tool("t", "x", schema))


def field(schema: Any, *, required: bool = False) -> FieldMessage:
    (found,) = form(*(["a"] if required else []), a=schema)["fields"]
    return found


def choices(schema: Any) -> list[tuple[str, str]]:
    found = field(schema)
    assert found["kind"] == "choice"
    return [(choice["value"], choice["label"]) for choice in found["choices"]]


@pytest.mark.parametrize(
    ("schema", "kind", "rule"),
    [
        ({"type": "string"}, "text", ""),
        ({"type": "string", "minLength": 1, "maxLength": 20}, "text", "1 … 20 characters"),
        ({"type": "string", "minLength": 1}, "text", "at least 1 character"),
        ({"type": "string", "minLength": 0}, "text", ""),
        ({"type": "string", "minLength": 2, "maxLength": 2}, "text", "exactly 2 characters"),
        ({"type": "string", "pattern": "^a+$"}, "text", "matches ^a+$"),
        ({"type": "string", "format": "date"}, "text", "a date, as 2026-11-30"),
        ({"type": "string", "format": "odd"}, "text", "odd"),
        ({"type": "string", "contentEncoding": "base64"}, "text", "in base64"),
        ({"type": "integer", "minimum": 0, "maximum": 100}, "integer", "0 … 100"),
        ({"type": "number", "exclusiveMinimum": 0}, "number", "more than 0"),
        ({"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 9}, "number",
         "more than 1, less than 9"),
        ({"type": "number", "minimum": 0, "exclusiveMinimum": True}, "number", "more than 0"),
        ({"type": "integer", "multipleOf": 5}, "integer", "a multiple of 5"),
        ({"type": ["integer", "number"]}, "number", ""),
        ({"type": "boolean"}, "boolean", ""),
        ({"type": ["string", "null"]}, "text", ""),
        ({"type": "string", "nullable": True}, "text", ""),
        ({"anyOf": [{"type": "integer", "maximum": 1}, NULL]}, "integer", "at most 1"),
        ({"oneOf": [NULL, {"anyOf": [{"type": "number"}, NULL]}]}, "number", ""),
        ({"type": "array", "items": {"type": "string"}}, "json", "array of string"),
        ({"type": "array", "minItems": 1}, "json", "array, at least 1 entry"),
        ({"type": "array", "uniqueItems": True}, "json", "array, all different"),
        ({"type": "object", "properties": {"lat": {}, "lon": {}}}, "json", "object, with lat, lon"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "json", "string or integer"),
        ({}, "json", "any"),
        (True, "json", "any"),
        ({"allOf": [{"type": "string"}]}, "text", ""),
    ],
)  # fmt: skip
def test_each_schema_has_the_simplest_field_that_holds_it(
    schema: Any, kind: str, rule: str
) -> None:
    found = field(schema)
    assert (found["kind"], found["rule"]) == (kind, rule)


def test_a_text_that_is_a_file_in_base64_is_marked_as_one() -> None:
    sent = {"type": "string", "contentEncoding": "base64"}
    schemas = (sent, {"anyOf": [sent, {"type": "null"}]}, {"type": "string"}, {"type": "integer"})
    assert [field(schema)["base64"] for schema in schemas] == [True, True, False, False]


@pytest.mark.parametrize("kind", ["string", "integer", "number"])
def test_a_null_that_means_something_of_its_own_can_be_sent(kind: str) -> None:
    schema = {"type": [kind, "null"]}
    must, may = field(schema, required=True), field({**schema, "default": 5})
    assert (must["kind"], must["rule"]) == (may["kind"], may["rule"]) == ("json", f"{kind} or null")
    assert arguments_of(form("a", a=schema), {"a": "null"}) == {"a": None}


@pytest.mark.parametrize(
    ("schema", "offered"),
    [
        ({"enum": ["celsius", "kelvin"]}, [('"celsius"', "celsius"), ('"kelvin"', "kelvin")]),
        ({"type": "integer", "enum": [1, 2]}, [("1", "1"), ("2", "2")]),
        ({"enum": [1, "1", None]}, [("1", "1"), ('"1"', '"1"'), ("null", "null")]),
        ({"enum": ["a", "a", ""]}, [('"a"', "a"), ('""', '""')]),
        ({"const": "fixed"}, [('"fixed"', "fixed")]),
        ({"anyOf": [{"enum": ["a"]}, NULL]}, [('"a"', "a"), ("null", "null")]),
        ({"enum": [BEYOND]}, [(str(BEYOND), str(BEYOND))]),
        (
            {"oneOf": [{"const": "S", "title": "Small"}, {"const": "L"}]},
            [('"S"', "Small"), ('"L"', "L")],
        ),
    ],
)
def test_named_values_are_a_choice(schema: Any, offered: list[tuple[str, str]]) -> None:
    assert choices(schema) == offered
    for text, _ in offered:
        assert arguments_of(form(a=schema), {"a": text}) == {"a": json.loads(text)}


def test_a_required_yes_or_no_that_may_be_null_is_a_choice_of_three() -> None:
    found = field({"type": ["boolean", "null"]}, required=True)
    assert [choice["value"] for choice in found["choices"]] == ["true", "false", "null"]


@pytest.mark.parametrize(
    ("schema", "default"),
    [
        ({"type": "string", "default": '{"a": 1}'}, '{"a": 1}'),
        ({"type": "integer", "default": BEYOND}, str(BEYOND)),
        ({"type": "number", "default": 2.5}, "2.5"),
        ({"type": "boolean", "default": False}, "false"),
        ({"type": "boolean", "default": 0}, None),
        ({"type": "integer", "default": True}, None),
        ({"type": "string", "default": 3}, None),
        ({"type": "array", "default": [1]}, "[1]"),
        ({"type": "string", "default": ""}, ""),
        ({"type": "string"}, None),
        ({"type": ["array", "null"], "default": None}, None),
        ({"enum": ["a", "b"], "default": "b"}, '"b"'),
        ({"enum": ["a", "b"], "default": "c"}, None),
        ({"type": "string", "default": "x" * 20_000}, None),
        ({"type": "string", "default": "\ud800"}, None),
        ({"type": "number", "default": float("nan")}, None),
    ],
)
def test_a_default_stands_in_the_field_where_the_field_can_hold_it(
    schema: Any, default: str | None
) -> None:
    assert field(schema)["default"] == default


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        ({"type": "string"}, '{"a": 1}', '{"a": 1}'),
        ({"type": "string"}, "007", "007"),
        ({"type": "string"}, "null", "null"),
        ({"type": "string"}, " two\nlines ", " two\nlines "),
        ({"type": "string"}, "", ""),
        ({"type": "integer"}, str(BEYOND), BEYOND),
        ({"type": "integer"}, " 7 ", 7),
        ({"type": "integer"}, "1e3", 1000),
        ({"type": "number"}, ".5", 0.5),
        ({"type": "number"}, "3", 3),
        ({"type": "boolean"}, "true", True),
        ({}, f"[{BEYOND}]", [BEYOND]),
        ({}, '"text"', "text"),
        ({"type": "object"}, '{"a": {"b": null}}', {"a": {"b": None}}),
    ],
)
def test_what_stands_in_a_field_is_sent_as_what_it_is(schema: Any, text: str, value: Any) -> None:
    found = arguments_of(form(a=schema), {"a": text})
    assert found == {"a": value}
    assert type(found["a"]) is type(value)


@pytest.mark.parametrize("kind", ["integer", "number", "boolean", "array"])
def test_a_field_that_is_not_filled_is_not_sent(kind: str) -> None:
    assert arguments_of(form(a={"type": kind}), {"a": "  "}) == {}
    assert arguments_of(form(a={"type": kind}), {}) == {}


@pytest.mark.parametrize(
    ("values", "name", "reason", "words"),
    [
        ({"n": "one"}, "n", "type", "t.x: `n` must be a whole number, not 'one'"),
        ({"n": "1.5"}, "n", "type", "t.x: `n` must be a whole number, not '1.5'"),
        ({"n": "true"}, "n", "type", "must be a whole number"),
        ({"n": "9" * 5000}, "n", "type", "must be a whole number, not '999"),
        ({"f": "1e999"}, "f", "type", "must be a number"),
        ({"b": "maybe"}, "b", "type", "must be true or false"),
        ({"c": '"z"'}, "c", "type", "must be one of the choices"),
        ({"j": "{1}"}, "j", "json", "is not JSON: line 1, column 2"),
        ({"j": "[" * 100_000}, "j", "json", "nested too deep"),
        ({"j": '{"a": 1, "a": 2}'}, "j", "json", "there twice"),
        ({"nn": "1"}, "nn", "unknown-argument", "t.x has no argument `nn`"),
        ({"n": "1"}, "r", "required", "t.x needs `r`"),
    ],
)
def test_what_is_wrong_names_its_field(
    values: dict[str, str], name: str, reason: str, words: str
) -> None:
    one = form(
        "r",
        n={"type": "integer"},
        f={"type": "number"},
        b={"type": "boolean"},
        c={"enum": ["a", "b"]},
        j={},
        r={"type": "string"},
    )
    with pytest.raises(ArgumentsInvalid) as caught:
        arguments_of(one, values if name == "r" else {"r": "there", **values})
    assert (caught.value.field, caught.value.reason) == (name, reason)
    assert words in caught.value.what
    assert caught.value.hint
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("schema", "arguments", "name"),
    [
        ({"properties": {"a": {"maximum": 5}}}, {"a": 6}, "a"),
        ({"properties": {"a": {"items": {"type": "string"}}}}, {"a": ["x", 1]}, "a"),
        ({"required": ["b", "c"]}, {}, "b"),
        ({"properties": {}, "additionalProperties": False}, {"z": 1}, "z"),
        ({"minProperties": 1}, {}, ""),
    ],
)
def test_a_rule_that_is_checked_at_the_call_names_its_field_too(
    schema: Any, arguments: dict[str, Any], name: str
) -> None:
    with pytest.raises(ArgumentsInvalid) as caught:
        check_arguments(Tool("t", "x", schema), arguments)
    assert caught.value.field == name


def test_arguments_stand_in_the_fields_and_come_out_again() -> None:
    one = form(s={"type": "string"}, n={"type": "integer"}, j={}, c={"enum": ["a"]})
    arguments = {"s": "7", "n": BEYOND, "j": {"a": [None, "x"]}, "c": "a"}
    texts = texts_of(one, arguments)
    assert texts == {"s": "7", "n": str(BEYOND), "j": '{"a": [null, "x"]}', "c": '"a"'}
    assert arguments_of(one, texts) == arguments
    assert texts_of(one, {"s": 7, "z": 1}) == {"s": "7"}


def test_what_a_server_says_of_its_tool_is_told_as_its_claim() -> None:
    hints = {"readOnlyHint": True, "destructiveHint": True, "title": "A title"}
    one = form_of(Tool("t", "x", {}, "    Says\n    much.\x1b[31m", annotations=hints))
    assert (one["title"], one["description"]) == ("A title", "Says\nmuch.␛[31m")
    assert (one["read_only"], one["destructive"]) == (True, False)
    assert form_of(Tool("t", "x", {}, annotations={"destructiveHint": True}))["destructive"]
    silent = form_of(Tool("t", "x", {}))
    assert (silent["read_only"], silent["destructive"]) == (False, False)


def test_a_required_argument_that_is_not_described_has_a_field() -> None:
    one = form_of(Tool("t", "x", {"required": ["b", 3, "a"], "properties": {"c": {}}}))
    assert [(each["name"], each["kind"]) for each in one["fields"]] == [
        ("c", "json"), ("a", "json"), ("b", "json"),
    ]  # fmt: skip


RECURSIVE = {"$ref": "#/$defs/Node"}
NODE = {"type": "object", "properties": {"next": RECURSIVE, "children": {"items": RECURSIVE}}}
DEEP: Any = {"type": "integer"}
for _ in range(500):
    DEEP = {"anyOf": [DEEP, NULL]}
EVIL = "\x1b[2J\u202e<script>alert(1)</script>"
HOSTILE: dict[str, Any] = {
    "recursive": RECURSIVE,
    "reference to nothing": {"$ref": "#/$defs/Nobody"},
    "reference elsewhere": {"$ref": "http://127.0.0.1:1/schema"},
    "itself": {"$ref": "#"},
    "deep union": DEEP,
    "huge enum of texts": {"enum": [f"value {n}" for n in range(100_000)]},
    "huge enum of numbers": {"enum": list(range(100_000))},
    "huge enum of anything": {"enum": [[n] for n in range(10_000)]},
    "wide union": {"anyOf": [{"type": "string", "maxLength": n} for n in range(10_000)]},
    "long texts": {
        "type": "string", "description": "x" * 1_000_000, "pattern": "y" * 1_000_000,
        "format": "z" * 1_000_000,
    },
    "long choice": {"enum": ["x" * 1_000_000, "y"]},
    "evil words": {"enum": [EVIL, "ok"], "description": EVIL},
    "evil rules": {"type": "string", "pattern": EVIL, "format": EVIL, "contentEncoding": EVIL},
    "wrong types": {
        "type": {"a": 1}, "enum": "abc", "minimum": "low", "maximum": None, "anyOf": {"a": 1},
        "description": 7, "format": [], "default": {"deep": [1]},
    },
    "odd bounds": {"type": "integer", "minimum": 10**400, "maximum": float("inf")},
    "empty": {"type": [], "enum": [], "anyOf": [], "oneOf": []},
    "mixed list of types": {"type": ["string", {"a": 1}, None, "null"]},
    "branches that are none": {"anyOf": [None, 3, "x", True]},
    "halves of pairs": {"enum": ["\ud800", "ok"], "description": "\udfff", "title": "\ud800"},
    "no numbers": {"enum": [float("nan"), 1]},
    "false": False,
    "a text": "string",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("required", [True, False])
def test_a_hostile_schema_has_a_bounded_form_that_can_be_shown(name: str, required: bool) -> None:
    schema = {"properties": {"a": HOSTILE[name]}, "$defs": {"Node": NODE}}
    tool = Tool("t", "x", {**schema, "required": ["a"]} if required else schema)
    one = form_of(tool)
    written = json.dumps(one, ensure_ascii=False).encode()
    assert len(written) < 60_000
    (found,) = one["fields"]
    for text in (found["description"], found["rule"], *(c["label"] for c in found["choices"])):
        assert "\x1b" not in text
        assert "\u202e" not in text
    for choice in found["choices"]:
        assert arguments_of(one, {"a": choice["value"]})["a"] == json.loads(choice["value"])


def test_of_too_many_arguments_the_required_ones_have_fields() -> None:
    properties = {f"p{n}": {"type": "string"} for n in range(1000)}
    one = form_of(Tool("t", "x", {"properties": properties, "required": ["p999", "p500"]}))
    names = [each["name"] for each in one["fields"]]
    assert len(names) == 200
    assert names[-2:] == ["p500", "p999"]


def test_a_name_that_cannot_be_sent_has_no_field() -> None:
    one = form_of(Tool("t", "x", {"properties": {"\ud800": {}, "y" * 5000: {}, EVIL: {}}}))
    assert [each["name"] for each in one["fields"]] == [EVIL]


@pytest.mark.requirement("TOOL-11")
def test_names_are_keys_as_they_are_and_labels_that_hide_nothing() -> None:
    name = "user\u202egnp.exe\x1b[31m"
    form = form_of(Tool("s", name, {"properties": {name: {"type": "string"}}}))
    (field,) = form["fields"]
    assert form["tool"] == field["name"] == name
    assert form["label"] == field["label"] == "user⟨U+202E⟩gnp.exe␛[31m"
