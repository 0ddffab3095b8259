"""The server that is looked at, what is known of it so far, and what a step is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from ...errors import WorkbenchError
from ...specs import HttpServer, ServerSpec, StdioServer
from ..sdk import connection_class
from ..server_log import ServerLog

if TYPE_CHECKING:
    from ..connection import Connection
    from ..server import Server

LIMIT = 10.0  # seconds of one step of the network


class Skipped(str):
    """Why a step means nothing for this server."""

    __slots__ = ()


@dataclass
class Case:
    """One examination.

    Args:
        server: what is looked at; a connection that it has is used, and stays.
        spec: its definition; with its placeholders filled once that step is done.
    """

    server: Server
    spec: ServerSpec
    host: str = ""  # whom the network is to reach: the server itself, or its proxy
    port: int = 0
    proxy: str = ""  # as it may be shown
    addresses: list[str] = field(default_factory=list[str])
    fault: WorkbenchError | None = None
    _connection: Connection | None = None
    _own: Connection | None = None

    @property
    def program(self) -> StdioServer:
        """The definition of a server that is started."""
        return cast("StdioServer", self.spec)

    @property
    def place(self) -> HttpServer:
        """The definition of a server that is reached over HTTP."""
        return cast("HttpServer", self.spec)

    async def connected(self) -> Connection:
        """A connection, also where it could not be opened: `fault` tells why then."""
        if self._connection is None:
            self._connection = self.server.live_connection or await self._opened()
        return self._connection

    async def _opened(self) -> Connection:
        server, kind = self.server, await connection_class()
        redactor = server.workbench.redactor
        self._own = connection = kind(
            server.name,
            self.spec,
            server.workbench.settings,
            ServerLog(redactor.text),
            lambda: None,
            redactor,
            server.callbacks(),
        )
        try:
            await connection.open()
        except WorkbenchError as error:
            self.fault = error
        return connection

    async def close(self) -> None:
        """End what this examination started."""
        if self._own is not None:
            await self._own.close()


# One thing to look at: what was found, in words; `Skipped` where it means nothing here. It raises
# a `WorkbenchError` where it fails, which says what to do about it.
Check = Callable[[Case], Awaitable[str]]
