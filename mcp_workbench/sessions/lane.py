"""So many calls at the same time; more wait in order."""

from __future__ import annotations

import asyncio


class Lane:
    """Lets in as many as may run; who is cancelled while he waits has left the queue.

    On the background loop only.

    Args:
        most: how many run at the same time; any number where it is `None`.

    >>> async def through() -> bool:
    ...     lane = Lane(1)
    ...     waited = await lane.enter()
    ...     lane.leave()
    ...     return waited
    >>> asyncio.run(through())
    False
    """

    def __init__(self, most: int | None) -> None:
        self._places = None if most is None else asyncio.Semaphore(most)

    async def enter(self) -> bool:
        """Wait for a place; whether there was a wait. Whoever has entered must `leave`."""
        if self._places is None:
            return False
        waited = self._places.locked()
        await self._places.acquire()
        return waited

    def leave(self) -> None:
        """Give the place to the next one."""
        if self._places is not None:
            self._places.release()
