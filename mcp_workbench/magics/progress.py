"""One line below a cell that says how far its work is."""

from __future__ import annotations

import contextvars
import threading
import time
import uuid
from html import escape
from types import TracebackType
from typing import Any, Self

from ..visible import one_line

PATIENCE = 0.5  # seconds before work that tells nothing gets its line
# a line that was shown leaves an empty output in the notebook, and most servers are up by then
PATIENCE_TO_CONNECT = 2.0
PAUSE = 0.1  # seconds between two changes of the line
LOOK = '<div style="opacity:0.75">'
SHOWN = 120  # characters of what the server says


class ProgressLine:
    """A line that appears once the server tells something, or the work takes long.

    Quick work shows nothing, and finished work leaves nothing: its result is what counts. In a
    plain terminal there is no line, since it could not be changed.

    Args:
        what: what is going on, such as the name of a tool.
        shell: the IPython shell that shows it.
        patience: seconds before the line appears although nothing is told.
    """

    def __init__(self, what: str, shell: Any, patience: float = PATIENCE) -> None:
        self._what, self._shell = what, shell
        self._id = uuid.uuid4().hex
        self._lock = threading.Lock()
        self._began = self._changed = time.monotonic()
        self._shown = self._over = False
        self._told: tuple[float, float | None, str | None] | None = None
        # a kernel sends to the cell that the context names, and a thread has none of its own
        context = contextvars.copy_context()
        self._timer = threading.Timer(patience, context.run, (self._appear,))
        self._timer.daemon = True

    def __enter__(self) -> Self:
        if can_change_what_it_showed(self._shell):
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._shown:
                self._finish(stopped=kind is not None and issubclass(kind, KeyboardInterrupt))

    def tell(self, done: float, total: float | None, message: str | None) -> None:
        """Take what the server says about its progress; from any thread."""
        with self._lock:
            self._told = (done, total, message)
            due = not self._shown or time.monotonic() - self._changed >= PAUSE
            if due and not self._over and can_change_what_it_showed(self._shell):
                self._show()

    def _appear(self) -> None:
        with self._lock:
            if not self._over and not self._shown:
                self._show()

    def _show(self) -> None:
        self._changed = time.monotonic()
        parts = (self._what, self._state(), self._seconds(), self._message())
        text = " · ".join(filter(None, parts))
        self._publish(text, f"{LOOK}{self._bar()}{escape(text)}</div>")

    def _finish(self, *, stopped: bool) -> None:
        text = f"{self._what} · stopped after {self._seconds()}" if stopped else ""
        self._publish(text, f"{LOOK}{escape(text)}</div>" if stopped else "")

    def _publish(self, text: str, html: str) -> None:
        self._shell.display_pub.publish(
            {"text/plain": text, "text/html": html},
            transient={"display_id": self._id},
            update=self._shown,
        )
        self._shown = True

    def _seconds(self) -> str:
        return f"{time.monotonic() - self._began:.1f} s"

    def _state(self) -> str:
        if self._told is None:
            return "running"
        done, total, _ = self._told
        # more than all of it is no share of anything
        return f"{100 * (done / total):.0f} %" if total and 0 <= done <= total else f"{done:g}"

    def _message(self) -> str:
        return one_line((self._told[2] if self._told else None) or "", SHOWN)

    def _bar(self) -> str:
        if self._told is None or not self._told[1]:
            return ""
        done, total, _ = self._told
        return f'<progress value="{done:g}" max="{total:g}"></progress> '


def connecting(name: str, shell: Any) -> ProgressLine:
    """The line for a server, called `name` where that is known, that is being connected."""
    return ProgressLine(f"connecting {name}".rstrip(), shell, PATIENCE_TO_CONNECT)


def can_change_what_it_showed(shell: Any) -> bool:
    """Whether a display of `shell` can be changed after it was shown."""
    from IPython.core.displaypub import DisplayPublisher

    # the base class prints, and what is printed stays
    return type(shell.display_pub) is not DisplayPublisher
