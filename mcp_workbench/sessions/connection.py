"""One connection: a single task enters and leaves the SDK's client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import anyio
from mcp import Client

from ..errors import CallCancelled, CallTimeout, ConnectionFailed, WorkbenchError
from ..settings import Settings
from ..specs import ServerSpec, StdioServer
from ..tools import Catalogue, Tool
from .faults import CLOSED, Party, leaf_of, shown, translated
from .http import HttpTransport
from .progress import Progress, in_context_of_the_call
from .stdio import StdioTransport
from .tap import Answer, Tap, Transport, awaited

PAGES = 64
LAST_WORDS, LAST_CHARACTERS = 20, 2000
CLOSE_PATIENCE = 8.0  # seconds; more than all that a transport waits on its way out
NOISE = "it wrote to stdout, not in the protocol: {}"
LONGER = (
    "give a longer `timeout=`, in a magic `--timeout`, or set MCP_WORKBENCH_CALL_TIMEOUT_S for all"
)
OBITUARY = 0.5  # seconds to learn exit code and last words of a server that just ended


class Connection:
    """Connected from `open` until `close`, or until the server ends; single use.

    Only on the background loop. The SDK's client is entered and left by one task, which is ended
    by its own cancel scope: cancelled from outside, the client hangs in its shutdown.

    Args:
        name: what the server is called, for errors.
        spec: what it is, its placeholders filled.
        settings: limits.
        ended: called when the connection has ended, in whatever way.
    """

    def __init__(
        self, name: str, spec: ServerSpec, settings: Settings, ended: Callable[[], None]
    ) -> None:
        self.name, self.spec, self.settings, self._has_ended = name, spec, settings, ended
        self.tools = Catalogue(name)
        self.protocol_version = ""
        self.warnings: list[str] = []
        self.error: WorkbenchError | None = None
        self._client: Any = None
        self._stop = asyncio.Event()
        self._closing = False
        self._scope: Any = None
        self._owner: asyncio.Task[None] | None = None
        self._process: StdioTransport | None = None

    @property
    def alive(self) -> bool:
        """Whether calls can be sent."""
        return self._client is not None and not self._stop.is_set()

    @property
    def log(self) -> list[str]:
        """The last lines of the server's standard error, and of what is no protocol."""
        return self._process.log.lines if self._process else []

    async def open(self) -> None:
        """Connect and list the tools.

        A server that ends on the probe for the modern era is started again in the legacy one.

        Raises:
            WorkbenchError: what `faults.translated` makes of it.
        """
        try:
            await self._start(self.spec.era)
        except ConnectionFailed as error:
            probed = self.spec.era == "auto" and isinstance(self.spec, StdioServer)
            if self._closing or not probed or error.reason != "closed":
                raise
            self.error = None
            await self._start("legacy")
        try:
            await self._list_tools()
        except BaseException:
            await self.close(hurry=True)
            raise

    async def _start(self, era: str) -> None:
        self._stop = asyncio.Event()
        # here already, so that a close that comes first finds it
        self._scope = anyio.CancelScope(
            deadline=anyio.current_time() + self.settings.connect_timeout
        )
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._owner = asyncio.create_task(self._own(era, ready), name=f"mcp:{self.name}")
        try:
            await asyncio.shield(ready)
        except asyncio.CancelledError:
            await self.close(hurry=True)
            raise

    async def _own(self, era: str, ready: asyncio.Future[None]) -> None:
        fault: BaseException | None = None
        try:
            with self._scope:
                await self._serve(era, ready)
        except BaseException as error:  # noqa: BLE001  groups too; it is told below
            fault = error
        finally:
            self._client = None
        if fault is not None:
            self.error = self.error or translated(fault, self._party())
        elif not ready.done() and not self._closing:
            self.error = self._late(
                "gave no answer", "is it an MCP server? check the command, or the URL"
            )
        elif not self._closing:
            self.error = self.error or self._ended()
        if not ready.done():
            ready.set_exception(self.error or self._ended())
            ready.exception()  # nobody may be waiting any more
        self._has_ended()

    async def _serve(self, era: str, ready: asyncio.Future[None]) -> None:
        tap = Tap(self._transport(), self._lost, self.settings.probe_timeout)
        async with Client(tap.connect(), mode=era) as client:  # pyright: ignore[reportArgumentType]  the tap's streams are duck-typed
            self._scope.deadline = float("inf")
            if self._process is not None:
                self._process.patient = not self._closing
            self._client, self.protocol_version = client, client.protocol_version
            ready.set_result(None)
            await self._stop.wait()
            self._client = None

    def _transport(self) -> Transport:
        if isinstance(self.spec, StdioServer):
            self._process = StdioTransport(self.spec, self.settings.largest_message)
            return self._process
        return HttpTransport(self.spec, self.settings.largest_message)

    def _lost(self, fault: Exception | None) -> None:
        if fault is not None:
            self.error = translated(fault, self._party())
        self._stop.set()

    def _party(self) -> Party:
        return Party(self.name, self._last_words(), ended=self._stop.is_set())

    def _last_words(self) -> str:
        """Exit code and last lines of the server, for a hint."""
        if self._process is None:
            return ""
        code, log = self._process.exit_code, self._process.log
        told = [] if code is None else [f"it ended with exit code {code}"]
        if log.last_noise:
            told.append(NOISE.format(shown(log.last_noise)))
        if lines := log.error_lines[-LAST_WORDS:]:
            told.append("it wrote:\n" + shown_lines(lines))
        return "; ".join(told)

    def _ended(self) -> WorkbenchError:
        how = "was closed while it connected" if self._closing else "ended"
        return ConnectionFailed(
            f"server {self.name!r} {how}",
            hint=self._last_words() or "the next use connects again",
            reason="closed",
        )

    def _late(self, what: str, hint: str) -> WorkbenchError:
        return ConnectionFailed(
            f"server {self.name!r} {what} within {self.settings.connect_timeout:g} s",
            hint=self._last_words() or hint,
            reason="timeout",
        )

    async def _living(self) -> Any:
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
        return copy(self.error) or self._ended()

    async def _list_tools(self) -> None:
        client = await self._living()
        if client.server_capabilities.tools is None:
            return
        with anyio.move_on_after(self.settings.connect_timeout):
            self.tools = Catalogue(self.name, await self._pages(client))
            return
        raise self._late("did not list its tools", "look at the server's own log")

    async def _pages(self, client: Any) -> list[Tool]:
        """All pages, up to a bound; what was read stays when the server goes round in circles."""
        tools: list[Tool] = []
        cursor, seen = None, set[str]()
        for _ in range(PAGES):
            answer = Answer()
            try:
                page = await self._asking(answer, client.list_tools(cursor=cursor))
            except Exception as fault:
                raise await self._told(fault) from fault
            self.warnings += answer.warnings
            tools += [Tool.from_wire(self.name, entry) for entry in answer.wire.get("tools", ())]
            cursor = page.next_cursor
            if cursor is None or cursor in seen:
                break
            seen.add(cursor)
        if cursor is not None:
            self.warnings.append("tools/list: the pages repeat or do not end; the rest is left out")
        return tools

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        timeout: float,
        progress: Progress | None = None,
    ) -> Answer:
        """What `tools/call` brought.

        Raises:
            CallTimeout: no answer within `timeout` seconds; the server was told to stop.
            WorkbenchError: what `faults.translated` makes of anything else.
        """
        answer = Answer()
        tell = None if progress is None else in_context_of_the_call(progress, answer.warn)
        client, noises = await self._living(), self._noises
        with anyio.move_on_after(timeout):
            try:
                sent = client.call_tool(tool, dict(arguments), progress_callback=tell)
                await self._asking(answer, sent)
            except Exception as fault:
                raise await self._told(fault) from fault
            return answer
        raise CallTimeout(
            f"{self.name}.{tool} gave no answer within {timeout:g} s; the server was told to stop",
            hint=self._noise_since(noises) + LONGER,
            reason="timeout",
        )

    @property
    def _noises(self) -> int:
        return self._process.log.noises if self._process else 0

    def _noise_since(self, noises: int) -> str:
        """The last line that may have been meant as the answer, for a hint."""
        if self._process is None or self._noises == noises:
            return ""
        return NOISE.format(shown(self._process.log.last_noise)) + "; "

    async def _asking(self, answer: Answer, request: Any) -> Any:
        token = awaited.set(answer)
        try:
            return await request
        finally:
            awaited.reset(token)

    async def _told(self, fault: BaseException) -> WorkbenchError:
        """`fault` in our words, after what the server's end left to be known."""
        if self._stop.is_set() and getattr(leaf_of(fault), "code", None) == CLOSED:
            return await self._why_ended()
        error = translated(fault, self._party())
        if error.reason == "session_lost":
            self._stop.set()  # the next use makes a new session
        return error

    async def close(self, *, hurry: bool = False) -> None:
        """End the connection and the server's process; in a hurry without patience for either."""
        self._closing = True
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
        if self._scope is not None:
            self._scope.cancel()


def shown_lines(lines: list[str]) -> str:
    """Lines of a log as text that is safe to show, from the end back to a bound."""
    return "\n".join(shown(line) for line in lines)[-LAST_CHARACTERS:]
