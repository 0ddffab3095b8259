"""Servers and tools as lists that a cell shows as tables."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ConfigUntrusted
from ..sources.scopes import CELL, scope_of
from .tables import Listed, Table, arguments_row, first_line

if TYPE_CHECKING:
    from ..sessions import Server
    from ..sources import Found
    from ..specs import ServerSpec
    from ..tools import Tool

NO_SERVERS = "No server is registered or configured yet. Try the bundled one: %mcp connect demo"
NO_TOOLS = "No tool is known yet. Connect a server first, as in %mcp connect demo"
NONE = "The server has no tools."


class ServerListing(Listed["Server"]):
    """Servers; a cell shows their state, and below it what is odd about them.

    Args:
        servers: those that are registered.
        available: those that files and the environment name beside them; none of them runs.
        notes: what else to say.
        empty: what is said where there is none.
    """

    def __init__(
        self,
        servers: Iterable[Server],
        available: Iterable[Found] = (),
        notes: Iterable[str] = (),
        empty: str = NO_SERVERS,
    ) -> None:
        super().__init__(servers, empty, notes)
        self.available = list(available)

    @property
    def table(self) -> Table:
        """The servers as they are now."""
        notes = [f"{server.name}: {note}" for server in self for note in server.warnings]
        head = ("server", "transport", "status", "tools", "protocol", "scope", "from", "error")
        rows = [*map(_server_row, self), *map(_available_row, self.available)]
        return Table(head, rows, self.empty, [*notes, *self.notes])


def _server_row(server: Server) -> tuple[str, ...]:
    return (
        server.name,
        server.transport,
        _status(server),
        str(len(server.tools)) if server.status == "connected" else "",
        server.protocol_version,
        server.scope,
        _from(server.origin, server.spec),
        _trouble(server),
    )


def _available_row(found: Found) -> tuple[str, ...]:
    status = "disabled" if found.disabled else "available"
    scope = scope_of(found.origin)
    place = _from(found.origin, found.spec)
    return (found.name, found.spec.transport, status, "", "", scope, place, "")


def _status(server: Server) -> str:
    if server.disabled:
        return "disabled"
    return "not trusted" if _waits_for_trust(server) else server.status


def _waits_for_trust(server: Server) -> bool:
    if isinstance(server.error, ConfigUntrusted):
        return True
    return server.status == "registered" and not server.trusted


def _from(file: str, spec: ServerSpec) -> str:
    return spec.origin if file in ("", CELL) else f"{_place(file)}: {spec.origin}"


def _place(file: str) -> str:
    """The path of a file, from the working directory on where it is below it."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (OSError, ValueError):
        return file


def _trouble(server: Server) -> str:
    """Why a server does not work, with the last thing it said itself."""
    if server.disabled:
        return f"%mcp enable {server.name} lets it start"
    if _waits_for_trust(server):
        return f"%mcp trust {server.name} lets it start"
    last = next((line for line in reversed(server.log) if line.strip()), "")
    if server.status == "connecting":
        return f"it wrote: {last}" if last else ""
    if server.error is None:
        return ""
    known = not last or last in server.error.what
    return server.error.what if known else f"{server.error.what} (it wrote: {last})"


class ToolListing(Listed["Tool"]):
    """Tools; a cell shows what each does and takes.

    Args:
        tools: the tools.
        empty: what is said where there is none.
        notes: what is odd about the list.
    """

    def __init__(
        self, tools: Iterable[Tool], empty: str = NO_TOOLS, notes: Iterable[str] = ()
    ) -> None:
        super().__init__(tools, empty, notes)

    @property
    def table(self) -> Table:
        """The tools as a table."""
        rows = [(one.full_name, _arguments(one), _summary(one)) for one in self]
        return Table(("tool", "arguments", "what it does"), rows, self.empty, self.notes)


def _arguments(tool: Tool) -> str:
    return arguments_row((name, name in tool.required) for name in tool.properties)


def _summary(tool: Tool) -> str:
    told = first_line(tool.description, tool.title)
    return f"(only as a task) {told}".rstrip() if tool.needs_task else told


def notes_on(what: str, server: Server) -> list[str]:
    """What is odd about the lists of `server` whose entries are called `what`."""
    return [note for note in server.warnings if note.startswith(what)]
