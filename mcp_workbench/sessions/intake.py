"""Messages out of what a server writes to its standard output, some at a time."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from mcp import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError

from .lines import Assembler, Lines, NoMessage, messages_in
from .server_log import WIDTH, ServerLog
from .streams import ReadEnd
from .substitutes import substitute, too_much

BIG = 1 << 20  # bytes; a longer message is parsed in a thread
BATCH = 200  # lines taken in one go, so that a flood holds up no other server
BRACES = re.compile(rb"[{\[]")  # without which there is no message
KEPT = 20  # lines of no protocol that are kept of one go; the others are counted


class Intake:
    """Cuts bytes into messages for `read_end`; what is no message goes to `log`.

    Args:
        log: where lines go that are not of the protocol.
        longest: bytes of the largest message.
        hold: told whether the server is to wait until what it sent is taken.
    """

    def __init__(self, log: ServerLog, longest: int, hold: Callable[[bool], None]) -> None:
        self.read_end = ReadEnd(self._pause)
        self._log, self._longest, self._hold = log, longest, hold
        self._lines, self._assembler = Lines(longest, WIDTH), Assembler(longest)
        self._chunks: deque[Iterator[bytes]] = deque()
        self._full = False
        self._coming = False  # whether the next go is on its way
        self._apart: asyncio.Task[None] | None = None
        self._ended = False
        self._noise: deque[bytes] = deque(maxlen=KEPT)
        self._noises = 0

    def feed(self, data: bytes) -> None:
        """Take what came."""
        if not self._chunks and not self._assembler.is_open and not BRACES.search(data):
            data = self._thinned(data)
        self._chunks.append(self._whole(self._lines.feed(data)))
        self._go_on()

    def _thinned(self, data: bytes) -> bytes:
        """`data` without most of its lines, which are no messages; the first may end one."""
        first, *lines = data.split(b"\n")
        left_out = lines[: -1 - KEPT]
        self._noises += sum(map(bool, left_out))
        return b"\n".join((first, *lines[len(left_out) :]))

    def end(self) -> None:
        """No more comes."""
        self._ended = True
        self._chunks.append(self._last())
        self._go_on()

    def _whole(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        for line in lines:
            # something for every line, so that a go is bounded by lines
            yield from (self._assembler.add(line) if line.strip() else ()) or (b"",)

    def _last(self) -> Iterator[bytes]:
        yield from self._whole(self._lines.rest())
        yield from self._assembler.rest()

    def _pause(self, full: bool) -> None:
        self._full = full
        if full:
            self._hold(True)
        else:
            self._later()

    def _later(self) -> None:
        if not self._coming:
            self._coming = True
            asyncio.get_running_loop().call_soon(self._take_some)

    def _go_on(self) -> None:
        if not self._coming:
            self._take_some()

    def _take_some(self) -> None:
        self._coming = False
        for _ in range(BATCH):
            if self._full or self._apart is not None:
                break
            if not self._chunks:
                self._tell_noise()
                self._rest_is_read()
                return
            line = next(self._chunks[0], None)
            if line is None:
                self._chunks.popleft()
            elif len(line) >= BIG:
                self._apart = asyncio.get_running_loop().create_task(self._take_apart(line))
            elif line:
                self._deliver(line, messages_in(line, self._longest))
        else:
            self._later()
        self._tell_noise()
        self._hold(True)

    def _take_noise(self, line: bytes) -> None:
        self._noise.append(line)
        self._noises += 1

    def _tell_noise(self) -> None:
        """Write down what was no message; before a message that may be blamed on it, too."""
        if self._noises:
            self._log.noises += self._noises - len(self._noise)
            for line in self._noise:
                self._log.noise(line)
            self._noise.clear()
            self._noises = 0

    def _rest_is_read(self) -> None:
        if self._ended:
            self.read_end.end()
        else:
            self._hold(False)

    async def _take_apart(self, line: bytes) -> None:
        """Read a big message in a thread; what came behind it waits, in order."""
        try:
            self._deliver(line, await asyncio.to_thread(messages_in, line, self._longest))
        finally:
            self._apart = None
            self._later()

    def _deliver(self, line: bytes, messages: list[Any]) -> None:
        for found in messages:
            self._deliver_one(line, found)

    def _deliver_one(self, line: bytes, found: Any) -> None:
        if not isinstance(found, NoMessage):
            self._tell_noise()
            if isinstance(found, JSONRPCError) and found.id is None:
                self._log.noise(line)  # an error for nobody, as of a request that it cannot read
            self.read_end.put(SessionMessage(found))
            return
        self._take_noise(line)
        if found.is_answer and not (found.reason == "malformed" and self._is_cut_off):
            self._tell_noise()
            self._fail(found)

    @property
    def _is_cut_off(self) -> bool:
        """Whether it stood behind the last line end: the server died over it, which says more."""
        return self._ended and len(self._chunks) == 1

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
