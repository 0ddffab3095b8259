"""HTTP as servers and what stands before them really speak it: one oddity a path."""

import json
from contextlib import suppress
from typing import Any

from tests.servers.web import Handler, Web

TOLD = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}


class OddHandler(Handler):
    """The paths of `Handler`, and these."""

    def do_GET(self) -> None:  # noqa: N802  the base names it so
        self.note()
        kind = self.path.strip("/")
        if kind == "get-closes":
            self.say(200, ": nothing to tell\n\n", "text/event-stream")
        elif kind.startswith("get-"):
            self.say(int(kind.removeprefix("get-")))
        else:
            self.say(405)

    def do_POST(self) -> None:  # noqa: N802  the base names it so
        self.note()
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        method = message["method"]
        self.server.methods.append(method)
        if self.path == "/moved-for-good":
            self.say(301, location="/mcp/")
        elif self.path == "/busy" and self.server.methods.count(method) <= 2:
            self.say(503, "starting", "text/plain")
        elif self.path == "/busy-with-calls" and method == "tools/call":
            self.say(503, "busy", "text/plain")
        elif self.path == "/never-ready":
            self.say(503, "starting", "text/plain")
        elif method == "tools/call" and self.path in ("/ends", "/framing"):
            self.stream(message)
        else:
            self.speak(message, self.path)

    def stream(self, message: dict[str, Any]) -> None:
        """An answer as a stream of events, cut in odd places, or without the answer."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        text = "a\u2028b\u0085ü"
        result = {"content": [{"type": "text", "text": text}]}
        answer = json.dumps(
            {"jsonrpc": "2.0", "id": message["id"], "result": result}, ensure_ascii=False
        )
        events = f": a comment\r\n\r\ndata: {json.dumps(TOLD)}\r\n\r\n"
        if self.path == "/framing":
            halves = answer.replace(', "result"', ',\r\ndata: "result"')
            events += f"event: message\r\nid: 7\r\ndata: {halves}\r\n\r\n"
        with suppress(OSError):
            for byte in events.encode():  # also within a character, and between CR and LF
                self.wfile.write(bytes([byte]))


class OddWeb(Web):
    """A `Web` with those paths."""

    handler = OddHandler
