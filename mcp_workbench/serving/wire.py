"""Standard input and output for the protocol alone; whatever else is printed goes to stderr."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import suppress
from io import TextIOWrapper
from typing import BinaryIO, Self


class Wire:
    """The two streams to the client; the process has none of its own afterwards.

    File descriptor 0 reads as empty and 1 leads to 2, for this process and all that it starts: a
    stray `print` of a function or of a library reaches the log of the host and not the protocol.

    Args:
        lines: where the client's lines are read from.
        output: where ours are written to.
    """

    def __init__(self, lines: BinaryIO, output: BinaryIO) -> None:
        self.lines = lines
        self.output = TextIOWrapper(output, encoding="utf-8", newline="\n")

    @classmethod
    def taken(cls) -> Self:
        """Those of this process."""
        sys.stdout.flush()
        wire = cls(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        return wire


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
