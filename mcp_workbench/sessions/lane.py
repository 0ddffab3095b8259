"""So many calls at the same time; more wait in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Lane:
    """Lets in as many as may run; who is cancelled while he waits has left the queue.

    On the background loop only.

    Args:
        most: how many run at the same time; any number where it is `None`.

    >>> async def through() -> bool:
    ...     async with Lane(1).turn() as waited:
    ...         return waited
    >>> asyncio.run(through())
    False
    """

    def __init__(self, most: int | None) -> None:
        self._places = None if most is None else asyncio.Semaphore(most)

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[bool, None]:
        """Wait for a place and hold it; tells whether there was a wait."""
        if self._places is None:
            yield False
            return
        waited = self._places.locked()
        async with self._places:
            yield waited
