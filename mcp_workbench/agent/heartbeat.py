"""A timer that wakes an event loop which has nothing else to do."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from ..sessions.loop import HEARTBEAT


class Heartbeat:
    """As long as it is entered, the running loop looks around ten times a second.

    ipykernel stops an awaited cell by a callback that does not wake an idle loop.

    >>> async def main() -> None:
    ...     with Heartbeat():
    ...         await asyncio.sleep(0)
    >>> asyncio.run(main())
    """

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._beat()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()

    def _beat(self) -> None:
        self._timer = self._loop.call_later(HEARTBEAT, self._beat)
