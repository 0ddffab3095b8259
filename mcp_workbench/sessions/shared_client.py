"""One HTTP client for what is no server of tools, such as models; by the same network policy."""

from __future__ import annotations

from typing import Self

import httpx2

from .network_transport import NetworkTransport

CONNECT, ANSWER = 30.0, 600.0  # seconds; a model may think for minutes


class SharedClient:
    """A client whose connections live as long as somebody is within its context.

    Connections belong to one event loop, and the next who use the client may have another.

    >>> SharedClient().http.timeout.connect
    30.0
    """

    def __init__(self) -> None:
        self._network = NetworkTransport()
        self._users = 0
        limits = httpx2.Timeout(ANSWER, connect=CONNECT)
        self.http = httpx2.AsyncClient(transport=self._network, timeout=limits)

    async def __aenter__(self) -> Self:
        self._users += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        self._users -= 1
        if self._users == 0:
            await self._network.aclose()
