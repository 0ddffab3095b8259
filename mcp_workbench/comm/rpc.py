"""One comm on which a front end asks: each request is a task, and ends with one reply."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from ..errors import CallCancelled, UsageInvalid, WorkbenchClosed, WorkbenchError
from ..messages import Reply, Request
from ..sessions import get_workbench
from ..visible import one_line
from .answering import answered
from .desk import Desk
from .questions import Questions
from .replies import READ, done, failed
from .requests import id_of, read_request

MOST = 100  # requests of one front end at the same time
logger = logging.getLogger(__name__)


class Rpc:
    """Answers what comes on `comm`; on the background loop, so also while a cell runs.

    Every reply is sent in the context of its request. The context names the subshell that the
    request came on, and ipykernel sends the next request to the one that was answered last.

    Args:
        comm: of ipykernel, whose classes have no types.
        questions: those that wait for an answer.
    """

    def __init__(self, comm: Any, questions: Questions) -> None:
        self._comm, self._questions = comm, questions
        self._running: dict[str, tuple[str, asyncio.Task[Reply]]] = {}
        self._over = False

    def received(self, message: Mapping[str, Any]) -> None:
        """Take a message of the front end; from whichever thread ipykernel has it."""
        data = message["content"].get("data")
        try:
            request = read_request(data)
            context = contextvars.copy_context()
            get_workbench().loop.post(lambda: self._begin(request, context))
        except WorkbenchError as error:
            name = id_of(data)
            if name is not None:
                self._send(failed(name, error))

    def close(self) -> None:
        """End the comm from this side."""
        self.ended()
        self._comm.close()

    def ended(self) -> None:
        """Nobody listens any more: calls are cancelled, what concerns servers goes on."""
        self._over = True
        for method, task in tuple(self._running.values()):
            if method == "call":
                with suppress(RuntimeError):  # its loop has ended, and the task with it
                    task.get_loop().call_soon_threadsafe(task.cancel)

    def _begin(self, request: Request, context: contextvars.Context) -> None:
        """Start what is asked; on the background loop."""
        name, method = request["id"], request["method"]
        if self._over and method == "call":
            return  # nobody could cancel it, or answer what its server asks
        if request["method"] == "cancel":
            self._cancel(request["request"])
            context.run(self._send, done(name))
            return
        try:
            task = self._started(request, context)
        except WorkbenchError as error:
            context.run(self._send, failed(name, error))
            return
        self._running[name] = method, task
        task.add_done_callback(partial(self._finish, name), context=context)

    def _started(self, request: Request, context: contextvars.Context) -> asyncio.Task[Reply]:
        if request["id"] in self._running or len(self._running) >= MOST:
            raise UsageInvalid(
                "a request with this id, or too many requests, are running already",
                hint="wait for their end",
                reason="too-many",
            )
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # what came last is read after the loop has ended
            closed = "this workbench was closed"
            raise WorkbenchClosed(closed, hint="ask again", reason="closed") from None
        desk = Desk(get_workbench(), self._questions, self._send)
        return loop.create_task(answered(request, desk), context=context)

    def _cancel(self, name: str) -> None:
        # one that is not there has ended already, which is as good
        _, task = self._running.get(name, ("", None))
        if task is not None:
            task.cancel()

    def _finish(self, name: str, task: asyncio.Task[Reply]) -> None:
        self._running.pop(name, None)
        if task.cancelled():
            told = "cancelled; the server was told to stop"
            self._send(failed(name, CallCancelled(told, hint="run it again", reason="cancelled")))
        elif (fault := task.exception()) is not None:
            self._send(failed(name, _told(fault)))
        else:
            self._send(task.result())

    def _send(self, reply: Reply) -> None:
        if self._over:
            return
        try:
            # a result may hold large pictures, and was looked through beside this loop
            is_clean = reply["type"] == "result"
            self._comm.send(reply if is_clean else get_workbench().redactor.json(reply, READ))
        except Exception as fault:
            # whatever it is that cannot be sent, the front end must not wait for ever
            logger.debug("a reply cannot be sent", exc_info=True)
            with suppress(Exception):
                self._comm.send(failed(reply["id"], _told(fault)))


def _told(fault: BaseException) -> WorkbenchError:
    """`fault` as one of ours: whatever else it is, the front end is told."""
    if isinstance(fault, WorkbenchError):
        return fault
    words = one_line(f"{type(fault).__name__}: {fault}", 300)
    return WorkbenchError(f"it failed unexpectedly: {words}", reason="unexpected")
