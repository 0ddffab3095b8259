"""A real kernel that is driven as a front end drives it, and ears for what servers tell."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from jupyter_client.manager import AsyncKernelManager

ROOT = Path(__file__).parent.parent.parent
LIMIT = 60  # seconds after which something has gone wrong
Message = dict[str, Any]


@dataclass
class Shown:
    """What came of one cell."""

    reply: Message
    outputs: list[Message] = field(default_factory=list)

    @property
    def status(self) -> str:
        return self.reply["status"]

    @property
    def texts(self) -> list[str]:
        """What a reader sees in the end, one text for each output that shows any."""
        found: dict[str, str] = {}
        for output in self.outputs:
            content, place = output["content"], output["header"]["msg_id"]
            if output["msg_type"] == "stream":
                found[place] = content["text"]
            elif "text/plain" in content.get("data", ()):
                place = content.get("transient", {}).get("display_id", place)
                found[place] = content["data"]["text/plain"]
        return [text for text in found.values() if text.strip()]


class Kernel:
    """One kernel; leave the context and it is gone."""

    def __init__(self, directory: Path, env: Mapping[str, str] | None = None) -> None:
        # sockets have short paths, and none may be relative: the kernel works elsewhere
        self._sockets = tempfile.TemporaryDirectory()
        self.manager = AsyncKernelManager(
            kernel_name="python3", transport="ipc", ip=f"{self._sockets.name}/k"
        )
        self.client: Any = None
        self._directory = directory
        # what the kernel process itself writes, beside the outputs of its cells
        self.log = directory / "kernel.log"
        self._log = self.log.open("ab")
        self._env = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "IPYTHONDIR": str(directory / "ipython"),
            **(env or {}),
        }

    async def __aenter__(self) -> Self:
        await self.manager.start_kernel(
            env=self._env, cwd=str(self._directory), stdout=self._log, stderr=self._log
        )
        self.client = self.manager.client()
        self.client.start_channels()
        await self.client.wait_for_ready(timeout=LIMIT)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.client.stop_channels()
        if await self.manager.is_alive():
            await self.manager.shutdown_kernel(now=True)
        self.manager.context.destroy(linger=0)
        self._sockets.cleanup()
        self._log.close()

    def start(self, code: str, *, queued: bool = False) -> str:
        """Send a cell; one of a queue, as of "Run All", takes the rest with it when it fails."""
        return self.client.execute(code, stop_on_error=queued)

    async def output(self, cell: str, fits: Callable[[Message], bool]) -> list[Message]:
        """All outputs of `cell` up to the one that fits."""
        found: list[Message] = []
        while True:
            message = await self.client.get_iopub_msg(timeout=LIMIT)
            if message["parent_header"].get("msg_id") == cell:
                found.append(message)
                if fits(message):
                    return found

    async def reply(self, cell: str) -> Message:
        while True:
            message = await self.client.get_shell_msg(timeout=LIMIT)
            if message["parent_header"].get("msg_id") == cell:
                return message["content"]

    async def run(self, code: str) -> Shown:
        """One cell to its end."""
        cell = self.start(code)
        reply = await self.reply(cell)
        return Shown(reply, await self.output(cell, _is_idle))

    async def interrupt(self, cell: str) -> tuple[Message, float]:
        """Stop `cell`, as the button does: its reply, and the seconds until it came."""
        started = time.monotonic()
        await self.manager.interrupt_kernel()
        reply = await self.reply(cell)
        return reply, time.monotonic() - started


def _is_idle(message: Message) -> bool:
    return message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"


class Ears:
    """Hears what servers tell; each server is one connection."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []
        self.log: list[str] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._listen, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        for writer in self._writers:
            writer.close()

    @property
    def port(self) -> int:
        assert self._server
        return self._server.sockets[0].getsockname()[1]

    def command(self, *words: str) -> str:
        """The command line of a server that tells us."""
        file = Path(__file__).with_name("telling.py")
        return shlex.join([sys.executable, str(file), str(self.port), *words])

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        try:
            while line := await reader.readline():
                self._heard.put_nowait(line.decode().strip())
        except ConnectionError:
            pass
        self._heard.put_nowait("gone")

    async def hear(self, what: str) -> str:
        """Wait for the next thing told that begins with `what`."""
        async with asyncio.timeout(LIMIT):
            while not (heard := await self._heard.get()).startswith(what):
                self.log.append(heard)
        self.log.append(heard)
        return heard
