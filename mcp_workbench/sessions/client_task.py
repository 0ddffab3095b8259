"""One task enters and leaves the SDK's client, and knows why it ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import anyio
from mcp import Client

from ..errors import CallCancelled, ConnectionFailed, WorkbenchError
from ..settings import Settings
from ..specs import ServerSpec
from .eras import Way
from .faults import CLOSED, Party, leaf_of, shown, translated
from .in_process import InProcessTransport
from .launchers import fetches, startup_limit
from .revisions import Agreement
from .server_log import ServerLog
from .stdio import StdioTransport
from .tap import Notice, Tap
from .transports import transport_of

LAST_WORDS, LAST_CHARACTERS = 20, 2000
NOT_A_SERVER = "is it an MCP server? check the command, or the URL, or give --startup-timeout"
FETCHING = "it may still be fetched: %mcp warm tries again, --startup-timeout 300 gives it longer"
CLOSE_PATIENCE = 8.0  # seconds; more than all that a transport waits on its way out
NOISE = "it wrote to stdout, not in the protocol: {}"
OBITUARY = 0.5  # seconds to learn exit code and last words of a server that just ended
GONE = "Connection closed"  # what the SDK answers in the place of a server that is gone
# refusals of one request that mean the whole connection: the next use makes a new one
ENDING = ("session_lost", "unreachable", "tls", "http_401")


class ClientTask:
    """One use of the SDK's client: from `start` until `close`, or until the server ends.

    Only on the background loop. The client is entered and left by one task, which is ended by its
    own cancel scope: cancelled from outside, the client hangs in its shutdown.

    Args:
        name: what the server is called, for errors.
        spec: what it is, its placeholders filled.
        settings: limits.
        options: of the client, such as its callbacks.
        log: where the last lines of the server are kept.
        notice: told of each notification of the server, by its method.
        ended: called when all has ended, in whatever way.
    """

    def __init__(
        self,
        name: str,
        spec: ServerSpec,
        settings: Settings,
        *,
        options: Mapping[str, Any],
        log: ServerLog,
        notice: Notice,
        ended: Callable[[], None],
    ) -> None:
        self.name, self.spec, self.settings = name, spec, settings
        self.protocol_version = ""
        self.ignored_the_probe = False
        self._error: WorkbenchError | None = None
        self._options, self._notice, self._has_ended = options, notice, ended
        self._log = log
        self._client: Any = None
        self._stop = asyncio.Event()
        self._closing = False
        self._refused = False
        self._limit = startup_limit(spec, settings)
        # here already, so that a close that comes first finds it
        self._scope = anyio.CancelScope()
        self._owner: asyncio.Task[None] | None = None
        self._process: StdioTransport | InProcessTransport | None = None

    @property
    def alive(self) -> bool:
        """Whether requests can be sent."""
        return self._client is not None and not self._stop.is_set()

    async def start(self, way: Way, deadline: float) -> None:
        """Connect in this way, until `deadline` by the clock of the loop.

        Raises:
            WorkbenchError: what `faults.translated` makes of it.
        """
        self._scope.deadline = deadline
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._owner = asyncio.create_task(self._own(way, ready), name=f"mcp:{self.name}")
        try:
            await asyncio.shield(ready)
        except asyncio.CancelledError:
            await self.close(hurry=True)
            raise

    async def _own(self, way: Way, ready: asyncio.Future[None]) -> None:
        fault: BaseException | None = None
        try:
            with self._scope:
                await self._serve(way, ready)
        except BaseException as error:  # noqa: BLE001  groups too; it is told below
            fault = error
        finally:
            self._client = None
        if fault is not None:
            self._error = self._error or translated(fault, self._party())
        elif not ready.done() and not self._closing:
            self._error = self.late("gave no answer", NOT_A_SERVER)
        elif not self._closing:
            self._error = self._error or self._ended()
        if not ready.done():
            ready.set_exception(self._error or self._ended())
            ready.exception()  # nobody may be waiting any more
        self._has_ended()

    async def _serve(self, way: Way, ready: asyncio.Future[None]) -> None:
        self._log.begin()
        self._log.timeline.note(f"connecting over {way.spec.transport}")
        transport = transport_of(way.spec, self.settings, self._log)
        if isinstance(transport, StdioTransport | InProcessTransport):
            self._process = transport
        agreement = Agreement(way.pinned)
        tap = Tap(
            *(transport, self._lost, self.settings.probe_timeout, self._notice, agreement),
            self._log.timeline,
        )
        async with Client(tap.connect(), mode=way.mode, **self._options) as client:  # pyright: ignore[reportArgumentType]  the tap's streams are duck-typed
            self.ignored_the_probe = tap.ignored_the_probe
            self._scope.deadline = float("inf")
            if self._process is not None:
                self._process.patient = not self._closing
            self._client, self.protocol_version = client, client.protocol_version
            self._log.connected()
            ready.set_result(None)
            await self._stop.wait()
            self._client = None

    def _lost(self, fault: Exception | None) -> None:
        if fault is not None:
            self._error = translated(fault, self._party())
        self._over()

    def _over(self) -> None:
        """No more requests; told at once, since a server may need seconds to end."""
        self._stop.set()
        self._has_ended()

    @property
    def error(self) -> WorkbenchError | None:
        """Why it ended, as far as that is known: the server's last words may be still to come."""
        ending = self._owner is not None and not self._owner.done() and self._stop.is_set()
        if ending and not self._closing and self._error is None:
            return self._ended()
        return self._error

    def forgive(self) -> None:
        """Forget why it ended."""
        self._error = None

    def _party(self) -> Party:
        return Party(self.name, self.last_words(), ended=self._stop.is_set())

    def last_words(self) -> str:
        """Exit code and last lines of the server, for a hint."""
        if self._process is None:
            return ""
        code = self._process.exit_code
        told = [] if code is None else [f"it ended with exit code {code}"]
        if self._log.last_noise:
            told.append(NOISE.format(shown(self._log.last_noise)))
        lines = self._log.recent_error_lines if self.alive else self._log.error_lines
        if lines := lines[-LAST_WORDS:]:
            told.append("it wrote:\n" + shown_lines(lines))
        return "; ".join(told)

    def _ended(self) -> WorkbenchError:
        how = "was closed while it connected" if self._closing else "ended"
        return ConnectionFailed(
            f"server {self.name!r} {how}",
            hint=self.last_words() or "the next use connects again",
            reason="closed",
        )

    def late(self, what: str, hint: str) -> WorkbenchError:
        """The error of a server that needs longer than it may to connect."""
        words = self.last_words()
        told = (FETCHING, words) if fetches(self.spec) else (words or hint,)
        return ConnectionFailed(
            f"server {self.name!r} {what} within {self._limit:g} s",
            hint="; ".join(filter(None, told)),
            reason="timeout",
        )

    async def living(self) -> Any:
        """The client.

        Raises:
            WorkbenchError: why there is none any more.
        """
        if self._client is None:
            raise await self._why_ended()
        return self._client

    async def _why_ended(self) -> WorkbenchError:
        """Why the connection ended, after what can be known in a moment."""
        if self._closing:
            return CallCancelled(
                f"server {self.name!r} was closed before the answer came",
                hint="call it again, which connects it again",
                reason="closed",
            )
        if self._owner is not None:
            await asyncio.wait([self._owner], timeout=OBITUARY)
        if self._refused and self._error is not None:
            # that was the answer to another request, and says nothing of this one
            return ConnectionFailed(
                f"the connection to server {self.name!r} ended before the answer came",
                hint=self._error.what,
                reason="closed",
            )
        return copy(self._error) or self._ended()

    @property
    def noises(self) -> int:
        """How many lines came that were not of the protocol."""
        return self._log.noises

    def noise_since(self, noises: int) -> str:
        """The last line that may have been meant as the answer, for a hint."""
        return "" if self.noises == noises else NOISE.format(shown(self._log.last_noise)) + "; "

    async def told(self, fault: BaseException) -> WorkbenchError:
        """`fault` in our words, after what the server's end left to be known."""
        leaf = leaf_of(fault)
        if getattr(leaf, "code", None) == CLOSED:
            if self.alive and self._owner is not None and str(leaf) == GONE:
                # a transport that broke down tells nobody but the task that owns it
                await asyncio.wait([self._owner], timeout=OBITUARY)
            if not self.alive:
                return await self._why_ended()
        error = translated(fault, self._party())
        if error.reason in ENDING and self.alive:
            self._error, self._refused = error, True
            self._over()
        return error

    def retire(self) -> None:
        """End in order, and let nobody wait for it."""
        self._closing = True
        self._stop.set()

    async def close(self, *, hurry: bool = False) -> None:
        """End the connection and the server's process; in a hurry without patience for either."""
        # one that has ended already was closed by nobody
        self._closing = self._closing or not self._stop.is_set()
        self._stop.set()
        if hurry:
            self._end_now()
        if self._owner is None or self._owner.done():
            return
        try:
            await asyncio.wait([self._owner], timeout=None if hurry else CLOSE_PATIENCE)
        except asyncio.CancelledError:
            self._end_now()
            raise
        if not self._owner.done():
            self._end_now()
            await asyncio.wait([self._owner])

    def _end_now(self) -> None:
        if self._process is not None:
            self._process.patient = False
        self._scope.cancel()


def shown_lines(lines: list[str]) -> str:
    """Lines of a log as text that is safe to show, from the end back to a bound."""
    return "\n".join(shown(line) for line in lines)[-LAST_CHARACTERS:]
