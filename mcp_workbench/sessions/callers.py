"""Who called a server that asks or says something, and where that is to be seen."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")


class CallerGone(Exception):
    """The call has ended for which something was asked."""


class Caller:
    """One request that runs, and the context in which it was made.

    A context manager, since each call pays for it.

    Args:
        warn: what is told beside its result.
        running: where it stands as long as it runs.
    """

    def __init__(self, warn: Callable[[str], None], running: dict[Caller, None]) -> None:
        self.warn, self._running = warn, running
        self._context = contextvars.copy_context()
        self._work: set[asyncio.Task[Any]] = set()
        self._over = False
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
        self.end()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` returns, in the context of the caller, so that it is shown in its cell.

        Raises:
            CallerGone: the call ended before.
        """
        if self._over:
            work.close()
            raise CallerGone
        task = asyncio.get_running_loop().create_task(work, context=self._context.copy())
        self._work.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if self._over and me is not None and not me.cancelling():
                raise CallerGone from None
            task.cancel()
            raise
        finally:
            self._work.discard(task)

    def show(self, callback: Callable[[], object]) -> None:
        """Call `callback` in the context of the caller."""
        self._context.copy().run(callback)

    def end(self) -> None:
        """The call is over: what is still asked for it is called off."""
        self._over = True
        for task in tuple(self._work):
            task.cancel()


_caller: contextvars.ContextVar[Caller | None] = contextvars.ContextVar(
    "mcp_workbench_caller", default=None
)


class Callers:
    """The requests of one connection that run, in order."""

    def __init__(self) -> None:
        self._running: dict[Caller, None] = {}

    def calling(self, warn: Callable[[str], None]) -> Caller:
        """Around a request, in the context of whoever makes it."""
        return Caller(warn, self._running)

    @property
    def current(self) -> Caller | None:
        """For whom the server speaks now: the call in whose context this runs, else the last one.

        From 2026-07-28 on a server asks within its answer, so that it is known for whom. Before, it
        asks on a connection that all calls share, and says nothing of whom it means.
        """
        own = _caller.get()
        if own in self._running:
            return own
        return next(reversed(self._running), None)
