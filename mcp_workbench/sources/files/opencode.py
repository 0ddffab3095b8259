"""OpenCode: `mcp`, with the command as a list and `{env:NAME}`; in version 2 `mcp.servers`.

Source: OpenCode documentation, "MCP servers".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dialect import Dialect, Where, spelt
from .entries import Keys, mapping
from .notation import BRACES


def _places(root: Mapping[str, Any], _: Where) -> list[Keys]:
    """`mcp.servers` is a group of servers unless it says itself what a server says."""
    if "mcp" not in root:
        return []
    group = mapping((mapping(root["mcp"]) or {}).get("servers"))
    is_one = group is None or any(name in group for name in ("type", "command", "url"))
    return [("mcp",)] if is_one else [("mcp", "servers")]


OPENCODE = Dialect(
    "opencode",
    "OpenCode",
    places=_places,
    spellings=spelt(env="environment", timeout=(), startup_timeout="timeout"),
    notation=BRACES,
    has_comments=True,
)
