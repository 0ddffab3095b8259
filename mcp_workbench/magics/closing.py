"""`%mcp warm`, `%mcp close` and `%mcp remove`: connect ahead, end, forget."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..visible import one_line
from .command import Command, Line, registered_names, server_names, sole_word
from .progress import connecting

if TYPE_CHECKING:
    from ..sessions import Server

FILE = "--file"
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
    """That a server is forgotten; `server` is what is left of it, `file` what it was taken from."""

    def __init__(self, server: Server, file: str = "") -> None:
        self.server, self.file = server, file

    def __repr__(self) -> str:
        where = f" from {self.file}" if self.file else ""
        return one_line(
            f"<Server {self.server.name} removed{where}: {self.server.spec.origin}>", LINE
        )


def remove(line: Line) -> Removed:
    """End the connection and forget the server; with `--file` also in its file."""
    words = [word for word in line.words if word != FILE]
    server = line.workbench.server(sole_word(replace(line, words=words), "server", "remove"))
    file = str(server.erase()) if FILE in line.words else ""
    server.remove_sync()
    return Removed(server, file)


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
    complete=registered_names,
)
REMOVE = Command(
    "remove",
    ("SERVER", f"SERVER {FILE}"),
    "end the connection and forget the server; with --file take it out of its file, too",
    remove,
    'await wb.server("server").remove(), wb.server("server").erase()',
    {FILE: ""},
    registered_names,
)
