"""The part of `Workbench` that sends what nobody has checked, to try how a server takes it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from .calling import Call
from .raw_requests import raw_answer, raw_params

if TYPE_CHECKING:
    from ..results import RawAnswer, ToolResult
    from .progress import Progress
    from .workbench import Workbench


class Requesting:
    """Calls and requests as they are given; see `Workbench.call` for checked ones."""

    _workbench: Workbench

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
        call = self._raw(tool, arguments, timeout, progress)
        return await call.made(raise_on_error=raise_on_error)

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
        call = self._raw(tool, arguments, timeout, progress)
        return call.made_sync(raise_on_error=raise_on_error)

    def _raw(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None,
        timeout: float | None,
        progress: Progress | None,
    ) -> Call:
        found = self._workbench
        return Call(found, tool, arguments, way="raw", timeout=timeout, progress=progress)

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
        return await self._workbench.loop.wait(ask)

    def request_sync(
        self,
        server: str,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> RawAnswer:
        """`request`, blocking."""
        return self._workbench.loop.block(self._asking(server, method, params, timeout))

    def _asking(self, server: str, method: str, params: object, timeout: float | None) -> Any:
        found = self._workbench.server(server)
        return partial(raw_answer, found, method, raw_params(method, params), timeout)
