"""The pieces of an agent's run below a cell, each a display that changes while it goes on."""

from __future__ import annotations

import contextvars
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Self

from ..agent import AgentRun
from ..agent.events import Ended, Event
from ..agent.view import Piece, Pieces
from .progress import can_change_what_it_showed

PAUSE = 0.1  # seconds between two changes of one display


@dataclass
class _Place:
    """Where a piece is shown."""

    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    shown: bool = False
    changed: float = 0.0
    waits: bool = False


class RunDisplay:
    """Shows a run; give `tell` to it as `on_event`, and leave the context when it is over.

    What is new is shown at once, changes at most every 0.1 s, and how it ended always before the
    context is left: what comes after the end of a cell reaches nobody. Where a display cannot be
    changed, as in a terminal, each piece is shown when it is complete.

    Args:
        shell: the IPython shell, whose classes have no types.

    Attributes:
        run: how it ended, as soon as that is known.
    """

    def __init__(self, shell: Any) -> None:
        self.run: AgentRun | None = None
        self._shell = shell
        self._lock = threading.RLock()
        self._pieces = Pieces(self._changed)
        self._places: dict[Piece, _Place] = {}
        self._timer: threading.Timer | None = None
        self._over = False
        # a kernel sends to the cell that the context names, and a thread has none of its own
        self._context = contextvars.copy_context()
        self._changes = can_change_what_it_showed(shell)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._pieces.stop()
            self._over = True
            if self._timer is not None:
                self._timer.cancel()

    def tell(self, event: Event) -> None:
        """Take the next event; from any thread."""
        with self._lock:
            if self._over:
                return
            if isinstance(event, Ended):
                self.run = event.run
            self._pieces(event)

    def _changed(self, piece: Piece) -> None:
        place = self._places.setdefault(piece, _Place())
        if piece.over or (self._changes and not place.shown):
            self._show(piece, place)
        elif self._changes:
            place.waits = True
            self._look(piece, place)

    def _look(self, piece: Piece, place: _Place) -> None:
        """Show what waits, should its time have come, else look again when it has."""
        if not place.waits or self._over:
            return
        left = place.changed + PAUSE - time.monotonic()
        if left <= 0:
            self._show(piece, place)
        elif self._timer is None:
            self._timer = threading.Timer(left, self._context.copy().run, (self._look_again,))
            self._timer.daemon = True
            self._timer.start()

    def _look_again(self) -> None:
        with self._lock:
            self._timer = None
            for piece, place in self._places.items():
                self._look(piece, place)

    def _show(self, piece: Piece, place: _Place) -> None:
        self._shell.display_pub.publish(
            piece.bundle(), transient={"display_id": place.id}, update=place.shown
        )
        place.shown, place.waits, place.changed = True, False, time.monotonic()
