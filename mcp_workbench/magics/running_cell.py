"""Which cell a piece of work belongs to, and whether that cell still runs."""

from __future__ import annotations

import concurrent.futures
import contextvars
from typing import Any

# done when the cell ended
Cell = concurrent.futures.Future[None]
_cell: contextvars.ContextVar[Cell | None] = contextvars.ContextVar("mcp_workbench_cell")


class RunningCells:
    """Listens to a shell: `began` belongs to its event `pre_run_cell`, `ended` to `post_run_cell`.

    Work that a cell leaves behind goes on in the context of that cell, where nobody sees any more
    what it shows or asks.

    >>> cells = RunningCells()
    >>> cells.began("the first"); here().done()
    False
    >>> cells.ended(); here().done()
    True
    """

    def __init__(self) -> None:
        self._running: list[tuple[Any, Cell]] = []

    def began(self, info: Any = None) -> None:
        """A cell begins, in the context in which its code will run."""
        cell: Cell = concurrent.futures.Future()
        self._running.append((info, cell))
        _cell.set(cell)

    def ended(self, result: Any = None) -> None:
        """A cell ended; the last one where it is none that was heard to begin."""
        info = getattr(result, "info", None)
        for place, (known, cell) in reversed(list(enumerate(self._running))):
            if known is info or info is None or known is None:
                del self._running[place]
                cell.set_result(None)
                return


def here() -> Cell | None:
    """The cell to which the caller's context belongs; None where it belongs to none."""
    return _cell.get(None)
