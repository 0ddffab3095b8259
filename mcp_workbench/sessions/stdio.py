"""The stdio transport: a child process, its messages, its last words."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import anyio
from mcp import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError

from ..specs import StdioServer
from .environment import child_environment, command_line, supervised
from .lines import Assembler, Lines, NoMessage, message_in
from .streams import ReadEnd, WriteEnd
from .substitutes import substitute, too_much

BIG = 1 << 20  # bytes; a longer message is parsed in a thread
LOG_LINES, LOG_WIDTH = 500, 2000
OBITUARY = 0.3  # seconds to learn the exit code of a process whose output has just ended
EOF_PATIENCE, TERM_PATIENCE, KILL_PATIENCE = 2.0, 2.0, 1.0
LOOK = 0.01  # seconds between looks whether the process has ended


class StdioTransport:
    """One server process, single use.

    Args:
        spec: what is started.
        longest: bytes of the largest message that it may send.

    Source: MCP 2025-11-25, basic/transports, stdio, and basic/lifecycle, shutdown.
    """

    def __init__(self, spec: StdioServer, longest: int) -> None:
        self._spec, self._longest = spec, longest
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.exit_code: int | None = None
        # whether leaving waits for the server; one that was never connected has nothing to finish
        self.patient = False

    @asynccontextmanager
    async def connect(self) -> AsyncGenerator[tuple[ReadEnd, WriteEnd], None]:
        """Start the process; leaving ends it and all of its group.

        Raises:
            ConnectionFailed, LauncherNotFound: see `environment.command_line`.
        """
        environment = child_environment(self._spec.env)
        command = supervised(command_line(self._spec, environment))
        process = _Process(self.log, self._longest)
        # cancelled within, asyncio would leave the child to nobody; it takes some milliseconds
        with anyio.CancelScope(shield=True):
            await asyncio.get_running_loop().subprocess_exec(
                lambda: process,
                *command,
                env=environment,
                cwd=self._spec.cwd,
                start_new_session=True,
            )
        try:
            yield process.read_end, WriteEnd(process.send)
        finally:
            await self._end(process)

    async def _end(self, process: _Process) -> None:
        """Close its input, then SIGTERM, then SIGKILL, each after its time."""
        process.close_input()
        with anyio.CancelScope(shield=True):
            if not await _within(self._patience(process, EOF_PATIENCE), process):
                process.signal(signal.SIGTERM)
                if not await _within(self._patience(process, TERM_PATIENCE), process):
                    process.signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
                    # also without patience: the process is gone in a moment
                    await _within(lambda: KILL_PATIENCE, process)
            self.exit_code = process.transport.get_returncode()
            process.transport.close()
            # the pipes are closed by callbacks of the loop's next round
            await asyncio.sleep(0)

    def _patience(self, process: _Process, seconds: float) -> Callable[[], float]:
        """How long to wait for the process, asked again and again: an interrupt takes it away."""

        def left() -> float:
            if self.patient:
                return seconds
            return OBITUARY if process.output_ended else 0

        return left


def _told(line: bytes) -> str:
    return line[:LOG_WIDTH].decode("utf-8", "replace").rstrip()


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

    def __init__(self, log: deque[str], longest: int) -> None:
        self._log, self._longest = log, longest
        self._stdout, self._stderr = Lines(longest), Lines(LOG_WIDTH)
        self._assembler = Assembler(longest)
        self._waiting: deque[bytes] = deque()
        self._parsing: asyncio.Task[None] | None = None
        self.output_ended = False
        self._writable = asyncio.Event()
        self._writable.set()
        self._full = False
        self._outgoing: list[bytes] = []
        self.read_end = ReadEnd(self._pause)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._log.extend(map(_told, self._stderr.feed(data)))
            return
        for line in self._stdout.feed(data):
            self._take(line)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002
        if fd == 0:
            self._writable.set()
        elif fd == 1:
            for line in self._stdout.rest():
                self._take(line)
            for line in self._assembler.rest():
                self._read(line)
            self.output_ended = True
            self._end_if_all_is_read()
        else:
            self._log.extend(map(_told, self._stderr.rest()))

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def _take(self, line: bytes) -> None:
        if line.strip():
            for whole in self._assembler.add(line):
                self._read(whole)

    def _read(self, line: bytes) -> None:
        if self._parsing is not None:
            self._waiting.append(line)
        elif len(line) < BIG:
            self._deliver(line, message_in(line, self._longest))
        else:
            self._waiting.append(line)
            self._parsing = asyncio.get_running_loop().create_task(self._read_apart())
            self._hold()

    async def _read_apart(self) -> None:
        """Read a big message in a thread, then what came behind it, in order."""
        try:
            while self._waiting:
                line = self._waiting.popleft()
                if len(line) < BIG:
                    found = message_in(line, self._longest)
                else:
                    found = await asyncio.to_thread(message_in, line, self._longest)
                self._deliver(line, found)
        finally:
            self._parsing = None
            self._hold()
            self._end_if_all_is_read()

    def _deliver(self, line: bytes, found: Any) -> None:
        if not isinstance(found, NoMessage):
            self.read_end.put(SessionMessage(found))
            return
        self._log.append(f"[stdout, not the protocol] {_told(line)}")
        if found.is_answer:
            self._fail(found)

    def _fail(self, found: NoMessage) -> None:
        """Answer in the server's place: whoever waits would wait in vain."""
        too_large = found.reason == "too_large"
        text = too_much(self._longest) if too_large else "its answer is no message of the protocol"
        error = JSONRPCError.model_validate(
            substitute(found.reason, text, request=found.request or "")
        )
        if found.request is not None:
            self.read_end.put(SessionMessage(error))
        elif too_large:
            self.read_end.end(MCPError.from_jsonrpc_error(error))

    def _end_if_all_is_read(self) -> None:
        if self.output_ended and self._parsing is None:
            self.read_end.end()

    def _pause(self, full: bool) -> None:
        self._full = full
        self._hold()

    def _hold(self) -> None:
        """Read on, or let the server wait until what it sent is taken."""
        pipe = cast("asyncio.ReadTransport | None", self.transport.get_pipe_transport(1))
        if pipe is None or self.output_ended:
            return
        wanted = not self._full and self._parsing is None
        if wanted and not pipe.is_reading():
            pipe.resume_reading()
        elif not wanted and pipe.is_reading():
            pipe.pause_reading()

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
        if pieces and pipe is not None and not pipe.is_closing():
            pipe.write(b"".join(pieces))

    def _input(self) -> asyncio.WriteTransport | None:
        return cast("asyncio.WriteTransport | None", self.transport.get_pipe_transport(0))

    def close_input(self) -> None:
        """Tell the server that no more comes."""
        self._flush()
        pipe = self._input()
        if pipe is not None:
            pipe.close()

    def signal(self, number: int) -> None:
        """Send a signal to the whole group."""
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                self.transport.kill()
            else:
                os.killpg(self.transport.get_pid(), number)
