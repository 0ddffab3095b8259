"""Failures of a cell that it did not show, said in one line each at its end."""

from __future__ import annotations

import sys
import weakref
from contextlib import suppress
from typing import Any, NoReturn, cast

from ..errors import WorkbenchError
from ..visible import one_line

MOST = 20  # failures of one cell that are said one by one
SHOWN = 200  # characters of what went wrong, and of its hint


class Unseen:
    """What failed in the running cell and was not shown yet.

    A failed magic is a value, and a value that is assigned, or stands on a line that is not the
    last, is shown by nobody. `tell` belongs to IPython's event `post_run_cell`.

    Args:
        shell: the IPython shell, whose classes have no types.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        # weak, since the answer of a tool may be large; what is gone was shown to nobody either
        self._failed: list[tuple[weakref.ref[Any], WorkbenchError, str]] = []
        self._more = 0
        self._watched: set[type] = set()

    def remember(self, magic: str, value: Any) -> None:
        """Take note of `value`, which `magic`, such as `%mcp call`, gave, where it is a failure."""
        error = getattr(value, "error", None)
        if not getattr(value, "is_error", False) or not isinstance(error, WorkbenchError):
            return
        if len(self._failed) == MOST:
            self._more += 1
            return
        self._watch(cast("object", value))
        self._watch(error)
        self._failed.append((weakref.ref(value), error, _told(magic, value, error)))

    def tell(self, result: Any = None) -> None:
        """Say what the cell did not show, on its standard error, and forget it."""
        self._seen(getattr(result, "error_in_exec", None))
        lines = [line for _, _, line in self._failed]
        if self._more:
            lines.append(f"mcp: … and {self._more} more failed")
        self._failed, self._more = [], 0
        if lines:
            with suppress(AttributeError, OSError, ValueError):  # no stream, or a closed one
                sys.stderr.write("\n".join(lines) + "\n")

    def stop(self) -> None:
        """Leave the shell as it was."""
        printers = self._formatter.type_printers
        for kind in self._watched:
            if printers.get(kind) == self._displayed:
                del printers[kind]
        self._watched.clear()

    @property
    def _formatter(self) -> Any:
        # asked first for whatever is displayed, by a cell's last line and by display()
        return self._shell.display_formatter.ipython_display_formatter

    def _watch(self, value: object) -> None:
        kind = type(value)
        if kind not in self._watched:
            self._watched.add(kind)
            self._formatter.for_type(kind, self._displayed)

    def _displayed(self, value: object) -> NoReturn:
        self._seen(value)
        raise NotImplementedError  # how a formatter says that the others shall show it

    def _seen(self, value: object) -> None:
        if value is not None:
            self._failed = [
                one for one in self._failed if one[0]() is not value and one[1] is not value
            ]


def _told(magic: str, value: Any, error: WorkbenchError) -> str:
    context = getattr(value, "context", None)
    what = magic if context is None else str(context.full_name)
    hint = f" – {one_line(error.hint, SHOWN)}" if error.hint else ""
    return f"mcp: {one_line(what)} failed [{error.code}]: {one_line(error.what, SHOWN)}{hint}"
