"""Cline and Roo Code: `mcpServers`, times in seconds.

Source: Cline, `src/services/mcp/schemas.ts`, where an untyped URL is SSE; Roo Code documentation,
"Using MCP in Roo Code".
"""

from __future__ import annotations

from .dialect import SECONDS, Dialect, always_sse
from .notation import EDITOR, NONE

CLINE = Dialect("cline", "Cline", unit=SECONDS, notation=NONE, untyped=always_sse)
ROO = Dialect("roo", "Roo Code", unit=SECONDS, notation=EDITOR, silent=frozenset({"watchPaths"}))
