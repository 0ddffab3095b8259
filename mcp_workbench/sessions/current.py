"""The workbench of this kernel."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .workbench import Workbench

logger = logging.getLogger(__name__)
_current: Workbench | None = None
_watchers: list[Callable[[Workbench | None], None]] = []


def get_workbench() -> Workbench:
    """The workbench of this kernel, made on first use; a new one once it was closed.

    The child of a fork gets one of its own, too.

    >>> get_workbench() is get_workbench()
    True
    """
    global _current  # noqa: PLW0603  one a process is the point
    if _current is None or not _current.loop.usable:
        from .workbench import Workbench

        _current = Workbench()
        _tell()
    return _current


def set_workbench(workbench: Workbench | None) -> Workbench | None:
    """Make `workbench` this kernel's; the one before is returned.

    >>> before = set_workbench(None)
    >>> set_workbench(before) is None
    True
    """
    global _current
    before, _current = _current, workbench
    _tell()
    return before


def watch_workbench(callback: Callable[[Workbench | None], None]) -> Callable[[], None]:
    """Have `callback` called with each workbench, or none, that becomes this kernel's.

    What it raises is logged.

    Returns:
        The function that ends this; safe twice.

    >>> stop = watch_workbench(print)
    >>> before = set_workbench(None)
    None
    >>> stop()
    >>> _ = set_workbench(before)
    """

    def told(workbench: Workbench | None) -> None:  # one of its own: a callback may come twice
        callback(workbench)

    def stop() -> None:
        with suppress(ValueError):
            _watchers.remove(told)

    _watchers.append(told)
    return stop


def _tell() -> None:
    for callback in tuple(_watchers):
        try:
            callback(_current)
        except Exception:
            # whatever it raises, the others are told
            logger.warning("a watcher of the workbench failed", exc_info=True)
