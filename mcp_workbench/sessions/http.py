"""The HTTP transport, and the client that every way over HTTP has."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2

from ..errors import ConfigInvalid
from ..specs import HttpServer
from .http_messages import Cloakroom, MessagesTransport, Redeemed
from .loopback import LoopbackTransport
from .network_transport import network_transport, time_limits
from .retrying import RetryingTransport
from .timeline import Timeline
from .watching import WatchedTransport

TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
LINE_BREAK = re.compile(r"[\r\n\0]")


class HttpTransport:
    """Streamable HTTP, single use.

    Args:
        spec: where the server is.
        longest: bytes of the largest answer, or event of a stream, that it may send.
        timeline: where it is kept what HTTP says to each request.

    Source: MCP 2025-11-25, basic/transports, streamable HTTP.
    """

    def __init__(self, spec: HttpServer, longest: int, timeline: Timeline) -> None:
        self._spec, self._longest, self._timeline = spec, longest, timeline

    @asynccontextmanager
    async def connect(self) -> AsyncGenerator[tuple[Any, Any], None]:
        """Open the client; leaving ends the session.

        Raises:
            ConfigInvalid: a header cannot be sent.
        """
        from mcp.client.streamable_http import streamable_http_client

        room = Cloakroom()
        async with (
            http_client(
                self._spec,
                self._longest,
                lambda inner, longest: MessagesTransport(inner, longest, room),
                self._timeline,
            ) as client,
            streamable_http_client(self._spec.url, http_client=client) as (received, sent),
        ):
            yield Redeemed(received, room), sent


Wrap = Callable[[httpx2.AsyncBaseTransport, int], httpx2.AsyncBaseTransport]


def http_client(
    spec: HttpServer, longest: int, wrap: Wrap, timeline: Timeline
) -> httpx2.AsyncClient:
    """A client that speaks to the server of `spec` alone.

    Args:
        spec: where the server is, and the headers that go with every request.
        longest: bytes of the largest answer.
        wrap: what stands around the network, given that and `longest`.
        timeline: where it is kept what HTTP says to each request.

    Raises:
        ConfigInvalid: a header cannot be sent.
    """
    network = WatchedTransport(LoopbackTransport(network_transport(spec)), timeline)
    return httpx2.AsyncClient(
        transport=wrap(RetryingTransport(network), longest),
        headers=_sendable(spec.sent_headers),
        timeout=time_limits(spec),
    )


def _sendable(headers: Mapping[str, str]) -> dict[str, str]:
    """`headers` as they are, where HTTP has a form for them.

    Source: RFC 9110, section 5.1 for names; values beyond ASCII have no agreed reading.
    """
    for name, value in headers.items():
        if not TOKEN.fullmatch(name) or not value.isascii() or LINE_BREAK.search(value):
            # the value may be a secret
            raise ConfigInvalid(
                f"the header {name!r} cannot be sent",
                hint="a name takes letters, digits and hyphens; a value takes one line of ASCII",
                reason="bad-header",
            )
    return dict(headers)
