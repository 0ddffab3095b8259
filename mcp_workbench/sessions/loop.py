"""One background event loop, and the ways to wait for what runs on it."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import math
import os
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from ..errors import (
    CallCancelled,
    CallTimeout,
    Interrupted,
    UsageInvalid,
    WorkbenchClosed,
    WorkbenchError,
)
from .mailbox import Job, Mailbox, Visitor, Work

T = TypeVar("T")
logger = logging.getLogger(__name__)
# ipykernel 7.4 does not wake an idle loop when a cell is stopped; a timer does
HEARTBEAT = 0.1
POLL = 0.2  # seconds between looks of a blocking wait: Windows cannot interrupt a longer one
GRACE = 0.6  # seconds that stopped work gets to unwind before the person has the prompt back
STOPPED = "stopped; the server was told"


class BackgroundLoop:
    """An asyncio loop in a daemon thread: servers live on it, whatever the cell does.

    The thread starts with the first piece of work and ends with `stop`, after which every use
    raises. A forked child cannot use its parent's loop and is told so.

    Args:
        told: makes of an error what may be shown: whoever waits here may be code of the person, so
            that no error passes that this has not seen.

    >>> loop = BackgroundLoop()
    >>> loop.block(asyncio.sleep(0, "done"))
    'done'
    >>> loop.stop()
    """

    def __init__(self, told: Callable[[WorkbenchError], WorkbenchError] | None = None) -> None:
        self._told = told
        self._lock = threading.Lock()
        self._mailbox: Mailbox | None = None
        self._thread: threading.Thread | None = None
        self._visitors: dict[asyncio.AbstractEventLoop, Visitor] = {}
        self._stopped = False
        self._pid = os.getpid()

    @property
    def started(self) -> bool:
        """Whether the thread runs, in this process."""
        return self._thread is not None and self._thread.is_alive() and self._pid == os.getpid()

    @property
    def usable(self) -> bool:
        """Whether work can be given to it: it was not stopped, and it is this process's own."""
        return not self._stopped and self._pid == os.getpid()

    @property
    def inside(self) -> bool:
        """Whether the caller is on the background thread."""
        return threading.current_thread() is self._thread

    def submit(self, work: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        """Start `work` and wait for nothing; the thread starts where it does not run yet.

        Raises:
            WorkbenchClosed: the loop was stopped, or belongs to the process this one forked from.
        """
        try:
            with self._claimed():
                return asyncio.run_coroutine_threadsafe(work, self._running().loop)
        except WorkbenchError:
            work.close()
            raise

    def post(self, letter: Callable[[], None]) -> None:
        """Run `letter`, which must not raise, on the loop soon; wait for nothing.

        Raises:
            WorkbenchClosed: as `submit`.
        """
        with self._claimed():
            self._running().post(letter)

    def block(self, work: Work[T], *, limit: float = math.inf) -> T:
        """Wait in this thread; works also where another loop runs, as in a cell.

        Args:
            work: a coroutine, or a function without arguments that makes one.
            limit: seconds after which it is given up, whatever hangs there.

        Raises:
            Interrupted: the person stopped the cell; `work` was cancelled.
            CallCancelled: something else cancelled `work`.
            CallTimeout: `limit` is over.
            UsageInvalid: called on the background thread, which would wait for itself.
            WorkbenchClosed: as `submit`, also while it waits.
        """
        # a plain lock: an interrupt inside the wait of an Event can leave it locked for good
        ended = threading.Lock()
        ended.acquire()
        job = Job(work, ended.release)
        try:
            self._send(job)
            deadline = time.monotonic() + limit
            while not ended.acquire(timeout=POLL) and self.started:
                if time.monotonic() > deadline:
                    raise CallTimeout(f"it took more than {limit:g} s", reason="timeout")
                job.nudge()
        except KeyboardInterrupt:
            _give_up(job, ended)
            raise Interrupted(STOPPED) from None
        except WorkbenchError:
            job.cancel()
            raise
        return self._outcome(job)

    async def wait(self, work: Work[T]) -> T:
        """Await `work` from any loop; cancelling the awaiter cancels it.

        Raises:
            asyncio.CancelledError: the person stopped the cell; shown there in one line.
            CallCancelled: something else cancelled `work`.
            WorkbenchClosed: as `submit`, also while it waits.
        """
        if self.inside:
            return await self._awaited(work() if callable(work) else work)
        visitor = self._visitor()
        waiter = visitor.waiter()
        job = Job(work, lambda: visitor.wake(waiter))
        visitor.expect(waiter, job)
        try:
            self._send(job, asyncio.get_running_loop())
            await waiter
        except BaseException as stop:
            job.cancel()
            if isinstance(stop, asyncio.CancelledError):
                tell_in_one_line(stop)
            raise
        finally:
            if visitor.leave(waiter):
                self._visitors.pop(visitor.mailbox.loop, None)
        return self._outcome(job)

    async def _awaited(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return await work
        except WorkbenchError as error:
            if self._told is not None:
                self._told(error)
            raise

    def stop(self) -> None:
        """End loop and thread, and cancel what still runs; safe at any time and twice."""
        if self._pid != os.getpid():
            return  # the lock may be held by a thread that this fork does not have
        with self._lock:
            self._stopped = True
        mailbox, thread = self._mailbox, self._thread
        if mailbox is None or thread is None or not thread.is_alive():
            return
        mailbox.post(mailbox.loop.stop)
        mailbox.wake()
        if not self.inside:
            thread.join(2)

    def _send(self, job: Job[Any], after: asyncio.AbstractEventLoop | None = None) -> None:
        if self.inside:
            raise UsageInvalid(
                "a _sync method was called on the background thread",
                hint="await the method without _sync",
                reason="background",
            )
        with self._claimed():
            job.send(self._running(), after)

    def _claimed(self) -> threading.Lock:
        if self._pid != os.getpid():
            raise WorkbenchClosed(
                "this process is a fork, and its parent holds the connections",
                hint="get_workbench() gives one of its own, as does Workbench()",
                reason="forked",
            )
        return self._lock

    def _running(self) -> Mailbox:
        if self._stopped:
            raise _closed()
        if self._mailbox is None:
            mailbox = Mailbox(asyncio.new_event_loop())
            # named only once it runs: an interrupt before leaves room for another
            self._thread, self._mailbox = _started(mailbox), mailbox
        return self._mailbox

    def _visitor(self) -> Visitor:
        here = asyncio.get_running_loop()
        visitor = self._visitors.get(here)
        if visitor is None:
            visitor = self._visitors[here] = Visitor(here, HEARTBEAT, lambda: self.started)
        return visitor

    def _outcome(self, job: Job[T]) -> T:
        task = job.task
        if task is None or not task.done():
            raise _closed()
        if task.cancelled():
            raise _closed() if self._stopped else CallCancelled("cancelled", hint="call it again")
        error = task.exception()
        if self._told is not None and isinstance(error, WorkbenchError):
            self._told(error)
        return task.result()


def _started(mailbox: Mailbox) -> threading.Thread:
    """A thread that runs the loop of `mailbox`; it ends again where an interrupt comes between."""
    thread = threading.Thread(target=_run, args=(mailbox,), name="mcp-workbench", daemon=True)
    try:
        thread.start()
    except BaseException as fault:
        mailbox.post(mailbox.loop.stop)
        if isinstance(fault, RuntimeError) and thread.ident is not None:
            # it did start; the wait for it fell over the interrupt
            raise KeyboardInterrupt from None
        raise
    return thread


def _run(mailbox: Mailbox) -> None:
    loop = mailbox.loop
    asyncio.set_event_loop(loop)
    try:
        _run_on(loop)
        mailbox.empty()
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            # bounded: a task that refuses to end must not hold the interpreter
            loop.run_until_complete(asyncio.wait(left, timeout=1))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()


def _run_on(loop: asyncio.AbstractEventLoop) -> None:
    """Run until the loop is stopped: who leaves the program here would take all servers along."""
    while True:
        try:
            loop.run_forever()
        except (SystemExit, KeyboardInterrupt) as leave:
            logger.warning("%r was raised on the background loop, and goes no further", leave)
        else:
            return


def _give_up(job: Job[Any], ended: threading.Lock) -> None:
    try:
        job.cancel()
        if not job.over:
            ended.acquire(timeout=GRACE)
    except KeyboardInterrupt:
        job.cancel()  # asked twice: the work goes on unwinding on its own


def _closed() -> WorkbenchError:
    return WorkbenchClosed(
        "this workbench is closed",
        hint="get_workbench() gives a new one, as does Workbench()",
        reason="closed",
    )


def tell_in_one_line(stop: asyncio.CancelledError, text: str = STOPPED) -> None:
    """Let IPython show `stop` without the traceback of a wait.

    On the instance, since it must stay one of the very class: before Python 3.12 `asyncio.timeout`
    takes a subclass for something else.
    """
    vars(stop)["_render_traceback_"] = lambda: [f"Interrupted: {text}"]
