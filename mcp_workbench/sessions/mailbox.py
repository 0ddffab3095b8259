"""Work that passes between event loops: handed over, run, waited for."""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Generic, TypeVar

T = TypeVar("T")
# a function that makes the coroutine leaves nothing behind where an interrupt comes before it runs
Work = Coroutine[Any, Any, T] | Callable[[], Coroutine[Any, Any, T]]
IN_A_ROUND = 4  # letters that are read in one round of the loop


class Mailbox:
    """Runs what it is given on its loop, in order, from any thread.

    Waking a loop costs a system call, and the other thread takes over at once, so it is woken once
    for all that one round of the sender's loop posts. An interrupt may land between any two steps
    of `post`, so whoever waits calls `wake` as well.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._letters: deque[Callable[[], None]] = deque()
        self._woken = False

    def post(
        self, letter: Callable[[], None], after: asyncio.AbstractEventLoop | None = None
    ) -> None:
        """Run `letter` on the loop soon; dropped when the loop is closed.

        Args:
            letter: what is run.
            after: the loop this is called on, which goes on; its present round ends first.
        """
        self._letters.append(letter)
        if after is None:
            self._woken = True
            self.wake()
        elif not self._woken:
            self._woken = True
            after.call_soon(self.wake)

    def wake(self) -> None:
        """Have the loop look, whoever woke it before; nothing where it is closed."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.drain)

    def drain(self) -> None:
        """Run the first of what is there, and the others in the next rounds; only on the loop.

        Calls that are made together would otherwise march in step, all at their start and then all
        at their end, and the collector would look at the whole heap for want of garbage.
        """
        # first, so that what comes while the last letter is read asks for another round
        self._woken = False
        for _ in range(IN_A_ROUND):
            if not self._letters:
                return
            self._letters.popleft()()
        self.loop.call_soon(self.drain)
        self._woken = True

    def empty(self) -> None:
        """Run all that is left, after the loop ended."""
        while self._letters:
            self._letters.popleft()()


class Job(Generic[T]):
    """A coroutine on its way to another loop, in the context of whoever sent it.

    Args:
        work: what is to be run, or what makes it there.
        ended: called on that loop, once, when it ended in any way.
    """

    def __init__(self, work: Work[T], ended: Callable[[], None]) -> None:
        self._work, self._ended = work, ended
        self._context = contextvars.copy_context()
        self._there: Mailbox | None = None
        self._unwanted = False
        self.over = False
        self.task: asyncio.Task[T] | None = None

    def send(self, there: Mailbox, after: asyncio.AbstractEventLoop | None = None) -> None:
        """Start on the loop of `there`; see `Mailbox.post` for `after`."""
        self._there = there
        there.post(self._start, after)

    def nudge(self) -> None:
        """Have the other loop look: an interrupt may have kept it from being woken."""
        if self._there is not None:
            self._there.wake()

    def cancel(self) -> None:
        """Cancel it, however far it came; again does no harm."""
        self._unwanted = True
        if self._there is None:
            self._cancel_there()
            return
        self._there.post(self._cancel_there)
        self._there.wake()

    def _start(self) -> None:
        if self._unwanted or self._there is None:
            self._cancel_there()
            return
        work = self._context.run(self._work) if callable(self._work) else self._work
        self.task = self._there.loop.create_task(work, context=self._context)
        self.task.add_done_callback(self._done)

    def _cancel_there(self) -> None:
        if self.task is not None:
            self.task.cancel()
        else:
            if not callable(self._work):
                self._work.close()
            self._end()

    def _done(self, task: asyncio.Task[T]) -> None:
        if not task.cancelled():
            task.exception()  # seen, also when nobody waits any more
        self._end()

    def _end(self) -> None:
        if not self.over:
            self.over = True
            self._ended()


class Visitor:
    """The awaiters of one loop, for as long as there are any.

    Its heartbeat wakes a loop that has nothing else to do, and looks each time whether somebody
    waits in vain: an interrupt may have kept him from being woken.

    Args:
        loop: where they wait.
        heartbeat: seconds from one look to the next.
        alive: whether there is still anything to wait for.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, heartbeat: float, alive: Callable[[], bool]
    ) -> None:
        self.mailbox = Mailbox(loop)
        self._heartbeat, self._alive = heartbeat, alive
        self._waiters: dict[asyncio.Future[None], Job[Any] | None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def waiter(self) -> asyncio.Future[None]:
        """A future to await; `wake` or the end of everything ends it."""
        waiter = self.mailbox.loop.create_future()
        self._waiters[waiter] = None
        if self._timer is None:
            self._timer = self.mailbox.loop.call_later(self._heartbeat, self._beat)
        return waiter

    def expect(self, waiter: asyncio.Future[None], job: Job[Any]) -> None:
        """Let `waiter` wait for `job`."""
        self._waiters[waiter] = job

    def wake(self, waiter: asyncio.Future[None]) -> None:
        """End the wait of `waiter`, from any thread."""
        self.mailbox.post(lambda: _release(waiter), _running_loop())

    def leave(self, waiter: asyncio.Future[None]) -> bool:
        """Forget `waiter`; whether it was the last."""
        self._waiters.pop(waiter, None)
        if not self._waiters and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return not self._waiters

    def _beat(self) -> None:
        self._timer = self.mailbox.loop.call_later(self._heartbeat, self._beat)
        self.mailbox.drain()
        alive = self._alive()
        for waiter, job in self._waiters.items():
            if job is not None:
                job.nudge()
            if not alive or (job is not None and job.over):
                _release(waiter)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _release(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)
