"""Workbenches that nobody closed, at the end of the interpreter."""

from __future__ import annotations

import atexit
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .workbench import Workbench


def close_at_exit(workbench: Workbench) -> None:
    """Close the servers properly when the interpreter ends, without keeping the workbench alive."""
    reference = weakref.ref(workbench)

    def close() -> None:
        alive = reference()
        if alive is not None:
            alive.close_sync()

    atexit.register(close)
    weakref.finalize(workbench, atexit.unregister, close).atexit = False
