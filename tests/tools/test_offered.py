"""What models are offered: valid for every provider, plain in its words, each difference told."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer
from pydantic_ai.providers.anthropic import AnthropicJsonSchemaTransformer

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.tools import Tool
from mcp_workbench.tools.naming import VALID
from mcp_workbench.tools.offered import FORMATS, offered, tool_list
from mcp_workbench.tools.offered.schema import PROPERTY
from tests.servers.odd_schemas import ODD, Odd

HIDDEN = "\x1b[31mred\x1b[0m \u202ekcab\u202c zero\u200bwidth \U000e0049\U000e0067 👩‍💻 می‌خواهم"
PLAIN = "red kcab zerowidth  👩‍💻 می‌خواهم"


def odd(one: Odd) -> Tool:
    return Tool.from_wire("odd", {"name": one.name, "inputSchema": one.schema})


def parts(schema: Any) -> list[dict[str, Any]]:
    found = [schema] if isinstance(schema, dict) else []
    values = schema.values() if isinstance(schema, dict) else schema
    if isinstance(schema, dict | list):
        found += [part for value in values for part in parts(value)]
    return found


@pytest.mark.parametrize("one", ODD, ids=lambda one: one.name)
def test_an_odd_schema_becomes_one_that_every_provider_takes(one: Odd) -> None:
    told = offered(odd(one))
    Draft202012Validator.check_schema(told.schema)
    assert told.schema["type"] == "object"
    assert not {"anyOf", "oneOf", "allOf", "not", "enum", "const"} & told.schema.keys()
    assert not any("$ref" in part for part in parts(told.schema))
    assert all(PROPERTY.fullmatch(name) for name in told.schema["properties"])
    assert VALID.fullmatch(told.name)
    for transform in (OpenAIJsonSchemaTransformer, AnthropicJsonSchemaTransformer):
        # the library that sends it changes nothing any more
        assert transform(dict(told.schema), strict=False).walk() == told.schema
    if one.name != "junk":
        # at least what the server takes can be said by the model
        assert Draft202012Validator(told.schema).is_valid(one.said or one.fits)
    assert told.restored(one.said or one.fits) == one.fits


@pytest.mark.requirement("TOOL-17")
@pytest.mark.parametrize("one", ODD, ids=lambda one: one.name)
def test_each_difference_has_a_code_a_place_and_a_reason(one: Odd) -> None:
    differences = offered(odd(one)).differences
    assert {each.code for each in differences} == one.codes
    assert all(each.place and each.what and each.why for each in differences)


def test_what_is_plain_is_offered_as_it_is() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "description": "A word.", "maxLength": 3}},
        "required": ["a"],
        "additionalProperties": False,
    }
    told = offered(Tool("t", "say", schema, "Says it."))
    assert (told.name, told.description, told.schema) == ("say", "Says it.", schema)
    assert told.differences == ()


@pytest.mark.requirement("TOOL-11")
def test_no_word_that_a_model_gets_hides_something() -> None:
    schema = {
        "type": "object",
        "description": HIDDEN,
        "properties": {
            "a": {"description": HIDDEN, "default": HIDDEN, "examples": [{HIDDEN: [HIDDEN]}]},
            HIDDEN: {"enum": [HIDDEN, "plain"]},
        },
        "required": [HIDDEN],
    }
    told = offered(Tool("t", HIDDEN, schema, HIDDEN))
    assert told.description == told.schema["properties"]["a"]["default"] == PLAIN
    assert told.schema["properties"]["a"]["examples"] == [{PLAIN: [PLAIN]}]
    for hidden in "\x1b\u202e\u202c\u200b\U000e0049\U000e0067":
        assert hidden not in str(told.schema) + told.name + told.description
    (name,) = told.renamed
    assert told.schema["required"] == [name]
    # what the model answers is what the server knows
    assert told.restored({name: PLAIN}) == {HIDDEN: HIDDEN}
    place, what = next(
        (one.place, one.what) for one in told.differences if one.code == "hidden-characters"
    )
    assert place == "description"
    assert {"U+001B", "U+202E", "U+200B", "U+E0049"} <= set(what.replace(",", "").split())
    assert "U+200D" not in what, "it joins the parts of an emoji"


@pytest.mark.requirement("TOOL-11")
def test_a_description_has_8_kib_and_says_that_it_was_cut() -> None:
    told = offered(Tool("t", "long", {}, "ä" * 5000), hint="My own words.")
    words, _, hint = told.description.partition("\n\n")
    assert words.endswith("ä… [truncated]")
    assert 8190 <= len(words.encode()) <= 8192
    assert hint == "My own words."
    assert [one.code for one in told.differences] == ["truncated"]
    whole = offered(Tool("t", "long", {}, "ä" * 4096))
    assert (whole.description, whole.differences) == ("ä" * 4096, ())


def test_two_names_that_look_the_same_to_a_provider_stay_two() -> None:
    schema = {"properties": {"a b": {}, "a/b": {}, "a_b": {}, "x" * 70: {}}}
    told = offered(Tool("t", "x", schema))
    assert len(told.schema["properties"]) == 4
    assert told.restored({name: name for name in told.renamed}).keys() == {"a b", "a/b", "x" * 70}


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"$ref": "#/$defs/0"}}}
        | {
            "$defs": {
                str(at): {"properties": {str(n): {"$ref": f"#/$defs/{at + 1}"} for n in range(9)}}
                for at in range(12)
            }
        },
        {"anyOf": [{"$ref": "#/$defs/0"}] * 200}
        | {"$defs": {str(at): {"anyOf": [{"$ref": f"#/$defs/{at + 1}"}] * 200} for at in range(9)}},
    ],
)
def test_references_of_references_end_soon(schema: dict[str, Any]) -> None:
    started = time.thread_time()
    told = offered(Tool("t", "x", schema))
    assert time.thread_time() - started < 3
    assert len(told.differences) <= 200


HOSTILE: dict[str, dict[str, Any]] = {
    "values": {"enum": [f"v{at}" for at in range(4000)]},
    "unknown": {f"k{at}": 1 for at in range(4000)},
    "names": {"properties": {f"é{at}": {} for at in range(4000)}},
    "dependent": {"dependentRequired": {"a": [f"v{at}" for at in range(4000)]}},
    "text": {"description": "x" * 200_000},
    "a long way": {"$ref": "#/" + "a/" * 100_000},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_referred_to_over_and_over_costs_no_more_than_once(name: str) -> None:
    reference = {"$ref": "#/$defs/X"}
    below = {"properties": {f"p{at}": reference for at in range(4000)}}
    for top in (below, {"anyOf": [reference] * 4000}):
        started = time.thread_time()
        told = offered(Tool("t", "x", {**top, "$defs": {"X": HOSTILE[name]}}))
        assert time.thread_time() - started < 1
        assert len(json.dumps(told.schema)) < 2 << 20
    assert told.differences


def test_many_names_that_look_the_same_and_long_ways_of_references_end_soon() -> None:
    names: dict[str, Any] = {chr(0x4E00 + at) + "é": {} for at in range(8000)}
    chain = {str(at): {"$ref": f"#/$defs/{at + 1}"} for at in range(3000)}
    long: dict[str, Any] = {"é" * 60 + f"{at:04}": {} for at in range(5000)}
    required = [{"required": [f"a{at}" for at in range(4000)][::step]} for step in (1, -1)]
    schemas: tuple[dict[str, Any], ...] = (
        {"properties": names},
        {"properties": {"a": {"$ref": "#/$defs/0"}}, "$defs": chain},
        {"properties": long},
        {"anyOf": required},
    )
    for schema in schemas:
        started = time.thread_time()
        told = offered(Tool("t", "x", schema))
        assert time.thread_time() - started < 1
        assert all(PROPERTY.fullmatch(name) for name in told.schema["properties"])
        assert len(told.schema["properties"]) == len(schema.get("properties", ()))


def test_only_where_a_name_or_a_choice_stands_it_is_spelt_back() -> None:
    choice = {"enum": ["del\u200bete", ["del\u200bete"]]}
    node = {"properties": {"größe": {"$ref": "#/$defs/node"}, "what": choice}}
    schema = {
        "properties": {
            "größe": {"type": "integer"},
            "note": {"type": "string"},
            "data": {},
            "what": {"anyOf": [{"type": "null"}, choice]},
            "list": {"type": "array", "prefixItems": [choice], "items": {"type": "string"}},
            "node": {"$ref": "#/$defs/node"},
        },
        "additionalProperties": choice,
        "$defs": {"node": node},
    }
    told = offered(Tool("t", "x", schema))
    assert told.restored(
        {
            "gr__e": 1,
            "note": "delete",
            "data": {"gr__e": ["delete"]},
            "what": "delete",
            "list": ["delete", "delete"],
            "more": ["delete"],
            "gone": True,
            "node": {"gr__e": {"gr__e": {"what": "delete", "free": "delete"}}},
        }
    ) == {
        "größe": 1,
        "note": "delete",
        "data": {"gr__e": ["delete"]},
        "what": "del\u200bete",
        "list": ["del\u200bete", "delete"],
        "more": ["del\u200bete"],
        "gone": True,
        "node": {"größe": {"größe": {"what": "del\u200bete", "free": "delete"}}},
    }


@pytest.mark.requirement("TOOL-16")
def test_the_list_has_the_format_of_each_provider() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    tools = [Tool("one", "add", schema, "Adds."), Tool("two", "add", schema)]
    assert tool_list(tools, "openai")[0] == {
        "type": "function",
        "function": {"name": "add", "description": "Adds.", "parameters": schema},
    }
    assert tool_list(tools, "openai-responses")[0] == {
        "type": "function",
        "name": "add",
        "description": "Adds.",
        "parameters": schema,
        "strict": False,
    }
    assert tool_list(tools, "anthropic") == [
        {"name": "add", "description": "Adds.", "input_schema": schema},
        {"name": "mcp_two_add", "description": "", "input_schema": schema},
    ]
    assert tools[0].for_model("anthropic", name="plus", hint="Use it.") == {
        "name": "plus",
        "description": "Adds.\n\nUse it.",
        "input_schema": schema,
    }
    with pytest.raises(UsageInvalid, match="no format 'opnai'") as caught:
        tool_list(tools, "opnai")
    assert "openai" in caught.value.hint
    assert set(FORMATS) == {"openai", "openai-responses", "anthropic"}
