"""Words of the model, or its reasoning, as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ...messages import RESULT_MIME
from ...visible import shortened
from .piece import LONGEST, Bundle

if TYPE_CHECKING:
    from ...messages import ModelTextMessage


class TextPiece:
    """One stretch of text.

    >>> piece = TextPiece(thought=False)
    >>> piece.add("Hel"); piece.add("lo"); piece.end()
    >>> piece.bundle()["text/plain"], piece.message()["state"]
    ('Hello', 'done')
    """

    def __init__(self, *, thought: bool) -> None:
        self.thought = thought
        self._parts: list[str] = []
        self._state: Literal["streaming", "done", "stopped"] = "streaming"

    @property
    def over(self) -> bool:
        """See `Piece`."""
        return self._state != "streaming"

    def add(self, text: str) -> None:
        """More of it."""
        self._parts.append(text)

    def end(self) -> None:
        """That was all."""
        self._state = "done"

    def stop(self) -> None:
        """See `Piece`."""
        self._state = "stopped"

    def message(self) -> ModelTextMessage:
        """For the renderer."""
        self._parts[:] = ["".join(self._parts)]
        text, omitted = shortened(self._parts[0], LONGEST)
        return {
            "version": 1,
            "kind": "model-text",
            "text": text,
            "omitted": omitted,
            "thought": self.thought,
            "state": self._state,
        }

    def bundle(self) -> Bundle:
        """See `Piece`."""
        message = self.message()
        more = f"\n… {message['omitted']:,} more characters" if message["omitted"] else ""
        stopped = " [stopped]" if message["state"] == "stopped" else ""
        said = f"(thinking) {message['text']}" if self.thought else message["text"]
        return {"text/plain": said + more + stopped, RESULT_MIME: message}
