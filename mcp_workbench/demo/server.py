"""The demo server: which tools it has, and what it says about them."""

from __future__ import annotations

from mcp.server import MCPServer
from mcp_types import ToolAnnotations

from .._version import __version__
from . import basics, codes, media, offers

TOOLS = (
    basics.echo,
    basics.add,
    basics.slow,
    basics.fail,
    media.image,
    media.kinds,
    codes.make_codes,
    codes.find_codes,
    codes.scan_codes,
)
# no tool changes anything, none reaches out of its process, and all answer the same each time
HARMLESS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def build() -> MCPServer:
    """A new server with all tools; nothing runs yet.

    >>> build().name
    'mcp-workbench demo'
    """
    server = MCPServer(
        "mcp-workbench demo",
        version=__version__,
        instructions="Small tools to try a client with. scan_codes shows detections at once.",
        log_level="ERROR",
    )
    for tool in TOOLS:
        server.add_tool(tool, annotations=HARMLESS)
    # structured content would send the same megabytes twice
    server.add_tool(basics.big, annotations=HARMLESS, structured_output=False)
    server.resource(media.NOTE_URI, name="note", mime_type="text/plain")(media.note)
    server.resource(offers.CARD_URI, name="card", mime_type="image/png")(offers.card)
    server.prompt()(offers.explain_codes)
    server.completion()(offers.suggest)
    return server
