"""Work that passes between event loops: handed over, run, waited for."""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Mailbox:
    """Runs what it is given on its loop, in order, from any thread.

    Waking a loop costs a system call, so it is woken once for all that piles up meanwhile.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._letters: deque[Callable[[], None]] = deque()
        self._woken = False

    def post(self, letter: Callable[[], None]) -> None:
        """Run `letter` on the loop soon; dropped when the loop is closed."""
        self._letters.append(letter)
        if not self._woken:
            self._woken = True
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self.drain)

    def drain(self) -> None:
        """Run all that is there now; on the loop, or after it ended."""
        # first, so that what comes while the last letter is read asks for another round
        self._woken = False
        while self._letters:
            self._letters.popleft()()


class Job(Generic[T]):
    """A coroutine on its way to another loop, in the context of whoever sent it.

    Args:
        work: what is to be run.
        ended: called on that loop when it ended in any way.
    """

    def __init__(self, work: Coroutine[Any, Any, T], ended: Callable[[], None]) -> None:
        self._work, self._ended = work, ended
        self._context = contextvars.copy_context()
        self._there: Mailbox | None = None
        self._unwanted = False
        self.task: asyncio.Task[T] | None = None

    def send(self, there: Mailbox) -> None:
        """Start on the loop of `there`."""
        self._there = there
        there.post(self._start)

    def cancel(self) -> None:
        """Cancel it, also before it has started."""
        self._unwanted = True
        if self._there is not None:
            self._there.post(self._cancel_there)

    def close(self) -> None:
        """Let it go unheard, when it could not be sent."""
        self._work.close()

    def _start(self) -> None:
        if self._unwanted or self._there is None:
            self._work.close()
            self._ended()
            return
        self.task = self._there.loop.create_task(self._work, context=self._context)
        self.task.add_done_callback(self._done)

    def _cancel_there(self) -> None:
        if self.task is not None:
            self.task.cancel()

    def _done(self, task: asyncio.Task[T]) -> None:
        if not task.cancelled():
            task.exception()  # seen, also when nobody waits any more
        self._ended()


class Visitor:
    """The awaiters of one loop, for as long as there are any.

    Its heartbeat wakes a loop that has nothing else to do, and `beat` is asked each time whether
    there is still anything to wait for.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, heartbeat: float, beat: Callable[[], bool]
    ) -> None:
        self.mailbox = Mailbox(loop)
        self._heartbeat, self._ask = heartbeat, beat
        self._waiters: set[asyncio.Future[None]] = set()
        self._timer: asyncio.TimerHandle | None = None

    def waiter(self) -> asyncio.Future[None]:
        """A future to await; `wake` or the end of everything ends it."""
        waiter = self.mailbox.loop.create_future()
        self._waiters.add(waiter)
        if self._timer is None:
            self._timer = self.mailbox.loop.call_later(self._heartbeat, self._beat)
        return waiter

    def wake(self, waiter: asyncio.Future[None]) -> None:
        """End the wait of `waiter`, from any thread."""
        self.mailbox.post(lambda: None if waiter.done() else waiter.set_result(None))

    def leave(self, waiter: asyncio.Future[None]) -> bool:
        """Forget `waiter`; whether it was the last."""
        self._waiters.discard(waiter)
        if not self._waiters and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return not self._waiters

    def _beat(self) -> None:
        self._timer = self.mailbox.loop.call_later(self._heartbeat, self._beat)
        if not self._ask():
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(None)
