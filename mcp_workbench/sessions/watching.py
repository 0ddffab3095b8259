"""Writes down what HTTP says to each request, since messages of the protocol do not tell."""

from __future__ import annotations

import time
from typing import Any

import httpx2

from ..specs.masking import masked_address
from .timeline import Timeline


class WatchedTransport(httpx2.AsyncBaseTransport):
    """Keeps method, address and status of every request, and the fault of one without an answer.

    Headers are not kept: most of what is secret stands there.

    Args:
        inner: what sends.
        timeline: where it is kept.
    """

    def __init__(self, inner: httpx2.AsyncBaseTransport, timeline: Timeline) -> None:
        self._inner, self._timeline = inner, timeline

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send `request`, and keep what came of it."""
        told: dict[str, Any] = {"method": request.method, "url": masked_address(str(request.url))}
        started = time.perf_counter()
        try:
            response = await self._inner.handle_async_request(request)
        except httpx2.TransportError as fault:
            self._timeline.http({**told, "fault": f"{type(fault).__name__}: {fault}"})
            raise
        seconds = f"{time.perf_counter() - started:.3f} s"
        kind = response.headers.get("content-type", "")[:100]
        told |= {"status": response.status_code, "reason": response.reason_phrase}
        self._timeline.http({**told, "type": kind, "took": seconds})
        return response

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()
