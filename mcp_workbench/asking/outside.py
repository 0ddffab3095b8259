"""Whether a person's code was stopped from outside, or raised by itself what looks like it."""

from __future__ import annotations

import asyncio
import signal
import threading


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
        # kernels and `asyncio.run` have handlers that cancel; this one raises wherever it lands
        is_main = threading.current_thread() is threading.main_thread()
        return is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(error, GeneratorExit)
