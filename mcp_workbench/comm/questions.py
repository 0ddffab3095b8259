"""Questions to the person at a front end, each until it is answered."""

from __future__ import annotations

import asyncio
import uuid
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from ..errors import ApprovalDenied, UsageInvalid
from ..messages import RESULT_MIME, QuestionMessage
from ..results import pretty
from ..visible import one_line, visible

if TYPE_CHECKING:
    from ..asking import Decision, Question

ARGUMENTS, DESCRIPTION = 20_000, 4000  # characters that are shown
STATES = {
    "open": "waiting for an answer in the notebook",
    "once": "allowed, this once",
    "session": "allowed, for this session",
    "denied": "denied",
    "gone": "no answer is needed any more",
}
State = Literal["open", "once", "session", "denied", "gone"]


class Questions:
    """Shows questions below the cells that ask them, and gives each its answer.

    Args:
        shell: the IPython shell that shows them, whose classes have no types.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._open: dict[str, tuple[asyncio.AbstractEventLoop, asyncio.Future[Decision]]] = {}

    async def ask(self, question: Question) -> Decision:
        """Show `question` and wait; on any event loop, in the context of the cell that asks."""
        name, loop = uuid.uuid4().hex, asyncio.get_running_loop()
        waiter: asyncio.Future[Decision] = loop.create_future()
        self._open[name] = loop, waiter
        state: State = "gone"
        self._show(name, question, "open", update=False)
        try:
            state = await waiter
            return state
        finally:
            self._open.pop(name, None)
            self._show(name, question, state, update=True)

    def answer(self, name: str, decision: Decision) -> None:
        """Give the question called `name` its answer; from any thread.

        Raises:
            UsageInvalid: it is not asked, or not any more.
        """
        loop, waiter = self._open.pop(name, (None, None))
        if loop is None or waiter is None:
            raise UsageInvalid(
                "this question is not asked any more",
                hint="run the cell again",
                reason="not-open",
            )
        with suppress(RuntimeError):  # the loop has ended, and who waited with it
            loop.call_soon_threadsafe(_settle, waiter, decision)

    def close(self) -> None:
        """Deny whatever is asked: no answer can come any more."""
        while self._open:
            _, (loop, waiter) = self._open.popitem()
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_refuse, waiter)

    def _show(self, name: str, question: Question, state: State, *, update: bool) -> None:
        message = _message(name, question, state)
        self._shell.display_pub.publish(
            {"text/plain": _words(message), RESULT_MIME: message},
            transient={"display_id": name},
            update=update,
        )


def _settle(waiter: asyncio.Future[Decision], decision: Decision) -> None:
    if not waiter.done():
        waiter.set_result(decision)


def _refuse(waiter: asyncio.Future[Decision]) -> None:
    if not waiter.done():
        waiter.set_exception(
            ApprovalDenied(
                "the call was not made: mcp-workbench was unloaded before anybody answered",
                hint="load it, and run the cell again",
                reason="unloaded",
            )
        )


def _message(name: str, question: Question, state: State) -> QuestionMessage:
    own = question.tool.removeprefix(f"{question.server}.") if question.server else question.tool
    return {
        "version": 1,
        "kind": "question",
        "id": name,
        "name": one_line(question.name or own),
        "server": one_line(question.server),
        "tool": one_line(own),
        "description": visible(question.description[:DESCRIPTION]),
        "arguments": visible(pretty(question.arguments, ARGUMENTS)[0]),
        "reason": one_line(question.reason, DESCRIPTION),
        "state": state,
    }


def _words(message: QuestionMessage) -> str:
    """The question where no front end renders it."""
    tool = f"{message['server']}.{message['tool']}" if message["server"] else message["tool"]
    lines = [f"May {tool} be called? ({STATES[message['state']]})"]
    if message["reason"]:
        lines.append(f"why it is asked: {message['reason']}")
    return "\n".join((*lines, message["arguments"]))
