"""A registered server: its state, and what can be done with it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from ..errors import ConnectionFailed, ServerNotFound, WorkbenchError
from ..specs import ServerSpec
from ..tools import Catalogue
from ..visible import visible
from .bound_tool import BoundTool
from .sdk import connection_class
from .server_display import server_html, server_text

if TYPE_CHECKING:
    from .connection import Connection
    from .workbench import Workbench

Status = Literal["registered", "connecting", "connected", "failed", "closed"]


class Server:
    """One server of a workbench; `connect` and `add` return it.

    Args:
        workbench: where it is registered.
        name: what it is called there.
        spec: what it is, with its placeholders not filled.
        disabled: whether it is kept but never started.
        origin: where the definition comes from: `cell`, or the path of a file.
        notes: what is odd about its definition, although it can be used.

    >>> from mcp_workbench import Workbench
    >>> Workbench().add("python -m mcp_server_time", "time")
    <Server time registered: python -m mcp_server_time>
    """

    def __init__(
        self,
        workbench: Workbench,
        name: str,
        spec: ServerSpec,
        *,
        disabled: bool = False,
        origin: str = "",
        notes: Iterable[str] = (),
    ) -> None:
        self._workbench, self.notes = workbench, list(notes)
        self.name, self.spec, self.disabled, self.origin = name, spec, disabled, origin
        self._connection: Connection | None = None
        self._failure: WorkbenchError | None = None
        self._connecting: Connection | None = None
        self._closed = False
        self._closings = 0
        self._lock = asyncio.Lock()

    @property
    def status(self) -> Status:
        """`registered`, `connecting`, `connected`, `failed` or `closed`."""
        if self._connecting is not None:
            return "connecting"
        if self._connection is not None and self._connection.alive:
            return "connected"
        if self.error is not None:
            return "failed"
        return "closed" if self._closed else "registered"

    @property
    def error(self) -> WorkbenchError | None:
        """Why it could not be connected, or why the connection ended by itself."""
        if self._failure is not None:
            return self._failure
        return self._connection.error if self._connection is not None else None

    @property
    def tools(self) -> Catalogue:
        """The tools it reported when it was last connected."""
        return self._connection.tools if self._connection else Catalogue(self.name)

    @property
    def log(self) -> list[str]:
        """The last lines that the server wrote beside the protocol."""
        connection = self._connecting or self._connection
        return connection.log if connection else []

    @property
    def warnings(self) -> list[str]:
        """What is odd about its definition, and what was repaired in its list of tools."""
        return [*self.notes, *(self._connection.warnings if self._connection else ())]

    @property
    def protocol_version(self) -> str:
        """The revision of the protocol that was agreed on, such as `2025-11-25`."""
        return self._connection.protocol_version if self._connection else ""

    @property
    def transport(self) -> str:
        """`stdio` or `http`."""
        return self.spec.transport

    @property
    def workbench(self) -> Workbench:
        """Where it is registered."""
        return self._workbench

    def tool(self, tool: str, *, name: str | None = None, hint: str = "") -> BoundTool:
        """The tool as an async Python function, which may be given to an agent.

        Args:
            tool: its own name.
            name: what an agent's model calls it; None for its own name where that is free.
            hint: when to use it, for that model; it follows the server's description.

        Raises:
            ToolNotFound: the server is connected and has no such tool.
        """
        if self.status == "connected":
            self.tools[tool]  # raises for an unknown one
        return BoundTool(self._workbench, self, tool, known_as=name, hint=hint)

    async def warm(self) -> Server:
        """Connect ahead of the first use; the server itself is returned.

        Raises:
            WorkbenchError: it cannot be connected; `error` keeps the reason.
        """
        await self._workbench.loop.wait(self.connection)
        return self

    def warm_sync(self) -> Server:
        """`warm`, blocking."""
        self._workbench.loop.block(self.connection)
        return self

    async def close(self) -> None:
        """End the connection and keep the registration; the next use connects again."""
        if self._workbench.loop.started:
            await self._workbench.loop.wait(self.disconnect)

    def close_sync(self) -> None:
        """`close`, blocking."""
        if self._workbench.loop.started:
            self._workbench.loop.block(self.disconnect)

    async def remove(self) -> None:
        """End the connection and forget the server."""
        self._workbench.forget(self)
        await self.close()

    def remove_sync(self) -> None:
        """`remove`, blocking."""
        self._workbench.forget(self)
        self.close_sync()

    async def connection(self) -> Connection:
        """The living connection, made now where there is none; on the background loop only.

        Raises:
            ServerNotFound: the server was removed, or another one took its name.
            WorkbenchError: it cannot be made.
        """
        if self._workbench.servers.get(self.name) is not self:
            raise ServerNotFound(
                f"this server {self.name!r} was removed",
                hint="connect it anew, or ask the workbench for the one of that name",
                reason="removed",
            )
        if self._connection is not None and self._connection.alive:
            return self._connection
        closings = self._closings
        async with self._lock:
            if self._connection is not None and self._connection.alive:
                return self._connection
            return await self._connect(closings)

    async def _connect(self, closings: int) -> Connection:
        if self._connection is not None:
            await self._connection.close()
        self._failure = None
        try:
            kind = await connection_class()
            if closings != self._closings:
                raise ConnectionFailed(
                    f"server {self.name!r} was closed before it connected",
                    hint="the next use connects again",
                    reason="closed",
                )
            connection = kind(
                self.name, self._startable(), self._workbench.settings, self._workbench.changed
            )
            self._connecting = connection
            self._workbench.changed()
            await connection.open()
        except WorkbenchError as error:
            self._failure = error
            raise
        finally:
            # kept also after a failure: its log tells why
            self._connection, self._connecting = self._connecting or self._connection, None
            self._workbench.changed()
        self._closed = False
        return connection

    def _startable(self) -> ServerSpec:
        from ..sources import fill

        if self.disabled:
            raise ConnectionFailed(
                f"server {self.name!r} is disabled",
                hint="take `disabled` out of its file, or connect it by a definition of your own",
                reason="disabled",
            )
        return fill(self.spec, os.environ, self.name)

    async def disconnect(self, *, hurry: bool = False) -> None:
        """End the connection; on the background loop only."""
        # whoever waits for a connection since before must not make one now
        self._closings += 1
        if self._connecting is not None:
            await self._connecting.close(hurry=True)
        async with self._lock:
            if self._connection is not None:
                await self._connection.close(hurry=hurry)
                self._connection.forgive()
                self._closed = True
            self._failure = None
        self._workbench.changed()

    def __repr__(self) -> str:
        tools = f", {len(self.tools)} tools" if self.status == "connected" else ""
        return f"<Server {self.name} {self.status}{tools}: {visible(self.spec.origin)}>"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        # what IPython prints where it shows no HTML
        printer.text(server_text(self))

    def _repr_html_(self) -> str:
        return server_html(self)
