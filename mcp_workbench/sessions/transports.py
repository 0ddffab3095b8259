"""Which transport carries the messages of which kind of server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..settings import Settings
from ..specs import HttpServer, ServerSpec, StdioServer
from .http import HttpTransport
from .stdio import StdioTransport
from .tap import Transport

Make = Callable[[Any, Settings], Transport]
TRANSPORTS: Mapping[type[ServerSpec], Make] = {
    StdioServer: lambda spec, settings: StdioTransport(spec, settings.largest_message),
    HttpServer: lambda spec, settings: HttpTransport(spec, settings.largest_message),
}


def transport_of(spec: ServerSpec, settings: Settings) -> Transport:
    """A new transport to the server that `spec` defines.

    >>> type(transport_of(StdioServer("uvx"), Settings())).__name__
    'StdioTransport'
    """
    return TRANSPORTS[type(spec)](spec, settings)
