"""Whether a person's code was stopped from outside, or raised by itself what looks like it."""

from __future__ import annotations

import asyncio
import signal
import threading
import traceback


def came_from_outside(error: BaseException) -> bool:
    """Whether `error`, caught around code that runs on this loop, is none of that code's own.

    An event loop lets `SystemExit` and `KeyboardInterrupt` of one task end everything on it, so
    what a function raises must not get there; a cancellation and the stop of a cell must.

    >>> came_from_outside(SystemExit(2)), came_from_outside(ValueError())
    (False, False)
    """
    if isinstance(error, asyncio.CancelledError):
        task = asyncio.current_task()
        return task is not None and task.cancelling() > 0
    if isinstance(error, KeyboardInterrupt):
        return threading.current_thread() is threading.main_thread() and _came_from_signal(error)
    return isinstance(error, GeneratorExit)


def _came_from_signal(error: KeyboardInterrupt) -> bool:
    """Whether the handler of Ctrl-C raised it; those of kernels and of `asyncio.run` cancel."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        return True  # it leaves no trace
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return frame.f_code is getattr(handler, "__code__", None)
