"""`localhost` by both of its addresses, whatever the machine takes it for."""

from __future__ import annotations

import httpx2

from ..network import LOCALHOST, LOOPBACK


class LoopbackTransport(httpx2.AsyncBaseTransport):
    """Tries the other address where nobody listens at the one that `localhost` stands for.

    Many servers listen at one of the two alone, and many machines know one of the two alone. A
    request that found nobody was not sent. Source: RFC 6761, section 6.3.

    Args:
        inner: what sends.
    """

    def __init__(self, inner: httpx2.AsyncBaseTransport) -> None:
        self._inner, self._right = inner, LOOPBACK[0]

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send `request`, once."""
        try:
            return await self._inner.handle_async_request(request)
        except httpx2.ConnectError:
            if request.url.host != LOCALHOST:
                raise
            # the one that was right before first, as it mostly is again
            for address in sorted(LOOPBACK, key=lambda one: one != self._right):
                if (response := await self._answered(request, address)) is not None:
                    self._right = address
                    return response
            raise

    async def _answered(self, request: httpx2.Request, address: str) -> httpx2.Response | None:
        """The answer to `request` from `address`; the server sees the same `Host` header."""
        there = httpx2.Request(
            request.method,
            request.url.copy_with(host=address),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": LOCALHOST},
        )
        try:
            return await self._inner.handle_async_request(there)
        except httpx2.ConnectError:
            return None

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()
