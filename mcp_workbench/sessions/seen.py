"""What the SDK gets to see of an answer, while all of it goes to whoever asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from .repairs import Json, call_result, entries_of, header_schema, tool_fields

if TYPE_CHECKING:
    from .tap import Answer


def seen_call(result: Json, answer: Answer) -> Json:
    """What the SDK needs to see of a tool's answer; all of it where it asks for input."""
    if result.get("resultType", "complete") != "complete":
        return result
    answer.wire = call_result(result, answer.warn)
    return {"content": [], "resultType": "complete"}


def seen_tools(result: Json, answer: Answer) -> Json:
    """What the SDK needs to see of a list of tools: names, and schemas for its headers."""
    tools = [tool_fields(entry, answer.warn) for entry in entries_of(result, "tools", answer.warn)]
    answer.wire = {**result, "tools": tools}
    cursor = result.get("nextCursor")
    if cursor is not None and not isinstance(cursor, str):
        answer.warn("tools/list: nextCursor is no text, so the list ends here")
        cursor = None
    return {
        # one schema that the SDK cannot read would hide all tools
        "tools": [
            {"name": tool["name"], "inputSchema": header_schema(tool["inputSchema"])}
            for tool in tools
        ],
        "resultType": "complete",
        "ttlMs": 0,
        "cacheScope": "private",
        **({} if cursor is None else {"nextCursor": cursor}),
    }


# the methods whose answers are repaired; of all others the SDK sees what came
SEEN: Mapping[str, Callable[[Json, Answer], Json]] = {
    "tools/call": seen_call,
    "tools/list": seen_tools,
}
