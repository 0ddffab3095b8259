"""A thread on which things are done a turn at a time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
Turn = tuple[Callable[[], Any], "Future[Any]"]


class Turns:
    """A thread that does what it is given in order; unlike an executor's it holds up no exit.

    Args:
        name: of the thread.

    >>> turns = Turns("an example")
    >>> turns.give(lambda: 6 * 7).result()
    42
    >>> turns.end()
    """

    def __init__(self, name: str) -> None:
        self._given: queue.SimpleQueue[Turn | None] = queue.SimpleQueue()
        threading.Thread(
            target=_take, args=(self._given,), name=f"mcp-workbench {name}", daemon=True
        ).start()

    def give(self, turn: Callable[[], T]) -> Future[T]:
        """Do `turn` after all that was given before."""
        future: Future[T] = Future()
        self._given.put((turn, future))
        return future

    def end(self) -> None:
        """End the thread after all that was given."""
        self._given.put(None)


def _take(given: queue.SimpleQueue[Turn | None]) -> None:
    while (turn := given.get()) is not None:
        do, future = turn
        # whoever gave it may not want it any more
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(do())
            except BaseException as fault:  # noqa: BLE001  whoever gave the turn is told
                future.set_exception(fault)
        del turn, do, future  # what an idle thread refers to would stay alive
