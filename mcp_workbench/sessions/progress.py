"""Progress of a call, told where the call was made."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from functools import partial
from typing import Any

from .hearing import Hearing, Word
from .patience import Patience

# done so far, of how much where it is known, and what the server says about it
Progress = Callable[[float, float | None, str | None], Any]


class Words:
    """The words of progress of one call: each extends its `patience`.

    Args:
        patience: how long the call may take.
        progress: told of them in the context of the caller, where anybody listens.
        warn: told what `progress` raises, since the call goes on, and what it could not hear.
        redact: leaves secrets out of what the server says.
    """

    __slots__ = ("_context", "_hearing", "_patience", "_progress", "_redact", "_warn")

    def __init__(
        self,
        patience: Patience,
        progress: Progress | None,
        warn: Callable[[str], None],
        redact: Callable[[str], str] = str,
    ) -> None:
        self._patience, self._progress, self._warn, self._redact = patience, progress, warn, redact
        if progress is not None:
            # a kernel sends what is printed to the cell that the context names, and the SDK would
            # use that of the cell which connected
            self._context = contextvars.copy_context()
            self._hearing = Hearing("the progress callback", warn)

    async def __call__(self, done: float, total: float | None, message: str | None) -> None:
        """One word: done so far, of how much, and what the server says about it."""
        self._patience.extend()
        if self._progress is not None:
            said = None if message is None else self._redact(message)
            told = partial(self._progress, done, total, said)
            self._hearing.tell(Word(told, self._context, self._failed))

    def end(self) -> None:
        """The call has ended: what its callback did not hear is told with it."""
        if self._progress is not None:
            self._hearing.own_up(self._warn)

    def _failed(self, error: BaseException) -> None:
        self._warn(f"the progress callback raised {type(error).__name__}: {error}")
