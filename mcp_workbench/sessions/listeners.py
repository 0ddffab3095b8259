"""Who wants to know that something about a server changed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from ..errors import WorkbenchClosed
from .loop import BackgroundLoop

logger = logging.getLogger(__name__)


class Listeners:
    """Calls back on the background loop; where nobody listens, nothing starts.

    Args:
        loop: where the callbacks run, after whatever changed has changed.
    """

    def __init__(self, loop: BackgroundLoop) -> None:
        self._loop = loop
        self._callbacks: tuple[Callable[[], None], ...] = ()
        self._lock = threading.Lock()

    def add(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` at each change from now on, until the function that comes back is."""

        def told() -> None:  # one of its own, since the same callback may be added twice
            callback()

        def stop() -> None:
            with self._lock:
                self._callbacks = tuple(one for one in self._callbacks if one is not told)

        # replaced, never changed: another thread may be telling
        with self._lock:
            self._callbacks = (*self._callbacks, told)
        return stop

    def tell(self) -> None:
        """Say that something changed; from any thread."""
        if self._callbacks:
            with suppress(WorkbenchClosed):
                self._loop.post(self._call)

    def tell_the_end(self) -> None:
        """Say so here and now, where the loop has ended."""
        self._call()

    def _call(self) -> None:
        for callback in self._callbacks:
            try:
                callback()
            except BaseException:
                # whatever it raises, also to leave the program, what it listens to goes on
                logger.warning("a listener of the workbench failed", exc_info=True)
