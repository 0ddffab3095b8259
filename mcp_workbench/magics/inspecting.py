"""`%mcp servers` and `%mcp info`: what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import UsageInvalid
from ..visible import one_line
from .command import SHOWN, Command, Line, Typing, server_names, sole_word, tool_names
from .listings import ServerListing
from .progress import connecting

if TYPE_CHECKING:
    from ..sessions import Server
    from ..tools import Tool


def servers(line: Line) -> ServerListing:
    """All registered servers, and those that are configured for this notebook."""
    if line.words:
        raise UsageInvalid(
            f"servers takes nothing, not {one_line(line.words[0], SHOWN)!r}",
            hint="one server: %mcp info SERVER",
            reason="too-many",
        )
    from ..notebook import here

    workbench = line.workbench
    place = f"files are looked for in {here()}"
    return ServerListing(workbench.servers.values(), workbench.configured(), [place])


def info(line: Line) -> Server | Tool:
    """One server, or one tool."""
    name = sole_word(line, "server or server.tool", "info")
    if "." in name:
        with connecting(name.partition(".")[0], line.shell):
            return line.workbench.tool_sync(name)
    return line.workbench.server(name)


def _servers_and_tools(typing: Typing) -> list[str]:
    return [] if typing.plain else [*server_names(typing), *tool_names(typing)]


SERVERS = Command(
    "servers",
    ("",),
    "all servers: state, tools, where they come from",
    servers,
    "wb.servers, wb.configured()",
)
INFO = Command(
    "info",
    ("SERVER.TOOL", "SERVER"),
    "one tool with its arguments, or one server",
    info,
    'await wb.tool("server.tool"), wb.server("server")',
    complete=_servers_and_tools,
)
