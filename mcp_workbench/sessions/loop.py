"""One background event loop, and the ways to wait for what runs on it."""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
import os
import sys
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from ..errors import CallCancelled, Interrupted, InterruptedAwait, WorkbenchError

T = TypeVar("T")
# ipykernel 7.4 does not wake an idle loop when a cell is stopped; a timer does
HEARTBEAT = 0.1
POLL = 0.2  # seconds between looks of a blocking wait: Windows cannot interrupt a longer one
GRACE = 0.6  # seconds that stopped work gets to unwind before the person has the prompt back
STOPPED = "stopped; the server was told"


class BackgroundLoop:
    """An asyncio loop in a daemon thread: servers live on it, whatever the cell does.

    The thread starts with the first piece of work and ends with `stop`, after which every use
    raises. A forked child cannot use its parent's loop and is told so.

    >>> loop = BackgroundLoop()
    >>> loop.block(asyncio.sleep(0, "done"))
    'done'
    >>> loop.stop()
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stopped = False
        self._pid = os.getpid()

    @property
    def started(self) -> bool:
        """Whether the thread runs, in this process."""
        return self._thread is not None and self._thread.is_alive() and self._pid == os.getpid()

    @property
    def inside(self) -> bool:
        """Whether the caller is on the background thread."""
        return threading.current_thread() is self._thread

    def submit(self, work: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        """Start `work`, and the thread where it does not run yet.

        Raises:
            WorkbenchError: the loop was stopped, or belongs to the process this one forked from.
        """
        try:
            with self._claimed():
                return asyncio.run_coroutine_threadsafe(work, self._running())
        except WorkbenchError:
            work.close()
            raise

    def block(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait in this thread; works also where another loop runs, as in a cell.

        Raises:
            Interrupted: the person stopped the cell; `work` was cancelled.
            CallCancelled: something else cancelled `work`.
            WorkbenchError: called on the background thread, which would wait for itself.
        """
        if self.inside:
            work.close()
            raise WorkbenchError(
                "a _sync method was called on the background thread",
                hint="await the method without _sync",
                reason="background",
            )
        unwound = threading.Event()
        future: concurrent.futures.Future[T] | None = None
        try:
            future = self.submit(_telling(work, unwound))
            return self._poll(future)
        except KeyboardInterrupt:
            if future is not None:
                _give_up(future, unwound)
            raise Interrupted(STOPPED) from None
        finally:
            if inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
                work.close()

    async def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Await `work` from any loop; cancelling the awaiter cancels it.

        Raises:
            InterruptedAwait: the person stopped the cell.
            CallCancelled: something else cancelled `work`.
        """
        if self.inside:
            return await work
        future = self.submit(work)
        wrapped = asyncio.wrap_future(future)
        try:
            while not wrapped.done() and self.started:
                await asyncio.wait((wrapped,), timeout=HEARTBEAT)
        except asyncio.CancelledError as stop:
            future.cancel()
            raise _interruption(stop) from None
        if wrapped.cancelled() or not wrapped.done():
            raise _cancelled(self._stopped)
        return wrapped.result()

    def stop(self) -> None:
        """End loop and thread, and cancel what still runs; safe at any time and twice."""
        if self._pid != os.getpid():
            return  # the lock may be held by a thread that this fork does not have
        with self._lock:
            self._stopped = True
            loop, thread = self._loop, self._thread
            self._loop = None
        if loop is None or thread is None or not thread.is_alive():
            return
        loop.call_soon_threadsafe(loop.stop)
        if not self.inside:
            thread.join(2)

    def _claimed(self) -> threading.Lock:
        if self._pid != os.getpid():
            raise WorkbenchError(
                "this process is a fork, and its parent holds the connections",
                hint="make a Workbench() of its own",
                reason="forked",
            )
        return self._lock

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._stopped:
            raise _closed()
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=_run, args=(self._loop,), name="mcp-workbench", daemon=True
            )
            self._thread.start()
        return self._loop

    def _poll(self, future: concurrent.futures.Future[T]) -> T:
        while True:
            try:
                return future.result(POLL)
            except concurrent.futures.CancelledError:
                raise _cancelled(self._stopped) from None
            except TimeoutError:
                if future.done():
                    return future.result()
                if not self.started:
                    raise _closed() from None


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            # bounded: a task that refuses to end must not hold the interpreter
            loop.run_until_complete(asyncio.wait(left, timeout=1))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()


async def _telling(work: Coroutine[Any, Any, T], unwound: threading.Event) -> T:
    try:
        return await work
    finally:
        unwound.set()


def _give_up(future: concurrent.futures.Future[Any], unwound: threading.Event) -> None:
    future.cancel()
    try:
        unwound.wait(GRACE)
    except KeyboardInterrupt:
        return  # asked twice: the work goes on unwinding on its own


def _closed() -> WorkbenchError:
    return WorkbenchError(
        "this workbench is closed", hint="make a new Workbench()", reason="closed"
    )


def _cancelled(closed: bool) -> WorkbenchError:
    return _closed() if closed else CallCancelled("it was cancelled", hint="call it again")


def _interruption(stop: asyncio.CancelledError) -> asyncio.CancelledError:
    """What an awaiter that was cancelled raises: in one line where a person reads it."""
    # before Python 3.12 `asyncio.timeout` knows only the very class: scripts use it, cells hardly
    if sys.version_info >= (3, 12) or "ipykernel" in sys.modules:
        return InterruptedAwait(STOPPED)
    return stop
