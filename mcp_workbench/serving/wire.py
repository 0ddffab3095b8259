"""Standard input and output for the protocol alone; whatever else is printed goes to stderr."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import suppress
from io import RawIOBase
from typing import BinaryIO, Self

from ..sandbox.turns import Turns


class Wire:
    """The two streams to the client; the process has none of its own afterwards.

    File descriptor 0 reads as empty and 1 leads to 2, for this process and all that it starts: a
    stray `print` of a function or of a library reaches the log of the host and not the protocol.

    Args:
        lines: where the client's lines are read from.
        output: where ours are written to, without a buffer.
    """

    def __init__(self, lines: BinaryIO, output: RawIOBase) -> None:
        self.lines, self.output = lines, output

    @classmethod
    def taken(cls) -> Self:
        """Those of this process."""
        sys.stdout.flush()
        wire = cls(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0))
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        return wire


class Writing:
    """What a client is written to; a write that it does not read can be given up.

    Args:
        output: without a buffer, since the end of the process would wait for one.
    """

    def __init__(self, output: RawIOBase) -> None:
        self._output, self._turns = output, Turns("stdout")

    async def write(self, text: str) -> None:
        """Write all of `text`."""
        data = text.encode("utf-8", "replace")
        await asyncio.wrap_future(self._turns.give(lambda: self._write(data)))

    async def flush(self) -> None:
        """Nothing is left to do."""

    def end(self) -> None:
        """Write nothing after what was given."""
        self._turns.end()

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[self._output.write(left) or 0 :]


class Lines:
    """Lines as they come, for `async for`; unlike a read in a pool it can be given up.

    Args:
        source: what is read, by a thread of its own.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        threading.Thread(
            target=self._read, args=(source,), name="mcp-workbench stdin", daemon=True
        ).start()

    def _read(self, source: BinaryIO) -> None:
        # a loop that is closed takes no more of them
        with suppress(RuntimeError):
            for line in source:
                self._put(line.decode("utf-8", "replace"))
            self._put(None)

    def _put(self, line: str | None) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, line)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        line = await self._queue.get()
        if line is None:
            raise StopAsyncIteration
        return line
