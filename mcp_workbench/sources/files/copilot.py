"""Copilot's command line and Kiro: `mcpServers` with `${NAME}`.

Source: GitHub documentation, "Adding MCP servers for GitHub Copilot CLI"; Kiro documentation,
"MCP configuration".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dialect import Dialect, Raw, spelt

ALL = "*"


def without_all(raw: Raw) -> Mapping[str, Any]:
    """The fields; a list of tools with `*` in it limits nothing, as no list does.

    >>> without_all(Raw("a", {"command": "x", "tools": ["*"]}, {}, []))
    {'command': 'x'}
    """
    tools: Any = raw.fields.get("tools")
    if not isinstance(tools, list) or ALL not in tools:
        return raw.fields
    return {name: value for name, value in raw.fields.items() if name != "tools"}


COPILOT = Dialect(
    "copilot", "Copilot CLI", shape=without_all, spellings=spelt(include_tools="tools")
)
KIRO = Dialect("kiro", "Kiro")
