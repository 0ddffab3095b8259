"""A registered server: its state, and what can be done with it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from ..errors import (
    AuthorizationRequired,
    ConfigUntrusted,
    ConnectionFailed,
    ServerNotFound,
    VariableUnset,
    WorkbenchError,
)
from ..specs import ServerSpec
from ..tools import Catalogue
from ..visible import visible
from .approving import Approving
from .bound_tool import BoundTool
from .editable import Editable
from .limits import silence_limit
from .offering import Offering
from .resending import asked
from .sdk import connection_class
from .secret_moving import Moved, move_secrets
from .server_display import server_html, server_text
from .server_log import ServerLog
from .speaking import Speaking
from .starting import startable
from .timeline import Timeline
from .trusting import ensure_trusted

if TYPE_CHECKING:
    from ..sources import Input
    from .connection import Connection, Send
    from .tap import Answer
    from .workbench import Workbench

CLOSING = 10.0  # seconds; more than an orderly end takes
Status = Literal["registered", "connecting", "connected", "needs_auth", "failed", "closed"]


class Server(Speaking, Approving, Offering, Editable):
    """One server of a workbench; `connect` and `add` return it.

    Args:
        workbench: where it is registered.
        name: what it is called there.
        spec: what it is, with its placeholders not filled.
        disabled: whether it is kept but never started.
        origin: where the definition comes from: `cell`, or the path of a file.
        entry: the name as that file spells it.
        notes: what is odd about its definition, although it can be used.
        inputs: what a person is asked for before it starts.

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
        entry: str = "",
        notes: Iterable[str] = (),
        inputs: Iterable[Input] = (),
    ) -> None:
        self._server: Server = self  # as its parts know it
        self._workbench, self.notes, self.inputs = workbench, list(notes), tuple(inputs)
        self.name, self.spec, self.disabled, self.origin = name, spec, disabled, origin
        self.entry = entry or name
        self._connection: Connection | None = None
        self._failure: WorkbenchError | None = None
        self._connecting: Connection | None = None
        self.messages = Timeline(workbench.redactor)
        self._log = ServerLog(workbench.redactor.text, self.messages)
        self._closed = False
        self._closings = 0
        self._lock, self._question = asyncio.Lock(), asyncio.Lock()
        super().__init__()

    @property
    def status(self) -> Status:
        """What it is in now.

        `registered` before its first use, `connecting`, `connected`; `needs_auth` where it wants a
        sign-in or other credentials; `failed` where it cannot be connected, or ended by itself;
        `closed` where a person or `idle_timeout` ended the connection. The next use connects it
        from each of them.
        """
        if self._connecting is not None:
            return "connecting"
        if self._connection is not None and self._connection.alive:
            return "connected"
        if self.error is not None:
            return "needs_auth" if isinstance(self.error, AuthorizationRequired) else "failed"
        return "closed" if self._closed or self.protocol_version else "registered"

    @property
    def error(self) -> WorkbenchError | None:
        """Why it could not be connected, or why the connection ended by itself."""
        if self._failure is not None or self._connection is None:
            return self._failure
        error = self._connection.error
        return None if error is None else self._workbench.redactor.error(error)

    @property
    def last_connection(self) -> Connection | None:
        """The connection, also after it has ended."""
        return self._connection

    @property
    def live_connection(self) -> Connection | None:
        """The connection, while it lives."""
        connection = self._connection
        return connection if connection is not None and connection.alive else None

    @property
    def listed(self) -> int:
        """Another number whenever the server has other tools; 0 before they were listed."""
        return self._connection.lists.edition if self._connection else 0

    @property
    def tools(self) -> Catalogue:
        """The tools it reported when it was last connected."""
        return self._connection.tools if self._connection else Catalogue(self.name)

    @property
    def noises(self) -> int:
        """Lines on standard output since it was last started that are not the protocol."""
        return self._log.noises

    @property
    def warnings(self) -> list[str]:
        """What is odd about its definition, and what was repaired in its list of tools."""
        told = [*self.notes, *(self._connection.warnings if self._connection else ())]
        told += self.tool_approval.warnings(self.tools)
        return [self._workbench.redactor.text(one) for one in told]

    @property
    def protocol_version(self) -> str:
        """The revision of the protocol that was agreed on, such as `2025-11-25`."""
        return self._connection.protocol_version if self._connection else ""

    @property
    def transport(self) -> str:
        """`stdio`, `http`, `sse` or `in-process`; of the connection, where there is one."""
        return self._connection.transport if self._connection else self.spec.transport

    def move_secrets(self) -> Moved:
        """Keep credentials that stand in the definition in the secret store, and refer to them.

        Raises:
            ConfigInvalid: the store, or the file of the definition, cannot be changed.
        """
        return move_secrets(self)

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
        spec = self.spec if self.disabled else await self._agreed()
        async with self._lock:
            if self._connection is not None and self._connection.alive:
                return self._connection
            return await self._connect(closings, spec)

    async def _agreed(self) -> ServerSpec:
        async with self._question:  # one at a time: the second use finds the answer to the first
            try:
                spec = await ensure_trusted(self)
                await self._workbench.inputs.ask_for(self)
            except (ConfigUntrusted, VariableUnset) as error:
                self._failure = error
                self._workbench.changed()
                raise
        return spec

    async def _connect(self, closings: int, spec: ServerSpec) -> Connection:
        if self._connection is not None:
            await self._connection.close()
        self._failure = None
        try:
            kind = await connection_class()
            filled = await startable(self, spec)
            # after the last wait in which `disconnect` finds nothing to close
            if closings != self._closings:
                raise ConnectionFailed(
                    f"server {self.name!r} was closed before it connected",
                    hint="the next use connects again",
                    reason="closed",
                )
            connection = kind(
                self.name,
                filled,
                self._workbench.settings,
                self._log,
                self._workbench.changed,
                self._workbench.redactor,
                self.callbacks(),
            )
            self._connecting = connection
            self._workbench.changed()
            await self._opened(connection)
        except WorkbenchError as error:
            self._failure = self._workbench.redactor.error(error)
            self._workbench.inputs.doubt(self, error)
            raise
        finally:
            # kept also after a failure: its log tells why
            self._connection, self._connecting = self._connecting or self._connection, None
            self._workbench.changed()
        self._closed = False
        return connection

    async def _opened(self, connection: Connection) -> None:
        """Open it, and end it where anything cuts that short: a half is never used later."""
        try:
            await connection.open()
            await self.tool_approval.begin(connection)
            await self.subscriptions.renew(connection)
        except BaseException:
            await connection.close(hurry=True)
            raise

    async def request(
        self, what: str, send: Send, timeout: float | None = None, *, reads: bool = True
    ) -> Answer:
        """What came of a request; on the background loop only.

        Args:
            what: the words for what is asked, in errors.
            send: makes it, see `Connection.request`.
            timeout: seconds; else the server's own limit, else that of the settings.
            reads: whether it only reads, so that it is made again where the connection breaks.

        Raises:
            WorkbenchError: it cannot be connected, or does not answer.
        """
        limit = silence_limit(timeout, self.spec, self._workbench.settings)

        async def ask(connection: Connection, answer: Answer) -> None:
            await connection.request(what, send, limit, answer=answer)

        return await asked(self, what, ask, lambda: reads)

    def forgive(self, *kinds: type[WorkbenchError]) -> None:
        """Forget why it could not be connected, where that is past."""
        if isinstance(self._failure, kinds or WorkbenchError):
            self._failure = None
            self._workbench.changed()

    async def start_over(self) -> None:
        """Be as before the first use; on the background loop only."""
        await self.disconnect()
        self._connection, self._closed = None, False
        self._workbench.changed()

    async def disconnect(self, *, hurry: bool = False) -> None:
        """End the connection; on the background loop only.

        What does not end within its time is left to itself: the launchers end their servers at the
        latest when this process is gone.
        """
        # whoever waits for a connection since before must not make one now
        self._closings += 1
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                if self._connecting is not None:
                    await self._connecting.close(hurry=True)
                async with self._lock:
                    if self._connection is not None:
                        await self._connection.close(hurry=hurry)
        if self._connection is not None:
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
