"""Who called a server that asks or says something, and where that is to be seen."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

from ..errors import CallCancelled
from ..visible import printed
from .hearing import Hearing, Word

T = TypeVar("T")
LETTING_GO = 0.6  # seconds that a question which is cancelled gets to leave the screen


class _Work:
    """A question that is asked for a call.

    Args:
        task: that does it.
        sure: whether it is known to be for that call, rather than for another of the connection.
    """

    def __init__(self, task: asyncio.Task[Any], *, sure: bool) -> None:
        self.task, self.sure = task, sure
        self._off: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def call_off(self) -> None:
        """Nobody waits for it any more."""
        if not self._off.done():
            self._off.set_result(None)
        self.task.cancel()

    async def over(self) -> bool:
        """Wait until it is done, or called off; whether it is done.

        One that is called off, or cancelled, is not waited for to its end, since code of a person
        may take no notice; the latter for long enough to let go of a prompt.
        """
        try:
            await asyncio.wait([self.task, self._off], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self.task.cancel()
            await asyncio.wait([self.task], timeout=LETTING_GO)
            raise
        return not self._off.done()


class Caller:
    """One request that runs, and the context in which it was made.

    A context manager, since each call pays for it.

    Args:
        warn: what is told beside its result.
        running: where it stands as long as it runs.
        hearing: tells the person's code what the server says by itself.
    """

    def __init__(
        self, warn: Callable[[str], None], running: dict[Caller, None], hearing: Hearing
    ) -> None:
        self.warn, self._running, self._hearing = warn, running, hearing
        self._context = contextvars.copy_context()
        self._work: set[_Work] = set()
        self._token: contextvars.Token[Caller | None] | None = None

    def __enter__(self) -> Self:
        self._token = _caller.set(self)
        self._running[self] = None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        del self._running[self]
        if self._token is not None:
            with suppress(ValueError):  # left in another context than it was entered in
                _caller.reset(self._token)
        self._hearing.own_up(self.warn)
        if self._work:
            self._leave()

    def _leave(self) -> None:
        """Call off what is still asked for the call; what may be for another one is left to it."""
        heir = next(reversed(self._running), None)
        for work in tuple(self._work):
            if heir is None or work.sure:
                work.call_off()
            else:
                heir.take(work)

    def take(self, work: _Work) -> None:
        """Be who `work` is done for, until it is done."""
        self._work.add(work)
        work.task.add_done_callback(lambda _: self._work.discard(work))

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` returns, in the context of the caller, so that it is shown in its cell.

        Raises:
            CallCancelled: nobody waits for it any more.
        """
        begun = self._begun(work)
        if await begun.over():
            return begun.task.result()
        raise CallCancelled("the call for which this was asked has ended", reason="caller-gone")

    def tell(self, callback: Callable[[], object], what: str) -> None:
        """Call `callback`, code of a person called `what`, in the context of the caller.

        It may be a coroutine function, which outlives the call. What it raises becomes a warning.
        """

        def failed(error: BaseException) -> None:
            self.warn(f"{what} raised {type(error).__name__}: {printed(error, str)}")

        self._hearing.tell(Word(callback, self._context.copy(), failed))

    def _begun(self, work: Coroutine[Any, Any, Any]) -> _Work:
        loop = asyncio.get_running_loop()
        task = loop.create_task(work, context=self._context.copy())
        begun = _Work(task, sure=_caller.get() is self)
        self.take(begun)
        return begun


_caller: contextvars.ContextVar[Caller | None] = contextvars.ContextVar(
    "mcp_workbench_caller", default=None
)


class Callers:
    """The requests of one connection that run, in order.

    Args:
        hearing: tells the person's code what the server says by itself.
    """

    def __init__(self, hearing: Hearing) -> None:
        self._running: dict[Caller, None] = {}
        self._hearing = hearing

    def calling(self, warn: Callable[[str], None]) -> Caller:
        """Around a request, in the context of whoever makes it."""
        return Caller(warn, self._running, self._hearing)

    def nobody(self, warn: Callable[[str], None]) -> Caller:
        """Who stands in where no request runs."""
        return Caller(warn, {}, self._hearing)

    @property
    def current(self) -> Caller | None:
        """For whom the server speaks now: the call in whose context this runs, else the last one.

        From 2026-07-28 on a server asks within its answer, and over HTTP on the stream of its
        answer, so that it is known for whom. Else it asks on a connection that all calls share, and
        says nothing of whom it means.
        """
        own = _caller.get()
        if own in self._running:
            return own
        return next(reversed(self._running), None)
