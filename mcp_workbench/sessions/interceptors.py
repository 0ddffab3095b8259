"""The chain that every call passes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..tools import Tool


@dataclass(frozen=True)
class Call:
    """One call on its way to the server.

    Args:
        tool: what is called.
        arguments: what will be sent.
        timeout: seconds until it is given up.
        warnings: what the result will tell beside its value; interceptors add to it.
    """

    tool: Tool
    arguments: Mapping[str, Any]
    timeout: float
    warnings: list[str] = field(default_factory=list[str])


Send = Callable[[Call], Awaitable[dict[str, Any]]]


class Interceptor(Protocol):
    """Looks at a call before it is sent, and at its answer."""

    async def __call__(self, call: Call, send: Send) -> dict[str, Any]:
        """Pass `call` to `send`, or answer in its place; the answer is as on the wire."""
        ...


class Validate:
    """Refuses arguments that do not fit the tool's schema."""

    async def __call__(self, call: Call, send: Send) -> dict[str, Any]:
        """Check, then send.

        Raises:
            ArgumentsInvalid: they do not fit; nothing was sent.
        """
        from ..tools import check_arguments

        warning = check_arguments(call.tool, call.arguments)
        if warning:
            call.warnings.append(warning)
        return await send(call)


def chained(interceptors: Iterable[Interceptor], send: Send) -> Send:
    """`send` behind all `interceptors`, the first outermost."""
    for interceptor in reversed(tuple(interceptors)):
        send = _behind(interceptor, send)
    return send


def _behind(interceptor: Interceptor, send: Send) -> Send:
    async def through(call: Call) -> dict[str, Any]:
        return await interceptor(call, send)

    return through
