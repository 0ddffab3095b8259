"""An old HTTP server on 127.0.0.1: messages by POST, answers on a stream of events.

Each path has one oddity; the standard library alone.
"""

import json
import queue
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.servers.local import Local

BOX = {"type": "object"}
TOOLS = [{"name": name, "inputSchema": BOX} for name in ("ok", "fault", "mute")]


class Events(Local):
    """Keeps every request it gets; `elsewhere` is another origin."""

    def __init__(self, elsewhere: str = "") -> None:
        super().__init__(Handler)
        self.elsewhere = elsewhere
        self.seen: list[tuple[str, str]] = []
        self.methods: list[str] = []
        self.poured = 0  # bytes of bodies without end that were taken
        self.revisions: list[str] = []
        self.streams: dict[str, queue.SimpleQueue[str | None]] = {}
        self.forgotten: set[str] = set()

    def forget(self) -> None:
        """Know no session any more, although the streams stay open."""
        self.forgotten.update(self.streams)

    def stop(self) -> None:
        """Listen no more, and end all streams."""
        for stream in self.streams.values():
            stream.put(None)
        super().stop()


class Handler(BaseHTTPRequestHandler):
    server: Events
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base names it so
        """Nothing is logged."""

    def do_GET(self) -> None:
        self.server.seen.append(("GET", self.path))
        kind = self.path.strip("/").partition("?")[0]
        if kind == "no-stream":
            self.say(404)
            return
        if kind.startswith("circle"):
            self.send_response(307)
            self.send_header("location", f"{self.path}x")
            self.send_header("content-length", "0")
            self.end_headers()
            return
        if kind == "locked":
            self.say(401)
            return
        if kind == "pours":
            self.pour(b"HTTP/1.1 200 OK\r\n\r\n")
            return
        if kind == "page":
            self.say(200, "<html>hello</html>", "text/html")
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        with suppress(OSError):
            self.tell(kind)

    def tell(self, kind: str) -> None:
        """Events, until there are no more."""
        if kind == "ends-at-once":
            return
        stream: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        name = str(len(self.server.streams))
        self.server.streams[name] = stream
        places = {"elsewhere": self.server.elsewhere, "absolute": self.server.url}
        before = {**places, "unreadable": "http://[::"}.get(kind, "")
        self.write(f": hello\n\nevent: endpoint\ndata: {before}/messages/{kind}?s={name}\n\n")
        while (message := stream.get()) is not None:
            end = "\r\n" if kind == "odd-framing" else "\n"
            data = (
                message.replace("{", "{" + end + "data: ", 1) if kind == "odd-framing" else message
            )
            self.write(f"event: message{end}data: {data}{end}{end}")

    def write(self, text: str) -> None:
        data = text.encode()
        for part in (data[:7], data[7:]):
            self.wfile.write(part)
            self.wfile.flush()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.seen.append(("POST", self.path))
        path, _, query = self.path.partition("?")
        if not path.startswith("/messages/"):
            self.say(405)
            return
        message = json.loads(body)
        self.server.methods.append(message["method"])
        name = query.removeprefix("s=")
        if name in self.server.forgotten:
            self.say(404, "Could not find session")
            return
        stream = self.server.streams[name]
        tool = message.get("params", {}).get("name")
        if tool == "fault" and path.endswith("/refuses-calls"):
            self.say(500, "boom", "text/plain")
        elif tool == "fault" and path.endswith("/ends-on-a-call"):
            self.say(202)
            stream.put(None)
        elif tool == "fault":
            self.say(202)
            stream.put(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": 7}))
        else:
            self.accept(path.rpartition("/")[2])
            self.answer(message, stream)

    def accept(self, kind: str) -> None:
        """Say that a message has come, in some cases as no server should."""
        status = b"HTTP/1.1 202 Accepted\r\n"
        if kind == "cut-post":
            self.wfile.write(status + b"content-length: 100\r\n\r\nabc")
            self.close_connection = True
        elif kind == "gzip-post":
            self.wfile.write(status + b"content-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc")
        elif kind == "endless-post":
            self.pour(status + b"\r\n")
        else:
            self.say(202, "Accepted", "text/plain")

    def pour(self, head: bytes) -> None:
        """A body without end, until the client has enough."""
        self.close_connection = True
        with suppress(OSError):
            self.wfile.write(head)
            for _ in range(200):
                self.server.poured += self.wfile.write(b"x" * (1 << 20))

    def answer(self, message: dict[str, Any], stream: "queue.SimpleQueue[str | None]") -> None:
        if "id" not in message or message.get("params", {}).get("name") == "mute":
            return
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "initialize":
            self.server.revisions.append(message["params"]["protocolVersion"])
            answer["result"] = {
                "protocolVersion": "2024-11-05",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "events", "version": "1"},
            }
        elif message["method"] == "tools/list":
            answer["result"] = {"tools": TOOLS}
        elif message["method"] == "tools/call":
            answer["result"] = {"content": [{"type": "text", "text": "a\u2028b\u0085ü"}]}
        else:
            answer["error"] = {"code": -32601, "message": "unknown"}
        stream.put(json.dumps(answer, ensure_ascii=False))

    def say(self, status: int, body: str = "", kind: str = "") -> None:
        data = body.encode()
        self.send_response(status)
        if kind:
            self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
