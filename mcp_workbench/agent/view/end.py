"""The end of a run: why it stopped, what it took, and which model it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...messages import RESULT_MIME
from ...results import error_message
from ...visible import hinted, one_line
from .piece import Bundle
from .words import run_text

if TYPE_CHECKING:
    from ...messages import AgentRunMessage
    from ..run import AgentRun


class RunPiece:
    """A run that is over."""

    over = True

    def __init__(self, run: AgentRun) -> None:
        self._run = run

    def stop(self) -> None:
        """See `Piece`."""

    def message(self) -> AgentRunMessage:
        """For the renderer."""
        run, usage = self._run, self._run.usage
        return {
            "version": 1,
            "kind": "agent-run",
            # said by `scripted` already
            "model": one_line(run.model.removesuffix(" (scripted)")),
            "scripted": run.scripted,
            "stop_reason": run.stop_reason,
            "rounds": usage.rounds,
            "calls": usage.calls,
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "elapsed": round(run.elapsed, 3),
            "error": None if run.error is None else error_message(run.error),
            "warnings": [one_line(each, 1000) for each in run.warnings[:50]],
        }

    def bundle(self) -> Bundle:
        """See `Piece`."""
        message = self.message()
        lines = [run_text(self._run)]
        if error := message["error"]:
            lines.append(hinted(f"[{error['code']}] {error['text']}", error["hint"]))
        lines += [f"warning: {each}" for each in message["warnings"]]
        return {"text/plain": "\n".join(lines), RESULT_MIME: message}
