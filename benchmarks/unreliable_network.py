"""A stretch of network between client and server that can be cut and held."""

import asyncio
import socket
from contextlib import suppress

PIECE = 4096  # bytes, so that a cut falls into the middle of what is longer
TRIES, PAUSE = 100, 0.1


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


async def until_up(port: int) -> None:
    """Wait until somebody listens on this port.

    Raises:
        TimeoutError: nobody does for long.
    """
    for _ in range(TRIES):
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(PAUSE)
    raise TimeoutError(f"nobody listens on port {port}")


class Cable:
    """Passes on what comes at a port of this machine to another one, `target`."""

    def __init__(self) -> None:
        self.target = 0
        self.passing = asyncio.Event()
        self.passing.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> int:
        """Listen; the port."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Break off all connections at once."""
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def close(self) -> None:
        """Listen no more."""
        self.cut()
        if self._server is not None:
            self._server.close()

    async def _connected(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            there, onward = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            back.transport.abort()
            return
        self._writers |= {back, onward}
        try:
            await asyncio.gather(self._pass(here, onward), self._pass(there, back))
        finally:
            for writer in (back, onward):
                writer.transport.abort()
                self._writers.discard(writer)

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await source.read(PIECE):
                await self.passing.wait()
                sink.write(piece)
                await sink.drain()
            sink.write_eof()
