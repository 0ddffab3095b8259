"""An HTTP server on 127.0.0.1 that speaks MCP, with one fault a path; standard library alone."""

import gzip
import json
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.servers.local import Local

BOX = {"type": "object"}
INITIALIZED = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "web", "version": "1"},
}


class Web(Local):
    """Keeps every request it gets; `elsewhere` is where redirects to another origin lead."""

    handler: "type[Handler] | None" = None  # one with more oddities

    def __init__(self, elsewhere: str = "", port: int = 0) -> None:
        super().__init__(self.handler or Handler, port)
        self.elsewhere = elsewhere
        self.seen: list[tuple[str, str, dict[str, str]]] = []
        self.methods: list[str] = []
        self.tools: list[str] = []
        self.forgetful = False
        self.forgot = False
        self.closing = threading.Event()

    @property
    def paths(self) -> set[str]:
        return {path for _, path, _ in self.seen}

    def stop(self) -> None:
        """Listen no more."""
        self.closing.set()
        super().stop()


class Handler(BaseHTTPRequestHandler):
    server: Web
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base names it so
        """Nothing is logged."""

    def do_GET(self) -> None:
        self.note()
        self.say(405)

    def do_DELETE(self) -> None:
        self.note()
        self.say(200)

    def do_POST(self) -> None:
        self.note()
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        message = json.loads(body)
        self.server.methods.append(message["method"])
        if message["method"] == "tools/call":
            self.server.tools.append(message["params"]["name"])
        path = self.path.partition("?")[0]
        if self.fault(path, body):
            return
        if path == "/silent":
            self.server.closing.wait(60)
        elif path in ("/moved", "/circle"):
            place = "/mcp" if path == "/moved" else path
            self.say(307, location=f"{place}?{self.path.partition('?')[2]}")
        elif path == "/away":
            self.say(307, location=self.server.elsewhere + "/mcp?secret=1")
        elif path == "/page":
            self.say(200, "<html><title>Sign in</title></html>", "text/html; charset=utf-8")
        elif path.startswith("/status/"):
            self.say(int(path.rpartition("/")[2]), "<b>no</b>", "text/html")
        elif path == "/broken-json":
            self.say(200, "{not json", "application/json")
        elif path == "/hangs-up":
            self.close_connection = True
        else:
            self.speak(json.loads(body), path)

    def fault(self, path: str, body: bytes) -> bool:
        """Answer a call in a way that no client should have to bear; whether that was it."""
        message = json.loads(body)
        if message.get("method") != "tools/call" or not path.startswith("/call-"):
            return False
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"], "result": {"content": []}}
        whole, event = json.dumps(answer).encode(), f"data: {json.dumps(answer)}\n\n".encode()
        answer["result"] = {"content": [{"type": "text", "text": "a\ud83d"}]}
        half = json.dumps(answer).encode()
        poured: dict[str, tuple[bytes | None, str, str]] = {
            "/call-gzip": (gzip.compress(whole), "application/json", "gzip"),
            "/call-gzip-events": (gzip.compress(event), "text/event-stream", "gzip"),
            "/call-endless": (None, "application/json", ""),
            "/call-endless-event": (None, "text/event-stream", ""),
            "/call-half-a-pair": (half, "application/json", ""),
            "/call-noise": (b"data: [DONE]\n\n" + event, "text/event-stream", ""),
            "/call-ends-early": (b": nothing to tell\n\n", "text/event-stream", ""),
        }
        if path in poured:
            self.pour(*poured[path])
        elif path == "/call-202":
            self.say(202)
        elif path == "/call-cut-short":
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", "1000")
            self.end_headers()
            self.wfile.write(b'{"jsonrpc"')
            self.close_connection = True
        elif path == "/call-nobodys-error":
            error = {"code": -32602, "message": "no such thing"}
            answer = {"jsonrpc": "2.0", "id": None, "error": error}
            self.say(200, json.dumps(answer), "application/json")
        elif path == "/call-forgets":
            return self.forget()
        elif path == "/call-no-object":
            answer["result"] = 7
            self.say(200, json.dumps(answer), "application/json")
        return True

    def forget(self) -> bool:
        """Know nothing of the session of the first call; whether this is that one."""
        if self.server.forgot:
            return False
        self.server.forgot = True
        self.say(404, "no such session", "text/plain")
        return True

    def pour(self, data: bytes | None, kind: str, encoding: str = "") -> None:
        """Send `data`, or without end, until the client hangs up."""
        self.send_response(200)
        self.send_header("content-type", kind)
        if encoding:
            self.send_header("content-encoding", encoding)
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        with suppress(ConnectionError):
            if data is not None:
                self.wfile.write(data)
                return
            self.wfile.write(b'data: {"text": "')
            while not self.server.closing.is_set():
                self.wfile.write(b"x" * 65536)

    def speak(self, message: dict[str, Any], path: str) -> None:
        method = message["method"]
        if "id" not in message:
            self.say(202)
        elif method == "initialize":
            self.result(message, INITIALIZED, session="s1")
        elif method == "tools/list":
            names = ("ok", "fault", "big", "silent")
            self.result(message, {"tools": [{"name": n, "inputSchema": BOX} for n in names]})
        elif method == "tools/call":
            self.call(message, path)
        else:
            error = {"code": -32601, "message": f"{method} is unknown"}
            body = {"jsonrpc": "2.0", "id": message["id"], "error": error}
            self.say(200, json.dumps(body), "application/json")

    def call(self, message: dict[str, Any], path: str) -> None:
        if self.server.forgetful:
            self.server.forgetful = False
            self.say(404, "no such session", "text/plain")
        elif message["params"]["name"] == "silent":
            self.server.closing.wait(60)
        elif message["params"]["name"] == "fault" and path == "/hangs-up-later":
            self.close_connection = True
        elif message["params"]["name"] == "fault":
            self.say(500, "boom", "text/plain")
        else:
            megabytes = message["params"].get("arguments", {}).get("megabytes", 3)
            size = megabytes << 20 if message["params"]["name"] == "big" else 4
            self.result(message, {"content": [{"type": "text", "text": "x" * size}]}, stream=True)

    def result(
        self, message: dict[str, Any], result: Any, session: str = "", stream: bool = False
    ) -> None:
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result})
        if stream:
            self.say(200, f"event: message\ndata: {body}\n\n", "text/event-stream")
        else:
            headers = {"mcp_session_id": session} if session else {}
            self.say(200, body, "application/json", **headers)

    def say(self, status: int, body: str = "", kind: str = "", **headers: str) -> None:
        data = body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if kind:
            self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def note(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.seen.append((self.command, self.path, headers))
