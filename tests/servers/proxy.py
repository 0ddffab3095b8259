"""An HTTP proxy on 127.0.0.1 behind which every name is one server of this machine."""

from __future__ import annotations

import http.client
import select
import socket
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import urlsplit

from tests.servers.local import Local


class Proxy(Local):
    """Notes whom each client wanted to reach, and how it said who it is.

    Args:
        port: of the server that stands behind every name.
        refuses: whether it lets nobody through.
    """

    def __init__(self, port: int, *, refuses: bool = False) -> None:
        super().__init__(Handler)
        self.behind, self.refuses = port, refuses
        self.wanted: list[tuple[str, str]] = []
        self.credentials: list[str] = []


class Handler(BaseHTTPRequestHandler):
    server: Proxy
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base names it so
        """Nothing is logged."""

    def do_CONNECT(self) -> None:
        self.note(self.path)
        if self.server.refuses:
            self.send_error(403)
            return
        with socket.create_connection(("127.0.0.1", self.server.behind)) as other:
            self.send_response(200)
            self.end_headers()
            with suppress(OSError):
                self.pass_on(other)
        self.close_connection = True

    def pass_on(self, other: socket.socket) -> None:
        ends = {self.connection: other, other: self.connection}
        while True:
            for end in select.select(list(ends), [], [], 10)[0]:
                data = end.recv(65536)
                if not data:
                    return
                ends[end].sendall(data)

    def forward(self) -> None:
        parts = urlsplit(self.path)
        self.note(parts.netloc)
        if self.server.refuses:
            self.send_error(403)
            return
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        other = http.client.HTTPConnection("127.0.0.1", self.server.behind)
        headers = {k: v for k, v in self.headers.items() if not k.lower().startswith("proxy-")}
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        other.request(self.command, target, body, headers)
        answer = other.getresponse()
        data = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        other.close()

    def do_GET(self) -> None:
        self.forward()

    def do_POST(self) -> None:
        self.forward()

    def do_DELETE(self) -> None:
        self.forward()

    def note(self, host: str) -> None:
        self.server.wanted.append((self.command, host))
        self.server.credentials.append(self.headers.get("proxy-authorization", ""))
