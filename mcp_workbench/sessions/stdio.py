"""The stdio transport: a child process, its messages, its last words."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import anyio

from ..errors import ConfigInvalid
from ..specs import StdioServer
from .environment import child_environment
from .intake import Intake
from .launcher import AT_ONCE
from .launchers import command_line, supervised
from .lines import Lines
from .server_log import WIDTH, ServerLog
from .streams import ReadEnd, WriteEnd

BIG = 1 << 20  # bytes; who sends a longer message waits until it is on its way
# seconds to learn the exit code of a process whose output has just ended: of one that calls wait
# for, and of one that never connected, whose exit code may be all that is known
OBITUARY, OF_ONE_UNKNOWN = 0.3, 1.0
# the launcher takes 1.5 s of the second before it kills
EOF_PATIENCE, TERM_PATIENCE, KILL_PATIENCE = 2.0, 2.5, 1.0
LOOK = 0.01  # seconds between looks whether the process has ended


class StdioTransport:
    """One server process, single use.

    Args:
        spec: what is started.
        longest: bytes of the largest message that it may send.
        log: where its standard error goes, and what is no message on its standard output.

    Source: MCP 2025-11-25, basic/transports, stdio, and basic/lifecycle, shutdown.
    """

    def __init__(self, spec: StdioServer, longest: int, log: ServerLog) -> None:
        self._spec, self._longest, self._log = spec, longest, log
        # of a server that ended by itself
        self.exit_code: int | None = None
        # whether leaving waits for the server; one that was never connected has nothing to finish
        self.patient = False

    @asynccontextmanager
    async def connect(self) -> AsyncGenerator[tuple[ReadEnd, WriteEnd], None]:
        """Start the process; leaving ends it and all of its group.

        Raises:
            ConnectionFailed, LauncherNotFound: see `launchers.command_line`.
            ConfigInvalid: the system takes no such argument or variable.
        """
        process = _Process(self._log, self._longest)
        try:
            await self._start(process)
        except ValueError as fault:
            raise ConfigInvalid(
                f"the server cannot be started as it is defined: {fault}",
                hint="look for NUL characters, and for `=` in the name of a variable",
                reason="bad-value",
            ) from fault
        try:
            yield process.read_end, WriteEnd(process.send)
        finally:
            await self._end(process)

    async def _start(self, process: _Process) -> None:
        environment = child_environment(self._spec.env)
        command = supervised(command_line(self._spec, environment))
        # cancelled within, asyncio would leave the child to nobody; it takes some milliseconds
        with anyio.CancelScope(shield=True):
            await asyncio.get_running_loop().subprocess_exec(
                lambda: process,
                *command,
                env=environment,
                cwd=self._spec.cwd,
                start_new_session=True,
            )

    async def _end(self, process: _Process) -> None:
        """Close its input, then SIGTERM, then SIGKILL, each after its time."""
        with anyio.CancelScope(shield=True):
            obituary = OBITUARY if self.patient else OF_ONE_UNKNOWN
            by_itself = await _within(lambda: obituary if process.output_ended else 0, process)
            process.close_input()
            if not await _within(self._patience(EOF_PATIENCE), process):
                await self._terminate(process)
            self.exit_code = process.transport.get_returncode() if by_itself else None
            process.transport.close()
            # the pipes are closed by callbacks of the loop's next round
            await asyncio.sleep(0)

    async def _terminate(self, process: _Process) -> None:
        if self.patient:
            process.terminate()
            if await _within(self._patience(TERM_PATIENCE), process):
                return
        process.kill()
        # also without patience: the process is gone in a moment
        if not await _within(lambda: KILL_PATIENCE, process):
            process.kill_group()
            await _within(lambda: KILL_PATIENCE, process)

    def _patience(self, seconds: float) -> Callable[[], float]:
        """How long to wait for the process, asked again and again: an interrupt takes it away."""
        return lambda: seconds if self.patient else 0


async def _within(seconds: Callable[[], float], process: _Process) -> bool:
    loop = asyncio.get_running_loop()
    started = loop.time()
    while process.transport.get_returncode() is None:
        if loop.time() - started >= seconds():
            return False
        await asyncio.sleep(LOOK)
    return True


class _Process(asyncio.SubprocessProtocol):
    """Cuts standard output into messages and standard error into lines, as they come."""

    transport: asyncio.SubprocessTransport

    def __init__(self, log: ServerLog, longest: int) -> None:
        self._log = log
        self._stderr = Lines(WIDTH)
        self._intake = Intake(log, longest, self._hold)
        self.read_end = self._intake.read_end
        self.output_ended = self._is_held = False
        self._writable = asyncio.Event()
        self._writable.set()
        self._outgoing: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._log.errors(self._stderr.feed(data))
        else:
            self._intake.feed(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 0:
            self._writable.set()
            if exc is not None:
                self._lose()
        elif fd == 1:
            self.output_ended = True
            self._intake.end()
        else:
            self._log.errors(self._stderr.rest())

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def _hold(self, full: bool) -> None:
        """Read on, or let the server wait until what it sent is taken."""
        pipe = cast("asyncio.ReadTransport | None", self.transport.get_pipe_transport(1))
        if pipe is None or self.output_ended:
            return
        # the first releases of Python 3.11 do not tell whether a pipe is read
        if full and not self._is_held:
            pipe.pause_reading()
        elif self._is_held and not full:
            pipe.resume_reading()
        self._is_held = full

    async def send(self, item: Any) -> None:
        """Write one message.

        Raises:
            anyio.ClosedResourceError: the server's input is closed.
        """
        pipe = self._input()
        if pipe is None or pipe.is_closing():
            raise anyio.ClosedResourceError
        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        if not self._outgoing:
            # many calls at once go out in one write
            asyncio.get_running_loop().call_soon(self._flush)
        self._outgoing.append(text.encode("utf-8", "replace") + b"\n")
        if len(text) > BIG:
            self._flush()
            # only big ones wait: a server that reads no more must still be told to cancel
            await self._writable.wait()

    def _flush(self) -> None:
        pipe, pieces = self._input(), self._outgoing
        self._outgoing = []
        if pipe is not None and not pipe.is_closing():
            pipe.write(b"".join(pieces))
        elif pieces:
            self._lose()

    def _lose(self) -> None:
        """End the messages: none comes for what the server did not get, but others may be due."""
        asyncio.get_running_loop().call_later(OBITUARY, self.read_end.end)

    def _input(self) -> asyncio.WriteTransport | None:
        return cast("asyncio.WriteTransport | None", self.transport.get_pipe_transport(0))

    def close_input(self) -> None:
        """Tell the server that no more comes."""
        self._flush()
        pipe = self._input()
        if pipe is not None:
            pipe.close()

    def terminate(self) -> None:
        """Have the launcher ask all that it started to end, and kill what does not."""
        self._tell(signal.SIGTERM)

    def kill(self) -> None:
        """Have the launcher kill all that it started."""
        self._tell(AT_ONCE)

    def _tell(self, number: int) -> None:
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                self.transport.kill()
            else:
                self.transport.send_signal(number)

    def kill_group(self) -> None:
        """Kill the launcher, too: it hears nothing."""
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                self.transport.kill()
            else:
                os.killpg(self.transport.get_pid(), signal.SIGKILL)
