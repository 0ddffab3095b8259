"""One call on its way: from a name and arguments to what the server answers."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import ConnectionFailed
from ..settings import Settings
from ..specs import ServerSpec, check_timeout
from ..tools import Tool, json_arguments
from .attempt import Attempt
from .interceptors import Call, Interceptor, chained
from .patience import Patience
from .resending import asked
from .sending import pictures_sent

if TYPE_CHECKING:
    from ..asking import Guard
    from .connection import Connection
    from .progress import Progress
    from .server import Server
    from .tap import Answer
    from .workbench import Workbench


@dataclass(frozen=True)
class Errand:
    """A call as it was asked for.

    Args:
        workbench: where.
        attempt: what becomes of it.
        timeout: seconds of silence; else the server's own limit, else that of the settings.
        progress: told of progress in the context of the caller.
        approval: who decides first whether it may be made; None where a person makes it.
    """

    workbench: Workbench
    attempt: Attempt
    timeout: float | None
    progress: Progress | None
    approval: Guard | None

    def prepared(
        self, arguments: Mapping[str, Any] | None
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        """The work for the background loop.

        The arguments are read here, where the call is made: what the caller does to them later
        reaches nobody, and a large array holds up no other call.
        """
        check_timeout(self.timeout)
        self.attempt.arguments = json_arguments(self.attempt.name, arguments)
        return self._run

    async def _run(self) -> None:
        attempt, workbench = self.attempt, self.workbench
        server, name = await workbench.parted(attempt.name)
        attempt.tool = tool = await self.tool(server, name)
        limit = self.timeout or server.spec.timeout or workbench.settings.call_timeout
        call = Call(
            *(tool, server.spec, attempt.arguments, limit, attempt.warnings, self.approval),
            approved=server.tool_approval,
        )
        delivery = self.delivery(server)
        attempt.wire = await chained(self.interceptors, delivery.send)(call)

    async def tool(self, server: Server, name: str) -> Tool:
        """What is called.

        Raises:
            ToolNotFound: the server has no such tool.
        """
        return await (await server.connection()).lists.tool(name)

    @property
    def interceptors(self) -> tuple[Interceptor, ...]:
        """What the call passes on its way."""
        return self.workbench.interceptors

    def delivery(self, server: Server) -> Delivery:
        """Its way from there."""
        return Delivery(self, server)


class Delivery:
    """The way of a call that was allowed, to its server.

    Args:
        errand: the call as it was asked for.
        server: whose tool it is.
    """

    __slots__ = ("_call", "_errand", "_server")
    _call: Call

    def __init__(self, errand: Errand, server: Server) -> None:
        self._errand, self._server = errand, server

    async def send(self, call: Call) -> dict[str, Any]:
        """The answer of the server, as on the wire."""
        self._call, attempt, tool = call, self._errand.attempt, call.tool
        attempt.pictures = await pictures_sent(call.arguments, tool.input_schema, call.spec)
        answer = await asked(self._server, tool.full_name, self)
        call.warnings.extend(answer.warnings)
        return answer.wire

    async def ask(self, connection: Connection, answer: Answer) -> None:
        """See `resending.Request`."""
        call, errand = self._call, self._errand
        self.check_unchanged(call.tool, connection)
        total = total_limit(call.timeout, call.spec, errand.workbench.settings)
        await connection.call(
            call.tool.name,
            call.arguments,
            Patience(call.timeout, total),
            errand.progress,
            answer=answer,
            begun=errand.attempt.restart,
        )

    def may_repeat(self) -> bool:
        """Whether the server says so, and is believed."""
        return is_harmless(self._call.tool) and self._server.trusted

    def check_unchanged(self, tool: Tool, connection: Connection) -> None:
        """Refuse a tool that is another one since the call was checked and allowed.

        Raises:
            ToolNotFound: it is gone.
            ConnectionFailed: it changed meanwhile.
        """
        now = connection.tools[tool.name]
        if now is not tool and now != tool:
            raise ConnectionFailed(
                f"the tool {tool.full_name!r} changed after the call was made",
                hint="look at it, and call it again; nothing was sent",
                reason="changed",
            )


def total_limit(limit: float, spec: ServerSpec, settings: Settings) -> float:
    """Seconds that a call may take in all, if it may be silent for `limit`.

    A `max_total_timeout` of the server is final; that of all servers gives way to a longer limit
    that was asked for.

    >>> from mcp_workbench import StdioServer
    >>> total_limit(7200, StdioServer("x"), Settings())
    7200
    """
    return spec.max_total_timeout or max(limit, settings.max_total_timeout)


def is_harmless(tool: Tool) -> bool:
    """Whether its server says that it may run twice.

    Source: MCP 2025-11-25, server/tools, `ToolAnnotations`.

    >>> is_harmless(Tool("t", "x", {"type": "object"}, annotations={"idempotentHint": True}))
    True
    """
    hints = ("readOnlyHint", "idempotentHint")
    return any(tool.annotations.get(hint) is True for hint in hints)
