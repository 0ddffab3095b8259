"""The in-process transport: a server object on an event loop and in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
import traceback
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import anyio
from mcp import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest
from mcp_types import jsonrpc_message_adapter as adapter

from ..errors import ConfigInvalid
from ..specs import InProcessServer
from ..visible import printed
from .faults import leaf_of
from .server_log import ServerLog
from .streams import ReadEnd, WriteEnd
from .substitutes import error_response

# seconds that a server may take to end by itself, and when it is cancelled
PATIENCE, MOMENT = 2.0, 0.5
NO_JSON = "its answer is no JSON: {}"


class InProcessTransport:
    """A server object, single use; the object itself can be connected again.

    The server runs in a daemon thread with an event loop of its own, so that one that blocks holds
    up nobody else. Messages are written out and read again, as over a wire: neither side gets hold
    of objects of the other. A tool that does not end keeps its thread, which is left to itself.

    Args:
        spec: the object.
        log: where a traceback goes that ends the server.
    """

    def __init__(self, spec: InProcessServer, log: ServerLog) -> None:
        self._spec, self._log = spec, log
        # whether leaving waits for the server to end by itself
        self.patient = False
        self.exit_code: int | None = None  # there is no process

    @asynccontextmanager
    async def connect(self) -> AsyncGenerator[tuple[ReadEnd, WriteEnd], None]:
        """Start the thread; leaving ends the server, or leaves it behind where it does not end.

        Raises:
            ConfigInvalid: the object is no server of the `mcp` package.
        """
        stage = _Stage(_low_level(self._spec.server), self._log)
        stage.start()
        try:
            yield stage.from_server, WriteEnd(stage.to_server)
        finally:
            with anyio.CancelScope(shield=True):
                await stage.finish(PATIENCE if self.patient else 0)


def _low_level(server: Any) -> Any:
    from mcp.server import Server

    found = getattr(server, "_lowlevel_server", server)
    if isinstance(found, Server):
        return cast("Any", found)
    raise ConfigInvalid(
        f"an object of the type {type(server).__name__} is no MCP server",
        hint="give an `MCPServer`, or a low-level `Server`, of the `mcp` package",
        reason="bad-type",
    )


class _Stage:
    """The thread in which a server plays, and the way to it and back.

    Args:
        server: a low-level server.
        log: where a traceback goes that ends it.
    """

    def __init__(self, server: Any, log: ServerLog) -> None:
        self._server, self._log = server, log
        self._home = asyncio.get_running_loop()
        self.from_server = ReadEnd(self._hold)
        self._ended = asyncio.Event()
        # what belongs to the loop of the server
        self._loop = asyncio.new_event_loop()
        self._inbox = ReadEnd(lambda _: None)
        self._may_send = asyncio.Event()
        self._may_send.set()
        self._playing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the thread."""
        name = f"mcp-workbench {self._server.name}"
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def _run(self) -> None:
        fault: BaseException | None = None
        # what asyncio would print of a tool that leaves the program belongs into the log
        self._loop.set_exception_handler(lambda _loop, _context: None)
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._play())
        except BaseException as error:  # noqa: BLE001  whatever ends the server is told below
            fault = error
        with suppress(RuntimeError):  # nobody waits any more where the loop of the client is gone
            self._home.call_soon_threadsafe(self._over, fault)

    async def _play(self) -> None:
        self._playing = cast("asyncio.Task[None]", asyncio.current_task())
        options = self._server.create_initialization_options()
        await self._server.run(self._inbox, WriteEnd(self._say), options)

    def _over(self, fault: BaseException | None) -> None:
        told = None
        try:
            if fault is not None and not isinstance(fault, asyncio.CancelledError):
                self._log.errors(_lines_of(fault))
                text = f"it ended with {printed(leaf_of(fault), repr)}"
                told = MCPError.from_jsonrpc_error(error_response("crashed", text))
        finally:
            self.from_server.end(told)
            self._ended.set()

    async def to_server(self, item: Any) -> None:
        """Hand over a message of the client.

        Raises:
            anyio.ClosedResourceError: the server ended.
        """
        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        self._on_stage(lambda: self._inbox.put(SessionMessage(_read(text))))
        if self._ended.is_set():
            raise anyio.ClosedResourceError

    async def _say(self, item: Any) -> None:
        """Hand over a message of the server; on its own loop."""
        await self._may_send.wait()
        message = _as_over_a_wire(item.message)
        with suppress(RuntimeError):
            self._home.call_soon_threadsafe(self.from_server.put, SessionMessage(message))

    def _hold(self, full: bool) -> None:
        self._on_stage(self._may_send.clear if full else self._may_send.set)

    def _on_stage(self, work: Any) -> None:
        with suppress(RuntimeError):  # its loop has ended
            self._loop.call_soon_threadsafe(work)

    async def finish(self, patience: float) -> None:
        """Tell the server that no more comes, then cancel it, then leave it to itself."""
        self._on_stage(self._inbox.end)
        self._on_stage(self._may_send.set)
        if not await self._ends_within(patience):
            self._on_stage(lambda: self._playing is not None and self._playing.cancel())
            if not await self._ends_within(MOMENT):
                self._log.errors([b"it does not end; its thread is left to itself"])

    async def _ends_within(self, seconds: float) -> bool:
        with anyio.move_on_after(seconds):
            await self._ended.wait()
        return self._ended.is_set()


def _lines_of(fault: BaseException) -> list[bytes]:
    """Its traceback; half of a surrogate pair in it is written as its number."""
    text = "".join(traceback.format_exception(fault))
    return text.encode("utf-8", "backslashreplace").split(b"\n")


def _read(text: str) -> Any:
    return adapter.validate_json(text, by_name=False)


def _as_over_a_wire(message: Any) -> Any:
    """A copy of `message`, or an error in its place where it cannot be written."""
    try:
        return _read(message.model_dump_json(by_alias=True, exclude_unset=True))
    except ValueError as fault:  # pydantic's own errors are such, too
        if isinstance(message, JSONRPCRequest) or getattr(message, "id", None) is None:
            raise
        text = NO_JSON.format(str(fault).partition("\n")[0])
        return error_response("malformed", text, message.id)
