"""Runs that block the caller, on one event loop which lasts as long as the process."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from ..errors import Interrupted
from ..sessions.loop import BackgroundLoop

T = TypeVar("T")
PATIENCE = 1.0  # seconds in which a loop answers whose work was stopped
_lasting: BackgroundLoop | None = None
_nested: set[BackgroundLoop] = set()


def run_blocking(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What the coroutine of `work` returns.

    Clients that functions keep from one run to the next belong to the loop of their first use, so
    all runs share one. Only a run inside such a run, which makes that loop wait, has its own.

    Raises:
        Interrupted: the person stopped the cell.

    >>> import asyncio
    >>> run_blocking(lambda: asyncio.sleep(0, "done"))
    'done'
    """
    loop = _loop()
    if any(one.inside for one in (loop, *_nested)):
        return _run_nested(work)
    try:
        return loop.block(work)
    except Interrupted:
        _leave_if_stuck(loop)
        raise


def _loop() -> BackgroundLoop:
    global _lasting  # noqa: PLW0603  one a process is the point
    if _lasting is None or not _lasting.usable:
        _lasting = BackgroundLoop()
        atexit.register(_lasting.stop)
    return _lasting


def _run_nested(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    loop = BackgroundLoop()
    _nested.add(loop)
    try:
        return loop.block(work)
    finally:
        _nested.discard(loop)
        loop.stop()


def _leave_if_stuck(loop: BackgroundLoop) -> None:
    """An async function that never awaits cannot be stopped; the next run has another loop."""
    global _lasting  # noqa: PLW0603  one a process is the point
    answered = threading.Event()
    loop.post(answered.set)
    if not answered.wait(PATIENCE) and _lasting is loop:
        _lasting = None
