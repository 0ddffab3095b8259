"""How much work a check of arguments may be."""

from __future__ import annotations

import time
from contextvars import ContextVar


class Meter:
    """Counts the steps of one check, and keeps what it could not look at.

    Args:
        steps: how many there may be.
        seconds: of the thread's own computing, for steps that are heavier than others.
        assumed: whether a text counts as matching a pattern that cannot be tried.

    >>> meter = Meter(steps=1, seconds=1)
    >>> meter.spend()
    >>> meter.spend()
    Traceback (most recent call last):
        ...
    TimeoutError: the check takes too long
    """

    def __init__(self, steps: int, seconds: float, *, assumed: bool = True) -> None:
        self.assumed = assumed
        self.unread: dict[str, None] = {}
        self._left = steps
        self._ends = time.perf_counter() + seconds
        self._computed = time.thread_time() + seconds

    def spend(self, steps: int = 1) -> None:
        """Count steps.

        Raises:
            TimeoutError: there were too many, or they took too long.
        """
        self._left -= steps
        if self._left < 0 or (time.perf_counter() > self._ends and self._is_late()):
            raise TimeoutError("the check takes too long")

    def _is_late(self) -> bool:
        # slow to ask, so only where other threads may have had some of the time
        return time.thread_time() > self._computed


# jsonschema makes a validator for each part of a schema; this is how all of one check find theirs
METER: ContextVar[Meter] = ContextVar("mcp_workbench_meter")
