"""Progress of a call, told where the call was made."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from .patience import Patience

# done so far, of how much where it is known, and what the server says about it
Progress = Callable[[float, float | None, str | None], Any]
Tell = Callable[[float, float | None, str | None], Awaitable[None]]


def in_context_of_the_call(progress: Progress, warn: Callable[[str], None]) -> Tell:
    """`progress` as the SDK wants it, run in the context of the caller.

    A kernel sends what is printed to the cell that the context names, and the SDK would use that
    of the cell which connected. What `progress` raises becomes a warning: the call goes on.
    """
    context = contextvars.copy_context()

    async def tell(done: float, total: float | None, message: str | None) -> None:
        try:
            found = context.run(progress, done, total, message)
            if inspect.iscoroutine(found):
                await asyncio.get_running_loop().create_task(found, context=context)
        except Exception as error:  # noqa: BLE001  a callback of the person must not end the call
            warn(f"the progress callback raised {type(error).__name__}: {error}")

    return tell


class Words:
    """The words of progress of one call: each extends its `patience`.

    Args:
        patience: how long the call may take.
        progress: told of them in the context of the caller, where anybody listens.
        warn: told what `progress` raises.
        redact: leaves secrets out of what the server says.
    """

    __slots__ = ("_patience", "_redact", "_tell")

    def __init__(
        self,
        patience: Patience,
        progress: Progress | None,
        warn: Callable[[str], None],
        redact: Callable[[str], str] = str,
    ) -> None:
        self._patience, self._redact = patience, redact
        self._tell = None if progress is None else in_context_of_the_call(progress, warn)

    async def __call__(self, done: float, total: float | None, message: str | None) -> None:
        """One word: done so far, of how much, and what the server says about it."""
        self._patience.extend()
        if self._tell is not None:
            await self._tell(done, total, None if message is None else self._redact(message))
