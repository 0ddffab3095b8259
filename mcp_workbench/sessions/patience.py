"""How long a request may take: until a word of it comes, and in all."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from types import TracebackType
from typing import Literal, Self

import anyio

Over = Literal["", "silence", "total"]


class Patience:
    """A limit on silence and one on the whole; neither counts the time that a person is asked.

    As a context manager it gives up what is awaited within; `over` then says which limit it was.
    On the background loop only.

    Args:
        silence: seconds without an answer or a word of progress.
        total: seconds in all, however often progress is reported.

    >>> async def wait_too_long() -> str:
    ...     with Patience(0.01, 60) as patience:
    ...         await anyio.sleep(1)
    ...     return patience.over
    >>> anyio.run(wait_too_long)
    'silence'
    """

    def __init__(self, silence: float, total: float) -> None:
        self.silence, self.total = silence, total
        self.extended = False
        self._scope = anyio.CancelScope()
        self._end = 0.0
        self._pauses = 0
        self._paused_at = 0.0

    def __enter__(self) -> Self:
        now = anyio.current_time()
        self._end = now + self.total
        self._scope.deadline = min(now + self.silence, self._end)
        self._scope.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        return self._scope.__exit__(kind, error, trace)

    @property
    def over(self) -> Over:
        """Which limit ended it; empty where none did."""
        if not self._scope.cancelled_caught:
            return ""
        in_all = self._scope.deadline >= self._end
        return "total" if in_all and (self.extended or self.total < self.silence) else "silence"

    def extend(self) -> None:
        """A word came: silence counts from now."""
        self.extended = True
        self._count()

    @contextmanager
    def paused(self) -> Generator[None]:
        """Count nothing within: a person is asked, who takes whatever time it takes."""
        self._pauses += 1
        if self._pauses == 1:
            self._paused_at = anyio.current_time()
            self._scope.deadline = float("inf")
        try:
            yield
        finally:
            self._pauses -= 1
            if not self._pauses:
                self._end += anyio.current_time() - self._paused_at
                self._count()

    def _count(self) -> None:
        if not self._pauses:
            self._scope.deadline = min(anyio.current_time() + self.silence, self._end)
