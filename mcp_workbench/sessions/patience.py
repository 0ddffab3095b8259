"""How long a request may take: until a word of it comes, and in all."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from types import TracebackType
from typing import Literal, Self

import anyio

GRAIN = 0.02  # of a limit: how exactly it is kept, so that a flood of words moves no timer each
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
        self._end = self._due = 0.0
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
        """A word came: silence counts from now, or from a little later; cheap in a flood."""
        self.extended = True
        now = anyio.current_time()
        if now >= self._due and not self._pauses:
            self._due = now + GRAIN * self.silence
            self._scope.deadline = min(self._due + self.silence, self._end)

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
                now = anyio.current_time()
                self._end += now - self._paused_at
                self._scope.deadline = min(now + self.silence, self._end)
