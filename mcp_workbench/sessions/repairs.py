"""Puts right what servers get wrong, and tells what it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

Warn = Callable[[str], None]
Json = dict[str, Any]
# what a content block of each kind must hold, and as what
BLOCKS: Mapping[str, tuple[tuple[str, type], ...]] = {
    "text": (("text", str),),
    "image": (("data", str),),
    "audio": (("data", str),),
    "resource": (("resource", dict),),
    "resource_link": (("uri", str),),
}
HEADER = "x-mcp-header"
SHOWN = 2000  # characters of something that is no content block


def tool_fields(entry: Json, warn: Warn) -> Json:
    """A copy of a tool's entry without fields of a wrong type.

    >>> tool_fields({"name": "t", "annotations": [], "inputSchema": {}}, print)
    tool 't': its annotations are no object
    tool 't': its inputSchema is no object schema
    {'name': 't', 'inputSchema': {'type': 'object'}}
    """
    name, told = entry["name"], dict(entry)
    for key in ("annotations", "outputSchema"):
        if key in told and not isinstance(told[key], dict):
            if told[key] is not None:
                warn(f"tool {name!r}: its {key} {'are' if key[-1] == 's' else 'is'} no object")
            del told[key]
    schema = told.get("inputSchema")
    if not isinstance(schema, dict) or cast("Json", schema).get("type") != "object":
        warn(f"tool {name!r}: its inputSchema is no object schema")
        kept = cast("Json", schema) if isinstance(schema, dict) else {}
        told["inputSchema"] = {**kept, "type": "object"}
    _look_at(told["inputSchema"], f"tool {name!r}: its inputSchema", warn)
    return told


def _look_at(schema: Json, whose: str, warn: Warn) -> None:
    """Tell what keeps arguments from being checked; the schema stays as the server wrote it."""
    if not isinstance(schema.get("properties", {}), dict):
        warn(f"{whose} has properties that are no object")
    required = schema.get("required", [])
    if not isinstance(required, list) or not all(
        isinstance(one, str) for one in cast("list[Any]", required)
    ):
        warn(f"{whose} has a `required` that is no list of names")


def header_schema(schema: Json, deepest: int = 50) -> Json:
    """What the SDK needs of an input schema: the arguments that go into headers, and their types.

    Args:
        schema: an input schema, or one of a property.
        deepest: properties inside each other that are looked at.

    Source: MCP 2026-07-28, basic/transports, streamable HTTP, `x-mcp-header`.

    >>> city = {"type": "string", "x-mcp-header": "City"}
    >>> header_schema({"type": "object", "properties": {"city": city, "day": {"type": 7}}})
    {'type': 'object', 'properties': {'city': {'type': 'string', 'x-mcp-header': 'City'}}}
    """
    kept = {key: schema[key] for key in ("type", HEADER) if key in schema}
    properties = schema.get("properties")
    if deepest == 0 or not isinstance(properties, dict):
        return kept
    parts = {
        name: header_schema(cast("Json", part), deepest - 1)
        for name, part in cast("Json", properties).items()
        if isinstance(part, dict)
    }
    wanted = {name: part for name, part in parts.items() if HEADER in part or "properties" in part}
    return {**kept, "properties": wanted} if wanted else kept


def call_result(result: Json, warn: Warn) -> Json:
    """A copy of a tool's answer with content blocks that can be read.

    >>> call_result({"content": None}, print)
    the answer has no list of content
    {'content': []}
    """
    blocks = result.get("content")
    if not isinstance(blocks, list):
        warn("the answer has no list of content")
        blocks = []
    told = {**result, "content": [_block(block, warn) for block in cast("list[Any]", blocks)]}
    for key, kind in (("isError", bool), ("_meta", dict)):
        if key in told and not isinstance(told[key], kind):
            warn(f"the answer's {key} is no {'boolean' if kind is bool else 'object'}")
            del told[key]
    return told


def _block(block: Any, warn: Warn) -> Json:
    fields = cast("Json", block) if isinstance(block, dict) else {}
    kind = fields.get("type")
    wanted = BLOCKS.get(kind) if isinstance(kind, str) else None
    if wanted is None:
        warn(f"a content block of unknown kind {str(kind)[:60]!r} is shown as text")
        return _as_text(block)
    for key, type_ in wanted:
        if not isinstance(fields.get(key), type_):
            warn(f"a content block of kind {kind!r} without {key} is shown as text")
            return _as_text(block)
    if kind in ("image", "audio") and not isinstance(fields.get("mimeType"), str):
        warn(f"a content block of kind {kind!r} does not say its mimeType")
        return {**fields, "mimeType": "application/octet-stream"}
    return fields


def _as_text(block: Any) -> Json:
    return {"type": "text", "text": json.dumps(block, ensure_ascii=False)[:SHOWN]}
