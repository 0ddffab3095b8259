"""One call: from a name and arguments to its result, however it ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ..errors import ToolNotFound, WorkbenchError
from ..specs import ServerSpec, check_timeout
from ..tools import Tool, json_arguments
from .guarding import GuardOfCaller
from .history import INTERRUPTED, now
from .interceptors import CHAINS, Way
from .limits import silence_limit
from .surface import Surface, surface_now

if TYPE_CHECKING:
    from ..asking import Guard
    from ..results import CallContext, Picture, ToolResult
    from .connection import Connection
    from .progress import Progress
    from .server import Server
    from .tap import Answer
    from .workbench import Workbench

UNKNOWN = Tool("", "", {})


class Call:
    """A call on its way: what was asked for, and what is known of it so far; single use.

    As a context manager it holds back a `WorkbenchError`, which the result then tells.

    Args:
        workbench: where it is made; its history keeps the call however it ends.
        name: the tool's full name.
        arguments: what it takes.
        way: which of the `CHAINS` it passes.
        timeout: seconds of silence; else the server's own limit, else that of the settings.
        progress: told of progress in the context of the caller.
        approval: who decides first whether it may be made; None where a person makes it.
    """

    # what comes to be known on the way
    tool: Tool = UNKNOWN
    server: Server
    spec: ServerSpec
    limit: float
    connection: Connection
    answer: Answer
    pictures: tuple[Picture, ...] = ()

    def __init__(
        self,
        workbench: Workbench,
        name: str,
        arguments: Mapping[str, Any] | None,
        *,
        way: Way = "checked",
        timeout: float | None = None,
        progress: Progress | None = None,
        approval: Guard | None = None,
    ) -> None:
        self._workbench, self.name, self._given = workbench, name, arguments
        self.way: Way = way
        self._timeout = timeout
        self.progress, self.approval = progress, approval
        self.arguments: dict[str, Any] = {}
        self.wire: dict[str, Any] = {}
        self.warnings: list[str] = []
        self._error: WorkbenchError | None = None
        self._began = now()
        self._surface: Surface = surface_now()
        self.restart()

    async def made(self, *, raise_on_error: bool) -> ToolResult:
        """What comes of it, awaited.

        Raises:
            WorkbenchError: the call or the tool failed, and `raise_on_error` is true.
        """
        with self:
            work = self._prepared(asyncio.get_running_loop())
            await self._workbench.loop.wait(work)
        return self._told(raise_on_error=raise_on_error)

    def made_sync(self, *, raise_on_error: bool) -> ToolResult:
        """`made`, blocking."""
        with self:
            self._workbench.loop.block(self._prepared(None))
        return self._told(raise_on_error=raise_on_error)

    def _prepared(
        self, here: asyncio.AbstractEventLoop | None
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        """The work for the background loop.

        The arguments are read here, where the call is made: what the caller does to them later
        reaches nobody, and a large array holds up no other call.
        """
        check_timeout(self._timeout)
        self.arguments = json_arguments(self.name, self._given)
        if self.approval is not None:
            self.approval = GuardOfCaller(self.approval, here, self.restart)
        return self._run

    async def _run(self) -> None:
        workbench = self._workbench
        self.server, name = await workbench.parted(self.name)
        self.spec = self.server.spec
        self.tool = await self._listed(name)
        self.limit = silence_limit(self._timeout, self.spec, workbench.settings)
        self.wire = await CHAINS[self.way](self)

    async def _listed(self, name: str) -> Tool:
        """What is called; what is sent raw need not be in the list, but may not be left out."""
        try:
            return await (await self.server.connection()).lists.tool(name)
        except ToolNotFound as error:
            if self.way == "raw" and error.reason != "left_out":
                return Tool(self.server.name, name, {"type": "object"})
            raise

    def restart(self) -> None:
        """Count its time from now: it had to wait, or a person took some to allow it."""
        self._started = time.perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if isinstance(error, WorkbenchError):
            self._error = self._workbench.redactor.error(error)
            return True
        if error is not None and not isinstance(error, Exception):
            self._error = INTERRUPTED
            self._result()
        return False

    def _told(self, *, raise_on_error: bool) -> ToolResult:
        result = self._result()
        if raise_on_error and result.error is not None:
            raise result.error
        return result

    def _result(self) -> ToolResult:
        from ..results import ToolResult

        elapsed, workbench = time.perf_counter() - self._started, self._workbench
        result = ToolResult(
            *(self.wire, self._context(), elapsed, self._error, self.warnings),
            redact=workbench.redactor.json,
        )
        workbench.history.keep(result, self._began, self._surface, raw=self.way == "raw")
        return result

    def _context(self) -> CallContext:
        from ..results import CallContext

        tool = self.tool
        if tool is UNKNOWN:
            server, _, name = self.name.partition(".")
            return CallContext(server, name, arguments=self.arguments)
        return CallContext(
            tool.server,
            tool.name,
            tool.description,
            self.arguments,
            tool.input_schema,
            tool.output_schema,
            self.pictures,
        )
