"""A server that tells all it was given, in every form and every place; standard library alone.

As a program it speaks over stdio and tells its environment; `Telltale` listens on HTTP and tells
the headers and the query of each request.
"""

import base64
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote, quote_plus

BOX = {"type": "object"}
NAMES = ("say", "structure", "fail", "refuse", "long")


def forms(values: list[str]) -> str:
    """All values, each as it is and encoded in the ways that servers and proxies use."""
    parts: list[str] = []
    for value in values:
        data = value.encode()
        parts += [value, quote(value, safe=""), quote_plus(value), json.dumps(value)]
        for before in ("", "u:", "me:"):
            whole = before.encode() + data
            parts += [base64.b64encode(whole).decode(), base64.urlsafe_b64encode(whole).decode()]
    return " | ".join(parts)


def answer(message: dict[str, Any], values: list[str]) -> dict[str, Any]:
    """The result of a request, or its error."""
    told = forms(values)
    match message["method"]:
        case "initialize":
            return {
                "result": {
                    "protocolVersion": "2025-06-18",
                    "capabilities": {"tools": {}, "logging": {}, "prompts": {}, "resources": {}},
                    "serverInfo": {"name": "telltale", "version": "1"},
                    "instructions": told,
                }
            }
        case "tools/list":
            return {"result": {"tools": [tool(name, told, values) for name in NAMES]}}
        case "prompts/list":
            return {"result": {"prompts": [{"name": "ask", "description": told}]}}
        case "resources/list":
            listed = {"name": "note", "uri": "note:///one", "description": told}
            return {"result": {"resources": [listed]}}
        case "tools/call":
            return call(message["params"]["name"], told)
        case method:
            return {"error": {"code": -32601, "message": f"{method} is unknown: {told}"}}


def tool(name: str, told: str, values: list[str]) -> dict[str, Any]:
    field = {"type": "string", "description": told, "default": values[0] if values else ""}
    schema = {**BOX, "properties": {"given": field}}
    return {"name": name, "title": told, "description": told, "inputSchema": schema}


def call(name: str, told: str) -> dict[str, Any]:
    text = {"type": "text", "text": told}
    match name:
        case "structure":
            return {"result": {"content": [], "structuredContent": {"told": told, told: [told]}}}
        case "fail":
            return {"result": {"content": [text], "isError": True}}
        case "refuse":
            return {"error": {"code": -32000, "message": told, "data": {"told": told}}}
        case "long":
            padded = "x" * 3990 + told
            return {"result": {"content": [{"type": "text", "text": padded}], "isError": True}}
        case _:
            link = {"type": "resource_link", "uri": "note:///one", "name": told}
            return {"result": {"content": [text, link]}}


class Telltale(ThreadingHTTPServer):
    """Listens on 127.0.0.1 until its context is left; `seen` has the headers of each request."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[tuple[str, dict[str, str]]] = []
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/mcp"

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join(5)


class Handler(BaseHTTPRequestHandler):
    server: Telltale
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base names it so
        """Nothing is logged."""

    def do_GET(self) -> None:
        self.say(405, b"")

    def do_DELETE(self) -> None:
        self.say(200, b"")

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.seen.append((self.path, headers))
        given = [headers.get(name, "") for name in ("authorization", "x-api-key", "x-team")]
        given.append(self.path.partition("key=")[2])
        values = [value.rpartition(" ")[2] for value in given if value]
        if self.path.startswith("/refused"):
            self.say(500, forms(values).encode(), "text/plain")
        elif "id" not in message:
            self.say(202, b"")
        else:
            body = {"jsonrpc": "2.0", "id": message["id"], **answer(message, values)}
            self.say(200, json.dumps(body).encode(), "application/json")

    def say(self, status: int, data: bytes, kind: str = "") -> None:
        self.send_response(status)
        if kind:
            self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Speak over stdio until the input ends."""
    values = [value for name, value in os.environ.items() if name.endswith("_CANARY")]
    told = forms(values)
    sys.stderr.write(f"starting with {told}\n")
    sys.stderr.flush()
    sys.stdout.write(f"ready with {told}\n")
    sys.stdout.flush()
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message:
            continue
        if message["method"] == "tools/call":
            if "dies" in sys.argv:
                sys.stderr.write(f"gone with {told}\n")
                sys.stderr.flush()
                os._exit(3)
            log = {"level": "warning", "logger": "telltale", "data": {"told": told}}
            send({"method": "notifications/message", "params": log})
            token = message["params"].get("_meta", {}).get("progressToken")
            if token is not None:
                progress = {"progressToken": token, "progress": 1, "message": told}
                send({"method": "notifications/progress", "params": progress})
        send({"id": message["id"], **answer(message, values)})


if __name__ == "__main__":
    main()
