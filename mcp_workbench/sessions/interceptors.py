"""What a call passes on its way to the server: one chain for checked calls, one for raw ones."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import astuple
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ..errors import ConnectionFailed, ProtocolError
from ..specs import InProcessServer
from ..tools import Tool
from ..visible import one_line
from .limits import total_limit
from .patience import Patience
from .resending import asked
from .sending import pictures_sent

if TYPE_CHECKING:
    from ..asking import Guard, Question
    from .calling import Call
    from .connection import Connection
    from .tap import Answer

Send = Callable[["Call"], Awaitable[dict[str, Any]]]
Way = Literal["checked", "raw"]


class Interceptor(Protocol):
    """Looks at a call before it is sent, and at its answer."""

    def __call__(self, call: Call, send: Send) -> Awaitable[dict[str, Any]]:
        """Pass `call` to `send`, or answer in its place; the answer is as on the wire.

        It may be a coroutine function; one that only looks and passes on costs less as a plain one.
        """
        ...


def validate(call: Call, send: Send) -> Awaitable[dict[str, Any]]:
    """Refuse arguments that do not fit the tool's schema, and a tool that nobody here can call.

    Raises:
        ArgumentsInvalid: they do not fit; nothing was sent.
        ProtocolError: its server runs the tool as a task alone; nothing was sent.
    """
    from ..tools import check_arguments

    if call.tool.needs_task:
        raise ProtocolError(
            f"{one_line(call.tool.full_name)} runs only as a task, which is not done here;"
            " nothing was sent",
            hint="%mcp call --raw sends it as it is, to see what its server says",
            reason="task-required",
        )
    warning = check_arguments(call.tool, call.arguments)
    if warning:
        call.warnings.append(warning)
    return send(call)


def approve(call: Call, send: Send) -> Awaitable[dict[str, Any]]:
    """Ask before a call that a model wants; it waits for the answer without a limit of time.

    Raises:
        ApprovalDenied: the tool says something else than when it was approved, and no person has
            looked since; or the call may not be made. Nothing was sent.
    """
    return send(call) if call.approval is None else _approved(call, call.approval, send)


async def _approved(call: Call, guard: Guard, send: Send) -> dict[str, Any]:
    await call.server.tool_approval.check(call.tool)
    await guard.check(_question(call), call.tool.annotations)
    return await send(call)


def check_output(call: Call, send: Send) -> Awaitable[dict[str, Any]]:
    """Warn where structured content is not what the tool's output schema says; it is kept."""
    return send(call) if call.tool.output_schema is None else _checked(call, send)


async def _checked(call: Call, send: Send) -> dict[str, Any]:
    from ..tools.output_check import output_warning

    wire = await send(call)
    warning = output_warning(call.tool, wire)
    if warning:
        call.warnings.append(warning)
    return wire


async def resend(call: Call, send: Send) -> dict[str, Any]:
    """Choose the connection; send again over another one where that is safe.

    Raises:
        MayHaveRun: the connection broke after the call was sent, and it must not run twice.
    """

    async def ask(connection: Connection, answer: Answer) -> None:
        call.connection, call.answer = connection, answer
        await send(call)

    def is_believed() -> bool:
        return is_harmless(call.tool) and call.server.trusted

    call.pictures = await pictures_sent(call.arguments, call.tool.input_schema, call.spec)
    answer = await asked(call.server, call.tool.full_name, ask, is_believed)
    call.warnings.extend(answer.warnings)
    return answer.wire


def check_unchanged(call: Call, send: Send) -> Awaitable[dict[str, Any]]:
    """Refuse a tool that is another one since the call was checked and allowed.

    Raises:
        ToolNotFound: it is gone.
        ConnectionFailed: it changed meanwhile.
    """
    tool, now = call.tool, call.connection.tools[call.tool.name]
    if now is not tool and now != tool:
        raise ConnectionFailed(
            f"the tool {tool.full_name!r} changed after the call was made",
            hint="look at it, and call it again; nothing was sent",
            reason="changed",
        )
    return send(call)


async def deliver(call: Call) -> dict[str, Any]:
    """Send it, at the end of its chain."""
    total = total_limit(call.limit, call.spec, call.server.workbench.settings)
    await call.connection.call(
        *(call.tool.name, call.arguments, Patience(call.limit, total), call.progress),
        answer=call.answer,
        begun=call.restart,
    )
    return call.answer.wire


def chained(*interceptors: Interceptor, send: Send = deliver) -> Send:
    """`send` behind all `interceptors`, the first outermost."""
    for interceptor in reversed(interceptors):
        send = partial(interceptor, send=send)
    return send


CHAINS: dict[Way, Send] = {
    "checked": chained(validate, approve, check_output, resend, check_unchanged),
    "raw": chained(check_output, resend),
}


def is_harmless(tool: Tool) -> bool:
    """Whether its server says that it may run twice.

    Source: MCP 2025-11-25, server/tools, `ToolAnnotations`.

    >>> is_harmless(Tool("t", "x", {"type": "object"}, annotations={"idempotentHint": True}))
    True
    """
    hints = ("readOnlyHint", "idempotentHint")
    return any(tool.annotations.get(hint) is True for hint in hints)


def _question(call: Call) -> Question:
    from ..asking import Question

    tool = call.tool
    return Question(
        tool.full_name,
        tool.server,
        tool.name,
        tool.description,
        call.arguments,
        definition=_definition(call),
    )


def _definition(call: Call) -> str:
    """A mark of all that stands behind the tool's name: its definition, and its server's."""
    # a hash, since the definition of a server may hold secrets
    spec = call.spec
    # an object of this process has no definition to copy
    told = id(spec.server) if isinstance(spec, InProcessServer) else astuple(spec)
    both = f"{call.tool.fingerprint} {told!r}"
    return hashlib.sha256(both.encode("utf-8", "surrogatepass")).hexdigest()
