"""Questions to the person at a front end, each until it is answered."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

from ..asking import Asked
from ..errors import ApprovalDenied, UsageInvalid
from ..messages import RESULT_MIME, AnswerRequest, AskedMessage
from ..sessions import get_workbench
from .asked import Message, State, answer_of, message_of, words_of
from .replies import READ

T = TypeVar("T")
# where questions are shown that have no cell below which they could be: beside a panel's own call
beside: ContextVar[Callable[[AskedMessage], None] | None] = ContextVar(
    "mcp_workbench_beside", default=None
)


@dataclass
class _Open:
    """A question that waits."""

    question: Asked[Any]
    loop: asyncio.AbstractEventLoop
    waiter: asyncio.Future[tuple[Any, State]]


class Questions:
    """Shows questions below the cells that ask them, and gives each its answer.

    Args:
        shell: the IPython shell that shows them, whose classes have no types.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._open: dict[str, _Open] = {}

    @property
    def open(self) -> tuple[str, ...]:
        """The ids of those that wait."""
        return tuple(self._open)

    async def ask(self, question: Asked[T]) -> T:
        """Show `question` and wait; on any event loop, in the context of the cell that asks."""
        name, loop = uuid.uuid4().hex, asyncio.get_running_loop()
        one = _Open(question, loop, loop.create_future())
        state: State = "gone"
        opened = message_of(name, question, "open")
        self._open[name] = one
        try:
            self._show(opened, update=False)
            answer, state = await one.waiter
            return answer
        finally:
            self._open.pop(name, None)
            self._show(message_of(name, question, state), update=True)

    def answer(self, request: AnswerRequest) -> None:
        """Give a question its answer; from any thread.

        Raises:
            ArgumentsInvalid: a field of the form is wrong; the question stays open.
            UsageInvalid: it is not asked, or not any more, or this is no answer to it.
        """
        one = self._open.get(request["question"])
        if one is None:
            raise UsageInvalid(
                "this question is not asked any more",
                hint="run the cell again",
                reason="not-open",
            )
        settled = answer_of(one.question, request, request["content"])
        self._open.pop(request["question"], None)
        with suppress(RuntimeError):  # the loop has ended, and who waited with it
            one.loop.call_soon_threadsafe(_settle, one.waiter, settled)

    def close(self) -> None:
        """Deny whatever is asked: no answer can come any more."""
        while self._open:
            _, one = self._open.popitem()
            with suppress(RuntimeError):
                one.loop.call_soon_threadsafe(_refuse, one.waiter, one.question)

    def _show(self, message: Message, *, update: bool) -> None:
        # a model may have got a secret to send, and a cell's output is saved
        message = get_workbench().redactor.json(message, READ)
        elsewhere = beside.get()
        if elsewhere is not None and message["kind"] == "asked":
            elsewhere(message)
            return
        self._shell.display_pub.publish(
            {"text/plain": words_of(message), RESULT_MIME: message},
            transient={"display_id": message["id"]},
            update=update,
        )


def _settle(waiter: asyncio.Future[tuple[Any, State]], settled: tuple[Any, State]) -> None:
    if not waiter.done():
        waiter.set_result(settled)


def _refuse(waiter: asyncio.Future[tuple[Any, State]], question: Asked[Any]) -> None:
    if not waiter.done():
        waiter.set_exception(
            ApprovalDenied(
                f"{question.undone}: mcp-workbench was unloaded before anybody answered",
                hint="load it, and run the cell again",
                reason="unloaded",
            )
        )
