"""An HTTP server whose tool `wait` never answers; what reaches it is told."""

import asyncio
import queue
import threading
from typing import Any, Self

from tests.servers.web import BOX, Handler, Web

LIMIT = 60  # seconds after which something has gone wrong


class SilentWeb(Web):
    """A call that waits gets nothing below `/mute`, a stream without events below `/stream`."""

    def __init__(self) -> None:
        super().__init__()
        self.RequestHandlerClass = Silent
        self.heard: queue.Queue[str] = queue.Queue()
        self.over = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        super().__exit__(*_)

    async def hear(self, method: str) -> None:
        """Wait for the next message with `method`."""
        while await asyncio.to_thread(self.heard.get, timeout=LIMIT) != method:
            pass


class Silent(Handler):
    server: SilentWeb

    def speak(self, message: dict[str, Any], path: str) -> None:
        method, params = message["method"], message.get("params") or {}
        self.server.heard.put(method)
        if method == "tools/list":
            tools = [{"name": name, "inputSchema": BOX} for name in ("wait", "ok")]
            self.result(message, {"tools": tools})
        elif (method, params.get("name")) == ("tools/call", "wait"):
            if path == "/stream":
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.end_headers()
            self.server.over.wait(LIMIT)
            self.close_connection = True
        else:
            super().speak(message, path)
