"""The chain that every call passes."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from ..specs import InProcessServer, ServerSpec
from ..tools import Tool

if TYPE_CHECKING:
    from ..asking import Guard, Question
    from .approving import ToolApproval


@dataclass(frozen=True)
class Call:
    """One call on its way to the server.

    Args:
        tool: what is called.
        spec: how its server is reached.
        arguments: what will be sent.
        timeout: seconds until it is given up.
        warnings: what the result will tell beside its value; interceptors add to it.
        approval: who decides whether it may be made; None where a person makes it.
        approved: knows what the tools of the server said when they were approved.
    """

    tool: Tool
    spec: ServerSpec
    arguments: Mapping[str, Any]
    timeout: float
    warnings: list[str] = field(default_factory=list[str])
    approval: Guard | None = None
    approved: ToolApproval | None = None


Send = Callable[[Call], Awaitable[dict[str, Any]]]


class Interceptor(Protocol):
    """Looks at a call before it is sent, and at its answer."""

    def __call__(self, call: Call, send: Send) -> Awaitable[dict[str, Any]]:
        """Pass `call` to `send`, or answer in its place; the answer is as on the wire.

        It may be a coroutine function; one that only looks and passes on costs less as a plain one.
        """
        ...


class Validate:
    """Refuses arguments that do not fit the tool's schema."""

    def __call__(self, call: Call, send: Send) -> Awaitable[dict[str, Any]]:
        """Check, then send.

        Raises:
            ArgumentsInvalid: they do not fit; nothing was sent.
        """
        from ..tools import check_arguments

        warning = check_arguments(call.tool, call.arguments)
        if warning:
            call.warnings.append(warning)
        return send(call)


class Unchanged:
    """Refuses what a model wants of a tool that says something else than when it was approved."""

    def __call__(self, call: Call, send: Send) -> Awaitable[dict[str, Any]]:
        """Look, then send.

        Raises:
            ApprovalDenied: it changed, and no person has looked since; nothing was sent.
        """
        known = call.approved
        return send(call) if call.approval is None or known is None else _looked(call, known, send)


async def _looked(call: Call, known: ToolApproval, send: Send) -> dict[str, Any]:
    await known.check(call.tool)
    return await send(call)


class CheckOutput:
    """Warns where structured content is not what the tool's output schema says; it is kept."""

    def __call__(self, call: Call, send: Send) -> Awaitable[dict[str, Any]]:
        """Send, then check."""
        return send(call) if call.tool.output_schema is None else _checked(call, send)


async def _checked(call: Call, send: Send) -> dict[str, Any]:
    from ..tools.output_check import output_warning

    wire = await send(call)
    warning = output_warning(call.tool, wire)
    if warning:
        call.warnings.append(warning)
    return wire


class Approve:
    """Asks before a call that a model wants; it waits for the answer without a limit of time."""

    def __call__(self, call: Call, send: Send) -> Awaitable[dict[str, Any]]:
        """Ask where the policy says so, then send.

        Raises:
            ApprovalDenied: the call may not be made; nothing was sent.
        """
        return send(call) if call.approval is None else _approved(call, call.approval, send)


async def _approved(call: Call, guard: Guard, send: Send) -> dict[str, Any]:
    await guard.check(_question(call), call.tool.annotations)
    return await send(call)


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


def chained(interceptors: Iterable[Interceptor], send: Send) -> Send:
    """`send` behind all `interceptors`, the first outermost."""
    for interceptor in reversed(tuple(interceptors)):
        send = partial(interceptor, send=send)
    return send
