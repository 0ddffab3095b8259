"""One at a time, in order, whatever event loops they come from."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections import deque


class Turns:
    """A lock for `async with` that coroutines of several event loops may wait for.

    Tools of servers are called on the background loop, functions of the notebook on the caller's,
    and both may have a question at the same moment. `asyncio.Lock` belongs to one loop.

    >>> async def main() -> None:
    ...     async with Turns():
    ...         print("mine")
    >>> asyncio.run(main())
    mine
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = False
        self._waiting: deque[concurrent.futures.Future[None]] = deque()

    async def __aenter__(self) -> None:
        with self._lock:
            if not self._taken:
                self._taken = True
                return
            ticket: concurrent.futures.Future[None] = concurrent.futures.Future()
            self._waiting.append(ticket)
        try:
            await asyncio.wrap_future(ticket)
        except BaseException:  # also where its loop ends without cancelling it
            with self._lock:
                given = not ticket.cancel()
                if given:  # the turn came in the same moment; it goes to the next
                    self._pass_on()
            raise

    async def __aexit__(self, *_: object) -> None:
        with self._lock:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            ticket = self._waiting.popleft()
            if ticket.set_running_or_notify_cancel():
                ticket.set_result(None)
                return
        self._taken = False
