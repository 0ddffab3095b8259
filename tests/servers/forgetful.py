"""The HTTP server of `web` that forgets sessions, hangs up, and goes away."""

import asyncio
import json
import socket
from contextlib import suppress
from typing import Any

from tests.servers.web import BOX, Handler, Web

LOOK = {"name": "look", "inputSchema": BOX, "annotations": {"readOnlyHint": True}}
OK = {"name": "ok", "inputSchema": BOX}
SILENT = {"name": "silent", "inputSchema": BOX}
# the words of servers that are in use
REFUSALS: dict[str, tuple[int, str]] = {
    "404": (404, ""),
    "404-json": (404, "Session not found"),
    "400-json": (400, "Bad Request: No valid session ID provided"),
    "400-other": (400, "Bad Request: no such colour"),
    "401": (401, ""),
    "403": (403, ""),
}


class Forgetful(Web):
    """Forgets the session of the next call, or of all."""

    def __init__(self, port: int = 0) -> None:
        super().__init__(port=port)
        self.RequestHandlerClass = ForgetfulHandler
        self.hang_ups = 0
        self.refusal = ""
        self.always = False
        self._connections: list[socket.socket] = []

    def process_request(self, request: Any, client_address: Any) -> None:
        self._connections.append(request)
        super().process_request(request, client_address)

    def forget(self, how: str, *, always: bool = False) -> None:
        """Refuse the next call, or all, in one of the ways above."""
        self.refusal, self.always = how, always

    async def called(self, tool: str) -> None:
        """Wait until `tool` was called."""
        async with asyncio.timeout(20):
            while tool not in self.tools:  # noqa: ASYNC110  its thread tells no loop
                await asyncio.sleep(0.01)

    def go_away(self) -> None:
        """Stop listening, and hang up on who is still connected."""
        self.stop()
        for connection in self._connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def come_back(self) -> "Forgetful":
        """Another one where this one was, which knows no session."""
        return Forgetful(self.server_address[1])


class ForgetfulHandler(Handler):
    server: Forgetful

    def speak(self, message: dict[str, Any], path: str) -> None:
        if message["method"] == "tools/list":
            self.result(message, {"tools": [OK, LOOK, SILENT]})
        elif message["method"] == "resources/read" and self.server.hang_ups:
            self.server.hang_ups -= 1
            self.close_connection = True
        elif message["method"] == "resources/read":
            self.result(message, {"contents": [{"uri": "note://a", "text": "read"}]})
        else:
            super().speak(message, path)

    def call(self, message: dict[str, Any], path: str) -> None:
        refusal = self.server.refusal
        if self.server.hang_ups:
            self.server.hang_ups -= 1
            self.close_connection = True
        elif refusal:
            if not self.server.always:
                self.server.refusal = ""
            status, words = REFUSALS[refusal]
            error = {"code": -32000, "message": words}
            body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error})
            self.say(status, body if words else "", "application/json" if words else "")
        else:
            super().call(message, path)
