"""Tools whose arguments go into headers, and cannot: they are set aside."""

from __future__ import annotations

from typing import Any

from mcp.shared.inbound import find_invalid_x_mcp_header

from ..visible import one_line
from .repairs import Json, Warn

SHOWN = 200  # characters of a name, and of a reason


def with_sound_headers(tools: list[Json], warn: Warn) -> list[Json]:
    """The tools that can be called over HTTP.

    A client that sent a wrong header, or none, would call something else than what the server, or
    a gateway before it, decides about; so it must not offer such a tool.

    Args:
        tools: entries of `tools/list`.
        warn: told which are left out, and why.

    Source: MCP 2026-07-28, server/tools, `x-mcp-header`; basic/transports, streamable HTTP.

    >>> sound = {"type": "string", "x-mcp-header": "Region"}
    >>> spaced = {"type": "string", "x-mcp-header": "My Region"}
    >>> tools = [
    ...     {"name": name, "inputSchema": {"type": "object", "properties": {"region": region}}}
    ...     for name, region in (("a", sound), ("b", spaced))
    ... ]
    >>> [tool["name"] for tool in with_sound_headers(tools, print)]
    tool 'b' is set aside: property 'region': x-mcp-header 'My Region' is not an RFC 9110 token
    ['a']
    """
    sound: list[Json] = []
    for tool in tools:
        schema: Any = tool["inputSchema"]
        fault = find_invalid_x_mcp_header(schema)
        if fault is None:
            sound.append(tool)
        else:
            warn(f"tool {one_line(tool['name'], SHOWN)!r} is set aside: {one_line(fault, SHOWN)}")
    return sound
