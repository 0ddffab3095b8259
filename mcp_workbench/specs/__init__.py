"""What a server is, before anything is started."""

from .authentication import ApiKey, Authentication, Basic, Bearer
from .names import check_name, handle
from .options import ERAS, Era, ServerOptions, check_timeout
from .placeholders import Placeholder, placeholders
from .servers import HttpServer, InProcessServer, ServerObject, ServerSpec, StdioServer

__all__ = [
    "ERAS",
    "ApiKey",
    "Authentication",
    "Basic",
    "Bearer",
    "Era",
    "HttpServer",
    "InProcessServer",
    "Placeholder",
    "ServerObject",
    "ServerOptions",
    "ServerSpec",
    "StdioServer",
    "check_name",
    "check_timeout",
    "handle",
    "placeholders",
]
