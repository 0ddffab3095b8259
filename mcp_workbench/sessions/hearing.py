"""Code of a person that listens: it is told one thing after the other, and waits for nobody."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

MOST = 1000  # words that wait for a listener that takes its time


@dataclass(frozen=True, eq=False)
class Word:
    """One thing that a listener is told.

    Args:
        callback: tells it; it may return a coroutine.
        context: where it runs, so that what it prints is seen in the right cell.
        failed: takes what it raises: nothing that code of a person does harms a connection.
    """

    callback: Callable[[], object]
    context: contextvars.Context
    failed: Callable[[BaseException], None]

    def begin(self) -> asyncio.Task[BaseException | None] | None:
        """Tell it; a task where that takes its time."""
        try:
            found = self.context.run(self.callback)
        except BaseException as error:  # noqa: BLE001  whatever code of a person raises, exit too
            self.failed(error)
            return None
        if not inspect.iscoroutine(found):
            return None
        return asyncio.get_running_loop().create_task(_held(found), context=self.context)


async def _held(work: Coroutine[Any, Any, object]) -> BaseException | None:
    """What `work` raises, as a value: an exit that a task raises would end its loop."""
    try:
        await work
    except asyncio.CancelledError:
        raise
    except BaseException as error:  # noqa: BLE001  see above
        return error
    return None


class Hearing:
    """Tells one listener; only on one event loop.

    A function is told at once. While a coroutine function is still busy with one word the others
    wait, in order and in bounds: of too many the oldest are dropped, which is told as one warning.

    Args:
        what: what the listener is called.
        warn: takes the warning, where nobody has it before; see `own_up`.
    """

    def __init__(self, what: str, warn: Callable[[str], None]) -> None:
        self._what, self._warn = what, warn
        self._waiting: dict[object, Word] = {}
        self._worker: asyncio.Task[None] | None = None
        self._dropped = 0

    def tell(self, word: Word, key: object = None) -> None:
        """Tell `word`, in its turn.

        Args:
            word: what is told.
            key: what it is about, where one word that waits is enough for all that say the same.
        """
        if self._worker is None or self._worker.done():
            if task := word.begin():
                self._worker = asyncio.create_task(self._go_on(task, word), name="mcp listener")
            return
        if len(self._waiting) >= MOST:
            del self._waiting[next(iter(self._waiting))]
            self._dropped += 1
        self._waiting[word if key is None else key] = word

    def own_up(self, warn: Callable[[str], None]) -> None:
        """Tell `warn` how many words were dropped since that was last told, where any were."""
        if self._dropped:
            warn(f"{self._what} took so long that {self._dropped} older messages were dropped")
            self._dropped = 0

    async def _go_on(self, task: asyncio.Task[BaseException | None] | None, word: Word) -> None:
        while True:
            if task is not None:
                await asyncio.wait([task])
                if error := None if task.cancelled() else task.result():
                    word.failed(error)
            if not self._waiting:
                break
            word = self._waiting.pop(next(iter(self._waiting)))
            task = word.begin()
        self.own_up(self._warn)
