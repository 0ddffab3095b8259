"""A provider on 127.0.0.1 that speaks OpenAI's chat completions and answers with prepared steps."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

PATIENCE = 20  # seconds that a held answer waits


class Provider:
    """Answers one step a request, and keeps what it was sent.

    A step is a text, or a dict with `text`, `thought`, `calls` (each `name`, `args`, `id`), or
    `status` with `body`. With `hold` it sends one piece of its text, and the rest after `release`.
    """

    def __init__(self, *steps: str | Mapping[str, Any]) -> None:
        self.steps = [{"text": one} if isinstance(one, str) else dict(one) for one in steps]
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.held, self.release = threading.Event(), threading.Event()
        self.cut_off = threading.Event()
        self._lock = threading.Lock()
        provider = self

        class Handler(_Handler):
            owner = provider

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self.model = f"test-model@{self.url}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.release.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def taken(self, body: dict[str, Any], headers: Mapping[str, str]) -> dict[str, Any]:
        """Keep a request; the step that answers it."""
        with self._lock:
            self.requests.append(body)
            self.headers.append({name.lower(): value for name, value in headers.items()})
            return self.steps.pop(0) if self.steps else {"status": 410, "body": "no step is left"}

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages of the last request."""
        return self.requests[-1]["messages"]

    @property
    def tools(self) -> dict[str, dict[str, Any]]:
        """The tools of the last request, by name."""
        return {one["function"]["name"]: one["function"] for one in self.requests[-1]["tools"]}

    def answers(self) -> list[str]:
        """The texts of all tool messages of the last request, in order."""
        return [text_of(one) for one in self.messages if one["role"] == "tool"]

    def unanswered(self) -> set[str]:
        """The ids of calls in the last request without an answer; providers refuse those."""
        asked = [c["id"] for m in self.messages for c in m.get("tool_calls") or ()]
        answered = [one["tool_call_id"] for one in self.messages if one["role"] == "tool"]
        assert len(asked) == len(set(asked)), "an id stands for one call"
        assert len(answered) == len(set(answered)), "a call is answered once"
        return set(asked) ^ set(answered)


def text_of(message: Mapping[str, Any]) -> str:
    """The text of a message, whichever form its content has."""
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


class _Handler(BaseHTTPRequestHandler):
    owner: Provider
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        size = int(self.headers["content-length"])
        body = json.loads(self.rfile.read(size))
        step = self.owner.taken(body, dict(self.headers.items()))
        try:
            if "status" in step:
                self._send(step["status"], step.get("body") or {"error": {"message": "refused"}})
            elif body.get("stream"):
                self._stream(step)
            else:
                message = {"role": "assistant", "content": step.get("text"), "tool_calls": None}
                choice = {"index": 0, "message": message, "finish_reason": "stop"}
                self._send(200, {**_frame("chat.completion"), "choices": [choice]})
        except OSError:
            self.owner.cut_off.set()

    def _send(self, status: int, body: Any) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        # the SDK of OpenAI tries again some seconds later otherwise
        self.send_header("x-should-retry", "false")
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, step: Mapping[str, Any]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        # the connection stays open for the next request
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for place, delta in enumerate(_deltas(step)):
            if place == 1 and step.get("hold"):
                self.owner.held.set()
                self.owner.release.wait(PATIENCE)
            self._event({"index": 0, "delta": delta, "finish_reason": None})
        reason = "tool_calls" if step.get("calls") else "stop"
        self._event({"index": 0, "delta": {}, "finish_reason": step.get("finish", reason)})
        self._write(b"[DONE]")
        self.wfile.write(b"0\r\n\r\n")

    def _event(self, choice: Mapping[str, Any]) -> None:
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        last = {"usage": usage} if choice["finish_reason"] else {}
        frame = {**_frame("chat.completion.chunk"), "choices": [choice], **last}
        self._write(json.dumps(frame).encode())

    def _write(self, data: bytes) -> None:
        event = b"data: " + data + b"\n\n"
        self.wfile.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
        self.wfile.flush()


def _frame(kind: str) -> dict[str, Any]:
    return {"id": "one", "object": kind, "created": 0, "model": "test-model"}


def _deltas(step: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    text, thought = step.get("text") or "", step.get("thought") or ""
    for start in range(0, len(thought), 8):
        yield {"role": "assistant", "reasoning_content": thought[start : start + 8]}
    for start in range(0, len(text), 8):
        yield {"role": "assistant", "content": text[start : start + 8]}
    for place, call in enumerate(step.get("calls") or ()):
        args = call.get("args", {})
        written = args if isinstance(args, str) else json.dumps(args)
        about = {"name": call["name"], "arguments": ""}
        id_ = call.get("id", f"call_{place}_{call['name']}")
        yield {"tool_calls": [{"index": place, "id": id_, "type": "function", "function": about}]}
        yield {"tool_calls": [{"index": place, "function": {"arguments": written}}]}
