"""The comm target of a kernel: who is connected to it, and the way in and out."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ..messages import HELLO, TARGET
from ..notebook import tell_by_panel

if TYPE_CHECKING:
    from ..asking import Asked
    from .events import Events
    from .questions import Questions
    from .rpc import Rpc

T = TypeVar("T")
# a page that is loaded again says nothing to the comms it had: those not heard of for longest are
# given up
MOST = 16

_attached: Attachment | None = None


class Attachment:
    """The front ends of one kernel.

    Nothing but the target is there before the first of them connects: no thread, and none of the
    modules that answer.

    Args:
        shell: the IPython shell of the kernel, whose classes have no types.
        manager: its comm manager.
    """

    def __init__(self, shell: Any, manager: Any) -> None:
        self.shell = shell
        self._manager = manager
        self._rpcs: dict[str, Rpc] = {}
        self._sessions: dict[str, str] = {}  # of the clients that opened them
        self._events: Events | None = None
        self._questions: Questions | None = None
        self._lock = threading.RLock()  # front ends may connect at once, each on its own subshell
        manager.register_target(TARGET, self.opened)

    @property
    def connected(self) -> bool:
        """Whether the front end is there that may answer what is asked here.

        Of several clients of a kernel it is the one that runs the cell: no other shows what is
        asked below it, and a page that was closed tells nobody that it has gone.
        """
        asking = _session_of(getattr(self.shell, "parent_header", None))
        known = tuple(self._sessions.values())
        return asking in known if asking else bool(known)

    @property
    def questions(self) -> Questions:
        """What is asked of the person at a front end."""
        from .questions import Questions

        with self._lock:
            if self._questions is None:
                self._questions = Questions(self.shell)
            return self._questions

    def greet(self) -> None:
        """Let front ends that are there already learn of the target."""
        from comm import create_comm

        create_comm(target_name=HELLO, data={"version": 1}).close()

    def close(self) -> None:
        """Take the target away, end all comms, and deny what is asked."""
        if self._manager.targets.get(TARGET) == self.opened:
            self._manager.unregister_target(TARGET, self.opened)
        for rpc in tuple(self._rpcs.values()):
            rpc.close()
        self._rpcs.clear()
        self._sessions.clear()
        if self._events is not None:
            self._events.close()
        if self._questions is not None:
            self._questions.close()

    def opened(self, comm: Any, message: Mapping[str, Any]) -> None:
        """Take a comm that a front end opens; from whichever thread ipykernel has it."""
        from .requests import notebook_of, read_opening

        data = message["content"].get("data")
        channel = read_opening(data)
        if channel == "rpc":
            tell_by_panel(notebook_of(data))
            self._open_rpc(comm, _session_of(message))
        elif channel == "events":
            self._open_events(comm, _session_of(message))
        else:
            comm.close()  # a front end of another version learns that it cannot speak with this one

    def _open_rpc(self, comm: Any, session: str) -> None:
        from .rpc import Rpc

        self._sessions[comm.comm_id] = session
        rpc = self._rpcs[comm.comm_id] = Rpc(comm, self.questions)
        # not on_msg: around its handler IPython would have matplotlib give the figures of the
        # running cell to this message
        comm.handle_msg = partial(self._received, rpc, comm.comm_id)
        comm.on_close(partial(self._gone, comm.comm_id))
        with self._lock:
            while len(self._rpcs) > MOST:
                oldest = next(iter(self._rpcs))
                self._rpcs[oldest].close()
                self._gone(oldest)

    def _received(self, rpc: Rpc, comm_id: str, message: Mapping[str, Any]) -> None:
        with self._lock:
            if comm_id in self._rpcs:  # it is in use, so others are given up before it
                self._rpcs[comm_id] = self._rpcs.pop(comm_id)
                if self._events is not None:
                    self._events.heard(self._sessions.get(comm_id, ""))
        rpc.received(message)

    def _open_events(self, comm: Any, session: str) -> None:
        from .events import Events

        with self._lock:
            if self._events is None:
                self._events = Events(MOST)
            self._events.add(comm, session)

    def _gone(self, comm_id: str, _message: object = None) -> None:
        rpc = self._rpcs.pop(comm_id, None)
        self._sessions.pop(comm_id, None)
        if rpc is not None:
            rpc.ended()


def _session_of(message: Mapping[str, Any] | None) -> str:
    """The client that sent `message`; empty where none did."""
    header: Any = message.get("header") if message else None
    return str(header.get("session", "")) if header else ""


def attach(shell: Any) -> None:
    """Let front ends connect to the kernel of `shell`; nothing happens in a shell without one.

    Again, it begins anew.
    """
    global _attached  # noqa: PLW0603  one kernel a process
    manager = getattr(getattr(shell, "kernel", None), "comm_manager", None)
    if manager is None:
        return
    if _attached is not None:
        _attached.close()
    _attached = Attachment(shell, manager)
    _attached.greet()


def detach(shell: Any) -> None:
    """Take away what `attach` put there, and close the comms of all front ends."""
    global _attached  # noqa: PLW0603  one kernel a process
    if _attached is not None and _attached.shell is shell:
        _attached.close()
        _attached = None


def connected() -> bool:
    """Whether a front end listens that can answer a question.

    >>> connected()
    False
    """
    return _attached is not None and _attached.connected


def is_beside_a_panel() -> bool:
    """Whether what is asked here is shown at a panel's own call, so that it needs no cell.

    >>> is_beside_a_panel()
    False
    """
    from .questions import beside

    return beside.get() is not None


async def ask(question: Asked[T]) -> T:
    """Show `question` below the cell that asks, and wait for the person's answer at a front end.

    Raises:
        ApprovalDenied: no front end is connected.
        asyncio.CancelledError: nobody waits any more; the display says so.
    """
    if _attached is None or not _attached.connected:
        from ..asking import nobody

        raise nobody(question, "the MCP panel of JupyterLab is not open")
    return await _attached.questions.ask(question)
