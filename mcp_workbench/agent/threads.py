"""Functions that block, in a thread of their own that can be stopped."""

from __future__ import annotations

import asyncio
import contextvars
import ctypes
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from ..errors import Interrupted
from ..visible import printed

T = TypeVar("T")


async def in_own_thread(function: Callable[[], T]) -> T:
    """What `function` returns or raises; a thread of its own runs it, in the caller's context.

    A kernel sends what is printed there to the cell of the caller. Cancelling raises
    `KeyboardInterrupt` in the function between two of its steps; code in C goes on until it
    returns. A pool would not do: its threads cannot be given up.

    >>> asyncio.run(in_own_thread(lambda: 6 * 7))
    42
    """
    call = _Call(function, asyncio.get_running_loop())
    thread = threading.Thread(target=call.run, name="mcp-workbench-tool", daemon=True)
    thread.start()
    try:
        return await call.ended
    except asyncio.CancelledError:
        call.stop(thread)
        raise


class _Call(Generic[T]):
    """One function on its way through one thread."""

    def __init__(self, function: Callable[[], T], loop: asyncio.AbstractEventLoop) -> None:
        self._function, self._loop = function, loop
        self._context = contextvars.copy_context()
        self._lock = threading.Lock()
        self._running = True
        self.ended: asyncio.Future[T] = loop.create_future()

    def run(self) -> None:
        """In the thread: call, and tell the loop."""
        # it may come between the end of the function and the end of the thread
        with suppress(Interrupted):
            self._run()

    def _run(self) -> None:
        try:
            value = self._context.run(self._function)
        except BaseException as error:  # noqa: BLE001  whatever it raises belongs to the caller
            self._over()
            self._tell(self._fail, error)
        else:
            self._over()
            self._tell(self._succeed, value)

    def stop(self, thread: threading.Thread) -> None:
        """Raise in the thread, as long as the function runs there."""
        with self._lock:
            if self._running and thread.ident is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread.ident), ctypes.py_object(Interrupted)
                )

    def _over(self) -> None:
        with self._lock:
            self._running = False

    def _tell(self, how: Callable[..., None], what: object) -> None:
        # nobody listens any more where the loop is closed
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(how, what)

    def _succeed(self, value: T) -> None:
        if not self.ended.done():
            self.ended.set_result(value)

    def _fail(self, error: BaseException) -> None:
        if self.ended.done():
            return
        if isinstance(error, Exception) and not isinstance(error, StopIteration):
            self.ended.set_exception(error)
        else:
            # a future takes no StopIteration, and SystemExit would end the loop itself
            told = RuntimeError(f"{type(error).__name__}: {printed(error, str)}")
            told.__cause__ = error
            self.ended.set_exception(told)
