"""What is known of a run while it goes on: its trace, its usage, its messages."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .content import bounded
from .events import CallFinished, CallStarted, Event, OnEvent, TextDelta, ThoughtDelta
from .run import Usage
from .values import plain

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.usage import RunUsage


class Record:
    """Gathers what happens in a run, and tells whoever listens.

    Args:
        prompt: what the person asked.
        before: the messages of earlier runs.
        on_event: told of each event, in the context of whoever runs it.

    >>> record = Record("Hi.", [], None)
    >>> record.tell(TextDelta("Hel")), record.tell(TextDelta("lo"))
    (None, None)
    >>> record.trace
    [{'kind': 'prompt', 'text': 'Hi.'}, {'kind': 'text', 'round': 0, 'text': 'Hello'}]
    """

    def __init__(
        self, prompt: str, before: Sequence[ModelMessage], on_event: OnEvent | None
    ) -> None:
        self.prompt, self.before = prompt, list(before)
        self.messages: list[ModelMessage] = list(before)
        self.usage = Usage()
        self.warnings: list[str] = []
        self.fault_of_listener: BaseException | None = None
        self._started = time.perf_counter()
        self._on_event = on_event
        self._round = 0
        self._texts: list[str] = []
        self._entries: list[dict[str, Any]] = [{"kind": "prompt", "text": bounded(prompt)}]
        self._calls: dict[str, dict[str, Any]] = {}

    @property
    def new(self) -> list[ModelMessage]:
        """The messages of this run; none where nobody answered its prompt.

        Asked again, the prompt would be there twice. A refusal of the provider leaves an answer
        without parts, which no provider takes.
        """
        found = [one for one in self.messages[len(self.before) :] if one.parts]
        return found if any(one.kind == "response" for one in found) else []

    @property
    def output(self) -> str:
        """The last words of the model, of whichever round."""
        texts = (entry["text"] for entry in reversed(self.trace) if entry["kind"] == "text")
        return next((text for text in texts if text.strip()), "")

    @property
    def trace(self) -> list[dict[str, Any]]:
        """What happened, as JSON values."""
        return [_joined(entry) for entry in self._entries]

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.perf_counter() - self._started

    def begin_round(self) -> int:
        """The number of the round that begins."""
        self._round += 1
        return self._round

    def tell(self, event: Event, told: str = "") -> None:
        """Note `event`, and pass it on; `told` is what the model is told of it."""
        match event:
            case TextDelta(text):
                self._add_text("text", text)
            case ThoughtDelta(text):
                self._add_text("thought", text)
            case CallStarted():
                self._start(event)
            case CallFinished():
                self._finish(event, told)
            case _:
                pass
        if self._on_event is not None:
            try:
                self._on_event(event)
            except Exception as fault:
                self.fault_of_listener = fault
                raise

    def close(self, messages: Sequence[ModelMessage], usage: RunUsage) -> None:
        """Keep how it ended."""
        self.messages = list(messages)
        self.usage.rounds = usage.requests
        self.usage.calls = len(self._calls)
        self.usage.input_tokens = usage.input_tokens
        self.usage.output_tokens = usage.output_tokens

    def _add_text(self, kind: str, text: str) -> None:
        last = self._entries[-1]
        if last["kind"] == kind and last.get("round") == self._round:
            last["pieces"].append(text)
        else:
            self._entries.append({"kind": kind, "round": self._round, "pieces": [text]})

    def _start(self, event: CallStarted) -> None:
        tool = event.tool
        self._calls[event.id] = {
            "kind": "call",
            "round": self._round,
            "id": event.id,
            "name": event.name,
            "server": tool.server if tool else "",
            "tool": tool.tool if tool else "",
            "arguments": plain(event.arguments),
            "state": "stopped",
            "text": "",
            "error": None,
            "elapsed": 0.0,
        }
        self._entries.append(self._calls[event.id])

    def _finish(self, event: CallFinished, told: str) -> None:
        outcome, entry = event.outcome, self._calls[event.id]
        error = outcome.error
        entry["state"] = "failed" if error else "done"
        entry["elapsed"] = outcome.elapsed
        entry["text"] = told
        if error:
            entry["error"] = {"code": error.code, "reason": error.reason, "text": error.what}


def _joined(entry: dict[str, Any]) -> dict[str, Any]:
    if "pieces" not in entry:
        return dict(entry)
    text = "".join(entry["pieces"])
    return {"kind": entry["kind"], "round": entry["round"], "text": text}
