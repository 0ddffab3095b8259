"""Claude Code and Claude Desktop: `mcpServers`, times in milliseconds.

Source: Claude Code documentation, "Connect Claude Code to tools via MCP"; Model Context Protocol
documentation, "Connect to local MCP servers" for Claude Desktop.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dialect import ROOT, Dialect, Where
from .entries import Keys, mapping, value_at
from .notation import NONE

SILENT = frozenset({"alwaysLoad"})


def user_places(root: Mapping[str, Any], where: Where) -> list[Keys]:
    """All servers of the person, and over them those of the project's directory, each whole.

    >>> from pathlib import Path
    >>> projects = {"/p": {"mcpServers": {}}}
    >>> user_places({"projects": projects}, Where(Path("/p")))
    [('projects', '/p', 'mcpServers')]
    """
    both: tuple[Keys, ...] = ((ROOT,), ("projects", str(where.workspace), ROOT))
    return [keys for keys in both if ROOT in (mapping(value_at(root, keys[:-1])) or {})]


CLAUDE_CODE = Dialect("claude-code", "Claude Code", silent=SILENT)
CLAUDE_CODE_USER = Dialect(
    "claude-code-user", "Claude Code", places=user_places, layered=True, silent=SILENT
)
CLAUDE_DESKTOP = Dialect("claude-desktop", "Claude Desktop", notation=NONE, silent=SILENT)
