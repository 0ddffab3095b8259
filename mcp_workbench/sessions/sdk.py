"""Loads the SDK apart from the loop, once: it takes a second or two."""

from __future__ import annotations

import asyncio
import logging
import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .connection import Connection

# each of them writes a line or a traceback a message into the cell
TALKATIVE = ("client", "mcp", "mcp.client.streamable_http", "httpx2")
# the last checks the first call's arguments; loaded on the loop, it would hold up all servers
NEEDED = (
    "mcp.client.streamable_http",
    f"{__package__}.http",
    f"{__package__}.stdio",
    "jsonschema",
)


async def connection_class() -> type[Connection]:
    """`Connection`, with all that it needs loaded while the loop goes on."""
    if f"{__package__}.connection" not in sys.modules:
        return await asyncio.to_thread(_load)
    return _load()


def _load() -> type[Connection]:
    for module in NEEDED:
        import_module(module)
    from .connection import Connection

    for module in TALKATIVE:
        logging.getLogger(module).setLevel(logging.CRITICAL)
    return Connection
