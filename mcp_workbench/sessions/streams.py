"""The two ends of a transport, as the SDK wants them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Self

import anyio

FULL = 500  # messages that may wait before the sender is asked to pause


class ReadEnd:
    """Messages on their way in; `put` and `end` come from callbacks of the loop.

    Cheaper than a memory stream between two tasks, and nothing is lost when a `receive` is
    cancelled.
    """

    def __init__(self, pause: Callable[[bool], None]) -> None:
        self._items: deque[Any] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._ended = False
        self._fault: Exception | None = None
        self._pause, self._paused = pause, False

    @property
    def ended(self) -> bool:
        """Whether no more comes."""
        return self._ended

    def put(self, item: Any) -> None:
        """Hand over a message."""
        self._items.append(item)
        if len(self._items) > FULL and not self._paused:
            self._paused = True
            self._pause(True)
        self._wake()

    def end(self, fault: Exception | None = None) -> None:
        """No more messages come; `fault` says why, where it is not the server's own end."""
        self._ended = True
        self._fault = self._fault or fault
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def receive(self) -> Any:
        """The next message.

        Raises:
            anyio.EndOfStream: the server ended.
            Exception: the fault that `end` was told.
        """
        while not self._items:
            if self._ended:
                raise self._fault or anyio.EndOfStream
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        if self._paused and len(self._items) <= FULL // 2:
            self._paused = False
            self._pause(False)
        return self._items.popleft()

    async def aclose(self) -> None:
        """Drop what was not read."""
        self._items.clear()
        self.end()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class WriteEnd:
    """Messages on their way out."""

    def __init__(self, send: Callable[[Any], Awaitable[None]]) -> None:
        self._send = send

    async def send(self, item: Any) -> None:
        """Hand `item` to the transport."""
        await self._send(item)

    async def aclose(self) -> None:
        """Nothing to close: the transport ends with its process."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
