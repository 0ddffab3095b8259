"""What a server is, before anything is started."""

from .names import check_name, handle
from .placeholders import Placeholder, placeholders
from .servers import ERAS, Era, HttpServer, ServerSpec, StdioServer, check_timeout

__all__ = [
    "ERAS",
    "Era",
    "HttpServer",
    "Placeholder",
    "ServerSpec",
    "StdioServer",
    "check_name",
    "check_timeout",
    "handle",
    "placeholders",
]
