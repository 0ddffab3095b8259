"""Asks again where a server is just starting, for what may be asked twice."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import httpx2

# handshakes and lists change nothing; a call of a tool is never sent twice here
HARMLESS = frozenset(
    (
        "initialize",
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    )
)
PAUSES = (0.2, 0.4, 0.8)  # seconds before the second, third and fourth time
UNAVAILABLE = 503
LONGEST = 1 << 16  # bytes of a request that is looked into


class RetryingTransport(httpx2.AsyncBaseTransport):
    """Repeats handshakes and lists that were refused, or answered with 503, up to three times.

    What was repeated in vain counts until something is answered: a server that is not there is
    waited for once, not for every request of the handshake.

    Args:
        inner: what sends.
    """

    def __init__(self, inner: httpx2.AsyncBaseTransport) -> None:
        self._inner, self._tried = inner, 0

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send `request`, again where that may help."""
        if not _is_harmless(request):
            return await self._inner.handle_async_request(request)
        while self._tried < len(PAUSES):
            try:
                response = await self._inner.handle_async_request(request)
            except httpx2.ConnectError as fault:
                if not _was_refused(fault):
                    raise
            else:
                if response.status_code != UNAVAILABLE:
                    self._tried = 0
                    return response
                await response.aclose()
            # others may have been tried in vain meanwhile
            pause = PAUSES[min(self._tried, len(PAUSES) - 1)]
            self._tried += 1
            await asyncio.sleep(pause)
        response = await self._inner.handle_async_request(request)
        if response.status_code != UNAVAILABLE:
            self._tried = 0
        return response

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()


def _is_harmless(request: httpx2.Request) -> bool:
    if request.method != "POST":
        return False
    try:
        body = request.content
        message: Any = json.loads(body) if len(body) <= LONGEST else None
    except (httpx2.StreamError, ValueError, RecursionError):
        return False
    return isinstance(message, dict) and cast("Any", message).get("method") in HARMLESS


def _was_refused(fault: BaseException | None) -> bool:
    """Whether nobody listened; a name that is not known, or a certificate, gets no better."""
    if isinstance(fault, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", fault)
        return any(map(_was_refused, group.exceptions))
    if fault is None or isinstance(fault, ConnectionRefusedError):
        return fault is not None
    return _was_refused(fault.__cause__ or fault.__context__)
