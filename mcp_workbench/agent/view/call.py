"""A call that the model asked for, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from ...messages import RESULT_MIME
from ...results import CallContext, ToolResult, error_message
from ...results.pretty import pretty
from ...results.preview import base64_text
from ...results.view import bundle
from ...visible import one_line, visible
from ..content import bounded
from .piece import LONGEST, Bundle
from .words import call_text, duration

if TYPE_CHECKING:
    from ...messages import AgentCallMessage, ResultMessage
    from ..events import CallStarted
    from ..outcome import Outcome

MOST_LINES = 12  # of an answer where it stands below its call as text


class CallPiece:
    """One call."""

    def __init__(self, started: CallStarted) -> None:
        self._started = started
        self._outcome: Outcome | None = None
        self._stopped = 0.0
        self._began = time.monotonic()

    @property
    def over(self) -> bool:
        """See `Piece`."""
        return self._outcome is not None or bool(self._stopped)

    def finish(self, outcome: Outcome) -> None:
        """It ended with `outcome`."""
        self._outcome = outcome

    def stop(self) -> None:
        """See `Piece`."""
        self._stopped = max(time.monotonic() - self._began, 1e-3)

    def bundle(self) -> Bundle:
        """See `Piece`."""
        shown = {} if self._outcome is None else _shown(self._outcome, self._started.name)
        message = self._message(shown.pop(RESULT_MIME, None))
        lines = [f"→ {self._called()}", *self._answer(message, shown.pop("text/plain", ""))]
        return {"text/plain": "\n".join(lines), **shown, RESULT_MIME: message}

    def _called(self) -> str:
        tool = self._started.tool
        name = tool.full_name if tool is not None else self._started.name
        return call_text(name, self._started.arguments)

    def _message(self, result: ResultMessage | None) -> AgentCallMessage:
        tool, outcome = self._started.tool, self._outcome
        error = outcome.error if outcome is not None and result is None else None
        is_plain = outcome is not None and outcome.error is None and result is None
        return {
            "version": 1,
            "kind": "agent-call",
            "name": one_line(self._started.name),
            "server": one_line(tool.server) if tool is not None else "",
            "tool": one_line(tool.tool) if tool is not None else "",
            "arguments": _json(self._started.arguments),
            "state": self._state(),
            "elapsed": round(self._stopped if outcome is None else outcome.elapsed, 3),
            "result": result,
            "text": _text(outcome) if outcome is not None and is_plain else "",
            "error": None if error is None else error_message(error),
        }

    def _state(self) -> Literal["running", "done", "failed", "stopped"]:
        if self._outcome is None:
            return "stopped" if self._stopped else "running"
        return "done" if self._outcome.error is None else "failed"

    def _answer(self, message: AgentCallMessage, shown: str) -> list[str]:
        """What came, below the call."""
        if message["state"] == "running":
            return []
        took = duration(message["elapsed"])
        if message["state"] == "stopped":
            return [f"← stopped after {took}"]
        if message["error"] is not None:
            shown = f"[{message['error']['code']}] {message['error']['text']}"
        lines = (shown or message["text"] or "(nothing)").splitlines()
        if len(lines) == 1:
            return [f"← {lines[0]} · {took}"]
        more = len(lines) - MOST_LINES
        left = [f"  … {more} more lines"] if more > 0 else []
        return [f"← {took}", *(f"  {line}" for line in lines[:MOST_LINES]), *left]


def _shown(outcome: Outcome, name: str) -> Bundle:
    """The MIME bundle of what came; empty where a line of text says it all."""
    value = outcome.value if outcome.result is None else outcome.result
    if isinstance(value, ToolResult):
        # nothing came where the call was not made: then the error is all
        return bundle(value) if value.wire else {}
    return bundle(_pictures(outcome, name)) if outcome.images else {}


def _pictures(outcome: Outcome, name: str) -> ToolResult:
    """The pictures that a function made, as a result that shows them."""
    content: list[dict[str, Any]] = [
        {"type": "image", "mimeType": one.mime, "data": base64_text(one.data)}
        for one in outcome.images
    ]
    if text := _text(outcome):
        content.append({"type": "text", "text": text})
    return ToolResult({"content": content}, CallContext("", name), outcome.elapsed)


def _text(outcome: Outcome) -> str:
    return visible(bounded(outcome.text))


def _json(arguments: Mapping[str, Any]) -> str:
    text, omitted = pretty(arguments, LONGEST)
    return visible(text) + (f"\n… {omitted:,} more characters" if omitted else "")
