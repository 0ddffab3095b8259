"""The pieces of a run, in the order in which they began."""

from __future__ import annotations

from collections.abc import Callable

from ..events import (
    CallFinished,
    CallStarted,
    Ended,
    Event,
    RoundStarted,
    TextDelta,
    ThoughtDelta,
)
from .call import CallPiece
from .end import RunPiece
from .model_text import TextPiece
from .piece import Piece


class Pieces:
    """Makes pieces of events; give it to `Agent.run` as `on_event`.

    Args:
        changed: called with each piece that is new, or says something else than before.

    >>> from mcp_workbench.agent import Agent, ScriptedModel
    >>> from mcp_workbench.agent.view import Pieces
    >>> shown = []
    >>> agent = Agent(ScriptedModel(["Hello!"], name="tiny"))
    >>> run = agent.run_sync("Say hello.", on_event=Pieces(shown.append))
    >>> [piece.bundle()["text/plain"] for piece in dict.fromkeys(shown)][0]
    'Hello!'
    """

    def __init__(self, changed: Callable[[Piece], object]) -> None:
        self._changed = changed
        self._text: TextPiece | None = None
        self._calls: dict[str, CallPiece] = {}

    def __call__(self, event: Event) -> None:
        """Take the next event."""
        match event:
            case TextDelta(text) | ThoughtDelta(text):
                self._say(text, thought=isinstance(event, ThoughtDelta))
            case RoundStarted():
                self._end_text()
            case CallStarted():
                self._end_text()
                piece = self._calls[event.id] = CallPiece(event)
                self._changed(piece)
            case CallFinished(id, outcome):
                if piece := self._calls.pop(id, None):
                    piece.finish(outcome)
                    self._changed(piece)
            case Ended(run):
                if run.stop_reason == "done":
                    self._end_text()
                self.stop()
                self._changed(RunPiece(run))

    def stop(self) -> None:
        """Nothing more comes: what still goes on was stopped."""
        going_on: list[TextPiece | CallPiece] = [*filter(None, [self._text]), *self._calls.values()]
        self._text, self._calls = None, {}
        for piece in going_on:
            piece.stop()
            self._changed(piece)

    def _say(self, text: str, *, thought: bool) -> None:
        if self._text is not None and self._text.thought is not thought:
            self._end_text()
        if not text:
            return
        if self._text is None:
            self._text = TextPiece(thought=thought)
        self._text.add(text)
        self._changed(self._text)

    def _end_text(self) -> None:
        if self._text is not None:
            self._text.end()
            self._changed(self._text)
            self._text = None
