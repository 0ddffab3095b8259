"""The facade: servers by name, and one way for every call."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from ..errors import CallTimeout, ServerNotFound, ToolNotFound, near
from ..secrets import Redactor, Secrets
from ..settings import Settings, current_settings
from ..specs import ServerObject, ServerSpec
from ..tools import Tool
from .calling import Call
from .current import set_workbench
from .examining import Examining
from .farewell import close_at_exit
from .granting import Granting
from .history import History
from .inputs import Inputs
from .listeners import Listeners
from .loop import BackgroundLoop
from .prompts import Prompts
from .registration import at_first_use, check_free, not_registered, register
from .reloading import Reloaded, reload
from .requesting import Requesting
from .resources import Resources
from .server import CLOSING, Server

if TYPE_CHECKING:
    from ..asking import Guard
    from ..results import ToolResult
    from ..sources import Found
    from .progress import Progress


class Workbench(Granting, Examining, Requesting):
    """The MCP servers of one kernel or script, and calls to their tools.

    Coroutines may be awaited from any event loop; their `_sync` twins block, also inside a cell.
    Nothing starts, not even a thread, before the first server is used.

    Args:
        settings: limits; those of this process (`c.McpWorkbench`) where it is `None`.

    >>> with_demo = Workbench()
    >>> demo = with_demo.connect_sync("demo")
    >>> with_demo.call_sync("demo.add", {"a": 1, "b": 2}).value
    3
    >>> with_demo.close_sync()
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self._workbench: Workbench = self  # as its parts know it
        self._settings = settings
        _ = self.settings  # raises where the environment sets what is none
        self.redactor = Redactor()  # knows the secrets of all servers that were started
        self.loop = BackgroundLoop(self.redactor.error)
        self._servers: dict[str, Server] = {}
        self._leaving: set[concurrent.futures.Future[None]] = set()  # replaced, and still closing
        self._listeners = Listeners(self.loop)
        self._before: list[Workbench | None] = []
        super().__init__()
        close_at_exit(self)

    @property
    def settings(self) -> Settings:
        """The limits that hold now."""
        return self._settings or current_settings()

    @cached_property
    def secrets(self) -> Secrets:
        """The secrets of this user, to which definitions refer as `${secret:NAME}`."""
        return Secrets(learn=self.redactor.learn)

    @cached_property
    def inputs(self) -> Inputs:
        """What a person answered to what files ask for, as `${input:ID}`."""
        return Inputs(self)

    @cached_property
    def resources(self) -> Resources:
        """The resources of all servers."""
        return Resources(self)

    @cached_property
    def prompts(self) -> Prompts:
        """The prompts of all servers."""
        return Prompts(self)

    @cached_property
    def history(self) -> History:
        """The calls that were made."""
        return History(self)

    @property
    def servers(self) -> Mapping[str, Server]:
        """The registered servers by name, in the order they came; read only."""
        return MappingProxyType(self._servers)

    async def __aenter__(self) -> Self:
        self._before.append(set_workbench(self))
        return self

    async def __aexit__(self, *_: object) -> None:
        set_workbench(self._before.pop())
        await self.close()

    def add(
        self, what: ServerSpec | ServerObject | str | Path, name: str | None = None, **options: Any
    ) -> Server | list[Server]:
        """Register a server; nothing starts.

        A name that is taken already gets the new definition; the old connection is closed in the
        background.

        Args:
            what: a definition, an `MCPServer` object, a URL, a configuration file, the name of an
                entry in `.mcp.json`, `demo`, or a command line.
            name: what the server will be called; with a file, the one entry that is wanted.
            options: `env`, `cwd`, `headers`, `timeout`, `era`.

        Returns:
            The server, or all servers of a file.

        Raises:
            ConfigInvalid: the definition, or an entry of the file, is wrong. Entries that are
                right are registered, and the hint names them.
        """
        return register(self, what, name, options).finished()

    async def connect(
        self, what: ServerSpec | ServerObject | str | Path, name: str | None = None, **options: Any
    ) -> Server | list[Server]:
        """`add`, then connect; the servers of a file at the same time.

        Raises:
            ConfigInvalid: as `add`, after the servers that are right were connected.
            WorkbenchError: a single server cannot be connected. One of a file that cannot be
                keeps its reason as `error`, and the others are usable.
        """
        registered = register(self, what, name, options)
        await self.loop.wait(registered.warm)
        return registered.finished()

    def connect_sync(
        self, what: ServerSpec | ServerObject | str | Path, name: str | None = None, **options: Any
    ) -> Server | list[Server]:
        """`connect`, blocking."""
        registered = register(self, what, name, options)
        self.loop.block(registered.warm)
        return registered.finished()

    def place(self, server: Server) -> None:
        """Register `server`; one of the same name is closed in the background."""
        old = self._servers.get(server.name)
        self._servers[server.name] = server
        self.changed()
        if old is not None:
            self.part(old.disconnect())

    def part(self, work: Coroutine[Any, Any, None]) -> None:
        """End a connection by `work`, in the background; the end of the workbench waits for it."""
        if not self.loop.started:
            work.close()
            return
        leaving = self.loop.submit(work)
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    def rename(self, old: str, new: str) -> None:
        """Call the server `old` something else; its place in the order stays.

        Raises:
            ServerNotFound: there is none called `old`.
            ConfigInvalid: see `check_free`.
        """
        _ = self.server(old)
        check_free(new, set(self._servers) - {old})
        names = list(self._servers)
        # one by one and in place: others may be looking, and hold `servers` from before
        for name in names[names.index(old) :]:
            self._servers[new if name == old else name] = self._servers.pop(name)
        self._servers[new].name = new
        self.changed()

    def forget(self, server: Server) -> None:
        """Take `server` out of the register, where it still stands there."""
        if self._servers.get(server.name) is server:
            del self._servers[server.name]
            self.changed()

    def reload(self, servers: Iterable[Server] | None = None) -> Reloaded:
        """Read the files of `servers`, by default of all, again; apply what is different.

        A changed server connects anew at its next use, and one of a project's file asks then.
        """
        return reload(self, list(self._servers.values()) if servers is None else servers)

    def listen(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Have `callback` called at each change of any server: registered, connected, ended, gone.

        It is called on the background loop, after the change, and must not take long; what it
        raises is logged. A listener lets that loop's thread start with the first change. The end
        of the workbench is told once more, where it was closed.

        Returns:
            The function that ends this.

        >>> wb = Workbench()
        >>> stop = wb.listen(lambda: print(*(one.status for one in wb.servers.values())))
        >>> wb.loop.block(asyncio.sleep(0, wb.add("python -m mcp_server_time", "time")))
        registered
        <Server time registered: python -m mcp_server_time>
        >>> stop()
        >>> wb.close_sync()
        """
        return self._listeners.add(callback)

    def changed(self) -> None:
        """Tell those who listen that a server changed."""
        self._listeners.tell()

    def server(self, name: str) -> Server:
        """The server of this name; one that a file or the environment names is registered now.

        Raises:
            ServerNotFound: there is none; the hint names near ones.
            ConfigInvalid: there is one in a file, and it cannot be used.
        """
        found = self._servers.get(name) or at_first_use(self, name)
        if found is None:
            known = [*self._servers, *(one.name for one in self.configured())]
            raise ServerNotFound(
                f"there is no server {name!r}",
                hint=near(name, known, empty="connect one: %mcp connect demo"),
                reason="not_found",
            )
        return found

    def configured(self) -> list[Found]:
        """What files and the environment name, nearest first, as far as it is not registered.

        Nothing of it starts; the first use of such a name registers it.
        """
        return not_registered(self)

    async def tools(self, server: str | None = None) -> list[Tool]:
        """The tools of one server, which is connected first, or of all that are connected.

        Raises:
            ServerNotFound: there is no such server.
            WorkbenchError: it cannot be connected.
        """
        if server is None:
            return self._known_tools()
        return await self.loop.wait(partial(self._tools, server))

    def tools_sync(self, server: str | None = None) -> list[Tool]:
        """`tools`, blocking."""
        if server is None:
            return self._known_tools()
        return self.loop.block(partial(self._tools, server))

    async def tool(self, name: str) -> Tool:
        """The description of `server.tool`; the server is connected first.

        Raises:
            ServerNotFound, ToolNotFound: there is none of this name.
            WorkbenchError: the server cannot be connected.
        """
        return await self.loop.wait(partial(self._tool, name))

    def tool_sync(self, name: str) -> Tool:
        """`tool`, blocking."""
        return self.loop.block(partial(self._tool, name))

    def _known_tools(self) -> list[Tool]:
        connected = (one for one in self._servers.values() if one.status == "connected")
        return [tool for server in connected for tool in server.tools]

    async def _tools(self, server: str) -> list[Tool]:
        connection = await (await self.known(server)).connection()
        return list(await connection.lists.catalogue())

    async def _tool(self, name: str) -> Tool:
        server, tool = await self.parted(name)
        return await (await server.connection()).lists.tool(tool)

    async def known(self, name: str) -> Server:
        """`server`, read beside the background loop: all servers share that."""
        return self._servers.get(name) or await asyncio.to_thread(self.server, name)

    async def parted(self, name: str) -> tuple[Server, str]:
        """The server and the tool's own name that `server.tool` stands for.

        Raises:
            ServerNotFound, ToolNotFound: there is no such server, or no tool is named.
        """
        server, _, tool = name.partition(".")
        if tool:
            return await self.known(server), tool
        found = [known.full_name for known in self._known_tools() if known.name == name]
        raise ToolNotFound(
            f"{name!r} names no tool",
            hint=f"write {' or '.join(found[:10]) or 'server.tool, as in demo.echo'}",
            reason="no_server",
        )

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        raise_on_error: bool = True,
        progress: Progress | None = None,
        approval: Guard | None = None,
    ) -> ToolResult:
        """Call `server.tool`; the server is connected first.

        Args:
            tool: the tool's full name.
            arguments: what it takes: JSON values, and what has a plain form as one, such as
                tuples, bytes, paths and arrays of numbers.
            timeout: seconds; else the server's own limit, else that of the settings.
            raise_on_error: whether an error is raised, or only stands in the result's `error`.
            progress: called with what is done, of how much, and the server's words, in the
                context of the caller; it may be a coroutine function.
            approval: who decides first whether the call may be made, and asks a person; None
                where a person makes it. It decides on the event loop that awaits this, and is
                not limited by `timeout`.

        Raises:
            WorkbenchError: the call or the tool failed, and `raise_on_error` is true.
        """
        call = Call(*(self, tool, arguments), timeout=timeout, progress=progress, approval=approval)
        return await call.made(raise_on_error=raise_on_error)

    def call_sync(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        raise_on_error: bool = True,
        progress: Progress | None = None,
        approval: Guard | None = None,
    ) -> ToolResult:
        """`call`, blocking; works inside a running cell. `approval` is on the background loop."""
        call = Call(*(self, tool, arguments), timeout=timeout, progress=progress, approval=approval)
        return call.made_sync(raise_on_error=raise_on_error)

    async def close(self) -> None:
        """End all connections and the background loop; safe twice."""
        try:
            if self.loop.started:
                with suppress(TimeoutError):  # see `close_sync`
                    async with asyncio.timeout(CLOSING):
                        await self.loop.wait(self._close_all)
        finally:
            self.loop.stop()
            self._listeners.tell_the_end()

    def close_sync(self) -> None:
        """`close`, blocking; also right at the interpreter's exit."""
        try:
            # whatever hangs, the launchers end their servers once this process is gone
            if self.loop.started:
                with suppress(CallTimeout):
                    self.loop.block(self._close_all, limit=CLOSING)
        finally:
            self.loop.stop()
            self._listeners.tell_the_end()

    async def _close_all(self) -> None:
        leaving = map(asyncio.wrap_future, tuple(self._leaving))
        await asyncio.gather(*(one.disconnect() for one in self._servers.values()), *leaving)
