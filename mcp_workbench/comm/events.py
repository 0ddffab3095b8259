"""Tells the state of this kernel to every front end that listens."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ..messages import ServerMessage
from ..sessions import get_workbench, watch_workbench
from .state import state_of

if TYPE_CHECKING:
    from ..sessions import Workbench

PAUSE = 0.05  # seconds between two states


class Events:
    """Sends the state whole: to who opens a comm at once, to all at each change.

    Many changes in a short time are told as one.

    Args:
        most: comms that are kept; of more, those not heard of for longest are given up.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._comms: dict[str, Any] = {}
        self._sessions: dict[str, str] = {}  # of the clients that opened them
        self._lock = threading.Lock()  # a later state never overtakes an earlier one
        self._revision = 0
        self._last: list[ServerMessage] | None = None
        self._sent_at = 0.0
        self._due: asyncio.TimerHandle | None = None
        self._workbench: Workbench | None = None
        self._stop_listening: Callable[[], None] = lambda: None
        self._follow(get_workbench())
        self._stop_watching = watch_workbench(self._another)

    def add(self, comm: Any, session: str) -> None:
        """Tell `comm`, of ipykernel and opened by a client's `session`, the state from now on."""
        self._comms[comm.comm_id] = comm
        self._sessions[comm.comm_id] = session
        comm.on_close(partial(self._gone, comm.comm_id))
        while len(self._comms) > self._most:
            oldest = next(iter(self._comms))
            given_up = self._comms[oldest]
            self._gone(oldest)
            given_up.close()
        with self._lock:
            self._revision += 1
            comm.send(state_of(self._workbench, self._revision))

    def heard(self, session: str) -> None:
        """A client is there, as it has asked something: others are given up before it."""
        for name in [name for name, known in self._sessions.items() if known == session]:
            self._sessions[name] = self._sessions.pop(name)
            self._comms[name] = self._comms.pop(name)

    def close(self) -> None:
        """Tell nobody any more."""
        self._stop_watching()
        self._stop_listening()
        comms, self._comms, self._sessions = self._comms, {}, {}
        for comm in comms.values():
            comm.close()

    def _gone(self, comm_id: str, _message: object = None) -> None:
        self._comms.pop(comm_id, None)
        self._sessions.pop(comm_id, None)

    def _another(self, workbench: Workbench | None) -> None:
        self._follow(workbench)
        self._push()

    def _follow(self, workbench: Workbench | None) -> None:
        self._stop_listening()
        self._workbench, self._due = workbench, None
        if workbench is not None:
            self._stop_listening = workbench.listen(self._changed)

    def _changed(self) -> None:
        """A server changed; on the background loop, or after its end."""
        wait, loop = self._sent_at + PAUSE - time.monotonic(), _running_loop()
        goes_on = self._workbench is not None and self._workbench.loop.started
        if wait <= 0 or loop is None or not goes_on:
            self._push()
        elif self._due is None:
            self._due = loop.call_later(wait, self._push)

    def _push(self) -> None:
        with self._lock:
            self._due, self._sent_at = None, time.monotonic()
            state = state_of(self._workbench, self._revision + 1)
            if state["servers"] == self._last:
                return
            self._last, self._revision = state["servers"], state["revision"]
            for comm in tuple(self._comms.values()):
                # no cell's context: what is told belongs to none
                contextvars.Context().run(comm.send, state)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
