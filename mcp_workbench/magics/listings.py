"""Servers and tools as lists that a cell shows as tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .tables import Table

if TYPE_CHECKING:
    from ..sessions import Server
    from ..tools import Tool

NO_SERVERS = "No server is registered yet. Try the bundled one: %mcp connect demo"
NO_TOOLS = "No tool is known yet. Connect a server first, as in %mcp connect demo"


class ServerListing(list["Server"]):
    """Servers; a cell shows their state, and below it what is odd about them."""

    @property
    def table(self) -> Table:
        """The servers as they are now."""
        notes = [f"{server.name}: {note}" for server in self for note in server.warnings]
        head = ("server", "transport", "status", "tools", "protocol", "from", "error")
        return Table(head, [_server_row(server) for server in self], NO_SERVERS, notes)

    def __repr__(self) -> str:
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table.html()


def _server_row(server: Server) -> tuple[str, ...]:
    status = "disabled" if server.disabled else server.status
    tools = str(len(server.tools)) if server.status == "connected" else ""
    origin = server.spec.origin
    if server.origin not in ("", "cell"):
        origin = f"{_place(server.origin)}: {origin}"
    return (
        server.name,
        server.transport,
        status,
        tools,
        server.protocol_version,
        origin,
        _trouble(server),
    )


def _place(file: str) -> str:
    """The path of a file, from the working directory on where it is below it."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (OSError, ValueError):
        return file


def _trouble(server: Server) -> str:
    """Why a server does not work, with the last thing it said itself."""
    if server.error is None:
        return ""
    last = next((line for line in reversed(server.log) if line.strip()), "")
    known = not last or last in server.error.what
    return server.error.what if known else f"{server.error.what} (it wrote: {last})"


class ToolListing(list["Tool"]):
    """Tools; a cell shows what each does and takes."""

    @property
    def table(self) -> Table:
        """The tools as a table."""
        rows = [(tool.full_name, _arguments(tool), _summary(tool)) for tool in self]
        return Table(("tool", "arguments", "what it does"), rows, NO_TOOLS)

    def __repr__(self) -> str:
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table.html()


def _arguments(tool: Tool) -> str:
    return " ".join(f"{n}=" if n in tool.required else f"[{n}=]" for n in tool.properties)


def _summary(tool: Tool) -> str:
    lines = (tool.description or tool.title or "").strip().splitlines()
    return lines[0] if lines else ""
