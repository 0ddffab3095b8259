"""HTTP as servers and what stands before them really speak it: one oddity a path."""

import json
from contextlib import suppress
from typing import Any

from tests.servers.web import Handler, Web

TOLD = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}

ANSWER = '{"jsonrpc": "2.0", "id": ID, "result": {"content": [{"type": "text", "text": "TEXT"}]}}'
WHOLE, EVENTS = "application/json", "text/event-stream"
NEWS = json.dumps(TOLD)
# what a call is answered with: status, kind, and body, where ID stands for that of the request
ANSWERS: dict[str, tuple[int, str, bytes]] = {
    "/half-a-pair": (200, WHOLE, ANSWER.replace("TEXT", "a\\ud83d").encode()),
    "/half-a-pair-event": (200, EVENTS, f"data: {ANSWER}\n\n".replace("TEXT", "\\ud83d").encode()),
    "/mark": (200, WHOLE, ANSWER.encode("utf-8-sig")),
    "/mark-event": (200, EVENTS, f"data: {ANSWER}\n\n".encode("utf-8-sig")),
    "/latin-1": (200, WHOLE, ANSWER.replace("TEXT", "caf\xe9").encode("latin-1")),
    "/latin-1-event": (
        200,
        EVENTS,
        f"data: {ANSWER}\n\n".replace("TEXT", "\xe9").encode("latin-1"),
    ),
    "/noise-event": (200, EVENTS, f"data: [DONE]\n\ndata: hm\n\ndata: {ANSWER}\n\n".encode()),
    "/batch": (200, WHOLE, f"[{ANSWER}, 7, {NEWS}]".encode()),
    "/batch-event": (200, EVENTS, f"data: [{ANSWER}, {NEWS}]\n\n".encode()),
    "/other-id": (200, WHOLE, ANSWER.replace("ID", "ID99").encode()),
    "/no-type": (200, "", ANSWER.encode()),
    "/204": (204, "", b""),
    "/202": (202, "", b""),
    "/empty": (200, WHOLE, b""),
    "/news-alone": (200, WHOLE, NEWS.encode()),
    "/half-an-event": (200, EVENTS, b'data: {"jsonrpc": "2.0", "id": ID, "resu\n\n'),
    "/leads-nowhere": (302, "", b""),
    "/half-a-pair-error": (
        400,
        WHOLE,
        b'{"jsonrpc": "2.0", "id": ID, "error": {"code": -32602, "message": "no \\ud83d"}}',
    ),
    "/ends-at-once": (200, EVENTS, b"id: 1\nretry: 0\ndata:\n\n"),
    "/comes-back-never": (200, EVENTS, b"id: 1\nretry: 1" + b"0" * 400 + b"\ndata:\n\n"),
}


class OddHandler(Handler):
    """The paths of `Handler`, and these."""

    def do_GET(self) -> None:  # noqa: N802  the base names it so
        self.note()
        kind = self.path.strip("/")
        if kind == "get-closes":
            self.say(200, ": nothing to tell\n\n", "text/event-stream")
        elif kind == "ends-at-once":
            self.send(ANSWERS[self.path], 0)
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
        elif self.path == "/locked":
            self.say(401, www_authenticate='Bearer realm="Caf\xe9"')
        elif method == "tools/call" and self.path in ANSWERS:
            self.send(ANSWERS[self.path], message["id"])
        elif method == "tools/call" and self.path in ("/ends", "/framing"):
            self.stream(message)
        else:
            self.speak(message, self.path)

    def send(self, answer: tuple[int, str, bytes], request: int) -> None:
        """One of `ANSWERS`, as it is."""
        status, kind, body = answer
        data = body.replace(b"ID", str(request).encode())
        self.send_response(status)
        if kind:
            self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

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
