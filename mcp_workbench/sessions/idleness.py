"""Notices that a connection has not been in use for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self


class Idleness:
    """Counts who uses a connection, as a context manager that may be entered many times.

    On the background loop only.

    Args:
        limit: seconds without any use after which `retire` is called; never where it is `None`.
        retire: called once; it must not raise.
    """

    def __init__(self, limit: float | None, retire: Callable[[], None]) -> None:
        self._limit, self._retire = limit, retire
        self._users = 0
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> Self:
        self._users += 1
        self._stop()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._users -= 1
        self.watch()

    def watch(self) -> None:
        """Count from now, where nobody uses it."""
        if self._limit is not None and not self._users:
            self._stop()
            self._timer = asyncio.get_running_loop().call_later(self._limit, self._retire)

    def end(self) -> None:
        """Count no more, whatever uses are still to end."""
        self._limit = None
        self._stop()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
