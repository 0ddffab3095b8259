"""The part of `Workbench` that sends what nobody has checked, to try how a server takes it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ..errors import ToolNotFound
from ..tools import Tool
from .attempt import Attempt
from .calling import Delivery, Errand
from .interceptors import Interceptor, Validate
from .raw_requests import raw_answer, raw_params

if TYPE_CHECKING:
    from ..results import RawAnswer, ToolResult
    from .connection import Connection
    from .progress import Progress
    from .server import Server
    from .workbench import Workbench


class RawErrand(Errand):
    """A call whose arguments nobody checks, of a tool that need not be known."""

    async def tool(self, server: Server, name: str) -> Tool:
        """What is called, as far as it is known."""
        try:
            return await super().tool(server, name)
        except ToolNotFound:
            return Tool(server.name, name, {"type": "object"})

    @property
    def interceptors(self) -> tuple[Interceptor, ...]:
        """All but the check of the arguments."""
        both = super().interceptors
        return tuple(one for one in both if not isinstance(one, Validate))

    def delivery(self, server: Server) -> Delivery:
        """Its way from there."""
        return _RawDelivery(self, server)


class _RawDelivery(Delivery):
    __slots__ = ()

    def check_unchanged(self, tool: Tool, connection: Connection) -> None:
        """Nothing was checked that could be another one now."""


class Requesting:
    """Calls and requests as they are given; see `Workbench.call` for checked ones."""

    async def call_raw(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        raise_on_error: bool = True,
        progress: Progress | None = None,
    ) -> ToolResult:
        """`Workbench.call` without a check of the arguments, also for a tool that is not listed.

        Raises:
            WorkbenchError: the call or the tool failed, and `raise_on_error` is true.

        >>> from mcp_workbench import Workbench
        >>> with_demo = Workbench()
        >>> _ = with_demo.connect_sync("demo")
        >>> failed = with_demo.call_raw_sync("demo.add", {"a": "x"}, raise_on_error=False)
        >>> failed.error.code
        'mcp_tool_error'
        >>> with_demo.request_sync("demo", "ping/pong").error["message"]
        'Method not found'
        >>> with_demo.close_sync()
        """
        workbench = cast("Workbench", self)
        with Attempt(tool, workbench.redactor, workbench.history, raw=True) as attempt:
            errand = RawErrand(workbench, attempt, timeout, progress, None)
            await workbench.loop.wait(errand.prepared(arguments))
        return attempt.result(raise_on_error=raise_on_error)

    def call_raw_sync(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        raise_on_error: bool = True,
        progress: Progress | None = None,
    ) -> ToolResult:
        """`call_raw`, blocking."""
        workbench = cast("Workbench", self)
        with Attempt(tool, workbench.redactor, workbench.history, raw=True) as attempt:
            errand = RawErrand(workbench, attempt, timeout, progress, None)
            workbench.loop.block(errand.prepared(arguments))
        return attempt.result(raise_on_error=raise_on_error)

    async def request(
        self,
        server: str,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> RawAnswer:
        """What a server answers to any method, unchecked; a JSON-RPC error is a value, too.

        A method that begins with `notifications/` is sent as a notification, which has no answer.

        Args:
            server: its name; it is connected first.
            method: such as `tools/list`.
            params: as JSON has them.
            timeout: seconds; else the server's own limit, else that of the settings.

        Raises:
            CallTimeout: no answer in time; the server was told to stop.
            WorkbenchError: the server cannot be connected, or no answer of its own came.
        """
        ask = self._asking(server, method, params, timeout)
        return await cast("Workbench", self).loop.wait(ask)

    def request_sync(
        self,
        server: str,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> RawAnswer:
        """`request`, blocking."""
        return cast("Workbench", self).loop.block(self._asking(server, method, params, timeout))

    def _asking(self, server: str, method: str, params: object, timeout: float | None) -> Any:
        found = cast("Workbench", self).server(server)
        return partial(raw_answer, found, method, raw_params(method, params), timeout)
