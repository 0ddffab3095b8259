"""`%mcp warm`, `%mcp close` and `%mcp remove`: connect ahead, end, forget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..visible import one_line
from .command import Command, Line, server_names, sole_word
from .progress import connecting

if TYPE_CHECKING:
    from ..sessions import Server

LINE = 400  # characters of a server in one line


def warm(line: Line) -> Server:
    """Connect ahead of the first use."""
    server = line.workbench.server(sole_word(line, "server", "warm"))
    with connecting(server.name, line.shell):
        return server.warm_sync()


def close(line: Line) -> Server:
    """End the connection."""
    server = line.workbench.server(sole_word(line, "server", "close"))
    server.close_sync()
    return server


class Removed:
    """That a server is forgotten; `server` is what is left of it."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def __repr__(self) -> str:
        return one_line(f"<Server {self.server.name} removed: {self.server.spec.origin}>", LINE)


def remove(line: Line) -> Removed:
    """End the connection and forget the server."""
    server = line.workbench.server(sole_word(line, "server", "remove"))
    server.remove_sync()
    return Removed(server)


WARM = Command(
    "warm",
    ("SERVER",),
    "connect ahead of the first use",
    warm,
    'await wb.server("server").warm()',
    complete=server_names,
)
CLOSE = Command(
    "close",
    ("SERVER",),
    "end the connection, keep the registration",
    close,
    'await wb.server("server").close()',
    complete=server_names,
)
REMOVE = Command(
    "remove",
    ("SERVER",),
    "end the connection and forget the server",
    remove,
    'await wb.server("server").remove()',
    complete=server_names,
)
