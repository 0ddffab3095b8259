"""What servers get wrong is put right and told."""

import pytest
from mcp.shared.inbound import x_mcp_header_map
from mcp_types import Tool

from mcp_workbench.sessions.repairs import call_result, header_schema, tool_fields


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.mark.parametrize(
    "block",
    [
        {"type": "text", "text": "hi", "annotations": {"priority": 1}},
        {"type": "image", "data": "QUJD", "mimeType": "image/png"},
        {"type": "audio", "data": "QUJD", "mimeType": "audio/wav"},
        {"type": "resource", "resource": {"uri": "a:b", "text": "x"}},
        {"type": "resource_link", "uri": "a:b", "name": "x"},
    ],
)
def test_what_is_right_stays_as_it_is(block: dict[str, object], told: list[str]) -> None:
    result = {"content": [block], "structuredContent": {"n": None}, "other": 1}
    assert call_result(result, told.append) == result
    assert told == []


@pytest.mark.parametrize(
    "block",
    [
        None,
        7,
        [],
        {},
        {"type": []},
        {"type": "video"},
        {"type": "text"},
        {"type": "text", "text": 5},
        {"type": "image", "data": None},
        {"type": "resource", "resource": "x"},
    ],
)
@pytest.mark.requirement("CON-32")
def test_any_other_block_is_shown_as_text(block: object, told: list[str]) -> None:
    (shown,) = call_result({"content": [block]}, told.append)["content"]
    assert shown["type"] == "text"
    assert isinstance(shown["text"], str)
    assert len(told) == 1


def test_flags_of_a_wrong_type_are_dropped(told: list[str]) -> None:
    assert call_result({"content": [], "isError": "no", "_meta": 1}, told.append) == {"content": []}
    assert len(told) == 2


def test_a_tool_keeps_what_is_right(told: list[str]) -> None:
    entry = {"name": "t", "inputSchema": {"type": "object"}, "annotations": {"a": 1}, "icons": 7}
    assert tool_fields(entry, told.append) == entry
    assert told == []


CITY = {"type": "string", "x-mcp-header": "City", "description": "where"}


@pytest.mark.parametrize(
    "properties",
    [
        {"city": CITY, "day": {"type": "string"}},
        {"place": {"type": "object", "properties": {"city": CITY, "n": 7}}, "bad": 1},
        {"city": {**CITY, "type": 7}, "required": [1]},
        [1],
        None,
    ],
)
def test_the_sdk_reads_what_is_left_of_any_schema_and_finds_the_same_headers(
    properties: object,
) -> None:
    schema = {"type": "object", "properties": properties, "required": [1], "x": "y"}
    left = header_schema(schema)
    read = Tool.model_validate({"name": "t", "inputSchema": left})
    assert x_mcp_header_map(read.input_schema) == x_mcp_header_map(schema)
    assert "description" not in str(left)


def test_a_schema_without_end_is_looked_at_to_a_bound() -> None:
    schema: dict[str, object] = {"type": "object"}
    for _ in range(5000):
        schema = {"type": "object", "properties": {"a": schema}}
    assert len(str(header_schema(schema))) < 5000
