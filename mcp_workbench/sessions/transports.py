"""Which transport carries the messages of which kind of server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..settings import Settings
from ..specs import HttpServer, InProcessServer, ServerSpec, StdioServer
from .http import HttpTransport
from .in_process import InProcessTransport
from .server_log import ServerLog
from .sse import SseTransport
from .stdio import StdioTransport
from .tap import Transport

Make = Callable[[Any, Settings, ServerLog], Transport]


def _over_http(spec: HttpServer, settings: Settings, log: ServerLog) -> Transport:
    kind = SseTransport if spec.type == "sse" else HttpTransport
    return kind(spec, settings.largest_message, log.timeline)


TRANSPORTS: Mapping[type[ServerSpec], Make] = {
    StdioServer: lambda spec, settings, log: StdioTransport(spec, settings.largest_message, log),
    HttpServer: _over_http,
    InProcessServer: lambda spec, _, log: InProcessTransport(spec, log),
}


def transport_of(spec: ServerSpec, settings: Settings, log: ServerLog) -> Transport:
    """A new transport to the server that `spec` defines; what it writes aside goes to `log`.

    >>> type(transport_of(StdioServer("uvx"), Settings(), ServerLog())).__name__
    'StdioTransport'
    """
    return TRANSPORTS[type(spec)](spec, settings, log)
