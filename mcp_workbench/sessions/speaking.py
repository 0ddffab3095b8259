"""What a server says by itself, and which model answers it: the part of `Server` about that."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, get_args

from ..errors import UsageInvalid, WorkbenchClosed, WorkbenchError, near
from ..visible import one_line
from .hearing import Hearing
from .remarks import remark
from .server_log import LogEntry, ServerLog

if TYPE_CHECKING:
    from .callbacks import Callbacks
    from .connection import Connection
    from .server import Server

Level = Literal[
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
]  # the least first; RFC 5424 counts the other way
LEVELS: tuple[Level, ...] = get_args(Level)


def check_level(level: object) -> Level:
    """A level of log messages.

    Raises:
        UsageInvalid: there is none of this name.

    >>> check_level("warning")
    'warning'
    """
    for known in LEVELS:
        if level == known:
            return known
    raise UsageInvalid(
        f"there is no level {one_line(str(level), 60)!r}",
        hint=near(str(level), LEVELS),
        reason="level",
    )


class Speaking:
    """Logs of a server, and the model that it may ask.

    Attributes:
        sampling: the model that answers this server, as its name or an object of pydantic-ai; None
            where it may ask none. It counts from the next connection on.
        on_log: called with each `LogEntry` of the protocol, in the context of the call that runs,
            on the background loop; it must not take long. It may be a coroutine function, which
            gets one after the other; of more than 1,000 that wait the oldest are dropped.
    """

    _server: Server
    _log: ServerLog

    def __init__(self) -> None:
        super().__init__()
        self.sampling: Any = None
        self.on_log: Callable[[LogEntry], object] | None = None
        self._log_level: Level = "info"
        self.hearing = Hearing("on_log", self._remark)

    def _remark(self, text: str) -> None:
        remark(self._server.notes, text)

    @property
    def log(self) -> list[str]:
        """The last lines that it logged or wrote beside the protocol, over all its connections."""
        return self._log.lines

    @property
    def log_level(self) -> Level:
        """How much of its log the server is asked to tell; `debug` is all of it."""
        return self._log_level

    @log_level.setter
    def log_level(self, level: Level) -> None:
        self._log_level = check_level(level)
        self.post(self.tell_level)

    def post(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do `work` on the background loop where the server is connected; nobody waits for it."""
        if self._server.status == "connected":
            with suppress(WorkbenchClosed):
                self._server.workbench.loop.submit(work())

    async def tell_level(self) -> None:
        """Tell the server, which is connected, how much of its log is wanted."""
        await self._tell(lambda connection: connection.callbacks.set_level)

    async def tell_roots(self) -> None:
        """Tell the server, which is connected, that the directories are others."""
        await self._tell(lambda connection: connection.callbacks.roots_changed)

    async def _tell(
        self, what: Callable[[Connection], Callable[[Any], Coroutine[Any, Any, None]]]
    ) -> None:
        with suppress(WorkbenchError):  # what it is not told, it learns when it connects again
            connection = await self._server.connection()
            await connection.tell(what(connection))

    def callbacks(self) -> Callbacks:
        """What the client of one more connection calls."""
        from .callbacks import Callbacks  # needs the SDK

        return Callbacks(self._server)

    def hear_log(self, params: Mapping[str, Any]) -> LogEntry:
        """Keep a message of its log."""
        return self._log.message(params.get("level"), params.get("logger"), params.get("data"))

    def logs(self, level: str = "debug") -> list[LogEntry]:
        """What it logged or wrote beside the protocol, of this level or graver, the oldest first.

        What it wrote has no level, and is there whatever is asked for.

        Raises:
            UsageInvalid: there is no such level.
        """
        least = LEVELS.index(check_level(level))
        return [entry for entry in self._log.entries if _gravity(entry.level) >= least]


def _gravity(level: str) -> int:
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)
